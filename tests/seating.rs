//! An independent checker of seatings: every figure counted again from what
//! is printed and written, with no code of the engine.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::harness::{Test, rows};

/// Rounds of tables of players in seat order.
type Rounds = Vec<Vec<Vec<String>>>;

fn plan(arguments: &str) -> (Rounds, Value) {
    let ran = Test::new().runs(&format!("plan --format json {arguments}"));
    let json = ran.json();
    let rounds = serde_json::from_value(json["rounds"].clone()).unwrap();
    (rounds, json["seating"].clone())
}

/// Counts every figure again and compares it with what was told.
fn check(rounds: &Rounds, told: &Value, players: usize, full: usize) {
    let mut met: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let mut shorts: BTreeMap<&str, u64> = BTreeMap::new();
    let mut seats: BTreeMap<&str, Vec<u64>> = BTreeMap::new();
    for tables in rounds {
        let mut here: Vec<&str> = tables.iter().flatten().map(String::as_str).collect();
        here.sort_unstable();
        here.dedup();
        assert_eq!(here.len(), players, "everybody sits once");
        assert_eq!(tables.iter().map(Vec::len).sum::<usize>(), players);
        for table in tables {
            for (seat, player) in table.iter().enumerate() {
                *shorts.entry(player).or_default() += u64::from(table.len() < full);
                seats.entry(player).or_insert_with(|| vec![0; full])[seat] += 1;
                for other in &table[..seat] {
                    let pair = (player.min(other).as_str(), player.max(other).as_str());
                    *met.entry(pair).or_default() += 1;
                }
            }
        }
    }
    let spread = |values: &mut dyn Iterator<Item = u64>| {
        let values: Vec<u64> = values.collect();
        values.iter().max().unwrap() - values.iter().min().unwrap()
    };
    let of = |key: &str| told[key].as_u64().unwrap();
    let cost: u64 = met.values().map(|m| m * (m - 1) / 2).sum();
    assert_eq!(of("repeat_cost"), cost);
    assert_eq!(
        of("repeat_meetings"),
        met.values().map(|m| m - 1).sum::<u64>()
    );
    assert_eq!(of("max_meetings"), *met.values().max().unwrap());
    let uneven = seats.values().map(|s| spread(&mut s.iter().copied())).max();
    assert_eq!(Some(of("seat_spread")), uneven);
    assert_eq!(
        of("three_player_spread"),
        spread(&mut shorts.values().copied())
    );
    assert!(of("repeat_lower_bound") <= cost);
    assert_eq!(of("tables"), rounds[0].len() as u64);
    let threes = rounds[0].iter().filter(|table| table.len() == 3).count();
    assert_eq!(of("tables_of_three"), threes as u64);
}

#[test]
fn the_figures_of_a_plan_are_those_of_its_tables() {
    for (players, rounds) in [
        (6, 4),
        (10, 3),
        (13, 3),
        (16, 5),
        (19, 4),
        (23, 6),
        (40, 6),
        (101, 3),
    ] {
        for preset in ["", " --preset catan-de", " --preset catan-mso"] {
            let (tables, told) = plan(&format!("--players {players} --rounds {rounds}{preset}"));
            assert_eq!(tables.len(), rounds);
            check(&tables, &told, players, 4);
        }
    }
}

#[test]
fn known_values_are_reached() {
    let cases = [
        ("--players 9 --rounds 4", 0),
        ("--players 12 --rounds 3", 9),
        ("--players 16 --rounds 5 --seed other", 0),
        ("--players 24 --rounds 6", 0),
        ("--players 23 --rounds 6 --preset catan-mso", 0),
        ("--players 10 --rounds 3 --preset catan-mso", 8),
        ("--players 10 --rounds 3", 3),
    ];
    for (arguments, cost) in cases {
        let (_, told) = plan(arguments);
        assert_eq!(told["repeat_cost"], cost, "{arguments}");
    }
}

#[test]
fn four_rounds_give_everybody_each_seat_once() {
    for players in [8, 12, 16, 20, 28, 36] {
        let (_, told) = plan(&format!("--players {players} --rounds 4"));
        assert_eq!(told["seat_spread"], 0, "{players}");
    }
}

#[test]
fn a_plan_follows_its_seed_alone() {
    let arguments = "--players 22 --rounds 4 --seed dice";
    assert_eq!(plan(arguments), plan(arguments));
    assert_ne!(
        plan(arguments).0,
        plan("--players 22 --rounds 4 --seed cards").0
    );
}

