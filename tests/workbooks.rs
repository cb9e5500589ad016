//! The workbooks in a spreadsheet program, and read back by ourselves.

use serde_json::json;

use crate::harness::Test;
use crate::tools;

fn event(players: usize, preset: &str, settings: &str) -> Test {
    let letter = |at: usize| char::from(b'A' + (at % 26) as u8);
    let names: Vec<String> = (0..players)
        .map(|at| format!("Player {}{}", letter(at / 26), letter(at)))
        .collect();
    let event = format!(
        "Setting,Value\nName,Open\nDate,2026-05-02\nPreset,{preset}\nSeed,dice\n{settings}"
    );
    Test::new()
        .file("open/event.csv", event)
        .file("open/players.csv", format!("Name\n{}\n", names.join("\n")))
}

fn round(test: &Test, number: u32) -> Vec<u8> {
    std::fs::read(test.path(&format!("open/round-{number}.xlsx"))).unwrap()
}

/// The column's letter below a header of the form, and the first row below.
fn place(sheet: &[Vec<String>], header: &str) -> (char, usize) {
    let row = sheet
        .iter()
        .position(|row| row.iter().any(|cell| cell == header))
        .unwrap();
    let col = sheet[row].iter().position(|cell| cell == header).unwrap();
    (char::from(b'A' + col as u8), row + 2)
}

#[test]
fn what_is_written_is_read_back_in_every_language_and_preset() {
    for preset in [
        "catan-de",
        "catan-mso",
        "catan-custom",
        "catan-ck-wbc",
        "carcassonne-lv",
        "catan-championship",
        "riichi",
        "pods",
    ] {
        for lang in ["en", "de", "lv"] {
            let test = event(16, preset, "");
            test.runs(&format!("run open --as xlsx --lang {lang}"));
            let again = test.runs(&format!("run open --as xlsx --lang {lang} --format json"));
            assert_eq!(again.json()["written"], json!([]), "{preset} {lang}");
            let told = [again.problems("error"), again.problems("warning")].concat();
            assert_eq!(told, Vec::<String>::new(), "{preset} {lang}");
        }
    }
}

#[test]
fn only_result_cells_are_open_and_each_has_its_limits() {
    let test = event(13, "catan-custom", "");
    test.runs("run open --as xlsx");
    let parts = tools::parts(&round(&test, 1));
    let sheet = &parts["xl/worksheets/sheet1.xml"];
    assert!(sheet.contains("<sheetProtection"));
    assert!(!sheet.contains("password="));
    assert!(sheet.contains("Type a whole number from 0 to 5."));
    assert!(sheet.contains("\"x,nobody\""));
    assert!(sheet.contains("fitToWidth") || sheet.contains("<pageSetUpPr fitToPage=\"1\"/>"));
    assert!(parts["xl/workbook.xml"].contains("_xlnm.Print_Titles"));
    assert!(sheet.contains("state=\"frozen\""));
    assert!(parts["docProps/core.xml"].contains("2026-05-02T00:00:00Z"));
}

#[test]
fn a_form_says_what_is_wrong_with_a_table_and_counts_those_that_are_done() {
    if !tools::have(&["soffice"]) {
        return;
    }
    let test = event(20, "catan-de", "");
    test.runs("run open --as xlsx");
    let empty = tools::shown(&test.path("open/round-1.xlsx"));
    assert!(
        empty.iter().any(|row| row[0] == "0 of 5 tables entered"),
        "{empty:?}"
    );
    let ((vp, first), (winner, _), (check, _)) = (
        place(&empty, "VP"),
        place(&empty, "Winner"),
        place(&empty, "Check"),
    );
    let mut cells: Vec<(String, &str)> = Vec::new();
    let mut table = |number: usize, scores: [&'static str; 4], marks: &[usize]| {
        let row = first + 4 * (number - 1);
        let typed = (row..).zip(scores).filter(|(_, score)| !score.is_empty());
        cells.extend(typed.map(|(row, score)| (format!("{vp}{row}"), score)));
        cells.extend(
            marks
                .iter()
                .map(|at| (format!("{winner}{}", row + at), "x")),
        );
    };
    table(1, ["10", "8", "6", "5"], &[0]);
    table(2, ["10", "8", "6", ""], &[0]);
    table(3, ["10", "10", "6", "5"], &[0, 1]);
    table(4, ["10", "10", "6", "5"], &[]);
    let cells: Vec<(&str, &str)> = cells
        .iter()
        .map(|(cell, value)| (cell.as_str(), *value))
        .collect();
    test.write("filled.xlsx", tools::typed(&round(&test, 1), &cells));
    let shown = tools::shown(&test.path("filled.xlsx"));
    let col = (check as u8 - b'A') as usize;
    let states: Vec<&str> = (0..5)
        .map(|table| shown[first - 1 + 4 * table][col].as_str())
        .collect();
    assert_eq!(
        states,
        [
            "✓ done",
            "something is missing",
            "two winners",
            "mark the winner",
            "–"
        ]
    );
    assert!(
        shown.iter().any(|row| row[0] == "1 of 5 tables entered"),
        "{shown:?}"
    );
}

