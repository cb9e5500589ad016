//! What organisers reported, with the right outcome: the scenarios about
//! scoring and ranking that need files to be told.

use crate::harness::{Test, event};

const FOUR: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];

/// An event with a preset file beside its sheets.
fn own_preset(toml: &str, settings: &str, names: &[&str]) -> Test {
    event("mine.toml", settings, names).file("open/mine.toml", toml)
}

#[test]
fn sc09_a_round_with_another_target() {
    let names = ["Nils", "Olga", "Ann", "Ben", "Cem", "Dea"];
    let round = |nils: &str, olga: &str, others: &str| {
        format!(
            "Table,Player,VP,Winner\n1,Nils,{nils}\n1,Ann,{others}\n1,Ben,4,\n2,Olga,{olga}\n2,Cem,{others}\n2,Dea,4,\n"
        )
    };
    let play = |settings: &str| {
        event("catan-de", settings, &names)
            .round(1, &round("10,x", "11,x", "5,"))
            .round(
                2,
                &round("9,", "10,x", "5,").replace("1,Ann,5,", "1,Ann,10,x"),
            )
            .round(
                3,
                &round("14,x", "12,", "5,").replace("2,Cem,5,", "2,Cem,14,x"),
            )
    };
    let standings = play("Target,\"10, 10, 14\"\n").standings();
    assert_eq!(standings.values(&["Nils", "Olga"], "points"), ["13", "13"]);
    assert_eq!(standings.values(&["Nils", "Olga"], "vp"), ["33", "32"]);
    assert_eq!(&standings.order()[..2], ["Nils", "Olga"]);
    assert_eq!(standings.lines()[0]["decided_by"], "vp");
    // One cap for all rounds would be the wrong way round.
    let wrong = play("Winner cap,10\nOthers cap,10\nTarget,\"10, 10, 14\"\n").standings();
    assert_eq!(wrong.values(&["Nils", "Olga"], "vp"), ["29", "30"]);
}

#[test]
fn sc11_a_bye_has_its_own_value_and_is_no_game() {
    let toml = "base = \"carcassonne-lv\"\ntitle = \"Ours\"\nbye_wins = 0\nbye_points = 1\n\
        points = [[1, 0]]\ncriteria = [\"points\", \"games\", \"lot\"]\n";
    let header = "Table,Player,VP\n";
    let test = own_preset(toml, "Rounds,3\n", &["Gus", "Ann", "Ben"])
        .round(1, &format!("{header}1,Ann,60\n1,Ben,50\nbye,Gus,\n"))
        .round(2, &format!("{header}1,Gus,60\n1,Ben,50\nbye,Ann,\n"))
        .round(3, &format!("{header}1,Gus,60\n1,Ann,60\nbye,Ben,\n"));
    let standings = test.standings();
    assert_eq!(standings.value("Gus", "points"), "5/2");
    assert_eq!(standings.value("Gus", "games"), "2");
    let rounds = standings.line("Gus")["rounds"].as_array().unwrap();
    assert_eq!(
        rounds
            .iter()
            .filter(|round| round["table"].is_null())
            .count(),
        1
    );
}

#[test]
fn sc13_all_opponents_of_a_table_count_and_those_met_twice_count_twice() {
    let toml = "base = \"pods\"\ntitle = \"Ours\"\ncriteria = [\"points\", \"opponents_points\"]\n\
        points = [[8, 4, 2, 1], [5, 3, 1]]\nmin_players = 4\n";
    let names = ["Ola", "Pia", "Quin", "Ron", "Sam", "Tea", "Uli", "Vic"];
    let test = own_preset(toml, "Rounds,2\n", &names)
        .round(1, "Table,Player,VP\n1,Ola,1\n1,Pia,4\n1,Quin,3\n1,Ron,2\n2,Sam,4\n2,Tea,3\n2,Uli,2\n2,Vic,1\n")
        .round(2, "Table,Player,VP\n1,Ola,2\n1,Pia,1\n1,Sam,3\n1,Tea,4\n2,Quin,4\n2,Ron,3\n2,Uli,2\n2,Vic,1\n");
    let standings = test.standings();
    let points = |name: &str| standings.value(name, "points").parse::<i64>().unwrap();
    // Pia was met twice: 8 + 1 points, and so on.
    assert_eq!(
        ["Pia", "Quin", "Ron", "Sam", "Tea"].map(points),
        [9, 12, 6, 12, 12]
    );
    assert_eq!(standings.value("Ola", "opponents_points"), "60");
}

