//! `event.trf`: what is in it, and our Buchholz against that of a program of
//! others which reads it.

use std::collections::BTreeMap;
use std::process::Command;

use serde_json::Value;

use crate::harness::{Test, event, rows};

const ROUNDS: u32 = 6;

/// An event of two-player games in which some leave, some come late and, the
/// number being odd then, somebody has a bye.
fn drawn(many: usize, unplayed: &str) -> Test {
    let line = |at: usize| {
        let until = match at % 9 {
            4 => (at / 9 % 5 + 1).to_string(),
            _ => String::new(),
        };
        let from = if at % 16 == 7 { "3" } else { "" };
        format!("{at},Player {at:03},{from},{until}\n")
    };
    let list: String = (1..=many).map(line).collect();
    let settings = format!(
        "Final,no\nunplayed,{unplayed}\nCriteria,\"wins, buchholz, buchholz_cut1, point_diff, lot\"\n"
    );
    let test = event("carcassonne-world", &settings, &[])
        .file("open/players.csv", format!("ID,Name,From,Until\n{list}"));
    for round in 1..=ROUNDS {
        test.runs("run open --as csv");
        play(&test, round);
    }
    test.runs("run open --as csv --trf");
    test
}

/// Scores that follow from the players alone; one game in nine is a draw.
fn play(test: &Test, round: u32) {
    let name = format!("open/round-{round}.csv");
    let mut all = rows(&test.read(&name));
    let column = |name: &str| all[0].iter().position(|header| header == name).unwrap();
    let (table, id, vp) = (column("Table"), column("ID"), column("VP"));
    for row in all.iter_mut().skip(1).filter(|row| row[table] != "bye") {
        let player: usize = row[id].parse().unwrap();
        let strength = player * 37 % 101 + player * (round as usize + 3) * 13 % 29;
        row[vp] = (40 + strength / 9 * 5).to_string();
    }
    let text: String = all.iter().map(|row| row.join(",") + "\r\n").collect();
    test.write(&name, text);
}

/// Each player's points and tie-breaks, in halves, as gacrux computes them from
/// the file; none where it is not installed.
fn gacrux(test: &Test, rules: &str) -> Option<BTreeMap<usize, Vec<u32>>> {
    let python = |arguments: &[&str]| {
        let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
        Command::new(python).args(arguments).output()
    };
    let there = python(&["-c", "import gacrux.tiebreakchecker"]);
    if !there.is_ok_and(|output| output.status.success()) {
        assert!(
            std::env::var_os("TABLETALLY_NEEDS_PYTHON").is_none(),
            "the Python package gacrux is missing"
        );
        eprintln!("SKIPPED: the Python package gacrux is not installed; nothing was compared");
        return None;
    }
    let file = test.path("open/out/event.trf");
    let file = file.to_str().unwrap();
    let rounds = ROUNDS.to_string();
    let output = python(&[
        "-m",
        "gacrux.tiebreakchecker",
        "-i",
        file,
        "-n",
        &rounds,
        rules,
        "-d",
        "S",
        "-t",
        "PTS",
        "BH",
        "BH/C1",
    ])
    .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("StartNo;Rank;PTS;BH;BH/C1"), "{text}");
    let line = |line: &str| {
        let cells: Vec<&str> = line.split(';').collect();
        let values = cells[2..].iter().map(|cell| halves(cell)).collect();
        (cells[0].parse().unwrap(), values)
    };
    Some(lines.map(line).collect())
}

/// `5/2`, `2.5` and `3` in halves.
fn halves(text: &str) -> u32 {
    let text = text.strip_suffix(".0").unwrap_or(text);
    let (whole, half) = match text.strip_suffix(".5") {
        Some(whole) => (whole, 1),
        None => (text, 0),
    };
    match whole.strip_suffix("/2") {
        Some(halves) => halves.parse().unwrap(),
        None => whole.parse::<u32>().unwrap() * 2 + half,
    }
}

/// A player of the standings as the comparison needs them.
struct Line {
    start: usize,
    ours: Vec<u32>,
    byes: usize,
    absences: usize,
}

fn lines(test: &Test) -> Vec<Line> {
    let standings = test.json("open/out/standings.json");
    let line = |line: &Value| {
        let games = line["rounds"].as_array().unwrap();
        let byes = games.iter().filter(|game| game["table"].is_null()).count();
        let values = ["wins", "buchholz", "buchholz_cut1"];
        Line {
            start: line["id"].as_str().unwrap().parse().unwrap(),
            ours: values
                .map(|key| halves(line["values"][key].as_str().unwrap()))
                .to_vec(),
            byes,
            absences: ROUNDS as usize - games.len(),
        }
    };
    let lines: Vec<Line> = standings["standings"]
        .as_array()
        .unwrap()
        .iter()
        .map(line)
        .collect();
    assert!(lines.iter().any(|line| line.byes > 0));
    assert!(lines.iter().any(|line| line.absences > 0));
    lines
}

