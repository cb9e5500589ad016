//! The figures of a seating, counted from its tables alone.
//!
//! It knows nothing of how a seating came about: played rounds and planned
//! ones count alike.

use super::bounds;
use super::problem::{Problem, Tables};
use crate::model::{Figures, Goal, SeatRule};
use std::collections::HashMap;

/// Seats of every round: for each table, each player's seat from 0 where known.
pub(super) type Seats = Vec<Vec<Vec<Option<usize>>>>;

/// Counts the figures of all rounds of a problem, planned ones given.
pub(super) fn count(problem: &Problem, planned: &[Tables], rule: SeatRule) -> Figures {
    let rounds: Vec<&Tables> = problem.played.iter().chain(planned).collect();
    let mut seats: Seats = problem.played_seats.clone();
    let in_order = |t: &Vec<u32>| (0..t.len()).map(Some).collect();
    seats.extend(
        planned
            .iter()
            .map(|tables| tables.iter().map(in_order).collect()),
    );
    let met = meetings(&rounds);
    let shorts = shorts(problem, &rounds);
    let (seat_spread, seats_even) = seat_spread(problem, &rounds, &seats);
    let mut figures = Figures {
        repeat_cost: met
            .values()
            .map(|&m| u64::from(m) * u64::from(m - 1) / 2)
            .sum(),
        repeat_lower_bound: repeat_bound(problem, &shorts),
        repeat_meetings: met.values().map(|&m| u64::from(m) - 1).sum(),
        max_meetings: met.values().copied().max().unwrap_or(0),
        three_player_spread: spread(shorts.iter().filter(|s| s.0 == rounds.len()).map(|s| s.1)),
        seat_spread,
        avoid_broken: met
            .iter()
            .filter(|((a, b), _)| problem.apart(*a, *b))
            .map(|(_, &m)| u64::from(m))
            .sum(),
        proven_optimal: false,
    };
    let repeats_least = figures.repeat_cost == figures.repeat_lower_bound;
    let shorts_even = shorts_proven(problem, &shorts, repeats_least);
    figures.proven_optimal = problem.goals.iter().all(|goal| match goal {
        Goal::ThreePlayerBalance => shorts_even,
        Goal::Repeats => repeats_least,
        Goal::SeatBalance => rule == SeatRule::Drawn || seats_even,
        Goal::Avoid => figures.avoid_broken == 0,
    });
    figures
}

fn meetings(rounds: &[&Tables]) -> HashMap<(u32, u32), u32> {
    let mut met = HashMap::new();
    for table in rounds.iter().flat_map(|tables| tables.iter()) {
        for (at, &a) in table.iter().enumerate() {
            for &b in &table[..at] {
                *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
            }
        }
    }
    met
}

/// Each player's rounds and short tables.
fn shorts(problem: &Problem, rounds: &[&Tables]) -> Vec<(usize, u32)> {
    let mut counts = vec![(0, 0); problem.len()];
    for table in rounds.iter().flat_map(|tables| tables.iter()) {
        for &p in table {
            counts[p as usize].0 += 1;
            counts[p as usize].1 += u32::from(table.len() < problem.full);
        }
    }
    counts
}

/// Most minus least; 0 when there is nobody.
fn spread(counts: impl Iterator<Item = u32> + Clone) -> u32 {
    counts.clone().max().unwrap_or(0) - counts.min().unwrap_or(0)
}

/// Whether short tables are proven to be spread as evenly as can be, given the
/// goals above.
fn shorts_proven(problem: &Problem, shorts: &[(usize, u32)], repeats_least: bool) -> bool {
    let uneven = spread(shorts.iter().filter(|s| s.0 > 0).map(|s| s.1));
    if uneven != 2 || !repeats_least || balance_first(problem) {
        return uneven <= 1;
    }
    // So few repeats can rule out an even spread.
    let squares: u64 = shorts.iter().map(|s| u64::from(s.1) * u64::from(s.1)).sum();
    bounds::shorts_with_least_repeats(problem)
        .is_some_and(|(least, above)| above && squares <= least)
}

fn balance_first(problem: &Problem) -> bool {
    let at = |goal| problem.goals.iter().position(|g| *g == goal);
    match (at(Goal::ThreePlayerBalance), at(Goal::Repeats)) {
        (Some(balance), Some(repeats)) => balance < repeats,
        _ => false,
    }
}

/// The bound on repeats, given the goals above them.
fn repeat_bound(problem: &Problem, shorts: &[(usize, u32)]) -> u64 {
    // Where balance was not reached, what follows from it is no bound.
    if balance_first(problem) && spread(shorts.iter().map(|s| s.1)) <= 1 {
        bounds::repeats_when_balanced(problem)
    } else {
        bounds::repeats(problem)
    }
}

/// The most uneven player's spread, and whether all seats are proven to be as
/// even as can be.
fn seat_spread(problem: &Problem, rounds: &[&Tables], seats: &Seats) -> (u32, bool) {
    let mut counts = vec![vec![0_u32; problem.full]; problem.len()];
    for (tables, seats) in rounds.iter().zip(seats) {
        for (table, seats) in tables.iter().zip(seats) {
            for (&p, seat) in table.iter().zip(seats) {
                if let Some(count) = seat.and_then(|s| counts[p as usize].get_mut(s)) {
                    *count += 1;
                }
            }
        }
    }
    let worst = counts
        .iter()
        .map(|c| spread(c.iter().copied()))
        .max()
        .unwrap_or(0);
    (
        worst,
        worst == 0 || seats_proven(problem, rounds, &counts, worst),
    )
}

fn seats_proven(problem: &Problem, rounds: &[&Tables], counts: &[Vec<u32>], worst: u32) -> bool {
    let sizes = |tables: &Tables| {
        let mut sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
        sizes.sort_unstable();
        sizes
    };
    let Some(first) = rounds.first().map(|tables| sizes(tables)) else {
        return true;
    };
    let played = |c: &Vec<u32>| c.iter().sum::<u32>() as usize == rounds.len();
    if !counts.iter().all(played) || !rounds.iter().all(|tables| sizes(tables) == first) {
        return worst <= 1;
    }
    let pairs = |c: &u32| u64::from(*c) * u64::from(c.saturating_sub(1)) / 2;
    let cost: u64 = counts.iter().flatten().map(pairs).sum();
    let (least, uneven) = bounds::seats(problem.len(), rounds.len(), &first, problem.full);
    cost == least && u64::from(worst) == uneven
}
