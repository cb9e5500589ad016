//! The nearest pairing without a rematch, exactly, from the top down.
//!
//! A dynamic program over the position of the highest unpaired player and the
//! set of those below who are taken. Why it stays small: let `a` and `b` meet
//! in a best pairing, `a` above. Every pair with one player between them could
//! swap partners with `a` and `b` for a lower cost, unless that makes a
//! rematch; and each rematch of `a` or `b` can forbid that for one player
//! only. So at most `met(a) + met(b)` players lie between them.

use super::swiss::Field;

/// States looked through at most for each position, on average: beyond that a
/// general matching is quicker in a small field.
const STATES: usize = 600;
/// The farthest partner that a state can tell.
const REACH: usize = 64;

/// What was found.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// The partner of each position.
    Best(Vec<usize>),
    /// Every pairing has a rematch.
    None,
    /// More states than are worth looking through.
    TooMuch,
}

/// Taken positions below the highest unpaired one; bit k is the k-th below.
type Taken = u64;

/// Finds the pairing with the least sum of (rank gap - 1) squared; among equals
/// the one in which the highest player's partner is nearest, then the next's.
pub(super) fn pairing(field: &Field) -> Found {
    let search = Search::new(field);
    if search.farthest > REACH {
        return Found::TooMuch;
    }
    let Some(layers) = search.reachable() else {
        return Found::TooMuch;
    };
    let costs = search.costs(&layers);
    search
        .trace(&layers, &costs)
        .map_or(Found::None, Found::Best)
}

/// What the search needs to know of the field.
struct Search {
    n: usize,
    /// How many each position has met.
    met: Vec<usize>,
    /// Those met below each position; bit k is the k-th below.
    below: Vec<u64>,
    /// Those met above each position; the top bit is the one just above.
    above: Vec<u64>,
    /// The farthest partner in a best pairing.
    farthest: usize,
}

/// The states of each position, ascending, and the least cost below each.
type Layers = Vec<Vec<Taken>>;
type Costs = Vec<Vec<Option<u64>>>;

impl Search {
    fn new(field: &Field) -> Self {
        let n = field.len();
        let met: Vec<usize> = field
            .met
            .iter()
            .map(std::collections::BTreeMap::len)
            .collect();
        let side = |at: usize, downwards: bool| {
            let mut bits = 0;
            for &other in field.met[at].keys() {
                let gap = other.abs_diff(at);
                if (other > at) == downwards && gap <= REACH {
                    bits |= 1 << (gap - 1);
                }
            }
            bits
        };
        let most = met.iter().max().copied().unwrap_or(0);
        Self {
            n,
            met,
            below: (0..n).map(|at| side(at, true)).collect(),
            above: (0..n).map(|at| side(at, false).reverse_bits()).collect(),
            farthest: (1 + 2 * most).min(n),
        }
    }

    /// The states that can be reached; `None` when they are too many.
    fn reachable(&self) -> Option<Layers> {
        let mut layers: Layers = vec![Vec::new(); self.n + 1];
        layers[0].push(0);
        let mut seen = 0;
        for at in 0..self.n {
            let mut states = std::mem::take(&mut layers[at]);
            states.sort_unstable();
            states.dedup();
            seen += states.len();
            if seen > STATES * self.n {
                return None;
            }
            for &taken in &states {
                self.each_gap(at, taken, |gap| {
                    let (next, rest) = after(at, taken, gap);
                    layers[next].push(rest);
                    false
                });
            }
            layers[at] = states;
        }
        Some(layers)
    }

    /// The least cost below each state; `None` where it is a dead end.
    fn costs(&self, layers: &Layers) -> Costs {
        let mut costs: Costs = vec![Vec::new(); self.n + 1];
        for at in (0..self.n).rev() {
            let of = |taken: &Taken| {
                let mut least: Option<u64> = None;
                self.each_gap(at, *taken, |gap| {
                    if let Some(cost) = self.cost_with(layers, &costs, at, *taken, gap) {
                        least = Some(least.map_or(cost, |least| least.min(cost)));
                    }
                    false
                });
                least
            };
            let layer = layers[at].iter().map(of).collect();
            costs[at] = layer;
        }
        costs
    }

    /// Walks down a best pairing, the nearest partner first.
    fn trace(&self, layers: &Layers, costs: &Costs) -> Option<Vec<usize>> {
        let mut mates = vec![usize::MAX; self.n];
        let (mut at, mut taken) = (0, 0);
        while at < self.n {
            let cost = self.value(layers, costs, at, taken)?;
            let mut best = None;
            self.each_gap(at, taken, |gap| {
                let fits = self.cost_with(layers, costs, at, taken, gap) == Some(cost);
                if fits {
                    best = Some(gap);
                }
                fits
            });
            let gap = best?;
            mates[at] = at + gap;
            mates[at + gap] = at;
            (at, taken) = after(at, taken, gap);
        }
        Some(mates)
    }

    fn cost_with(
        &self,
        layers: &Layers,
        costs: &Costs,
        at: usize,
        taken: Taken,
        gap: usize,
    ) -> Option<u64> {
        let (next, rest) = after(at, taken, gap);
        Some(self.value(layers, costs, next, rest)? + price(gap))
    }

    fn value(&self, layers: &Layers, costs: &Costs, at: usize, taken: Taken) -> Option<u64> {
        if at >= self.n {
            return Some(0);
        }
        let found = layers[at].binary_search(&taken).ok()?;
        costs[at][found]
    }

    /// Tells the gaps at which the highest player's partner can lie, ascending,
    /// until told that it is enough.
    fn each_gap(&self, at: usize, taken: Taken, mut tell: impl FnMut(usize) -> bool) {
        // Unpaired players between, whom the highest could meet instead: each
        // needs a rematch of the partner's to be in the way.
        let mut between = 0;
        for gap in 1..=self.farthest.min(self.n - at - 1) {
            let bit = 1 << (gap - 1);
            if (taken | self.below[at]) & bit != 0 {
                continue;
            }
            let other = at + gap;
            if gap <= 1 + self.met[at] + self.met[other]
                && between <= self.in_the_way(taken, gap, other)
                && tell(gap)
            {
                return;
            }
            between += 1;
        }
    }

    /// Unpaired players whom the partner at a gap has met.
    fn in_the_way(&self, taken: Taken, gap: usize, other: usize) -> u32 {
        let further = (!taken).checked_shr(gap as u32).unwrap_or(0) | !(u64::MAX >> gap.min(63));
        let lower = self.below[other] & further;
        let between = if gap > 1 {
            (self.above[other] >> (65 - gap)) & !taken
        } else {
            0
        };
        lower.count_ones() + between.count_ones()
    }
}

/// What a pairing over a gap costs.
fn price(gap: usize) -> u64 {
    (gap as u64 - 1).pow(2)
}

/// The state once the highest player has a partner `gap` places below.
fn after(at: usize, taken: Taken, gap: usize) -> (usize, Taken) {
    let taken = taken | 1 << (gap - 1);
    let run = taken.trailing_ones();
    let rest = taken.checked_shr(run + 1).unwrap_or(0);
    (at + 1 + run as usize, rest)
}
