//! Slips of the keyboard and of programs that were once taken in silence, or
//! told in sixteen messages: each is told once, at its own cell, or read as it
//! was meant.

use crate::harness::{Ran, Test, event};

const NINE: [&str; 9] = [
    "Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil", "Hoa", "Ida",
];
const SHEET: &str = "Table,Player,VP,Winner\n1,Ann,10,x\n1,Ben,8,\n1,Cem,6,\n\
    2,Dea,10,x\n2,Eva,8,\n2,Fin,6,\n3,Gil,10,x\n3,Hoa,8,\n3,Ida,6,\n";

fn checked(test: &Test) -> Ran {
    test.run("check open --format json")
}

/// The problems of an event whose round 1 is this sheet.
fn of_round(sheet: &str) -> Ran {
    checked(&event("catan-at", "", &NINE).round(1, sheet))
}

/// The problems of an event whose list has one more column.
fn of_list(column: &str, value: &str) -> Ran {
    let rows: String = NINE[1..]
        .iter()
        .map(|name| format!("{name},{name},\n"))
        .collect();
    let list = format!("ID,Name,{column}\nAnn,Ann,{value}\n{rows}");
    checked(&event("catan-at", "", &[]).file("open/players.csv", list))
}

#[test]
fn names_that_begin_like_a_footnote_are_players() {
    let names = [
        "Summer Smith",
        "Totalidis Anna",
        "Sum Wai",
        "Gesamt Otto",
        "Kopa Ilze",
        "Total Teresa",
    ];
    let footnotes = [
        "Total",
        "Total: 6",
        "Summe 6 Spieler",
        "Total Players",
        "Kopā: seši",
        "Gesamt 12,5",
        "Exported Monday",
        "Exportiert am 3. Mai",
    ];
    let list = format!("Name\n{}\n{}\n", names.join("\n"), footnotes.join("\n"));
    let rounds = "Table,Player,VP\n1,Summer Smith,10\n1,Totalidis Anna,8\n1,Sum Wai,6\n\
        2,Gesamt Otto,10\n2,Kopa Ilze,8\n2,Total Teresa,6\nTotal,6,48\n";
    let test = event("catan-at", "", &[])
        .file("open/players.csv", list)
        .round(1, rounds);
    let ran = test.runs("check open --format json");
    assert_eq!(ran.json()["event"]["players"], 6);
    assert_eq!(ran.json()["event"]["rounds_complete"], 1, "{}", ran.stdout);
    let notes: Vec<String> = ran
        .problems("note")
        .into_iter()
        .filter(|note| note.starts_with("footnote-skipped players.csv"))
        .collect();
    let expected: Vec<String> = (8..16)
        .map(|row| format!("footnote-skipped players.csv A{row}"))
        .collect();
    assert_eq!(notes, expected, "each with a note");
}

#[test]
fn a_winner_of_one_point_zero_is_a_mark() {
    for mark in ["1.0", "1,0", "1", "X", "✓"] {
        let quoted = format!("\"{mark}\"");
        let ran = of_round(&SHEET.replace(",x\n", &format!(",{quoted}\n")));
        assert_eq!(ran.status, 0, "{mark}: {}", ran.stdout);
        assert_eq!(ran.problems("warning"), [""; 0], "{mark}");
    }
    for none in ["0.0", "0", "no"] {
        let ran = of_round(&SHEET.replace("8,\n", &format!("8,{none}\n")));
        assert_eq!(ran.status, 0, "{none}: {}", ran.stdout);
    }
    let ran = of_round(&SHEET.replace("8,\n", "8,2.0\n"));
    assert_eq!(ran.problems("error")[0], "not-a-mark round-1.csv D3");
}

#[test]
fn nonsense_in_the_player_list_is_told_at_its_cell() {
    for (column, value, expected) in [
        ("From", "0", "out-of-range players.csv C2"),
        ("From", "-1", "out-of-range players.csv C2"),
        ("From", "1.5", "out-of-range players.csv C2"),
        ("From", "1000", "out-of-range players.csv C2"),
        ("From", "two", "not-a-number players.csv C2"),
        ("Until", "0", "out-of-range players.csv C2"),
        ("Table", "0", "out-of-range players.csv C2"),
        ("Table", "2.5", "out-of-range players.csv C2"),
        ("Lot", "-1", "out-of-range players.csv C2"),
        ("Seed rank", "-1", "out-of-range players.csv C2"),
        ("Seed rank", "0", "out-of-range players.csv C2"),
        ("Rounds", "3-1", "not-a-number players.csv C2"),
        ("Rounds", "0", "not-a-number players.csv C2"),
        ("Stand-in for", "Nobody", "unknown-player players.csv C2"),
        ("Guest", "perhaps", "not-a-mark players.csv C2"),
        ("From,Until", "3,2", "out-of-range players.csv D2"),
    ] {
        let ran = of_list(column, value);
        assert_eq!(ran.status, 1, "{column} {value}");
        assert_eq!(ran.problems("error"), [expected], "{column} {value}");
    }
    for (column, value) in [
        ("From", "2"),
        ("From", "2.0"),
        ("From", " "),
        ("Until", "99"),
        ("Table", "7"),
        ("Lot", "0"),
        ("Lot", "3.5"),
        ("Seed rank", "12"),
        ("Rounds", "1-3"),
        ("Stand-in for", "Ben"),
    ] {
        let ran = of_list(column, value);
        assert_eq!(ran.problems("error"), [""; 0], "{column} {value}");
    }
    // Beyond the last round nobody would ever be seated.
    let ran = of_list("From", "99");
    assert_eq!(ran.problems("error"), ["out-of-range players.csv B2"]);
}

