//! IN09, IN11, IN13, IN15, IN17: who is who.

use serde_json::Value;
use tabletally::model::Severity;

use super::{messages, names, of_texts, told, understood, workbook};
use crate::harness::{Test, event};
use crate::tools;

const NONE: [&str; 0] = [];

#[test]
fn in09_names_that_look_like_formulas_or_numbers_stay_as_they_are() {
    let odd = [
        "-Nari-",
        "=Kim",
        "@lea",
        "0607",
        "+7 Meeples",
        // Five more of the kind.
        "1e5",
        "'tHart",
        "-5",
        "1/2",
        "TRUE",
        "#1 Fan",
    ];
    for kind in ["csv", "xlsx"] {
        let cells: Vec<&[&str]> = std::iter::once(&["Name"][..])
            .chain(odd.chunks(1))
            .collect();
        let test = Test::new()
            .file(
                "open/event.csv",
                "Setting,Value\nPreset,pods\nSeed,dice\nRounds,1\n",
            )
            .file("open/players.xlsx", of_texts("Players", &cells));
        test.runs(&format!("run open --as {kind}"));
        let again = test.runs(&format!("run open --as {kind} --format json"));
        assert_eq!(again.problems("warning"), NONE, "{kind}");
        let read = std::fs::read(test.path(&format!("open/round-1.{kind}"))).unwrap();
        let name = format!("round-1.{kind}");
        let input = tabletally::read::read_bytes(&[(&name, &read)], None);
        let mut shown: Vec<String> = Vec::new();
        for cell in input.grids[0].rows.iter().flat_map(|row| &row.cells) {
            if let tabletally::model::Value::Text(text) = &cell.value
                && odd.contains(&&**text)
            {
                shown.push(text.to_string());
            }
        }
        shown.sort();
        let mut wanted = odd;
        wanted.sort_unstable();
        assert_eq!(shown, wanted, "{kind}");
        let standings = test.json("open/out/standings.json");
        let mut lines: Vec<&str> = standings["standings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["name"].as_str().unwrap())
            .collect();
        lines.sort_unstable();
        assert_eq!(lines, wanted, "{kind}");
    }
}

#[test]
fn in11_one_person_twice_is_an_error_with_both_cells_and_never_two_seats() {
    let head = "Timestamp,Name,Email\n";
    let first =
        "2026-05-01 10:02,Eva Lind,eva@example.org\n2026-05-01 11:00,Ben Ode,ben@example.org\n";
    for (what, row) in [
        (
            "the same row again",
            "2026-05-01 18:40,Eva Lind,eva@example.org\n",
        ),
        (
            "blanks",
            "2026-05-01 18:40,\"  Eva   Lind \",eva@example.org\n",
        ),
        ("capitals", "2026-05-01 18:40,EVA LIND,eva@example.org\n"),
        (
            "an invisible character",
            "2026-05-01 18:40,Eva\u{200b} Lind,\n",
        ),
        (
            "a fixed blank",
            "2026-05-01 18:40,Eva\u{a0}Lind,eva@example.org\n",
        ),
        ("no address", "2026-05-01 18:40,Eva Lind,\n"),
    ] {
        let list = format!("{head}{first}{row}");
        let (_, findings) = understood("pods", &[("registrations.csv", list.as_bytes())]);
        assert_eq!(
            told(&findings, Severity::Error),
            ["duplicate-player B4"],
            "{what}"
        );
        assert!(
            messages(&findings).contains("cell B2"),
            "{what}: both cells"
        );
    }
    // The last name first is the same person too.
    let list = "Name\n\"Lind, Eva\"\nBen Ode\nEva Lind\n";
    let (_, findings) = understood("pods", &[("players.csv", list.as_bytes())]);
    let warnings = told(&findings, Severity::Warning);
    assert_eq!(warnings, ["name-spelling A4"], "{}", messages(&findings));
}

#[test]
fn in13_accents_may_be_missing_where_just_one_fits() {
    let play = |list: &[&str], results: [&str; 2]| {
        let list: String = list.iter().map(|name| format!("{name}\n")).collect();
        let list = format!("Name\n{list}");
        let round = format!("Table,Player,VP\n1,{},9\n1,{},8\n", results[0], results[1]);
        let (event, findings) = understood(
            "carcassonne-lv",
            &[
                ("players.csv", list.as_bytes()),
                ("round-1.csv", round.as_bytes()),
            ],
        );
        let seats = event.rounds[0].tables.iter().flat_map(|table| &table.seats);
        let seated: Vec<usize> = seats.map(|seat| seat.player).collect();
        (
            seated,
            told(&findings, Severity::Error),
            told(&findings, Severity::Note),
        )
    };
    let list = ["Jiří Šťastný", "Zoe\u{308} A\u{30a}ngstro\u{308}m"];
    let note = |cell: &str| format!("name-spelling {cell}");
    // The derived seed is a note of its own.
    let seed = "seed-derived -".to_owned();
    for (results, notes) in [
        (
            ["Jiri Stastny", "Zoë Ångström"],
            vec![note("B2"), seed.clone()],
        ),
        (["Jiří Šťastný", "Zoë Ångström"], vec![seed.clone()]),
        (["JIŘÍ ŠŤASTNÝ", "zoë ångström"], vec![seed.clone()]),
        (
            ["Jiri Stastny", "Zoe Angstrom"],
            vec![note("B2"), note("B3"), seed.clone()],
        ),
        (
            ["Jiří Šťastny", "Zoë\u{a0}Ångström "],
            vec![note("B2"), seed.clone()],
        ),
        (
            ["jiri  stastny", "Zoë Ångström\u{200b}"],
            vec![note("B2"), seed.clone()],
        ),
    ] {
        let (seated, errors, found) = play(&list, results);
        assert_eq!(
            (seated, errors.as_slice()),
            (vec![0, 1], &[][..]),
            "{results:?}"
        );
        assert_eq!(found, notes, "{results:?}");
    }
    let both = ["Jiri Stastny", "Jiří Šťastný", "Zoë Ångström"];
    let (_, errors, _) = play(&both, ["Jiří Stastny", "Zoë Ångström"]);
    assert_eq!(errors[0], "ambiguous-player B2");
    // Each of the two may still be meant exactly.
    let (seated, errors, _) = play(&both, ["Jiri Stastny", "Zoë Ångström"]);
    assert_eq!((seated, errors.len()), (vec![0, 2], 0));
    // Letters spelt out as on a foreign keyboard.
    let (seated, errors, found) = play(
        &["Jürgen Müller", "Søren Bæk"],
        ["Juergen Mueller", "Soeren Baek"],
    );
    assert_eq!((seated, errors.len()), (vec![0, 1], 0), "{errors:?}");
    assert_eq!(found[..2], [note("B2"), note("B3")]);
}

/// A workbook with one column of identifiers, beside names.
fn member_list(cells: &[(&str, Option<&str>)]) -> Vec<u8> {
    workbook("Players", |target| {
        target
            .write_string(0, 0, "Member no")?
            .write_string(0, 1, "Name")?;
        for (row, (cell, format)) in (1..).zip(cells) {
            target.write_string(row, 1, format!("Player {}", char::from(b'A' + row as u8)))?;
            match (cell.parse::<f64>(), format) {
                (Ok(number), Some(format)) => {
                    let format = rust_xlsxwriter::Format::new().set_num_format(*format);
                    target.write_number_with_format(row, 0, number, &format)?;
                }
                _ => {
                    target.write_string(row, 0, *cell)?;
                }
            }
        }
        Ok(())
    })
}

fn identifiers(cells: &[(&str, Option<&str>)]) -> (Vec<String>, Vec<String>, String) {
    let (event, findings) = understood("pods", &[("players.xlsx", &member_list(cells))]);
    let ids = event
        .players
        .iter()
        .map(|player| player.id.clone())
        .collect();
    (ids, told(&findings, Severity::Error), messages(&findings))
}

#[test]
fn in15_identifiers_keep_their_zeros_and_a_damaged_one_is_told() {
    let (_, errors, text) = identifiers(&[("00417", None), ("417", Some("00000"))]);
    assert_eq!(errors, ["duplicate-id B3"], "{text}");
    let (ids, errors, _) =
        identifiers(&[("00417", None), ("417", Some("General")), ("12.0", None)]);
    assert_eq!(
        (ids, errors.len()),
        (vec!["00417".into(), "417".into(), "12".into()], 0)
    );
    for damaged in ["7,65612E+16", "7.65612E+16", "1,23457e+18", "4E+05"] {
        let (_, errors, text) = identifiers(&[("00417", None), (damaged, None)]);
        assert_eq!(errors, ["not-an-id A3"], "{damaged}: {text}");
    }
    // A number beyond what a spreadsheet keeps: 16 and more digits.
    let (_, errors, text) = identifiers(&[("00417", None), ("12345678901234567000", Some("0"))]);
    assert_eq!(errors, ["not-an-id A3"], "{text}");
    // Written whole into the file it is whole.
    let bytes = member_list(&[("00417", None), ("4711", Some("0"))]);
    let mut parts = tools::parts(&bytes);
    let sheet = parts.get_mut("xl/worksheets/sheet1.xml").unwrap();
    assert!(sheet.contains("<v>4711.0</v>"), "{sheet}");
    *sheet = sheet.replace("<v>4711.0</v>", "<v>1234567890123456789</v>");
    let (event, findings) = understood("pods", &[("players.xlsx", &tools::packed(&parts))]);
    assert_eq!(told(&findings, Severity::Error), NONE);
    assert_eq!(event.players[1].id, "1234567890123456789");
    // Names that hold digits and an E are no numbers.
    let (ids, errors, _) = identifiers(&[("E12", None), ("12E", None), ("1E-2A", None)]);
    assert_eq!((ids.len(), errors.len()), (3, 0));
}

#[test]
fn in17_what_is_no_identifier_is_told_and_two_of_one_are_an_error() {
    let play = |ids: &[&str]| {
        let rows: String = (b'A'..)
            .zip(ids)
            .map(|(letter, id)| format!("{id},Player {}\n", char::from(letter)))
            .collect();
        let list = format!("Federation ID,Name\n{rows}");
        let (event, findings) = understood("pods", &[("players.csv", list.as_bytes())]);
        let ids: Vec<String> = event
            .players
            .iter()
            .map(|player| player.id.clone())
            .collect();
        (
            ids,
            told(&findings, Severity::Error),
            told(&findings, Severity::Warning),
        )
    };
    let (_, errors, warnings) = play(&["'34179178", "11/01/1987", "Z56538", "", "34179178"]);
    assert_eq!(errors, ["duplicate-id B6"]);
    assert_eq!(warnings, ["not-an-id A3"]);
    // The rest of the kind.
    assert_eq!(play(&["34179178.0", "34179178"]).1, ["duplicate-id B3"]);
    assert_eq!(
        play(&[" 34179178", "34179178\u{a0}"]).1,
        ["duplicate-id B3"]
    );
    assert_eq!(
        play(&["1987-01-11", "11.01.1987"]).2,
        ["not-an-id A2", "not-an-id A3"]
    );
    assert_eq!(play(&["#N/A", "2"]).1, ["error-cell A2"]);
    assert_eq!(play(&["a@b.org", "2"]).1, NONE);
    // One without an ID gets none that another one typed.
    let (ids, errors, _) = play(&["P002", "", "x"]);
    assert_eq!(
        (ids, errors.len()),
        (vec!["P002".into(), "P003".into(), "x".into()], 0)
    );
    // What stands in the list is found from the rounds, quoted or not.
    let test = event("carcassonne-lv", "Rounds,1\n", &[])
        .file("open/players.csv", "ID,Name\n'34179178,Ann\n0815,Ben\n")
        .round(1, "Table,ID,VP\n1,34179178.0,9\n1,0815,8\n");
    let standings = test.standings();
    let ids: Vec<&Value> = standings.lines().iter().map(|line| &line["id"]).collect();
    assert_eq!(ids, ["34179178", "0815"]);
    assert_eq!(
        names(&understood("pods", &[("players.csv", b"ID,Name\n1,Ann\n2,Ben\n")]).0),
        ["Ann", "Ben"]
    );
}
