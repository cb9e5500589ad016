//! Through, out, or open: marked only where no result still to come can
//! change it.

use std::collections::{BTreeMap, BTreeSet};

use super::bracket::Bracket;
use super::qualify::{Qualification, cut};
use crate::model::{Event, Exact, Measure, PlayerIx, Progress, Standings, Status, TableState};
use crate::preset::{Criterion, ExactText, Preset};

/// Marks every ranked line.
pub fn mark(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    bracket: &Bracket,
    qualification: &Qualification,
    standings: &mut Standings,
) {
    let ended = bracket.finished || progress.finished() && cut(preset, progress).is_none();
    let decided = progress.finished() && (ended || !bracket.through.is_empty());
    let many = cut(preset, progress).unwrap_or(preset.qualifiers);
    let race = Race::new(event, preset, progress, standings);
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
            race.status(line.player, many)
        })
        .collect();
    for (line, status) in standings.lines.iter_mut().zip(statuses) {
        line.status = status;
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
