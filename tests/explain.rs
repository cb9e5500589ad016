//! `explain`: why a player has a rank.

use crate::harness::{Test, event};

fn played() -> Test {
    event(
        "catan-at",
        "Rounds,1\n",
        &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin"],
    )
    .round(
        1,
        "Table,Player,VP\n1,Ann,12\n1,Ben,8\n1,Cem,6\n2,Dea,10\n2,Eva,8\n2,Fin,6\n",
    )
}

#[test]
fn a_rank_is_explained_with_its_neighbours_and_rounds() {
    // Cem and Fin are equal but for the lot, whichever way it fell.
    let told = played().runs("explain open Cem").stdout;
    for part in [
        "Cem has rank ",
        "all else is equal and the lot decided",
        "  Round 1: table 1, seat –, place 3 of 3, 6 of 24 VP, 1 points",
        "Share (mean): 25",
    ] {
        assert!(told.contains(part), "{part}: {told}");
    }
    let first = played().runs("explain open Dea").stdout;
    assert!(first.contains("Dea has rank "), "{first}");
    assert!(
        first.contains("parted by") || first.contains("the lot decided"),
        "{first}"
    );
}

#[test]
fn credited_points_and_criteria_are_told_exactly() {
    let told = played().runs("explain open Ann --lang de").stdout;
    assert!(told.contains("angerechnet von 12"), "{told}");
    assert!(told.contains("Anteil (Mittel): 41,666 (125/3)"), "{told}");
}

/// After the cut the stage's own values part players, not those of the
/// preliminary rounds that the standings list.
#[test]
fn what_a_stage_decided_is_told_with_the_stage_s_values() {
    let test = event(
        "catan-ck-wbc",
        "Rounds,3\n",
        &["Ann", "Ben", "Cem", "Dea", "Eva", "Fin", "Gus", "Hoa"],
    );
    let header = "Table,Seat,Player,VP,Winner,Cards,Progress cards,City advancements\n";
    let table = |number: u32, rows: [(&str, u32, u32); 4]| -> String {
        let row = |(at, (name, vp, cards)): (usize, &(&str, u32, u32))| {
            let mark = if at == 0 { "x" } else { "" };
            format!("{number},{},{name},{vp},{mark},{cards},1,2\n", at + 1)
        };
        rows.iter().enumerate().map(row).collect()
    };
    let heat = |first: [(&str, u32, u32); 4], second: [(&str, u32, u32); 4]| {
        format!("{header}{}{}", table(1, first), table(2, second))
    };
    let test = test
        .round(
            1,
            &heat(
                [("Ann", 13, 1), ("Ben", 9, 2), ("Cem", 8, 3), ("Dea", 7, 4)],
                [("Eva", 14, 1), ("Fin", 9, 2), ("Gus", 8, 3), ("Hoa", 7, 4)],
            ),
        )
        .round(
            2,
            &heat(
                [("Ben", 13, 1), ("Fin", 9, 2), ("Cem", 8, 3), ("Gus", 7, 4)],
                [("Dea", 13, 1), ("Hoa", 9, 2), ("Ann", 8, 3), ("Eva", 7, 4)],
            ),
        )
        .round(
            3,
            &heat(
                [("Gus", 13, 1), ("Ben", 9, 2), ("Hoa", 8, 3), ("Eva", 7, 4)],
                [("Cem", 13, 1), ("Fin", 9, 2), ("Ann", 8, 3), ("Dea", 7, 4)],
            ),
        );
    test.runs("run open --as csv");
    // Everybody at each semifinal in its order: the third and fourth are out,
    // and equal in VP, so that their cards part them.
    for round in [4, 5] {
        let sheet = test.read(&format!("open/round-{round}.csv"));
        let head: Vec<&str> = sheet.lines().next().unwrap().split(',').collect();
        let at = |name: &str| head.iter().position(|cell| *cell == name).unwrap();
        let mut in_table = std::collections::BTreeMap::new();
        let filled: Vec<String> = sheet
            .lines()
            .enumerate()
            .map(|(line, text)| {
                let mut cells: Vec<String> = text.split(',').map(ToOwned::to_owned).collect();
                if line > 0 {
                    let seen: &mut usize = in_table.entry(cells[at("Table")].clone()).or_default();
                    cells[at("Seat")] = (*seen + 1).to_string();
                    cells[at("VP")] = [13, 9, 8, 7][*seen].to_string();
                    cells[at("Cards")] = (*seen + 10 * line).to_string();
                    cells[at("Progress cards")] = "1".to_owned();
                    cells[at("City advancements")] = "2".to_owned();
                    if *seen == 0 {
                        cells[at("Winner")] = "x".to_owned();
                    }
                    *seen += 1;
                }
                cells.join(",")
            })
            .collect();
        test.write(&format!("open/round-{round}.csv"), filled.join("\n"));
        test.runs("run open --as csv");
    }
    let order: Vec<String> = test.json("open/out/standings.json")["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["name"].as_str().unwrap().to_owned())
        .collect();
    let told = |name: &str, lang: &str| {
        test.runs(&format!("explain open {name} --lang {lang}"))
            .stdout
    };
    let first = told(&order[0], "en");
    assert!(
        first.contains("parted by Place at the table, 1 to 2"),
        "{first}"
    );
    let fourth = told(&order[3], "en");
    assert!(fourth.contains("parted by Stage."), "{fourth}");
    let fifth = told(&order[4], "en");
    assert!(fifth.contains("parted by Cards, "), "{fifth}");
    let german = told(&order[4], "de");
    assert!(german.contains("getrennt durch Handkarten, "), "{german}");
    let latvian = told(&order[0], "lv");
    assert!(!latvian.contains("table_place"), "{latvian}");
}

#[test]
fn json_holds_the_same() {
    let json = played().runs("explain open Eva --format json").json();
    assert_eq!(json["name"], "Eva");
    assert_eq!(json["values"][0]["criterion"], "points");
    assert_eq!(json["values"][0]["parts"][0]["value"], "3");
    assert!(json["above"]["parted_by"].is_string());
}

#[test]
fn an_unclear_name_lists_who_could_be_meant() {
    let test = event(
        "catan-at",
        "",
        &["Anna Berg", "Anna Bern", "Ben", "Cem", "Dea", "Eva"],
    );
    let ran = test.run("explain open Anna");
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("Anna Berg (Anna Berg)") && ran.stderr.contains("Anna Bern"),
        "{}",
        ran.stderr
    );
    let ran = test.run("explain open Cemm");
    assert_eq!(ran.status, 2);
    assert!(ran.stderr.contains("Cem (Cem)"), "{}", ran.stderr);
    assert_eq!(test.run("explain open").status, 2);
}

