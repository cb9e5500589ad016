//! Text files as programs and people write them.

use super::{clean, event, problems, refused, round};
use crate::harness::Test;

/// The round as delimited text.
pub(super) fn csv(delimiter: &str, end: &str) -> String {
    rows(&round(&[]), delimiter, end)
}

fn rows(rows: &[Vec<String>], delimiter: &str, end: &str) -> String {
    rows.iter().map(|row| row.join(delimiter) + end).collect()
}

fn with_round(name: &str, bytes: impl AsRef<[u8]>) -> Test {
    event().file(&format!("open/{name}"), bytes)
}

#[test]
fn delimiters_and_line_ends_are_found_from_the_file() {
    for delimiter in [",", ";", "\t", "|"] {
        for end in ["\n", "\r\n", "\r"] {
            clean(&with_round("round-1.csv", csv(delimiter, end)));
            clean(&with_round("round-1.csv", csv(delimiter, end).trim_end()));
        }
    }
    clean(&with_round("round-1.tsv", csv("\t", "\n")));
    clean(&with_round("round-1.txt", csv(";", "\r\n")));
    clean(&with_round(
        "round-1.csv",
        format!("sep=;\r\n{}", csv(";", "\r\n")),
    ));
    clean(&with_round(
        "round-1.csv",
        format!("\u{feff}sep=|\n{}", csv("|", "\n")),
    ));
    clean(&with_round(
        "round-1.csv",
        format!("Open, round 1, Berlin\n\n{}", csv(";", "\n")),
    ));
}

#[test]
fn in01_marks_and_two_byte_texts() {
    let text = csv("\t", "\r\n");
    clean(&with_round("round-1.csv", format!("\u{feff}{text}")));
    let units = |mark: &str| format!("{mark}{text}").encode_utf16().collect::<Vec<u16>>();
    for mark in ["\u{feff}", ""] {
        let little: Vec<u8> = units(mark).into_iter().flat_map(u16::to_le_bytes).collect();
        let big: Vec<u8> = units(mark).into_iter().flat_map(u16::to_be_bytes).collect();
        clean(&with_round("round-1.txt", little));
        clean(&with_round("round-1.txt", big));
    }
}

#[test]
fn in03_a_decimal_comma_stays_in_its_cell() {
    let text = rows(&round(&[(3, 4, "7,5")]), ";", "\n");
    let told = problems(&with_round("round-1.csv", text), "error");
    assert_eq!(
        told,
        ["out-of-range round-1.csv D3"],
        "7.5 is no whole number"
    );
    let text = rows(&round(&[(3, 4, "7,0")]), ";", "\n");
    clean(&with_round("round-1.csv", text));
}

#[test]
fn in05_other_encodings_are_read_and_told() {
    let players = |name: &[u8]| {
        [
            &b"Name\n"[..],
            name,
            b"\nBen Ode\nCem Kaya\nDora Lind\nEva Moll\nFinn Nord\nGil Otto\nHoa Pham\n",
        ]
        .concat()
    };
    let seated = |name: &[u8], encoding: &str| {
        let event = format!("{}{encoding}", super::EVENT);
        let test = Test::new()
            .file("open/event.csv", event)
            .file("open/players.csv", players(name));
        let notes = problems(&test, "note");
        let guess = "encoding-guessed players.csv -".to_owned();
        test.runs("run open --as csv");
        (test.read("open/round-1.csv"), notes.contains(&guess))
    };
    let (round, guessed) = seated(b"Ren\xe9e M\xfcller", "");
    assert!(round.contains("Renée Müller") && guessed, "{round}");
    let (round, guessed) = seated(b"J\xe2nis B\xe7rzi\xf2\xf0", "Encoding,windows-1257\n");
    assert!(round.contains("Jānis Bērziņš") && !guessed, "{round}");
    let (round, guessed) = seated("Jānis Bērziņš".as_bytes(), "Encoding,windows-1257\n");
    assert!(round.contains("Jānis Bērziņš") && !guessed, "{round}");
}

#[test]
fn an_encoding_that_nobody_knows_is_told() {
    let test = event().file(
        "open/event.csv",
        format!("{}Encoding,klingon\n", super::EVENT),
    );
    assert_eq!(problems(&test, "error"), ["bad-setting - -"]);
}

