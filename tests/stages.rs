//! Whole events from registration to the champion, through files and the
//! command line: cuts, brackets, the final ranking.

use serde_json::Value;

use crate::harness::{Standings, Test, event, rows};

/// Names in the order of their strength: the first always wins.
fn names(many: usize) -> Vec<String> {
    (1..=many).map(|at| format!("P{at:03}")).collect()
}

fn open(preset: &str, settings: &str, many: usize) -> Test {
    let names = names(many);
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    event(preset, settings, &names)
}

/// Types results into the round sheets that wait: at each table the strongest
/// player (the smallest ID) wins, and so on down. Two-player games have other
/// scores. Gives whether anything was typed.
fn type_waiting(test: &Test, from: u32) -> Option<u32> {
    for number in from..20 {
        let name = format!("open/round-{number}.csv");
        if !test.path(&name).exists() {
            return None;
        }
        let text = test.read(&name);
        let typed = by_strength(&text);
        if typed != text {
            test.write(&name, typed);
            return Some(number);
        }
    }
    None
}

fn by_strength(text: &str) -> String {
    let mut all = rows(text);
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (table, id, vp, winner) = (
        column("Table"),
        column("ID"),
        column("VP"),
        column("Winner"),
    );
    let tables: Vec<String> = all.iter().map(|row| row[table].clone()).collect();
    let ids: Vec<String> = all.iter().map(|row| row[id].clone()).collect();
    for at in 1..all.len() {
        if tables[at] == "bye" || !all[at][vp].is_empty() {
            continue;
        }
        let mates: Vec<&String> = (1..ids.len())
            .filter(|other| tables[*other] == tables[at])
            .map(|other| &ids[other])
            .collect();
        let stronger = mates.iter().filter(|other| ***other < ids[at]).count();
        let scores = if mates.len() == 2 {
            ["80", "60", "", ""]
        } else {
            ["13", "8", "6", "4"]
        };
        scores[stronger].clone_into(&mut all[at][vp]);
        if stronger == 0 && mates.len() > 2 {
            "x".clone_into(&mut all[at][winner]);
        }
    }
    all.iter().map(|row| row.join(",") + "\r\n").collect()
}

/// Plays until nothing more is seated, and gives the standings.
fn play_out(test: &Test) -> Standings {
    for _ in 0..12 {
        test.runs("run open --as csv");
        if type_waiting(test, 1).is_none() {
            break;
        }
    }
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(
        ran.json()["written"],
        serde_json::json!([]),
        "something was left to play"
    );
    Standings(test.json("open/out/standings.json"))
}

fn sheet(test: &Test, round: u32) -> Vec<(String, String, String)> {
    let all = rows(&test.read(&format!("open/round-{round}.csv")));
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (stage, table, id) = (column("Stage"), column("Table"), column("ID"));
    all[1..]
        .iter()
        .map(|row| (row[stage].clone(), row[table].clone(), row[id].clone()))
        .collect()
}

/// The players of each table of a round, by table.
fn tables(test: &Test, round: u32) -> Vec<Vec<String>> {
    let mut tables: Vec<Vec<String>> = Vec::new();
    for (_, table, id) in sheet(test, round) {
        let at = table.parse::<usize>().unwrap() - 1;
        if tables.len() <= at {
            tables.resize(at + 1, Vec::new());
        }
        tables[at].push(id);
    }
    tables
}

/// The preliminary ranking, as the run that seated the first stage saw it.
fn after_preliminaries(test: &Test, rounds: u32) -> Standings {
    for _ in 0..rounds {
        test.runs("run open --as csv");
        type_waiting(test, 1);
    }
    test.runs("run open --as csv");
    Standings(test.json("open/out/standings.json"))
}

fn seeds(order: &[String], wanted: &[usize]) -> Vec<String> {
    wanted.iter().map(|seed| order[seed - 1].clone()).collect()
}

#[test]
fn championship_12_to_28_the_top_four_play_the_final() {
    for many in [12, 16, 28] {
        let test = open("catan-championship", "", many);
        let before = after_preliminaries(&test, 3);
        assert_eq!(before.0["event"]["stage"], "final");
        let order = before.order();
        assert_eq!(tables(&test, 4), [order[..4].to_vec()], "{many}");
        assert!(sheet(&test, 4).iter().all(|(stage, ..)| stage == "final"));
        let after = play_out(&test);
        assert_eq!(after.0["event"]["stage"], "finished");
        // The strongest of the four wins; the rest keep their rank.
        let mut finalists = order[..4].to_vec();
        finalists.sort();
        assert_eq!(&after.order()[..4], finalists);
        assert_eq!(&after.order()[4..], &order[4..]);
        assert_eq!(after.0["qualifiers"], serde_json::json!([finalists[0]]));
        assert_eq!(after.lines()[0]["decided_by"], "table_place");
        assert_eq!(after.lines()[3]["decided_by"], "stage");
        assert_eq!(after.line(&finalists[0])["status"], "through");
        assert_eq!(after.lines()[1]["status"], "out");
    }
}

