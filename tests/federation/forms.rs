//! The submission's workbook and delimited text against its JSON, and the
//! workbook's languages.

use calamine::{Data, Reader as _, Xlsx};
use serde_json::Value;

use super::{german, played, special, submission};
use crate::harness::Test;

type Rows = Vec<Vec<Data>>;

fn sheets(test: &Test, path: &str) -> Vec<(String, Rows)> {
    let mut book: Xlsx<_> = calamine::open_workbook(test.path(path)).unwrap();
    let names = book.sheet_names();
    let of = |name: String| {
        let range = book.worksheet_range(&name).unwrap();
        (name, range.rows().map(<[Data]>::to_vec).collect())
    };
    names.into_iter().map(of).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Says whether a cell has a value of the JSON: texts as they are, numbers
/// exact to the three places that a workbook has.
fn same(cell: &Data, value: &Value) -> bool {
    let text = shown(value);
    match cell {
        Data::Empty => text.is_empty() || text == "false",
        Data::String(cell) => *cell == text || (cell == "x" && text == "true"),
        Data::Float(cell) => {
            let (above, below) = text.split_once('/').unwrap_or((&text, "1"));
            let (above, below): (f64, f64) = (above.parse().unwrap(), below.parse().unwrap());
            (cell - above / below).abs() < 0.001
        }
        Data::Int(cell) => cell.to_string() == text,
        other => panic!("{other:?}"),
    }
}

fn row_is(row: &[Data], expected: &[Value], what: &str) {
    assert!(row.len() >= expected.len(), "{what}: {row:?}");
    for (cell, value) in row.iter().zip(expected) {
        assert!(same(cell, value), "{what}: {cell:?} is not {value}");
    }
}

fn criteria(got: &Value) -> Vec<String> {
    let values = got["standings"][0]["values"].as_object().unwrap();
    let criteria = got["criteria"].as_array().unwrap().iter().map(shown);
    criteria.filter(|name| values.contains_key(name)).collect()
}

fn unplayed(line: &Value) -> Value {
    let rounds = line["unplayed"].as_array().unwrap().iter();
    let rounds = rounds.map(|round| format!("{}: {}", round["round"], shown(&round["code"])));
    rounds.collect::<Vec<_>>().join("; ").into()
}

/// What a person reads in the English workbook for codes of the form.
fn worded(value: &Value) -> Value {
    let words = [
        ("vp", "VP"),
        ("points", "Points"),
        ("share_mean", "Share (mean)"),
        ("firsts", "1st"),
        ("seconds", "2nd"),
        ("thirds", "3rd"),
        ("wins", "Wins"),
        ("share_sum", "Share (sum)"),
        ("lot", "by lot"),
        ("tie", "shared rank"),
        ("stage", "Stage"),
        ("preliminary_rank", "Preliminary rank"),
        ("table_place", "Place at the table"),
        ("preliminary", "preliminary round"),
    ];
    let text = shown(value);
    let word = words.iter().find(|(key, _)| *key == text);
    word.map_or_else(|| value.clone(), |(_, word)| (*word).into())
}

fn standings_agree(got: &Value, book: &Rows, csv: &[Vec<String>]) {
    let criteria = criteria(got);
    let lines = got["standings"].as_array().unwrap();
    assert_eq!(book.len(), lines.len() + 1);
    assert_eq!(csv.len(), lines.len() + 1);
    let place = |list: &str, word: &str, id: &Value| {
        let at = got[list]
            .as_array()
            .unwrap()
            .iter()
            .position(|one| one == id)?;
        Some(format!("{word} {}", at + 1))
    };
    for (at, line) in lines.iter().enumerate() {
        let field = |key: &str| line[key].clone();
        let values = criteria.iter().map(|key| line["values"][key].clone());
        let head = ["rank", "code", "id", "name", "club", "country", "group"].map(field);
        let mut of_book: Vec<Value> = head.to_vec();
        of_book.extend(values.clone());
        of_book.extend([
            worded(&field("decided_by")),
            field("by_lot"),
            field("status"),
        ]);
        of_book.extend([field("games"), unplayed(line), field("penalty")]);
        row_is(&book[at + 1], &of_book, &shown(&line["name"]));
        let mut of_csv: Vec<Value> = head.to_vec();
        of_csv.extend(values);
        of_csv.extend(["decided_by", "status", "games"].map(field));
        of_csv.extend([unplayed(line), field("penalty")]);
        let qualified = place("qualifiers", "qualified", &line["id"])
            .or_else(|| place("successors", "successor", &line["id"]));
        of_csv.push(qualified.unwrap_or_default().into());
        let of_csv: Vec<String> = of_csv.iter().map(shown).collect();
        assert_eq!(csv[at + 1], of_csv);
    }
}

fn tables_agree(got: &Value, book: &Rows) {
    let mut rows = book.iter().skip(1);
    for table in got["tables"].as_array().unwrap() {
        for row in table["rows"].as_array().unwrap() {
            let name = got["standings"].as_array().unwrap().iter();
            let name = name.clone().find(|line| line["id"] == row["id"]).unwrap()["name"].clone();
            let mut expected = vec![
                table["round"].clone(),
                worded(&table["stage"]),
                table["table"].clone(),
                row["seat"].clone(),
                row["id"].clone(),
                name,
            ];
            let fields = [
                "place", "points", "raw_vp", "vp", "share", "winner", "penalty", "signed",
            ];
            expected.extend(fields.map(|key| row[key].clone()));
            row_is(rows.next().unwrap(), &expected, &format!("{table}"));
        }
    }
    assert_eq!(rows.next(), None);
}

fn agree(test: &Test) {
    let got = submission(test);
    let book = sheets(test, "open/out/submission.xlsx");
    let text = test.read("open/out/submission.csv");
    let mut reader = csv::ReaderBuilder::new();
    let mut reader = reader.has_headers(false).from_reader(text.as_bytes());
    let csv: Vec<Vec<String>> = reader
        .records()
        .map(|record| record.unwrap().iter().map(ToOwned::to_owned).collect())
        .collect();
    let names: Vec<&str> = book.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        ["Submission", "Standings", "Tables", "Qualifiers", "Sources"]
    );
    standings_agree(&got, &book[1].1, &csv);
    tables_agree(&got, &book[2].1);
    let fields = &book[0].1;
    for (name, value) in [
        ("Form", &got["schema"]),
        ("Event", &got["event"]["name"]),
        ("Date", &got["event"]["date"]),
        ("Venue", &got["event"]["place"]),
        ("Organiser", &got["event"]["organiser"]),
        ("Season", &got["event"]["season"]),
        ("Region", &got["event"]["region"]),
        ("Rules", &got["preset"]["name"]),
        ("Edition", &got["preset"]["edition"]),
        ("Rules, SHA-256", &got["preset"]["sha256"]),
        ("Seed", &got["draw"]["seed"]),
        ("Preliminary", &got["preliminary"]),
        ("Players", &got["counts"]["players"]),
        ("Ranked", &got["counts"]["ranked"]),
        ("Valid results", &got["counts"]["valid_results"]),
        ("Rounds", &got["counts"]["rounds"]),
        ("Tables", &got["counts"]["tables"]),
        ("Games", &got["counts"]["games"]),
    ] {
        let row = fields.iter().find(|row| row[0] == *name);
        let row = row.unwrap_or_else(|| panic!("no {name}"));
        assert!(same(&row[1], value), "{name}: {:?} is not {value}", row[1]);
    }
    let order = ["qualifiers", "successors"].map(|list| got[list].as_array().unwrap().clone());
    let ids: Vec<&Data> = book[3].1.iter().skip(1).map(|row| &row[2]).collect();
    let expected: Vec<&Value> = order.iter().flatten().collect();
    assert_eq!(ids.len(), expected.len());
    for (cell, id) in ids.into_iter().zip(expected) {
        assert!(same(cell, id), "{cell:?} is not {id}");
    }
    let sources = got["sources"].as_array().unwrap();
    assert_eq!(book[4].1.len(), sources.len() + 1);
    for (row, source) in book[4].1.iter().skip(1).zip(sources) {
        let expected = ["file", "sheet", "sha256"].map(|key| source[key].clone());
        row_is(row, &expected, "sources");
    }
}