#[test]
fn the_guess_shows_a_word() {
    let test = Test::new().file("open/event.csv", super::EVENT).file(
        "open/players.csv",
        b"Name\nBj\xf8rn Lund\nBen Ode\nCem Kaya\nDora Lind\nEva Moll\nFinn Nord\nGil Otto\nHoa Pham\n",
    );
    let ran = super::limited(&test, "check open");
    let line = "note: players.csv: the text is not UTF-8 and was read as windows-1252, with words such as \"Bjørn\"";
    assert!(
        ran.stdout.lines().any(|told| told == line),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_unclosed_quote_is_told_where_it_opens() {
    let text = csv(",", "\r\n").replace("Ben Ode", "\"Ben Ode");
    let line = "error: a.csv, cell C3: the quote that opens in line 3 is never closed";
    refused("a.csv", text.as_bytes(), line);
    refused(
        "a.csv",
        b"Name\n\"Anna",
        "error: a.csv, cell A2: the quote that opens in line 2 is never closed",
    );
    // One that is closed by the next quote swallows the rows between.
    let text = csv(",", "\n")
        .replace("Ben Ode", "\"Ben Ode")
        .replace("Dora Lind", "\"Dora Lind\"");
    refused(
        "a.csv",
        text.as_bytes(),
        "error: a.csv, cell C3: the quote that opens in line 3 takes in 3 lines with other rows",
    );
}

#[test]
fn in23_line_breaks_in_quotes_are_one_row() {
    let players = "\"Name\",\"Club\",\"Town\n(optional)\"\r\n\"Anna Berg\",\"North\"\r\n\r\n\"Ben Ode\",\"South\n\u{1f3b2}\"\r\n\"Cem Kaya\",\r\n\"Anna Berg\",\r\n";
    let test = Test::new()
        .file("open/event.csv", super::EVENT)
        .file("open/players.csv", players);
    // Anna stands in the sixth row, though in the eighth line.
    let told = problems(&test, "error");
    assert!(
        told.contains(&"duplicate-player players.csv A6".to_owned()),
        "{told:?}"
    );
}

#[test]
fn a_lone_text_over_lines_is_noted() {
    let text = "Table,Seat,Player,VP,Note\n".to_owned()
        + &csv(",", "\n")
            .split_once('\n')
            .unwrap()
            .1
            .replace("Ben Ode,8,", "Ben Ode,8,\"left\nearly\"");
    let test = with_round(
        "round-1.csv",
        text.replace(",x\n", ",\n").replace("10", "9"),
    );
    let notes = problems(&test, "note");
    assert!(
        notes.contains(&"line-break round-1.csv E3".to_owned()),
        "{notes:?}"
    );
}

#[test]
fn rows_that_hold_more_than_the_others_are_told() {
    let text = csv(",", "\n").replace("Ben Ode,8,", "Ben Ode,7,5,");
    let test = with_round("round-1.csv", text + ",,,,,,,\n");
    let told = problems(&test, "warning");
    assert_eq!(told, Vec::<String>::new(), "an empty cell more is nothing");
    let text = csv(",", "\n").replace("Anna Berg,10,x", "Anna Berg,10,0,x");
    let told = problems(&with_round("round-1.csv", text), "warning");
    assert!(
        told.contains(&"ragged-row round-1.csv F2".to_owned()),
        "{told:?}"
    );
}

#[test]
fn zeros_and_prose_do_no_harm() {
    clean(&with_round(
        "round-1.csv",
        csv(",", "\n").replace("Ben Ode", "Ben\0 Ode"),
    ));
    let test = with_round("round-1.csv", csv(",", "\n")).file(
        "open/notes.txt",
        "Remember:\n\"bring the dice\nand the 12\" boards\n",
    );
    clean(&test);
}

#[test]
fn in09_names_that_look_like_formulas_come_back() {
    let names = [
        "-Nari-",
        "=Kim",
        "@lea",
        "0607",
        "+7 Meeples",
        "'Quote",
        "Two Words",
        "\u{201e}Low\u{201c}",
    ];
    for kind in ["csv", "xlsx"] {
        let players = format!("Name\n{}\n", names.join("\n"));
        let test = Test::new()
            .file("open/event.csv", super::EVENT)
            .file("open/players.csv", players);
        test.runs(&format!("run open --as {kind}"));
        let again = test.run("check open --format json");
        assert_eq!(again.problems("error"), Vec::<String>::new());
        let standings = test.read("open/out/standings.json");
        let written: serde_json::Value = serde_json::from_str(&standings).unwrap();
        let mut shown: Vec<&str> = written["standings"]
            .as_array()
            .unwrap()
            .iter()
            .map(|line| line["name"].as_str().unwrap())
            .collect();
        let mut names = names;
        shown.sort_unstable();
        names.sort_unstable();
        assert_eq!(shown, names);
    }
}
