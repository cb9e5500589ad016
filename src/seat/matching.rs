//! The pairing with the fewest rematches, by a general weighted matching.
//!
//! Takes over from `nearest` where every pairing has a rematch, or where a
//! small field plays many rounds. It knows ranks and who has met.

use super::swiss::Field;
use integer_blossom::min_weight_perfect_matching;

/// Fields up to this size have their ties broken from the top down; larger
/// ones take what the matching gives, which is the same everywhere too.
const TIES: usize = 64;

/// Finds the partner of each position: first as few as possible who met in the
/// round just before, then the fewest rematches, the oldest, and the least sum
/// of (rank gap - 1) squared.
pub(super) fn pairing(field: &Field) -> Vec<usize> {
    let everybody: Vec<usize> = (0..field.len()).collect();
    let mut mates = solve(field, &everybody);
    if field.len() <= TIES {
        settle_ties(field, &mut mates);
    }
    mates
}

/// What it costs that two positions meet.
fn price(field: &Field, a: usize, b: usize) -> i128 {
    let n = field.len() as i128;
    let gap = (a.abs_diff(b) as i128 - 1).pow(2);
    let Some(round) = field.last(a, b) else {
        return gap;
    };
    // Each stands above the greatest sum of all that comes after it.
    let all_gaps = n * n * n + 1;
    let all_rounds = n * (i128::from(field.before) + 2);
    let just = i128::from(round >= field.before);
    ((just * (n + 1) + 1) * all_rounds + i128::from(round)) * all_gaps + gap
}

/// The best partners for some positions; the others keep `usize::MAX`.
fn solve(field: &Field, who: &[usize]) -> Vec<usize> {
    let n = who.len();
    let mut costs = vec![0; n * n];
    for a in 0..n {
        for b in a + 1..n {
            costs[a * n + b] = price(field, who[a], who[b]);
        }
    }
    let mut mates = vec![usize::MAX; field.len()];
    if n > 0 {
        for (a, b) in min_weight_perfect_matching(&costs, n)
            .into_iter()
            .enumerate()
        {
            mates[who[a]] = who[b];
        }
    }
    mates
}

fn total(field: &Field, mates: &[usize]) -> i128 {
    let pairs = mates
        .iter()
        .enumerate()
        .filter(|(a, b)| **b != usize::MAX && a < *b);
    pairs.map(|(a, &b)| price(field, a, b)).sum()
}

/// Gives each player from the top down the nearest partner of any best pairing.
fn settle_ties(field: &Field, mates: &mut [usize]) {
    let mut left: Vec<usize> = (0..field.len()).collect();
    while let Some(&at) = left.first() {
        let best: i128 = left
            .iter()
            .filter(|a| **a < mates[**a])
            .map(|a| price(field, *a, mates[*a]))
            .sum();
        let nearer: Vec<usize> = left
            .iter()
            .skip(1)
            .copied()
            .take_while(|b| *b < mates[at])
            .collect();
        for other in nearer {
            let rest: Vec<usize> = left
                .iter()
                .copied()
                .filter(|p| *p != at && *p != other)
                .collect();
            let cost = price(field, at, other);
            if cost > best {
                continue;
            }
            let trial = solve(field, &rest);
            if total(field, &trial) + cost == best {
                for p in rest {
                    mates[p] = trial[p];
                }
                (mates[at], mates[other]) = (other, at);
                break;
            }
        }
        let mate = mates[at];
        left.retain(|p| *p != at && *p != mate);
    }
}
