//! The registry of criteria: what each one is worth for a player, and how it
//! came about. Knows results; knows no order of players.

use super::opponents::Opponents;
use super::results::{Entry, mean};
use crate::model::{Event, Exact, Measure, PlayerIx, Trail, TrailPart, TrailWhy};
use crate::preset::{Criterion, Preset};

/// Everything that the criteria look at.
pub(super) struct Book<'a> {
    pub(super) event: &'a Event,
    pub(super) preset: &'a Preset,
    /// By player, in the order of the rounds.
    pub(super) entries: Vec<Vec<Entry<'a>>>,
    pub(super) opponents: Opponents,
}

/// A value with its trail.
pub(super) type Valued = (Measure, Trail);

impl<'a> Book<'a> {
    pub(super) fn new(
        event: &'a Event,
        preset: &'a Preset,
        entries: Vec<Vec<Entry<'a>>>,
        rounds_complete: u32,
    ) -> Self {
        let opponents = Opponents::new(event, preset, &entries, rounds_complete);
        Self {
            event,
            preset,
            entries,
            opponents,
        }
    }

    /// Gives a player's value of a criterion. Those that have none (`lot`,
    /// `name`, `id`) and the one that depends on who is equal
    /// (`head_to_head`) are zero here.
    pub(super) fn value(&self, criterion: Criterion, player: PlayerIx) -> Valued {
        let entries = &self.entries[player];
        match criterion {
            Criterion::Points
            | Criterion::Vp
            | Criterion::Wins
            | Criterion::ShareSum
            | Criterion::Firsts
            | Criterion::Seconds
            | Criterion::Thirds
            | Criterion::Fourths
            | Criterion::PointDiff => self.sum(criterion, entries),
            Criterion::ShareMean | Criterion::WinShare => {
                let trail = self.own(criterion, entries);
                (mean(counted(&trail)).into(), trail)
            }
            Criterion::BestGame => {
                let trail = self.own(criterion, entries);
                let best = counted(&trail).max().unwrap_or(Exact::ZERO);
                (best.into(), trail)
            }
            Criterion::Games => (games(entries).into(), self.own(criterion, entries)),
            Criterion::Clock => self.clock(entries),
            Criterion::SeedRank => (
                self.event.players[player]
                    .seed_rank
                    .clone()
                    .map_or(Measure::Missing, Measure::from),
                Trail::default(),
            ),
            Criterion::BestFinishRatio => best_finish_ratio(entries),
            Criterion::Buchholz
            | Criterion::BuchholzCut1
            | Criterion::BuchholzMedian
            | Criterion::Sonneborn
            | Criterion::OpponentsPoints
            | Criterion::OpponentsWinShare => {
                self.opponents
                    .value(criterion, player, entries, self.preset)
            }
            Criterion::HeadToHead | Criterion::Lot | Criterion::Name | Criterion::Id => {
                (Measure::ZERO, Trail::default())
            }
        }
    }

    /// What each round adds, with the judge's penalties where this criterion
    /// carries them.
    fn own(&self, criterion: Criterion, entries: &[Entry<'_>]) -> Trail {
        let mut parts = Vec::new();
        for entry in entries {
            if let Some(value) = entry.adds(criterion, self.preset) {
                let why = match (entry.counts, entry.game.is_some()) {
                    (false, _) => TrailWhy::NotCounted,
                    (true, true) => TrailWhy::Game,
                    (true, false) => TrailWhy::Bye,
                };
                parts.push(part(entry.round, value, why));
            }
        }
        Trail { parts }
    }

    fn sum(&self, criterion: Criterion, entries: &[Entry<'_>]) -> Valued {
        let mut trail = self.own(criterion, entries);
        if carries_penalty(criterion, self.preset) {
            trail.parts.extend(penalties(entries));
        }
        let total: Exact = counted(&trail).sum();
        (total.into(), trail)
    }

    /// The time used; missing where one game's time is, or where there is no
    /// game, so that nobody is ahead for lack of a clock.
    fn clock(&self, entries: &[Entry<'_>]) -> Valued {
        let trail = self.own(Criterion::Clock, entries);
        let games = entries
            .iter()
            .filter(|entry| entry.counts && entry.game.is_some())
            .count();
        if games == 0 || counted(&trail).count() < games {
            return (Measure::Missing, trail);
        }
        let total: Exact = counted(&trail).sum();
        (total.into(), trail)
    }
}

/// Penalties lower `points` where the preset has them, else `vp` and
/// `point_diff` (spec 2, Penalty).
fn carries_penalty(criterion: Criterion, preset: &Preset) -> bool {
    match criterion {
        Criterion::Points => true,
        Criterion::Vp | Criterion::PointDiff => !preset.has_points(),
        _ => false,
    }
}

fn penalties<'a>(entries: &'a [Entry<'_>]) -> impl Iterator<Item = TrailPart> + 'a {
    entries.iter().filter_map(|entry| {
        let (_, row) = entry.game?;
        let taken = (!row.penalty.is_zero()).then(|| -&row.penalty)?;
        Some(part(entry.round, taken, TrailWhy::Penalty))
    })
}

pub(super) fn part(round: u32, value: impl Into<Measure>, why: TrailWhy) -> TrailPart {
    TrailPart {
        round: Some(round),
        value: value.into(),
        why,
    }
}

/// The parts of a trail that count.
fn counted(trail: &Trail) -> impl Iterator<Item = Exact> + '_ {
    let parts = trail
        .parts
        .iter()
        .filter(|part| part.why != TrailWhy::NotCounted);
    parts.filter_map(|part| part.value.exact().cloned())
}

/// Games played, counted or not; a bye is none.
pub(super) fn games(entries: &[Entry<'_>]) -> Exact {
    let games = entries.iter().filter(|entry| entry.game.is_some()).count();
    Exact::int(games as i64)
}

/// Own VP over those of the player just below, in the best finish; the
/// highest of several; 0 for a last place, endless over zero (rules/001,
/// "HMW-P", GM tie-breaker 2).
fn best_finish_ratio(entries: &[Entry<'_>]) -> Valued {
    let played = || entries.iter().filter(|entry| entry.counts);
    let best = played()
        .filter_map(|entry| entry.game)
        .map(|(_, row)| row.place)
        .min();
    let mut trail = Trail::default();
    for entry in played() {
        let Some((table, row)) = entry.game.filter(|(_, row)| Some(row.place) == best) else {
            continue;
        };
        let below = table
            .rows
            .iter()
            .filter(|other| other.place > row.place)
            .map(|other| (std::cmp::Reverse(other.place), &other.vp))
            .max();
        let ratio = match below {
            None => Measure::ZERO,
            Some((_, vp)) => row
                .vp
                .checked_div(vp)
                .map_or(Measure::Endless, Measure::Exact),
        };
        trail.parts.push(part(entry.round, ratio, TrailWhy::Game));
    }
    let best = trail.parts.iter().map(|part| part.value.clone()).max();
    (best.unwrap_or(Measure::ZERO), trail)
}