#[test]
fn championship_29_to_79_sixteen_in_the_printed_snake() {
    for many in [29, 79] {
        let test = open("catan-championship", "", many);
        let order = after_preliminaries(&test, 3).order();
        let expected = [
            [1, 8, 9, 16],
            [2, 7, 10, 15],
            [3, 6, 11, 14],
            [4, 5, 12, 13],
        ];
        assert_eq!(
            tables(&test, 4),
            expected.map(|table| seeds(&order, &table)),
            "{many}"
        );
        // Play order is left to be filled in.
        let text = test.read("open/round-4.csv");
        assert!(
            rows(&text)[1..].iter().all(|row| row[3].is_empty()),
            "{text}"
        );
        let after = play_out(&test);
        let winners: Vec<String> = expected
            .map(|table| seeds(&order, &table).into_iter().min().unwrap())
            .to_vec();
        let mut sorted = winners.clone();
        sorted.sort();
        assert_eq!(&after.order()[..4], sorted);
        assert_eq!(&after.order()[16..], &order[16..]);
        assert!(sheet(&test, 5).iter().all(|(stage, ..)| stage == "final"));
    }
}

#[test]
fn championship_80_the_fourth_round_needs_a_win() {
    let test = open("catan-championship", "", 80);
    for _ in 0..3 {
        test.runs("run open --as csv");
        type_waiting(&test, 1);
    }
    test.runs("run open --as csv");
    let standings = Standings(test.json("open/out/standings.json"));
    let with_win: Vec<String> = standings
        .lines()
        .iter()
        .filter(|line| line["values"]["wins"] != "0")
        .map(|line| line["id"].as_str().unwrap().to_owned())
        .collect();
    let mut seated: Vec<String> = sheet(&test, 4).into_iter().map(|(.., id)| id).collect();
    seated.sort();
    let mut expected = with_win;
    expected.sort();
    assert_eq!(seated, expected);
    let after = play_out(&test);
    assert_eq!(after.0["event"]["stage"], "finished");
    assert!(
        sheet(&test, 5)
            .iter()
            .all(|(stage, ..)| stage == "semifinal")
    );
    assert!(sheet(&test, 6).iter().all(|(stage, ..)| stage == "final"));
}

#[test]
fn sc25_finalists_hold_the_first_places_whatever_they_scored() {
    let test = open("catan-championship", "", 16);
    let order = after_preliminaries(&test, 3).order();
    // The second of the preliminaries ends the final with two points.
    let text = test.read("open/round-4.csv");
    let typed: String = text
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            let at = order[..4].iter().position(|id| cells[4] == id);
            if let Some(at) = at {
                cells[6] = ["8", "2", "10", "6"][at];
            }
            cells.join(",") + "\n"
        })
        .collect();
    test.write("open/round-4.csv", typed);
    let after = play_out(&test);
    let expected = [&order[2], &order[0], &order[3], &order[1], &order[4]].map(String::clone);
    assert_eq!(&after.order()[..5], expected);
    let ranks: Vec<Option<u64>> = after.ranks().into_iter().map(|(_, rank)| rank).collect();
    assert_eq!(&ranks[..5], [Some(1), Some(2), Some(3), Some(4), Some(5)]);
    // Preliminary figures are shown, not added up with the final.
    let last = &after.lines()[3];
    assert_eq!(last["rounds"].as_array().unwrap().len(), 4);
    let vps: i64 = last["rounds"].as_array().unwrap()[..3]
        .iter()
        .map(|game| game["vp"].as_str().unwrap().parse::<i64>().unwrap())
        .sum();
    assert_eq!(last["values"]["vp"], vps.to_string());
}

#[test]
fn a_qualifier_who_left_blocks_and_the_next_in_line_is_named() {
    let test = open("catan-championship", "", 12);
    let order = after_preliminaries(&test, 3).order();
    std::fs::remove_file(test.path("open/round-4.csv")).unwrap();
    let gone = &order[1];
    let players = test
        .read("open/players.csv")
        .replace("ID,Name", "ID,Name,Until");
    let players = players.replace(&format!("{gone},{gone}"), &format!("{gone},{gone},3"));
    test.write("open/players.csv", players);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    assert!(ran.problems("error")[0].starts_with("qualifier-missing players.csv"));
    assert!(
        ran.stdout
            .contains(&format!("the next in line is \\\"{}\\\"", order[4])),
        "{}",
        ran.stdout
    );
    let settings = test.read("open/event.csv") + "Stands in,yes\n";
    test.write("open/event.csv", settings);
    test.runs("run open --as csv");
    assert_eq!(tables(&test, 4), [seeds(&order, &[1, 3, 4, 5])]);
}

