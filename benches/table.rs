//! The table of values: every field of 6 to 100 players and 3 to 6 rounds, both
//! orders of the goals, ten seeds each: the values, the proof, the time.
//!
//! `cargo bench --bench table`; `-- 6 30` for those players alone. Where seeds
//! differ in value all values are printed, and the line is marked.

mod fields;

use std::time::{Duration, Instant};

use fields::{BALANCE_FIRST, REPEATS_FIRST, field};
use tabletally::model::Goal;
use tabletally::seat;

fn main() {
    let numbers = std::env::args().filter_map(|word| word.parse::<usize>().ok());
    let wanted: Vec<usize> = numbers.collect();
    let (first, last) = match wanted[..] {
        [first, last] => (first, last),
        _ => (6, 100),
    };
    for (name, goals) in [
        ("balance first", &BALANCE_FIRST[..]),
        ("repeats first", &REPEATS_FIRST[..]),
    ] {
        println!("{name}: repeat cost >= bound, spread of threes and of seats, P proven, slowest");
        let mut slowest = Duration::ZERO;
        let (mut uneven, mut late) = (0, 0);
        for players in first..=last {
            let mut line = format!("{players:>5}");
            for rounds in 3..=6 {
                let entry = Entry::new(players, rounds, goals);
                line.push_str(" | ");
                line.push_str(&entry.text);
                slowest = slowest.max(entry.slowest);
                uneven += u32::from(entry.uneven);
                late += u32::from(entry.slowest > Duration::from_millis(50));
            }
            println!("{line}");
        }
        println!(
            "{name}: {uneven} fields differ by seed, {late} took over 50 ms, slowest {} ms\n",
            slowest.as_millis()
        );
    }
}

/// One field over the seeds.
struct Entry {
    text: String,
    slowest: Duration,
    uneven: bool,
}

impl Entry {
    fn new(players: usize, rounds: u32, goals: &[Goal]) -> Self {
        const SEEDS: usize = 10;
        let mut slowest = Duration::ZERO;
        let mut values = Vec::new();
        for seed in 0..SEEDS {
            let request = field(players, rounds, goals, &format!("seed {seed}"));
            let begun = Instant::now();
            let Ok(seating) = seat::seat(&request) else {
                continue;
            };
            slowest = slowest.max(begun.elapsed());
            let figures = seating.figures;
            values.push(format!(
                "{:>2}>={:<2} t{} s{} {}",
                figures.repeat_cost,
                figures.repeat_lower_bound,
                figures.three_player_spread,
                figures.seat_spread,
                if figures.proven_optimal { "P" } else { "-" },
            ));
        }
        values.sort();
        let tries = values.len();
        values.dedup();
        let uneven = values.len() > 1 && tries > 1;
        let mark = if uneven { "!" } else { "" };
        Self {
            text: format!("{}{mark} {:>4}ms", values.join("/"), slowest.as_millis()),
            slowest,
            uneven,
        }
    }
}
