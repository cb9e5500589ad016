//! Results in a row that names nobody. Such a row cannot count, and would
//! otherwise make a table smaller than it was without a word (spec 2,
//! Sheets). Knows headers; understands no value.

use super::headers::{Headers, MOST_IN_ROW, preset_meaning};
use super::records::Record;
use crate::model::{Code, Finding, Grid, Row};
use crate::preset::Preset;

/// Tells each result of a row that stands beside neither an ID nor a name.
pub(super) fn tell(
    grid: &Grid,
    headers: &Headers,
    row: &Row,
    preset: &Preset,
    findings: &mut Vec<Finding>,
) {
    let numbers: Vec<Option<u32>> = match headers.players_in_row() {
        Some(many) => (1..=many.min(MOST_IN_ROW)).map(Some).collect(),
        None => vec![None],
    };
    for number in numbers {
        let record = Record {
            grid,
            headers,
            row,
            number,
        };
        if record.name().is_some() || record.text("id").is_some() {
            continue;
        }
        let Some(meaning) = result(&record, preset) else {
            continue;
        };
        let value = record.text(&meaning).unwrap_or_default();
        let message = format!("\"{value}\" is a result, and its row names no player");
        let help = "type the player's ID or name, or clear the result; a row of totals begins with a word such as Total";
        findings
            .push(Finding::error(Code::UnknownPlayer, record.place(&meaning), message).help(help));
    }
}

/// The first column of the player's own that holds a result.
fn result(record: &Record<'_>, preset: &Preset) -> Option<String> {
    let own = ["vp", "winner", "penalty"].map(ToOwned::to_owned);
    let further = preset
        .columns
        .iter()
        .map(|column| preset_meaning(&column.key));
    own.into_iter()
        .chain(further)
        .find(|meaning| record.is_own(meaning) && record.filled(meaning).is_some())
}