#[test]
fn sc19_absent_is_not_zero() {
    let toml = "base = \"pods\"\ntitle = \"Ours\"\ncounted = \"best 2\"\nfree_attendance = true\n\
        criteria = [\"vp\"]\nmin_players = 3\n";
    let names = ["Cal", "Deb", "Eli", "Fay", "Gus"];
    let play = |settings: &str| {
        own_preset(toml, settings, &names)
            .round(1, "Table,Player,VP\n1,Cal,10\n1,Deb,10\n1,Eli,10\n")
            .round(2, "Table,Player,VP\n1,Deb,0\n1,Eli,0\n1,Fay,3\n")
            .round(3, "Table,Player,VP\n1,Cal,0\n1,Eli,0\n1,Gus,3\n")
            .standings()
    };
    let standings = play("Rounds,3\n");
    assert_eq!(standings.values(&names[..3], "vp"), ["10", "10", "10"]);
    assert_eq!(standings.games(&["Cal"], 2, "vp"), ["absent"]);
    assert_eq!(standings.games(&["Cal"], 3, "vp"), ["0"]);
    let strict = play("Rounds,3\nMin rounds,3\n");
    assert_eq!(
        strict.ranks(),
        [
            ("Eli".to_owned(), Some(1)),
            ("Cal".to_owned(), None),
            ("Deb".to_owned(), None),
            ("Fay".to_owned(), None),
            ("Gus".to_owned(), None)
        ]
    );
}

#[test]
fn sc21_a_penalty_lowers_one_player_alone() {
    let test = event("carcassonne-lv", "Rounds,1\n", &["Gil", "Hoa"]).round(
        1,
        "Table,Player,VP,Penalty\n1,Gil,80,-2\n1,Hoa,70,\u{2212}1\n",
    );
    let standings = test.standings();
    assert_eq!(
        standings.values(&["Gil", "Hoa"], "point_diff"),
        ["8", "-11"]
    );
    assert_eq!(standings.games(&["Gil", "Hoa"], 1, "vp"), ["80", "70"]);
    assert_eq!(standings.games(&["Gil"], 1, "table_vp"), ["150"]);
    let told = test.runs("explain open Gil").stdout;
    assert!(told.contains("Taken off by the judge: 2."), "{told}");
    assert!(
        told.contains("round 1, taken off by the judge: -2"),
        "{told}"
    );

    // Where the preset has points, those are lowered, and the place stays.
    let points = event("catan-at", "", &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"]).round(
        1,
        "Table,Player,VP,Penalty\n1,Ann,10,2\n1,Ben,8,\n1,Cem,6,\n2,Dea,10,\n2,Eva,8,\n2,Fin,6,\n",
    );
    let standings = points.standings();
    assert_eq!(standings.value("Ann", "points"), "3");
    assert_eq!(standings.value("Ann", "vp"), "10");
    assert_eq!(standings.games(&["Ann"], 1, "points"), ["5"]);
    assert_eq!(standings.games(&["Ann"], 1, "place"), ["1"]);
}

