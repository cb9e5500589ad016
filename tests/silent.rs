//! What must not pass in silence: results that name nobody, and mistakes that
//! hid behind another one.

use crate::harness::{Ran, Test, event};

const EIGHT: [&str; 8] = ["Ann", "Ben", "Cem", "Dea", "Eva", "Finn", "Gus", "Hoa"];

fn refused(test: &Test) -> Ran {
    let ran = test.run("check open --format json");
    assert_eq!(ran.status, 1, "{}", ran.stdout);
    ran
}

fn full() -> Vec<&'static str> {
    vec![
        "1,Ann,10,x",
        "1,Ben,7,",
        "1,Cem,6,",
        "1,Dea,5,",
        "2,Eva,10,x",
        "2,Finn,7,",
        "2,Gus,6,",
        "2,Hoa,5,",
    ]
}

fn sheet(lines: &[&str]) -> String {
    format!("Table,Player,VP,Winner\n{}\n", lines.join("\n"))
}

/// Once made a table of four a table of three without a word.
#[test]
fn a_result_without_a_player_is_an_error() {
    for (line, cell) in [("1,,5,", "C5"), ("1,,,x", "D5"), (",,5,", "C5")] {
        let mut lines = full();
        lines[3] = line;
        let ran = refused(&event("catan-de", "", &EIGHT).round(1, &sheet(&lines)));
        let problems = ran.problems("error");
        assert!(
            problems.contains(&format!("unknown-player round-1.csv {cell}")),
            "{line}: {problems:?}"
        );
    }
}

#[test]
fn a_row_without_player_and_result_is_no_row() {
    let mut lines = full();
    lines.push("3,,,");
    lines.push("Total,,56,");
    let ran = event("catan-de", "", &EIGHT)
        .round(1, &sheet(&lines))
        .run("check open --format json");
    assert_eq!(ran.problems("error"), Vec::<String>::new());
}

#[test]
fn where_a_table_has_one_row_a_result_without_a_player_is_an_error() {
    let head = "Table,Player 1,VP 1,Player 2,VP 2,Player 3,VP 3,Player 4,VP 4,Winner";
    let text = format!("{head}\n1,Ann,10,,7,Cem,6,Dea,5,Ann\n2,Eva,10,Finn,7,Gus,6,Hoa,5,Eva\n");
    let ran = refused(&event("catan-de", "", &EIGHT).round(1, &text));
    assert!(
        ran.problems("error")
            .contains(&"unknown-player round-1.csv E2".to_owned()),
        "{}",
        ran.stdout
    );
}

/// Settings that cannot be, an unknown preset or a broken preset file once
/// hid what was wrong in the sheets.
#[test]
fn a_wrong_setting_or_preset_hides_no_other_mistake() {
    let mut lines = full();
    lines[2] = "1,Cem,1O,";
    let two_settings = "Criteria,\"points, vps\"\nVirtual seat,nearst\n";
    let broken = "base = \"catan-de\"\ntitle = \"Ours\"\ntargt = 10\n";
    for (preset, settings, codes) in [
        (
            "catan-de",
            two_settings,
            vec!["bad-setting event.csv B8", "bad-setting event.csv B9"],
        ),
        ("catan-dee", "", vec!["unknown-preset event.csv B6"]),
        ("mine.toml", "", vec!["bad-preset event.csv B6"]),
    ] {
        let test = event(preset, settings, &EIGHT)
            .file("open/mine.toml", broken)
            .round(1, &sheet(&lines));
        let mut expected: Vec<String> = codes.into_iter().map(ToOwned::to_owned).collect();
        expected.push("not-a-number round-1.csv C4".to_owned());
        let mut found = refused(&test).problems("error");
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{preset}");
    }
}