#[test]
fn workbook_and_text_say_what_the_json_says() {
    agree(&german());
    let special = special();
    special.runs("run open --as csv");
    agree(&special);
    agree(&played("catan-championship", "", &super::NAMES, 4));
}

/// All texts of a workbook's own cells.
fn texts(test: &Test, path: &str) -> Vec<String> {
    let texts = sheets(test, path).into_iter().flat_map(|(name, rows)| {
        let cells = rows.into_iter().flatten().filter_map(|cell| match cell {
            Data::String(text) => Some(text),
            _ => None,
        });
        std::iter::once(name).chain(cells).collect::<Vec<_>>()
    });
    texts.collect()
}

#[test]
fn the_workbooks_and_the_page_follow_the_language() {
    let test = special();
    for (lang, expected) in [
        (
            "de",
            [
                "Ergebnismeldung",
                "Veranstalter",
                "nicht gültig für die Qualifikation: 10 von 16",
                "1: spielfrei",
                "Gast",
            ],
        ),
        (
            "lv",
            [
                "Rezultātu pieteikums",
                "Rīkotājs",
                "nav derīgs kvalifikācijai: 10 no 16",
                "1: brīvs",
                "viesis",
            ],
        ),
    ] {
        test.runs(&format!("run open --lang {lang}"));
        let texts = texts(&test, "open/out/submission.xlsx");
        for text in expected {
            assert!(
                texts.iter().any(|found| found == text),
                "{lang}: {text} in {texts:?}"
            );
        }
        for english in [
            "Submission",
            "Organiser",
            "withdrawn",
            "2: no-show",
            "Player",
            "ranked",
            "guest",
        ] {
            assert!(
                !texts.iter().any(|found| found == english),
                "{lang}: {english}"
            );
        }
        // The machine's forms do not.
        let csv = test.read("open/out/submission.csv");
        assert!(csv.starts_with("Rank,Code,ID,Player,"), "{csv}");
        assert!(csv.contains("2: no-show"), "{csv}");
    }
}