#[test]
fn a_range_is_one_line_a_number() {
    let ran = Test::new().runs("plan --players 4-6 --rounds 1");
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(
        lines,
        [
            "    4 players: 1 tables, 0 of three; repeats 0 (at least 0); proven: no plan is better",
            "    5 players: 5 players cannot be split into tables of 4 or 3 in round 1",
            "    6 players: 2 tables, 2 of three; repeats 0 (at least 0); proven: no plan is better",
        ]
    );
}

#[test]
fn what_cannot_be_planned_is_a_wrong_command_line() {
    for (arguments, told) in [
        ("--players 5 --rounds 2", "5 players cannot be split"),
        ("--players 0 --rounds 2", "\"0\" is not a number of players"),
        (
            "--players many --rounds 2",
            "\"many\" is not a number of players",
        ),
        (
            "--players 8 --rounds 2 --preset nosuch",
            "\"nosuch\" is no preset",
        ),
        ("--players 8-9 --rounds 2 --out x", "--out takes one number"),
    ] {
        let ran = Test::new().run(&format!("plan {arguments}"));
        assert_eq!(ran.status, 2, "{arguments}");
        assert!(ran.stderr.contains(told), "{}", ran.stderr);
    }
}

#[test]
fn the_sheets_of_a_plan_are_its_tables() {
    let test = Test::new();
    let ran = test.runs("plan --players 13 --rounds 3 --out sheets --format json");
    let json = ran.json();
    let mut read: Rounds = Vec::new();
    for round in 1..=3 {
        let mut tables: BTreeMap<u32, BTreeMap<u32, String>> = BTreeMap::new();
        for row in &rows(&test.read(&format!("sheets/round-{round}.csv")))[1..] {
            assert_eq!(row[0], round.to_string());
            let (table, seat) = (row[2].parse().unwrap(), row[3].parse().unwrap());
            tables
                .entry(table)
                .or_default()
                .insert(seat, row[4].clone());
        }
        read.push(
            tables
                .into_values()
                .map(|t| t.into_values().collect())
                .collect(),
        );
    }
    check(&read, &json["seating"], 13, 4);
    assert_eq!(serde_json::to_value(&read).unwrap(), json["rounds"]);
}

/// The text between the next two marks after a place, and where it ends.
fn between<'a>(text: &'a str, from: &mut usize, open: &str, close: &str) -> Option<&'a str> {
    let start = *from + text[*from..].find(open)? + open.len();
    let end = start + text[start..].find(close)?;
    *from = end;
    Some(&text[start..end])
}

fn all<'a>(text: &'a str, open: &str, close: &str) -> Vec<&'a str> {
    let mut from = 0;
    std::iter::from_fn(|| between(text, &mut from, open, close)).collect()
}

#[test]
fn the_wall_chart_shows_the_plan_by_table_and_by_player() {
    let test = Test::new();
    let ran = test
        .runs("plan --players 14 --rounds 3 --out sheets --lang de --paper letter --format json");
    let rounds: Rounds = serde_json::from_value(ran.json()["rounds"].clone()).unwrap();
    let page = test.read("sheets/wall-chart.html");
    assert!(page.contains("size: letter landscape") && page.contains("<html lang=\"de\">"));
    let (tables, players) = page.split_once("class=\"players\"").unwrap();
    let shown: Vec<Vec<Vec<&str>>> = all(tables, "<tr><th>", "</tr>")[1..]
        .iter()
        .map(|row| all(row, "<ol>", "</ol>"))
        .map(|cells| cells.iter().map(|c| all(c, "<bdi>", "</bdi>")).collect())
        .collect();
    for (at, row) in shown.iter().enumerate() {
        for (round, cell) in row.iter().enumerate() {
            assert_eq!(cell, &rounds[round][at], "round {round}, table {at}");
        }
    }
    assert_eq!((shown.len(), shown[0].len()), (4, 3));
    let rows = all(players, "<tr><th><bdi>", "</tr>");
    assert_eq!(rows.len(), 14);
    for row in rows {
        let name = &row[..4];
        let places = all(row, "<b>", "</b>")
            .into_iter()
            .zip(all(row, "<i>", "</i>"));
        for (round, (table, seat)) in places.enumerate() {
            let (table, seat): (usize, usize) = (table.parse().unwrap(), seat.parse().unwrap());
            assert_eq!(rounds[round][table - 1][seat - 1], name);
        }
    }
}
