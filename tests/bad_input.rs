//! Mistakes of organisers: each is told with its cell, all in one go, exit 1,
//! nothing written.

use crate::harness::Test;

const EVENT: &str =
    "Setting,Value\nName,Open\nDate,2026-05-02\nPlace,Berlin\nPreset,catan-de\nSeed,dice\n";
const PLAYERS: &str =
    "Name\nAnna Berg\nBen Ode\nCem Kaya\nDora Lind\nEva Moll\nFinn Nord\nGil Otto\nHoa Pham\n";

fn event() -> Test {
    Test::new()
        .file("open/event.csv", EVENT)
        .file("open/players.csv", PLAYERS)
}

fn refused(test: &Test, expected: &[&str]) {
    let before = test.snapshot("open");
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    assert_eq!(ran.problems("error"), expected);
    assert_eq!(ran.json()["ok"], false);
    assert_eq!(ran.json()["written"], serde_json::json!([]));
    assert_eq!(test.snapshot("open"), before);
}

#[test]
fn two_players_of_one_name_without_ids() {
    let test = event().file("open/players.csv", format!("{PLAYERS}anna  berg\n"));
    refused(&test, &["duplicate-player players.csv A10"]);
}

#[test]
fn five_players_cannot_be_seated() {
    let test = event().file("open/players.csv", "Name\na\nb\nc\nd\ne\n");
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|problem| problem.starts_with("cannot-seat")),
        "{}",
        ran.stdout
    );
}

#[test]
fn an_unknown_preset_and_an_unknown_setting_offer_the_nearest() {
    let test = event().file(
        "open/event.csv",
        EVENT
            .replace("catan-de", "catan-ed")
            .replace("Place,", "Plase,"),
    );
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stdout.contains("did you mean catan-de"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.contains("unknown-setting"), "{}", ran.stdout);
    assert!(ran.stdout.contains("unknown-preset"), "{}", ran.stdout);
}

#[test]
fn wf13_impossible_results_are_told_in_one_run() {
    let round = "Table,Seat,Player,VP,Winner\n\
        1,1,Anna Berg,1O,\n1,2,Ben Ode,23,\n1,3,Cem Kaya,-1,\n1,4,Anna Berg,5,\n\
        2,1,Eva Moll,10,\n2,2,Ben Ode,6,\n2,3,Gil Oto,4,\n2,4,Hoa Pham,3,\n";
    let test = event().file("open/round-1.csv", round);
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1);
    let errors = ran.problems("error");
    for expected in [
        "not-a-number round-1.csv D2",
        "out-of-range round-1.csv D3",
        "out-of-range round-1.csv D4",
        "player-twice round-1.csv C5",
        "player-twice round-1.csv C7",
        "unknown-player round-1.csv C8",
    ] {
        assert!(
            errors.iter().any(|error| error == expected),
            "{expected} is missing: {errors:#?}"
        );
    }
    assert!(
        ran.stdout.contains("Gil Otto"),
        "the nearest name is offered"
    );
    assert!(!test.path("open/out").exists());
}

#[test]
fn the_message_is_the_one_of_the_specification() {
    let round = "Table,Seat,Player,VP\n3,1,Eva Moll,4\n3,2,Anna Berg,1O\n3,3,Cem Kaya,5\n3,4,Ben Ode,6\n\
        1,1,Dora Lind,4\n1,2,Finn Nord,5\n1,3,Gil Otto,6\n1,4,Hoa Pham,7\n";
    let test = event().file("open/round-1.csv", round);
    let ran = test.run("run open");
    assert_eq!(ran.status, 1);
    let expected = "error: round-1.csv, cell D3: \"1O\" is not a number of victory points\n  \
        table 3, seat 2, Anna Berg\n  help: type a whole number from 0 to 20\n";
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn winners_that_contradict() {
    let round = "Table,Seat,Player,VP,Winner\n\
        1,1,Anna Berg,10,x\n1,2,Ben Ode,8,x\n1,3,Cem Kaya,4,\n1,4,Dora Lind,5,\n\
        2,1,Eva Moll,10,\n2,2,Finn Nord,11,\n2,3,Gil Otto,4,\n2,4,Hoa Pham,3,\n";
    let test = event().file("open/round-1.csv", round);
    let ran = test.run("run open --format json");
    assert_eq!(ran.status, 1);
    let codes: Vec<String> = ran
        .problems("error")
        .iter()
        .map(|error| error.split(' ').next().unwrap().to_owned())
        .collect();
    assert!(codes.contains(&"two-winners".to_owned()), "{codes:?}");
    assert!(codes.contains(&"winner-unmarked".to_owned()), "{codes:?}");
}

#[test]
fn no_spreadsheet_no_folder_no_sheet() {
    let test = Test::new()
        .file("fake.xlsx", "just,text\n")
        .file("empty/README.md", "nothing");
    let fake = test.run("run fake.xlsx --format json");
    assert_eq!(
        (fake.status, fake.problems("error").len()),
        (1, 1),
        "{}",
        fake.stdout
    );
    assert_eq!(test.run("run empty").status, 1);
    assert_eq!(test.run("run missing").status, 3);
    assert_eq!(test.run("run").status, 2);
    assert_eq!(test.run("run empty --per-page 3").status, 2);
}

#[test]
fn a_setting_that_cannot_be_used_is_told_with_its_cell() {
    let test = event().file(
        "open/event.csv",
        format!("{EVENT}Language,klingon\nPer page,3\n"),
    );
    refused(
        &test,
        &["bad-setting event.csv B7", "bad-setting event.csv B8"],
    );
}
