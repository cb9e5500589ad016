//! Through, out, or open: marked only where no result still to come can
//! change it.

use std::collections::{BTreeMap, BTreeSet};

use super::bracket::Bracket;
use super::last_round::{Ahead, LastRound};
use super::qualify::{Qualification, cut};
use crate::model::{
    Event, Exact, Measure, Outlook, PlayerIx, Progress, Standings, Status, TableState,
};
use crate::preset::{Criterion, ExactText, Preset};

/// Marks every ranked line; `ahead` is the last preliminary round, once it is
/// the only one left and its tables are known.
pub fn mark(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    bracket: &Bracket,
    qualification: &Qualification,
    ahead: Option<&Ahead<'_>>,
    standings: &mut Standings,
) {
    let ended = bracket.finished || progress.finished() && cut(preset, progress).is_none();
    let decided = progress.finished() && (ended || !bracket.through.is_empty());
    // Where winners and their number decide who comes in, nobody is sure before
    // the preliminary rounds are complete.
    let by_winners = preset
        .stages
        .first()
        .is_some_and(|rule| rule.winners_to_multiple.is_some());
    let many = match cut(preset, progress) {
        Some(_) if by_winners => 0,
        Some(many) => many,
        None => preset.qualifiers,
    };
    let race = Race::new(event, preset, progress, standings);
    let last = ahead.and_then(|ahead| LastRound::new(event, preset, standings, ahead));
    let statuses: Vec<Status> = standings
        .lines
        .iter()
        .map(|line| {
            if line.rank.is_none() {
                return if decided { Status::Out } else { Status::Open };
            }
            if ended {
                return status_of(qualification.qualifiers.contains(&line.player));
            }
            if decided {
                return status_of(bracket.through.contains(&line.player));
            }
            match (race.status(line.player, many), &last) {
                (Status::Open, Some(last)) if many > 0 => last.status(line.player, many),
                (status, _) => status,
            }
        })
        .collect();
    for (line, status) in standings.lines.iter_mut().zip(statuses) {
        line.status = status;
        if status == Status::Open && line.rank.is_some() && !progress.finished() {
            line.outlook = race.outlook(line.player, many, preset);
        }
    }
}

const fn status_of(through: bool) -> Status {
    if through {
        Status::Through
    } else {
        Status::Out
    }
}

/// The least and the most that each ranked player can end with in the first
/// criterion, where it only grows and each round adds a known most.
#[derive(Default)]
struct Race {
    ranges: BTreeMap<PlayerIx, (Exact, Exact)>,
    /// The least and the most of those who could take a place, ascending.
    least: Vec<Exact>,
    most: Vec<Exact>,
    /// Rounds left to each.
    left: BTreeMap<PlayerIx, i64>,
    /// Who takes no place, since they are qualified elsewhere.
    aside: BTreeSet<PlayerIx>,
}

impl Race {
    fn new(event: &Event, preset: &Preset, progress: &Progress, standings: &Standings) -> Self {
        let (Some(planned), Some(a_round)) = (progress.planned, most_a_round(preset)) else {
            return Self::default();
        };
        let done = rounds_done(event, progress);
        let mut race = Self::default();
        for line in standings.lines.iter().filter(|line| line.rank.is_some()) {
            let Some(Measure::Exact(now)) = line.values.first() else {
                return Self::default();
            };
            let left = i64::from(planned.saturating_sub(done[line.player]));
            let most = now + &(&a_round * &Exact::int(left));
            if event.players[line.player].qualified {
                race.aside.insert(line.player);
            } else {
                race.least.push(now.clone());
                race.most.push(most.clone());
            }
            race.left.insert(line.player, left);
            race.ranges.insert(line.player, (now.clone(), most));
        }
        race.least.sort();
        race.most.sort();
        race
    }

