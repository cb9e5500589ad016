//! rules/002: the main tournament's scoring and ranking.

use crate::harness::{Standings, event};

const HEADER: &str = "Table,Seat,Player,VP,Clock,Time out\n";
const NAMES: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];

fn play(rows: &str) -> Standings {
    event("carcassonne-lv", "Rounds,1\n", &NAMES)
        .round(1, &format!("{HEADER}{rows}"))
        .standings()
}

#[test]
fn game_rules_time_used_up_is_a_loss_with_zero_points() {
    // Worked value 20: 71 points against 64, lost on time.
    let standings = play("1,1,Ann,71,20:01,x\n1,2,Ben,64,12:30,\n2,1,Cem,80,,\n2,2,Dea,70,,\n");
    assert_eq!(standings.games(&NAMES, 1, "vp"), ["0", "64", "80", "70"]);
    assert_eq!(
        standings.games(&NAMES, 1, "raw_vp"),
        ["71", "64", "80", "70"]
    );
    assert_eq!(
        standings.games(&NAMES, 1, "winner"),
        ["false", "true", "true", "false"]
    );
    assert_eq!(standings.values(&NAMES, "wins"), ["0", "1", "1", "0"]);
    assert_eq!(
        standings.values(&NAMES, "point_diff"),
        ["-64", "64", "10", "-10"]
    );
}

#[test]
fn both_cannot_lose_on_time() {
    let test = event("carcassonne-lv", "", &NAMES).round(
        1,
        &format!("{HEADER}1,1,Ann,71,,x\n1,2,Ben,64,,x\n2,1,Cem,80,,\n2,2,Dea,70,,\n"),
    );
    assert_eq!(
        test.run("run open --format json").problems("error"),
        ["all-lost round-1.csv C2"]
    );
}

#[test]
fn a_draw_is_half_a_win_each() {
    let standings = play("1,1,Ann,70,,\n1,2,Ben,70,,\n2,1,Cem,80,,\n2,2,Dea,70,,\n");
    assert_eq!(standings.values(&NAMES, "wins"), ["1/2", "1/2", "1", "0"]);
    assert_eq!(standings.games(&["Ann"], 1, "winner"), ["false"]);
    assert_eq!(standings.games(&["Ann", "Ben"], 1, "place"), ["1", "1"]);
}

#[test]
fn ranking_wins_then_the_opponents_wins_then_the_difference() {
    let test = event("carcassonne-lv", "Rounds,2\n", &NAMES)
        .round(
            1,
            &format!("{HEADER}1,1,Ann,80,,\n1,2,Ben,70,,\n2,1,Cem,90,,\n2,2,Dea,60,,\n"),
        )
        .round(
            2,
            &format!("{HEADER}1,1,Ann,80,,\n1,2,Cem,79,,\n2,1,Ben,70,,\n2,2,Dea,69,,\n"),
        );
    let standings = test.standings();
    assert_eq!(standings.values(&NAMES, "wins"), ["2", "1", "1", "0"]);
    assert_eq!(standings.values(&NAMES, "buchholz"), ["2", "2", "2", "2"]);
    assert_eq!(
        standings.values(&NAMES, "point_diff"),
        ["11", "-9", "29", "-31"]
    );
    assert_eq!(standings.order(), ["Ann", "Cem", "Ben", "Dea"]);
    assert_eq!(standings.lines()[1]["decided_by"], "point_diff");
}

#[test]
fn an_opponent_met_twice_counts_twice() {
    let round = format!("{HEADER}1,1,Ann,80,,\n1,2,Ben,70,,\n2,1,Cem,90,,\n2,2,Dea,60,,\n");
    let test = event("carcassonne-lv", "Rounds,2\n", &NAMES)
        .round(1, &round)
        .round(2, &round);
    assert_eq!(
        test.standings().values(&NAMES, "buchholz"),
        ["0", "4", "0", "4"]
    );
}

#[test]
fn the_reserve_player_is_not_ranked_and_counts_for_the_opponents() {
    let test = event("carcassonne-lv", "Rounds,1\n", &[])
        .file(
            "open/players.csv",
            "ID,Name,Reserve\nAnn,Ann,\nBen,Ben,\nCem,Cem,\nRes,Res,x\n",
        )
        .round(
            1,
            &format!("{HEADER}1,1,Ann,60,,\n1,2,Res,70,,\n2,1,Ben,90,,\n2,2,Cem,60,,\n"),
        );
    let standings = test.standings();
    assert_eq!(standings.value("Ann", "buchholz"), "1");
    assert_eq!(standings.line("Res")["rank"], serde_json::Value::Null);
    assert_eq!(standings.order().last().unwrap(), "Res");
}

#[test]
fn a_bye_is_a_win_without_a_difference() {
    let test = event("carcassonne-lv", "Rounds,1\n", &["Ann", "Ben", "Cem"]).round(
        1,
        &format!("{HEADER}1,1,Ann,60,,\n1,2,Ben,70,,\nbye,,Cem,,,\n"),
    );
    let standings = test.standings();
    assert_eq!(standings.value("Cem", "wins"), "1");
    assert_eq!(standings.value("Cem", "point_diff"), "0");
    assert_eq!(standings.value("Cem", "buchholz"), "0");
    let bye = &standings.line("Cem")["rounds"][0];
    assert_eq!(
        (&bye["table"], &bye["vp"]),
        (&serde_json::Value::Null, &serde_json::Value::Null)
    );
}