#[test]
fn a_stranger_in_the_final_is_told_with_the_cell() {
    let test = open("catan-championship", "", 12);
    let order = after_preliminaries(&test, 3).order();
    let text = test.read("open/round-4.csv").replace(&order[3], &order[7]);
    test.write("open/round-4.csv", text);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|error| error.starts_with("not-qualified round-4.csv")),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains(&order[3]));
}

#[test]
fn a_changed_result_after_the_cut_is_told_and_the_stage_stands() {
    let test = open("catan-championship", "", 12);
    let order = after_preliminaries(&test, 3).order();
    type_waiting(&test, 4);
    // The last of the field wins everything after the fact.
    for round in 1..=3 {
        let name = format!("open/round-{round}.csv");
        let all = rows(&test.read(&name));
        let loser = &order[11];
        let table = all.iter().find(|row| &row[4] == loser).unwrap()[2].clone();
        let changed: String = all
            .into_iter()
            .map(|mut row| {
                if row[2] == table {
                    row[6] = if &row[4] == loser {
                        "10".into()
                    } else {
                        "3".into()
                    };
                    row[7] = if &row[4] == loser {
                        "x".into()
                    } else {
                        String::new()
                    };
                }
                row.join(",") + "\n"
            })
            .collect();
        test.write(&name, changed);
    }
    let ran = test.runs("run open --as csv --format json");
    assert!(
        ran.problems("warning")
            .iter()
            .any(|warning| warning.starts_with("stage-differs round-4.csv")),
        "{}",
        ran.stdout
    );
    let after = Standings(test.json("open/out/standings.json"));
    let mut finalists = order[..4].to_vec();
    finalists.sort();
    let mut first = after.order()[..4].to_vec();
    first.sort();
    assert_eq!(first, finalists);
    assert_eq!(after.order()[4], order[11]);
}

/// A preliminary result corrected while the next stage's sheet lies there
/// without results: the seats stay, the standings follow, and the way to seat
/// it anew is told. Without a correction a stranger is an error.
#[test]
fn a_correction_before_the_stage_was_played_is_told_and_its_seats_stay() {
    let test = open("catan-championship", "", 12);
    let order = after_preliminaries(&test, 3).order();
    let before = test.read("open/round-4.csv");
    for round in 1..=3 {
        let name = format!("open/round-{round}.csv");
        let all = rows(&test.read(&name));
        let last = &order[11];
        let table = all.iter().find(|row| &row[4] == last).unwrap()[2].clone();
        let mut changed = String::new();
        for mut row in all {
            if row[2] == table {
                let own = &row[4] == last;
                row[6] = if own { "10" } else { "3" }.to_owned();
                row[7] = if own { "x" } else { "" }.to_owned();
            }
            changed += &(row.join(",") + "\n");
        }
        test.write(&name, changed);
    }
    let ran = test.runs("run open --as csv --format json");
    let warnings = ran.problems("warning");
    assert!(
        warnings
            .iter()
            .any(|warning| warning.starts_with("stage-differs round-4.csv")),
        "{warnings:?}"
    );
    assert!(ran.stdout.contains("--reseat"), "{}", ran.stdout);
    assert_eq!(test.read("open/round-4.csv"), before);
    let after = Standings(test.json("open/out/standings.json"));
    assert_eq!(after.order()[0], order[11]);
    test.runs("run open --as csv --reseat");
    assert!(test.read("open/round-4.csv").contains(&order[11]));
}

#[test]
fn a_sheet_ahead_of_its_time() {
    let test = open("catan-championship", "", 12);
    test.runs("run open --as csv");
    let text = test.read("open/round-1.csv");
    for round in 2..=4 {
        test.write(
            &format!("open/round-{round}.csv"),
            text.replace("\n1,", &format!("\n{round},")),
        );
    }
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|error| error.starts_with("stage-ahead round-4.csv")),
        "{}",
        ran.stdout
    );
}

#[test]
fn mso_semifinals_are_drawn_and_under_sixteen_the_top_four_play_the_final() {
    let test = open("catan-mso", "", 20);
    let order = after_preliminaries(&test, 3).order();
    let drawn = tables(&test, 4);
    assert_eq!(drawn.iter().map(Vec::len).collect::<Vec<_>>(), [4; 4]);
    let mut all = drawn.concat();
    all.sort();
    let mut sixteen = order[..16].to_vec();
    sixteen.sort();
    assert_eq!(all, sixteen);
    let snake = [
        [1, 8, 9, 16],
        [2, 7, 10, 15],
        [3, 6, 11, 14],
        [4, 5, 12, 13],
    ];
    assert_ne!(drawn, snake.map(|table| seeds(&order, &table)));
    let after = play_out(&test);
    let mut winners: Vec<String> = drawn
        .iter()
        .map(|table| table.iter().min().unwrap().clone())
        .collect();
    winners.sort();
    assert_eq!(&after.order()[..4], winners);
    // Places 5 to 16 by place in the semifinal, then preliminary rank.
    let rank = |id: &String| order.iter().position(|other| other == id).unwrap();
    let mut expected = Vec::new();
    for place in 1..4 {
        let mut of_place: Vec<String> = drawn
            .iter()
            .map(|table| {
                let mut table = table.clone();
                table.sort();
                table[place].clone()
            })
            .collect();
        of_place.sort_by_key(rank);
        expected.extend(of_place);
    }
    assert_eq!(&after.order()[4..16], expected);

    let few = open("catan-mso", "", 15);
    let order = after_preliminaries(&few, 3).order();
    let mut final_table = tables(&few, 4).concat();
    final_table.sort();
    let mut four = order[..4].to_vec();
    four.sort();
    assert_eq!(final_table, four);
}

