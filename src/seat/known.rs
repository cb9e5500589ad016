//! Plans found once by a long search, where a short one would miss them.
//!
//! `known.txt` holds them, one a line; the ignored test below found them with
//! this engine's own search and prints them again. A plan is as good for any
//! names and with its rounds in any order, so the seed shuffles both. It knows
//! only fresh fields in tables of four and three.

use super::draw::Dice;
use super::problem::{Problem, Tables};
use super::sizes::table_sizes;
use crate::model::Goal;

/// Sizes that the plans are made for.
const SIZES: [usize; 2] = [4, 3];
/// The plans.
const PLANS: &str = include_str!("known.txt");

/// One line of the list.
struct Known<'a> {
    players: usize,
    rounds: usize,
    /// Good where the balance of short tables comes first, where repeats do.
    order: (bool, bool),
    /// Players as letters, tables end to end, the larger first.
    letters: &'a str,
}

impl<'a> Known<'a> {
    fn read(line: &'a str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        // The figures are for the reader, and for the test that counts them.
        let [players, rounds, order, _, _, letters] = words[..] else {
            return None;
        };
        Some(Self {
            players: players.parse().ok()?,
            rounds: rounds.parse().ok()?,
            order: match order {
                "balance" => (true, false),
                "repeats" => (false, true),
                "both" => (true, true),
                _ => return None,
            },
            letters,
        })
    }

    fn tables(&self) -> Option<Vec<Tables>> {
        let sizes = table_sizes(self.players, &SIZES)?;
        let mut letters = self.letters.bytes().map(number);
        let mut table = |size: usize| -> Option<Vec<u32>> {
            (0..size).map(|_| letters.next().flatten()).collect()
        };
        (0..self.rounds)
            .map(|_| sizes.iter().map(|&size| table(size)).collect())
            .collect()
    }
}

/// The player that a letter stands for: A to Z, then a to z.
fn number(letter: u8) -> Option<u32> {
    match letter {
        b'A'..=b'Z' => Some(u32::from(letter - b'A')),
        b'a'..=b'z' => Some(u32::from(letter - b'a') + 26),
        _ => None,
    }
}

/// The plan on the list for so many players and rounds.
pub(super) fn listed(players: usize, rounds: usize, balanced: bool) -> Option<Vec<Tables>> {
    let lines = PLANS.lines().filter_map(Known::read);
    let mut fitting = lines.filter(|known| {
        let (first, last) = known.order;
        (known.players, known.rounds) == (players, rounds) && if balanced { first } else { last }
    });
    fitting.next()?.tables()
}

/// Whether the goals put the balance of short tables before repeats.
pub(super) fn balance_first(goals: &[Goal]) -> bool {
    let at = |goal| goals.iter().position(|g| *g == goal);
    match (at(Goal::ThreePlayerBalance), at(Goal::Repeats)) {
        (Some(balance), Some(repeats)) => balance < repeats,
        _ => false,
    }
}

/// The listed plan for a fresh field, with names and rounds shuffled.
pub(super) fn start(problem: &Problem, draw: &mut Dice) -> Option<Vec<Tables>> {
    let n = problem.len();
    let everybody = problem.present.iter().all(|p| p.len() == n);
    if !problem.played.is_empty() || !everybody || problem.full != SIZES[0] {
        return None;
    }
    let mut plan = listed(n, problem.sizes.len(), balance_first(&problem.goals))?;
    let sized = |(tables, sizes): (&Tables, &Vec<usize>)| {
        tables.iter().map(Vec::len).eq(sizes.iter().copied())
    };
    if !plan.iter().zip(&problem.sizes).all(sized) {
        return None;
    }
    let mut names: Vec<u32> = (0..n as u32).collect();
    draw.shuffle(&mut names);
    draw.shuffle(&mut plan);
    for player in plan.iter_mut().flatten().flatten() {
        *player = names.get(*player as usize).copied()?;
    }
    Some(plan)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seat::draw::Draw;
    use crate::seat::planner;
    use std::collections::BTreeMap;

    #[test]
    fn each_line_is_a_plan_with_the_figures_it_claims() {
        let lines = PLANS.lines().filter(|line| !line.starts_with('#'));
        let mut count = 0;
        for line in lines {
            let words: Vec<&str> = line.split_whitespace().collect();
            let number = |at: usize| words[at].parse::<u64>().unwrap();
            let (players, rounds) = (number(0), number(1));
            let plan = Known::read(line).unwrap().tables().unwrap();
            let places: u64 = plan.iter().flatten().map(|t| t.len() as u64).sum();
            assert_eq!((plan.len() as u64, words[5].len() as u64), (rounds, places));
            let mut met: BTreeMap<(u32, u32), u64> = BTreeMap::new();
            let mut shorts = vec![0; players as usize];
            for tables in &plan {
                let mut seated = tables.concat();
                seated.sort_unstable();
                assert_eq!(seated, (0..players as u32).collect::<Vec<_>>(), "{line}");
                for table in tables {
                    for (at, &a) in table.iter().enumerate() {
                        shorts[a as usize] += u64::from(table.len() < 4);
                        for &b in &table[..at] {
                            *met.entry((a.min(b), a.max(b))).or_default() += 1;
                        }
                    }
                }
            }
            let cost: u64 = met.values().map(|m| m * (m - 1) / 2).sum();
            let spread = shorts.iter().max().unwrap() - shorts.iter().min().unwrap();
            assert_eq!((cost, spread), (number(3), number(4)), "{line}");
            count += 1;
        }
        assert!(count > 20);
    }

    /// Looks for the plans of `known.txt` anew.
    ///
    /// `FIELDS` ("18x6,22x6"; all without it) and `EFFORT` (how many times the
    /// usual search, 100 without it) say where and how long.
    #[test]
    #[ignore = "finds the plans of known.txt; takes an hour"]
    fn find() {
        let fields = std::env::var("FIELDS").unwrap_or_default();
        let effort = std::env::var("EFFORT").unwrap_or_default();
        let effort: usize = effort.parse().unwrap_or(100);
        for players in 6..=30 {
            let Some(sizes) = table_sizes(players, &SIZES) else {
                continue;
            };
            for rounds in 3..=6 {
                let field = format!("{players}x{rounds}");
                if !fields.is_empty() && !fields.split(',').any(|wanted| wanted == field) {
                    continue;
                }
                for balanced in [true, false] {
                    let goals = if balanced {
                        vec![Goal::ThreePlayerBalance, Goal::Repeats]
                    } else {
                        vec![Goal::Repeats, Goal::ThreePlayerBalance]
                    };
                    let mut problem = Problem::plain(players, rounds, SIZES[0], goals);
                    problem.sizes = vec![sizes.clone(); rounds];
                    hunt(&problem, balanced, effort);
                }
            }
        }
    }

    fn hunt(problem: &Problem, balanced: bool, effort: usize) {
        let mut draw = Draw::new("known plans", "hunt");
        let Some((cost, plan)) = planner::hunt(problem, &mut draw, effort) else {
            return;
        };
        let letter = |p: &u32| {
            let p = *p as u8;
            char::from(if p < 26 { b'A' + p } else { b'a' + p - 26 })
        };
        let letters: String = plan.iter().flatten().flatten().map(letter).collect();
        let order = if balanced { "balance" } else { "repeats" };
        println!(
            "{} {} {order} {letters} {cost:?}",
            problem.len(),
            plan.len()
        );
    }
}
