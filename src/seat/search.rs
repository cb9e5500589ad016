//! The plan under search: a swap of two players judged at once.
//!
//! Annealing over the whole plan, or over rounds that are images of each
//! other. Work is counted in moves, never in time. It knows nothing of seats
//! or table numbers, and nothing of where a start came from.

use super::bounds;
use super::draw::Dice;
use super::problem::{Problem, Tables};
use crate::model::Goal;

/// Goals that a swap changes, at most.
pub(super) const GOALS: usize = 4;
/// Bit of the pair matrix that says that two players are to be kept apart.
const APART: u8 = 0x80;
/// Weight of a repeat while annealing; the others are set against it.
const REPEAT_WEIGHT: i64 = 16;

/// Values of the goals or their change, the highest goal first.
pub(super) type Cost = [i64; GOALS];

/// One round's tables laid end to end.
#[derive(Clone)]
pub(super) struct Row {
    /// Players by place.
    who: Vec<u32>,
    /// The table of each place.
    table: Vec<u32>,
    /// First place of each table, and the end.
    start: Vec<usize>,
}

impl Row {
    fn at(&self, place: usize) -> &[u32] {
        let table = self.table[place] as usize;
        &self.who[self.start[table]..self.start[table + 1]]
    }

    fn size(&self, place: usize) -> usize {
        let table = self.table[place] as usize;
        self.start[table + 1] - self.start[table]
    }
}

/// A swap of two places of a round.
#[derive(Clone, Copy)]
struct Swap {
    row: usize,
    a: usize,
    b: usize,
}

/// The plan under search, with what is needed to judge a swap at once.
pub(super) struct Search<'a> {
    problem: &'a Problem,
    pub(super) rows: Vec<Row>,
    /// Meetings of each pair in the low bits, and [`APART`].
    pairs: Vec<u8>,
    /// Short tables of each player.
    shorts: Vec<i64>,
    /// Rank of (repeats, avoid, short tables, peaks) among the goals.
    rank: [Option<usize>; GOALS],
    /// Whether balance ranks above repeats, and so is never given up.
    rigid: bool,
    /// Weights of the goals while annealing, by rank.
    weights: Cost,
    /// Balance that annealing may not exceed where it is rigid.
    ceiling: i64,
    pub(super) cost: Cost,
    bound: Cost,
}

