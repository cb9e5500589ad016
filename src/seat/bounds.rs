//! Proven lower bounds on the repeat cost.
//!
//! The cost is the number of (pair of rounds, pair of players) in which the
//! players met in both rounds; so bounds for two rounds add up. It knows the
//! table sizes and who is there, never the plan that is judged.

use super::problem::Problem;

/// The best of the bounds on the repeat cost of all rounds, played and planned.
pub(super) fn repeats(problem: &Problem) -> u64 {
    let rounds = all_rounds(problem);
    pigeonhole(&rounds).max(pair_count(problem, &rounds))
}

/// What a bound may know of a round.
struct Known {
    /// Who is there.
    here: Vec<bool>,
    /// Table sizes.
    sizes: Vec<usize>,
    /// The table of each player, when the round is played.
    table: Option<Vec<usize>>,
}

fn all_rounds(problem: &Problem) -> Vec<Known> {
    let n = problem.len();
    let mut rounds = Vec::new();
    for tables in &problem.played {
        let mut table = vec![usize::MAX; n];
        for (at, who) in tables.iter().enumerate() {
            for &p in who {
                table[p as usize] = at;
            }
        }
        rounds.push(Known {
            here: table.iter().map(|&t| t != usize::MAX).collect(),
            sizes: tables.iter().map(Vec::len).collect(),
            table: Some(table),
        });
    }
    for (present, sizes) in problem.present.iter().zip(&problem.sizes) {
        let mut here = vec![false; n];
        for &p in present {
            here[p as usize] = true;
        }
        rounds.push(Known {
            here,
            sizes: sizes.clone(),
            table: None,
        });
    }
    rounds
}

/// Repeats that any two rounds force, summed.
fn pigeonhole(rounds: &[Known]) -> u64 {
    let mut sum = 0;
    for (at, later) in rounds.iter().enumerate() {
        for earlier in &rounds[..at] {
            sum += match (&earlier.table, &later.table) {
                (Some(a), Some(b)) => overlap(a, b, later.sizes.len()),
                _ => drawn(earlier, later).max(drawn(later, earlier)),
            };
        }
    }
    sum
}

/// Pairs that sat together in both of two played rounds.
fn overlap(a: &[usize], b: &[usize], tables: usize) -> u64 {
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); tables];
    for (&earlier, &later) in a.iter().zip(b) {
        if earlier != usize::MAX && later != usize::MAX {
            groups[later].push(earlier);
        }
    }
    let same = |g: &Vec<usize>| {
        let pairs = g.iter().enumerate();
        pairs
            .map(|(i, x)| g[..i].iter().filter(|y| *y == x).count() as u64)
            .sum::<u64>()
    };
    groups.iter().map(same).sum()
}

/// Repeats forced on tables whose players come from `from`'s tables.
fn drawn(from: &Known, to: &Known) -> u64 {
    let groups = from.sizes.len();
    let both = from.here.iter().zip(&to.here);
    let mut fresh = both.filter(|(was, is)| **is && !**was).count();
    let mut old = to.sizes.clone();
    // Players who were not there make repeats rarer; each is seated where it
    // saves most, which is exact since the forced pairs are convex.
    while fresh > 0 {
        let saves = |s: usize| forced(s, groups) - forced(s.saturating_sub(1), groups);
        let best = old
            .iter_mut()
            .filter(|s| **s > 0)
            .max_by_key(|s| saves(**s));
        match best {
            Some(size) if saves(*size) > 0 => *size -= 1,
            _ => break,
        }
        fresh -= 1;
    }
    old.iter().map(|&size| forced(size, groups)).sum()
}

/// Fewest pairs of one group when `players` come from `groups` groups.
fn forced(players: usize, groups: usize) -> u64 {
    if groups == 0 {
        return 0;
    }
    spread_cost(players as u64, groups as u64)
}

/// Least sum of m(m-1)/2 when `total` is dealt over `places`.
fn spread_cost(total: u64, places: u64) -> u64 {
    if places == 0 {
        return 0;
    }
    let (each, extra) = (total / places, total % places);
    places * (each * each.saturating_sub(1) / 2) + extra * each
}

/// Meetings against the pairs there are, over all players and for each alone.
fn pair_count(problem: &Problem, rounds: &[Known]) -> u64 {
    let n = problem.len();
    let meetings: u64 = rounds
        .iter()
        .flat_map(|r| &r.sizes)
        .map(|&s| (s * s.saturating_sub(1) / 2) as u64)
        .sum();
    let everybody = (n * n.saturating_sub(1) / 2) as u64;
    // Each pair is counted from both sides.
    let alone: u64 = (0..n).map(|p| one_player(rounds, p, n)).sum();
    spread_cost(meetings, everybody).max(alone.div_ceil(2))
}

/// What one player's partners cost at least.
fn one_player(rounds: &[Known], player: usize, n: usize) -> u64 {
    let mut partners = 0;
    for round in rounds.iter().filter(|r| r.here[player]) {
        let size = match &round.table {
            Some(table) => round.sizes[table[player]],
            None => round.sizes.iter().copied().min().unwrap_or(1),
        };
        partners += size.saturating_sub(1) as u64;
    }
    spread_cost(partners, n.saturating_sub(1) as u64)
}
