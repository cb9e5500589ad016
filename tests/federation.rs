//! Submissions: what is in them, their schema, and how they are checked
//! against their sheets.

use std::process::Command;

use serde_json::{Value, json};

use crate::harness::{Test, event, rows, type_results};

mod contacts;
mod forms;
mod schema;
mod season;
mod trf;

pub(crate) const NAMES: [&str; 16] = [
    "Ada", "Bo", "Cem", "Dora", "Eva", "Finn", "Gita", "Hugo", "Ida", "Jan", "Kai", "Lea", "Mia",
    "Nils", "Ole", "Pia",
];

/// An event that is played to the end of its rounds in CSV.
fn played(preset: &str, settings: &str, names: &[&str], rounds: u32) -> Test {
    let test = event(preset, settings, names);
    play(&test, rounds);
    test
}

fn play(test: &Test, rounds: u32) {
    for round in 1..=rounds {
        test.runs("run open --as csv");
        let name = format!("open/round-{round}.csv");
        // The winner's score and the others' differ from round to round.
        let low = ["8", "7", "9"][round as usize % 3];
        let typed = type_results(&seated(&test.read(&name)), &["10", low, "6", "5"]);
        test.write(&name, typed);
    }
    test.runs("run open --as csv");
}

/// Fills in the play order that a knockout round finds at the table.
fn seated(sheet: &str) -> String {
    let mut sheet = rows(sheet);
    let column = |name: &str| sheet[0].iter().position(|header| header == name).unwrap();
    let (table, seat) = (column("Table"), column("Seat"));
    let mut last = (String::new(), 0);
    for row in sheet.iter_mut().skip(1) {
        if row[table] != last.0 {
            last = (row[table].clone(), 0);
        }
        last.1 += 1;
        if row[seat].is_empty() {
            row[seat] = last.1.to_string();
        }
    }
    sheet.iter().map(|row| row.join(",") + "\r\n").collect()
}

fn submission(test: &Test) -> Value {
    test.json("open/out/submission.json")
}

fn german() -> Test {
    played("catan-de", "Season,2026\nRegion,North\n", &NAMES, 3)
}

#[test]
fn a_submission_holds_the_event_its_rules_and_every_result() {
    let test = german();
    let got = submission(&test);
    assert_eq!(
        got["event"],
        json!({"name": "Open", "date": "2026-05-02", "place": "Berlin", "organiser": "Club 7",
               "season": "2026", "region": "North"})
    );
    assert_eq!(
        got["counts"],
        json!({"players": 16, "ranked": 16, "valid_results": 16, "rounds": 3, "tables": 12, "games": 48})
    );
    assert_eq!(
        got["qualification"],
        json!({"valid": true, "reason": null, "needed": 16, "counted": 16})
    );
    assert_eq!(got["preliminary"], false);
    assert_eq!(got["preset"]["name"], "catan-de");
    let standings = test.json("open/out/standings.json");
    assert_eq!(got["qualifiers"], standings["qualifiers"]);
    assert_eq!(got["successors"], standings["successors"]);
    for (ours, theirs) in lines(&got)
        .iter()
        .zip(standings["standings"].as_array().unwrap())
    {
        for field in ["rank", "id", "name", "values", "decided_by", "status"] {
            assert_eq!(ours[field], theirs[field], "{field}");
        }
    }
    let sheets: Vec<&str> = got["sources"]
        .as_array()
        .unwrap()
        .iter()
        .map(|source| source["file"].as_str().unwrap())
        .collect();
    assert_eq!(
        sheets,
        [
            "event.csv",
            "players.csv",
            "round-1.csv",
            "round-2.csv",
            "round-3.csv"
        ]
    );
}

fn lines(submission: &Value) -> &Vec<Value> {
    submission["standings"].as_array().unwrap()
}

#[test]
fn there_is_none_before_the_last_preliminary_round() {
    let test = event("catan-de", "", &NAMES);
    test.runs("run open --as csv");
    assert!(!test.path("open/out/submission.json").exists());
}

#[test]
fn the_same_sheets_give_the_same_bytes_and_the_next_sheet_changes_nothing() {
    let test = played("catan-championship", "", &NAMES, 3);
    let first = test.snapshot("open/out");
    assert!(test.path("open/round-4.csv").exists());
    assert_eq!(submission(&test)["preliminary"], true);
    test.runs("run open --as csv");
    let again = test.snapshot("open/out");
    for name in ["submission.json", "submission.csv", "submission.xlsx"] {
        assert_eq!(first[name], again[name], "{name}");
    }
    test.runs("verify open/out/submission.json open");
}

