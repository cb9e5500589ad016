//! Who meets whom: the best plan of several attempts.
//!
//! Each attempt begins somewhere else: at a plan known from algebra, at rounds
//! that are images of each other, at a larger field with some left out, or at
//! random. Two attempts run at a time, and are judged in their order, so the
//! plan is the same with any number of threads.

use super::draw::{Dice, Draw};
use super::known;
use super::problem::{Problem, Tables};
#[cfg(test)]
use super::search::GOALS;
use super::search::{Cost, Row, Search, played_shorts, tables};
use super::starts;

/// Moves of all attempts together.
const BUDGET: usize = 10_000_000;
/// Attempts that end at the same best value before it is believed, and how
/// many are enough in a small field, where they nearly always do.
const HITS: usize = 12;
const SMALL: (usize, usize) = (13, 3);
/// Circles and groups of rounds of starts from images, the best first.
const CIRCLES: [(usize, usize); 3] = [(3, 3), (4, 2), (6, 3)];
/// Attempts at a time.
const TOGETHER: usize = 2;

/// What an attempt came to.
struct Tried {
    cost: Cost,
    rows: Vec<Row>,
    done: bool,
}

/// Plans the rounds to plan: the best tables found.
pub(super) fn plan(problem: &Problem, draw: &mut Draw) -> Vec<Tables> {
    if problem.sizes.is_empty() {
        return Vec::new();
    }
    if let Some(plan) = listed(problem, draw.dice()) {
        return plan;
    }
    let places: usize = problem.present.iter().map(Vec::len).sum();
    let moves = (places * 5_000).clamp(60_000, 500_000);
    let attempts = (BUDGET / moves).min(40);
    let whole = starts::whole(problem).map(|whole| plan(&whole, draw));
    let whole = whole.as_deref();
    let (small, few) = SMALL;
    let enough = if problem.len() <= small { few } else { HITS };
    let mut best = attempt(problem, whole, draw.dice(), 0, moves);
    let mut hits = 1;
    let mut number = 1;
    while !best.done && hits < enough && number < attempts {
        let dice: Vec<Dice> = (0..TOGETHER).map(|_| draw.dice()).collect();
        let tried = together(problem, whole, dice, number, moves);
        number += TOGETHER;
        for tried in tried {
            if best.done || hits >= enough {
                break;
            }
            hits = match tried.cost.cmp(&best.cost) {
                std::cmp::Ordering::Less => 1,
                std::cmp::Ordering::Equal => hits + 1,
                std::cmp::Ordering::Greater => hits,
            };
            if tried.cost < best.cost {
                best = tried;
            }
        }
    }
    best.rows.iter().map(tables).collect()
}

/// Runs some attempts beside each other; the answers are in their order.
fn together(
    problem: &Problem,
    whole: Option<&[Tables]>,
    dice: Vec<Dice>,
    first: usize,
    moves: usize,
) -> Vec<Tried> {
    std::thread::scope(|scope| {
        let running: Vec<_> = dice
            .into_iter()
            .zip(first..)
            .map(|(dice, number)| scope.spawn(move || attempt(problem, whole, dice, number, moves)))
            .collect();
        running
            .into_iter()
            .filter_map(|attempt| attempt.join().ok())
            .collect()
    })
}

/// The plan of the list, when there is one and nobody is to be kept apart.
fn listed(problem: &Problem, mut dice: Dice) -> Option<Vec<Tables>> {
    let plan = known::start(problem, &mut dice)?;
    problem.labels.iter().all(Vec::is_empty).then_some(plan)
}

