//! rules/004, first part.

use super::table;
use crate::harness::event;

const NAMES: [&str; 12] = [
    "Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil", "Hoa", "Ida", "Jan", "Kim", "Leo",
];
const HEADER: &str = "Table,Seat,Player,VP,Winner\n";

/// Three tables of four; the first table's results are given.
fn round(first: [&str; 4]) -> String {
    let rows = |number: u32, names: &[&str], results: [&str; 4]| {
        names
            .iter()
            .zip(results)
            .zip(1..)
            .map(|((name, result), seat)| format!("{number},{seat},{name},{result}\n"))
            .collect::<String>()
    };
    let plain = ["10,x", "7,", "6,", "5,"];
    format!(
        "{HEADER}{}{}{}",
        rows(1, &NAMES[..4], first),
        rows(2, &NAMES[4..8], plain),
        rows(3, &NAMES[8..], plain)
    )
}

#[test]
fn each_table_has_exactly_one_winner_with_ten_or_more() {
    for (results, code) in [
        (["9,", "8,", "7,", "5,"], "no-winner"),
        (["9,x", "8,", "7,", "5,"], "winner-below-target"),
        (["10,", "11,", "7,", "5,"], "winner-unmarked"),
        (["10,x", "11,x", "7,", "5,"], "two-winners"),
    ] {
        let test = event("catan-championship", "", &NAMES).round(1, &round(results));
        let ran = test.run("run open --format json");
        assert_eq!(ran.status, 1, "{results:?}");
        assert!(
            ran.problems("error")
                .iter()
                .any(|problem| problem.starts_with(code)),
            "{}",
            ran.stdout
        );
    }
}

#[test]
fn vp_above_ten_count_ten_and_only_the_winner_has_a_win() {
    let test =
        event("catan-championship", "", &NAMES).round(1, &round(["12,x", "11,", "6,", "5,"]));
    let standings = test.standings();
    assert_eq!(standings.games(&["Ann", "Ben"], 1, "vp"), ["10", "10"]);
    assert_eq!(standings.games(&["Ann", "Ben"], 1, "place"), ["1", "2"]);
    assert_eq!(standings.values(&["Ann", "Ben"], "wins"), ["1", "0"]);
}

#[test]
fn three_player_tables_add_the_mean_to_the_nearest_whole() {
    let mut names = NAMES.to_vec();
    names.extend(["Max", "Nia", "Oto"]);
    let extra = "4,1,Max,10,x\n4,2,Nia,7,\n4,3,Oto,5,\n";
    let sheet = round(["10,x", "7,", "6,", "5,"]) + extra;
    let standings = event("catan-championship", "", &names)
        .round(1, &sheet)
        .standings();
    // Worked value 13.
    assert_eq!(standings.games(&["Max"], 1, "virtual_vp"), ["7"]);
    assert_eq!(standings.games(&["Max"], 1, "share"), ["1000/29"]);
}

#[test]
fn eleven_players_are_too_few_and_round_one_locks_the_field() {
    let few = event("catan-championship", "", &NAMES[..11]);
    let ran = few.run("run open --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|problem| problem.starts_with("cannot-seat"))
    );
    let mut names = NAMES.to_vec();
    names.push("Max");
    let late = event("catan-championship", "", &names).round(1, &round(["10,x", "7,", "6,", "5,"]));
    let ran = late.run("run open --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.problems("error")
            .iter()
            .any(|problem| problem.starts_with("field-locked"))
    );
}

#[test]
fn the_number_of_players_decides_the_rounds() {
    for (players, rounds) in [(12, 3), (28, 3), (29, 3), (79, 3), (80, 4)] {
        let names: Vec<String> = (0..players).map(|at| format!("P{at:02}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let standings = event("catan-championship", "", &names).standings();
        assert_eq!(standings.0["event"]["rounds_planned"], rounds, "{players}");
    }
}

#[test]
fn a_table_of_one_round_reads_in_the_order_of_the_criteria() {
    let sheet = format!("{HEADER}{}", table(1, &[]));
    assert!(sheet.starts_with("Table"));
    let standings = event("catan-championship", "", &NAMES)
        .round(1, &round(["10,x", "9,", "3,", "2,"]))
        .standings();
    assert_eq!(
        standings.0["criteria"],
        serde_json::json!(["wins", "vp", "share_sum", "seconds", "thirds", "lot"])
    );
    // Equal wins and VP: the weaker table gives the larger share.
    assert_eq!(standings.order()[0], "Ann");
    assert_eq!(standings.lines()[0]["decided_by"], "share_sum");
}
