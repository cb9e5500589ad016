//! What organisers' sheets did to other programs (the scenarios IN01 to IN27
//! of the shared cases), each with five variants of its kind.

mod folders;
mod identities;
mod lists;
mod round_trips;
mod texts;

use std::path::Path;

use rust_xlsxwriter::{Workbook, XlsxError};
use tabletally::model::{Event, Finding, Severity};
use tabletally::{check, preset, read};

/// Reads files that are in memory, as an event of the preset.
fn understood(preset: &str, files: &[(&str, &[u8])]) -> (Event, Vec<Finding>) {
    let input = read::read_bytes(files, None);
    let settings = check::settings(&input.grids);
    let preset = preset::load(preset, Path::new("."), &[]).unwrap();
    let (event, found) = check::event(&input.grids, &settings, &preset, "open");
    (event, [input.findings, found].concat())
}

/// The event's players, as `name|club`.
fn players(event: &Event) -> Vec<String> {
    let told = |player: &tabletally::model::Player| {
        format!("{}|{}", player.name, player.club.as_deref().unwrap_or(""))
    };
    event.players.iter().map(told).collect()
}

fn names(event: &Event) -> Vec<&str> {
    event
        .players
        .iter()
        .map(|player| player.name.as_str())
        .collect()
}

/// The findings of a severity, as `code cell`.
fn told(findings: &[Finding], severity: Severity) -> Vec<String> {
    let of = findings
        .iter()
        .filter(|finding| finding.severity == severity);
    of.map(|finding| {
        let cell = finding.place.as_ref().and_then(|place| place.cell);
        let cell = cell.map_or_else(|| "-".to_owned(), |cell| cell.to_string());
        format!("{} {cell}", finding.code.as_str())
    })
    .collect()
}

/// Every message in full, to look for words in.
fn messages(findings: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let help = finding.help.as_deref().unwrap_or("");
        format!("{}; {help}\n", finding.message)
    };
    findings.iter().map(line).collect()
}

/// A workbook of one sheet.
fn workbook(
    sheet: &str,
    fill: impl Fn(&mut rust_xlsxwriter::Worksheet) -> Result<(), XlsxError>,
) -> Vec<u8> {
    let mut book = Workbook::new();
    let target = book.add_worksheet();
    target.set_name(sheet).unwrap();
    fill(target).unwrap();
    book.save_to_buffer().unwrap()
}

/// A workbook whose cells are texts; empty ones stay away.
fn of_texts(sheet: &str, rows: &[&[&str]]) -> Vec<u8> {
    workbook(sheet, |target| {
        for (row, cells) in (0..).zip(rows) {
            for (col, cell) in (0..).zip(*cells) {
                if !cell.is_empty() {
                    target.write_string(row, col, *cell)?;
                }
            }
        }
        Ok(())
    })
}