#[test]
fn too_few_valid_results_are_told_and_not_valid() {
    let test = played("catan-de", "", &NAMES[..14], 3);
    let got = submission(&test);
    assert_eq!(
        got["qualification"]["reason"],
        "not valid for qualification: 14 of 16"
    );
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(ran.problems("warning"), ["submission-not-valid - -"]);
}

/// A bye, a player who did not come, one who left and one out of competition
/// (WF25).
fn special() -> Test {
    let names: String = NAMES[..13]
        .iter()
        .enumerate()
        .map(|(at, name)| {
            let (until, guest) = (
                if at == 2 { "1" } else { "" },
                if at == 4 { "x" } else { "" },
            );
            format!("{name},{name},{until},{guest},{name}@mail.example,555-{at:03}\n")
        })
        .collect();
    let test = event("catan-de", "", &[]).file(
        "open/players.csv",
        format!("ID,Name,Until,Guest,Email,Phone\n{names}"),
    );
    let table = |round: u32, number: u32, players: &[usize]| -> String {
        let row = |(at, vp): (&usize, &str)| {
            let name = NAMES[*at];
            format!("{round},{number},{name},{name},{vp}\n")
        };
        players.iter().zip(["10", "8", "6", "5"]).map(row).collect()
    };
    let head = "Round,Table,ID,Player,VP\n";
    let first = [
        head.to_owned(),
        table(1, 1, &[0, 1, 2, 3]),
        table(1, 2, &[4, 5, 6, 7]),
        table(1, 3, &[8, 9, 10, 11]),
        "1,bye,Mia,Mia,\n".to_owned(),
    ];
    // Bo does not come to round 2.
    let second = [
        head.to_owned(),
        table(2, 1, &[0, 4, 8, 12]),
        table(2, 2, &[5, 3, 9, 6]),
        table(2, 3, &[10, 7, 11]),
    ];
    let third = [
        head.to_owned(),
        table(3, 1, &[0, 5, 10, 1]),
        table(3, 2, &[12, 3, 7, 4]),
        table(3, 3, &[11, 6, 9, 8]),
    ];
    test.round(1, &first.concat())
        .round(2, &second.concat())
        .round(3, &third.concat())
}

#[test]
fn each_special_case_has_its_own_code() {
    let test = special();
    test.runs("run open --as csv");
    let got = submission(&test);
    let of = |name: &str| {
        let line = lines(&got)
            .iter()
            .find(|line| line["name"] == name)
            .unwrap();
        (
            line["code"].clone(),
            line["unplayed"].clone(),
            line["valid_result"].clone(),
        )
    };
    assert_eq!(
        of("Mia"),
        (
            json!("ranked"),
            json!([{"round": 1, "code": "bye"}]),
            json!(true)
        )
    );
    assert_eq!(
        of("Bo"),
        (
            json!("ranked"),
            json!([{"round": 2, "code": "no-show"}]),
            json!(false)
        )
    );
    let gone = json!([{"round": 2, "code": "withdrawn"}, {"round": 3, "code": "withdrawn"}]);
    assert_eq!(of("Cem"), (json!("ranked"), gone, json!(false)));
    assert_eq!(of("Eva"), (json!("guest"), json!([]), json!(false)));
    assert_eq!(got["counts"]["valid_results"], 10);
    let ranks: Vec<Option<u64>> = lines(&got)
        .iter()
        .map(|line| line["rank"].as_u64())
        .collect();
    assert_eq!(ranks.last(), Some(&None));
    assert!(ranks[..12].is_sorted() && ranks[..12].iter().all(Option::is_some));
    schema::assert_valid(&test, &got);
    test.runs("verify open/out/submission.json open");
}

#[test]
fn no_hash_follows_from_an_address() {
    let test = special();
    test.runs("run open --as csv");
    for (name, bytes) in test.snapshot("open/out") {
        let folder = test.path("open");
        let text = String::from_utf8_lossy(&bytes);
        assert!(!text.contains(folder.to_str().unwrap()), "{name}");
    }
    // The list without addresses verifies.
    let stripped: String = test
        .read("open/players.csv")
        .lines()
        .map(|line| line.split(',').take(4).collect::<Vec<_>>().join(",") + "\n")
        .collect();
    test.write("open/players.csv", stripped);
    test.runs("verify open/out/submission.json open");
}

