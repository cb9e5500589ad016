//! Where a search may begin better than at random.
//!
//! Lines of a plane: four groups of q players, and tables that take one of
//! each. Images: rounds that follow from one another by turning the players
//! in circles, so that one round is searched instead of all. A larger field:
//! a plan for full tables, some of whose players are left out. Continued: the
//! rest of a plan whose first round is the one that was played.

use super::draw::Dice;
use super::planner::balanced;
use super::problem::{Problem, Tables};
use super::search::{Search, tables as tables_of};
use crate::model::Goal;

/// A plan without repeats for everybody in all rounds, where one is known.
///
/// Players of a field one or more below 4q are left out of their tables, as
/// long as each table stays large enough.
pub(super) fn algebraic(problem: &Problem, draw: &mut Dice) -> Option<Vec<Tables>> {
    let n = problem.len();
    let rounds = problem.sizes.len();
    let everybody = problem.present.iter().all(|p| p.len() == n);
    if !problem.played.is_empty() || !everybody || problem.full != 4 || n < 9 {
        return None;
    }
    let q = n.div_ceil(4);
    let fits = if q == 4 {
        rounds <= 5
    } else {
        q % 2 == 1 && !q.is_multiple_of(3) && rounds <= q
    };
    if !fits {
        return None;
    }
    // Those missing from the last group never meet, so no table lacks two.
    let mut names: Vec<u32> = (0..n as u32).collect();
    draw.shuffle(&mut names);
    let plan = (0..rounds).map(|r| {
        let mut tables: Tables = (0..q)
            .map(|t| points(q, r, t))
            .map(|points| {
                points
                    .into_iter()
                    .filter_map(|p| names.get(p).copied())
                    .collect()
            })
            .collect();
        tables.sort_by_key(|t| std::cmp::Reverse(t.len()));
        tables
    });
    let plan: Vec<Tables> = plan.collect();
    let sized = |(tables, sizes): (&Tables, &Vec<usize>)| {
        tables.iter().map(Vec::len).eq(sizes.iter().copied())
    };
    plan.iter().zip(&problem.sizes).all(sized).then_some(plan)
}

/// The points of a table: one of each group, at group * q + member.
fn points(q: usize, round: usize, table: usize) -> Vec<usize> {
    if q != 4 {
        return (0..4)
            .map(|group| group * q + (table + group * round) % q)
            .collect();
    }
    // The affine plane over the field of four: the last round is the groups.
    if round == 4 {
        return (0..4).map(|member| table * 4 + member).collect();
    }
    (0..4)
        .map(|group| group * 4 + (table ^ times(group, round)))
        .collect()
}

/// The product in the field of four elements.
fn times(a: usize, b: usize) -> usize {
    if a == 0 || b == 0 {
        0
    } else {
        (a + b - 2) % 3 + 1
    }
}

/// Whether everybody plays in every round and nothing has been played.
fn fresh(problem: &Problem) -> bool {
    let n = problem.len();
    problem.played.is_empty() && problem.present.iter().all(|p| p.len() == n)
}

/// Fields for which images are worth a search.
const IMAGES: std::ops::RangeInclusive<usize> = 6..=60;
/// Moves of a search over images; each is a swap in every round of a group.
const IMAGE_MOVES: usize = 80_000;

/// A plan in which each group of rounds follows by turning circles of players.
pub(super) fn images(
    problem: &Problem,
    draw: &mut Dice,
    circle: usize,
    group: usize,
) -> Option<Vec<Tables>> {
    let rounds = problem.sizes.len();
    if !fresh(problem) || !IMAGES.contains(&problem.len()) || rounds < 3 {
        return None;
    }
    if !rounds.is_multiple_of(group) {
        return None;
    }
    Some(turned(problem, draw, circle, group))
}

/// Searches a plan in which each group of rounds follows by turning circles.
fn turned(problem: &Problem, draw: &mut Dice, circle: usize, group: usize) -> Vec<Tables> {
    let n = problem.len();
    let mut names: Vec<u32> = (0..n as u32).collect();
    draw.shuffle(&mut names);
    let mut next: Vec<u32> = (0..n as u32).collect();
    // Those left over from the circles stay where they are.
    for circle in names.chunks_exact(circle) {
        for (at, &p) in circle.iter().enumerate() {
            next[p as usize] = circle[(at + 1) % circle.len()];
        }
    }
    let mut plan = balanced(problem, draw);
    for group in plan.chunks_mut(group) {
        for round in 1..group.len() {
            let turn = |table: &Vec<u32>| table.iter().map(|&p| next[p as usize]).collect();
            group[round] = group[round - 1].iter().map(turn).collect();
        }
    }
    let mut search = Search::new(problem);
    search.begin(&plan);
    search.anneal_images(draw, group, IMAGE_MOVES);
    search.rows.iter().map(tables_of).collect()
}

/// The field that a plan would have had that began with the first round played
/// and was for everybody who is still to play.
pub(super) fn whole(problem: &Problem) -> Option<Problem> {
    let first = problem.played.first()?;
    let there = problem.present.first()?;
    let began: usize = first.iter().map(Vec::len).sum();
    let many = there.len().max(began);
    if !IMAGES.contains(&many) || problem.present.iter().any(|p| p != there) {
        return None;
    }
    let mut sizes: Vec<usize> = first.iter().map(Vec::len).collect();
    if there.len() >= began {
        sizes.clone_from(problem.sizes.first()?);
    }
    sizes.sort_by_key(|size| std::cmp::Reverse(*size));
    let rounds = problem.played.len() + problem.sizes.len();
    let mut whole = Problem::plain(many, rounds, problem.full, problem.goals.clone());
    whole.sizes = vec![sizes; rounds];
    Some(whole)
}