#[test]
fn sc23_a_floor_on_the_opponents_and_a_table_of_zeros() {
    let toml = "base = \"carcassonne-lv\"\ntitle = \"Ours\"\nwin_share_floor = \"1/3\"\n\
        criteria = [\"wins\", \"opponents_win_share\"]\n";
    // Ann's opponents end with shares of 0, 1/4 and 1/2 of their games.
    let header = "Table,Player,VP\n";
    let test = own_preset(toml, "Rounds,4\n", &["Ann", "Low", "Mid", "Top"])
        .round(1, &format!("{header}1,Ann,2\n1,Low,1\n2,Mid,2\n2,Top,1\n"))
        .round(2, &format!("{header}1,Ann,2\n1,Mid,1\n2,Top,2\n2,Low,1\n"))
        .round(3, &format!("{header}1,Ann,2\n1,Top,1\n2,Mid,0\n2,Low,0\n"))
        .round(4, &format!("{header}1,Ann,2\n1,Mid,1\n2,Top,2\n2,Low,1\n"));
    let standings = test.standings();
    // Low: 0 + 0 + 1/2 + 0 of 4 is 1/8, so 1/3; Mid: 3/2 of 4 is 3/8; Top: 2 of 4.
    assert_eq!(standings.value("Ann", "opponents_win_share"), "19/48");

    let zeros = |settings: &str| {
        event(
            "catan-at",
            settings,
            &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil"],
        )
        .round(
            1,
            "Table,Player,VP\n1,Ann,0\n1,Ben,0\n1,Cem,0\n1,Dea,0\n2,Eva,10\n2,Fin,8\n2,Gil,6\n",
        )
    };
    let ran = zeros("").runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), ["all-zero round-1.csv C2"]);
    assert_eq!(zeros("").standings().games(&FOUR, 1, "share"), ["0"; 4]);
    assert_eq!(
        zeros("Zero share,even\n")
            .standings()
            .games(&FOUR, 1, "share"),
        ["25"; 4]
    );
}

#[test]
fn sc27_decimals_typed_as_text_are_numbers() {
    let toml = "base = \"pods\"\ntitle = \"Ours\"\nvp_whole = false\ncriteria = [\"vp\"]\nmin_players = 4\n";
    let test = own_preset(toml, "Rounds,1\nLanguage,de\n", &FOUR).round(
        1,
        "Table;Player;VP\n1;Ann;9\n1;Ben;12\n1;Cem;10,5\n1;Dea; 11\n",
    );
    let standings = test.standings();
    assert_eq!(standings.order(), ["Ben", "Dea", "Cem", "Ann"]);
    assert_eq!(standings.values(&["Cem"], "vp"), ["21/2"]);
    assert!(test.read("open/out/standings.csv").contains("10.5"));
}

#[test]
fn unplayed_rounds_of_the_opponents_criteria_have_the_worked_values() {
    for (unplayed, full, cut) in [
        ("plain", ["2", "4", "4", "3"], ["2", "4", "4", "3"]),
        (
            "fide-2009",
            ["3", "11/2", "5", "11/2"],
            ["5/2", "5", "9/2", "9/2"],
        ),
        (
            "fide-2026",
            ["7/2", "5", "11/2", "3"],
            ["5/2", "4", "9/2", "3"],
        ),
    ] {
        let settings =
            format!("Rounds,3\nUnplayed,{unplayed}\nCriteria,\"wins, buchholz, buchholz_cut1\"\n");
        let test = event("carcassonne-lv", &settings, &[])
            .file(
                "open/players.csv",
                "ID,Name,Until\n1,One,\n2,Two,\n3,Three,\n4,Four,1\n",
            )
            .round(
                1,
                "Table,Player,VP\n1,One,9\n1,Four,1\n2,Two,9\n2,Three,1\n",
            )
            .round(2, "Table,Player,VP\n1,One,9\n1,Two,1\nbye,Three,\n")
            .round(3, "Table,Player,VP\n1,One,9\n1,Three,1\n");
        let standings = test.standings();
        let names = ["One", "Two", "Three", "Four"];
        assert_eq!(standings.values(&names, "buchholz"), full, "{unplayed}");
        assert_eq!(standings.values(&names, "buchholz_cut1"), cut, "{unplayed}");
    }
}