#[test]
fn what_a_federation_misses_is_told_and_stops_nothing() {
    let list: String = NAMES[..12].iter().map(|name| format!("{name}\n")).collect();
    let test = Test::new()
        .file("open/event.csv", "Setting,Value\nName,Open\nPreset,catan-championship\nSeed,a\nIDs needed,yes\nvirtual seat,none\n")
        .file("open/players.csv", format!("Name\n{list}Berg Anna\nAnna Berg\n"));
    play(&test, 3);
    let ran = test.runs("run open --as csv --format json");
    let mut told: Vec<String> = ran.problems("warning");
    told.dedup_by_key(|problem| problem.split(' ').next().unwrap().to_owned());
    assert_eq!(
        told,
        [
            "submission-incomplete - -",
            "submission-departs - -",
            "submission-id players.csv A2",
            "submission-twice players.csv A15",
        ]
    );
    assert!(test.path("open/out/submission.json").exists());
}

#[test]
fn signatures_are_missed_only_where_some_are_given() {
    let test = german();
    assert_eq!(
        test.runs("run open --as csv --format json")
            .problems("warning"),
        Vec::<String>::new()
    );
    let sheet = test.read("open/round-1.csv");
    let signed: String = sheet
        .lines()
        .enumerate()
        .map(|(at, line)| {
            let mut cells: Vec<&str> = line.split(',').collect();
            if (1..=4).contains(&at) {
                cells[9] = "x";
            }
            cells.join(",") + "\n"
        })
        .collect();
    test.write("open/round-1.csv", signed);
    let unsigned = test
        .runs("run open --as csv --format json")
        .problems("warning");
    assert_eq!(unsigned.len(), 11, "{unsigned:?}");
    assert!(unsigned[0].starts_with("submission-unsigned round-1.csv"));
}

#[test]
fn verify_agrees_and_says_so() {
    let test = german();
    let ran = test.runs("verify open/out/submission.json open");
    assert_eq!(ran.stdout, "identical: 16 players, 12 tables, 5 sheets\n");
    std::fs::remove_file(test.path("open/journal.jsonl")).unwrap();
    let ran = test.runs("verify open/out/submission.json open");
    assert_eq!(
        ran.stdout,
        "note: changes made after the fact cannot be checked without the journal\n\
         identical: 16 players, 12 tables, 5 sheets\n"
    );
}

#[test]
fn a_correction_stands_in_the_submission_and_is_verified() {
    let test = german();
    let text = test.read("open/round-1.csv").replacen(",7,", ",4,", 1);
    test.write("open/round-1.csv", text);
    test.runs("run open --as csv");
    let changes = submission(&test)["changes"].clone();
    assert_eq!(changes.as_array().unwrap().len(), 1, "{changes}");
    assert!(
        changes[0]["text"]
            .as_str()
            .unwrap()
            .ends_with("VP was 7 and is 4"),
        "{changes}"
    );
    test.runs("verify open/out/submission.json open");
    let (status, told) = changed(&test, |submission| submission["changes"] = json!([]));
    assert_eq!(status, 1);
    assert!(told.contains("changes"), "{told}");
}

/// Changes the submission and gives what verify says.
fn changed(test: &Test, change: impl FnOnce(&mut Value)) -> (i32, String) {
    let mut altered = submission(test);
    change(&mut altered);
    test.write("altered.json", altered.to_string());
    let ran = test.run("verify altered.json open");
    (ran.status, ran.stdout + &ran.stderr)
}

