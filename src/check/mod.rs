//! Grids -> an event and all findings. Knows headers, numbers, people and
//! tables; opens no file and computes no score.

mod boards;
mod cells;
mod columns;
mod derived;
mod headers;
mod nameless;
mod people;
mod records;
mod rounds;
mod second;
mod settings;
mod sources;
mod tables;

use std::collections::BTreeMap;

pub use derived::compare;
pub use settings::{Setting, Settings, settings};
pub use sources::{SourceSheet, source_sheets};

use crate::model::{
    CellRef, Code, Event, Finding, Grid, Place, Round, SeedText, Severity, loose_key,
};
use crate::preset::Preset;
use headers::Headers;

/// What a sheet is for.
enum Role {
    Event,
    Players,
    /// A round, with its number where the sheet's name has it.
    Round(Option<u32>),
}

/// Checks everything and gives the event with all findings. Where there are
/// errors the event holds what could be understood.
#[must_use]
pub fn event(
    grids: &[Grid],
    settings: &Settings,
    preset: &Preset,
    fallback_name: &str,
) -> (Event, Vec<Finding>) {
    let mut findings = Vec::new();
    let dictionary = &headers::Dictionary::new(&settings.columns, &preset.columns);
    let mut lists: Vec<(&Grid, Headers)> = Vec::new();
    let mut sheets: Vec<(&Grid, Headers, Option<u32>)> = Vec::new();
    let mut second: Vec<(&Grid, Headers, Option<u32>)> = Vec::new();
    for grid in grids {
        let Some(mut found) = headers::find(grid, dictionary, &mut findings) else {
            unknown_sheet(grid, &mut findings);
            continue;
        };
        match role(grid, &found) {
            Some(Role::Event) => {}
            Some(Role::Players) => lists.push((grid, found)),
            Some(Role::Round(number)) => {
                // Where the preset has place points, a column of that name holds them
                // unless no other could hold the score.
                found.points_are_vp();
                if is_second(grid.role_name()) {
                    second.push((grid, found, number));
                } else {
                    sheets.push((grid, found, number));
                }
            }
            None => unknown_sheet(grid, &mut findings),
        }
    }
    let mut players = Vec::new();
    if let Some((grid, found)) = lists.first() {
        people::read(grid, found, dictionary, &mut players, &mut findings);
    }
    for (grid, _) in lists.iter().skip(1) {
        findings.push(
            Finding::error(
                Code::RoundTwice,
                grid.place(),
                "this is a second player list",
            )
            .help("keep one player list in the event"),
        );
    }
    people::check_unique(&players, &mut findings);
    if players.is_empty() {
        let finding = Finding::event(Severity::Error, Code::NoPlayers, "the event has no players");
        findings.push(
            finding.help("type or paste the names into the Players sheet, below its header Name"),
        );
    }
    let directory = people::Directory::new(&players);
    let reader = rounds::Reader {
        players: &players,
        directory: &directory,
        preset,
        dictionary,
    };
    let numbered = numbered(&sheets, &mut findings);
    let rounds: Vec<Round> = numbered
        .into_iter()
        .map(|(number, (grid, found))| reader.read(grid, found, number, &mut findings))
        .collect();
    for (grid, found, number) in &second {
        for number in number.map_or_else(|| round_column(grid, found), |number| vec![number]) {
            let again = reader.read(grid, found, number, &mut findings);
            let first = rounds.iter().find(|round| round.number == number);
            second::compare(first, &again, &players, &mut findings);
        }
    }
    let value = |key: &str| settings.get(key).map(ToOwned::to_owned);
    let name = value("name").unwrap_or_else(|| fallback_name.to_owned());
    let date = date(settings, &mut findings);
    let seed = seed(settings, &name, date.as_deref(), &mut findings);
    let event = Event {
        name,
        date,
        place: value("place"),
        organiser: value("organiser"),
        seed,
        players,
        rounds,
    };
    (event, findings)
}

fn unknown_sheet(grid: &Grid, findings: &mut Vec<Finding>) {
    let first = grid.rows.first();
    let named = name_number(grid.role_name()).is_some() || is_players_name(grid.role_name());
    if let (Some(row), true) = (first, named) {
        let line: Vec<String> = row
            .cells
            .iter()
            .map(|cell| cells::text(&cell.value))
            .collect();
        let message = format!(
            "no header row was found; the first line is \"{}\"",
            line.join(", ")
        );
        let help = "put a line with the headers above the rows: Name in a player list; Table, Player, VP in a round";
        findings.push(Finding::error(Code::NoHeader, grid.at(row.index, 0), message).help(help));
    } else {
        findings.push(Finding::note(
            Code::SheetIgnored,
            grid.place(),
            "this sheet is not known and was left alone",
        ));
    }
}

fn is_players_name(name: &str) -> bool {
    [
        "players",
        "player",
        "spieler",
        "teilnehmer",
        "speletaji",
        "registrations",
        "anmeldungen",
    ]
    .contains(&loose_key(name).as_str())
}

/// A second entry of a round, to be compared with the first.
fn is_second(name: &str) -> bool {
    loose_key(name).ends_with("second")
}

/// The number in a round sheet's name: `Round 2`, `round-2 (1)`, `Runde 2`.
fn name_number(name: &str) -> Option<u32> {
    let key = loose_key(name.split('(').next().unwrap_or(name));
    let key = key.strip_suffix("second").unwrap_or(&key);
    let number = ["round", "runde", "karta", "heat"]
        .iter()
        .find_map(|word| key.strip_prefix(word))?;
    number
        .parse()
        .ok()
        .filter(|number| (1..=999).contains(number))
}