impl<'a> Search<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        let mut goals: Vec<Goal> = Vec::new();
        for goal in &problem.goals {
            if *goal != Goal::SeatBalance && !goals.contains(goal) {
                goals.push(*goal);
            }
        }
        // Among equal repeats the fewest pairs at the most meetings: a goal of
        // its own, just below.
        let repeats = goals.iter().position(|g| *g == Goal::Repeats);
        let rank_of = |goal| {
            let at = goals.iter().position(|g| *g == goal)?;
            Some(at + usize::from(repeats.is_some_and(|repeats| repeats < at)))
        };
        let rank = [
            repeats,
            rank_of(Goal::Avoid),
            rank_of(Goal::ThreePlayerBalance),
            repeats.map(|at| at + 1),
        ];
        let rigid = rank[2].is_some_and(|short| rank[0].is_none_or(|repeats| short < repeats));
        let mut bound = [0; GOALS];
        if let Some(at) = rank[0] {
            let repeats = if rigid {
                bounds::repeats_when_balanced(problem)
            } else {
                bounds::repeats(problem)
            };
            bound[at] = repeats.cast_signed();
        }
        if let Some(at) = rank[2] {
            bound[at] = shorts_bound(problem);
            if let Some((squares, _)) =
                bounds::shorts_with_least_repeats(problem).filter(|_| !rigid && rank[0].is_some())
            {
                bound[at] = bound[at].max(squares.cast_signed());
            }
        }
        if let Some(at) = rank[3] {
            bound[at] = peaks_bound(problem);
        }
        let above = |goal: Option<usize>| goal.is_some_and(|g| rank[0].is_none_or(|r| g < r));
        // Moderate even for higher goals: only the best plan is kept strictly.
        let by_goal = [
            REPEAT_WEIGHT,
            if above(rank[1]) { 40 } else { 4 },
            if rigid { 6 } else { 4 },
            0,
        ];
        let mut weights = [0; GOALS];
        for (at, weight) in rank.into_iter().zip(by_goal) {
            if let Some(at) = at {
                weights[at] = weight;
            }
        }
        Self {
            weights,
            ceiling: 0,
            problem,
            rows: Vec::new(),
            pairs: Vec::new(),
            shorts: Vec::new(),
            rank,
            rigid,
            cost: [0; GOALS],
            bound,
        }
    }

    /// Starts from given tables, all counts taken anew.
    pub(super) fn begin(&mut self, plan: &[Tables]) {
        let n = self.problem.len();
        self.rows = plan.iter().map(row).collect();
        self.pairs = vec![0; n * n];
        self.mark_apart();
        self.shorts = played_shorts(self.problem);
        let mut cost = [0_i64; GOALS];
        let problem = self.problem;
        for (tables, planned) in problem
            .played
            .iter()
            .map(|t| (t, false))
            .chain(plan.iter().map(|t| (t, true)))
        {
            for table in tables {
                if planned && table.len() < problem.full {
                    for &p in table {
                        self.shorts[p as usize] += 1;
                    }
                }
                for (at, &a) in table.iter().enumerate() {
                    for &b in &table[..at] {
                        let pair = self.pair(a, b);
                        cost[0] += i64::from(pair & !APART);
                        cost[1] += i64::from(pair >> 7);
                        cost[3] += peak(pair);
                        self.meet(a, b, true);
                    }
                }
            }
        }
        cost[2] = self.shorts.iter().map(|s| s * s).sum();
        self.cost = self.ranked(cost);
    }

    fn mark_apart(&mut self) {
        let n = self.problem.len();
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (player, labels) in self.problem.labels.iter().enumerate() {
            for &label in labels {
                if groups.len() <= label as usize {
                    groups.resize(label as usize + 1, Vec::new());
                }
                groups[label as usize].push(player);
            }
        }
        for group in groups {
            for &a in &group {
                for &b in group.iter().filter(|b| **b != a) {
                    self.pairs[a * n + b] |= APART;
                }
            }
        }
    }

    fn pair(&self, a: u32, b: u32) -> u8 {
        self.pairs[a as usize * self.problem.len() + b as usize]
    }

    fn meet(&mut self, a: u32, b: u32, together: bool) {
        let n = self.problem.len();
        for at in [a as usize * n + b as usize, b as usize * n + a as usize] {
            self.pairs[at] = if together {
                self.pairs[at] + 1
            } else {
                self.pairs[at] - 1
            };
        }
    }

    /// (repeats, avoid, balance) put in the order of the goals.
    fn ranked(&self, cost: Cost) -> Cost {
        let mut ranked = [0; GOALS];
        for (value, rank) in cost.into_iter().zip(self.rank) {
            if let Some(at) = rank {
                ranked[at] = value;
            }
        }
        ranked
    }

    pub(super) fn done(&self) -> bool {
        self.cost
            .iter()
            .zip(&self.bound)
            .all(|(cost, bound)| cost <= bound)
    }

    /// What a swap of two places at different tables changes.
    fn change(&self, swap: Swap) -> Cost {
        let row = &self.rows[swap.row];
        let (a, b) = (row.who[swap.a], row.who[swap.b]);
        let (mut repeats, mut avoid, mut peaks) = (0, 0, 0);
        for (place, leaver, comer) in [(swap.a, a, b), (swap.b, b, a)] {
            for &x in row.at(place).iter().filter(|x| **x != leaver) {
                let (leaves, comes) = (self.pair(leaver, x), self.pair(comer, x));
                repeats += i64::from(comes & !APART) - i64::from(leaves & !APART) + 1;
                avoid += i64::from(comes >> 7) - i64::from(leaves >> 7);
                peaks += peak(comes) - peak(leaves - 1);
            }
        }
        self.ranked([repeats, avoid, self.balance_change(swap), peaks])
    }

    fn balance_change(&self, swap: Swap) -> i64 {
        let row = &self.rows[swap.row];
        let short = |place| row.size(place) < self.problem.full;
        let count = |place: usize| self.shorts[row.who[place] as usize];
        match (short(swap.a), short(swap.b)) {
            (true, false) => 2 * (count(swap.b) - count(swap.a) + 1),
            (false, true) => 2 * (count(swap.a) - count(swap.b) + 1),
            _ => 0,
        }
    }

    /// The sum of squares of short tables, where it is a goal.
    fn balance(&self) -> i64 {
        self.rank[2].map_or(0, |at| self.cost[at])
    }

    /// Whether a swap goes further out of balance than annealing may.
    fn unbalances(&self, swap: Swap) -> bool {
        let change = if self.rigid {
            self.balance_change(swap)
        } else {
            0
        };
        change > 0 && self.balance() + change > self.ceiling
    }

    fn apply(&mut self, swap: Swap, change: Cost) {
        for place in [swap.a, swap.b] {
            self.regroup(swap.row, place, false);
        }
        self.rows[swap.row].who.swap(swap.a, swap.b);
        for place in [swap.a, swap.b] {
            self.regroup(swap.row, place, true);
        }
        for (cost, by) in self.cost.iter_mut().zip(change) {
            *cost += by;
        }
    }

    /// Takes a player from the table's counts, or puts one there.
    fn regroup(&mut self, row: usize, place: usize, joins: bool) {
        let (table, size) = (
            self.rows[row].table[place] as usize,
            self.rows[row].size(place),
        );
        let player = self.rows[row].who[place];
        let start = self.rows[row].start[table];
        for other in (start..start + size).filter(|other| *other != place) {
            let other = self.rows[row].who[other];
            self.meet(player, other, joins);
        }
        if size < self.problem.full {
            self.shorts[player as usize] += if joins { 1 } else { -1 };
        }
    }

    /// Whether the player of a place meets somebody again or breaks a label.
    fn troubled(&self, row: usize, place: usize) -> bool {
        let who = self.rows[row].who[place];
        let others = self.rows[row].at(place);
        others.iter().any(|&x| x != who && self.pair(who, x) > 1)
    }

    /// Descends from each troubled place in turn; enough for large fields.
    pub(super) fn repair(&mut self, draw: &mut Dice) {
        const TRIES: usize = 60;
        for _ in 0..12 {
            let mut troubled = 0;
            for row in 0..self.rows.len() {
                let places = self.rows[row].who.len();
                for a in 0..places {
                    if !self.troubled(row, a) {
                        continue;
                    }
                    troubled += 1;
                    for _ in 0..TRIES {
                        let swap = Swap {
                            row,
                            a,
                            b: draw.below(places),
                        };
                        if self.apart_places(swap) {
                            let change = self.change(swap);
                            if change < [0; GOALS] {
                                self.apply(swap, change);
                                break;
                            }
                        }
                    }
                }
            }
            if troubled == 0 {
                return;
            }
        }
    }

    /// Whether the two places are at different tables.
    fn apart_places(&self, swap: Swap) -> bool {
        let table = &self.rows[swap.row].table;
        table[swap.a] != table[swap.b]
    }

    /// One slow cooling, from less heat when the start is to be polished only;
    /// ends at the best plan it came by.
    pub(super) fn anneal(&mut self, draw: &mut Dice, moves: usize, warm: bool) {
        const STEPS: u32 = 40;
        let first = if warm { STEPS / 2 } else { 0 };
        let moves = moves / (STEPS - first) as usize;
        // One exchange out of balance, so that balanced plans stay connected.
        self.ceiling = self.balance() + 4;
        let mut best = (self.cost, self.rows.clone());
        for step in first..=STEPS {
            // The last step is strict: no goal is worsened for a lower one.
            let chances = (step < STEPS).then(|| chances(step, STEPS));
            if step == STEPS {
                self.restore(&best.1);
            }
            for _ in 0..moves {
                let Some(change) = self.attempt(draw, chances.as_ref()) else {
                    continue;
                };
                if change != [0; GOALS] && self.cost < best.0 {
                    best = (self.cost, self.rows.clone());
                    if self.done() {
                        return;
                    }
                }
            }
        }
        self.restore(&best.1);
    }

    /// Anneals rounds of which each group are images of each other: a swap is
    /// made in all of a group, so that they stay so.
    pub(super) fn anneal_images(&mut self, draw: &mut Dice, group: usize, moves: usize) {
        const STEPS: u32 = 40;
        let places = self.rows.first().map_or(0, |row| row.who.len());
        let mut best = (self.cost, self.rows.clone());
        for step in 0..STEPS {
            let chances = chances(step, STEPS);
            for _ in 0..moves / STEPS as usize {
                let first = draw.below(self.rows.len() / group) * group;
                let mut a = draw.below(places);
                if !self.troubled(first, a) {
                    a = draw.below(places);
                }
                let b = draw.below(places);
                if self.attempt_images(draw, (first, group), (a, b), &chances) && self.cost < best.0
                {
                    best = (self.cost, self.rows.clone());
                    if self.done() {
                        return;
                    }
                }
            }
        }
        self.restore(&best.1);
    }

    /// Tries one swap in a group of rounds; whether it was made.
    fn attempt_images(
        &mut self,
        draw: &mut Dice,
        (first, group): (usize, usize),
        (a, b): (usize, usize),
        chances: &[u32; 128],
    ) -> bool {
        if !self.apart_places(Swap { row: first, a, b }) {
            return false;
        }
        let before = self.cost;
        let rows = first..first + group;
        for row in rows.clone() {
            let swap = Swap { row, a, b };
            self.apply(swap, self.change(swap));
        }
        let worse: i64 = (0..GOALS)
            .map(|goal| (self.cost[goal] - before[goal]) * self.weights[goal])
            .sum();
        let accepted = worse <= 0
            || chances
                .get(worse as usize / group)
                .is_some_and(|c| draw.bits() < *c);
        if !accepted {
            for row in rows {
                self.apply(Swap { row, a, b }, [0; GOALS]);
            }
            self.cost = before;
        }
        accepted
    }

    fn restore(&mut self, rows: &[Row]) {
        let plan: Vec<Tables> = rows.iter().map(tables).collect();
        self.begin(&plan);
    }

    /// Tries one swap; the change when it was made.
    fn attempt(&mut self, draw: &mut Dice, chances: Option<&[u32; 128]>) -> Option<Cost> {
        let row = draw.below(self.rows.len());
        let places = self.rows[row].who.len();
        let mut a = draw.below(places);
        // Looking where the trouble is saves most of the moves.
        for _ in 0..2 {
            if self.troubled(row, a) {
                break;
            }
            a = draw.below(places);
        }
        let swap = Swap {
            row,
            a,
            b: draw.below(places),
        };
        if !self.apart_places(swap) || self.unbalances(swap) {
            return None;
        }
        let change = self.change(swap);
        let accepted = match chances {
            None => change <= [0; GOALS],
            Some(chances) => {
                let worse: i64 = change.iter().zip(self.weights).map(|(c, w)| c * w).sum();
                worse <= 0
                    || chances
                        .get(worse as usize)
                        .is_some_and(|c| draw.bits() < *c)
            }
        };
        accepted.then(|| {
            self.apply(swap, change);
            change
        })
    }
}