#[test]
fn mso_a_timed_out_semifinal_goes_by_vp_then_rank_and_the_final_needs_a_winner() {
    let test = open("catan-mso", "", 16);
    let order = after_preliminaries(&test, 3).order();
    let stopped = |text: &str, table: &str| -> String {
        text.lines()
            .map(|line| {
                let mut cells: Vec<&str> = line.split(',').collect();
                if cells[2] == table {
                    cells[6] = "7";
                }
                cells.join(",") + "\n"
            })
            .collect()
    };
    let typed = stopped(&test.read("open/round-4.csv"), "1");
    test.write("open/round-4.csv", typed);
    type_waiting(&test, 4);
    let ran = test.runs("run open --as csv --format json");
    assert!(
        ran.problems("warning")
            .iter()
            .any(|warning| warning.starts_with("stage-tie round-4.csv")),
        "{}",
        ran.stdout
    );
    let first = tables(&test, 4)[0].clone();
    let best = first
        .iter()
        .min_by_key(|id| order.iter().position(|other| other == *id))
        .unwrap();
    assert!(tables(&test, 5).concat().contains(best));
    let text = stopped(&test.read("open/round-5.csv"), "1");
    test.write("open/round-5.csv", text);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.problems("error"), ["no-winner round-5.csv -"]);
}

#[test]
fn mso_a_semifinal_stopped_with_one_in_front_is_told_too() {
    let test = open("catan-mso", "", 16);
    after_preliminaries(&test, 3);
    let text = test.read("open/round-4.csv");
    let mut points = ["6", "8", "7", "7"].into_iter();
    let typed: String = text
        .lines()
        .map(|line| {
            let mut cells: Vec<&str> = line.split(',').collect();
            if cells[2] == "1" {
                cells[6] = points.next().unwrap();
            }
            cells.join(",") + "\n"
        })
        .collect();
    test.write("open/round-4.csv", typed);
    type_waiting(&test, 4);
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), ["no-winner round-4.csv -"]);
    let best = tables(&test, 4)[0][1].clone();
    assert!(tables(&test, 5).concat().contains(&best));
}

#[test]
fn german_final_of_eight_has_two_winners_together() {
    let test = open("catan-de", "Final,yes\n", 16);
    for _ in 0..3 {
        test.runs("run open --as csv");
        type_waiting(&test, 1);
    }
    test.runs("run open --as csv");
    let before = Standings(test.json("open/out/standings.json"));
    let order = before.order();
    let drawn = tables(&test, 4);
    for (table, expected) in drawn.iter().zip([[1, 4, 5, 8], [2, 3, 6, 7]]) {
        let (mut table, mut expected) = (table.clone(), seeds(&order, &expected));
        table.sort();
        expected.sort();
        assert_eq!(table, expected);
    }
    let after = play_out(&test);
    let mut winners: Vec<String> = drawn
        .iter()
        .map(|table| table.iter().min().unwrap().clone())
        .collect();
    winners.sort_by_key(|id| order.iter().position(|other| other == id));
    assert_eq!(&after.order()[..2], winners);
    let ranks: Vec<Option<u64>> = after
        .ranks()
        .into_iter()
        .map(|(_, rank)| rank)
        .take(4)
        .collect();
    assert_eq!(ranks, [Some(1), Some(1), Some(3), Some(4)]);
    assert_eq!(after.lines()[0]["decided_by"], "tie");
    assert_eq!(after.0["qualifiers"], serde_json::json!(winners));
    assert_eq!(&after.order()[8..], &order[8..]);
}

#[test]
fn austrian_final_of_four() {
    let test = open("catan-at", "", 13);
    let order = after_preliminaries(&test, 3).order();
    let mut four = order[..4].to_vec();
    four.sort();
    let after = play_out(&test);
    assert_eq!(&after.order()[..4], four);
    assert_eq!(&after.order()[4..], &order[4..]);
}

