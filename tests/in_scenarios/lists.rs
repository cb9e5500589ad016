//! IN19, IN21, IN23: where a player list begins and ends, and what a form
//! makes of it.

use rust_xlsxwriter::{Format, FormatBorder, Formula};
use tabletally::model::Severity;

use super::{messages, names, told, understood, workbook};

const TWELVE: [&str; 12] = [
    "Ann Ash",
    "Ben Birch",
    "Cem Cedar",
    "Dea Dogwood",
    "Eva Elm",
    "Fin Fir",
    "Gil Gum",
    "Hoa Hazel",
    "Ida Ivy",
    "Jon Juniper",
    "Kim Kapok",
    "Lea Larch",
];

#[test]
fn in19_blank_formatted_and_formula_rows_are_no_players() {
    let border = Format::new().set_border(FormatBorder::Thin);
    let blank = |row: u32| row == 6;
    for (what, sheet, points) in [
        ("as told", "Players", true),
        ("a sheet that nobody named", "Sheet1", true),
        ("and in German", "Tabelle1", false),
    ] {
        let bytes = workbook(sheet, |target| {
            target.write_string(0, 0, "Name")?;
            if points {
                target.write_string(0, 1, "Points")?;
            }
            let rows = (1..).filter(|row| !blank(*row));
            for (row, name) in rows.zip(TWELVE) {
                target.write_string(row, 0, name)?;
            }
            for row in 14..60 {
                target
                    .write_blank(row, 0, &border)?
                    .write_blank(row, 1, &border)?;
            }
            for row in 60..80 {
                let name =
                    Formula::new(format!("=IF(A{row}=\"\",\"\",A{row})")).set_result("EMPTY");
                target.write_formula(row, 0, name)?;
                if points {
                    target.write_formula(row, 1, Formula::new("=1-1").set_result("0"))?;
                }
            }
            // A reference to an empty cell gives a zero.
            target.write_formula(81, 0, Formula::new("=A90").set_result("0"))?;
            Ok(())
        });
        let mut parts = crate::tools::parts(&bytes);
        for part in parts.values_mut() {
            *part = part.replace("<v>EMPTY</v>", "<v></v>");
        }
        let bytes = crate::tools::packed(&parts);
        let (event, findings) = understood("pods", &[("players.xlsx", &bytes)]);
        assert_eq!(names(&event), TWELVE, "{what}: {}", messages(&findings));
        assert_eq!(
            told(&findings, Severity::Error),
            Vec::<String>::new(),
            "{what}"
        );
    }
    let lines = TWELVE.join(",\n");
    for (what, text) in [
        (
            "commas to the end",
            format!("Name,Club\n{lines},\n,\n,\n  ,\n"),
        ),
        (
            "invisible characters",
            format!("Name,Club\n{lines},\n\u{200b},\n\u{a0},\u{feff}\n"),
        ),
        (
            "numbered blank lines",
            format!("No,Name,Club\n{}13,,\n14,,\n15,,\n", numbered()),
        ),
        (
            "a total below",
            format!("Name,Club\n{lines},\n,\nTotal,12\n"),
        ),
        (
            "a section between",
            format!(
                "Name,Club\n{}\n,\n,Group B\n{}\n",
                TWELVE[..6].join(",\n"),
                TWELVE[6..].join(",\n")
            ),
        ),
    ] {
        let (event, findings) = understood("pods", &[("players.csv", text.as_bytes())]);
        assert_eq!(names(&event), TWELVE, "{what}: {}", messages(&findings));
    }
}

fn numbered() -> String {
    (1..)
        .zip(TWELVE)
        .map(|(at, name)| format!("{at},{name},\n"))
        .collect()
}

#[test]
fn in21_the_first_player_is_never_eaten_as_a_header() {
    let lines: Vec<String> = (0..15)
        .map(|at| format!("bn{},{},Active", 146 + at, 2073 + at))
        .collect();
    let plain = lines.join("\n");
    for (what, name, text) in [
        ("as told", "players.csv", plain.clone()),
        ("semicolons", "players.csv", plain.replace(',', ";")),
        ("German", "Teilnehmer.csv", plain.clone()),
        ("one column", "players.csv", TWELVE.join("\n")),
        (
            "a title above",
            "players.csv",
            format!("Our open 2026\n\n{plain}"),
        ),
        (
            "quotes",
            "players.txt",
            lines
                .iter()
                .map(|line| format!("\"{}\"\n", line.replace(',', "\",\"")))
                .collect(),
        ),
    ] {
        let (event, findings) = understood("pods", &[(name, text.as_bytes())]);
        assert!(event.players.is_empty(), "{what}");
        let errors = told(&findings, Severity::Error);
        assert!(errors[0].starts_with("no-header A"), "{what}: {errors:?}");
        let first = text.lines().find(|line| !line.is_empty()).unwrap();
        let first = first.replace(['"', ';'], ",").replace(",,,", ",");
        let first = first.trim_matches(',').replace(',', ", ");
        let text = messages(&findings);
        assert!(
            text.contains(&format!("the first line is \"{first}\"")),
            "{what}: {text}"
        );
    }
    // A round without one is told in the same way.
    let (_, findings) = understood(
        "pods",
        &[("round-1.csv", b"1,1,Ann Ash,10\n1,2,Ben Birch,8\n")],
    );
    assert_eq!(told(&findings, Severity::Error)[0], "no-header A1");
}

