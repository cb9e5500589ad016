//! rules/001, "HMW-P", for any game and tables of two to six.

use crate::harness::event;

#[test]
fn six_at_a_table_and_nothing_below_the_fourth_place() {
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"];
    let sheet =
        "Table,Player,Score\n1,Ann,\"52,5\"\n1,Ben,50\n1,Cem,44\n1,Dea,40\n1,Eva,31\n1,Fin,12\n";
    let standings = event("heats-hmw-p", "Rounds,1\n", &names)
        .round(1, sheet)
        .standings();
    assert_eq!(
        standings.games(&names, 1, "points"),
        ["1000", "100", "10", "1", "0", "0"]
    );
    assert_eq!(standings.games(&["Ann"], 1, "vp"), ["105/2"]);
    assert_eq!(standings.values(&["Ann", "Ben"], "wins"), ["1", "0"]);
}

#[test]
fn equal_scores_share_the_points_of_their_places() {
    let names = ["Ann", "Ben", "Cem"];
    let sheet = "Table,Player,Score\n1,Ann,50\n1,Ben,50\n1,Cem,44\n";
    let standings = event("heats-hmw-p", "Rounds,1\n", &names)
        .round(1, sheet)
        .standings();
    assert_eq!(standings.games(&names, 1, "points"), ["550", "550", "10"]);
    assert_eq!(standings.values(&["Ann", "Ben"], "wins"), ["1", "1"]);
}