#[test]
fn verify_names_each_change() {
    let test = german();
    let id = submission(&test)["tables"][0]["rows"][1]["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let (status, told) = changed(&test, |got| got["tables"][0]["rows"][1]["vp"] = json!("1"));
    assert_eq!(status, 1);
    let row = format!("tables, round 1, table 1, rows, {id}");
    assert!(
        told.starts_with(&format!(
            "{row}, vp: the submission says \"1\", the sheets give \""
        )),
        "{told}"
    );
    assert!(told.ends_with("one difference\n"), "{told}");

    let (_, told) = changed(&test, |got| got["tables"][0]["rows"][1]["seat"] = json!(4));
    assert!(
        told.starts_with(&format!(
            "{row}, seat: the submission says 4, the sheets give "
        )),
        "{told}"
    );

    let (_, told) = changed(&test, |got| got["standings"][5]["name"] = json!("Somebody"));
    assert!(
        told.contains("name: the submission says \"Somebody\", the sheets give "),
        "{told}"
    );

    let (_, told) = changed(&test, |got| got["qualifiers"][0] = json!("Nils"));
    assert!(
        told.starts_with("qualifiers: the submission says Nils, "),
        "{told}"
    );

    let (status, _) = changed(&test, |got| got["generator"]["version"] = json!("9.9.9"));
    assert_eq!(status, 0);
}

/// Four tables at which the same happens: only lots part the players.
#[test]
fn verify_names_a_lot_that_was_turned_round() {
    let test = event("catan-de", "Rounds,1\n", &NAMES);
    test.runs("run open --as csv");
    let sheet = test.read("open/round-1.csv");
    let column = |name: &str| {
        let header = rows(&sheet).remove(0);
        header.iter().position(|cell| cell == name).unwrap()
    };
    let (seat, vp) = (column("Seat"), column("VP"));
    let mut typed = rows(&sheet);
    for row in typed.iter_mut().skip(1) {
        row[vp] = ["10", "8", "6", "5"][row[seat].parse::<usize>().unwrap() - 1].to_owned();
    }
    let text: String = typed.iter().map(|row| row.join(",") + "\r\n").collect();
    test.write("open/round-1.csv", text);
    test.runs("run open --as csv");
    let got = submission(&test);
    assert_eq!(got["standings"][0]["decided_by"], "lot");
    let id = |at: usize| got["standings"][at]["id"].as_str().unwrap().to_owned();
    let (first, second) = (id(0), id(1));
    let (status, told) = changed(&test, |got| {
        let lines = got["standings"].as_array_mut().unwrap();
        lines.swap(0, 1);
        lines[0]["rank"] = json!(1);
        lines[1]["rank"] = json!(2);
    });
    assert_eq!(status, 1);
    for line in [
        format!("standings, {second}, rank: the submission says 1, the sheets give 2"),
        format!("standings, {first}, rank: the submission says 2, the sheets give 1"),
        format!(
            "standings, order: the submission says {second} first, the sheets give {first} first"
        ),
    ] {
        assert!(told.lines().any(|told| told == line), "{line}\n{told}");
    }
    let (status, told) = changed(&test, |got| got["draw"]["seed"] = json!("another"));
    assert_eq!(status, 1);
    assert_eq!(
        told,
        "draw, seed: the submission says \"another\", the sheets give \"dice\"\none difference\n"
    );
}

/// The preset lies beside the sheets, and somebody changes it afterwards.
#[test]
fn verify_refuses_a_preset_file_that_was_changed() {
    let own = "base = \"catan-de\"\ntitle = \"House\"\nedition = \"1\"\nsource = \"ours\"\n";
    let test = event("house.toml", "", &NAMES).file("open/house.toml", own);
    play(&test, 3);
    test.runs("verify open/out/submission.json open");
    let before = submission(&test)["preset"]["sha256"]
        .as_str()
        .unwrap()
        .to_owned();
    test.write("open/house.toml", own.replace("\"1\"", "\"2\""));
    let ran = test.run("verify open/out/submission.json open");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr
            .contains("the preset \"house.toml\" is another one here: its SHA-256 is "),
        "{}",
        ran.stderr
    );
    assert!(ran.stderr.contains(&before), "{}", ran.stderr);
    std::fs::remove_file(test.path("open/house.toml")).unwrap();
    let ran = test.run("verify open/out/submission.json open");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("house.toml"), "{}", ran.stderr);
}

#[test]
fn verify_finds_a_player_who_was_added_or_left_out() {
    let test = german();
    let (_, told) = changed(&test, |got| {
        got["standings"].as_array_mut().unwrap().pop();
    });
    assert!(
        told.contains("the sheets have it, the submission does not"),
        "{told}"
    );
    let (_, told) = changed(&test, |got| {
        got["standings"].as_array_mut().unwrap().swap(0, 1);
    });
    assert!(told.contains("standings, order"), "{told}");
}

#[test]
fn verify_refuses_other_rules_and_what_is_no_submission() {
    let test = german();
    let (status, told) = changed(&test, |got| got["preset"]["sha256"] = json!("0".repeat(64)));
    assert_eq!(status, 1);
    assert!(
        told.contains("the preset \"catan-de\" is another one here: its SHA-256 is "),
        "{told}"
    );
    let (status, told) = changed(&test, |got| got["preset"]["name"] = json!("house-rules"));
    assert_eq!(status, 1);
    assert_eq!(
        told,
        "error: the preset \"house-rules\" is not known here\n"
    );
    let (status, told) = changed(&test, |got| got["organizer"] = json!("x"));
    assert_eq!(status, 1);
    assert!(told.contains("unknown field `organizer`"), "{told}");
    let ran = test.run("verify open/out/standings.json open");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("it is no submission"), "{}", ran.stderr);
    let ran = test.run("verify open/players.csv open");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("it is no JSON"), "{}", ran.stderr);
}

