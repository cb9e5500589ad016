//! Whole events through `run`, typed results, `run`, ...

use std::collections::BTreeSet;

use serde_json::Value;

use crate::harness::{Test, rows, type_results, type_results_but};

const EVENT: &str =
    "Setting,Value\nName,Open\nDate,2026-05-02\nPlace,Berlin\nPreset,catan-de\nSeed,dice 4 2 6\n";

fn players(count: usize) -> String {
    let names: Vec<String> = (1..=count)
        .map(|at| format!("Player {}", letters(at)))
        .collect();
    format!("Name\n{}\n", names.join("\n"))
}

fn letters(at: usize) -> String {
    let letter = |value: usize| char::from(b'A' + (value % 26) as u8);
    format!("{}{}", letter(at / 26), letter(at))
}

fn event(count: usize, preset: &str) -> Test {
    Test::new()
        .file("open/event.csv", EVENT.replace("catan-de", preset))
        .file("open/players.csv", players(count))
}

fn play(test: &Test, round: u32) {
    let name = format!("open/round-{round}.csv");
    let filled = type_results(&test.read(&name), &["10", "8", "6", "5"]);
    test.write(&name, filled);
}

fn standings(test: &Test, out: &str) -> Value {
    test.json(&format!("{out}/standings.json"))["standings"].clone()
}

#[test]
fn an_event_of_22_by_the_german_rules_in_csv() {
    let test = event(22, "catan-de");
    let first = test.runs("run open --format json");
    let seating = &first.json()["seating"];
    assert_eq!(seating["round"], 1);
    assert_eq!(seating["tables"], 6);
    assert_eq!(seating["tables_of_three"], 2);
    assert_eq!(seating["repeat_cost"], 0);
    let mut met = BTreeSet::new();
    for round in 1..=3 {
        let sheet = rows(&test.read(&format!("open/round-{round}.csv")));
        assert_eq!(
            sheet[0].join(","),
            "Round,Stage,Table,Seat,ID,Player,VP,Winner,Penalty,Signed,Sheet,Void,Note"
        );
        assert_eq!(sheet.len(), 23);
        for a in 1..sheet.len() {
            for b in a + 1..sheet.len() {
                if sheet[a][2] == sheet[b][2] {
                    let pair = BTreeSet::from([sheet[a][5].clone(), sheet[b][5].clone()]);
                    assert!(
                        met.insert(pair.clone()),
                        "{pair:?} meet again in round {round}"
                    );
                }
            }
        }
    }
    for round in 1..=3 {
        play(&test, round);
        let ran = test.runs("run open --format json");
        assert_eq!(ran.json()["event"]["rounds_complete"], round);
    }
    let standings = test.json("open/out/standings.json");
    assert_eq!(standings["event"]["provisional"], false);
    assert_eq!(standings["qualifiers"].as_array().unwrap().len(), 2);
    assert_eq!(standings["successors"].as_array().unwrap().len(), 20);
    assert_eq!(standings["standings"][0]["status"], "through");
    assert_eq!(
        standings["standings"][0]["rounds"]
            .as_array()
            .unwrap()
            .len(),
        3
    );
    assert_eq!(
        standings["criteria"],
        serde_json::json!([
            "points",
            "vp",
            "share_mean",
            "firsts",
            "seconds",
            "thirds",
            "lot"
        ])
    );
}

#[test]
fn a_second_run_changes_nothing() {
    let test = event(13, "catan-championship");
    test.runs("run open");
    play(&test, 1);
    test.runs("run open");
    let before = test.snapshot("open");
    let time = std::fs::metadata(test.path("open/round-1.csv"))
        .unwrap()
        .modified()
        .unwrap();
    let again = test.runs("run open --format json");
    assert_eq!(again.json()["written"], serde_json::json!([]));
    assert_eq!(test.snapshot("open"), before);
    assert_eq!(
        std::fs::metadata(test.path("open/round-1.csv"))
            .unwrap()
            .modified()
            .unwrap(),
        time
    );
}

