//! What organisers reported about seating and the day's work, with the right
//! outcome (the WF scenarios), through files and the command line.

use std::collections::{BTreeMap, BTreeSet};

use crate::harness::{Test, event, rows};

fn names(many: usize) -> Vec<String> {
    (1..=many).map(|at| format!("Player {at:02}")).collect()
}

fn open(preset: &str, settings: &str, many: usize) -> Test {
    let names = names(many);
    event(
        preset,
        settings,
        &names.iter().map(String::as_str).collect::<Vec<_>>(),
    )
}

/// Table, seat and name of each row of a round sheet.
fn seats(test: &Test, round: u32) -> Vec<(String, String, String)> {
    let all = rows(&test.read(&format!("open/round-{round}.csv")));
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (table, seat, player) = (column("Table"), column("Seat"), column("Player"));
    all[1..]
        .iter()
        .map(|row| (row[table].clone(), row[seat].clone(), row[player].clone()))
        .collect()
}

fn tables(test: &Test, round: u32) -> Vec<Vec<String>> {
    let mut tables: BTreeMap<u32, Vec<String>> = BTreeMap::new();
    for (table, _, player) in seats(test, round) {
        if let Ok(table) = table.parse() {
            tables.entry(table).or_default().push(player);
        }
    }
    tables.into_values().collect()
}

/// Types plain results into a round: the first row of each table wins.
fn play(test: &Test, round: u32) {
    let name = format!("open/round-{round}.csv");
    let mut all = rows(&test.read(&name));
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (table, vp, winner) = (column("Table"), column("VP"), column("Winner"));
    let mut count: BTreeMap<String, usize> = BTreeMap::new();
    for row in all.iter_mut().skip(1).filter(|row| row[table] != "bye") {
        let at = count.entry(row[table].clone()).or_default();
        ["10", "8", "6", "4"][*at].clone_into(&mut row[vp]);
        if *at == 0 {
            "x".clone_into(&mut row[winner]);
        }
        *at += 1;
    }
    test.write(
        &name,
        all.iter()
            .map(|row| row.join(",") + "\r\n")
            .collect::<String>(),
    );
}

fn meetings(test: &Test, rounds: u32) -> BTreeMap<BTreeSet<String>, u32> {
    let mut met = BTreeMap::new();
    for table in (1..=rounds).flat_map(|round| tables(test, round)) {
        for (at, one) in table.iter().enumerate() {
            for other in &table[at + 1..] {
                *met.entry(BTreeSet::from([one.clone(), other.clone()]))
                    .or_default() += 1;
            }
        }
    }
    met
}

#[test]
fn wf01_twelve_repeat_one_pair_a_table_and_nobody_meets_three_times() {
    let test = open("catan-championship", "", 12);
    for round in 1..=3 {
        test.runs("run open --as csv");
        let met = meetings(&test, round);
        if round == 2 {
            assert_eq!(met.values().filter(|times| **times == 2).count(), 3);
            for table in tables(&test, 2) {
                let again = met.iter().filter(|(pair, times)| {
                    **times == 2 && pair.iter().all(|name| table.contains(name))
                });
                assert_eq!(again.count(), 1, "one a table");
            }
        }
        assert!(met.values().all(|times| *times <= 2), "round {round}");
        play(&test, round);
    }
    let cost: u32 = meetings(&test, 3)
        .values()
        .map(|times| times * (times - 1) / 2)
        .sum();
    assert_eq!(cost, 9);
}

#[test]
fn wf03_each_player_has_each_seat_once_whatever_the_order_of_entry() {
    let by_name = open("catan-at", "Rounds,4\n", 16);
    let mut shuffled = names(16);
    shuffled.rotate_left(5);
    shuffled.swap(0, 9);
    let other = event(
        "catan-at",
        "Rounds,4\n",
        &shuffled.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    for test in [&by_name, &other] {
        let mut had: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for round in 1..=4 {
            test.runs("run open --as csv");
            for (_, seat, player) in seats(test, round) {
                had.entry(player).or_default().insert(seat);
            }
            play(test, round);
        }
        assert!(had.values().all(|seats| seats.len() == 4), "{had:?}");
    }
    for round in 1..=4 {
        assert_eq!(
            seats(&by_name, round),
            seats(&other, round),
            "round {round}"
        );
    }
}

#[test]
fn wf05_every_number_is_split_or_refused() {
    for (many, sizes) in [
        (6, vec![3, 3]),
        (7, vec![4, 3]),
        (9, vec![3, 3, 3]),
        (10, vec![4, 3, 3]),
        (11, vec![4, 4, 3]),
        (13, vec![4, 3, 3, 3]),
    ] {
        let test = open("catan-at", "", many);
        test.runs("run open --as csv");
        let mut found: Vec<usize> = tables(&test, 1).iter().map(Vec::len).collect();
        found.sort_unstable_by(|a, b| b.cmp(a));
        assert_eq!(found, sizes, "{many}");
    }
    let ran = open("catan-at", "Min players,3\n", 5).run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|error| error.starts_with("cannot-seat"))
    );
    assert!(
        ran.stdout.contains("one player more or fewer"),
        "{}",
        ran.stdout
    );
}

