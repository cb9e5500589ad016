//! The samples are whole events: each runs, and its outputs are those that a
//! reader of its README expects.

use std::path::{Path, PathBuf};

use crate::harness::Test;

fn sample(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("samples")
        .join(name)
}

#[test]
fn berlin_open_waits_for_its_third_round() {
    let test = Test::new();
    test.copy_in(&sample("berlin-open"), "berlin-open");
    let ran = test.runs("run berlin-open --format json");
    let json = ran.json();
    assert_eq!(
        json["event"],
        serde_json::json!({"players": 22, "rounds_complete": 2, "waiting_for_tables": []})
    );
    assert_eq!(json["seating"]["round"], 3);
    assert_eq!(json["seating"]["repeat_cost"], 0);
    assert!(
        test.path("berlin-open/out/score-sheets-round-3.html")
            .exists()
    );
}

#[test]
fn first_event_misses_one_table() {
    let test = Test::new();
    test.copy_in(&sample("first-event"), "first-event");
    let ran = test.runs("run first-event --format json");
    let json = ran.json();
    assert_eq!(json["event"]["players"], 13);
    assert_eq!(
        json["event"]["waiting_for_tables"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(
        test.json("first-event/out/standings.json")["event"]["provisional"],
        true
    );
}

#[test]
fn riga_cup_has_paired_its_fourth_round() {
    let test = Test::new();
    test.copy_in(&sample("riga-cup"), "riga-cup");
    let before = test.read("riga-cup/round-4.csv");
    let ran = test.runs("run riga-cup --format json");
    assert_eq!(ran.json()["seating"]["round"], 4);
    assert_eq!(test.read("riga-cup/round-4.csv"), before);
    let standings = test.json("riga-cup/out/standings.json");
    assert_eq!(standings["event"]["rounds_complete"], 3);
    assert_eq!(
        standings["criteria"],
        serde_json::json!(["wins", "buchholz", "point_diff", "lot"])
    );
    let page = test.read("riga-cup/out/standings.html");
    assert!(page.contains("Buholcs") && page.contains("Ģirts Šmits"));
    // The sheet that waits is the one that the program pairs again.
    std::fs::remove_file(test.path("riga-cup/round-4.csv")).unwrap();
    test.runs("run riga-cup --as csv");
    assert_eq!(test.read("riga-cup/round-4.csv"), before);
}
