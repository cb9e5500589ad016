//! Buchholz without the lowest opponent; the rest as in rules/002.

use crate::harness::event;

#[test]
fn the_lowest_opponent_is_cut() {
    let header = "Table,Seat,Player,VP\n";
    let test = event(
        "carcassonne-world",
        "Rounds,2\n",
        &["Ann", "Ben", "Cem", "Dea"],
    )
    .round(
        1,
        &format!("{header}1,1,Ann,80\n1,2,Ben,70\n2,1,Cem,90\n2,2,Dea,60\n"),
    )
    .round(
        2,
        &format!("{header}1,1,Ann,80\n1,2,Cem,79\n2,1,Ben,70\n2,2,Dea,69\n"),
    );
    let standings = test.standings();
    // Ann met Ben and Cem, one win each; Dea met Cem and Ben.
    assert_eq!(
        standings.values(&["Ann", "Ben", "Cem", "Dea"], "buchholz_cut1"),
        ["1", "2", "2", "1"]
    );
}
