//! A workspace in a temporary folder, and the program run in it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// A folder with an event's files.
pub(crate) struct Test {
    folder: tempfile::TempDir,
}

/// What a run gave.
pub(crate) struct Ran {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Test {
    pub(crate) fn new() -> Self {
        Self {
            folder: tempfile::tempdir().unwrap(),
        }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn file(self, name: &str, text: impl AsRef<[u8]>) -> Self {
        self.write(name, text);
        self
    }

    pub(crate) fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> String {
        let text =
            fs::read_to_string(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        text.trim_start_matches('\u{feff}').to_owned()
    }

    pub(crate) fn json(&self, name: &str) -> Value {
        serde_json::from_str(&self.read(name)).unwrap()
    }

    /// Runs the program in the folder; the arguments are split at blanks.
    pub(crate) fn run(&self, arguments: &str) -> Ran {
        let output = Command::new(env!("CARGO_BIN_EXE_tabletally"))
            .args(arguments.split_whitespace())
            .current_dir(self.folder.path())
            .env_remove("TABLETALLY_LANG")
            .env("NO_COLOR", "1")
            .output()
            .unwrap();
        Ran {
            status: output.status.code().unwrap(),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }

    /// Runs and expects success.
    pub(crate) fn runs(&self, arguments: &str) -> Ran {
        let ran = self.run(arguments);
        assert_eq!(ran.status, 0, "{arguments}\n{}{}", ran.stdout, ran.stderr);
        ran
    }

    /// Every file under a folder with its bytes, by relative name.
    pub(crate) fn snapshot(&self, folder: &str) -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        collect(&self.path(folder), &self.path(folder), &mut files);
        files
    }

    /// Copies a folder of the repository into the workspace.
    pub(crate) fn copy_in(&self, from: &Path, to: &str) {
        for (name, bytes) in {
            let mut files = BTreeMap::new();
            collect(from, from, &mut files);
            files
        } {
            self.write(&format!("{to}/{name}"), bytes);
        }
    }
}

impl Ran {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}", self.stdout))
    }

    /// The problems as `code file sheet cell`, for short assertions.
    pub(crate) fn problems(&self, severity: &str) -> Vec<String> {
        let problems = self.json()["problems"].as_array().unwrap().clone();
        let text = |problem: &Value, key: &str| problem[key].as_str().unwrap_or("-").to_owned();
        let of_kind = problems
            .iter()
            .filter(|problem| problem["severity"] == severity);
        of_kind
            .map(|problem| {
                ["code", "file", "cell"]
                    .map(|key| text(problem, key))
                    .join(" ")
            })
            .collect()
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            let name = path
                .strip_prefix(root)
                .unwrap()
                .to_str()
                .unwrap()
                .to_owned();
            files.insert(name, fs::read(&path).unwrap());
        }
    }
}

/// A CSV text as rows of cells; the files of these tests have no quotes.
pub(crate) fn rows(text: &str) -> Vec<Vec<String>> {
    text.lines()
        .map(|line| line.split(',').map(ToOwned::to_owned).collect())
        .collect()
}

/// Fills every VP cell of a round sheet in CSV: seat 1 and so on get the
/// scores of a table, turned by the table's number.
pub(crate) fn type_results(text: &str, scores: &[&str]) -> String {
    type_results_but(text, scores, &[])
}

/// The same, leaving some tables empty.
pub(crate) fn type_results_but(text: &str, scores: &[&str], empty: &[u32]) -> String {
    let mut rows = rows(text);
    let column = |name: &str| {
        rows[0]
            .iter()
            .position(|header| header.trim_start_matches('\u{feff}') == name)
            .unwrap()
    };
    let (table, seat, vp, winner) = (
        column("Table"),
        column("Seat"),
        column("VP"),
        column("Winner"),
    );
    for row in rows.iter_mut().skip(1) {
        let number: usize = row[table].parse().unwrap();
        if empty.contains(&(number as u32)) {
            continue;
        }
        let seat: usize = row[seat].parse().unwrap();
        // Modulo 3, so that a table of three also has its winner.
        let score = if seat == 4 {
            scores[3]
        } else {
            scores[(seat - 1 + number) % 3]
        };
        score.clone_into(&mut row[vp]);
        if score == scores[0] {
            "x".clone_into(&mut row[winner]);
        }
    }
    rows.iter().map(|row| row.join(",") + "\r\n").collect()
}

/// An event in `open/` with typed IDs equal to the names, to lay round sheets
/// beside.
pub(crate) fn event(preset: &str, settings: &str, names: &[&str]) -> Test {
    let list: String = names
        .iter()
        .map(|name| format!("{name},{name}\n"))
        .collect();
    Test::new()
        .file(
            "open/event.csv",
            format!("Setting,Value\nName,Open\nDate,2026-05-02\nPlace,Berlin\nOrganiser,Club 7\nPreset,{preset}\nSeed,dice\n{settings}"),
        )
        .file("open/players.csv", format!("ID,Name\n{list}"))
}

impl Test {
    /// Lays a round sheet, header first.
    pub(crate) fn round(self, number: u32, text: &str) -> Self {
        self.write(&format!("open/round-{number}.csv"), text);
        self
    }

    /// Runs the event in `open/` and gives its standings.
    pub(crate) fn standings(&self) -> Standings {
        self.runs("run open --as csv");
        Standings(self.json("open/out/standings.json"))
    }
}

/// `out/standings.json`, with short ways into it.
pub(crate) struct Standings(pub(crate) Value);

impl Standings {
    pub(crate) fn lines(&self) -> &[Value] {
        self.0["standings"].as_array().unwrap()
    }

    pub(crate) fn line(&self, name: &str) -> &Value {
        let found = self.lines().iter().find(|line| line["name"] == name);
        found.unwrap_or_else(|| panic!("{name} has no line"))
    }

    /// Names with ranks, in the order of the lines.
    pub(crate) fn ranks(&self) -> Vec<(String, Option<u64>)> {
        let of = |line: &Value| {
            (
                line["name"].as_str().unwrap().to_owned(),
                line["rank"].as_u64(),
            )
        };
        self.lines().iter().map(of).collect()
    }

    pub(crate) fn order(&self) -> Vec<String> {
        self.ranks().into_iter().map(|(name, _)| name).collect()
    }

    pub(crate) fn value(&self, name: &str, criterion: &str) -> String {
        let value = &self.line(name)["values"][criterion];
        value
            .as_str()
            .unwrap_or_else(|| panic!("{name} {criterion}: {value}"))
            .to_owned()
    }

    pub(crate) fn values(&self, names: &[&str], criterion: &str) -> Vec<String> {
        names
            .iter()
            .map(|name| self.value(name, criterion))
            .collect()
    }

    /// One field of each player's game in a round, numbers as text.
    pub(crate) fn games(&self, names: &[&str], round: u64, field: &str) -> Vec<String> {
        let of = |name: &&str| {
            let rounds = self.line(name)["rounds"].as_array().unwrap();
            let game = rounds.iter().find(|game| game["round"] == round);
            match game.map(|game| &game[field]) {
                None => "absent".to_owned(),
                Some(Value::String(text)) => text.clone(),
                Some(other) => other.to_string(),
            }
        };
        names.iter().map(of).collect()
    }
}
