//! Pods by rank: 5-3-2-1, opponents' points.

use crate::harness::event;

#[test]
fn points_and_the_opponents_points() {
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil"];
    let sheet =
        "Table,Player,VP\n1,Ann,40\n1,Ben,30\n1,Cem,20\n1,Dea,10\n2,Eva,9\n2,Fin,8\n2,Gil,8\n";
    let standings = event("pods", "", &names).round(1, sheet).standings();
    assert_eq!(
        standings.values(&names, "points"),
        ["5", "3", "2", "1", "5", "2", "2"]
    );
    assert_eq!(
        standings.values(&["Ann", "Dea", "Eva", "Fin"], "opponents_points"),
        ["6", "10", "4", "7"]
    );
}
