//! Tables down the ranking: blocks of neighbours, short tables at the bottom.
//!
//! Within a window of neighbouring ranks the goals decide who sits where; what
//! they leave open, the ranking decides. It knows ranks, meetings and seats.

use super::draw::Draw;
use super::sizes::{spoken, table_sizes};
use crate::model::{DrawError, Goal, PlayerIx, PodPlayer, PodRequest, PodRound, SeatRule};
use std::collections::{BTreeMap, BTreeSet};

/// Rounds of pushing and settling, besides the first.
const PUSHES: usize = 60;
/// Goals that tables decide, and the distance from the ranking.
const GOALS: usize = 4;

/// Values of the goals in their order, the distance from the ranking last.
type Cost = [u64; GOALS];

/// Seats one round of pods.
pub fn pods(request: &PodRequest) -> Result<PodRound, DrawError> {
    let mut draw = Draw::new(
        &request.seed,
        &format!("pods {} {}", request.round, request.label),
    );
    let mut players: Vec<&PodPlayer> = request.players.iter().collect();
    if request.round <= 1 {
        players.sort_by(|a, b| a.key.cmp(&b.key));
        draw.shuffle(&mut players);
    }
    let Some(sizes) = table_sizes(players.len(), &request.sizes) else {
        return Err(DrawError::CannotSplit {
            players: players.len(),
            sizes: spoken(&request.sizes),
            round: request.round,
        });
    };
    let mut search = Search::new(request, &players, &sizes);
    search.improve(&mut draw);
    let mut tables = search.tables();
    for table in &mut tables {
        seat(table, &players, request.seats, &mut draw);
    }
    Ok(PodRound {
        moved: search.moved().map(|at| players[at].player).collect(),
        rematches: search.rematches(&tables),
        tables: (tables.iter())
            .map(|table| table.iter().map(|&at| players[at].player).collect())
            .collect(),
    })
}

/// A local search over who sits at which table.
struct Search<'a> {
    players: &'a [&'a PodPlayer],
    /// Meetings of each pair of positions that has met, the lower first.
    met: BTreeMap<(usize, usize), u64>,
    /// Who sits in each place; tables lie end to end.
    who: Vec<usize>,
    /// First place of each table, and the end.
    start: Vec<usize>,
    /// The table of each place.
    table: Vec<usize>,
    /// Places of the preferred size.
    full: usize,
    window: usize,
    goals: Vec<Goal>,
    /// Labels that keep players apart.
    labels: Vec<BTreeSet<&'a str>>,
}