/// One heat in which so many players win a table of four or three.
fn heats(present: usize, winners: usize) -> Test {
    let test = open("catan-ck-wbc", "Rounds,1\n", present);
    let names = names(present);
    let mut text = String::from("Table,Seat,ID,VP,Winner\n");
    // Winners first, each at a table with one or more of the others.
    let tables: Vec<Vec<&String>> = (0..winners)
        .map(|table| names.iter().skip(table).step_by(winners).collect())
        .collect();
    for (table, players) in tables.iter().enumerate() {
        for (seat, player) in players.iter().enumerate() {
            let vp = [13, 9, 7, 5][seat];
            text.push_str(&format!("{},{},{player},{vp},\n", table + 1, seat + 1));
        }
    }
    test.write("open/round-1.csv", text);
    test
}

#[test]
fn wbc_semifinal_sizes_by_winners_and_alternates() {
    // Field, heat winners, semifinal tables in seeds.
    let cases: [(usize, usize, &[&[usize]]); 5] = [
        (20, 5, &[&[1, 4, 5, 8], &[2, 3, 6, 7]]),
        (32, 8, &[&[1, 4, 5, 8], &[2, 3, 6, 7]]),
        (36, 9, &[&[1, 8, 9], &[2, 7, 10], &[3, 6, 11], &[4, 5, 12]]),
        (
            52,
            13,
            &[
                &[1, 8, 9, 16],
                &[2, 7, 10, 15],
                &[3, 6, 11, 14],
                &[4, 5, 12, 13],
            ],
        ),
        (
            80,
            20,
            &[
                &[1, 8, 9, 16],
                &[2, 7, 10, 15],
                &[3, 6, 11, 14],
                &[4, 5, 12, 13],
            ],
        ),
    ];
    for (present, winners, expected) in cases {
        let test = heats(present, winners);
        test.runs("run open --as csv");
        let order = Standings(test.json("open/out/standings.json")).order();
        let expected: Vec<Vec<String>> =
            expected.iter().map(|table| seeds(&order, table)).collect();
        assert_eq!(
            tables(&test, 2),
            expected,
            "{present} players, {winners} winners"
        );
    }
}

/// The same with so many of the ranking still there for the semifinal.
fn stay(test: &Test, there: usize) -> Vec<String> {
    test.runs("run open --as csv");
    let order = Standings(test.json("open/out/standings.json")).order();
    std::fs::remove_file(test.path("open/round-2.csv")).unwrap();
    let mut text = String::from("ID,Name,Until\n");
    for id in &order {
        let until = if order[..there].contains(id) { "" } else { "1" };
        text.push_str(&format!("{id},{id},{until}\n"));
    }
    test.write("open/players.csv", text);
    order
}

#[test]
fn wbc_short_semifinals_seat_the_highest_seeds_at_the_short_tables() {
    let cases: [(usize, &[&[usize]]); 9] = [
        (
            15,
            &[
                &[1, 8, 9],
                &[2, 7, 10, 15],
                &[3, 6, 11, 14],
                &[4, 5, 12, 13],
            ],
        ),
        (
            14,
            &[&[1, 8, 9], &[2, 7, 10], &[3, 6, 11, 14], &[4, 5, 12, 13]],
        ),
        (13, &[&[1, 8, 9], &[2, 7, 10], &[3, 6, 11], &[4, 5, 12, 13]]),
        (12, &[&[1, 8, 9], &[2, 7, 10], &[3, 6, 11], &[4, 5, 12]]),
        (11, &[&[1, 6, 7], &[2, 5, 8, 11], &[3, 4, 9, 10]]),
        (9, &[&[1, 6, 7], &[2, 5, 8], &[3, 4, 9]]),
        (7, &[&[1, 4, 5], &[2, 3, 6, 7]]),
        (6, &[&[1, 4, 5], &[2, 3, 6]]),
        (5, &[&[1, 2, 3, 4]]),
    ];
    for (there, expected) in cases {
        let test = heats(52, 13);
        let order = stay(&test, there);
        test.runs("run open --as csv");
        let expected: Vec<Vec<String>> =
            expected.iter().map(|table| seeds(&order, table)).collect();
        assert_eq!(tables(&test, 2), expected, "{there} present");
    }
}

#[test]
fn wbc_three_semifinals_send_the_best_second_too() {
    let test = heats(52, 13);
    let order = stay(&test, 9);
    test.runs("run open --as csv");
    // Seed 5 is second at table 2 with more VP than the other seconds.
    let text = "Table,Seat,ID,VP,Winner,Cards\n".to_owned()
        + &[
            (1, 1, 13),
            (1, 6, 8),
            (1, 7, 5),
            (2, 2, 13),
            (2, 5, 11),
            (2, 8, 5),
            (3, 3, 13),
            (3, 4, 9),
            (3, 9, 5),
        ]
        .map(|(table, seed, vp)| format!("{table},,{},{vp},,\n", order[seed - 1]))
        .concat();
    test.write("open/round-2.csv", text);
    test.runs("run open --as csv");
    assert_eq!(tables(&test, 3), [seeds(&order, &[1, 2, 3, 5])]);
    let after = play_out(&test);
    // Overall fifth and sixth by place and VP in the semifinal.
    assert_eq!(&after.order()[4..6], seeds(&order, &[4, 6]));
    assert_eq!(after.lines()[4]["decided_by"], "vp");
}

