//! The final ranking: by the latest stage reached, then place at the table,
//! then the stage's keys; everybody else as the preliminary rounds left them.

use std::collections::{BTreeMap, BTreeSet};

use super::bracket::{Bracket, Standing, in_stage};
use super::keys::{Keys, Parted};
use crate::model::{Decided, Event, Line, Measure, PlayerIx, Scores, Stage, Standings};
use crate::preset::{Preset, StageRule};

/// Puts the lines of the preliminary standings in the order of the stages
/// played so far (spec 3, "Final ranking"); values stay those of the
/// preliminary rounds.
pub fn final_ranking(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    bracket: &Bracket,
    all_games: &Standings,
    standings: &mut Standings,
) {
    // Until a stage is complete, the preliminary ranking is the ranking.
    if !bracket.stages.iter().any(Standing::is_complete) {
        return;
    }
    let preliminary = standings.clone();
    let keys = Keys::new(event, preset, scores, &preliminary, all_games);
    let mut order = ladder(preset, bracket, &keys);
    let placed: BTreeSet<PlayerIx> = order.iter().map(|step| step.player).collect();
    let below = standings
        .lines
        .iter()
        .filter(|line| line.rank.is_some() && !placed.contains(&line.player));
    let below: Vec<Step> = below
        .map(|line| Step {
            player: line.player,
            parted: line.decided_by.clone(),
            values: None,
        })
        .collect();
    if !below.is_empty()
        && let Some(last) = order.last_mut()
    {
        *last = Step::by(last.player, "stage");
    }
    order.extend(below);
    relabel(order, standings);
}

/// A player with what parts them from the next.
struct Step {
    player: PlayerIx,
    parted: Option<Decided>,
    /// What a stage compared there.
    values: Option<(Measure, Measure)>,
}

impl Step {
    /// A step that a stage ends, not a value.
    fn by(player: PlayerIx, what: &str) -> Self {
        Self {
            player,
            parted: Some(Decided::By(what.to_owned())),
            values: None,
        }
    }
}

/// Everybody who reached a stage, the best first.
fn ladder(preset: &Preset, bracket: &Bracket, keys: &Keys<'_>) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut seen: Vec<PlayerIx> = Vec::new();
    // Who is in a stage that has no sheet yet stands above who is out.
    if bracket.next.is_some() {
        seen.clone_from(&bracket.through);
        add(&mut steps, seeded(&bracket.through));
    }
    for standing in bracket.stages.iter().rev() {
        let rule = &preset.stages[standing.rule];
        if !standing.is_complete() {
            let waiting: Vec<PlayerIx> = standing
                .entrants
                .iter()
                .copied()
                .filter(|player| !seen.contains(player))
                .collect();
            seen.extend(&waiting);
            add(&mut steps, seeded(&waiting));
            continue;
        }
        for stage in [rule.name, Stage::ThirdPlace] {
            let own = standing.tables.iter().filter(|(_, own, _)| *own == stage);
            let players: Vec<(PlayerIx, u32)> = own
                .flat_map(|(.., order)| order.iter().copied())
                .filter(|(player, _)| !seen.contains(player))
                .collect();
            seen.extend(players.iter().map(|(player, _)| *player));
            add(&mut steps, ranked(keys, rule, standing.round, &players));
        }
    }
    steps
}

fn add(steps: &mut Vec<Step>, players: Vec<Step>) {
    if !players.is_empty()
        && let Some(last) = steps.last_mut()
    {
        *last = Step::by(last.player, "stage");
    }
    steps.extend(players);
}

/// Players of a complete stage in their order, with what parts each from the
/// next; the winners of several finals win together.
fn ranked(keys: &Keys<'_>, rule: &StageRule, round: u32, players: &[(PlayerIx, u32)]) -> Vec<Step> {
    let order = in_stage(keys, rule, round, players);
    let places: Vec<u32> = order.iter().map(|(_, place)| *place).collect();
    let step = |(at, (this, place)): (usize, (Parted, u32))| {
        let joint = rule.name == Stage::Final && place == 1 && places.get(at + 1) == Some(&1);
        let (parted, values) = match this.apart {
            Some(apart) if !joint => (Some(Decided::By(apart.by)), apart.values),
            _ if at + 1 < places.len() => (Some(Decided::Tie), None),
            _ => (None, None),
        };
        Step {
            player: this.player,
            parted,
            values,
        }
    };
    order.into_iter().enumerate().map(step).collect()
}

/// Players of a stage that is not complete, by their seeds.
fn seeded(players: &[PlayerIx]) -> Vec<Step> {
    players
        .iter()
        .map(|player| Step::by(*player, "preliminary_rank"))
        .collect()
}

/// Gives the lines their new order and ranks.
fn relabel(order: Vec<Step>, standings: &mut Standings) {
    let mut old: Vec<Option<Line>> = standings.lines.drain(..).map(Some).collect();
    let at: BTreeMap<PlayerIx, usize> = old
        .iter()
        .enumerate()
        .filter_map(|(at, line)| line.as_ref().map(|line| (line.player, at)))
        .collect();
    let mut take = |player: PlayerIx| old[*at.get(&player)?].take();
    let many = order.len();
    let mut lines = Vec::with_capacity(many);
    let mut rank = 1;
    let mut shared = false;
    for (at, step) in order.into_iter().enumerate() {
        let Some(mut line) = take(step.player) else {
            continue;
        };
        if !shared {
            rank = at as u32 + 1;
        }
        shared = step.parted == Some(Decided::Tie);
        line.rank = Some(rank);
        line.decided_by = step.parted.filter(|_| at + 1 < many);
        line.stage_values = step.values;
        lines.push(line);
    }
    lines.extend(old.into_iter().flatten());
    standings.lines = lines;
}
