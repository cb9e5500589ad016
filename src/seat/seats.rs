//! Which seat each player gets at the table, once the tables are settled.
//!
//! Equal tables are coloured like the edges of a bipartite graph, which always
//! comes out even; a local search then repairs what short tables and rounds
//! already played spoil.

use super::draw::Draw;
use super::problem::{Problem, Tables};

/// Orders each table's players by seat, drawn.
pub(super) fn drawn(plan: &mut [Tables], draw: &mut Draw) {
    plan.iter_mut()
        .flatten()
        .for_each(|table| draw.shuffle(table));
}

/// Orders each table's players by seat, each player in each seat evenly.
pub(super) fn balanced(problem: &Problem, plan: &mut [Tables], draw: &mut Draw) {
    drawn(plan, draw);
    let width = plan.iter().flatten().map(Vec::len).max().unwrap_or(0);
    if width < 2 {
        return;
    }
    if problem.played.is_empty() {
        colour(problem.len(), width, plan);
    }
    let mut polish = Polish::new(problem, plan, width);
    polish.run(plan, draw);
}

/// A graph of tables and players whose edges are the places to colour.
struct Colouring {
    /// Both ends of each edge: a table and a stretch of a player's games.
    ends: Vec<[usize; 2]>,
    colour: Vec<usize>,
    /// The edge of each colour at each node.
    at: Vec<Vec<Option<usize>>>,
}

impl Colouring {
    /// Colours one more edge, turning an alternating path where need be.
    fn add(&mut self, ends: [usize; 2], width: usize) {
        let edge = self.ends.len();
        self.ends.push(ends);
        let [table, player] = ends;
        let common = (0..width).find(|&c| self.free(table, c) && self.free(player, c));
        let here = (0..width).find(|&c| self.free(table, c));
        let there = (0..width).find(|&c| self.free(player, c));
        let mut colour = common;
        if let (None, Some(here), Some(there)) = (common, here, there) {
            self.turn(player, here, there);
            colour = Some(here);
        }
        // Each node has at most `width` edges, so a colour is always free.
        let colour = colour.unwrap_or(0);
        self.colour.push(colour);
        self.put(edge);
    }

    fn free(&self, node: usize, colour: usize) -> bool {
        self.at[node][colour].is_none()
    }

    fn put(&mut self, edge: usize) {
        for node in self.ends[edge] {
            self.at[node][self.colour[edge]] = Some(edge);
        }
    }

    /// Swaps two colours along the path that leaves a node by the first.
    fn turn(&mut self, mut node: usize, first: usize, second: usize) {
        let mut path = Vec::new();
        let mut colour = first;
        while let Some(edge) = self.at[node][colour] {
            path.push(edge);
            node = self.ends[edge][0] + self.ends[edge][1] - node;
            colour = first + second - colour;
        }
        for &edge in &path {
            for node in self.ends[edge] {
                self.at[node][self.colour[edge]] = None;
            }
        }
        for &edge in &path {
            self.colour[edge] = first + second - self.colour[edge];
            self.put(edge);
        }
    }
}

fn colour(players: usize, width: usize, plan: &mut [Tables]) {
    let tables: usize = plan.iter().map(Vec::len).sum();
    // A player's games are cut into stretches of as many as there are seats.
    let stretches = plan.len().div_ceil(width);
    let nodes = tables + players * stretches;
    let mut graph = Colouring {
        ends: Vec::new(),
        colour: Vec::new(),
        at: vec![vec![None; width]; nodes],
    };
    let mut games = vec![0; players];
    for (table, who) in plan.iter().flatten().enumerate() {
        for &p in who {
            let player = p as usize;
            let stretch = tables + player * stretches + games[player] / width;
            games[player] += 1;
            graph.add([table, stretch], width);
        }
    }
    let mut colours = graph.colour.iter();
    for table in plan.iter_mut().flatten() {
        let size = table.len();
        let mut seats = vec![None; size];
        let mut without = Vec::new();
        for (&p, &seat) in table.iter().zip(&mut colours) {
            // A short table lacks the last seats.
            match seats.get_mut(seat) {
                Some(place) => *place = Some(p),
                None => without.push(p),
            }
        }
        *table = seats
            .into_iter()
            .filter_map(|s| s.or_else(|| without.pop()))
            .collect();
    }
}

/// A local search over the seats of each table.
struct Polish {
    width: usize,
    /// Times of each player in each seat.
    counts: Vec<i32>,
    cost: i64,
    bound: i64,
}

impl Polish {
    fn new(problem: &Problem, plan: &[Tables], width: usize) -> Self {
        let mut counts = vec![0; problem.len() * width];
        let mut add = |p: u32, seat: usize| {
            if seat < width {
                counts[p as usize * width + seat] += 1;
            }
        };
        for (tables, seats) in problem.played.iter().zip(&problem.played_seats) {
            for (&p, seat) in tables.iter().flatten().zip(seats.iter().flatten()) {
                if let Some(s) = *seat {
                    add(p, s);
                }
            }
        }
        for table in plan.iter().flatten() {
            for (seat, &p) in table.iter().enumerate() {
                add(p, seat);
            }
        }
        let pairs = |c: &i32| i64::from(*c) * i64::from(c - 1) / 2;
        let cost = counts.iter().map(pairs).sum();
        let even = |c: &[i32]| {
            let total: i64 = c.iter().map(|&c| i64::from(c)).sum();
            let places = c.iter().map(|_| 1_i64).sum::<i64>();
            let (each, extra) = (total / places, total % places);
            places * each * (each - 1) / 2 + extra * each
        };
        let bound = counts.chunks(width).map(even).sum();
        Self {
            width,
            counts,
            cost,
            bound,
        }
    }

    fn run(&mut self, plan: &mut [Tables], draw: &mut Draw) {
        let places: Vec<(usize, usize)> = (plan.iter().enumerate())
            .flat_map(|(r, tables)| (0..tables.len()).map(move |t| (r, t)))
            .collect();
        let mut best = (self.cost, plan.to_vec());
        let moves = (places.len() * 3_000).clamp(20_000, 400_000);
        for _ in 0..moves {
            if self.cost == self.bound {
                return;
            }
            let (round, at) = places[draw.below(places.len())];
            let table = &mut plan[round][at];
            let (i, j) = (draw.below(table.len()), draw.below(table.len()));
            let change = self.change(table[i], i, j) + self.change(table[j], j, i);
            // A step uphill now and then leads out of dead ends.
            if i == j || change > 1 || (change == 1 && draw.below(30) > 0) {
                continue;
            }
            self.shift(table[i], i, j);
            self.shift(table[j], j, i);
            table.swap(i, j);
            self.cost += i64::from(change);
            if self.cost < best.0 {
                best = (self.cost, plan.to_vec());
            }
        }
        plan.clone_from_slice(&best.1);
    }

    fn count(&self, player: u32, seat: usize) -> i32 {
        self.counts[player as usize * self.width + seat]
    }

    fn change(&self, player: u32, from: usize, to: usize) -> i32 {
        self.count(player, to) - self.count(player, from) + 1
    }

    fn shift(&mut self, player: u32, from: usize, to: usize) {
        self.counts[player as usize * self.width + from] -= 1;
        self.counts[player as usize * self.width + to] += 1;
    }
}
