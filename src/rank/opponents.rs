//! Criteria that look at a player's opponents, and how they treat rounds
//! without a game. Knows results; knows no order of players.

use super::criteria::{Valued, part};
use super::results::{Entry, mean};
use crate::model::{
    Event, Exact, Measure, PlayerIx, RowScore, TableScore, Trail, TrailPart, TrailWhy,
};
use crate::preset::{Criterion, Preset, Unplayed};

/// What is known of everybody as somebody's opponent.
pub(super) struct Opponents {
    /// Wins, byes with their value.
    wins: Vec<Exact>,
    /// Wins as an opponent's Buchholz counts them: rounds without a game
    /// adjusted as the preset says.
    adjusted: Vec<Exact>,
    points: Vec<Exact>,
    /// Wins for each game, at least the preset's floor.
    win_share: Vec<Exact>,
    /// Rounds without a game, by player.
    gaps: Vec<Vec<Gap>>,
    rounds: u32,
}

/// A complete round in which a player had no game.
#[derive(Clone, Copy, Debug)]
struct Gap {
    round: u32,
    bye: bool,
}

/// What an opponent, or a round without one, adds.
struct Share {
    round: u32,
    value: Exact,
    who: Option<PlayerIx>,
    /// A round that the player left out by choice is cut first (the rule of
    /// 2026).
    by_choice: bool,
}