/// The rounds that are left, out of a plan for the whole field: names are given
/// so that one of its rounds is the first that was played, and who came later
/// has the name of somebody who left.
pub(super) fn continued(
    problem: &Problem,
    whole: &[Tables],
    draw: &mut Dice,
) -> Option<Vec<Tables>> {
    let mut plan = whole.to_vec();
    draw.shuffle(&mut plan);
    let mut played = problem.played.first()?.clone();
    draw.shuffle(&mut played);
    played.sort_by_key(|table| std::cmp::Reverse(table.len()));
    let there = problem.present.first()?;
    let sat = |p: &u32| played.iter().flatten().any(|other| other == p);
    let mut late: Vec<u32> = there.iter().copied().filter(|p| !sat(p)).collect();
    draw.shuffle(&mut late);
    let many: usize = plan.first()?.iter().map(Vec::len).sum();
    let mut names: Vec<Option<u32>> = vec![None; many];
    for (table, players) in plan.first()?.iter().zip(&played) {
        let mut players = players.clone();
        draw.shuffle(&mut players);
        players.truncate(table.len());
        for (&place, p) in table.iter().zip(players) {
            names[place as usize] = Some(p);
        }
    }
    let gone = |p: &u32| there.binary_search(p).is_err();
    for name in &mut names {
        if name.as_ref().is_none_or(gone) {
            *name = late.pop();
        }
    }
    let skip = problem.played.len();
    let named = |table: &Vec<u32>| table.iter().filter_map(|&p| names[p as usize]).collect();
    let left = plan[skip..].iter().map(|tables| {
        let mut tables: Tables = tables.iter().map(named).collect();
        tables.sort_by_key(|table| std::cmp::Reverse(table.len()));
        tables
    });
    let left: Vec<Tables> = left.collect();
    let sized = |(tables, sizes): (&Tables, &Vec<usize>)| {
        tables.iter().map(Vec::len).eq(sizes.iter().copied())
    };
    let everybody = names.iter().flatten().count() == there.len();
    (everybody && left.iter().zip(&problem.sizes).all(sized)).then_some(left)
}

/// A plan for full tables without the players that are too many.
///
/// Those left out never meet, so that no table lacks two; among such choices
/// one is drawn that spreads the short tables well.
pub(super) fn larger(problem: &Problem, draw: &mut Dice) -> Option<Vec<Tables>> {
    const CHOICES: usize = 300;
    const FIELDS: usize = 2;
    let n = problem.len();
    let full = problem.full;
    let many = problem.sizes.first()?.len() * full;
    let short_by_one = |sizes: &Vec<usize>| sizes.iter().all(|s| *s + 1 >= full && *s <= full);
    if !fresh(problem)
        || many == n
        || !IMAGES.contains(&many)
        || !problem.sizes.iter().all(short_by_one)
    {
        return None;
    }
    let rounds = problem.sizes.len();
    let field = Problem::plain(many, rounds, full, vec![Goal::Repeats]);
    let mut best: Option<(i64, Vec<Tables>)> = None;
    let mut order: Vec<u32> = (0..many as u32).collect();
    let mut whole = Vec::new();
    for choice in 0..CHOICES {
        if choice % (CHOICES / FIELDS) == 0 {
            whole = turned(&field, draw, rounds + 1, rounds);
        }
        draw.shuffle(&mut order);
        let Some((uneven, plan)) = without(&whole, &order, many - n) else {
            continue;
        };
        if best.as_ref().is_none_or(|(least, _)| uneven < *least) {
            best = Some((uneven, plan));
        }
    }
    best.map(|(_, plan)| plan)
}

/// A plan without some players, the first in an order who never meet; and the
/// sum of squares of the short tables that the others have.
fn without(whole: &[Tables], order: &[u32], count: usize) -> Option<(i64, Vec<Tables>)> {
    let meets = |a: u32, b: u32| {
        let mut tables = whole.iter().flatten();
        tables.any(|t| t.contains(&a) && t.contains(&b))
    };
    let mut out: Vec<u32> = Vec::new();
    for &p in order {
        if out.len() < count && out.iter().all(|&o| !meets(o, p)) {
            out.push(p);
        }
    }
    if out.len() < count {
        return None;
    }
    let stays: Vec<u32> = (0..order.len() as u32)
        .filter(|p| !out.contains(p))
        .collect();
    let mut shorts = vec![0_i64; stays.len()];
    let mut plan = Vec::new();
    for tables in whole {
        let mut round: Tables = Vec::new();
        for table in tables {
            let left: Vec<u32> = (table.iter())
                .filter_map(|p| stays.binary_search(p).ok())
                .map(|at| at as u32)
                .collect();
            if left.len() < table.len() {
                for &p in &left {
                    shorts[p as usize] += 1;
                }
            }
            round.push(left);
        }
        round.sort_by_key(|t| std::cmp::Reverse(t.len()));
        plan.push(round);
    }
    Some((shorts.iter().map(|s| s * s).sum(), plan))
}
