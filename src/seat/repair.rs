//! What becomes of a plan when players drop out: as little as can be.
//!
//! A table that is left with a size that may be played just shrinks; a smaller
//! one takes over players of other tables, or its players go there: as few
//! moves as will do, and among those the least harm by the goals. It knows the
//! plan and what was played, and nothing of how the plan was made.

use super::sizes::{spoken, table_sizes};
use crate::model::{
    DrawError, Goal, PlayerIx, Repair, RepairRequest, SeatRule, SeatedRound, TableChange,
};
use std::collections::{BTreeSet, HashMap};

/// Unfinished repairs of a round that are followed at a time, where few moves
/// are needed and where many are.
const WIDTH: (usize, usize) = (64, 6);
const FEW: usize = 2;
/// Times that each round is looked at again, the others given.
const SWEEPS: usize = 3;

/// Harm by rank of the goals, the highest first.
type Harm = [u64; 4];
type Tables = Vec<Vec<PlayerIx>>;

/// Repairs the rounds of a plan that are still to be played.
///
/// Table numbers stay; a table that nobody is left at stays as an empty list.
/// The error names the first round whose players cannot be split.
pub fn repair(request: &RepairRequest) -> Result<Repair, DrawError> {
    let left: Vec<SeatedRound> = request
        .planned
        .iter()
        .map(|r| without(request, r))
        .collect();
    let mut rounds = left.clone();
    for sweep in 0..SWEEPS {
        let before = rounds.clone();
        for at in 0..rounds.len() {
            // Those not repaired yet count as they are left.
            let others = Others::new(request, &rounds, at);
            let planned = &request.planned[at];
            let (mended, harm) = mend(request, &others, planned, &left[at])?;
            if sweep == 0 || harm < others.round(request, &rounds[at].tables) {
                rounds[at].tables = mended;
            }
        }
        if before == rounds {
            break;
        }
    }
    let pairs = request.planned.iter().zip(&rounds);
    let changes = pairs.flat_map(|(planned, mended)| changes(planned, mended));
    Ok(Repair {
        changes: changes.collect(),
        rounds,
    })
}

/// A round without those who are gone by then.
fn without(request: &RepairRequest, round: &SeatedRound) -> SeatedRound {
    let gone =
        |p: &PlayerIx| (request.gone.iter()).any(|(who, from)| who == p && *from <= round.number);
    let mut left = round.clone();
    for table in &mut left.tables {
        table.retain(|p| !gone(p));
    }
    left
}

fn changes(planned: &SeatedRound, mended: &SeatedRound) -> Vec<TableChange> {
    let tables = planned.tables.iter().zip(&mended.tables).zip(1..);
    let changed = tables.filter(|((before, after), _)| before != after);
    let change = |((before, after), table): ((&Vec<PlayerIx>, &Vec<PlayerIx>), u32)| TableChange {
        round: planned.number,
        table,
        before: before.clone(),
        after: after.clone(),
        joined: after
            .iter()
            .copied()
            .filter(|p| !before.contains(p))
            .collect(),
    };
    changed.map(change).collect()
}

/// Everything that counts against a seating of one round.
struct Others {
    met: HashMap<(PlayerIx, PlayerIx), u64>,
    seats: HashMap<(PlayerIx, usize), u64>,
    shorts: HashMap<PlayerIx, u64>,
    apart: BTreeSet<(PlayerIx, PlayerIx)>,
    full: usize,
}

impl Others {
    /// Counts what was played, and the planned rounds but one.
    fn new(request: &RepairRequest, rounds: &[SeatedRound], but: usize) -> Self {
        let mut others = Self {
            met: HashMap::new(),
            seats: HashMap::new(),
            shorts: HashMap::new(),
            apart: request.apart.iter().map(|&(a, b)| ordered(a, b)).collect(),
            full: request.sizes.first().copied().unwrap_or(0),
        };
        for table in request.played.iter().flatten() {
            let seats = table.seats.iter();
            others.add(seats.map(|&(p, seat)| (p, seat.map(|s| (s as usize).saturating_sub(1)))));
        }
        let planned = rounds.iter().enumerate().filter(|(at, _)| *at != but);
        for (_, round) in planned {
            for table in &round.tables {
                others.add(table.iter().zip(0..).map(|(&p, seat)| (p, Some(seat))));
            }
        }
        others
    }