/// What one more meeting adds to the peaks, after those in a pair's count: each
/// height outweighs many of the height below.
fn peak(pair: u8) -> i64 {
    match pair & !APART {
        0 | 1 => 0,
        met => 1 << (5 * (met - 2).min(8)),
    }
}

/// The least sum of peaks: meetings dealt evenly over the pairs.
fn peaks_bound(problem: &Problem) -> i64 {
    let (meetings, pairs) = bounds::meetings(problem);
    let pairs = pairs.max(1);
    let (each, extra) = ((meetings / pairs).min(100), meetings % pairs);
    let up_to = |met: u64| (0..met).map(|m| peak(m as u8)).sum::<i64>();
    up_to(each) * (pairs - extra).cast_signed() + up_to(each + 1) * extra.cast_signed()
}

/// The chance, of 2^32, to accept a change for the worse at a step.
///
/// Whole numbers only: floating-point exponentials differ between machines.
fn chances(step: u32, steps: u32) -> [u32; 128] {
    // The temperature falls from 6 to 2, in 64ths.
    let heat = u64::from(6 * 64 - (4 * 64 * step) / steps);
    let mut chance = u64::from(u32::MAX);
    std::array::from_fn(|worse| {
        if worse > 0 {
            chance = chance * heat / (heat + 64);
        }
        chance as u32
    })
}

