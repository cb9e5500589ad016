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

/// The bound for plans whose short tables are spread as evenly as can be.
///
/// How often two rounds seat the same players at short tables is then known in
/// sum; it decides how few repeats the two can do with.
pub(super) fn repeats_when_balanced(problem: &Problem) -> u64 {
    let rounds = all_rounds(problem);
    repeats(problem).max(when_balanced(problem, &rounds).unwrap_or(0))
}

fn when_balanced(problem: &Problem, rounds: &[Known]) -> Option<u64> {
    let shared = Shared::new(problem, rounds)?;
    Some(shared.cost(shared.balanced()))
}

/// The least sum of squares of short tables, and whether it is above that of an
/// even spread, for plans whose repeats are at their bound.
pub(super) fn shorts_with_least_repeats(problem: &Problem) -> Option<(u64, bool)> {
    let rounds = all_rounds(problem);
    let shared = Shared::new(problem, &rounds)?;
    let least = repeats(problem);
    let even = shared.balanced();
    let most = shared.couples * shared.short;
    let both = (even..=most).find(|both| shared.cost(*both) <= least)?;
    // A square is twice the pairs and the number itself.
    Some((2 * both + shared.short * rounds.len() as u64, both > even))
}

/// What two rounds must share when everybody plays in every round and all
/// rounds have the same tables.
struct Shared {
    players: u64,
    rounds: u64,
    /// Pairs of rounds.
    couples: u64,
    /// Places at short tables of a round.
    short: u64,
    /// Short tables, and full ones.
    few: u64,
    many: u64,
}

impl Shared {
    fn new(problem: &Problem, rounds: &[Known]) -> Option<Self> {
        let sizes = &rounds.first()?.sizes;
        let seats = |r: &Known| -> u64 {
            let short = r.sizes.iter().filter(|s| **s < problem.full);
            short.map(|s| *s as u64).sum()
        };
        let short = seats(rounds.first()?);
        let alike = |r: &Known| {
            r.sizes.len() == sizes.len() && r.here.iter().all(|here| *here) && seats(r) == short
        };
        let few = sizes.iter().filter(|s| **s < problem.full).count() as u64;
        let count = rounds.len() as u64;
        (short > 0 && count > 1 && rounds.iter().all(alike)).then(|| Self {
            players: problem.len() as u64,
            rounds: count,
            couples: count * (count - 1) / 2,
            short,
            few,
            many: sizes.len() as u64 - few,
        })
    }

    /// Players at short tables in both of two rounds, summed over all pairs of
    /// rounds, when short tables are spread evenly.
    fn balanced(&self) -> u64 {
        spread_cost(self.short * self.rounds, self.players)
    }

    /// The fewest repeats when that sum is known. What one pair of rounds costs
    /// is convex in its share, so an even spread costs least.
    fn cost(&self, both: u64) -> u64 {
        let (each, extra) = (both / self.couples, both % self.couples);
        let more = if extra > 0 {
            extra * self.couple(each + 1)
        } else {
            0
        };
        (self.couples - extra) * self.couple(each) + more
    }

    /// Repeats of two rounds that seat `both` players at short tables twice.
    fn couple(&self, both: u64) -> u64 {
        let once = self.short.saturating_sub(both);
        let never = (self.players + both).saturating_sub(2 * self.short);
        spread_cost(both, self.few * self.few)
            + 2 * spread_cost(once, self.few * self.many)
            + spread_cost(never, self.many * self.many)
    }
}

/// The least cost of seats, summed over players, and the least that the most
/// uneven player's seats can differ, when everybody plays `rounds` rounds at
/// these tables.
pub(super) fn seats(n: usize, rounds: usize, sizes: &[usize], full: usize) -> (u64, u64) {
    let (n, rounds) = (n as u64, rounds as u64);
    let places = |seat: usize| rounds * sizes.iter().filter(|s| **s > seat).count() as u64;
    let others = full.saturating_sub(1).max(1) as u64;
    let (mut cost, mut spread) = (0, u64::from(!rounds.is_multiple_of(full.max(1) as u64)));
    for seat in 0..full {
        cost += spread_cost(places(seat), n);
        // Somebody has the seat this seldom, somebody this often.
        let seldom = places(seat) / n;
        let often = places(seat).div_ceil(n);
        let most = (rounds - seldom.min(rounds)).div_ceil(others);
        let least = (rounds - often.min(rounds)) / others;
        spread = spread
            .max(most.saturating_sub(seldom))
            .max(often.saturating_sub(least));
    }
    let alone = n * spread_cost(rounds, full as u64);
    (cost.max(alone), spread)
}

/// All meetings of all rounds, and the pairs there are to have them.
pub(super) fn meetings(problem: &Problem) -> (u64, u64) {
    let n = problem.len() as u64;
    let rounds = all_rounds(problem);
    let sizes = rounds.iter().flat_map(|r| &r.sizes);
    let all = sizes.map(|&s| (s * s.saturating_sub(1) / 2) as u64).sum();
    (all, n * n.saturating_sub(1) / 2)
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
    // Partners dealt evenly over the players cost least.
    let total: u64 = 2 * meetings;
    let people = n.max(1) as u64;
    let (each, extra) = (total / people, total % people);
    let one = |partners| spread_cost(partners, n.saturating_sub(1) as u64);
    let even = (people - extra) * one(each) + if extra > 0 { extra * one(each + 1) } else { 0 };
    spread_cost(meetings, everybody)
        .max(alone.div_ceil(2))
        .max(even.div_ceil(2))
        .max(golfers(problem, rounds))
}

/// What is known from the literature of groups of four (social golfers): five
/// groups play at most five rounds without a repeat.
fn golfers(problem: &Problem, rounds: &[Known]) -> u64 {
    let fives = |r: &Known| r.sizes == [4, 4, 4, 4, 4] && r.here.iter().all(|here| *here);
    let count = rounds.len() as u64;
    if problem.len() != 20 || count < 6 || !rounds.iter().all(fives) {
        return 0;
    }
    // Each six rounds have one; one lies in two rounds, which choose(count-2, 4)
    // sixes share: so at least choose(count, 6) / that many.
    (count * (count - 1)).div_ceil(30)
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