    fn add(&mut self, table: impl Iterator<Item = (PlayerIx, Option<usize>)>) {
        let table: Vec<_> = table.collect();
        for (at, &(p, seat)) in table.iter().enumerate() {
            if table.len() < self.full {
                *self.shorts.entry(p).or_default() += 1;
            }
            if let Some(seat) = seat {
                *self.seats.entry((p, seat)).or_default() += 1;
            }
            for &(other, _) in &table[..at] {
                *self.met.entry(ordered(p, other)).or_default() += 1;
            }
        }
    }

    /// What one table adds to each goal, its seats as they are.
    fn table(&self, request: &RepairRequest, table: &[PlayerIx]) -> Harm {
        let mut harm = [0; 4];
        let pairs = || {
            let each = table.iter().enumerate();
            each.flat_map(|(at, &a)| table[..at].iter().map(move |&b| ordered(a, b)))
        };
        for (value, goal) in harm.iter_mut().zip(&request.goals) {
            *value = match goal {
                Goal::Repeats => pairs().filter_map(|pair| self.met.get(&pair)).sum(),
                Goal::Avoid => pairs().filter(|pair| self.apart.contains(pair)).count() as u64,
                Goal::SeatBalance => self.seats(table),
                Goal::ThreePlayerBalance if table.len() < self.full => {
                    let shorts = |p| self.shorts.get(p).copied().unwrap_or(0);
                    table.iter().map(|p| 2 * shorts(p) + 1).sum()
                }
                Goal::ThreePlayerBalance => 0,
            };
        }
        harm
    }

    fn seats(&self, table: &[PlayerIx]) -> u64 {
        let places = table.iter().zip(0..);
        let had = places.filter_map(|(&p, seat)| self.seats.get(&(p, seat)));
        had.sum()
    }

    /// The order of a changed table: the evenest seats, near the one given.
    fn order(&self, request: &RepairRequest, table: &[PlayerIx]) -> Vec<PlayerIx> {
        let mut best = (self.seats(table), table.to_vec());
        if request.seats == SeatRule::Balanced {
            each_order(&mut table.to_vec(), 0, &mut |order| {
                let cost = self.seats(order);
                if cost < best.0 {
                    best = (cost, order.to_vec());
                }
            });
        }
        best.1
    }

    /// What a round's tables add up to.
    fn round(&self, request: &RepairRequest, tables: &Tables) -> Harm {
        let each = tables.iter().map(|table| self.table(request, table));
        each.fold([0; 4], |sum, one| {
            std::array::from_fn(|at| sum[at] + one[at])
        })
    }
}

fn ordered(a: PlayerIx, b: PlayerIx) -> (PlayerIx, PlayerIx) {
    (a.min(b), a.max(b))
}

/// Calls `visit` with each order of the items from `from` on.
fn each_order(items: &mut [PlayerIx], from: usize, visit: &mut dyn FnMut(&[PlayerIx])) {
    if from == items.len() {
        visit(items);
        return;
    }
    for at in from..items.len() {
        items[from..=at].rotate_right(1);
        each_order(items, from + 1, visit);
        items[from..=at].rotate_left(1);
    }
}