#[test]
fn permuting_rows_and_sheets_changes_nothing() {
    let header = "Table,Player,VP\n";
    let rows = [
        "1,Ann,10\n",
        "1,Ben,8\n",
        "1,Cem,6\n",
        "2,Dea,10\n",
        "2,Eva,8\n",
        "2,Fin,6\n",
    ];
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"];
    let play = |names: &[&str], rows: &[&str]| {
        event("catan-at", "", names)
            .round(1, &format!("{header}{}", rows.concat()))
            .standings()
            .0
    };
    let plain = play(&names, &rows);
    let mut names = names;
    names.reverse();
    let mut rows = rows;
    rows.reverse();
    assert_eq!(play(&names, &rows), plain);
}

#[test]
fn adding_a_player_changes_nobodys_lot() {
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"];
    let lots = |names: &[&str]| {
        let order = event("catan-at", "", names).standings().order();
        order
            .into_iter()
            .filter(|name| name != "Gil")
            .collect::<Vec<_>>()
    };
    let mut more = names.to_vec();
    more.push("Gil");
    assert_eq!(lots(&names), lots(&more));
}

#[test]
fn a_void_block_waits_for_its_replay_and_then_the_replay_counts() {
    let header = "Table,Player,VP,Void\n";
    let others = "2,Dea,10,\n2,Eva,8,\n2,Fin,6,\n";
    let void = "1,Ann,10,x\n1,Ben,8,x\n1,Cem,6,x\n";
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"];
    let waits = event("catan-at", "", &names).round(1, &format!("{header}{void}{others}"));
    let ran = waits.runs("run open --as csv --format json");
    assert_eq!(
        ran.json()["event"]["waiting_for_tables"],
        serde_json::json!([1])
    );
    let replayed = format!("{header}{void}{others}1,Ann,5,\n1,Ben,10,\n1,Cem,6,\n");
    let standings = event("catan-at", "", &names)
        .round(1, &replayed)
        .standings();
    assert_eq!(standings.games(&["Ann", "Ben"], 1, "vp"), ["5", "10"]);
}