#[test]
fn wf07_a_bye_moved_by_hand_is_kept_and_counted() {
    let test = open("carcassonne-lv", "", 13);
    for round in 1..=2 {
        test.runs("run open --as csv");
        play(&test, round);
    }
    test.runs("run open --as csv");
    let all = seats(&test, 3);
    let nia = all
        .iter()
        .find(|(table, ..)| table == "bye")
        .unwrap()
        .2
        .clone();
    let oto = all
        .iter()
        .find(|(table, ..)| table == "4")
        .unwrap()
        .2
        .clone();
    let swap = |text: &str| {
        text.replace(&nia, "SOMEBODY")
            .replace(&oto, &nia)
            .replace("SOMEBODY", &oto)
    };
    let edited = swap(&test.read("open/round-3.csv"));
    test.write("open/round-3.csv", &edited);
    test.runs("run open --as csv");
    assert_eq!(test.read("open/round-3.csv"), edited, "kept as typed");
    let byes = |text: &str| text.matches(",bye,").count();
    assert_eq!(byes(&edited), 1);
    // The player of the old bye at two tables, or nowhere: errors with cells.
    let doubled = edited.replacen(&oto, &nia, 2);
    test.write("open/round-3.csv", &doubled);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    let errors = ran.problems("error");
    assert!(
        errors
            .iter()
            .any(|error| error.starts_with("player-twice round-3.csv")),
        "{errors:?}"
    );
    assert!(
        errors
            .iter()
            .any(|error| error.starts_with("player-not-seated round-3.csv")),
        "{errors:?}"
    );
}

#[test]
fn wf07_a_second_bye_is_told() {
    let test = open("carcassonne-lv", "", 13);
    test.runs("run open --as csv");
    let text = test.read("open/round-1.csv");
    let both: String = text
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            if cells[2] == "3" {
                cells[2] = "bye";
                cells[3] = "";
            }
            cells.join(",") + "\r\n"
        })
        .collect();
    test.write("open/round-1.csv", both);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(
        ran.problems("error")
            .iter()
            .all(|error| error.starts_with("too-many-byes round-1.csv")),
        "{}",
        ran.stdout
    );
}

#[test]
fn wf09_a_late_entrant_is_seated_from_the_next_round_on() {
    let test = open("catan-at", "", 12);
    for round in 1..=2 {
        test.runs("run open --as csv");
        play(&test, round);
    }
    let before: Vec<String> = (1..=2)
        .map(|round| test.read(&format!("open/round-{round}.csv")))
        .collect();
    let players = test.read("open/players.csv") + "Rae,Rae\n";
    test.write("open/players.csv", players);
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(ran.json()["seating"]["tables"], 4);
    let sizes: Vec<usize> = tables(&test, 3).iter().map(Vec::len).collect();
    assert_eq!(sizes.iter().sum::<usize>(), 13);
    assert!(tables(&test, 3).concat().contains(&"Rae".to_owned()));
    for (round, text) in (1..).zip(before) {
        assert_eq!(test.read(&format!("open/round-{round}.csv")), text);
    }
    let standings = test.json("open/out/standings.json");
    let rae = standings["standings"]
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["name"] == "Rae")
        .unwrap()
        .clone();
    assert_eq!(rae["rounds"], serde_json::json!([]));
}