impl<'a> Search<'a> {
    fn new(request: &PodRequest, players: &'a [&'a PodPlayer], sizes: &[usize]) -> Self {
        let position: BTreeMap<PlayerIx, usize> =
            players.iter().map(|p| p.player).zip(0..).collect();
        let mut met = BTreeMap::new();
        for (at, player) in players.iter().enumerate() {
            for (other, _) in &player.met {
                if let Some(&other) = position.get(other).filter(|other| **other > at) {
                    *met.entry((at, other)).or_insert(0) += 1;
                }
            }
        }
        let mut start = vec![0];
        let mut table = Vec::new();
        for (number, size) in sizes.iter().enumerate() {
            table.resize(table.len() + size, number);
            start.push(table.len());
        }
        let mut goals: Vec<Goal> = Vec::new();
        for goal in &request.goals {
            if *goal != Goal::SeatBalance && !goals.contains(goal) {
                goals.push(*goal);
            }
        }
        Self {
            players,
            met,
            who: (0..players.len()).collect(),
            start,
            table,
            full: request.sizes.first().copied().unwrap_or(0),
            window: if request.round <= 1 {
                players.len()
            } else {
                request.window
            },
            goals,
            labels: (players.iter())
                .map(|p| p.avoid.iter().map(String::as_str).collect())
                .collect(),
        }
    }

    fn tables(&self) -> Vec<Vec<usize>> {
        let ends = self.start.windows(2);
        ends.map(|ends| self.who[ends[0]..ends[1]].to_vec())
            .collect()
    }

    fn moved(&self) -> impl Iterator<Item = usize> {
        let places = self.who.iter().zip(&self.table);
        places
            .filter(|(who, table)| self.table[**who] != **table)
            .map(|(who, _)| *who)
    }

    fn rematches(&self, tables: &[Vec<usize>]) -> Vec<(PlayerIx, PlayerIx)> {
        let mut again = Vec::new();
        for table in tables {
            let mut ranks = table.clone();
            ranks.sort_unstable();
            for (at, &a) in ranks.iter().enumerate() {
                for &b in &ranks[at + 1..] {
                    if self.met.contains_key(&(a, b)) {
                        again.push((self.players[a].player, self.players[b].player));
                    }
                }
            }
        }
        again
    }

    /// Whether a player may sit at a table: its ranks are near enough.
    fn may(&self, player: usize, table: usize) -> bool {
        let (first, last) = (self.start[table], self.start[table + 1] - 1);
        player + self.window >= first && player <= last + self.window
    }

    /// What a table costs.
    fn cost(&self, table: usize) -> Cost {
        let places = self.start[table]..self.start[table + 1];
        let who = &self.who[places.clone()];
        let short = who.len() < self.full;
        let (mut repeats, mut avoid, mut shorts, mut far) = (0, 0, 0, 0);
        for (at, &a) in who.iter().enumerate() {
            let distance = places.start.saturating_sub(a) + (a + 1).saturating_sub(places.end);
            far += (distance * distance) as u64;
            if short {
                shorts += 2 * u64::from(self.players[a].short_tables) + 1;
            }
            for &b in &who[at + 1..] {
                repeats += self.met.get(&(a.min(b), a.max(b))).copied().unwrap_or(0);
                avoid += u64::from(!self.labels[a].is_disjoint(&self.labels[b]));
            }
        }
        let mut cost = [0; GOALS];
        for (value, goal) in cost.iter_mut().zip(&self.goals) {
            *value = match goal {
                Goal::Repeats => repeats,
                Goal::Avoid => avoid,
                Goal::ThreePlayerBalance => shorts,
                Goal::SeatBalance => 0,
            };
        }
        cost[GOALS - 1] = far;
        cost
    }

    fn total(&self) -> Cost {
        let tables = self.start.len() - 1;
        (0..tables).fold([0; GOALS], |sum, table| add(sum, self.cost(table)))
    }

    /// Settles, then pushes a few players around and settles again.
    fn improve(&mut self, draw: &mut Draw) {
        self.settle();
        let mut best = (self.total(), self.who.clone());
        if self.window == 0 || best.0 == [0; GOALS] {
            return;
        }
        for _ in 0..PUSHES {
            for _ in 0..3 {
                let (a, b) = (draw.below(self.who.len()), draw.below(self.who.len()));
                if self.allowed(a, b) {
                    self.who.swap(a, b);
                }
            }
            self.settle();
            let total = self.total();
            if total < best.0 {
                best = (total, self.who.clone());
            } else {
                self.who.clone_from(&best.1);
            }
        }
    }

    fn allowed(&self, a: usize, b: usize) -> bool {
        self.table[a] != self.table[b]
            && self.may(self.who[a], self.table[b])
            && self.may(self.who[b], self.table[a])
    }

    /// Swaps while that helps.
    fn settle(&mut self) {
        let mut again = true;
        while again {
            again = false;
            for a in 0..self.who.len() {
                for b in a + 1..self.who.len() {
                    if !self.allowed(a, b) {
                        continue;
                    }
                    let both = |s: &Self| add(s.cost(s.table[a]), s.cost(s.table[b]));
                    let before = both(self);
                    self.who.swap(a, b);
                    if both(self) < before {
                        again = true;
                    } else {
                        self.who.swap(a, b);
                    }
                }
            }
        }
    }
}

fn add(mut sum: Cost, more: Cost) -> Cost {
    for (sum, more) in sum.iter_mut().zip(more) {
        *sum += more;
    }
    sum
}

