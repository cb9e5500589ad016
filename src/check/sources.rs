//! What was read of each sheet, as plain text: the header and the known
//! columns, whatever the file's form, so that two copies of one sheet can be
//! told to be the same. Judges nothing.

use super::{Settings, cells, headers, roles};
use crate::model::{Grid, Place};
use crate::preset::Preset;

/// One sheet of the event, reduced to what is read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceSheet {
    /// The sheet.
    pub place: Place,
    /// Its header and the rows below: cells of known columns, as text; never
    /// an address or a telephone number.
    pub rows: Vec<Vec<String>>,
}

/// Gives every sheet that has a known header, in the order of the files.
#[must_use]
pub fn source_sheets(grids: &[Grid], settings: &Settings, preset: &Preset) -> Vec<SourceSheet> {
    let dictionary = headers::Dictionary::new(&settings.columns, &preset.columns);
    let sheet = |grid: &Grid| {
        let found = roles::headers_of(grid, &dictionary, &mut Vec::new())?;
        let columns = found.known_columns(&["email", "phone"]);
        let rows = grid.rows.iter().filter(|row| row.index >= found.row);
        let texts = rows.map(|row| {
            let cell = |col: &u32| row.get(*col).map(cells::text).unwrap_or_default();
            columns.iter().map(cell).collect::<Vec<String>>()
        });
        Some(SourceSheet {
            place: grid.place(),
            rows: texts
                .filter(|row| row.iter().any(|cell| !cell.is_empty()))
                .collect(),
        })
    };
    grids.iter().filter_map(sheet).collect()
}