/// Repairs one round; the tables and what they add to each goal.
fn mend(
    request: &RepairRequest,
    others: &Others,
    planned: &SeatedRound,
    left: &SeatedRound,
) -> Result<(Tables, Harm), DrawError> {
    let players = left.tables.iter().map(Vec::len).sum();
    let cannot = || DrawError::CannotSplit {
        players,
        sizes: spoken(&request.sizes),
        round: left.number,
    };
    if players > 0 && table_sizes(players, &request.sizes).is_none() {
        return Err(cannot());
    }
    let mut ways = Ways::new(&request.sizes);
    let sizes: Vec<usize> = left.tables.iter().map(Vec::len).collect();
    let mut moves = ways.least(&sizes).ok_or_else(cannot)?;
    let width = if moves > FEW { WIDTH.1 } else { WIDTH.0 };
    let mut beam = vec![left.tables.clone()];
    while moves > 0 {
        moves -= 1;
        let mut next = step(request, &mut ways, &beam, moves, true);
        if next.is_empty() {
            next = step(request, &mut ways, &beam, moves, false);
        }
        let mut judged: Vec<(Harm, Tables)> = (next.into_iter())
            .map(|tables| judge(request, others, planned, tables))
            .collect();
        judged.sort();
        judged.truncate(width);
        beam = judged.into_iter().map(|(_, tables)| tables).collect();
    }
    let best = beam.into_iter().next().ok_or_else(cannot)?;
    let (harm, tables) = judge(request, others, planned, best);
    Ok((tables, harm))
}

/// Seats the changed tables, and says what the round adds to each goal.
fn judge(
    request: &RepairRequest,
    others: &Others,
    planned: &SeatedRound,
    mut tables: Tables,
) -> (Harm, Tables) {
    for (before, table) in planned.tables.iter().zip(&mut tables) {
        if before != table {
            *table = others.order(request, table);
        }
    }
    (others.round(request, &tables), tables)
}

/// All rounds one move nearer, `moves` still to go; each once.
fn step(
    request: &RepairRequest,
    ways: &mut Ways,
    beam: &[Tables],
    moves: usize,
    kept: bool,
) -> BTreeSet<Tables> {
    let mut next = BTreeSet::new();
    for tables in beam {
        let sizes: Vec<usize> = tables.iter().map(Vec::len).collect();
        for from in 0..tables.len() {
            for to in 0..tables.len() {
                let mut then = sizes.clone();
                if from == to || sizes[from] == 0 || sizes[to] == 0 {
                    continue;
                }
                then[from] -= 1;
                then[to] += 1;
                if ways.least(&then) != Some(moves) {
                    continue;
                }
                for (seat, player) in tables[from].iter().enumerate() {
                    if kept && request.kept.contains(player) {
                        continue;
                    }
                    let mut moved = tables.clone();
                    let player = moved[from].remove(seat);
                    moved[to].push(player);
                    next.insert(moved);
                }
            }
        }
    }
    next
}

/// How many moves sizes are away from such as may be played.
struct Ways {
    allowed: Vec<usize>,
    known: HashMap<Vec<usize>, Option<usize>>,
}

impl Ways {
    fn new(sizes: &[usize]) -> Self {
        Self {
            allowed: sizes.to_vec(),
            known: HashMap::new(),
        }
    }

    /// The fewest moves: searched by breadth over the sizes alone.
    fn least(&mut self, sizes: &[usize]) -> Option<usize> {
        let largest = self.allowed.iter().copied().max().unwrap_or(0);
        if sizes.iter().any(|&size| size > largest) {
            return None;
        }
        let mut start = sizes.to_vec();
        start.sort_unstable();
        if let Some(known) = self.known.get(&start) {
            return *known;
        }
        let fits = |sizes: &Vec<usize>| {
            let mut sizes = sizes.iter();
            sizes.all(|size| *size == 0 || self.allowed.contains(size))
        };
        let mut seen = BTreeSet::from([start.clone()]);
        let mut shell = vec![start.clone()];
        let mut found = None;
        for moves in 0.. {
            if shell.iter().any(fits) {
                found = Some(moves);
                break;
            }
            let further = shell.iter().flat_map(|sizes| shifted(sizes, largest));
            let fresh: BTreeSet<_> = further.filter(|sizes| !seen.contains(sizes)).collect();
            if fresh.is_empty() {
                break;
            }
            seen.extend(fresh.iter().cloned());
            shell = fresh.into_iter().collect();
        }
        self.known.insert(start, found);
        found
    }
}

