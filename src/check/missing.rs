//! Columns that a sheet lacks: one finding for the sheet, with a proposal of
//! the heading that may be meant. Judges by what stands below a heading;
//! reads no value.

use super::cells;
use super::headers::{Dictionary, Headers};
use super::roles::{is_players_name, name_number};
use crate::model::{Code, Finding, Grid, Row, Value, loose_key};
use crate::preset::Preset;

/// How many rows below a heading are looked at.
const SAMPLE: usize = 200;

/// Tells a sheet in which no header is known: an error where its name says
/// that it should have been one of the event's.
pub(super) fn unknown_sheet(grid: &Grid, findings: &mut Vec<Finding>) {
    let is_list = is_players_name(grid.role_name());
    let named = name_number(grid.role_name()).is_some() || is_list;
    let (Some(row), true) = (grid.rows.first(), named) else {
        findings.push(Finding::note(
            Code::SheetIgnored,
            grid.place(),
            "this sheet is not known and was left alone",
        ));
        return;
    };
    let line: Vec<String> = row
        .cells
        .iter()
        .map(|cell| cells::text(&cell.value))
        .collect();
    let message = format!(
        "no header row was found; the first line is \"{}\"",
        line.join(", ")
    );
    let likely = is_list.then(|| likely_name(grid)).flatten();
    let help = likely.map_or_else(
        || {
            "put a line with the headers above the rows: Name in a player list; Table, Player, VP in a round"
                .to_owned()
        },
        |heading| {
            format!("if the names stand below one of these headings, add a row to the Event sheet: {}", mapping("Name", &heading))
        },
    );
    findings.push(Finding::error(Code::NoHeader, grid.at(row.index, 0), message).help(help));
}

/// A row of the Event sheet, its cells parted by a bar.
fn mapping(meaning: &str, heading: &str) -> String {
    format!("Column: {meaning} | {heading}")
}

/// Tells the column without which no row of a round can be understood;
/// `is_player` says whether a text is a player's name or ID.
pub(super) fn in_round(
    grid: &Grid,
    found: &Headers,
    dictionary: &Dictionary,
    preset: &Preset,
    is_player: impl Fn(&str) -> bool,
) -> Option<Finding> {
    let has = |meaning: &str| found.has(meaning) || found.col_of(meaning, 1).is_some();
    let others = || unknown_columns(grid, found, dictionary);
    let (meaning, what, likely) = if !has("table") {
        let likely = others().find(|(_, below)| below.iter().all(|cell| is_whole(cell)));
        ("Table", "tables", likely)
    } else if !(found.has_name() || has("name") || has("id")) {
        let likely = others().find(|(_, below)| {
            let known = below.iter().filter(|cell| is_player(cell)).count();
            known * 2 > below.len()
        });
        ("Player", "players", likely)
    } else if !has("vp") && !preset.vp_from_columns() {
        // Without results it may be a seating that somebody else made.
        let likely = others().find(|(_, below)| below.iter().all(|cell| is_whole(cell)))?;
        ("VP", "scores", Some(likely))
    } else {
        return None;
    };
    let message = format!("this round's sheet has no column for its {what}");
    let help = match likely {
        Some((heading, _)) => format!(
            "name the column {meaning}; if it is \"{heading}\", add a row to the Event sheet: {}",
            mapping(meaning, &heading)
        ),
        None => format!("add a column with the header {meaning}"),
    };
    let code = if meaning == "Table" {
        Code::NoTable
    } else {
        Code::NoHeader
    };
    let first = grid
        .rows
        .iter()
        .find(|row| row.index == found.row)
        .and_then(|row| row.cells.first())
        .map_or(0, |cell| cell.col);
    Some(Finding::error(code, grid.at(found.row, first), message).help(help))
}

/// Headings that mean nothing known, with the texts below each.
fn unknown_columns(
    grid: &Grid,
    found: &Headers,
    dictionary: &Dictionary,
) -> impl Iterator<Item = (String, Vec<String>)> {
    let known = found.known_columns(&[]);
    let header = grid.rows.iter().find(|row| row.index == found.row);
    let headings: Vec<(u32, String)> = header
        .into_iter()
        .flat_map(|row| &row.cells)
        .filter(|cell| !known.contains(&cell.col) && !dictionary.knows(&cell.value))
        .map(|cell| (cell.col, cells::text(&cell.value)))
        .collect();
    headings
        .into_iter()
        .map(|(col, heading)| (heading, below(grid, found.row, col)))
        .filter(|(_, below)| below.len() > 1)
}

fn below(grid: &Grid, header: u32, col: u32) -> Vec<String> {
    let rows = grid.rows.iter().filter(|row| row.index > header);
    rows.filter_map(|row| row.get(col))
        .map(cells::text)
        .filter(|text| !text.is_empty())
        .take(SAMPLE)
        .collect()
}

/// The heading below which names stand, in a list without a known header.
fn likely_name(grid: &Grid) -> Option<String> {
    const WORDS: [&str; 8] = [
        "name",
        "heisst",
        "nenn",
        "callyou",
        "called",
        "sauc",
        "vards",
        "whoareyou",
    ];
    let row = grid.rows.first()?;
    let headings = headings(row)?;
    let asks = |text: &str| {
        let key = loose_key(text);
        WORDS.iter().any(|word| key.contains(word))
    };
    let fits = |col: u32| {
        let below = below(grid, row.index, col);
        let like = below.iter().filter(|text| is_like_a_name(text)).count();
        below.len() > 1 && like * 10 >= below.len() * 9
    };
    let asked = headings.iter().find(|(col, text)| asks(text) && fits(*col));
    // A heading that looks like a name itself is the first player.
    let shown = || {
        headings
            .iter()
            .find(|(col, text)| !is_like_a_name(text) && fits(*col))
    };
    asked.or_else(shown).map(|(_, text)| text.clone())
}

/// The texts of a row that may be a line of headings: no number among them.
fn headings(row: &Row) -> Option<Vec<(u32, String)>> {
    let all_texts = row.cells.iter().all(|cell| match &cell.value {
        Value::Text(text) => text.trim().parse::<f64>().is_err(),
        _ => false,
    });
    let headings = row
        .cells
        .iter()
        .map(|cell| (cell.col, cells::text(&cell.value)));
    (all_texts && row.cells.len() > 1).then(|| headings.collect())
}

/// Two words or more that begin with a capital letter, no digit among them.
fn is_like_a_name(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let capitals = words
        .iter()
        .filter(|word| word.starts_with(char::is_uppercase))
        .count();
    (2..=5).contains(&words.len())
        && capitals >= 2
        && !text.contains(|c: char| c.is_numeric() || "@/?:".contains(c))
}

fn is_whole(text: &str) -> bool {
    let text = text.strip_suffix(".0").unwrap_or(text);
    !text.is_empty() && text.len() <= 4 && text.bytes().all(|b| b.is_ascii_digit())
}
