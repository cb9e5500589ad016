//! Which number each table gets: fixed tables first, then variety.
//!
//! It only reorders a round's tables; who meets whom is settled.

use super::draw::Draw;
use super::problem::{Problem, Tables};

/// Numbers every round's tables, the earlier rounds remembered.
pub(super) fn assign(problem: &Problem, plan: &mut [Tables], draw: &mut Draw) {
    let mut been: Vec<Vec<u32>> = vec![Vec::new(); problem.len()];
    for (tables, numbers) in problem.played.iter().zip(&problem.played_numbers) {
        for (table, &number) in tables.iter().zip(numbers) {
            for &p in table {
                been[p as usize].push(number);
            }
        }
    }
    for tables in plan {
        shuffle_equal(tables, draw);
        let fixed = fix(problem, tables);
        vary(&been, tables, &fixed, draw);
        for (at, table) in tables.iter().enumerate() {
            for &p in table {
                been[p as usize].push(at as u32 + 1);
            }
        }
    }
}

/// Orders tables by size, the larger first, otherwise by chance.
fn shuffle_equal(tables: &mut Tables, draw: &mut Draw) {
    draw.shuffle(tables);
    tables.sort_by_key(|table| std::cmp::Reverse(table.len()));
}

/// Moves the tables of players with a fixed one; which numbers are then taken.
fn fix(problem: &Problem, tables: &mut Tables) -> Vec<bool> {
    let mut taken = vec![false; tables.len()];
    for player in 0..problem.len() as u32 {
        let Some(wanted) = problem.fixed[player as usize] else {
            continue;
        };
        let to = (wanted as usize).wrapping_sub(1);
        let Some(from) = tables.iter().position(|t| t.contains(&player)) else {
            continue;
        };
        // Where two want what cannot be, the first in the order of keys has it.
        if to < tables.len() && !taken[to] && !taken[from] {
            tables.swap(from, to);
            taken[to] = true;
        }
    }
    taken
}

/// Swaps tables of a size while that spares somebody a number had before.
fn vary(been: &[Vec<u32>], tables: &mut Tables, fixed: &[bool], draw: &mut Draw) {
    const SWEEPS: usize = 3;
    const TRIES: usize = 40;
    let again = |table: &Vec<u32>, at: usize| {
        let of = |p: &u32| {
            been[*p as usize]
                .iter()
                .filter(|n| **n as usize == at + 1)
                .count()
        };
        table.iter().map(of).sum::<usize>()
    };
    for _ in 0..SWEEPS {
        for a in 0..tables.len() {
            if fixed[a] || again(&tables[a], a) == 0 {
                continue;
            }
            for _ in 0..TRIES {
                let b = draw.below(tables.len());
                if a == b || fixed[b] || tables[a].len() != tables[b].len() {
                    continue;
                }
                let now = again(&tables[a], a) + again(&tables[b], b);
                if again(&tables[a], b) + again(&tables[b], a) < now {
                    tables.swap(a, b);
                    break;
                }
            }
        }
    }
}