fn role(grid: &Grid, found: &Headers) -> Option<Role> {
    if found.has("setting") && found.has("value") {
        return Some(Role::Event);
    }
    if let Some(number) = name_number(grid.role_name()) {
        return Some(Role::Round(Some(number)));
    }
    let results = ["vp", "winner", "points"]
        .iter()
        .any(|meaning| found.has(meaning));
    let listed = found.has_name() || found.has("id");
    match (
        is_players_name(grid.role_name()),
        listed && found.has("table"),
        found.has_name(),
    ) {
        (true, _, true) => Some(Role::Players),
        (_, true, _) if results || found.has("round") => Some(Role::Round(None)),
        (_, _, true) if !results => Some(Role::Players),
        _ => None,
    }
}

type Sheet<'a> = (&'a Grid, &'a Headers);

/// Gives each round its sheet: ascending, none twice, none missing.
fn numbered<'a>(
    sheets: &'a [(&'a Grid, Headers, Option<u32>)],
    findings: &mut Vec<Finding>,
) -> BTreeMap<u32, Sheet<'a>> {
    let mut numbered: BTreeMap<u32, Sheet<'a>> = BTreeMap::new();
    for (grid, found, number) in sheets {
        for number in number.map_or_else(|| round_column(grid, found), |number| vec![number]) {
            match numbered.get(&number) {
                None => {
                    numbered.insert(number, (grid, found));
                }
                Some((earlier, _)) => twice(earlier, grid, number, findings),
            }
        }
    }
    let missing = numbered
        .keys()
        .zip(1..)
        .find(|(number, due)| **number != *due)
        .map(|(number, due)| (*number, due));
    if let Some((number, due)) = missing {
        let place = numbered[&number].0.place();
        let message = format!("this is round {number}, and there is no sheet of round {due}");
        findings.push(
            Finding::error(Code::RoundMissing, place, message)
                .help("put the sheet of the earlier round back"),
        );
        numbered.retain(|number, _| *number < due);
    }
    numbered
}

fn round_column(grid: &Grid, found: &Headers) -> Vec<u32> {
    let rows = grid.rows.iter().filter(|row| row.index > found.row);
    let mut numbers: Vec<u32> = rows
        .filter_map(|row| cells::text(found.get(row, "round")?).parse().ok())
        .filter(|number| (1..=999).contains(number))
        .collect();
    numbers.sort_unstable();
    numbers.dedup();
    if numbers.is_empty() { vec![1] } else { numbers }
}

fn twice(earlier: &Grid, grid: &Grid, number: u32, findings: &mut Vec<Finding>) {
    if earlier.rows == grid.rows {
        let message = format!(
            "this is the same as {}; one of them counts",
            earlier.place()
        );
        findings.push(Finding::note(Code::IdenticalCopy, grid.place(), message));
        return;
    }
    let place =
        first_difference(earlier, grid).map_or_else(|| grid.place(), |cell| grid.place().at(cell));
    let message = format!(
        "round {number} stands in {} already, and this sheet differs",
        earlier.place()
    );
    findings.push(
        Finding::error(Code::RoundTwice, place, message)
            .help("keep the sheet that is right, and move the other out of the folder"),
    );
}

fn first_difference(a: &Grid, b: &Grid) -> Option<CellRef> {
    let cells = |grid: &Grid| {
        let rows = grid.rows.iter().flat_map(|row| {
            row.cells
                .iter()
                .map(|cell| ((row.index, cell.col), cells::text(&cell.value)))
        });
        rows.collect::<BTreeMap<_, _>>()
    };
    let (a, b) = (cells(a), cells(b));
    let differs = a
        .keys()
        .chain(b.keys())
        .filter(|at| a.get(at) != b.get(at))
        .min()?;
    Some(CellRef::new(differs.0, differs.1))
}

fn date(settings: &Settings, findings: &mut Vec<Finding>) -> Option<String> {
    let typed = settings.get("date")?;
    let mut parts = typed.splitn(3, '-').map(str::parse::<u32>);
    let (year, month, day) = (parts.next(), parts.next(), parts.next());
    let valid = match (year, month, day) {
        (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) => {
            typed.len() == 10
                && year >= 1900
                && (1..=12).contains(&month)
                && (1..=31).contains(&day)
        }
        _ => false,
    };
    if !valid && let Some(place) = settings.place("date") {
        findings.push(
            Finding::error(
                Code::NotADate,
                place.clone(),
                format!("\"{typed}\" is not a date"),
            )
            .help("type it as 2026-05-02"),
        );
    }
    valid.then(|| typed.to_owned())
}

fn seed(
    settings: &Settings,
    name: &str,
    date: Option<&str>,
    findings: &mut Vec<Finding>,
) -> SeedText {
    if let Some(text) = settings.get("seed") {
        return SeedText {
            text: text.to_owned(),
            derived: false,
        };
    }
    let text = [
        name,
        date.unwrap_or_default(),
        settings.get("place").unwrap_or_default(),
    ]
    .join("|");
    let message =
        format!("no seed was given, so \"{text}\" is used; one that is drawn in public is fairer");
    let place: Option<&Place> = settings.entries.first().map(|entry| &entry.place);
    let finding = match place {
        Some(place) => Finding::note(Code::SeedDerived, place.whole_sheet(), message),
        None => Finding::event(Severity::Note, Code::SeedDerived, message),
    };
    findings.push(
        finding
            .help("add a row Seed to the Event sheet, for example with the result of a dice roll"),
    );
    SeedText {
        text,
        derived: true,
    }
}