/// The rules of 2026 for rounds without a game: gacrux applies those to an
/// event of that year. It holds every dummy opponent to half a point a round;
/// spec 3 speaks of caps without saying where, and we cap after a bye alone.
/// So the two part for players who were absent and have more than half of the
/// points, and for nobody else.
#[test]
fn buchholz_with_dummy_opponents_is_that_of_gacrux() {
    for many in [32, 100] {
        let test = drawn(many, "fide-2026");
        let Some(theirs) = gacrux(&test, "-s") else {
            return;
        };
        let mut compared = 0;
        for line in lines(&test) {
            let above_half = line.ours[0] > ROUNDS;
            if line.absences > 0 && above_half {
                assert_eq!(line.ours[0], theirs[&line.start][0], "{}", line.start);
                continue;
            }
            assert_eq!(
                line.ours, theirs[&line.start],
                "player {} of {many}",
                line.start
            );
            compared += 1;
        }
        assert!(compared * 10 >= many * 9, "{compared} of {many}");
    }
}

/// The plain rule, our presets' own: nothing for rounds without a game. gacrux
/// computes so for pairings that are known in advance (`-p`). Where a round is
/// cut they part by rule: to us a round without a game is the lowest with its
/// zero and is the one that is cut (spec 3, worked values), to gacrux it is no
/// round at all and the weakest opponent is cut. So a player with such a round
/// has there the value that gacrux has without a cut.
#[test]
fn plain_buchholz_is_that_of_gacrux() {
    for many in [32, 100] {
        let test = drawn(many, "plain");
        let Some(theirs) = gacrux(&test, "-p") else {
            return;
        };
        for line in lines(&test) {
            let theirs = &theirs[&line.start];
            assert_eq!(
                line.ours[..2],
                theirs[..2],
                "player {} of {many}",
                line.start
            );
            let cut = if line.byes + line.absences == 0 { 2 } else { 1 };
            assert_eq!(line.ours[2], theirs[cut], "player {} of {many}", line.start);
        }
    }
}

#[test]
fn the_report_has_players_ranks_points_and_rounds() {
    let test = event("carcassonne-lv", "Rounds,2\nFinal,no\n", &[])
        .file(
            "open/players.csv",
            "ID,Name,Country,Email\n7,Ģirts Šmits,LAT,a@mail.example\n8,Bo,,\n9,Иван,Latvia,\n",
        )
        .round(
            1,
            "Round,Table,Seat,ID,VP\n1,1,1,7,80\n1,1,2,8,80\n1,bye,,9,\n",
        )
        .round(
            2,
            "Round,Table,Seat,ID,VP\n2,1,2,9,90\n2,1,1,7,80\n2,bye,,8,\n",
        );
    test.runs("run open --as csv --trf");
    assert_eq!(
        test.read("open/out/event.trf"),
        "### tabletally 0.1.0\r\n\
         012 Open\r\n\
         022 Berlin\r\n\
         042 2026/05/02\r\n\
         052 2026/05/02\r\n\
         062 3\r\n\
         072 0\r\n\
         082 0\r\n\
         092 Individual: Swiss-System\r\n\
         102 Club 7\r\n\
         XXR 2\r\n\
         001    1      Girts Smits                            LAT                         0.5    3     2 w =     3 w 0\r\n\
         001    2      Bo                                                                 1.5    2     1 b =  0000 - U\r\n\
         001    3      9                                                                  2.0    1  0000 - U     1 b 1\r\n\
         ###    1 7 Ģirts Šmits\r\n\
         ###    2 8 Bo\r\n\
         ###    3 9 Иван\r\n"
    );
}

#[test]
fn only_games_of_two_have_a_report() {
    let test = event("catan-de", "", &super::NAMES);
    let ran = test.runs("run open --as csv --trf --format json");
    assert_eq!(ran.problems("warning"), ["report-not-possible - -"]);
    assert!(
        ran.stdout.contains("tables of 4 are played here"),
        "{}",
        ran.stdout
    );
    assert!(!test.path("open/out/event.trf").exists());
    assert!(test.path("open/out/standings.json").exists());
}
