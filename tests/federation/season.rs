//! A season from many submissions: points, best results, direct seats,
//! persons, and what is refused.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::{Value, json};

use crate::harness::{Ran, Test};

/// A submission as an event would write it: players in order of their places;
/// a player is `ID:Name`, or a name alone, with `=` before who shares the
/// place above. One round of tables of four, or one table.
fn made(name: &str, date: &str, players: &[&str]) -> Value {
    let mut lines: Vec<Value> = Vec::new();
    let mut rank = 1;
    for (at, player) in players.iter().enumerate() {
        let shared = player.starts_with('=');
        let player = player.trim_start_matches('=');
        if !shared {
            rank = at + 1;
        } else if let Some(above) = lines.last_mut() {
            above["decided_by"] = json!("tie");
        }
        let (id, shown) = player.split_once(':').unwrap_or(("", player));
        let typed = !id.is_empty();
        let id = if typed {
            id.to_owned()
        } else {
            format!("P{:03}", at + 1)
        };
        let last = at + 1 == players.len();
        lines.push(json!({
            "rank": rank, "code": "ranked", "id": id, "id_typed": typed, "name": shown, "club": null,
            "country": null, "group": null, "values": {"points": (players.len() - at).to_string()},
            "decided_by": if last { Value::Null } else { json!("points") }, "by_lot": false,
            "status": "out", "qualified_elsewhere": false, "games": 1, "valid_result": true,
            "withdrawn_after": null, "penalty": "0", "unplayed": [],
        }));
    }
    let ids: Vec<Value> = lines.iter().map(|line| line["id"].clone()).collect();
    let row = |(at, id): (usize, &Value)| {
        json!({"id": id, "seat": at + 1, "place": at + 1, "points": "1", "raw_vp": "5", "vp": "5",
               "share": "25", "win": "0", "winner": false, "penalty": "0", "signed": false})
    };
    let tables: Vec<Value> = ids
        .chunks(4)
        .enumerate()
        .map(|(at, table)| {
            json!({"round": 1, "stage": "preliminary", "table": at + 1, "size": table.len(),
                   "table_vp": (5 * table.len()).to_string(), "virtual_vp": null,
                   "rows": table.iter().enumerate().map(row).collect::<Vec<_>>()})
        })
        .collect();
    let many = players.len();
    let valid = many >= 4;
    let reason = (!valid).then(|| format!("not valid for qualification: {many} of 4"));
    json!({
        "schema": "tabletally-submission-1",
        "event": {"name": name, "date": date, "place": "Berlin", "organiser": null, "season": null, "region": null},
        "preset": {"name": "catan-de", "title": "t", "edition": "e", "sha256": "0", "base_sha256": [], "overrides": []},
        "draw": {"seed": "s", "derived": false, "algorithm": "a"},
        "preliminary": false,
        "counts": {"players": many, "ranked": many, "valid_results": many, "rounds": 1, "tables": tables.len(), "games": many},
        "qualification": {"valid": valid, "reason": reason, "needed": 4, "counted": many},
        "criteria": ["points"],
        "standings": lines, "tables": tables, "finals": [],
        "qualifiers": ids[..2.min(many)], "successors": ids[2.min(many)..],
        "changes_known": false, "changes": [], "sources": [],
        "generator": {"program": "tabletally", "version": "0.1.0"},
    })
}

const RULES: &str = "title = \"Test\"\nedition = \"1\"\nsource = \"here\"\n";

/// Three events: A wins the first two, B the third.
fn three() -> Test {
    let test = Test::new();
    for (file, date, players) in [
        ("one", "2026-01-10", ["1:A", "2:B", "3:C", "4:D"]),
        ("two", "2026-02-10", ["1:A", "3:C", "2:B", "4:D"]),
        ("three", "2026-03-10", ["2:B", "4:D", "1:A", "3:C"]),
    ] {
        let name = format!("Open {file}");
        test.write(
            &format!("s/{file}/out/submission.json"),
            made(&name, date, &players).to_string(),
        );
    }
    test
}