#[test]
fn verify_holds_for_other_line_ends_and_delimiters() {
    let test = german();
    for name in ["event", "players", "round-1", "round-2", "round-3"] {
        let path = format!("open/{name}.csv");
        let text = test.read(&path).replace("\r\n", "\n").replace(',', ";");
        test.write(&path, text);
    }
    test.runs("verify open/out/submission.json open");
    let typed = test.read("open/round-2.csv").replacen(";10;", ";11;", 1);
    test.write("open/round-2.csv", typed);
    let ran = test.run("verify open/out/submission.json open");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stdout.contains("sources, round-2.csv, sha256: "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout
            .contains("raw_vp: the submission says \"10\", the sheets give \"11\""),
        "{}",
        ran.stdout
    );
}

#[test]
fn verify_holds_for_workbooks_that_another_program_saved() {
    let test = german();
    for name in ["event", "players", "round-1", "round-2", "round-3"] {
        convert(&test, &format!("open/{name}.csv"), "book");
    }
    test.runs("run book");
    for name in ["event", "players", "round-1", "round-2", "round-3"] {
        convert(&test, &format!("book/{name}.xlsx"), "again");
    }
    if !test.path("again/round-3.xlsx").exists() {
        assert!(
            which_soffice().is_none(),
            "the spreadsheet program made nothing"
        );
        return;
    }
    let ran = test.run("verify book/out/submission.json again");
    assert_eq!(
        (ran.status, ran.stderr),
        (0, String::new()),
        "{}",
        ran.stdout
    );
}

fn which_soffice() -> Option<()> {
    let ran = Command::new("soffice").arg("--version").output().ok()?;
    ran.status.success().then_some(())
}

/// Saves a sheet with LibreOffice, where there is one.
fn convert(test: &Test, from: &str, to: &str) {
    let profile = format!(
        "-env:UserInstallation=file://{}",
        test.path("profile").display()
    );
    let _ = Command::new("soffice")
        .args([&profile, "--headless", "--convert-to", "xlsx", "--outdir"])
        .arg(test.path(to))
        .arg(test.path(from))
        .output();
}

#[test]
fn diff_tells_a_corrected_result_in_words() {
    let test = german();
    test.write("old.json", test.read("open/out/submission.json"));
    assert_eq!(
        test.runs("diff old.json open/out/submission.json").stdout,
        "nothing changed\n"
    );
    let sheet = test.read("open/round-3.csv");
    // The first table's last player scored one less.
    test.write("open/round-3.csv", sheet.replacen(",6,", ",4,", 1));
    test.runs("run open --as csv");
    let told = test.runs("diff old.json open/out/submission.json").stdout;
    let mut lines = told.lines();
    assert!(
        lines
            .next()
            .unwrap()
            .starts_with("round 3, table 1: VP of the table "),
        "{told}"
    );
    let of_player = "VP typed 4 (was 6), VP 4 (was 6), share ";
    assert!(lines.any(|line| line.contains(of_player)), "{told}");
    assert!(told.contains(": VP was 6 and is 4\n"), "{told}");
    assert!(told.ends_with("round-3.csv: other content\n"), "{told}");
    assert!(
        !told.contains('_') && !told.contains('/'),
        "no field names: {told}"
    );
    let mut other = submission(&test);
    other["event"]["name"] = json!("Another");
    test.write("other.json", other.to_string());
    let ran = test.run("diff old.json other.json");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("two events"), "{}", ran.stderr);
}

#[test]
fn an_event_to_the_end_has_its_final_and_a_champion() {
    let test = played("catan-championship", "", &NAMES, 4);
    let got = submission(&test);
    assert_eq!(got["preliminary"], false);
    assert_eq!(got["finals"].as_array().unwrap().len(), 1);
    assert_eq!(got["finals"][0]["players"][0], got["standings"][0]["id"]);
    assert_eq!(got["qualifiers"], json!([got["standings"][0]["id"]]));
    schema::assert_valid(&test, &got);
    test.runs("verify open/out/submission.json open");
}
