//! rules/000.

use super::{FOUR, table};
use crate::harness::{Standings, event};

const HEADER: &str = "Table,Player,VP,Winner\n";

fn play(vps: [&str; 4]) -> Standings {
    let rows: Vec<(&str, &str)> = FOUR.into_iter().zip(vps).collect();
    let others = table(2, &[("Eva", "10,x"), ("Fin", "9,"), ("Gil", "5,")]);
    event(
        "catan-mso",
        "",
        &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil"],
    )
    .round(1, &format!("{HEADER}{}{others}", table(1, &rows)))
    .standings()
}

#[test]
fn clarification_8_the_winner_has_ten_and_everybody_else_nine_at_most() {
    // Worked value 5.
    let standings = play(["12,x", "11,", "7,", "5,"]);
    assert_eq!(standings.games(&FOUR, 1, "vp"), ["10", "9", "7", "5"]);
    assert_eq!(standings.games(&FOUR, 1, "raw_vp"), ["12", "11", "7", "5"]);
}

#[test]
fn clarification_7_a_game_stopped_by_time_has_no_winner() {
    // Worked value 6.
    let standings = play(["9,", "9,", "7,", "5,"]);
    assert_eq!(standings.games(&FOUR, 1, "vp"), ["9", "9", "7", "5"]);
    assert_eq!(standings.games(&FOUR, 1, "winner"), ["false"; 4]);
}

#[test]
fn scoring_a_table_of_three_is_raised_by_its_exact_mean() {
    // Worked value 3.
    let standings = play(["10,x", "8,", "6,", "5,"]);
    assert_eq!(standings.games(&["Eva"], 1, "virtual_vp"), ["8"]);
    assert_eq!(
        standings.games(&["Eva", "Fin", "Gil"], 1, "share"),
        ["125/4", "225/8", "125/8"]
    );
}

#[test]
fn scoring_more_vp_always_rank_above_a_larger_share() {
    let standings = play(["10,x", "8,", "6,", "5,"]);
    assert_eq!(
        standings.order(),
        ["Ann", "Eva", "Fin", "Ben", "Cem", "Dea", "Gil"]
    );
    assert_eq!(standings.lines()[2]["decided_by"], "vp");
}