fn season(test: &Test, rules: &str) -> Value {
    test.write("rules.toml", format!("{RULES}{rules}"));
    test.runs("season s --preset rules.toml");
    test.json("s/season-out/ranking.json")
}

/// Each line as `rank name points status`.
fn table(ranking: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let line = |line: &Value| {
        let rank = line["rank"]
            .as_u64()
            .map_or("-".to_owned(), |rank| rank.to_string());
        format!(
            "{rank} {} {} {}",
            text(&line["name"]),
            text(&line["points"]),
            text(&line["status"])
        )
    };
    ranking["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect()
}

#[test]
fn the_best_results_count_and_the_others_are_dropped() {
    let test = three();
    let got = season(
        &test,
        "points = [10, 6, 4, 1]\nbest = 2\nties = [\"best_results\"]\n",
    );
    assert_eq!(
        table(&got),
        ["1 A 20 open", "2 B 16 open", "3 C 10 open", "4 D 7 open"]
    );
    let a = got["ranking"][0]["results"].as_array().unwrap();
    let counted: Vec<bool> = a
        .iter()
        .map(|result| result["counted"].as_bool().unwrap())
        .collect();
    assert_eq!(counted, [true, true, false]);
    for name in ["ranking.csv", "ranking.html", "ranking.xlsx"] {
        assert!(
            test.path(&format!("s/season-out/{name}")).exists(),
            "{name}"
        );
    }
    let csv = test.read("s/season-out/ranking.csv");
    assert!(
        csv.contains(
            "1,1,A,,20,open,,points,\"Open one: 10 (1); Open two: 10 (1)\",Open three: 4 (3)"
        ),
        "{csv}"
    );
    let page = test.read("s/season-out/ranking.html");
    assert!(
        page.contains("<bdi>A</bdi>") && page.contains("Open three: 4 (3)"),
        "{page}"
    );
}

#[test]
fn direct_seats_go_by_date_and_successors_take_those_of_who_has_one() {
    let test = three();
    let rules = "points = [10, 6, 4, 1]\ndirect = 1\nsuccessors = true\nexclude_direct = true\nplaces = 4\n";
    let got = season(&test, rules);
    // A by the first; in the second A has a seat, so C; in the third B.
    assert_eq!(
        table(&got),
        [
            "1 D 8 place",
            "- A 24 direct",
            "- B 20 direct",
            "- C 11 direct"
        ]
    );
    let by: Vec<&Value> = got["ranking"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| &line["direct_by"])
        .collect();
    assert_eq!(
        json!(by),
        json!([null, "Open one", "Open three", "Open two"])
    );
    let got = season(
        &test,
        &rules.replace("successors = true", "successors = false"),
    );
    assert_eq!(table(&got)[..2], ["1 C 11 place", "2 D 8 place"]);
}

#[test]
fn equal_players_over_the_last_place_are_not_parted_by_chance() {
    let test = Test::new();
    test.write(
        "s/a.json",
        made("One", "2026-01-01", &["A", "B", "C", "D"]).to_string(),
    );
    test.write(
        "s/b.json",
        made("Two", "2026-01-02", &["B", "A", "D", "C"]).to_string(),
    );
    let got = season(
        &test,
        "points = [5, 3, 2, 1]\nplaces = 1\nties = [\"best_results\", \"wins\", \"events\"]\n",
    );
    assert_eq!(
        table(&got),
        [
            "1 A 8 tie",
            "1 B 8 tie",
            "3 C 3 successor",
            "3 D 3 successor"
        ]
    );
}

#[test]
fn shared_places_follow_the_rule() {
    let test = Test::new();
    test.write(
        "s/a.json",
        made("One", "2026-01-01", &["A", "=B", "C", "D"]).to_string(),
    );
    let got = season(&test, "points = [10, 5, 2]\nshared = \"split\"\n");
    assert_eq!(table(&got)[..2], ["1 A 15/2 open", "1 B 15/2 open"]);
    let got = season(&test, "points = [10, 5, 2]\n");
    assert_eq!(table(&got)[..2], ["1 A 10 open", "1 B 10 open"]);
    let got = season(
        &test,
        "points = [10, 5, 2]\nlevel_by_players = [[0, 1], [4, 3]]\ntop_share = \"1/2\"\n",
    );
    assert_eq!(
        table(&got),
        ["1 A 30 open", "1 B 30 open", "3 C 0 open", "3 D 0 open"]
    );
}

#[test]
fn the_built_in_seasons_rank() {
    let names: Vec<String> = (1..=32).map(|at| format!("{at}:Player {at:02}")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let test = Test::new().file("s/a.json", made("One", "2026-01-01", &names).to_string());
    let run = |preset: &str| {
        test.runs(&format!("season s --preset {preset}"));
        table(&test.json("s/season-out/ranking.json"))
    };
    let series = run("german-series");
    assert_eq!(series[0], "1 Player 03 75 place");
    assert_eq!(series[13], "14 Player 16 5 place");
    assert_eq!(
        series[30..],
        ["- Player 01 100 direct", "- Player 02 85 direct"]
    );
    let laurels = run("wbc-laurels");
    assert_eq!(
        laurels[..7].join(", "),
        "1 Player 01 30 open, 2 Player 02 18 open, 3 Player 03 12 open, \
        4 Player 04 9 open, 5 Player 05 6 open, 6 Player 06 3 open, 7 Player 07 0 open"
    );
    assert_eq!(run("sum")[0], "1 Player 01 32 open");
}

#[test]
fn what_cannot_count_is_refused_and_told() {
    let test = three();
    let mut late = made("Open one", "2026-01-10", &["1:A", "2:B", "3:C", "4:D"]);
    late["standings"][1]["name"] = json!("Bea");
    test.write("s/late.json", late.to_string());
    let mut misspelt = made("Four", "2026-04-10", &["1:A", "2:B", "3:C", "4:D"]);
    misspelt["standings"][0]["ranks"] = json!(1);
    test.write("s/misspelt.json", misspelt.to_string());
    let mut wrong = made("Five", "2026-05-10", &["1:A", "2:B", "3:C", "4:D"]);
    wrong["counts"]["games"] = json!(5);
    test.write("s/wrong.json", wrong.to_string());
    test.write("s/broken.json", "{\"schema\": ");
    test.write(
        "s/small.json",
        made("Six", "2026-06-10", &["1:A", "2:B"]).to_string(),
    );
    test.write(
        "s/two/submission-copy.json",
        test.read("s/two/out/submission.json"),
    );
    test.write(
        "rules.toml",
        format!("{RULES}points = [3, 2, 1]\nvalid_only = true\n"),
    );
    let ran = test.runs("season s --preset rules.toml --format json");
    let refused = test.json("s/season-out/ranking.json")["refused"].clone();
    let refused: Vec<String> = refused
        .as_array()
        .unwrap()
        .iter()
        .map(|line| {
            format!(
                "{}: {}",
                line["file"].as_str().unwrap(),
                line["reason"].as_str().unwrap()
            )
        })
        .collect();
    assert_eq!(refused.len(), 6, "{refused:#?}");
    assert!(
        refused[0].starts_with("broken.json: it is no JSON: "),
        "{refused:#?}"
    );
    assert_eq!(
        refused[1],
        "late.json: another version of this event stands in one/out/submission.json"
    );
    assert!(refused[2].contains("unknown field `ranks`"), "{refused:#?}");
    assert_eq!(
        refused[3],
        "one/out/submission.json: another version of this event stands in late.json"
    );
    assert_eq!(
        refused[4],
        "small.json: not valid for qualification: 2 of 4"
    );
    assert_eq!(
        refused[5],
        "wrong.json: it contradicts itself: the counts say 5 games, and there are 4"
    );
    assert_eq!(
        ran.problems("note"),
        ["submission-copy two/submission-copy.json -"]
    );
    assert_eq!(ran.problems("warning").len(), 6);
}

#[test]
fn persons_are_matched_by_id_then_name_and_near_ones_are_told() {
    let test = Test::new();
    test.write(
        "s/a.json",
        made(
            "One",
            "2026-01-01",
            &["7:Anna Berg", "Jörg Weiss", "Old Name", "D"],
        )
        .to_string(),
    );
    test.write(
        "s/b.json",
        made(
            "Two",
            "2026-01-02",
            &["7:Anna Berg-Stein", "Jorg Weiss", "New Name", "D"],
        )
        .to_string(),
    );
    test.write("s/aliases.csv", "From;To\nOld Name;New Name\n");
    test.write("rules.toml", format!("{RULES}points = [9, 5, 3, 1]\n"));
    let ran = test.runs("season s --preset rules.toml --format json");
    let got = table(&test.json("s/season-out/ranking.json"));
    assert_eq!(
        got,
        [
            "1 Anna Berg 18 open",
            "2 New Name 6 open",
            "3 Jorg Weiss 5 open",
            "3 Jörg Weiss 5 open",
            "5 D 2 open"
        ]
    );
    assert_eq!(
        ran.problems("warning"),
        ["person-spelling - -", "person-names - -"]
    );
}

#[test]
fn a_wrong_preset_or_nothing_to_count_is_an_error() {
    let test = three();
    let ran = test.run("season s --preset german-serie");
    assert_eq!(ran.status, 2);
    assert!(
        ran.stderr.contains("did you mean german-series?"),
        "{}",
        ran.stderr
    );
    test.write("bad.toml", "title = 1");
    assert_eq!(test.run("season s --preset bad.toml").status, 2);
    test.write("empty/readme.txt", "nothing");
    let ran = test.run("season empty --preset sum");
    assert_eq!(ran.status, 1);
    assert!(
        ran.stderr.contains("no submission counts"),
        "{}",
        ran.stderr
    );
    assert_eq!(test.run("season gone.json --preset sum").status, 3);
}

#[test]
fn a_real_submission_counts() {
    let test = super::german();
    test.runs("season open/out/submission.json --preset german-series --out season");
    let got = test.json("season/ranking.json");
    assert_eq!(got["ranking"].as_array().unwrap().len(), 16);
    assert_eq!(got["events"][0]["players"], 16);
    let standings = test.json("open/out/standings.json");
    assert_eq!(got["ranking"][0]["name"], standings["standings"][2]["name"]);
}

/// Many events of 60 players out of 3,000; the pages of a workbook and the
/// threads are more than enough to show an order that is left to chance.
#[test]
fn many_submissions_are_ranked_the_same_in_any_order() {
    let test = Test::new();
    for event in 0..120_usize {
        let names: Vec<String> = (0..60)
            .map(|at| {
                let player = (event * 37 + at * 49) % 3000;
                let mut name = String::new();
                let _ = write!(name, "{player}:Person {}", spelt(player));
                name
            })
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let date = format!("2026-{:02}-{:02}", event % 12 + 1, event / 12 % 28 + 1);
        test.write(
            &format!("s/{event:04}.json"),
            made(&format!("Open {event}"), &date, &names).to_string(),
        );
    }
    let first: Ran = test.runs("season s --preset german-series --out one");
    assert!(
        first.stdout.contains("120 of 120 submissions count"),
        "{}",
        first.stdout
    );
    assert_eq!(first.stderr, "");
    // The same files named one by one, backwards, give the same ranking.
    let files: Vec<String> = (0..120)
        .rev()
        .map(|event| format!("s/{event:04}.json"))
        .collect();
    test.runs(&format!(
        "season {} --preset german-series --out two",
        files.join(" ")
    ));
    assert_eq!(test.snapshot("one"), test.snapshot("two"));
}

/// A player of [`a_season_agrees_with_an_independent_computation`]: points of
/// the best four, those that are worth something, and the events won.
type Worth = (u32, Vec<u32>, usize);

/// 60 of 500 players at each of 100 events, in an order that is mixed anew.
fn crowd() -> Vec<(String, Vec<usize>)> {
    let mut state = 7_u64;
    let mut next = move |below: usize| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    };
    let mut event = |at: usize| {
        let mut all: Vec<usize> = (0..500).collect();
        for done in 0..60 {
            let other = done + next(500 - done);
            all.swap(done, other);
        }
        all.truncate(60);
        (format!("2026-{:02}-{:02}", at % 12 + 1, at / 12 + 1), all)
    };
    (0..100).map(&mut event).collect()
}

/// The ranking by counting: nobody is sorted, and each player is compared
/// with every other.
fn counted_out(mut events: Vec<(String, Vec<usize>)>, places: usize) -> BTreeMap<usize, String> {
    const STEPS: [u32; 16] = [
        100, 85, 75, 65, 55, 50, 45, 40, 35, 30, 25, 20, 16, 12, 8, 5,
    ];
    events.sort();
    let mut seats: BTreeSet<usize> = BTreeSet::new();
    for (_, order) in &events {
        let free: Vec<usize> = order
            .iter()
            .copied()
            .filter(|one| !seats.contains(one))
            .collect();
        seats.extend(&free[..2]);
    }
    let worth = |player: usize| -> Worth {
        let places = events
            .iter()
            .filter_map(|(_, order)| order.iter().position(|one| *one == player));
        let places: Vec<usize> = places.collect();
        let mut points: Vec<u32> = places
            .iter()
            .filter_map(|at| STEPS.get(*at).copied())
            .collect();
        points.sort_unstable_by_key(|points| std::cmp::Reverse(*points));
        points.truncate(4);
        let wins = places.iter().filter(|at| **at == 0).count();
        (points.iter().sum(), points, wins)
    };
    let played: BTreeSet<usize> = events.iter().flat_map(|(_, order)| order.clone()).collect();
    let all: BTreeMap<usize, Worth> = played.into_iter().map(|one| (one, worth(one))).collect();
    let left = places - seats.len();
    let line = |player: &usize, own: &Worth| {
        if seats.contains(player) {
            return format!("- {} direct", own.0);
        }
        let others = || all.iter().filter(|(one, _)| !seats.contains(one));
        let better = others().filter(|(_, worth)| *worth > own).count();
        let equal = others().filter(|(_, worth)| *worth == own).count();
        let status = match () {
            () if better + equal <= left => "place",
            () if better < left => "tie",
            () => "successor",
        };
        format!("{} {} {status}", better + 1, own.0)
    };
    all.iter()
        .map(|(player, own)| (*player, line(player, own)))
        .collect()
}

#[test]
fn a_season_agrees_with_an_independent_computation() {
    let events = crowd();
    let test = Test::new();
    for (date, order) in &events {
        let names: Vec<String> = order
            .iter()
            .map(|player| format!("N{player}:Person {}", spelt(*player)))
            .collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let name = format!("Open {date}");
        test.write(
            &format!("s/{date}.json"),
            made(&name, date, &names).to_string(),
        );
    }
    let rules = "points = [100, 85, 75, 65, 55, 50, 45, 40, 35, 30, 25, 20, 16, 12, 8, 5]\n\
        shared = \"better\"\nbest = 4\ndirect = 2\nsuccessors = true\nexclude_direct = true\n\
        places = 230\nties = [\"best_results\", \"wins\"]\n";
    let got = season(&test, rules);
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let lines = got["ranking"].as_array().unwrap().iter().map(|line| {
        let player: usize = text(&line["id"])[1..].parse().unwrap();
        let rank = line["rank"].as_u64();
        let rank = rank.map_or("-".to_owned(), |rank| rank.to_string());
        let points = text(&line["points"]);
        (player, format!("{rank} {points} {}", text(&line["status"])))
    });
    let got: BTreeMap<usize, String> = lines.collect();
    let due = counted_out(events, 230);
    for status in ["direct", "place", "successor"] {
        assert!(due.values().any(|line| line.ends_with(status)), "{status}");
    }
    assert_eq!(got, due);
}

fn spelt(mut number: usize) -> String {
    let mut text = String::new();
    for _ in 0..4 {
        text.push(char::from(b'a' + (number % 8) as u8));
        text.push(char::from(b'n' + (number / 8 % 9) as u8));
        number = number / 5 + 13;
    }
    text
}
