//! IN07, IN27: what is written is read back.

use serde_json::Value;
use tabletally::model::Value as Cell;

use crate::harness::{Test, type_results};

/// An event with two rounds played, in a language; its sheets are CSV.
fn played(lang: &str, kind: &str, list: &str) -> Test {
    let test = Test::new()
        .file(
            "open/event.csv",
            format!("Setting,Value\nName,Open\nDate,2026-05-02\nPreset,catan-de\nSeed,dice\nLanguage,{lang}\n"),
        )
        .file("open/players.csv", list);
    for round in 1..=2 {
        test.runs("run open --as csv");
        let name = format!("open/round-{round}.csv");
        let plain = test.read(&name).replace(QUOTED, PLAIN);
        let typed = type_results(&plain, &["10", "8", "6", "5"]);
        test.write(&name, typed.replace(PLAIN, QUOTED));
    }
    test.runs(&format!("run open --as {kind}"));
    test
}

/// A name that needs quotes, and without them for a while.
const QUOTED: &str = "\"Nord, Finn\"";
const PLAIN: &str = "Nord Finn";

const LIST: &str = "Name,Club\nAnna Berg,North \nBjörn  Ode,\nCem Kaya,South\nDora Lind,\nĒriks Moll,\n\"Nord, Finn\",\n-Gil-,\n=Hoa,\n";
const WITH_IDS: &str = "ID,Name,Club\n007,Anna Berg,North \n12.0,Björn  Ode,\nc3,Cem Kaya,South\nd4,Dora Lind,\ne5,Ēriks Moll,\nf6,\"Nord, Finn\",\ng7,-Gil-,\nh8,=Hoa,\n";

/// IDs and names of the standings, by ID.
fn people(standings: &Value) -> Vec<(String, String)> {
    let text = |line: &Value, key: &str| line[key].as_str().unwrap().to_owned();
    let lines = standings["standings"].as_array().unwrap();
    let mut people: Vec<(String, String)> = lines
        .iter()
        .map(|line| (text(line, "id"), text(line, "name")))
        .collect();
    people.sort();
    people
}

#[test]
fn in07_no_written_cell_begins_or_ends_with_a_blank() {
    for lang in ["en", "de", "lv"] {
        let test = played(lang, "xlsx", LIST);
        let mut cells = 0;
        for (name, bytes) in test.snapshot("open") {
            // What the organiser typed stays as it is.
            let sheet = [Some("csv"), Some("xlsx")].contains(&name.rsplit('.').next());
            if !sheet || name == "players.csv" {
                continue;
            }
            for text in texts(&name, &bytes) {
                assert_eq!(text.trim(), text, "{name}, {lang}");
                cells += 1;
            }
        }
        assert!(cells > 300, "{cells}");
    }
}

/// Every text cell of a file, our own standings too.
fn texts(name: &str, bytes: &[u8]) -> Vec<String> {
    let input = tabletally::read::read_bytes(&[(name, bytes)], None);
    let cells = input
        .grids
        .iter()
        .flat_map(|grid| &grid.rows)
        .flat_map(|row| &row.cells);
    let text = |cell: &tabletally::model::Cell| match &cell.value {
        Cell::Text(text) => Some(text.to_string()),
        _ => None,
    };
    let mut found: Vec<String> = cells.filter_map(text).collect();
    if found.is_empty() && bytes.starts_with(b"PK") {
        // Not read as a sheet of an event; its texts stand in one part.
        let parts = crate::tools::parts(bytes);
        let strings = &parts["xl/sharedStrings.xml"];
        found = strings
            .split("<t")
            .skip(1)
            .filter_map(|part| Some(part.split_once('>')?.1.split_once("</t>")?.0.to_owned()))
            .collect();
    }
    found
}

#[test]
fn in07_standings_are_the_player_list_of_the_next_event() {
    for list in [LIST, WITH_IDS] {
        for lang in ["en", "de", "lv"] {
            let test = played(lang, "csv", list);
            let before = people(&test.json("open/out/standings.json"));
            for from in ["standings.csv", "standings.xlsx"] {
                for kind in ["csv", "xlsx"] {
                    let next = format!("next-{from}-{kind}");
                    test.runs(&format!(
                        "new {next} --preset catan-de --players open/out/{from} --as {kind}"
                    ));
                    test.runs(&format!("run {next}"));
                    let after = people(&test.json(&format!("{next}/out/standings.json")));
                    // IDs that nobody typed stand in the machine forms only.
                    let typed = list == WITH_IDS || from == "standings.csv";
                    let told = |people: &[(String, String)]| -> Vec<(String, String)> {
                        let mut told = people.to_vec();
                        if !typed {
                            for (id, _) in &mut told {
                                id.clear();
                            }
                            told.sort();
                        }
                        told
                    };
                    assert_eq!(told(&after), told(&before), "{from} {kind} {lang}");
                }
            }
        }
    }
}