/// Orders a table by seat: drawn, or so that seats had before come least often.
fn seat(table: &mut Vec<usize>, players: &[&PodPlayer], rule: SeatRule, draw: &mut Draw) {
    draw.shuffle(table);
    if rule == SeatRule::Drawn {
        return;
    }
    let had = |at: usize, seat: usize| {
        let of = players[at].seats.iter();
        of.filter(|s| **s as usize == seat + 1).count()
    };
    let cost = |order: &[usize]| -> usize {
        let seats = order.iter().enumerate();
        seats.map(|(seat, &at)| had(at, seat)).sum()
    };
    let mut best = (cost(table), table.clone());
    orders(&mut table.clone(), 0, &mut |order| {
        let here = cost(order);
        if here < best.0 {
            best = (here, order.to_vec());
        }
    });
    *table = best.1;
}

/// Tells every order of the items from a place on.
fn orders(items: &mut [usize], from: usize, tell: &mut impl FnMut(&[usize])) {
    if from == items.len() {
        return tell(items);
    }
    for other in from..items.len() {
        items.swap(from, other);
        orders(items, from + 1, tell);
        items.swap(from, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn request(n: usize, window: usize) -> PodRequest {
        let player = |p: usize| PodPlayer {
            player: p,
            key: format!("P{p:03}"),
            met: Vec::new(),
            seats: Vec::new(),
            short_tables: 0,
            avoid: Vec::new(),
        };
        PodRequest {
            seed: "seed".into(),
            round: 2,
            label: String::new(),
            sizes: vec![4, 3],
            window,
            players: (0..n).map(player).collect(),
            goals: vec![Goal::Repeats, Goal::Avoid],
            seats: SeatRule::Balanced,
        }
    }

    fn sorted(round: &PodRound) -> Vec<Vec<PlayerIx>> {
        let mut tables = round.tables.clone();
        for table in &mut tables {
            table.sort_unstable();
        }
        tables
    }

    #[test]
    fn blocks_with_short_tables_at_the_bottom() {
        let round = pods(&request(10, 4)).unwrap();
        let blocks = vec![vec![0, 1, 2, 3], vec![4, 5, 6], vec![7, 8, 9]];
        assert_eq!(sorted(&round), blocks);
        assert!(round.moved.is_empty() && round.rematches.is_empty());
    }

    #[test]
    fn a_repeat_is_solved_at_the_least_distance() {
        let mut request = request(12, 4);
        request.players[2].met = vec![(3, 1)];
        request.players[3].met = vec![(2, 1)];
        let round = pods(&request).unwrap();
        let swapped = vec![vec![0, 1, 2, 4], vec![3, 5, 6, 7], vec![8, 9, 10, 11]];
        assert_eq!(sorted(&round), swapped);
        assert_eq!(round.moved.len(), 2);
        request.window = 0;
        let fixed = pods(&request).unwrap();
        assert_eq!(fixed.rematches, vec![(2, 3)]);
    }

    #[test]
    fn nobody_is_moved_beyond_the_window() {
        let mut request = request(24, 2);
        for p in 0..8 {
            request.players[p].met = (0..8).filter(|q| *q != p).map(|q| (q, 1)).collect();
        }
        let round = pods(&request).unwrap();
        for (number, table) in round.tables.iter().enumerate() {
            for &p in table {
                assert!(
                    p + 2 >= number * 4 && p <= number * 4 + 5,
                    "{p} at {number}"
                );
            }
        }
    }

    #[test]
    fn the_seat_had_least_often_comes_next() {
        let mut request = request(4, 0);
        for (p, player) in request.players.iter_mut().enumerate() {
            player.seats = (1..=4).filter(|s| *s != p as u32 + 1).collect();
        }
        assert_eq!(pods(&request).unwrap().tables, vec![vec![0, 1, 2, 3]]);
    }

    #[test]
    fn round_one_is_drawn_whatever_the_order_of_rows() {
        let mut one = request(13, 4);
        one.round = 1;
        let mut other = one.clone();
        other.players.reverse();
        assert_eq!(pods(&one), pods(&other));
        assert_ne!(sorted(&pods(&one).unwrap())[0], vec![0, 1, 2, 3]);
    }
}