#[test]
fn sc15_standings_are_provisional_while_a_table_is_missing() {
    let test = event(20, "catan-mso");
    test.runs("run open");
    let sheet = test.read("open/round-1.csv");
    test.write(
        "open/round-1.csv",
        type_results_but(&sheet, &["10", "8", "6", "5"], &[3, 4, 5]),
    );
    let ran = test.runs("run open --format json");
    assert_eq!(
        ran.json()["event"]["waiting_for_tables"],
        serde_json::json!([3, 4, 5])
    );
    assert_eq!(
        test.json("open/out/standings.json")["event"]["provisional"],
        true
    );
    assert!(!test.path("open/round-2.csv").exists());
}

#[test]
fn wf09_a_late_entrant_is_seated_from_the_next_round() {
    let test = event(12, "catan-mso");
    for round in 1..=2 {
        test.runs("run open");
        play(&test, round);
    }
    let earlier = test.read("open/round-1.csv");
    let list = test.read("open/players.csv");
    test.write("open/players.csv", format!("{list}Rae\n"));
    test.runs("run open");
    let third = test.read("open/round-3.csv");
    assert!(third.contains("Rae"), "{third}");
    assert_eq!(test.read("open/round-1.csv"), earlier);
    let lines = standings(&test, "open/out");
    let rae = lines
        .as_array()
        .unwrap()
        .iter()
        .find(|line| line["name"] == "Rae")
        .unwrap();
    assert_eq!(rae["rounds"], serde_json::json!([]));
}

#[test]
fn wf09_a_locked_field_refuses_a_late_entrant() {
    let test = event(13, "catan-championship");
    test.runs("run open");
    play(&test, 1);
    let list = test.read("open/players.csv");
    test.write("open/players.csv", format!("{list}Rae\n"));
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("field-locked"), "{}", ran.stdout);
}

#[test]
fn wf01_twelve_players_repeat_as_little_as_can_be() {
    let test = event(12, "catan-mso");
    for round in 1..=3 {
        let ran = test.runs("run open --format json");
        assert_eq!(
            ran.json()["seating"]["repeat_cost"],
            9,
            "round {round}: {}",
            ran.stdout
        );
        assert_eq!(ran.json()["seating"]["max_meetings"], 2);
        play(&test, round);
    }
}

#[test]
fn the_order_of_rows_changes_no_seat_and_no_rank() {
    let seats = |list: String| {
        let test = Test::new()
            .file("open/event.csv", EVENT)
            .file("open/players.csv", list);
        test.runs("run open");
        let mut seats: Vec<String> = rows(&test.read("open/round-2.csv"))
            .into_iter()
            .skip(1)
            .map(|row| format!("{} {} {}", row[2], row[3], row[5]))
            .collect();
        seats.sort();
        seats
    };
    let list = players(16);
    let mut turned: Vec<&str> = list.lines().skip(1).collect();
    turned.reverse();
    assert_eq!(
        seats(list.clone()),
        seats(format!("Name\n{}\n", turned.join("\n")))
    );
}

#[test]
fn one_event_in_csv_in_xlsx_and_as_one_workbook_gives_the_same_standings() {
    // The XLSX forms are made by the program itself; results are typed into
    // the CSV form, and all three are then read back.
    let test = event(14, "catan-mso");
    test.runs("run open");
    play(&test, 1);
    test.runs("run open");
    test.runs("run open --as xlsx --out elsewhere");
    let lines = standings(&test, "open/out");
    assert_eq!(standings(&test, "elsewhere"), lines);
}

#[test]
fn new_starts_an_event_that_run_can_go_on_with() {
    for kind in ["csv", "xlsx"] {
        let test = Test::new().file("list.csv", "Vorname;Nachname;Verein\nAnna;Berg;Nord\nBen;Ode;Süd\nCem;Kaya;\nDora;Lind;\nEva;Moll;\nFinn;Nord;\n");
        test.runs(&format!(
            "new open --preset catan-de --players list.csv --as {kind}"
        ));
        let ran = test.runs("run open --format json");
        assert_eq!(ran.json()["event"]["players"], 6, "{}", ran.stdout);
        assert!(test.path(&format!("open/round-1.{kind}")).exists());
        assert_eq!(
            test.run("new open --preset catan-de").status,
            i32::from(kind == "xlsx")
        );
    }
}