/// Searches much longer than [`plan`], unless that is proven to be the best.
#[cfg(test)]
pub(super) fn hunt(
    problem: &Problem,
    draw: &mut Draw,
    effort: usize,
) -> Option<(Cost, Vec<Tables>)> {
    let places: usize = problem.present.iter().map(Vec::len).sum();
    let usual = (places * 5_000).clamp(60_000, 500_000);
    let mut best: Option<([i64; GOALS + 1], Tried)> = None;
    let mut soon = true;
    for pair in 0..effort {
        let dice: Vec<Dice> = (0..TOGETHER).map(|_| draw.dice()).collect();
        // Quick attempts and long ones by turns.
        let moves = usual * [1, 1, 4, 1, 1, 20][pair % 6];
        for tried in together(problem, None, dice, pair * TOGETHER, moves) {
            let judged = judged(problem, &tried);
            if best.as_ref().is_none_or(|best| judged < best.0) {
                best = Some((judged, tried));
            }
        }
        if best
            .as_ref()
            .is_some_and(|(_, tried)| tried.done && uneven(problem, tried) <= 1)
        {
            soon = pair < 3;
            break;
        }
        soon = false;
    }
    let (_, best) = best.filter(|_| !soon)?;
    Some((best.cost, best.rows.iter().map(tables).collect()))
}

/// The cost with most minus least short tables just before their squares.
#[cfg(test)]
fn judged(problem: &Problem, tried: &Tried) -> [i64; GOALS + 1] {
    let mut judged = tried.cost.to_vec();
    let at = if known::balance_first(&problem.goals) {
        0
    } else {
        2
    };
    judged.insert(at, uneven(problem, tried));
    std::array::from_fn(|goal| judged[goal])
}

/// Most minus least short tables.
#[cfg(test)]
fn uneven(problem: &Problem, tried: &Tried) -> i64 {
    let mut shorts = vec![0_i64; problem.len()];
    let tables = tried.rows.iter().flat_map(tables);
    for p in tables.filter(|table| table.len() < problem.full).flatten() {
        shorts[p as usize] += 1;
    }
    let most = shorts.iter().max().copied().unwrap_or(0);
    most - shorts.iter().min().copied().unwrap_or(0)
}

/// One attempt, from the start that belongs to its number; `whole` is a plan to
/// be continued, where some rounds were played.
fn attempt(
    problem: &Problem,
    whole: Option<&[Tables]>,
    mut dice: Dice,
    number: usize,
    moves: usize,
) -> Tried {
    let mut search = Search::new(problem);
    let continued = |dice: &mut Dice| starts::continued(problem, whole?, dice);
    let start = match number % 4 {
        0 | 1 | 3 if whole.is_some() => continued(&mut dice),
        _ if number == 0 => starts::algebraic(problem, &mut dice),
        1 | 3 => {
            let (circle, group) = CIRCLES[number / 2 % CIRCLES.len()];
            starts::images(problem, &mut dice, circle, group)
        }
        2 => starts::larger(problem, &mut dice).or_else(|| {
            let rounds = problem.sizes.len();
            starts::images(problem, &mut dice, rounds + 1, rounds)
        }),
        _ => None,
    };
    // What a search found already is only polished.
    let warm = start.is_some() && (number % 2 == 1 || whole.is_some());
    let start = start.unwrap_or_else(|| balanced(problem, &mut dice));
    search.begin(&start);
    search.repair(&mut dice);
    if !search.done() {
        search.anneal(&mut dice, if warm { moves / 2 } else { moves }, warm);
    }
    Tried {
        cost: search.cost,
        done: search.done(),
        rows: search.rows,
    }
}

/// Random tables where those with the fewest short tables so far sit short.
pub(super) fn balanced(problem: &Problem, draw: &mut Dice) -> Vec<Tables> {
    let mut shorts = played_shorts(problem);
    let mut plan = Vec::new();
    for (present, sizes) in problem.present.iter().zip(&problem.sizes) {
        let mut who = present.clone();
        draw.shuffle(&mut who);
        // Short tables come last, so those with most short tables come first.
        who.sort_by_key(|&p| std::cmp::Reverse(shorts[p as usize]));
        let full: usize = sizes.iter().filter(|s| **s >= problem.full).sum();
        draw.shuffle(&mut who[..full]);
        draw.shuffle(&mut who[full..]);
        for &p in &who[full..] {
            shorts[p as usize] += 1;
        }
        // Sizes descend, but a larger table may be other than the preferred.
        let mut rest = who.as_slice();
        let mut tables = Vec::new();
        for &size in sizes {
            let (table, after) = rest.split_at(size);
            tables.push(table.to_vec());
            rest = after;
        }
        plan.push(tables);
    }
    plan
}
