//! Types random legal results into a table: ties, games ended by time, two
//! players at the target, components, cards, clocks, penalties.

use super::random::Random;
use super::read::Line;
use super::rules::{Form, Rules};

/// Types results for the rows of one table.
pub(super) fn fill(rules: &Rules, round: u32, random: &mut Random, rows: &mut [&mut Line]) {
    match rules.form {
        Form::Score => {
            let target = rules
                .targets
                .get((round as usize).min(rules.targets.len()).wrapping_sub(1));
            scores(rules, target.copied(), random, rows);
        }
        Form::Components => components(random, rows),
        Form::Cards => {
            scores(rules, Some(rules.targets[0]), random, rows);
            cards(random, rows);
        }
        Form::Duel => duel(random, rows),
        Form::Linear => linear(random, rows),
        Form::Decimal => decimals(random, rows),
    }
    for row in rows {
        if random.chance(3) {
            set(
                row,
                "Penalty",
                random.pick(&["1", "2", "-1", "\u{2212}2", "3"]),
            );
        }
    }
}

fn set<T: ToString + ?Sized>(row: &mut Line, header: &str, value: &T) {
    row.insert(header.to_owned(), value.to_string());
}

/// Victory points around a target, or any where there is none.
fn scores(rules: &Rules, target: Option<i64>, random: &mut Random, rows: &mut [&mut Line]) {
    let Some(target) = target else {
        for row in rows.iter_mut() {
            set(row, "VP", &random.between(0, 9));
        }
        return;
    };
    let low = if random.chance(30) { target - 3 } else { 2 };
    for row in rows.iter_mut() {
        set(row, "VP", &random.between(low, target - 1));
    }
    let winner = random.between(0, rows.len() as i64 - 1) as usize;
    let kind = random.between(1, 100);
    if !rules.winner_demanded && kind > 88 {
        // Ended by time: nobody at the target, nobody marked.
        if kind == 100 {
            for row in rows.iter_mut() {
                set(row, "VP", &0);
            }
        } else if kind > 97 && rules.others_below == Some(0) {
            // The judge gave it to one below the target.
            set(rows[winner], "Winner", "x");
        }
        return;
    }
    set(rows[winner], "VP", &random.between(target, target + 2));
    let mut reached = 1;
    if random.chance(20) {
        for (at, row) in rows.iter_mut().enumerate() {
            if at != winner && random.chance(50) {
                set(row, "VP", &random.between(target, target + 2));
                reached += 1;
            }
        }
    }
    if reached > 1 || random.chance(50) {
        set(rows[winner], "Winner", "x");
    }
}

fn cards(random: &mut Random, rows: &mut [&mut Line]) {
    let mut seats: Vec<usize> = (1..=rows.len()).collect();
    random.shuffle(&mut seats);
    for (row, seat) in rows.iter_mut().zip(seats) {
        set(row, "Cards", &random.between(0, 3));
        set(row, "Progress cards", &random.between(0, 1));
        set(row, "City advancements", &random.between(0, 12));
        set(row, "Seat", &seat);
    }
}

/// A board by the limits of rules/004, second part.
fn components(random: &mut Random, rows: &mut [&mut Line]) {
    let (mut cards, mut knights) = (5, 14);
    let mut heights = Vec::new();
    for row in rows.iter_mut() {
        let cities = random.between(0, 4);
        let settlements = random.between(if cities == 0 { 2 } else { 1 }, 5);
        let own_cards = random.between(0, 2.min(cards));
        let own_knights = random.between(0, 4.min(knights));
        let roads = random.between(2, 9);
        let longest = random.between(2, roads);
        cards -= own_cards;
        knights -= own_knights;
        set(row, "Settlements", &settlements);
        set(row, "Cities", &cities);
        set(row, "VP cards", &own_cards);
        set(row, "Knights", &own_knights);
        set(row, "Roads", &roads);
        set(row, "Longest road", &longest);
        heights.push((settlements + 2 * cities + own_cards, own_knights, longest));
    }
    let army: Vec<i64> = heights.iter().map(|height| height.1).collect();
    let road: Vec<i64> = heights.iter().map(|height| height.2).collect();
    let army = first_had(random, rows, &army, 3, "Army");
    let road = first_had(random, rows, &road, 5, "Road");
    let bonus = |at: usize| 2 * i64::from(army == Some(at)) + 2 * i64::from(road == Some(at));
    let scores: Vec<i64> = (0..rows.len())
        .map(|at| heights[at].0 + bonus(at))
        .collect();
    let reached: Vec<usize> = (0..rows.len()).filter(|&at| scores[at] >= 10).collect();
    if reached.len() > 1 {
        set(rows[*random.pick(&reached)], "Claimed", "x");
    }
    if random.chance(30) {
        rows.iter_mut()
            .zip(scores)
            .for_each(|(row, score)| set(row, "VP", &score));
    }
}

/// Marks one of those who tie for a bonus; says who holds it.
fn first_had(
    random: &mut Random,
    rows: &mut [&mut Line],
    values: &[i64],
    least: i64,
    mark: &str,
) -> Option<usize> {
    let best = *values.iter().max()?;
    let tied: Vec<usize> = (0..values.len()).filter(|&at| values[at] == best).collect();
    if best < least {
        return None;
    }
    if let [alone] = tied[..] {
        return Some(alone);
    }
    let holder = *random.pick(&tied);
    if mark == "Road" && random.chance(25) {
        set(rows[holder], mark, "nobody");
        return None;
    }
    set(rows[holder], mark, "x");
    Some(holder)
}

fn duel(random: &mut Random, rows: &mut [&mut Line]) {
    let first = random.between(40, 70);
    let draw = random.chance(15);
    for (at, row) in rows.iter_mut().enumerate() {
        let score = if at > 0 && draw {
            first
        } else if at > 0 {
            random.between(40, 70)
        } else {
            first
        };
        set(row, "VP", &score);
        if random.chance(90) {
            set(
                row,
                "Clock",
                &format!("{:02}:{:02}", random.between(5, 19), random.between(0, 59)),
            );
        }
    }
    if random.chance(10) {
        let lost = random.between(0, rows.len() as i64 - 1) as usize;
        set(rows[lost], "Time out", "x");
        if random.chance(20) {
            set(rows[1 - lost], "VP", &0);
        }
    }
}

fn linear(random: &mut Random, rows: &mut [&mut Line]) {
    let mut left = 120_000;
    let last = rows.len() - 1;
    for row in &mut rows[..last] {
        let score = 1000 * random.between(22, 36);
        let score = if random.chance(5) { -1200 } else { score };
        left -= score;
        set(row, "VP", &score);
    }
    set(rows[last], "VP", &left);
}

fn decimals(random: &mut Random, rows: &mut [&mut Line]) {
    for row in rows {
        let half = if random.chance(30) { ".5" } else { "" };
        set(row, "VP", &format!("{}{half}", random.between(0, 8)));
    }
}