#[test]
fn wf15_a_sheet_that_does_not_fit_the_field_is_answered_at_once() {
    let test = open("catan-at", "", 24);
    test.runs("run open --as csv");
    let text = test.read("open/round-1.csv");
    let twenty: String = text
        .lines()
        .filter(|line| line.split(',').nth(2) != Some("6"))
        .map(|line| line.replacen("Player 01,Player 01", ",Somebody Else", 1) + "\r\n")
        .collect();
    test.write("open/round-1.csv", &twenty);
    let before = test.snapshot("open");
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    let errors = ran.problems("error");
    let of = |code: &str| {
        errors
            .iter()
            .filter(|error| error.starts_with(code))
            .count()
    };
    assert_eq!(of("unknown-player round-1.csv F"), 1, "{errors:?}");
    // Four without a seat, and Player 01, whose row names somebody else.
    assert_eq!(
        of("player-not-seated"),
        if twenty.contains("Somebody") { 5 } else { 4 },
        "{errors:?}"
    );
    assert_eq!(test.snapshot("open"), before);
}

#[test]
fn wf19_the_same_sheets_give_the_same_bytes_anywhere() {
    let play_all = |test: &Test| {
        for round in 1..=2 {
            test.runs("run open");
            let _ = round;
        }
        test.snapshot("open")
    };
    let one = play_all(&open("catan-at", "", 13));
    let other = play_all(&open("catan-at", "", 13));
    assert_eq!(
        one.keys().collect::<Vec<_>>(),
        other.keys().collect::<Vec<_>>()
    );
    for (name, bytes) in &one {
        assert!(bytes == &other[name], "{name} differs");
    }
}

#[test]
fn wf27_inputs_stay_as_they_are_also_where_outputs_go_beside_them() {
    let test = open("catan-at", "", 12);
    test.runs("run open --as csv --out open");
    play(&test, 1);
    let inputs = ["open/event.csv", "open/players.csv", "open/round-1.csv"];
    let before: Vec<String> = inputs.iter().map(|name| test.read(name)).collect();
    test.runs("run open --as csv --out open");
    test.runs("run open --as csv --out open");
    let after: Vec<String> = inputs.iter().map(|name| test.read(name)).collect();
    assert_eq!(before, after);
}

#[test]
fn two_names_swapped_by_hand_are_counted_from_then_on() {
    let test = open("catan-at", "", 16);
    test.runs("run open --as csv");
    play(&test, 1);
    test.runs("run open --as csv");
    // The first of table 1 and the first of table 2 change places.
    let all = tables(&test, 2);
    let (one, other) = (&all[0][0], &all[1][0]);
    let text = test.read("open/round-2.csv");
    let swapped = text
        .replace(one, "SOMEBODY")
        .replace(other, one)
        .replace("SOMEBODY", other);
    test.write("open/round-2.csv", &swapped);
    let ran = test.runs("run open --as csv --format json");
    let cost: u32 = meetings(&test, 2)
        .values()
        .map(|times| times * (times - 1) / 2)
        .sum();
    assert!(ran.json()["seating"]["repeat_cost"].as_u64().unwrap() >= u64::from(cost));
    play(&test, 2);
    test.runs("run open --as csv");
    let met = meetings(&test, 3);
    let total: u32 = met.values().map(|times| times * (times - 1) / 2).sum();
    let told =
        test.runs("run open --as csv --format json").json()["seating"]["repeat_cost"].clone();
    assert_eq!(told, total);
}

#[test]
fn wf11_a_corrected_result_is_told_with_what_follows_from_it() {
    let test = open("carcassonne-lv", "", 12);
    for round in 1..=3 {
        test.runs("run open --as csv");
        play(&test, round);
    }
    test.runs("run open --as csv");
    let seated = test.read("open/round-4.csv");
    // The loser of table 2 in round 1 had more than the winner after all.
    let all = rows(&test.read("open/round-1.csv"));
    let changed: String = all
        .iter()
        .map(|row| {
            let mut row = row.clone();
            if row[2] == "2" && row[3] == "2" {
                row[6] = "19".into();
            }
            if row[2] == "2" {
                row[7] = String::new();
            }
            row.join(",") + "\r\n"
        })
        .collect();
    test.write("open/round-1.csv", changed);
    let ran = test.runs("run open --as csv --format json");
    let loser = all
        .iter()
        .find(|row| row[2] == "2" && row[3] == "2")
        .unwrap()[5]
        .clone();
    let told = format!(
        "VP of \\\"{loser}\\\" in round 1 was \\\"8\\\" and is \\\"19\\\" now, after round 4 was seated"
    );
    assert!(ran.stdout.contains(&told), "{}", ran.stdout);
    assert!(
        ran.problems("warning")
            .iter()
            .any(|warning| warning.starts_with("earlier-result-changed round-1.csv G"))
    );
    assert_eq!(test.read("open/round-4.csv"), seated, "the seats stay");
    let text = test.runs("run open --as csv").stdout;
    assert!(!text.contains("was \"8\""), "told once: {text}");
    let journal = test.read("open/journal.jsonl");
    assert_eq!(journal.lines().count(), 5, "{journal}");
    assert!(
        journal.contains("\"old\":\"8\",\"new\":\"19\""),
        "{journal}"
    );
    let again = test.snapshot("open");
    test.runs("run open --as csv");
    assert_eq!(test.snapshot("open"), again);
}