    /// Judges by the first criterion alone: through when too few others can
    /// come level, out when enough others are above for good.
    fn status(&self, player: PlayerIx, many: usize) -> Status {
        let Some((least, most)) = self.ranges.get(&player).filter(|_| many > 0) else {
            return Status::Open;
        };
        let own = usize::from(!self.aside.contains(&player));
        let may_reach = self.most.len() - self.most.partition_point(|top| top < least) - own;
        let surely_above = self.least.len() - self.least.partition_point(|low| low <= most);
        if may_reach < many {
            Status::Through
        } else if surely_above >= many {
            Status::Out
        } else {
            Status::Open
        }
    }
}

impl Race {
    /// Says what would do in the last round. Others are allowed everything at
    /// once, also what two of them cannot both have at one table, so that what
    /// is called enough is enough.
    fn outlook(&self, player: PlayerIx, many: usize, preset: &Preset) -> Option<Outlook> {
        let (now, most) = self.ranges.get(&player).filter(|_| many > 0)?;
        if self.left.get(&player) != Some(&1) {
            return None;
        }
        let own = usize::from(!self.aside.contains(&player));
        // Who can come to at least so much, this player left out.
        let level = |total: &Exact| {
            let others = self.most.len() - self.most.partition_point(|top| top < total);
            others - if most >= total { own } else { 0 }
        };
        let is_enough = |gain: &Exact| level(&(now + gain)) < many;
        match preset.criteria.first()? {
            Criterion::Wins => Some(if is_enough(&Exact::ONE) {
                Outlook::Place(1)
            } else {
                Outlook::NotAlone
            }),
            Criterion::Points => {
                let size = preset.table_sizes.iter().copied().min()? as u32;
                let gain = |place: u32| {
                    let rows = preset.points.iter();
                    let values = rows.filter_map(|row| row.get(place as usize - 1));
                    values.map(|value| value.0.clone()).min()
                };
                let place = (1..=size)
                    .rev()
                    .find(|place| gain(*place).is_some_and(|gain| is_enough(&gain)));
                Some(place.map_or(Outlook::NotAlone, Outlook::Place))
            }
            Criterion::Vp => {
                let cap = (most - now).to_i64()?;
                let vp = (0..=cap).map(Exact::int).find(is_enough);
                Some(vp.map_or(Outlook::NotAlone, Outlook::Vp))
            }
            _ => None,
        }
    }
}

/// The rounds that can add nothing more to each player: complete ones, and
/// those whose own table counts already.
fn rounds_done(event: &Event, progress: &Progress) -> Vec<u32> {
    let mut done = vec![progress.complete; event.players.len()];
    let last = progress.planned.unwrap_or(u32::MAX);
    let begun = event
        .rounds
        .iter()
        .filter(|round| round.number > progress.complete && round.number <= last);
    for table in begun.flat_map(|round| &round.tables) {
        if table.state == TableState::Complete {
            for seat in &table.seats {
                done[seat.player] += 1;
            }
        }
    }
    done
}

fn most_a_round(preset: &Preset) -> Option<Exact> {
    let largest =
        |values: &mut dyn Iterator<Item = &ExactText>| values.map(|value| value.0.clone()).max();
    let simple = preset.counted == crate::preset::Counted::All;
    match preset.criteria.first().filter(|_| simple)? {
        Criterion::Wins => Some(Exact::ONE.max(preset.bye_wins.0.clone())),
        Criterion::Points
            if preset.score_points.is_none()
                && preset
                    .points
                    .iter()
                    .flatten()
                    .all(|value| !value.0.is_negative()) =>
        {
            let points = largest(&mut preset.points.iter().flatten())?;
            Some(points.max(preset.bye_points.0.clone()))
        }
        Criterion::Vp if preset.vp_min >= 0 => {
            let most = preset.vp_max.all().iter().copied().max()?;
            let cap = preset.winner_cap.as_ref().and_then(|cap| {
                let caps = (1..=20).map(|round| cap.value(round, preset.target(round).as_ref()));
                caps.collect::<Option<Vec<_>>>()?.into_iter().max()
            });
            let most = Exact::int(i64::from(most));
            Some(cap.map_or(most.clone(), |cap| cap.at_most(&most)))
        }
        _ => None,
    }
}
