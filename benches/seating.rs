//! How long seating takes: whole plans, fresh and around rounds played, and
//! pairing by rank.

mod fields;

use divan::Bencher;
use fields::{BALANCE_FIRST, REPEATS_FIRST, field, ranked};
use tabletally::model::Goal;
use tabletally::seat;

fn main() {
    divan::main();
}

/// Players and rounds: quick fields, hard ones, large ones.
const FIELDS: [(usize, u32); 8] = [
    (10, 3),
    (13, 4),
    (18, 6),
    (22, 6),
    (24, 6),
    (50, 6),
    (100, 6),
    (1_000, 6),
];

fn plan(bencher: Bencher<'_, '_>, (players, rounds): (usize, u32), goals: &[Goal]) {
    let request = field(players, rounds, goals, "bench");
    bencher.bench_local(|| seat::seat(&request));
}

#[divan::bench(args = FIELDS, sample_count = 10)]
fn plan_repeats_first(bencher: Bencher<'_, '_>, field: (usize, u32)) {
    plan(bencher, field, &REPEATS_FIRST);
}

#[divan::bench(args = FIELDS, sample_count = 10)]
fn plan_balance_first(bencher: Bencher<'_, '_>, field: (usize, u32)) {
    plan(bencher, field, &BALANCE_FIRST);
}

#[divan::bench(sample_count = 3)]
fn plan_of_ten_thousand(bencher: Bencher<'_, '_>) {
    plan(bencher, (10_000, 6), &REPEATS_FIRST);
}

#[divan::bench(args = [10, 32, 500, 2_000], sample_count = 20)]
fn pair_without_rematch(bencher: Bencher<'_, '_>, players: usize) {
    let request = ranked(players, 6);
    bencher.bench_local(|| seat::pair(&request));
}
