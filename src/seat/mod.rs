//! Who sits where: all rounds that are left are planned together.
//!
//! Tables first (`planner`), then their numbers, then the seats; what comes
//! later never changes what came before. Everything follows from the request
//! and its seed. It knows no game, no sheet, no results and no clock.

mod bounds;
mod draw;
mod figures;
mod known;
mod matching;
mod nearest;
mod numbers;
mod planner;
mod pods;
mod problem;
mod repair;
mod search;
mod seats;
mod sizes;
mod stage;
mod starts;
mod swiss;
#[cfg(test)]
mod tests;

pub use pods::pods;
pub use repair::repair;
pub use sizes::table_sizes;
pub use stage::draw_stage;
pub use swiss::pair;

use crate::model::{DrawError, DrawRequest, Figures, SeatRule, SeatedRound, Seating};
use draw::Draw;
use problem::{Problem, Tables};

/// The algorithm's name and version: a seed means the same draw under the same one.
pub const ALGORITHM: &str = "tabletally-seat 1 (ChaCha8)";

/// Seats the rounds `first..=last` of a request.
///
/// The plan of a fresh event is followed while the rounds played agree with
/// it; otherwise the rounds that are left are planned around them.
pub fn seat(request: &DrawRequest) -> Result<Seating, DrawError> {
    let problem = Problem::new(request, false)?;
    let plan = match fresh_plan(request) {
        Some(plan) if follows(&problem, &plan) => plan[problem.played.len()..].to_vec(),
        _ => plan_all(&problem, request, "anew"),
    };
    let rounds = plan
        .iter()
        .zip(request.first..)
        .map(|(tables, number)| SeatedRound {
            number,
            tables: tables
                .iter()
                .map(|table| table.iter().map(|&p| problem.people[p as usize]).collect())
                .collect(),
        });
    Ok(Seating {
        rounds: rounds.collect(),
        figures: figures::count(&problem, &plan, request.seats),
    })
}

/// The figures of a seating that exists: what was played, and `rounds` after it.
#[must_use]
pub fn figures(request: &DrawRequest, rounds: &[SeatedRound]) -> Figures {
    let mut seated = request.clone();
    seated.played.extend(rounds.iter().map(|round| {
        let numbered = round.tables.iter().zip(1..);
        numbered
            .map(|(table, number)| crate::model::PlayedTable {
                number,
                seats: table
                    .iter()
                    .zip(1..)
                    .map(|(&p, seat)| (p, Some(seat)))
                    .collect(),
            })
            .collect()
    }));
    let problem = Problem::of_played(&seated);
    figures::count(&problem, &[], request.seats)
}

/// The plan from round 1 on, where there is something to seat and to follow.
fn fresh_plan(request: &DrawRequest) -> Option<Vec<Tables>> {
    let agrees = request.first as usize == request.played.len() + 1;
    if request.first > request.last || !agrees {
        return None;
    }
    let fresh = Problem::new(request, true).ok()?;
    // Where the numbers differ the plan cannot have been followed.
    let counts = request.played.iter().zip(&fresh.sizes);
    counts
        .into_iter()
        .all(|(played, sizes)| played.len() == sizes.len())
        .then(|| plan_all(&fresh, request, "plan"))
}

fn plan_all(problem: &Problem, request: &DrawRequest, purpose: &str) -> Vec<Tables> {
    let draw = |what: &str| Draw::new(&request.seed, &format!("{purpose} {what}"));
    let mut plan = planner::plan(problem, &mut draw("tables"));
    numbers::assign(problem, &mut plan, &mut draw("numbers"));
    match request.seats {
        SeatRule::Drawn => seats::drawn(&mut plan, &mut draw("seats")),
        SeatRule::Balanced => seats::balanced(problem, &mut plan, &mut draw("seats")),
    }
    plan
}

/// Whether the rounds played are those of a plan: same numbers, same people.
fn follows(problem: &Problem, plan: &[Tables]) -> bool {
    let rounds = problem.played.iter().zip(&problem.played_numbers).zip(plan);
    rounds.into_iter().all(|((played, numbers), planned)| {
        played.len() == planned.len()
            && played.iter().zip(numbers).all(|(table, &number)| {
                let at = (number as usize).wrapping_sub(1);
                planned.get(at).is_some_and(|other| same(table, other))
            })
    })
}

fn same(a: &[u32], b: &[u32]) -> bool {
    let sorted = |list: &[u32]| {
        let mut list = list.to_vec();
        list.sort_unstable();
        list
    };
    sorted(a) == sorted(b)
}
