//! IN25: copies of one sheet in the folder.

use super::of_texts;
use crate::harness::{Test, event};

const ROUND: &str = "Table,Player,VP\n1,Ann,9\n1,Ben,8\n";

fn with(files: &[(&str, &str)]) -> Test {
    let mut test = event("carcassonne-lv", "Rounds,1\n", &["Ann", "Ben"]).round(1, ROUND);
    for (name, text) in files {
        test = test.file(&format!("open/{name}"), text);
    }
    test
}

const NAMES: [&str; 8] = [
    "round-1 (1).csv",
    "round-1(2).csv",
    "round-1_2.csv",
    "round-1 2.csv",
    "round-1 - Copy.csv",
    "round-1 - Kopie (2).csv",
    "Copy of round-1.csv",
    "Kopie von round-1.csv",
];

#[test]
fn in25_an_identical_copy_is_noted_and_counts_once() {
    for name in NAMES {
        let test = with(&[
            (name, ROUND),
            ("~$round-1.csv", "x"),
            (".~lock.round-1.csv#", "x"),
        ]);
        let ran = test.run("run open --as csv --format json");
        assert_eq!(ran.status, 0, "{name}: {}", ran.stdout);
        let notes = ran.problems("note");
        assert!(
            notes.iter().any(|note| note.starts_with("identical-copy")),
            "{name}: {notes:?}"
        );
        let standings = test.json("open/out/standings.json");
        assert_eq!(standings["standings"][0]["values"]["wins"], "1", "{name}");
    }
}

#[test]
fn in25_a_copy_that_differs_is_an_error_with_its_cell() {
    for name in NAMES {
        let test = with(&[(name, &ROUND.replace(",8", ",7"))]);
        let ran = test.run("check open --format json");
        assert_eq!(ran.status, 1, "{name}");
        let errors = ran.problems("error");
        assert_eq!(errors.len(), 1, "{name}: {errors:?}");
        assert!(
            errors[0].starts_with("round-twice") && errors[0].ends_with("C3"),
            "{name}: {errors:?}"
        );
        assert!(
            ran.stdout.contains("cell C3"),
            "{name}: the other cell is named too"
        );
    }
}

#[test]
fn in25_copies_of_the_player_list_and_of_workbooks() {
    let list = "ID,Name\nAnn,Ann\nBen,Ben\n";
    for name in [
        "players (1).csv",
        "players - Copy.csv",
        "Copy of players.csv",
    ] {
        let same = with(&[(name, list)]).run("check open --format json");
        assert_eq!(same.status, 0, "{name}: {}", same.stdout);
        assert!(
            same.problems("note")
                .iter()
                .any(|note| note.starts_with("identical-copy")),
            "{name}"
        );
        let other =
            with(&[(name, &list.replace("Ben,Ben", "Ben,Bea"))]).run("check open --format json");
        let errors = other.problems("error");
        assert_eq!(errors.len(), 1, "{name}: {errors:?}");
        assert!(
            errors[0].starts_with("round-twice") && errors[0].ends_with("B3"),
            "{name}: {errors:?}"
        );
    }
    let rows: [&[&str]; 3] = [
        &["Table", "Player", "VP"],
        &["1", "Ann", "9"],
        &["1", "Ben", "8"],
    ];
    let book = of_texts("Round 1", &rows);
    let test = event("carcassonne-lv", "Rounds,1\n", &["Ann", "Ben"])
        .file("open/round-1.xlsx", &book)
        .file("open/round-1 (1).xlsx", &book);
    let ran = test.run("check open --format json");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(
        ran.problems("note")
            .iter()
            .any(|note| note.starts_with("identical-copy"))
    );
}

#[test]
fn in25_a_number_that_is_no_copys_stays_with_its_round() {
    // Neither the rounds 12 nor 1 in two files, but round 1 and round 2.
    let test = with(&[("round-2.csv", &ROUND.replace(",9", ",7"))]);
    let test = test.file(
        "open/event.csv",
        "Setting,Value\nPreset,carcassonne-lv\nSeed,dice\nRounds,2\n",
    );
    assert_eq!(
        test.runs("check open --format json").json()["event"]["rounds_complete"],
        2
    );
    for name in [
        "2. Runde.csv",
        "2nd round.csv",
        "2. kārta.csv",
        "Runde 02.csv",
        "Heat_2.csv",
    ] {
        let test = with(&[(name, &ROUND.replace(",9", ",7"))]);
        let test = test.file(
            "open/event.csv",
            "Setting,Value\nPreset,carcassonne-lv\nSeed,dice\nRounds,2\n",
        );
        let ran = test.run("check open --format json");
        assert_eq!(
            ran.json()["event"]["rounds_complete"],
            2,
            "{name}: {}",
            ran.stdout
        );
    }
}
