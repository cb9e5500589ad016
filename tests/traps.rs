//! Files that Excel, LibreOffice, a form, an old program or an enemy wrote:
//! each is made here byte by byte and read through the command line, within
//! a GiB and ten seconds.

mod folders;
mod limits;
mod make;
mod mutations;
mod oracle;
mod texts;
mod workbooks;

use std::process::Command;

use crate::harness::{Ran, Test};

const EVENT: &str = "Setting,Value\nName,Open\nDate,2026-05-02\nPreset,catan-de\nSeed,dice\n";
const PLAYERS: &str =
    "Name\nAnna Berg\nBen Ode\nCem Kaya\nDora Lind\nEva Moll\nFinn Nord\nGil Otto\nHoa Pham\n";

/// The header of a round sheet and two tables; VP cells may be replaced.
const ROUND: [[&str; 5]; 9] = [
    ["Table", "Seat", "Player", "VP", "Winner"],
    ["1", "1", "Anna Berg", "10", "x"],
    ["1", "2", "Ben Ode", "8", ""],
    ["1", "3", "Cem Kaya", "6", ""],
    ["1", "4", "Dora Lind", "5", ""],
    ["2", "1", "Eva Moll", "10", "x"],
    ["2", "2", "Finn Nord", "7", ""],
    ["2", "3", "Gil Otto", "6", ""],
    ["2", "4", "Hoa Pham", "4", ""],
];

/// An event of eight players without a round.
fn event() -> Test {
    Test::new()
        .file("open/event.csv", EVENT)
        .file("open/players.csv", PLAYERS)
}

/// The round's rows with some cells replaced: (row, column, text), from one.
fn round(changes: &[(usize, usize, &str)]) -> Vec<Vec<String>> {
    let mut rows: Vec<Vec<String>> = ROUND
        .iter()
        .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
        .collect();
    for (row, col, text) in changes {
        (*text).clone_into(&mut rows[row - 1][col - 1]);
    }
    rows
}

/// Runs the program with a GiB of memory and ten seconds of the processor.
fn limited(test: &Test, arguments: &str) -> Ran {
    let limits = "ulimit -v 1048576; ulimit -t 10; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", limits, env!("CARGO_BIN_EXE_tabletally")])
        .args(arguments.split_whitespace())
        .current_dir(test.path("."))
        .env_remove("TABLETALLY_LANG")
        .env("NO_COLOR", "1")
        .output()
        .unwrap();
    Ran {
        status: output.status.code().expect("the program was not stopped"),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Expects that a file alone is refused with this first line.
fn refused(name: &str, bytes: &[u8], first_line: &str) {
    let test = Test::new().file(name, bytes);
    let ran = limited(&test, &format!("check {name}"));
    let first = ran.stderr.lines().next().unwrap_or_default();
    assert_eq!(
        (ran.status, first),
        (1, first_line),
        "{name}: {}",
        ran.stderr
    );
    assert!(ran.stderr.contains("\n  help: "), "{}", ran.stderr);
}

/// Expects these problems of an event, as `severity code cell`, beyond the
/// note on nothing; what the checks say of players and rounds included.
fn problems(test: &Test, severity: &str) -> Vec<String> {
    limited(test, "check open --format json").problems(severity)
}

/// Expects the event to be read without an error or warning.
fn clean(test: &Test) {
    let ran = limited(test, "check open --format json");
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert_eq!(
        ran.problems("warning"),
        Vec::<String>::new(),
        "{}",
        ran.stdout
    );
    assert_eq!(ran.json()["event"]["rounds_complete"], 1, "{}", ran.stdout);
}