#[test]
fn latvian_knockout_with_the_third_place_game_beside_the_final() {
    let test = open("carcassonne-lv", "", 16);
    let order = after_preliminaries(&test, 6).order();
    let quarters: Vec<Vec<String>> = [[1, 8], [2, 7], [3, 6], [4, 5]]
        .map(|pair| seeds(&order, &pair))
        .to_vec();
    assert_eq!(tables(&test, 7), quarters);
    let after = play_out(&test);
    let winner = |pair: &[String]| pair.iter().min().unwrap().clone();
    let loser = |pair: &[String]| pair.iter().max().unwrap().clone();
    let semis = [
        vec![winner(&quarters[0]), winner(&quarters[3])],
        vec![winner(&quarters[1]), winner(&quarters[2])],
    ];
    let sorted = |mut pairs: Vec<Vec<String>>| {
        for pair in &mut pairs {
            pair.sort();
        }
        pairs
    };
    assert_eq!(sorted(tables(&test, 8)), sorted(semis.to_vec()));
    let last = sheet(&test, 9);
    let stages: Vec<(&str, &str)> = last
        .iter()
        .map(|(stage, table, _)| (stage.as_str(), table.as_str()))
        .collect();
    assert_eq!(
        stages,
        [
            ("final", "1"),
            ("final", "1"),
            ("third-place", "2"),
            ("third-place", "2")
        ]
    );
    let finalists = [winner(&semis[0]), winner(&semis[1])];
    let thirds = [loser(&semis[0]), loser(&semis[1])];
    let expected = [
        winner(&finalists),
        loser(&finalists),
        winner(&thirds),
        loser(&thirds),
    ];
    assert_eq!(&after.order()[..4], expected);
    // The losers of the quarter-finals share places 5 to 8.
    let ranks: Vec<Option<u64>> = after.ranks().into_iter().map(|(_, rank)| rank).collect();
    assert_eq!(
        &ranks[..9],
        [
            Some(1),
            Some(2),
            Some(3),
            Some(4),
            Some(5),
            Some(5),
            Some(5),
            Some(5),
            Some(9)
        ]
    );
    assert_eq!(after.0["qualifiers"], serde_json::json!([expected[0]]));
}

#[test]
fn latvian_drawn_knockout_games_go_by_clock_then_rank() {
    let test = open("carcassonne-lv", "", 8);
    let order = after_preliminaries(&test, 6).order();
    let drawn = |clocks: [&str; 2]| {
        let mut text = String::from("Table,Seat,ID,VP,Clock\n");
        for (table, pair) in (1..).zip([[1, 8], [2, 7], [3, 6], [4, 5]]) {
            for (seat, player) in (1..).zip(seeds(&order, &pair)) {
                let (vp, clock) = match (table, seat) {
                    (1, seat) => ("70", clocks[seat - 1]),
                    (_, 1) => ("80", "10:00"),
                    _ => ("60", "10:00"),
                };
                text.push_str(&format!("{table},{seat},{player},{vp},{clock}\n"));
            }
        }
        test.write("open/round-7.csv", text);
        if test.path("open/round-8.csv").exists() {
            std::fs::remove_file(test.path("open/round-8.csv")).unwrap();
        }
        let ran = test.runs("run open --as csv --format json");
        assert!(ran.stdout.contains("stage-tie"), "{}", ran.stdout);
        let mut first = tables(&test, 8)[0].clone();
        first.sort();
        first
    };
    let pair = |a: usize, b: usize| {
        let mut pair = seeds(&order, &[a, b]);
        pair.sort();
        pair
    };
    assert_eq!(drawn(["15:00", "14:59"]), pair(8, 4));
    assert_eq!(drawn(["14:00", "15:00"]), pair(1, 4));
    assert_eq!(drawn(["15:00", "15:00"]), pair(1, 4));
}

#[test]
fn world_quarter_finals_are_1_5_2_6_3_7_4_8() {
    let test = open("carcassonne-world", "Rounds,3\n", 8);
    let order = after_preliminaries(&test, 3).order();
    assert_eq!(
        tables(&test, 4),
        [[1, 5], [2, 6], [3, 7], [4, 8]].map(|pair| seeds(&order, &pair))
    );
    play_out(&test);
}