#[test]
fn a_group_of_one_is_told_and_two_spellings_are_one_group() {
    let list = |groups: [&str; 6]| {
        let rows = NINE.iter().zip(groups);
        let rows: String = rows
            .map(|(name, group)| format!("{name},{name},{group}\n"))
            .collect();
        checked(
            &event("carcassonne-lv", "", &[])
                .file("open/players.csv", format!("ID,Name,Group\n{rows}")),
        )
    };
    let ran = list(["A", "A", "A", "A", "A", "B"]);
    assert_eq!(ran.problems("error"), ["cannot-seat players.csv C7"]);
    assert_eq!(list(["A", "A", "A", "B", "B", "B"]).status, 0);
    assert_eq!(list(["A", "a", "A ", "B", "b", "B"]).status, 0);
}

#[test]
fn what_a_spreadsheet_made_of_a_score_is_explained() {
    for (typed, words) in [
        (
            "10:00",
            "is a time and not a number of victory points; was \\\"10\\\" meant?",
        ),
        ("9:30:00", "is a time and not"),
        ("2026-05-03", "is a date and not"),
        ("03. Mai", "is a date and not"),
        ("May-26", "is a date and not"),
        ("10/9/2026", "is a date and not"),
        ("1O", "is not a number of victory points"),
        ("10 VP", "is not a number of victory points"),
    ] {
        let ran = of_round(&SHEET.replacen(",10,", &format!(",{typed},"), 1));
        assert_eq!(ran.status, 1, "{typed}");
        assert!(ran.stdout.contains(words), "{typed}: {}", ran.stdout);
        assert!(
            ran.problems("error")[0].ends_with("round-1.csv C2"),
            "{typed}"
        );
    }
    // The same from a workbook's own time.
    let bytes = {
        let mut book = rust_xlsxwriter::Workbook::new();
        let sheet = book.add_worksheet();
        sheet.set_name("Round 1").unwrap();
        let format = rust_xlsxwriter::Format::new().set_num_format("hh:mm");
        for (row, line) in (0..).zip(SHEET.lines()) {
            for (col, cell) in (0..).zip(line.split(',')) {
                if cell == "10" && row == 1 {
                    let ten = 10.0 / 24.0;
                    sheet
                        .write_number_with_format(row, col, ten, &format)
                        .unwrap();
                } else if !cell.is_empty() {
                    sheet.write_string(row, col, cell).unwrap();
                }
            }
        }
        book.save_to_buffer().unwrap()
    };
    let ran = checked(&event("catan-at", "", &NINE).file("open/round-1.xlsx", bytes));
    assert_eq!(ran.problems("error"), ["date-for-number round-1.xlsx C2"]);
    assert!(
        ran.stdout.contains("\\\"10:00\\\" is a time"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_column_that_is_gone_is_one_error_with_the_likely_heading() {
    for (from, to, code, help) in [
        ("Table,", "Tischnr,", "no-table", "Column: Table | Tischnr"),
        (
            "Player,",
            "Wer war's,",
            "no-header",
            "Column: Player | Wer war's",
        ),
        ("VP,", "Ergebnis,", "no-header", "Column: VP | Ergebnis"),
    ] {
        let sheet = SHEET.replacen(from, to, 1);
        let ran = of_round(&sheet);
        assert_eq!(
            ran.problems("error"),
            [format!("{code} round-1.csv A1")],
            "{from}"
        );
        assert!(ran.stdout.contains(help), "{from}: {}", ran.stdout);
        // What the help says helps.
        let (mapping, heading) = help.split_once(" | ").unwrap();
        let row = format!("{mapping},\"{heading}\"\n");
        let test = event("catan-at", &row, &NINE).round(1, &sheet);
        let ran = test.runs("check open --format json");
        assert_eq!(
            ran.json()["event"]["rounds_complete"],
            1,
            "{from}: {}",
            ran.stdout
        );
    }
    // Deleted with all its cells; later rounds are not told as well.
    for gone in 0..2 {
        let without = |sheet: &str| -> String {
            let cells = sheet.lines().map(|line| {
                let cells = line.split(',').enumerate().filter(|(at, _)| *at != gone);
                cells.map(|(_, cell)| cell).collect::<Vec<_>>().join(",") + "\n"
            });
            cells.collect()
        };
        let test = event("catan-at", "", &NINE)
            .round(1, &without(SHEET))
            .round(2, SHEET);
        assert_eq!(checked(&test).problems("error").len(), 1, "column {gone}");
    }
    // A seating without results yet lacks nothing.
    let seating = SHEET
        .replace(",VP,Winner", "")
        .replace(",10,x", "")
        .replace(",8,", "")
        .replace(",6,", "");
    assert_eq!(of_round(&seating).status, 0);
}

#[test]
fn rows_that_are_too_wide_are_told_once_a_sheet() {
    let sheet = SHEET.replace(",8,\n", ",8,,,5\n");
    let ran = of_round(&sheet);
    assert_eq!(ran.problems("warning"), ["ragged-row round-1.csv E3"]);
    assert!(
        ran.stdout
            .contains("3 rows have more cells than most, which have 4: 3, 6, 9"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_workbook_and_its_earlier_states_are_one_event() {
    let test = Test::new();
    let names: Vec<&str> = NINE.to_vec();
    let list = format!("Name\n{}\n", names.join("\n"));
    let test = test.file("list.csv", list);
    test.runs("new open --preset catan-at --players list.csv");
    std::fs::rename(test.path("open/event.xlsx"), test.path("open/open.xlsx")).unwrap();
    test.runs("run open/open.xlsx");
    assert!(test.path("open/open-round-1.xlsx").exists());
    let ran = checked(&test);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(
        ran.problems("note")
            .contains(&"sheet-ignored open.xlsx -".to_owned()),
        "{}",
        ran.stdout
    );
    // Round sheets with a common beginning are no states of each other.
    let book = |name: &str, sheet: &str| {
        let rows: Vec<Vec<&str>> = sheet
            .lines()
            .map(|line| line.split(',').collect())
            .collect();
        let mut book = rust_xlsxwriter::Workbook::new();
        let target = book.add_worksheet();
        target.set_name(name).unwrap();
        for (row, cells) in (0..).zip(&rows) {
            for (col, cell) in (0..).zip(cells) {
                target.write_string(row, col, *cell).unwrap();
            }
        }
        book.save_to_buffer().unwrap()
    };
    let test = event("catan-at", "", &NINE)
        .file("open/berlin-round-1.xlsx", book("Round 1", SHEET))
        .file("open/berlin-round-2.xlsx", book("Round 2", SHEET));
    let ran = checked(&test);
    assert_eq!(ran.json()["event"]["rounds_complete"], 2, "{}", ran.stdout);
}

#[test]
fn a_list_that_is_not_there_is_the_systems_fault() {
    let test = Test::new().file("empty.csv", "");
    let ran = test.run("new open --preset catan-at --players nosuch.csv");
    assert_eq!(ran.status, 3, "{}", ran.stderr);
    let ran = test.run("new open --preset catan-at --players empty.csv");
    assert_eq!(ran.status, 1, "{}", ran.stderr);
    assert!(!test.path("open").exists());
}

#[test]
fn joiners_of_names_that_need_them_come_back() {
    let persian = "علی\u{200c}رضا";
    let list = format!("Name\n{persian}\n{}\n", NINE.join("\n"));
    let test = event("catan-at", "", &[]).file("open/players.csv", list);
    test.runs("run open --as csv");
    assert!(test.read("open/round-1.csv").contains(persian));
    // Typed without it, it is the same player.
    let sheet = test.read("open/round-1.csv").replace('\u{200c}', "");
    test.write("open/round-1.csv", sheet);
    let ran = test.runs("check open --format json");
    assert_eq!(ran.problems("warning"), [""; 0], "{}", ran.stdout);
}

#[test]
fn the_family_name_may_stand_first_or_in_a_column_of_its_own() {
    let list = "Vorname,Nachname\nAnna,Berg\nBen,Ode\nCem,Kaya\nDea,Lind\nEva,Moll\nFin,\n";
    let sheet = "Table,Player,VP\n1,\"Berg, Anna\",10\n1,Ben Ode,8\n1,\"Kaya,Cem\",6\n\
        2,dea lind,10\n2,\"MOLL, EVA\",8\n2,Fin,6\n";
    let test = event("catan-at", "", &[])
        .file("open/players.csv", list)
        .round(1, sheet);
    let standings = test.standings();
    assert_eq!(
        standings.games(&["Anna Berg", "Cem Kaya", "Eva Moll", "Fin"], 1, "vp"),
        ["10", "6", "8", "6"]
    );
    // Both orders in two columns of the round sheet.
    let sheet = "Table,Nachname,Vorname,VP\n1,Berg,Anna,10\n1,Ode,Ben,8\n1,Kaya,Cem,6\n\
        2,Lind,Dea,10\n2,Moll,Eva,8\n2,,Fin,6\n";
    let list =
        "Name\n\"Berg, Anna\"\n\"Ode, Ben\"\n\"Kaya, Cem\"\n\"Lind, Dea\"\n\"Moll, Eva\"\nFin\n";
    let test = event("catan-at", "", &[])
        .file("open/players.csv", list)
        .round(1, sheet);
    let standings = test.standings();
    assert_eq!(
        standings.games(&["Berg, Anna", "Fin"], 1, "vp"),
        ["10", "6"]
    );
}