#[test]
fn sheets_with_errors_are_told_instead() {
    let test = played().round(2, "Table,Player,VP\n1,Nobody,3\n");
    let ran = test.run("explain open Ann");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.contains("\"Nobody\" is not in the player list"),
        "{}",
        ran.stderr
    );
}

#[test]
fn presets_are_listed_printed_and_told_in_sentences() {
    let test = Test::new();
    let list = test.runs("presets").stdout;
    for name in [
        "catan-de ",
        "catan-mso ",
        "carcassonne-lv ",
        "riichi ",
        "heats-hmw-p ",
    ] {
        assert!(list.contains(name), "{name}: {list}");
    }
    let printed = test.runs("presets catan-ck-wbc").stdout;
    test.write("mine.toml", &printed);
    test.runs("presets mine.toml");
    let english = test.runs("presets catan-ck-wbc --explain").stdout;
    assert!(
        english.contains("Points at tables of 4: 1000 / 100 / 10 / 1."),
        "{english}"
    );
    let german = test.runs("presets catan-ck-wbc --explain --lang de").stdout;
    assert!(german.contains("Punkte an Tischen zu 4"), "{german}");
    let latvian = test.runs("presets catan-ck-wbc --explain --lang lv").stdout;
    assert!(latvian.contains("Punkti pie galdiem pa 4"), "{latvian}");
    assert_eq!(test.run("presets catan-kc").status, 2);
    test.write(
        "mine.toml",
        printed.replace("rounds = 0", "rounds = \"many\""),
    );
    let wrong = test.run("presets mine.toml");
    assert_eq!(wrong.status, 1);
    assert!(wrong.stderr.contains("mine.toml, line"), "{}", wrong.stderr);
}

#[test]
fn templates_are_written_out_changed_and_used() {
    let test = played();
    let ran = test.runs("presets --templates mine");
    assert!(ran.stdout.contains("standings.html"), "{}", ran.stdout);
    let page = test
        .read("mine/standings.html")
        .replace("<main>", "<main><p>OUR OWN HALL</p>");
    test.write("mine/standings.html", &page);
    test.runs("presets --templates mine");
    assert_eq!(
        test.read("mine/standings.html"),
        page,
        "what was changed is left alone"
    );
    test.runs("run open --as csv --templates mine");
    assert!(
        test.read("open/out/standings.html")
            .contains("OUR OWN HALL")
    );
    test.write("mine/standings.html", "{% if %}");
    let broken = test.run("run open --as csv --templates mine --format json");
    assert_eq!(broken.status, 1);
    assert!(broken.stdout.contains("bad-template"), "{}", broken.stdout);
}
