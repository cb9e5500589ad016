//! Addresses and telephone numbers: nowhere unless asked for, and then in two
//! files alone. And what an earlier run wrote and does not hold any more.

use std::io::Read as _;

use calamine::{Reader as _, Xlsx};

use super::{NAMES, play, played, special, submission};
use crate::harness::{Test, event};

/// Everything that can be read in a file: its bytes, and those of what is
/// packed in it.
fn readable(bytes: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(bytes).into_owned();
    if let Ok(mut archive) = zip::ZipArchive::new(std::io::Cursor::new(bytes)) {
        for at in 0..archive.len() {
            let mut part = archive.by_index(at).unwrap();
            let mut content = Vec::new();
            part.read_to_end(&mut content).unwrap();
            text.push_str(&String::from_utf8_lossy(&content));
        }
    }
    text
}

/// The files, other than the inputs, that say an address or a number.
fn telling(test: &Test, folder: &str) -> Vec<String> {
    let files = test.snapshot(folder).into_iter();
    let outputs = files.filter(|(name, _)| !name.starts_with("players"));
    let telling = outputs.filter(|(_, bytes)| {
        let text = readable(bytes);
        text.contains("mail.example") || text.contains("555-")
    });
    telling.map(|(name, _)| name).collect()
}

fn with_addresses(names: &[&str], preset: &str, settings: &str) -> Test {
    let line =
        |(at, name): (usize, &&str)| format!("{name},{name},{name}@mail.example,555-{at:03}\n");
    let list: String = names.iter().enumerate().map(line).collect();
    event(preset, settings, &[]).file("open/players.csv", format!("ID,Name,Email,Phone\n{list}"))
}

#[test]
fn no_address_leaves_the_event_in_any_file_or_language() {
    let test = special();
    for lang in ["en", "de", "lv"] {
        test.runs(&format!(
            "run open --kiosk --trf --lang {lang} --out {lang}"
        ));
        let files = test.snapshot(lang);
        assert!(files.len() > 10, "{:?}", files.keys());
        assert_eq!(telling(&test, lang), Vec::<String>::new());
    }
    // The next round's sheet and the journal lie beside the inputs.
    let test = with_addresses(&NAMES, "catan-championship", "");
    play(&test, 4);
    assert!(test.path("open/journal.jsonl").exists());
    assert!(test.path("open/round-4.csv").exists());
    assert_eq!(telling(&test, "open"), Vec::<String>::new());
    test.runs("explain open Ada");
    test.runs("season open --preset sum --out season");
    assert_eq!(telling(&test, "season"), Vec::<String>::new());
}

#[test]
fn contacts_stand_in_two_files_where_they_are_asked_for() {
    let test = with_addresses(&NAMES, "catan-championship", "");
    play(&test, 4);
    test.runs("run open --contacts");
    assert_eq!(
        telling(&test, "open"),
        ["out/contacts.csv", "out/final-report.xlsx"]
    );
    let finalists = submission(&test)["finals"][0]["players"].clone();
    let champion = finalists[0].as_str().unwrap();
    let at = NAMES.iter().position(|name| *name == champion).unwrap();
    assert_eq!(
        test.read("open/out/contacts.csv"),
        format!(
            "Order,ID,Player,Club,Email,Phone\r\n\
             1,{champion},{champion},,{champion}@mail.example,555-{at:03}\r\n"
        )
    );
    let mut book: Xlsx<_> =
        calamine::open_workbook(test.path("open/out/final-report.xlsx")).unwrap();
    let report = book.worksheet_range("Report").unwrap();
    let field = |name: &str| {
        let mut rows = report.rows();
        let row = rows.find(|row| row[0] == *name);
        row.unwrap_or_else(|| panic!("no {name}"))[1].to_string()
    };
    assert_eq!(field("Event"), "Open");
    assert_eq!(field("Players who played"), "16");
    let last = book.worksheet_range("Final").unwrap();
    let rows: Vec<Vec<String>> = last
        .rows()
        .map(|row| row.iter().map(ToString::to_string).collect())
        .collect();
    assert_eq!(
        rows[0],
        [
            "Table", "Place", "ID", "Player", "VP typed", "VP", "E-mail", "Phone"
        ]
    );
    let players: Vec<&String> = rows[1..].iter().map(|row| &row[3]).collect();
    assert_eq!(serde_json::json!(players), finalists);
    assert_eq!(rows[1][6], format!("{champion}@mail.example"));
    // Asked for once is not asked for ever.
    let ran = test.runs("run open --format json");
    assert_eq!(ran.problems("note"), ["output-removed - -"]);
    assert!(
        ran.stdout
            .contains("removed out/contacts.csv, out/final-report.xlsx: "),
        "{}",
        ran.stdout
    );
    assert_eq!(telling(&test, "open"), Vec::<String>::new());
    assert_eq!(
        test.runs("run open --format json").problems("note"),
        Vec::<String>::new()
    );
}

#[test]
fn who_cannot_be_written_to_is_told_with_the_row() {
    let test = played("catan-de", "", &NAMES, 3);
    let ran = test.runs("run open --contacts --format json");
    let told = ran.problems("warning");
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(
        told[0].starts_with("submission-incomplete players.csv"),
        "{told:?}"
    );
    assert!(!test.path("open/out/final-report.xlsx").exists());
    let early = event("catan-de", "", &NAMES);
    let ran = early.runs("run open --contacts --format json");
    assert_eq!(ran.problems("note"), ["report-not-possible - -"]);
    assert!(!early.path("open/out/contacts.csv").exists());
}

const SUBMISSION: [&str; 3] = ["submission.json", "submission.xlsx", "submission.csv"];

#[test]
fn a_reopened_round_takes_the_submission_away() {
    let test = played("catan-de", "", &NAMES, 3);
    let sheet = test.read("open/round-3.csv");
    let without = sheet.replacen(",10,x,", ",,,", 1);
    assert_ne!(sheet, without);
    test.write("open/round-3.csv", without);
    let ran = test.runs("run open --format json");
    assert_eq!(ran.problems("warning")[0], "output-removed - -");
    assert!(
        ran.stdout.contains(
            "removed out/submission.json, out/submission.xlsx, out/submission.csv: an earlier run"
        ),
        "{}",
        ran.stdout
    );
    for name in SUBMISSION {
        assert!(!test.path(&format!("open/out/{name}")).exists(), "{name}");
    }
    test.write("open/round-3.csv", sheet);
    test.runs("run open");
    for name in SUBMISSION {
        assert!(test.path(&format!("open/out/{name}")).exists(), "{name}");
    }
}

#[test]
fn a_run_that_stops_at_an_error_leaves_what_stands() {
    let test = played("catan-de", "", &NAMES, 3);
    let before = test.snapshot("open/out");
    let sheet = test.read("open/round-3.csv");
    test.write("open/round-3.csv", sheet.replacen(",10,x,", ",ten,x,", 1));
    assert_eq!(test.run("run open").status, 1);
    assert_eq!(test.snapshot("open/out"), before);
}

#[test]
fn in_a_folder_of_others_their_files_stay() {
    let test = event("catan-de", "", &NAMES)
        .file("shared/submission.json", "{\"of\": \"another program\"}")
        .file("shared/contacts.csv", "Name,Mail\n")
        .file("shared/event.trf", "012 Chess\r\n");
    let before = test.snapshot("shared");
    test.runs("run open --out shared");
    let after = test.snapshot("shared");
    for (name, bytes) in before {
        assert_eq!(after[&name], bytes, "{name}");
    }
}