/// Sizes after each kind of move.
fn shifted(sizes: &[usize], largest: usize) -> BTreeSet<Vec<usize>> {
    let kinds: BTreeSet<usize> = sizes.iter().copied().filter(|s| *s > 0).collect();
    let mut all = BTreeSet::new();
    for &from in &kinds {
        for &to in kinds.iter().filter(|to| **to < largest) {
            let mut then = sizes.to_vec();
            let Some(a) = then.iter().position(|s| *s == from) else {
                continue;
            };
            let Some(b) = (0..then.len()).find(|&b| b != a && then[b] == to) else {
                continue;
            };
            then[a] -= 1;
            then[b] += 1;
            then.sort_unstable();
            all.insert(then);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{DrawPlayer, DrawRequest, PlayedTable};
    use crate::seat::seat;

    fn request(planned: &[&[&[PlayerIx]]], gone: &[(PlayerIx, u32)]) -> RepairRequest {
        let round = |(tables, number): (&&[&[PlayerIx]], u32)| SeatedRound {
            number,
            tables: tables.iter().map(|t| t.to_vec()).collect(),
        };
        RepairRequest {
            sizes: vec![4, 3],
            goals: vec![
                Goal::Repeats,
                Goal::SeatBalance,
                Goal::ThreePlayerBalance,
                Goal::Avoid,
            ],
            seats: SeatRule::Balanced,
            played: Vec::new(),
            planned: planned.iter().zip(2..).map(round).collect(),
            gone: gone.to_vec(),
            apart: Vec::new(),
            kept: Vec::new(),
        }
    }

    fn tables(repair: &Repair, round: usize) -> &Tables {
        &repair.rounds[round].tables
    }

    #[test]
    fn a_table_of_four_shrinks() {
        let request = request(&[&[&[0, 1, 2, 3], &[4, 5, 6, 7]]], &[(1, 2)]);
        let repair = repair(&request).unwrap();
        assert_eq!(tables(&repair, 0), &[vec![0, 2, 3], vec![4, 5, 6, 7]]);
        let change = &repair.changes[0];
        assert_eq!((change.round, change.table), (2, 1));
        assert_eq!(change.joined, Vec::<PlayerIx>::new());
        assert_eq!(repair.changes.len(), 1);
    }

    #[test]
    fn only_the_rounds_missed_change() {
        let round: &[&[PlayerIx]] = &[&[0, 1, 2, 3], &[4, 5, 6, 7]];
        let repair = repair(&request(&[round, round], &[(1, 3)])).unwrap();
        assert_eq!(tables(&repair, 0)[0], [0, 1, 2, 3]);
        assert_eq!(tables(&repair, 1)[0].len(), 3);
    }

    #[test]
    fn a_table_of_two_takes_over_who_met_nobody_there() {
        let mut request = request(&[&[&[0, 1, 2], &[3, 4, 5, 6]]], &[(0, 2)]);
        // Only 5 has met neither 1 nor 2.
        let met = |seats: [PlayerIx; 2]| PlayedTable {
            number: 1,
            seats: seats.iter().map(|&p| (p, None)).collect(),
        };
        request.played = vec![vec![met([1, 3])], vec![met([4, 1])], vec![met([2, 6])]];
        let repair = repair(&request).unwrap();
        let mut joined = tables(&repair, 0)[0].clone();
        joined.sort_unstable();
        assert_eq!(joined, [1, 2, 5]);
        assert_eq!(tables(&repair, 0)[1], [3, 4, 6]);
        assert_eq!(repair.changes[0].joined, [5]);
    }

    #[test]
    fn later_rounds_count_as_meetings_too() {
        let later: &[&[PlayerIx]] = &[&[1, 3, 0], &[2, 4, 6, 5]];
        let mut request = request(&[&[&[0, 1, 2], &[3, 4, 5, 6]], later], &[(0, 2)]);
        request.planned[1].tables = vec![vec![1, 3, 4], vec![2, 5, 6]];
        let repair = repair(&request).unwrap();
        // 3 and 4 meet 1 in the next round, 5 and 6 meet 2: one repeat at least.
        assert_eq!(tables(&repair, 0)[0].len(), 3);
        assert_eq!(tables(&repair, 1), &request.planned[1].tables);
    }

    #[test]
    fn who_is_kept_apart_or_at_a_table_stays() {
        let mut request = request(&[&[&[0, 1, 2], &[3, 4, 5, 6]]], &[(0, 2)]);
        request.apart = vec![(1, 3), (4, 2)];
        request.kept = vec![5];
        let repair = repair(&request).unwrap();
        assert_eq!(repair.changes[0].joined, [6]);
    }

    #[test]
    fn two_tables_of_two_become_one_of_four() {
        let request = request(
            &[&[&[0, 1, 2, 3], &[4, 5, 6, 7]]],
            &[(0, 2), (1, 2), (4, 2), (5, 2)],
        );
        let repair = repair(&request).unwrap();
        let sizes: Vec<usize> = tables(&repair, 0).iter().map(Vec::len).collect();
        assert!(sizes == [4, 0] || sizes == [0, 4], "{sizes:?}");
    }

    #[test]
    fn without_a_table_of_four_two_players_go_to_others() {
        let request = request(&[&[&[0, 1, 2], &[3, 4, 5], &[6, 7, 8]]], &[(6, 2)]);
        let repair = repair(&request).unwrap();
        let mut sizes: Vec<usize> = tables(&repair, 0).iter().map(Vec::len).collect();
        sizes.sort_unstable();
        assert_eq!(sizes, [0, 4, 4]);
    }

    #[test]
    fn five_are_too_few() {
        let request = request(&[&[&[0, 1, 2], &[3, 4, 5]]], &[(0, 2)]);
        assert_eq!(
            repair(&request).unwrap_err().to_string(),
            "5 players cannot be split into tables of 4 or 3 in round 2"
        );
    }

    #[test]
    fn nobody_left_is_no_error() {
        let request = request(&[&[&[0, 1, 2]]], &[(0, 2), (1, 2), (2, 2)]);
        assert_eq!(
            tables(&repair(&request).unwrap(), 0),
            &[Vec::<PlayerIx>::new()]
        );
    }

    #[test]
    fn start_players_stay_even() {
        let mut request = request(&[&[&[0, 1, 2, 3]]], &[(0, 2)]);
        request.played = vec![vec![PlayedTable {
            number: 1,
            seats: vec![(1, Some(1)), (2, Some(2)), (3, Some(3)), (0, Some(4))],
        }]];
        let repair = repair(&request).unwrap();
        // Moved up, 1 would start again.
        assert_ne!(tables(&repair, 0)[0][0], 1);
    }

    #[test]
    fn many_drop_outs_of_a_whole_plan() {
        for (n, out) in [(24, 5), (18, 6), (40, 11), (101, 30)] {
            let players = (0..n).map(|p: usize| DrawPlayer {
                key: format!("P{p:03}"),
                plays: vec![true; 4],
                avoid: Vec::new(),
                table: None,
            });
            let planned = seat(&DrawRequest {
                seed: "drop-outs".into(),
                players: players.collect(),
                sizes: vec![4, 3],
                goals: vec![Goal::Repeats, Goal::SeatBalance],
                seats: SeatRule::Balanced,
                played: Vec::new(),
                first: 1,
                last: 4,
            });
            let mut request = request(&[], &[]);
            request.planned = planned.unwrap().rounds;
            request.gone = (0..out).map(|p| (p, 2 + p as u32 % 3)).collect();
            let repair = repair(&request).unwrap();
            for (round, number) in repair.rounds.iter().zip(1_u32..) {
                let mut here: Vec<PlayerIx> = round.tables.concat();
                here.sort_unstable();
                let gone = |p: &usize| *p < out && 2 + *p as u32 % 3 <= number;
                let due: Vec<PlayerIx> = (0..n).filter(|p| !gone(p)).collect();
                assert_eq!(here, due);
                assert!(round.tables.iter().all(|t| [0, 3, 4].contains(&t.len())));
            }
        }
    }
}
