//! rules/001: heats, strict places, most wins then points.

use crate::harness::{Test, event};

const HEADER: &str = "Table,Seat,Player,VP,Cards,Progress cards\n";
const NAMES: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];

fn heat(rows: &str) -> Test {
    event("catan-ck-wbc", "Rounds,1\n", &NAMES).round(1, &format!("{HEADER}{rows}"))
}

#[test]
fn tournament_structure_ties_are_parted_by_cards_progress_cards_and_turn_order() {
    for (rows, places) in [
        (
            "1,1,Ann,13,,\n1,2,Ben,9,3,0\n1,3,Cem,9,5,0\n1,4,Dea,7,,\n",
            ["1", "3", "2", "4"],
        ),
        (
            "1,1,Ann,13,,\n1,2,Ben,9,5,1\n1,3,Cem,9,5,2\n1,4,Dea,7,,\n",
            ["1", "3", "2", "4"],
        ),
        (
            "1,1,Ann,13,,\n1,2,Ben,9,5,2\n1,3,Cem,9,5,2\n1,4,Dea,7,,\n",
            ["1", "2", "3", "4"],
        ),
        (
            "1,4,Ann,13,,\n1,2,Ben,9,5,2\n1,1,Cem,9,5,2\n1,3,Dea,9,5,2\n",
            ["1", "3", "2", "4"],
        ),
    ] {
        let standings = heat(rows).standings();
        assert_eq!(standings.games(&NAMES, 1, "place"), places, "{rows}");
    }
}

#[test]
fn cards_are_needed_only_where_scores_are_equal_below_the_winner() {
    let open = heat("1,1,Ann,13,,\n1,2,Ben,9,,\n1,3,Cem,9,5,\n1,4,Dea,7,,\n");
    let ran = open.runs("run open --as csv --format json");
    assert_eq!(
        ran.json()["event"]["waiting_for_tables"],
        serde_json::json!([1])
    );
    assert_eq!(ran.problems("warning"), ["table-incomplete round-1.csv E3"]);
    let apart = heat("1,1,Ann,13,,\n1,2,Ben,10,,\n1,3,Cem,9,,\n1,4,Dea,7,,\n");
    let ran = apart.runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), Vec::<String>::new());
}

#[test]
fn an_open_play_order_is_a_warning_and_needed_only_to_part_a_tie() {
    let ran = heat("1,,Ann,13,,\n1,,Ben,10,,\n1,,Cem,9,,\n1,,Dea,7,,\n")
        .runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), ["seat-open round-1.csv C2"]);
    let ran = heat("1,,Ann,13,,\n1,,Ben,9,5,2\n1,,Cem,9,5,2\n1,,Dea,7,,\n")
        .runs("run open --as csv --format json");
    assert_eq!(
        ran.json()["event"]["waiting_for_tables"],
        serde_json::json!([1])
    );
}

#[test]
fn hmw_p_points_are_1000_100_10_1() {
    // Worked value 18: a first, a second and a fourth.
    let rows = |order: [&str; 4]| -> String {
        order
            .iter()
            .zip(["13", "10", "8", "5"])
            .map(|(name, vp)| format!("1,,{name},{vp},,\n"))
            .collect()
    };
    let test = event("catan-ck-wbc", "Rounds,3\n", &NAMES)
        .round(
            1,
            &format!("{HEADER}{}", rows(["Ann", "Ben", "Cem", "Dea"])),
        )
        .round(
            2,
            &format!("{HEADER}{}", rows(["Ben", "Ann", "Cem", "Dea"])),
        )
        .round(
            3,
            &format!("{HEADER}{}", rows(["Ben", "Cem", "Dea", "Ann"])),
        );
    let standings = test.standings();
    assert_eq!(standings.value("Ann", "points"), "1101");
    assert_eq!(standings.value("Ben", "points"), "2100");
    assert_eq!(standings.value("Ben", "wins"), "2");
}

#[test]
fn gm_tie_breaker_2_the_best_finish_over_the_next_player() {
    // Worked value 19.
    let standings = heat("1,,Ann,13,,\n1,,Ben,10,,\n1,,Cem,8,,\n1,,Dea,0,,\n").standings();
    assert_eq!(
        standings.values(&NAMES, "best_finish_ratio"),
        ["13/10", "5/4", "inf", "0"]
    );
    assert_eq!(
        standings.0["standings"][2]["values"]["best_finish_ratio"],
        "inf"
    );
}

#[test]
fn a_typed_dice_roll_is_the_lot() {
    let test = event("catan-ck-wbc", "Rounds,1\n", &[]).file(
        "open/players.csv",
        "ID,Name,Lot\nAnn,Ann,3\nBen,Ben,11\nCem,Cem,\nDea,Dea,\nEva,Eva,\nFin,Fin,\n",
    );
    let sheet = format!(
        "{HEADER}1,,Ann,13,,\n1,,Cem,9,,\n1,,Dea,5,,\n2,,Ben,13,,\n2,,Eva,9,,\n2,,Fin,5,,\n"
    );
    let standings = test.round(1, &sheet).standings();
    assert_eq!(&standings.order()[..2], ["Ben", "Ann"]);
    assert_eq!(standings.lines()[0]["decided_by"], "lot");
}

#[test]
fn who_stays_away_from_a_heat_is_not_missed() {
    let test = event(
        "catan-ck-wbc",
        "",
        &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"],
    )
    .round(1, &format!("{HEADER}1,,Ann,13,,\n1,,Ben,9,,\n1,,Cem,5,,\n"));
    let ran = test.runs("run open --as csv --format json");
    assert!(!ran.stdout.contains("player-absent"), "{}", ran.stdout);
    assert!(
        ran.problems("note")
            .iter()
            .any(|note| note.starts_with("rounds-open"))
    );
}

#[test]
fn nobody_is_through_while_heats_are_still_to_come() {
    let test = event("catan-ck-wbc", "Rounds,2\n", &NAMES).round(
        1,
        &format!("{HEADER}1,,Ann,13,,\n1,,Ben,9,,\n1,,Cem,8,,\n1,,Dea,5,,\n"),
    );
    let standings = test.standings();
    assert!(
        standings
            .lines()
            .iter()
            .all(|line| line["status"] == "open")
    );
}