fn row(tables: &Tables) -> Row {
    let mut row = Row {
        who: Vec::new(),
        table: Vec::new(),
        start: vec![0],
    };
    for (number, table) in tables.iter().enumerate() {
        row.who.extend(table);
        row.table.resize(row.who.len(), number as u32);
        row.start.push(row.who.len());
    }
    row
}

pub(super) fn tables(row: &Row) -> Tables {
    row.start
        .windows(2)
        .map(|w| row.who[w[0]..w[1]].to_vec())
        .collect()
}

pub(super) fn played_shorts(problem: &Problem) -> Vec<i64> {
    let mut shorts = vec![0; problem.len()];
    for table in problem
        .played
        .iter()
        .flatten()
        .filter(|t| t.len() < problem.full)
    {
        for &p in table {
            shorts[p as usize] += 1;
        }
    }
    shorts
}

/// The least sum of squares of short tables, when everybody could take any.
fn shorts_bound(problem: &Problem) -> i64 {
    let short = |size: &usize| *size < problem.full;
    let planned: usize = problem
        .sizes
        .iter()
        .flatten()
        .copied()
        .filter(|s| short(s))
        .sum();
    let played: i64 = played_shorts(problem).iter().sum();
    let total = planned.cast_signed() as i64 + played;
    let n = problem.len().cast_signed().max(1) as i64;
    let (each, extra) = (total / n, total % n);
    n * each * each + extra * (2 * each + 1)
}
