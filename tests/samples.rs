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

/// A sample of a finished event, and what a reader of its README looks for.
struct Finished {
    name: &'static str,
    preset: &'static str,
    players: usize,
    winners: &'static [&'static str],
    qualified: &'static [&'static str],
    warnings: &'static [&'static str],
}

/// One for each published rule text.
const FINISHED: &[Finished] = &[
    Finished {
        name: "london-mso",
        preset: "catan-mso",
        players: 23,
        winners: &["Callum Frost"],
        qualified: &["Callum Frost"],
        warnings: &["no-winner round-4.csv -"],
    },
    Finished {
        name: "lancaster-heats",
        preset: "catan-ck-wbc",
        players: 26,
        winners: &["Theo Marsh"],
        qualified: &["Theo Marsh"],
        warnings: &[],
    },
    Finished {
        name: "latvian-championship",
        preset: "carcassonne-lv",
        players: 34,
        winners: &["Ilze Āboliņa"],
        qualified: &["Ilze Āboliņa"],
        warnings: &["stage-tie round-6.csv -"],
    },
    Finished {
        name: "cologne-qualifier",
        preset: "catan-de",
        players: 18,
        winners: &["Max Ottersbach", "Anna Berg"],
        qualified: &["Max Ottersbach", "Anna Berg"],
        warnings: &[],
    },
    Finished {
        name: "national-championship",
        preset: "catan-championship",
        players: 30,
        winners: &["Luca Moretti"],
        qualified: &["Luca Moretti"],
        warnings: &[],
    },
    Finished {
        name: "library-custom",
        preset: "catan-custom",
        players: 11,
        winners: &["Katja Virtanen"],
        qualified: &[],
        warnings: &[],
    },
];

#[test]
fn finished_events_have_their_champion_and_a_submission_that_verifies() {
    for due in FINISHED {
        let test = Test::new();
        test.copy_in(&sample(due.name), "event");
        let ran = test.runs("run event --as csv --format json");
        assert_eq!(ran.problems("warning"), due.warnings, "{}", due.name);
        let standings = test.json("event/out/standings.json");
        assert_eq!(standings["event"]["preset"], due.preset);
        assert_eq!(standings["event"]["players"], due.players);
        assert_eq!(standings["event"]["stage"], "finished", "{}", due.name);
        let lines = standings["standings"].as_array().unwrap();
        let named = |field: &str, value: &serde_json::Value| -> Vec<&str> {
            let lines = lines.iter().filter(|line| line[field] == *value);
            lines.map(|line| line["name"].as_str().unwrap()).collect()
        };
        assert_eq!(named("rank", &1.into()), due.winners, "{}", due.name);
        assert_eq!(named("status", &"through".into()), due.qualified);
        test.runs("verify event/out/submission.json event");
    }
}

/// The samples' round sheets are those that the program wrote: what is seated
/// without them is the same.
#[test]
fn finished_events_are_seated_by_their_seed() {
    for due in FINISHED {
        let test = Test::new();
        test.copy_in(&sample(due.name), "event");
        std::fs::remove_file(test.path("event/round-1.csv")).unwrap();
        for round in 2..10 {
            let _ = std::fs::remove_file(test.path(&format!("event/round-{round}.csv")));
        }
        test.runs("run event --as csv");
        let seats = |text: &str| -> Vec<String> {
            let mut lines = text.trim_start_matches('\u{feff}').lines();
            let header: Vec<&str> = lines.next().unwrap().split(',').collect();
            let at = |name: &str| header.iter().position(|other| *other == name).unwrap();
            let (table, player) = (at("Table"), at("Player"));
            let rows = lines.map(|line| line.split(',').collect::<Vec<_>>());
            rows.map(|row| format!("{} {}", row[table], row[player]))
                .collect()
        };
        let kept = std::fs::read_to_string(sample(due.name).join("round-1.csv")).unwrap();
        assert_eq!(seats(&test.read("event/round-1.csv")), seats(&kept));
    }
}

#[test]
fn the_season_ranks_its_submissions_and_says_which_does_not_count() {
    let test = Test::new();
    test.copy_in(&sample("season"), "season");
    let ran = test.runs("season season --preset german-series --format json");
    let warnings = ran.problems("warning");
    assert_eq!(warnings.len(), 1, "{warnings:?}");
    assert!(warnings[0].contains("2026-04-11-passau.json"));
    let ranking = test.json("season/season-out/ranking.json");
    let text = ranking.to_string();
    // The alias of Kassel is one person with his ID.
    assert!(text.contains("Peter Hartwig") && !text.contains("Hartwig, P."));
    let csv = test.read("season/season-out/ranking.csv");
    let first: Vec<&str> = csv.lines().nth(1).unwrap().split(',').collect();
    assert_eq!(
        first[..5],
        ["1", "DE1194", "Tanja Reuter", "Spieleverein Ulm", "175"]
    );
}

/// What the federation received is what the event's sheets say today.
#[test]
fn the_season_holds_the_submission_of_the_cologne_qualifier() {
    let test = Test::new();
    test.copy_in(&sample("cologne-qualifier"), "event");
    test.runs("run event --as csv");
    let mut made = test.json("event/out/submission.json");
    let text = std::fs::read_to_string(sample("season").join("2026-03-07-cologne.json")).unwrap();
    let mut sent: serde_json::Value = serde_json::from_str(&text).unwrap();
    for submission in [&mut made, &mut sent] {
        submission.as_object_mut().unwrap().remove("generator");
    }
    assert!(
        made == sent,
        "make samples/season/2026-03-07-cologne.json anew"
    );
}