#[test]
fn in07_other_lists_of_earlier_events_are_taken_too() {
    let test = played("en", "xlsx", WITH_IDS);
    let before = people(&test.json("open/out/standings.json"));
    // The whole event's workbook, its player list, a round of it, its folder.
    test.runs("new copy --preset catan-de --players open/players.csv");
    test.runs("run copy");
    for from in [
        "open/players.csv",
        "copy/event.xlsx",
        "open/round-1.csv",
        "open",
    ] {
        let next = format!("next-{}", from.replace(['/', '.'], "-"));
        let ran = test.run(&format!(
            "new {next} --preset catan-de --players {from} --as csv"
        ));
        assert_eq!(ran.status, 0, "{from}: {}", ran.stderr);
        test.runs(&format!("run {next} --as csv"));
        let after = people(&test.json(&format!("{next}/out/standings.json")));
        assert_eq!(after, before, "{from}");
    }
    // What is no list, or not there, makes nothing.
    let none = test.run("new none --preset catan-de --players nosuch.csv");
    assert_eq!(none.status, 3, "{}", none.stderr);
    assert!(
        none.stderr
            .contains("nosuch.csv: there is no such file or folder"),
        "{}",
        none.stderr
    );
    let none = test.run("new none --preset catan-de --players open/event.csv");
    assert_eq!(none.status, 1, "{}", none.stderr);
    assert!(!test.path("none").exists());
}

#[test]
fn in27_written_sheets_are_the_inputs_of_a_second_run() {
    for kind in ["csv", "xlsx"] {
        for lang in ["en", "de", "lv"] {
            for list in [LIST, WITH_IDS] {
                let test = played(lang, "csv", list);
                if kind == "xlsx" {
                    retyped(&test);
                }
                let before = test.json("open/out/standings.json");
                for name in [
                    format!("round-1.{kind}"),
                    format!("round-2.{kind}"),
                    "out/standings.xlsx".to_owned(),
                    "players.csv".to_owned(),
                ] {
                    let to = name.rsplit('/').next().unwrap();
                    test.write(
                        &format!("again/{to}"),
                        std::fs::read(test.path(&format!("open/{name}"))).unwrap(),
                    );
                }
                let ran =
                    test.run("run again --preset catan-de --seed dice --format json --as csv");
                assert_eq!(ran.status, 0, "{kind} {lang}: {}", ran.stdout);
                assert_eq!(
                    ran.problems("warning"),
                    Vec::<String>::new(),
                    "{kind} {lang}"
                );
                let after = test.json("again/out/standings.json");
                assert_eq!(after["standings"], before["standings"], "{kind} {lang}");
            }
        }
    }
}

/// Lets the rounds be written as workbooks and types their results there.
fn retyped(test: &Test) {
    for round in 1..=2 {
        let name = format!("open/round-{round}.csv");
        test.write(&format!("typed-{round}.csv"), test.read(&name));
        std::fs::remove_file(test.path(&name)).unwrap();
    }
    std::fs::remove_file(test.path("open/round-3.csv")).ok();
    for round in 1..=2 {
        test.runs("run open --as xlsx");
        let book = std::fs::read(test.path(&format!("open/round-{round}.xlsx"))).unwrap();
        let typed = crate::harness::rows(
            &test
                .read(&format!("typed-{round}.csv"))
                .replace(QUOTED, PLAIN),
        );
        let (rows, cells) = filled(&book, &typed);
        assert_eq!(rows, 8);
        let cells: Vec<(&str, &str)> = cells
            .iter()
            .map(|(cell, text)| (cell.as_str(), text.as_str()))
            .collect();
        test.write(
            &format!("open/round-{round}.xlsx"),
            crate::tools::typed(&book, &cells),
        );
    }
    test.runs("run open --as xlsx");
}

/// The VP and Winner cells of a written workbook, with what was typed for the
/// same table and seat.
fn filled(book: &[u8], typed: &[Vec<String>]) -> (usize, Vec<(String, String)>) {
    let input = tabletally::read::read_bytes(&[("round.xlsx", book)], None);
    let grid = &input.grids[0];
    let text = |row: u32, col: u32| match grid.get(row, col) {
        Some(Cell::Text(text)) => text.to_string(),
        Some(Cell::Number { value, .. }) => format!("{value}"),
        _ => String::new(),
    };
    let header = grid.rows.iter().find(|row| row.cells.len() > 6).unwrap();
    let column = |wanted: &[&str]| {
        let found = header
            .cells
            .iter()
            .find(|cell| matches!(&cell.value, Cell::Text(text) if wanted.contains(&&**text)));
        found
            .unwrap_or_else(|| panic!("{wanted:?}: {:?}", header.cells))
            .col
    };
    let (table, seat) = (
        column(&["Table", "Tisch", "Galds"]),
        column(&["Seat", "Sitz", "Sēdvieta", "Vieta"]),
    );
    let (vp, winner) = (
        column(&["VP", "SP", "UP"]),
        column(&["Winner", "Sieger", "Uzvarētājs"]),
    );
    let place = |name: &str| {
        typed[0]
            .iter()
            .position(|header| header.trim_start_matches('\u{feff}') == name)
            .unwrap()
    };
    let mut cells = Vec::new();
    let mut rows = 0;
    for row in grid.rows.iter().filter(|row| row.index > header.index) {
        let (at_table, at_seat) = (text(row.index, table), text(row.index, seat));
        let Some(line) = typed
            .iter()
            .find(|line| line[place("Table")] == at_table && line[place("Seat")] == at_seat)
        else {
            continue;
        };
        rows += 1;
        for (col, name) in [(vp, "VP"), (winner, "Winner")] {
            let cell = tabletally::model::CellRef::new(row.index, col).to_string();
            if !line[place(name)].is_empty() {
                cells.push((cell, line[place(name)].clone()));
            }
        }
    }
    (rows, cells)
}
