//! rules/003, and its variants.

use super::{FOUR, THREE, table};
use crate::harness::{Standings, event};

const HEADER: &str = "Table,Player,VP,Winner\n";

fn of_four(preset: &str, vps: [&str; 4]) -> Standings {
    let rows: Vec<(&str, &str)> = FOUR.into_iter().zip(vps).collect();
    // Two tables, since a field of four is below the preset's least.
    let others = table(
        2,
        &[("Eva", "10,x"), ("Fin", "6,"), ("Gil", "4,"), ("Hoa", "2,")],
    );
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil", "Hoa"];
    event(preset, "", &names)
        .round(1, &format!("{HEADER}{}{others}", table(1, &rows)))
        .standings()
}

fn of_three(vps: [&str; 3]) -> Standings {
    let rows: Vec<(&str, &str)> = THREE.into_iter().zip(vps).collect();
    let others = table(2, &[("Eva", "10,x"), ("Fin", "6,"), ("Gil", "4,")]);
    event("catan-de", "", &["Ann", "Ben", "Cem", "Eva", "Fin", "Gil"])
        .round(1, &format!("{HEADER}{}{others}", table(1, &rows)))
        .standings()
}

fn points(standings: &Standings) -> Vec<String> {
    let names: &[&str] = if standings.lines().len() == 6 {
        &THREE
    } else {
        &FOUR
    };
    standings.games(names, 1, "points")
}

#[test]
fn section_2_places_have_5_3_2_1_points_and_equal_places_split_them() {
    for (vps, expected) in [
        (["10,", "8,", "6,", "4,"], ["5", "3", "2", "1"]),
        (["10,", "8,", "8,", "5,"], ["5", "5/2", "5/2", "1"]),
        (["10,", "8,", "8,", "8,"], ["5", "2", "2", "2"]),
        (["8,", "8,", "8,", "8,"], ["11/4", "11/4", "11/4", "11/4"]),
        (["9,", "9,", "7,", "5,"], ["4", "4", "2", "1"]),
        // Worked value 11: the marked winner is first alone.
        (["10,x", "10,", "7,", "5,"], ["5", "3", "2", "1"]),
    ] {
        assert_eq!(points(&of_four("catan-de", vps)), expected, "{vps:?}");
    }
}

#[test]
fn section_2_tables_of_three_have_5_3_1() {
    for (vps, expected) in [
        (["10,", "7,", "6,"], ["5", "3", "1"]),
        (["10,", "6,", "6,"], ["5", "2", "2"]),
        (["9,", "9,", "9,"], ["3", "3", "3"]),
    ] {
        assert_eq!(points(&of_three(vps)), expected, "{vps:?}");
    }
}

#[test]
fn section_2_only_the_points_needed_to_win_count() {
    for (preset, typed, counted) in [
        ("catan-de", "12,x", "10"),
        // The boot: won with 11, counted as 10 (worked value 12).
        ("catan-de-fishermen", "11,x", "10"),
        ("catan-de-seafarers", "15,x", "14"),
    ] {
        let standings = of_four(preset, [typed, "8,", "6,", "4,"]);
        assert_eq!(standings.games(&["Ann"], 1, "vp"), [counted], "{preset}");
        let raw = typed.trim_end_matches(",x");
        assert_eq!(standings.games(&["Ann"], 1, "raw_vp"), [raw]);
    }
}

#[test]
fn section_2_the_mean_of_the_shares_comes_before_the_places() {
    let standings = of_four("catan-de", ["10,", "8,", "8,", "6,"]);
    assert_eq!(standings.value("Ann", "share_mean"), "125/4");
    assert_eq!(
        standings.0["criteria"],
        serde_json::json!([
            "points",
            "vp",
            "share_mean",
            "firsts",
            "seconds",
            "thirds",
            "lot"
        ])
    );
}

#[test]
fn section_3_two_qualify_and_the_others_follow_in_order() {
    let test = event(
        "catan-de",
        "Rounds,1\n",
        &["Ann", "Ben", "Cem", "Eva", "Fin", "Gil"],
    );
    let sheet = format!(
        "{HEADER}{}{}",
        table(1, &[("Ann", "10,"), ("Ben", "7,"), ("Cem", "6,")]),
        table(2, &[("Eva", "10,"), ("Fin", "9,"), ("Gil", "2,")])
    );
    let standings = test.round(1, &sheet).standings();
    assert_eq!(standings.0["qualifiers"], serde_json::json!(["Eva", "Ann"]));
    assert_eq!(
        standings.0["successors"],
        serde_json::json!(["Fin", "Ben", "Cem", "Gil"])
    );
    assert_eq!(standings.line("Fin")["status"], "out");
}

#[test]
fn section_3_who_is_qualified_elsewhere_is_passed_over() {
    let test = event("catan-de", "Rounds,1\n", &[]).file(
        "open/players.csv",
        "ID,Name,Qualified\nAnn,Ann,\nBen,Ben,\nCem,Cem,\nEva,Eva,x\nFin,Fin,\nGil,Gil,\n",
    );
    let sheet = format!(
        "{HEADER}{}{}",
        table(1, &[("Ann", "10,"), ("Ben", "7,"), ("Cem", "6,")]),
        table(2, &[("Eva", "10,"), ("Fin", "9,"), ("Gil", "2,")])
    );
    let standings = test.round(1, &sheet).standings();
    assert_eq!(standings.line("Eva")["rank"], 1);
    assert_eq!(standings.0["qualifiers"], serde_json::json!(["Ann", "Fin"]));
}