/// An Austrian event of 12 after two of three rounds, with everybody's points
/// in the order of the standings.
fn one_round_left() -> (Test, Standings, Vec<i64>) {
    let test = open("catan-at", "", 12);
    for _ in 0..2 {
        test.runs("run open --as csv");
        type_waiting(&test, 1);
    }
    test.runs("run open --as csv");
    let standings = Standings(test.json("open/out/standings.json"));
    let points = |line: &Value| {
        let points = line["values"]["points"].as_str();
        points.unwrap().parse().unwrap()
    };
    let all = standings.lines().iter().map(points).collect();
    (test, standings, all)
}

#[test]
fn statuses_are_known_only_where_nothing_can_change_them() {
    let (_, standings, all) = one_round_left();
    for (at, line) in standings.lines().iter().enumerate() {
        let others = || {
            all.iter()
                .enumerate()
                .filter(|(other, _)| *other != at)
                .map(|(_, points)| *points)
        };
        let may_reach = others().filter(|other| other + 5 >= all[at]).count();
        let above = others().filter(|other| *other > all[at] + 5).count();
        let expected = if may_reach < 4 {
            "through"
        } else if above >= 4 {
            "out"
        } else {
            "open"
        };
        assert_eq!(line["status"], expected, "{line}");
    }
}

#[test]
fn latvian_groups_are_even_play_apart_and_meet_in_the_quarter_finals() {
    let test = open("carcassonne-lv", "", 34);
    let before = after_preliminaries(&test, 5);
    assert_eq!(before.0["event"]["rounds_planned"], 5);
    let group = |id: &str| before.line(id)["group"].as_str().unwrap().to_owned();
    let of = |wanted: &str| -> Vec<String> {
        before
            .order()
            .into_iter()
            .filter(|id| group(id) == wanted)
            .collect()
    };
    let (a, b) = (of("A"), of("B"));
    assert_eq!((a.len(), b.len()), (16, 18));
    for round in 1..=5 {
        for pair in tables(&test, round) {
            assert_eq!(group(&pair[0]), group(&pair[1]), "{pair:?}");
        }
    }
    // A1-B4, A2-B3, A3-B2, A4-B1.
    let mut quarters = tables(&test, 6);
    for (pair, (first, second)) in quarters.iter_mut().zip([(0, 3), (1, 2), (2, 1), (3, 0)]) {
        pair.sort();
        let mut expected = vec![a[first].clone(), b[second].clone()];
        expected.sort();
        assert_eq!(*pair, expected);
    }
    // A1/B4 v A3/B2, A2/B3 v A4/B1.
    play_out(&test);
    let winner = |at: usize| quarters[at].iter().min().unwrap().clone();
    for (mut pair, (one, other)) in tables(&test, 7).into_iter().zip([(0, 2), (1, 3)]) {
        pair.sort();
        let mut expected = vec![winner(one), winner(other)];
        expected.sort();
        assert_eq!(pair, expected);
    }
}

#[test]
fn seeded_players_alternate_between_the_groups() {
    let ids = names(33);
    let list: String = ids
        .iter()
        .enumerate()
        .map(|(at, id)| {
            format!(
                "{id},{id},{}\n",
                if at < 5 {
                    (at + 1).to_string()
                } else {
                    String::new()
                }
            )
        })
        .collect();
    let test = open("carcassonne-lv", "", 33)
        .file("open/players.csv", format!("ID,Name,Seed rank\n{list}"));
    let standings = test.standings();
    let groups: Vec<&str> = ids[..5]
        .iter()
        .map(|id| standings.line(id)["group"].as_str().unwrap())
        .collect();
    assert_eq!(groups, ["A", "B", "A", "B", "A"]);
}

#[test]
fn an_odd_field_has_one_bye_a_round_and_nobody_has_two() {
    let test = open("carcassonne-lv", "", 13);
    after_preliminaries(&test, 6);
    let mut byes = Vec::new();
    for round in 1..=6 {
        let of_round: Vec<String> = sheet(&test, round)
            .into_iter()
            .filter(|(_, table, _)| table == "bye")
            .map(|(.., id)| id)
            .collect();
        assert_eq!(of_round.len(), 1, "round {round}");
        byes.extend(of_round);
    }
    byes.sort();
    byes.dedup();
    assert_eq!(byes.len(), 6);
}

#[test]
fn the_reserve_plays_when_the_number_is_odd_and_never_goes_on() {
    let ids = names(12);
    let mut list: String = ids.iter().map(|id| format!("{id},{id},\n")).collect();
    // The strongest of all is the reserve.
    list.push_str("P000,P000,x\n");
    let test =
        open("carcassonne-lv", "", 0).file("open/players.csv", format!("ID,Name,Reserve\n{list}"));
    test.runs("run open --as csv");
    assert!(
        !test.read("open/round-1.csv").contains("P000"),
        "an even field needs no reserve"
    );

    let odd = list.replace("P012,P012,\n", "");
    let test =
        open("carcassonne-lv", "", 0).file("open/players.csv", format!("ID,Name,Reserve\n{odd}"));
    let before = after_preliminaries(&test, 6);
    for round in 1..=6 {
        assert!(
            test.read(&format!("open/round-{round}.csv"))
                .contains("P000")
        );
        assert!(
            !test
                .read(&format!("open/round-{round}.csv"))
                .contains("bye")
        );
    }
    assert_eq!(before.line("P000")["rank"], Value::Null);
    assert!(!tables(&test, 7).concat().contains(&"P000".to_owned()));
    play_out(&test);
}

