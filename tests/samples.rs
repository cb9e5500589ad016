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