#[test]
fn a_season_follows_the_language() {
    let test = german();
    test.write("open/out/broken-submission.json", "{");
    let run = |lang: &str| {
        test.runs(&format!(
            "season open --preset german-series --out {lang} --lang {lang}"
        ));
        (
            texts(&test, &format!("{lang}/ranking.xlsx")),
            test.read(&format!("{lang}/ranking.html")),
            test.read(&format!("{lang}/ranking.json")),
        )
    };
    let (book, page, json) = run("de");
    for text in [
        "Saisonrangliste",
        "Nicht gewertet",
        "direkt im Finale",
        "Bei gleichen Punkten",
    ] {
        assert!(book.iter().any(|found| found == text), "{text} in {book:?}");
    }
    for text in [
        "<html lang=\"de\">",
        "Spieler: 16 · Turniere: 1",
        "2. Mai 2026",
        "kein JSON: ",
        "direkt im Finale: Open",
        "bessere Ergebnisse, gewonnene Turniere",
    ] {
        assert!(page.contains(text), "{text} in {page}");
    }
    let (book, page, same) = run("lv");
    for text in ["Sezonas kopvērtējums", "tieši finālā", "Ja punkti vienādi"] {
        assert!(book.iter().any(|found| found == text), "{text} in {book:?}");
    }
    for text in [
        "<html lang=\"lv\">",
        "2026. gada 2. maijs",
        "nav JSON: ",
        "tieši finālā: Open",
    ] {
        assert!(page.contains(text), "{text} in {page}");
    }
    assert_eq!(json, same);
    assert!(json.contains("it is no JSON: "), "{json}");
    let (_, page, _) = run("en");
    assert!(
        page.contains("Players: 16 · Events: 1") && page.contains("2 May 2026"),
        "{page}"
    );
}