impl Opponents {
    pub(super) fn new(
        event: &Event,
        preset: &Preset,
        entries: &[Vec<Entry<'_>>],
        rounds: u32,
    ) -> Self {
        let total = |criterion: Criterion, own: &Vec<Entry<'_>>| -> Exact {
            let counted = own.iter().filter(|entry| entry.counts);
            counted
                .filter_map(|entry| entry.adds(criterion, preset))
                .sum()
        };
        let penalties = |own: &Vec<Entry<'_>>| -> Exact {
            own.iter()
                .filter_map(|entry| entry.game)
                .map(|(_, row)| &row.penalty)
                .sum()
        };
        let wins: Vec<Exact> = entries
            .iter()
            .map(|own| total(Criterion::Wins, own))
            .collect();
        let gaps = gaps(event, rounds);
        let floor = preset
            .win_share_floor
            .as_ref()
            .map_or(Exact::ZERO, |floor| floor.0.clone());
        let share = |own: &Vec<Entry<'_>>| {
            let games = own
                .iter()
                .filter(|entry| entry.counts && entry.game.is_some());
            mean(games.filter_map(|entry| entry.adds(Criterion::Wins, preset))).max(floor.clone())
        };
        let draw = draw_value(preset);
        let adjusted = (0..entries.len()).map(|player| {
            adjusted_wins(
                &wins[player],
                &entries[player],
                &gaps[player],
                &draw,
                preset,
            )
        });
        Self {
            adjusted: adjusted.collect(),
            points: entries
                .iter()
                .map(|own| &total(Criterion::Points, own) - &penalties(own))
                .collect(),
            win_share: entries.iter().map(share).collect(),
            wins,
            gaps,
            rounds,
        }
    }

    /// Gives a player's value of a criterion over opponents.
    pub(super) fn value(
        &self,
        criterion: Criterion,
        player: PlayerIx,
        entries: &[Entry<'_>],
        preset: &Preset,
    ) -> Valued {
        match criterion {
            Criterion::OpponentsPoints => {
                let trail = trail(entries, |_, _, other| self.points[other.player].clone());
                (sum(&trail).into(), trail)
            }
            Criterion::OpponentsWinShare => {
                let trail = trail(entries, |_, _, other| self.win_share[other.player].clone());
                let values = trail
                    .parts
                    .iter()
                    .filter_map(|part| part.value.exact().cloned());
                (mean(values).into(), trail)
            }
            Criterion::Sonneborn => self.sonneborn(player, entries, preset),
            _ => self.buchholz(criterion, player, entries, preset),
        }
    }

    /// The opponents' wins; someone met twice counts twice (rules/002,
    /// "Player ranking").
    fn buchholz(
        &self,
        criterion: Criterion,
        player: PlayerIx,
        entries: &[Entry<'_>],
        preset: &Preset,
    ) -> Valued {
        let mut shares: Vec<Share> = Vec::new();
        for (entry, other) in met(entries) {
            shares.push(Share {
                round: entry.round,
                value: self.adjusted[other].clone(),
                who: Some(other),
                by_choice: false,
            });
        }
        for gap in &self.gaps[player] {
            shares.push(Share {
                round: gap.round,
                value: self.gap_value(player, entries, *gap, preset),
                who: None,
                by_choice: preset.unplayed == Unplayed::Fide2026 && !gap.bye,
            });
        }
        let cut_low = matches!(
            criterion,
            Criterion::BuchholzCut1 | Criterion::BuchholzMedian
        );
        let cut_high = criterion == Criterion::BuchholzMedian;
        let low = cut_low
            .then(|| {
                (0..shares.len()).min_by(|a, b| {
                    let key = |at: usize| (!shares[at].by_choice, &shares[at].value);
                    key(*a).cmp(&key(*b))
                })
            })
            .flatten();
        let high = cut_high
            .then(|| {
                (0..shares.len())
                    .filter(|at| Some(*at) != low)
                    .max_by(|a, b| shares[*a].value.cmp(&shares[*b].value).then(b.cmp(a)))
            })
            .flatten();
        let mut total = Exact::ZERO;
        let mut parts: Vec<TrailPart> = Vec::new();
        for (at, share) in shares.iter().enumerate() {
            let cut = Some(at) == low || Some(at) == high;
            if !cut {
                total = &total + &share.value;
            }
            let why = match (share.who, cut) {
                (Some(other), false) => TrailWhy::Opponent(other),
                (Some(other), true) => TrailWhy::CutOpponent(other),
                (None, false) => TrailWhy::Unplayed,
                (None, true) => TrailWhy::CutUnplayed,
            };
            parts.push(part(share.round, share.value.clone(), why));
        }
        parts.sort_by_key(|part| part.round);
        (total.into(), Trail { parts })
    }

    /// Wins of the opponents beaten, and half of those drawn with.
    fn sonneborn(&self, player: PlayerIx, entries: &[Entry<'_>], preset: &Preset) -> Valued {
        let mut trail = trail(entries, |_, row, other| {
            &self.adjusted[other.player] * &outcome(row, other)
        });
        if preset.unplayed != Unplayed::Plain {
            for gap in &self.gaps[player] {
                let result = if gap.bye {
                    preset.bye_wins.0.clone()
                } else {
                    Exact::ZERO
                };
                let value = &self.gap_value(player, entries, *gap, preset) * &result;
                trail.parts.push(part(gap.round, value, TrailWhy::Unplayed));
            }
            trail.parts.sort_by_key(|part| part.round);
        }
        (sum(&trail).into(), trail)
    }

    /// What a round without a game adds to the player's own Buchholz.
    fn gap_value(
        &self,
        player: PlayerIx,
        entries: &[Entry<'_>],
        gap: Gap,
        preset: &Preset,
    ) -> Exact {
        let given = if gap.bye {
            preset.bye_wins.0.clone()
        } else {
            Exact::ZERO
        };
        let draw = draw_value(preset);
        match preset.unplayed {
            Unplayed::Plain => Exact::ZERO,
            // The virtual opponent starts the round level with the player, has
            // the other part of the point, and draws ever after.
            Unplayed::Fide2009 => {
                let before: Exact = entries
                    .iter()
                    .filter(|entry| entry.counts && entry.round < gap.round)
                    .filter_map(|entry| entry.adds(Criterion::Wins, preset))
                    .sum();
                let left = Exact::int(i64::from(self.rounds.saturating_sub(gap.round)));
                &(&before + &(&Exact::ONE - &given)) + &(&draw * &left)
            }
            // The dummy has the player's own score; after a bye at most a draw
            // in each round.
            Unplayed::Fide2026 => {
                let own = &self.wins[player];
                if gap.bye {
                    own.at_most(&(&draw * &Exact::int(i64::from(self.rounds))))
                } else {
                    own.clone()
                }
            }
        }
    }
}

/// Half a win, or what the preset gives for a draw.
fn draw_value(preset: &Preset) -> Exact {
    let half = Exact::ONE
        .checked_div(&Exact::int(2))
        .unwrap_or(Exact::ZERO);
    preset.draw.as_ref().map_or(half, |draw| draw.0.clone())
}

/// A player's wins as they count for the opponents.
fn adjusted_wins(
    wins: &Exact,
    entries: &[Entry<'_>],
    gaps: &[Gap],
    draw: &Exact,
    preset: &Preset,
) -> Exact {
    match preset.unplayed {
        Unplayed::Plain => wins.clone(),
        Unplayed::Fide2009 => {
            let games = entries
                .iter()
                .filter(|entry| entry.counts && entry.game.is_some());
            let played: Exact = games
                .filter_map(|entry| entry.adds(Criterion::Wins, preset))
                .sum();
            &played + &(draw * &Exact::int(gaps.len() as i64))
        }
        // Rounds left out up to the end count as draws.
        Unplayed::Fide2026 => {
            let last = entries.iter().map(|entry| entry.round).max().unwrap_or(0);
            let trailing = gaps
                .iter()
                .filter(|gap| !gap.bye && gap.round > last)
                .count();
            wins + &(draw * &Exact::int(trailing as i64))
        }
    }
}

/// The complete rounds in which each player sat at no table.
fn gaps(event: &Event, rounds: u32) -> Vec<Vec<Gap>> {
    let mut gaps = vec![Vec::new(); event.players.len()];
    for round in event.rounds.iter().filter(|round| round.number <= rounds) {
        let mut seated = vec![false; event.players.len()];
        for seat in round.tables.iter().flat_map(|table| &table.seats) {
            if let Some(seated) = seated.get_mut(seat.player) {
                *seated = true;
            }
        }
        for (player, own) in gaps.iter_mut().enumerate() {
            if !seated[player] {
                own.push(Gap {
                    round: round.number,
                    bye: round.byes.contains(&player),
                });
            }
        }
    }
    gaps
}

/// Each opponent of the games that count, by round.
fn met<'e>(entries: &'e [Entry<'_>]) -> impl Iterator<Item = (&'e Entry<'e>, PlayerIx)> {
    entries
        .iter()
        .filter(|entry| entry.counts)
        .flat_map(|entry| {
            let (rows, own) = entry.game.map_or((&[][..], usize::MAX), |(table, row)| {
                (&table.rows[..], row.player)
            });
            rows.iter()
                .filter(move |other| other.player != own)
                .map(move |other| (entry, other.player))
        })
}

fn trail(
    entries: &[Entry<'_>],
    value: impl Fn(&TableScore, &RowScore, &RowScore) -> Exact,
) -> Trail {
    let mut parts = Vec::new();
    for entry in entries.iter().filter(|entry| entry.counts) {
        let Some((table, row)) = entry.game else {
            continue;
        };
        for other in table.rows.iter().filter(|other| other.player != row.player) {
            let why = TrailWhy::Opponent(other.player);
            parts.push(part(entry.round, value(table, row, other), why));
        }
    }
    Trail { parts }
}

fn sum(trail: &Trail) -> Exact {
    trail
        .parts
        .iter()
        .filter_map(|part| part.value.exact())
        .sum()
}

/// 1 for a better place than the opponent's, a half for the same.
pub(super) fn outcome(row: &RowScore, other: &RowScore) -> Exact {
    match row.place.cmp(&other.place) {
        std::cmp::Ordering::Less => Exact::ONE,
        std::cmp::Ordering::Equal => Exact::ONE
            .checked_div(&Exact::int(2))
            .unwrap_or(Exact::ZERO),
        std::cmp::Ordering::Greater => Exact::ZERO,
    }
}

/// Gives what a player scored against the others of a group: a win for each
/// better place at one table, half for the same place (our choice; a direct
/// encounter of two is a special case).
pub(super) fn head_to_head(entries: &[Entry<'_>], group: &[PlayerIx]) -> Valued {
    let mut parts = Vec::new();
    for entry in entries.iter().filter(|entry| entry.counts) {
        let Some((table, row)) = entry.game else {
            continue;
        };
        for other in &table.rows {
            if other.player != row.player && group.binary_search(&other.player).is_ok() {
                let why = TrailWhy::Opponent(other.player);
                parts.push(part(entry.round, outcome(row, other), why));
            }
        }
    }
    let trail = Trail { parts };
    let total = trail
        .parts
        .iter()
        .filter_map(|part| part.value.exact())
        .sum::<Exact>();
    (Measure::from(total), trail)
}
