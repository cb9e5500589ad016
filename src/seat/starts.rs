//! Plans known from algebra: no pair meets twice, whatever the search finds.
//!
//! Four groups of q players, and tables that take one of each: lines of a
//! plane. It knows only numbers of players and rounds.

use super::draw::Draw;
use super::problem::{Problem, Tables};

/// A plan without repeats for everybody in all rounds, where one is known.
///
/// Players of a field one or more below 4q are left out of their tables, as
/// long as each table stays large enough.
pub(super) fn algebraic(problem: &Problem, draw: &mut Draw) -> Option<Vec<Tables>> {
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
