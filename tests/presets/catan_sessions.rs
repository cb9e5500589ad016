//! rules/004, first part, with several preliminary sessions.

use crate::harness::event;

const NAMES: [&str; 12] = [
    "Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil", "Hoa", "Ida", "Jan", "Kim", "Leo",
];

/// Each table's first in the order given wins.
fn round(winners: [usize; 3]) -> String {
    let mut text = String::from("Table,Player,VP,Winner\n");
    for (number, winner) in (1..).zip(winners) {
        let table = &NAMES[(number - 1) * 4..number * 4];
        for (at, name) in table.iter().enumerate() {
            let result = if at == winner { "10,x" } else { "5," };
            text.push_str(&format!("{number},{name},{result}\n"));
        }
    }
    text
}

#[test]
fn the_best_whole_session_counts() {
    let mut test = event("catan-sessions", "Rounds,6\n", &NAMES);
    // Ann wins once in the first session, Ben twice; in the second Ann twice.
    for (number, winner) in (1..).zip([0, 1, 1, 0, 0, 2]) {
        test = test.round(number, &round([winner, 0, 0]));
    }
    let standings = test.standings();
    assert_eq!(
        standings.values(&["Ann", "Ben", "Cem", "Eva"], "wins"),
        ["2", "2", "1", "3"]
    );
    assert_eq!(standings.value("Ann", "vp"), "25");
    assert_eq!(standings.0["event"]["rounds_planned"], 6);
}
