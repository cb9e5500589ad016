//! Grids -> an event and all findings. Knows headers, numbers, people and
//! tables; opens no file and computes no score.

mod boards;
mod cells;
mod columns;
mod derived;
mod excerpt;
mod headers;
mod missing;
mod nameless;
mod people;
mod records;
mod roles;
mod rounds;
mod second;
mod settings;
mod sources;
mod tables;

use std::collections::BTreeMap;

pub use derived::compare;
pub use excerpt::add_excerpts;
pub use settings::{Setting, Settings, settings};
pub use sources::{SourceSheet, source_sheets};

use crate::model::{CellRef, Code, Event, Finding, Grid, Place, Player, Round, SeedText, Severity};
use crate::preset::Preset;
use headers::Headers;
use roles::{Role, is_second, name_number, role};

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
        let Some(mut found) = roles::headers_of(grid, dictionary, &mut findings) else {
            missing::unknown_sheet(grid, &mut findings);
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
            None => missing::unknown_sheet(grid, &mut findings),
        }
    }
    // Of two of one kind the copy has the longer name.
    lists.sort_by_key(|(grid, _)| grid.file.len());
    sheets.sort_by_key(|(grid, ..)| grid.file.len());
    let mut players = Vec::new();
    if let Some((grid, found)) = lists.first() {
        people::read(grid, found, dictionary, &mut players, &mut findings);
    }
    for (grid, _) in lists.iter().skip(1) {
        twice("the player list", lists[0].0, grid, &mut findings);
    }
    people::check_unique(&players, &mut findings);
    if players.is_empty() {
        findings.push(no_players());
    }
    let directory = people::Directory::new(&players);
    let planned = preset.rounds_for(players.iter().filter(|player| !player.reserve).count());
    people::check_rounds(&players, planned, &mut findings);
    if let Some((grid, found)) = lists.first() {
        directory.check_stand_ins(grid, found, &mut findings);
        if preset.groups_from.is_some() {
            people::check_groups(grid, found, &players, &mut findings);
        }
    }
    let reader = rounds::Reader {
        players: &players,
        directory: &directory,
        preset,
        dictionary,
    };
    let mut numbered = numbered(&sheets, &mut findings);
    if let Some(number) = numbered.iter().find_map(|(number, (grid, found))| {
        let is_player = |text: &str| directory.knows(text);
        let lack = missing::in_round(grid, found, dictionary, preset, is_player)?;
        findings.push(lack);
        Some(*number)
    }) {
        // What follows from a round that cannot be read is not told as well.
        numbered.retain(|other, _| *other < number);
    }
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

/// Reads the player list for another event: from a player list where there is
/// one, else from the first sheet with names, be it standings or a round.
#[must_use]
pub fn players(
    grids: &[Grid],
    settings: &Settings,
    preset: &Preset,
) -> (Vec<Player>, Vec<Finding>) {
    let mut findings = Vec::new();
    let dictionary = &headers::Dictionary::new(&settings.columns, &preset.columns);
    let sheets: Vec<(&Grid, Headers)> = grids
        .iter()
        .filter_map(|grid| Some((grid, roles::headers_of(grid, dictionary, &mut Vec::new())?)))
        .filter(|(_, found)| found.has_name())
        .collect();
    let is_list = |(grid, _): &&(&Grid, Headers)| roles::is_players_name(grid.role_name());
    let mut players = Vec::new();
    if let Some((grid, found)) = sheets.iter().find(is_list).or(sheets.first()) {
        people::read(grid, found, dictionary, &mut players, &mut findings);
    } else {
        for grid in grids {
            missing::unknown_sheet(grid, &mut findings);
        }
    }
    people::check_unique(&players, &mut findings);
    if players.is_empty() {
        findings.push(no_players());
    }
    (players, findings)
}

fn no_players() -> Finding {
    Finding::event(Severity::Error, Code::NoPlayers, "the event has no players")
        .help("type or paste the names into the Players sheet, below its header Name")
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
                Some((earlier, _)) => twice(&format!("round {number}"), earlier, grid, findings),
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

/// Two sheets of one purpose: the same one twice, or a contradiction.
fn twice(what: &str, earlier: &Grid, grid: &Grid, findings: &mut Vec<Finding>) {
    let Some(cell) = first_difference(earlier, grid) else {
        let message = format!(
            "this is the same as {}; one of them counts",
            earlier.place()
        );
        findings.push(Finding::note(Code::IdenticalCopy, grid.place(), message));
        return;
    };
    let message = format!(
        "{what} stands in {} already, and this sheet differs, first from {}",
        earlier.place(),
        earlier.place().at(cell)
    );
    findings.push(
        Finding::error(Code::RoundTwice, grid.place().at(cell), message)
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