#[test]
fn a_form_with_components_shows_the_score_that_follows() {
    if !tools::have(&["soffice"]) {
        return;
    }
    let test = event(4, "catan-custom", "");
    test.runs("run open --as xlsx");
    let empty = tools::shown(&test.path("open/round-1.xlsx"));
    let columns = [
        "Settlements",
        "Cities",
        "VP cards",
        "Knights",
        "Roads",
        "Longest road",
    ];
    let boards = [
        [2, 3, 0, 3, 9, 7],
        [3, 2, 1, 3, 8, 7],
        [4, 1, 0, 0, 5, 3],
        [2, 1, 1, 1, 6, 4],
    ];
    let mut cells: Vec<(String, String)> = Vec::new();
    for (at, board) in boards.iter().enumerate() {
        for (header, value) in columns.iter().zip(board) {
            let (col, first) = place(&empty, header);
            cells.push((format!("{col}{}", first + at), value.to_string()));
        }
    }
    let (army, first) = place(&empty, "Army");
    let (road, _) = place(&empty, "Road");
    cells.push((format!("{army}{first}"), "x".to_owned()));
    cells.push((format!("{road}{}", first + 1), "x".to_owned()));
    let typed: Vec<(&str, &str)> = cells
        .iter()
        .map(|(cell, value)| (cell.as_str(), value.as_str()))
        .collect();
    let filled = tools::typed(&round(&test, 1), &typed);
    test.write("filled.xlsx", &filled);
    let shown = tools::shown(&test.path("filled.xlsx"));
    let (total, _) = place(&empty, "Live total");
    let col = (total as u8 - b'A') as usize;
    let totals: Vec<&str> = (0..4)
        .map(|at| shown[first - 1 + at][col].as_str())
        .collect();
    assert_eq!(totals, ["10", "10", "6", "5"]);
    // Two have 10: the one who claimed must be marked.
    let (check, _) = place(&empty, "Check");
    assert_eq!(
        shown[first - 1][(check as u8 - b'A') as usize],
        "mark the winner"
    );
    // A run computes the same from the same cells.
    let (claimed, _) = place(&empty, "Claimed");
    let mut typed = typed;
    let mark = format!("{claimed}{first}");
    typed.push((&mark, "x"));
    test.write("open/round-1.xlsx", tools::typed(&round(&test, 1), &typed));
    test.runs("run open");
    let standings = test.json("open/out/standings.json");
    let mut vps: Vec<&str> = standings["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["rounds"][0]["vp"].as_str().unwrap())
        .collect();
    vps.sort_unstable();
    assert_eq!(vps, ["10", "10", "5", "6"]);
}

#[test]
fn no_table_of_a_printed_form_is_split() {
    if !tools::have(&["soffice", "pdftotext"]) {
        return;
    }
    for paper in ["a4", "letter"] {
        let test = event(92, "catan-mso", "");
        test.runs(&format!("run open --as xlsx --paper {paper}"));
        let pages = tools::printed_workbook(&test.path("open/round-1.xlsx"));
        assert!(
            (3..=5).contains(&pages.len()),
            "{} pages of {paper}",
            pages.len()
        );
        for table in 1..=23 {
            let code = format!("R1-T{table:02}-");
            let on: Vec<usize> = pages
                .iter()
                .map(|page| page.matches(&code).count())
                .collect();
            assert_eq!(
                on.iter().filter(|times| **times > 0).count(),
                1,
                "{code} on {paper}: {on:?}"
            );
            assert_eq!(on.iter().sum::<usize>(), 4, "{code} on {paper}");
        }
        assert!(
            pages.iter().all(|page| page.contains("Winner")),
            "headers on every page"
        );
    }
}

#[test]
fn the_standings_workbook_opens_and_is_the_same_each_time() {
    let test = event(14, "catan-de", "Organiser,Spielkreis\n");
    test.runs("run open --as csv");
    for round in 1..=2 {
        let name = format!("open/round-{round}.csv");
        let text = test.read(&name);
        test.write(
            &name,
            crate::harness::type_results(&text, &["10", "8", "6", "5"]),
        );
        test.runs("run open");
    }
    let bytes = std::fs::read(test.path("open/out/standings.xlsx")).unwrap();
    let parts = tools::parts(&bytes);
    assert!(parts["docProps/core.xml"].contains("tabletally-standings"));
    assert!(parts["docProps/core.xml"].contains("2026-05-02T00:00:00Z"));
    assert!(parts.contains_key("xl/charts/chart1.xml"));
    assert!(parts["xl/worksheets/sheet1.xml"].contains("sparkline"));
    let tables = parts
        .keys()
        .filter(|name| name.starts_with("xl/tables/"))
        .count();
    assert_eq!(tables, 4, "standings, details, rounds, qualifiers");
    std::fs::remove_file(test.path("open/out/standings.xlsx")).unwrap();
    test.runs("run open");
    assert_eq!(
        std::fs::read(test.path("open/out/standings.xlsx")).unwrap(),
        bytes
    );
    // Laid beside the sheets it is no sheet of the event.
    test.write("open/standings.xlsx", &bytes);
    let ran = test.runs("run open --format json");
    assert!(
        ran.stdout.contains("standings workbook of ours"),
        "{}",
        ran.stdout
    );
    if !tools::have(&["soffice", "pdftotext"]) {
        return;
    }
    let shown = tools::shown(&test.path("open/out/standings.xlsx"));
    let json = test.json("open/out/standings.json");
    let (player, first) = place(&shown, "Player");
    for (at, line) in json["standings"].as_array().unwrap().iter().enumerate() {
        let row = &shown[first - 1 + at];
        assert_eq!(
            row[(player as u8 - b'A') as usize],
            line["name"].as_str().unwrap()
        );
        assert_eq!(row[0], line["rank"].to_string());
    }
    let pages = tools::printed_workbook(&test.path("open/out/standings.xlsx"));
    assert!(pages[0].contains("Open – Standings"));
    assert!(
        pages
            .iter()
            .any(|page| page.contains("Corrections of earlier results"))
    );
}