#[test]
fn wf11_where_seats_do_not_follow_the_ranking_nobody_would_sit_elsewhere() {
    let test = open("catan-at", "", 12);
    for round in 1..=2 {
        test.runs("run open --as csv");
        play(&test, round);
    }
    test.runs("run open --as csv");
    let text = test.read("open/round-1.csv").replacen(",8,", ",9,", 1);
    test.write("open/round-1.csv", text);
    let told = test.runs("run open --as csv").stdout;
    assert!(
        told.contains("nobody would sit elsewhere in round 3"),
        "{told}"
    );
    assert!(
        told.contains("the first 4 stay the same")
            || told.contains("among the first 4 would now be"),
        "{told}"
    );
}

#[test]
fn reseat_writes_a_round_again_and_keeps_the_old_sheet() {
    let test = open("catan-at", "", 12);
    test.runs("run open --as csv");
    play(&test, 1);
    test.runs("run open --as csv");
    let old = test.read("open/round-2.csv");
    let players = test.read("open/players.csv") + "Rae,Rae\n";
    test.write("open/players.csv", players);
    let refused = test.run("run open --as csv");
    assert_eq!(refused.status, 1, "Rae sits nowhere in round 2");
    test.runs("run open --as csv --reseat");
    assert_eq!(test.read("open/round-2.before-reseat-1.csv"), old);
    assert!(tables(&test, 2).concat().contains(&"Rae".to_owned()));
    // Once a result is typed, the round stays.
    play(&test, 2);
    let typed = test.read("open/round-2.csv");
    test.runs("run open --as csv --reseat");
    assert_eq!(test.read("open/round-2.csv"), typed);
}

#[test]
fn reseat_works_in_a_plan_and_in_one_workbook() {
    let plan = open("catan-de", "", 16);
    plan.runs("run open --as csv");
    play(&plan, 1);
    plan.runs("run open --as csv");
    let players = plan
        .read("open/players.csv")
        .replace("ID,Name", "ID,Name,Until");
    let players = players.replace("Player 07,Player 07", "Player 07,Player 07,1");
    plan.write("open/players.csv", players);
    // Without it a drop-out only makes a table of three.
    let kept = plan.read("open/round-2.csv");
    let ran = plan.runs("run open --as csv --format json");
    assert_eq!(ran.json()["seating"]["tables_of_three"], 1);
    assert!(
        ran.problems("note")
            .iter()
            .any(|note| note.starts_with("row-passed-over round-2.csv"))
    );
    assert_eq!(plan.read("open/round-2.csv"), kept);
    plan.runs("run open --as csv --reseat");
    for round in 2..=3 {
        assert_eq!(tables(&plan, round).concat().len(), 15);
        assert!(
            plan.path(&format!("open/round-{round}.before-reseat-1.csv"))
                .exists()
        );
    }
}

#[test]
fn reseat_in_one_workbook_keeps_the_old_one() {
    let test = open("catan-at", "", 12);
    test.runs("new book --preset catan-at");
    let names = names(12);
    let list: String = names.iter().map(|name| format!("{name}\n")).collect();
    test.write("list.csv", format!("Name\n{list}"));
    test.runs("new one --preset catan-at --players list.csv");
    std::fs::copy(test.path("one/event.xlsx"), test.path("book.xlsx")).unwrap();
    test.runs("run book.xlsx");
    let first = std::fs::read(test.path("book-round-1.xlsx")).unwrap();
    let ran = test.runs("run book-round-1.xlsx --reseat --seed other");
    assert!(
        ran.stdout.contains("book-round-1.before-reseat-1.xlsx"),
        "{}",
        ran.stdout
    );
    assert_eq!(
        std::fs::read(test.path("book-round-1.before-reseat-1.xlsx")).unwrap(),
        first
    );
    assert_ne!(
        std::fs::read(test.path("book-round-1.xlsx")).unwrap(),
        first
    );
}
