//! Reads an event's folder of CSV files as the program wrote them and as the
//! generator filled them; a reader of its own, and no wider than that.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::rules::{Counted, Rules, Unplayed, Virtual};
use super::{Number, whole};

/// A line of a sheet, by header.
pub(super) type Line = BTreeMap<String, String>;

/// One player of the list.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) unranked: bool,
    pub(super) lot: Option<Number>,
    pub(super) seed_rank: Option<Number>,
}

/// One row of a round that counts.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) round: u32,
    /// None for a bye.
    pub(super) table: Option<u32>,
    pub(super) id: String,
    pub(super) line: Line,
}

/// A whole event.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) rules: Rules,
    pub(super) players: Vec<Player>,
    pub(super) rows: Vec<Row>,
}

impl Row {
    pub(super) fn cell(&self, header: &str) -> &str {
        self.line.get(header).map_or("", String::as_str)
    }

    pub(super) fn number(&self, header: &str) -> Option<Number> {
        number(self.cell(header))
    }

    pub(super) fn mark(&self, header: &str) -> bool {
        matches!(self.cell(header), "x" | "X" | "1" | "yes" | "true" | "ja")
    }
}

impl Event {
    pub(super) fn read(folder: &Path) -> Self {
        let settings = settings(&folder.join("event.csv"));
        let mut rows = Vec::new();
        for round in 1.. {
            let path = folder.join(format!("round-{round}.csv"));
            if !path.exists() {
                break;
            }
            rows.extend(round_rows(&path, round));
        }
        Self {
            rules: rules(&settings),
            players: sheet(&folder.join("players.csv"))
                .iter()
                .map(player)
                .collect(),
            rows,
        }
    }
}

fn settings(path: &Path) -> BTreeMap<String, String> {
    let pair = |line: Line| (line["Setting"].clone(), line["Value"].clone());
    sheet(path).into_iter().map(pair).collect()
}

fn rules(settings: &BTreeMap<String, String>) -> Rules {
    let mut rules = Rules::of(&settings["Preset"]);
    if let Some(list) = settings.get("Target") {
        rules.targets = list
            .split(',')
            .map(|one| one.trim().parse().unwrap())
            .collect();
    }
    if let Some(rounds) = settings.get("Rounds") {
        rules.rounds = Some(rounds.parse().unwrap());
    }
    if let Some(kind) = settings.get("Virtual seat") {
        rules.virtual_seat = match kind.as_str() {
            "exact" => Virtual::Exact,
            "nearest" => Virtual::Nearest,
            "up" => Virtual::Up,
            _ => Virtual::None,
        };
    }
    if let Some(list) = settings.get("Criteria") {
        rules.criteria = list.split(',').map(|one| one.trim().to_owned()).collect();
        // rules/004: what remains tied goes by name, then ID.
        let last = ["name", "id"].map(ToOwned::to_owned);
        let missing = last
            .into_iter()
            .filter(|last| !rules.criteria.contains(last));
        let missing: Vec<String> = missing.collect();
        if settings["Preset"] == "catan-custom" {
            rules.criteria.extend(missing);
        }
    }
    match settings.get("Unplayed").map(String::as_str) {
        Some("fide-2009") => rules.unplayed = Unplayed::Fide2009,
        Some("fide-2026") => rules.unplayed = Unplayed::Fide2026,
        _ => {}
    }
    if let Some((kind, count)) = settings
        .get("Counted")
        .and_then(|text| text.split_once(' '))
    {
        let count = count.parse().unwrap();
        rules.counted = if kind == "best" {
            Counted::Best(count)
        } else {
            Counted::Drop(count)
        };
    }
    rules
}

fn player(line: &Line) -> Player {
    let set = |header: &str| line.get(header).is_some_and(|cell| !cell.is_empty());
    Player {
        id: line["ID"].clone(),
        name: line["Name"].clone(),
        unranked: set("Guest") || set("Excluded") || set("Reserve"),
        lot: line.get("Lot").and_then(|cell| number(cell)),
        seed_rank: line.get("Seed rank").and_then(|cell| number(cell)),
    }
}

fn round_rows(path: &Path, round: u32) -> Vec<Row> {
    let row = |line: Line| Row {
        round,
        table: line["Table"].parse().ok(),
        id: line["ID"].clone(),
        line,
    };
    let rows = sheet(path).into_iter().map(row);
    rows.filter(|row| !row.id.is_empty() && !row.mark("Void"))
        .collect()
}

/// A number as typed: whole, or with a decimal point.
pub(super) fn number(text: &str) -> Option<Number> {
    let text = text.trim().replace('\u{2212}', "-");
    let (before, after) = text.split_once('.').unwrap_or((&text, ""));
    let digits: i64 = format!("{before}{after}").parse().ok()?;
    let scale = 10_i64.pow(after.len() as u32);
    Some(whole(digits) / whole(scale))
}

/// The lines of a CSV file below its header.
pub(super) fn sheet(path: &Path) -> Vec<Line> {
    let text =
        fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut cells = split(text.trim_start_matches('\u{feff}')).into_iter();
    let headers = cells.next().unwrap_or_default();
    let line = |cells: Vec<String>| headers.iter().cloned().zip(cells).collect();
    cells.map(line).collect()
}

/// Cells by comma, quotes doubled inside quotes.
pub(super) fn split(text: &str) -> Vec<Vec<String>> {
    let mut lines = vec![vec![String::new()]];
    let mut quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let line = lines.last_mut().unwrap();
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                line.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => line.push(String::new()),
            '\n' if !quoted => lines.push(vec![String::new()]),
            '\r' if !quoted => {}
            other => line.last_mut().unwrap().push(other),
        }
    }
    lines.retain(|line| line.iter().any(|cell| !cell.is_empty()));
    lines
}