#[test]
fn pods_are_blocks_down_the_ranking() {
    let test = open("pods", "", 14);
    test.runs("run open --as csv");
    type_waiting(&test, 1);
    test.runs("run open --as csv");
    let order = Standings(test.json("open/out/standings.json")).order();
    let pods = tables(&test, 2);
    assert_eq!(pods.iter().map(Vec::len).collect::<Vec<_>>(), [4, 4, 3, 3]);
    // Nobody sits further from the own block than the window of two allows.
    let mut first = 0;
    for pod in &pods {
        for id in pod {
            let at = order.iter().position(|other| other == id).unwrap();
            assert!(
                at + 2 >= first && at < first + pod.len() + 2,
                "{id} at {at} in {pods:?}"
            );
        }
        first += pod.len();
    }
}

#[test]
fn what_would_do_in_the_last_round_is_told_and_true() {
    let (test, standings, all) = one_round_left();
    let mut told = 0;
    for (at, line) in standings.lines().iter().enumerate() {
        let id = line["id"].as_str().unwrap();
        let json = test
            .runs(&format!("explain open {id} --format json"))
            .json();
        if line["status"] != "open" {
            assert!(json["enough_in_last_round"].is_null());
            continue;
        }
        // At a table of three a place is worth 5, 3, 1; of four 5, 3, 2.
        let enough = [(3, 1), (2, 3), (1, 5)].into_iter().find(|(_, gain)| {
            let others = all.iter().enumerate().filter(|(other, _)| *other != at);
            others
                .filter(|(_, points)| *points + 5 >= all[at] + gain)
                .count()
                < 4
        });
        let expected = enough.map(|(place, _)| serde_json::json!({"place": place}));
        assert_eq!(
            json["enough_in_last_round"],
            serde_json::json!(expected),
            "{id}"
        );
        told += usize::from(enough.is_some());
        let text = test.runs(&format!("explain open {id}")).stdout;
        assert!(text.contains("In the last round"), "{text}");
    }
    assert!(
        told > 0,
        "the case must hold somebody for whom a place is enough"
    );
}

#[test]
fn custom_rounds_go_on_until_they_are_ended_and_no_stage_follows() {
    let header = "Table,ID,Settlements,Cities,VP cards,Knights,Roads,Longest road\n";
    let rows: String = names(6)
        .iter()
        .enumerate()
        .map(|(at, id)| format!("{},{id},{},0,0,0,3,3\n", at / 3 + 1, 2 + at % 3))
        .collect();
    let sheet = format!("{header}{rows}");
    let test = open("catan-custom", "", 6).round(1, &sheet);
    let ran = test.runs("run open --as csv --format json");
    assert!(
        ran.problems("note")
            .iter()
            .any(|note| note.starts_with("rounds-open"))
    );
    assert!(test.path("open/round-2.csv").exists());
    test.write("open/round-2.csv", &sheet);
    let settings = test.read("open/event.csv") + "Rounds,2\n";
    test.write("open/event.csv", settings);
    let standings = test.standings();
    assert_eq!(standings.0["event"]["stage"], "finished");
    assert!(!test.path("open/round-3.csv").exists());
    assert_eq!(standings.0["qualifiers"], serde_json::json!([]));
    assert_eq!(standings.value("P003", "points"), "10");
}

#[test]
fn sessions_lead_to_a_final_of_their_best() {
    let test = open("catan-sessions", "", 12);
    let before = after_preliminaries(&test, 6);
    assert_eq!(before.0["event"]["stage"], "final");
    let order = before.order();
    assert_eq!(tables(&test, 7), [order[..4].to_vec()]);
    let after = play_out(&test);
    let mut four = order[..4].to_vec();
    four.sort();
    assert_eq!(&after.order()[..4], four);
}

#[test]
fn too_few_for_the_semifinals_is_told() {
    let test = open("catan-mso", "", 16);
    after_preliminaries(&test, 3);
    std::fs::remove_file(test.path("open/round-4.csv")).unwrap();
    let players = test
        .read("open/players.csv")
        .replace("ID,Name", "ID,Name,Excluded");
    let players = players.replace("P016,P016", "P016,P016,x");
    test.write("open/players.csv", players);
    let ran = test.run("run open --as csv --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")[0].starts_with("stage-too-few"),
        "{}",
        ran.stdout
    );
}