#[test]
fn an_event_in_one_workbook_goes_on_in_the_next() {
    let test = Test::new().file("list.csv", players(8));
    test.runs("new start --preset catan-mso --players list.csv");
    std::fs::rename(test.path("start/event.xlsx"), test.path("open.xlsx")).unwrap();
    let before = std::fs::read(test.path("open.xlsx")).unwrap();
    let ran = test.runs("run open.xlsx --format json");
    assert!(test.path("open-round-1.xlsx").exists(), "{}", ran.stdout);
    assert!(test.path("open-out/standings.json").exists());
    let again = test.runs("run open-round-1.xlsx --format json");
    assert_eq!(again.json()["event"]["players"], 8);
    assert_eq!(again.json()["seating"]["round"], 1);
    assert_eq!(std::fs::read(test.path("open.xlsx")).unwrap(), before);
}

/// Writes CSV texts as the sheets of one workbook, as another program would.
fn workbook(test: &Test, name: &str, sheets: &[(&str, String)]) {
    let mut book = rust_xlsxwriter::Workbook::new();
    for (title, text) in sheets {
        let sheet = book.add_worksheet();
        sheet.set_name(*title).unwrap();
        for (row, cells) in (0..).zip(rows(text)) {
            for (col, cell) in (0..).zip(cells) {
                match cell.parse::<f64>() {
                    Ok(number) => sheet.write_number(row, col, number).unwrap(),
                    Err(_) => sheet.write_string(row, col, cell).unwrap(),
                };
            }
        }
    }
    test.write(name, book.save_to_buffer().unwrap());
}

#[test]
fn csv_workbooks_and_one_workbook_give_the_same_standings() {
    let csv = event(22, "catan-de");
    csv.runs("run open");
    let other = Test::new();
    let first = [("Event", EVENT.to_owned()), ("Players", players(22))];
    workbook(&other, "open/event.xlsx", &first);
    workbook(&other, "one.xlsx", &first);
    other.runs("run open");
    let mut whole = first.to_vec();
    let titles = ["Round 1", "Round 2", "Round 3"];
    for (round, title) in (1..=3).zip(titles) {
        play(&csv, round);
        let text = csv.read(&format!("open/round-{round}.csv"));
        let name = format!("open/round-{round}.xlsx");
        assert!(other.path(&name).exists(), "the plan is written ahead");
        workbook(&other, &name, &[(title, text.clone())]);
        whole.push((title, text));
        workbook(&other, "one.xlsx", &whole);
        csv.runs("run open");
        other.runs("run open");
        other.runs("run one.xlsx");
        let expected = standings(&csv, "open/out");
        assert_eq!(standings(&other, "open/out"), expected);
        assert_eq!(standings(&other, "one-out"), expected);
    }
}

#[test]
fn hostile_names_are_shown_and_not_obeyed() {
    let list = "Name\n<script>alert(1)</script>\n=1+1\n@lea\n-Nari-\n0607\nA & B\n";
    let test = Test::new()
        .file("open/event.csv", EVENT)
        .file("open/players.csv", list);
    test.runs("run open");
    for page in [
        "standings.html",
        "seating-round-1.html",
        "score-sheets-round-1.html",
    ] {
        let html = test.read(&format!("open/out/{page}"));
        assert!(!html.contains("<script"), "{page}");
        assert!(html.contains("&lt;script&gt;"), "{page}");
    }
    assert!(test.read("open/round-1.csv").contains(",'=1+1,"));
    let again = test.runs("run open --format json");
    assert_eq!(again.json()["written"], serde_json::json!([]));
}
