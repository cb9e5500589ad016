//! Uma and linear scores.

use crate::harness::event;

const NAMES: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];

#[test]
fn the_score_and_the_uma_make_the_points() {
    let sheet = "Table,Player,Score\n1,Ann,45300\n1,Ben,30000\n1,Cem,29700\n1,Dea,15000\n";
    let standings = event("riichi", "", &NAMES).round(1, sheet).standings();
    assert_eq!(
        standings.games(&NAMES, 1, "points"),
        ["303/10", "5", "-53/10", "-30"]
    );
}

#[test]
fn equal_scores_share_the_uma_and_a_wrong_sum_is_told() {
    let sheet = "Table,Player,Score\n1,Ann,40000\n1,Ben,30000\n1,Cem,30000\n1,Dea,-1000\n";
    let test = event("riichi", "", &NAMES).round(1, sheet);
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), ["table-total round-1.csv C2"]);
    let standings = test.standings();
    assert_eq!(
        standings.games(&NAMES, 1, "points"),
        ["25", "0", "0", "-46"]
    );
}