/// Fourteen answers to a form, one with a line break and an emoji.
fn answers(headings: &str) -> String {
    let mut text = format!("{headings}\r\n");
    for (at, name) in TWELVE
        .iter()
        .chain(&["Max Maple", "Nia Nutmeg"])
        .enumerate()
    {
        let town = if at == 3 {
            "Riga \u{1f3b2}\r\nand Kuldīga"
        } else {
            "Berlin"
        };
        text += &format!(
            "\"2026-04-{:02} 10:0{}\",\"{name}\",\"Ja\",\"{town}\"\r\n",
            at + 1,
            at % 10
        );
    }
    text
}

const QUESTIONS: &str = "\"Zeitstempel\",\"Wie heißt du? (Vor- und Nachname)\",\"Spielst du zum ersten Mal?\",\"Verein / Stadt\n(optional)\"";

#[test]
fn in23_questions_as_headings_are_mapped_once_or_told_with_a_proposal() {
    // Told, with the headings and what to type.
    for (name, headings, likely) in [
        (
            "registrations.csv",
            QUESTIONS,
            "Wie heißt du? (Vor- und Nachname)",
        ),
        (
            "Anmeldungen.csv",
            QUESTIONS,
            "Wie heißt du? (Vor- und Nachname)",
        ),
        (
            "players.csv",
            "\"Timestamp\",\"What should we call you?\",\"First time?\",\"Town\"",
            "What should we call you?",
        ),
        (
            "players.csv",
            "\"Laika zīmogs\",\"Kā tevi sauc?\",\"Pirmā reize?\",\"Pilsēta\"",
            "Kā tevi sauc?",
        ),
        (
            "Form Responses 1.csv",
            "\"Timestamp\",\"Your full name please\",\"New?\",\"City\"",
            "Your full name please",
        ),
    ] {
        let (event, findings) = understood("pods", &[(name, answers(headings).as_bytes())]);
        assert!(event.players.is_empty(), "{name}");
        let errors = told(&findings, Severity::Error);
        assert_eq!(errors[0], "no-header A1", "{name}");
        let text = messages(&findings);
        let proposal = format!("Column: Name | {likely}");
        assert!(text.contains(&proposal), "{name}: {text}");
        assert!(text.contains("first line is"), "{name}: {text}");
    }
    // Mapped in the Event sheet, and everybody is read.
    for (heading, headings) in [
        ("Wie heißt du? (Vor- und Nachname)", QUESTIONS.to_owned()),
        ("wie heisst du (vor und nachname)", QUESTIONS.to_owned()),
        (
            "Wie heißt du?\nVor- und Nachname",
            QUESTIONS.replace("? (", "?\n("),
        ),
    ] {
        let event = format!(
            "Setting,Value\nPreset,pods\nSeed,dice\nColumn: Name,\"{heading}\"\nColumn: Club,Verein / Stadt (optional)\n"
        );
        let list = answers(&headings);
        let (event, findings) = understood(
            "pods",
            &[
                ("event.csv", event.as_bytes()),
                ("registrations.csv", list.as_bytes()),
            ],
        );
        assert_eq!(
            event.players.len(),
            14,
            "{heading}: {}",
            messages(&findings)
        );
        assert_eq!(
            told(&findings, Severity::Error),
            Vec::<String>::new(),
            "{heading}"
        );
        assert_eq!(
            event.players[3].club.as_deref(),
            Some("Riga \u{1f3b2} and Kuldīga")
        );
        // The time stamp is nobody's ID.
        assert!(event.players.iter().all(|player| !player.id_typed));
    }
    // A plain heading among questions is enough.
    let plain = answers(&QUESTIONS.replace("Wie heißt du? (Vor- und Nachname)", "Name"));
    let (event, findings) = understood("pods", &[("registrations.csv", plain.as_bytes())]);
    assert_eq!(event.players.len(), 14, "{}", messages(&findings));
}