#[test]
fn values_that_the_organiser_computed_are_compared() {
    let sheet = "Table,Player,VP,Place,Points,Table total,Share\n\
        1,Ann,10,1,5,24,\"41,67\"\n1,Ben,8,2,3,24,33.3\n1,Cem,6,3,2,25,25\n\
        2,Dea,10,,,,\n2,Eva,8,,,,\n2,Fin,6,,,,\n";
    let test = event("catan-at", "", &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"]).round(1, sheet);
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(
        ran.problems("warning"),
        [
            "value-differs round-1.csv E4",
            "value-differs round-1.csv F4"
        ]
    );
    assert!(
        ran.stdout
            .contains("\\\"2\\\" is not the number of points, which is 1"),
        "{}",
        ran.stdout
    );
}

#[test]
fn a_second_entry_is_compared_with_the_first() {
    let sheet = "Table,Player,VP\n1,Ann,10\n1,Ben,8\n1,Cem,6\n2,Dea,10\n2,Eva,8\n2,Fin,6\n";
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"];
    let same = event("catan-at", "", &names)
        .round(1, sheet)
        .file("open/round-1-second.csv", sheet);
    same.runs("run open --as csv");
    let other = event("catan-at", "", &names).round(1, sheet).file(
        "open/round-1-second.csv",
        sheet.replace("1,Ben,8", "1,Ben,7"),
    );
    let ran = other.run("run open --format json");
    assert_eq!(
        ran.problems("error"),
        ["second-differs round-1-second.csv C3"]
    );
}

#[test]
fn a_row_for_each_table_is_read_too() {
    let sheet = "Table,Player 1,VP 1,Player 2,VP 2,Player 3,VP 3,Winner\n\
        1,Ann,10,Ben,11,Cem,6,Ann\n2,Dea,10,Eva,10,Fin,6,2\n";
    let standings = event("catan-at", "", &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"])
        .round(1, sheet)
        .standings();
    assert_eq!(
        standings.games(&["Ann", "Ben", "Eva", "Dea"], 1, "place"),
        ["1", "2", "1", "2"]
    );
    assert_eq!(standings.games(&["Ann", "Fin"], 1, "seat"), ["1", "3"]);
}

#[test]
fn a_departure_from_the_rules_is_named_on_the_standings() {
    let test = event(
        "catan-de",
        "Virtual seat,exact\n",
        &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"],
    );
    test.standings();
    let page = test.read("open/out/standings.html");
    assert!(
        page.contains("departs from the published rules: virtual_seat"),
        "{page}"
    );
}

#[test]
fn a_wrong_preset_file_is_told_with_line_and_column() {
    let toml = "base = \"catan-de\"\ntitle = \"Ours\"\ntargt = 12\n";
    let ran = own_preset(toml, "", &FOUR).run("run open --format json");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stdout.contains(
            "the preset mine.toml, line 3, column 1: `targt` is no key here; did you mean `target`?"
        ),
        "{}",
        ran.stdout
    );
}

#[test]
fn results_of_who_is_excluded_later_stay_for_the_opponents() {
    let sheet = "Table,Seat,Player,VP\n1,1,Ann,10\n1,2,Ben,8\n1,4,Cem,6\n2,1,Dea,10\n2,2,Eva,8\n2,3,Fin,6\n";
    let test = event("catan-at", "", &[])
        .file(
            "open/players.csv",
            "ID,Name,Excluded\nAnn,Ann,x\nBen,Ben,\nCem,Cem,\nDea,Dea,\nEva,Eva,\nFin,Fin,\nGil,Gil,\n",
        )
        .round(1, sheet);
    let standings = test.standings();
    assert_eq!(standings.line("Ann")["rank"], serde_json::Value::Null);
    assert_eq!(standings.value("Ben", "points"), "3");
    // Seat 4 stays as it was typed, although somebody stayed away.
    assert_eq!(standings.games(&["Cem"], 1, "seat"), ["4"]);
    assert!(!test.read("open/round-2.csv").contains("Ann"));
}

#[test]
fn what_would_change_a_table_in_silence_is_an_error_with_its_cell() {
    let names = ["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gil", "Hoa"];
    let sheet = "Round,Table,Seat,ID,Player,VP,Penalty,Void\n\
        1,1,1,Ann,Ann,10,,\n1,1,2,Ben,Ben,8,,\n1,1,3,Cem,Cem,6,,\n1,1,4,Dea,Dea,4,,\n\
        1,2,1,Eva,Eva,10,,\n1,2,2,Fin,Fin,8,,\n1,2,3,Gil,Gil,6,,\n1,2,4,Hoa,Hoa,4,,\n";
    event("catan-at", "", &names).round(1, sheet).standings();
    for (from, to, expected) in [
        ("1,1,4,Dea", "2,1,4,Dea", "round-differs round-1.csv A5"),
        ("Dea,4,,", "Dea,4,,x", "void-block round-1.csv E5"),
        ("1,1,4,Dea", "1,bye,4,Dea", "bye-with-result round-1.csv F5"),
        ("1,1,4,Dea,", "1,1,4,P999,", "unknown-player round-1.csv E5"),
        ("1,1,4,Dea", "1,1,1.5,Dea", "out-of-range round-1.csv C5"),
        ("1,1,4,Dea", "1,1,-1,Dea", "out-of-range round-1.csv C5"),
        (
            "Dea,4,,",
            "Dea,4,99999999999,",
            "out-of-range round-1.csv G5",
        ),
    ] {
        let changed = sheet.replacen(from, to, 1);
        assert_ne!(changed, sheet, "{from}");
        let ran = event("catan-at", "", &names)
            .round(1, &changed)
            .run("run open --as csv --format json");
        assert_eq!(ran.status, 1, "{to}");
        assert!(
            ran.problems("error").contains(&expected.to_owned()),
            "{expected}: {}",
            ran.stdout
        );
    }
    // 1.0 is 1.
    let plain = event("catan-at", "", &names).round(1, &sheet.replace("1,1,4,Dea", "1,1.0,4,Dea"));
    plain.standings();
}
