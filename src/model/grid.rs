//! A sheet as it was found: filled cells at absolute positions, with nothing
//! understood yet. The readers make grids; the checks read them.

use std::sync::Arc;

use super::{CellRef, Place};

/// What kind of file a grid came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// A worksheet of a workbook (xlsx, xlsm, xls, xlsb, ods).
    Workbook,
    /// Delimited text.
    Csv,
}

/// What a cell holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Text, as typed (never empty or only blanks).
    Text(Box<str>),
    /// A number. `shown` is what a person sees where the plain number would
    /// say something else: `00417`, or digits that a double cannot hold.
    Number {
        /// The stored value, always finite.
        value: f64,
        /// What the sheet shows, where that differs.
        shown: Option<Box<str>>,
    },
    /// A truth value.
    Bool(bool),
    /// A date or time: the spreadsheet's serial day number (1900 system,
    /// whatever the file uses), and whether it is a duration.
    Date {
        /// Days since the epoch; the fraction is the time of day.
        serial: f64,
        /// Shown as a time span or time of day, with no date.
        time_only: bool,
    },
    /// An error cell, as it is shown: `#N/A`.
    Error(Box<str>),
    /// A formula that was saved without its result.
    NoResult(Box<str>),
}

/// A filled cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Cell {
    /// Column, from zero.
    pub col: u32,
    /// What it holds.
    pub value: Value,
}

/// A row with at least one filled cell; cells by ascending column.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Row, from zero, as a spreadsheet would count it.
    pub index: u32,
    /// The filled cells.
    pub cells: Vec<Cell>,
}

impl Row {
    /// Gives what stands in a column, if anything does.
    #[must_use]
    pub fn get(&self, col: u32) -> Option<&Value> {
        self.cells
            .binary_search_by_key(&col, |cell| cell.col)
            .ok()
            .map(|at| &self.cells[at].value)
    }
}

/// One sheet.
#[derive(Clone, Debug, PartialEq)]
pub struct Grid {
    /// The file, relative to the event, as messages name it.
    pub file: Arc<str>,
    /// The worksheet's name; `None` for delimited text.
    pub sheet: Option<Arc<str>>,
    /// What kind of file it is.
    pub format: Format,
    /// Whether the workbook hides this sheet.
    pub hidden: bool,
    /// Rows with something in them, ascending.
    pub rows: Vec<Row>,
    /// Merged areas (first and last cell), ascending by first cell.
    pub merges: Vec<(CellRef, CellRef)>,
}

impl Grid {
    /// Gives the place of the whole sheet.
    #[must_use]
    pub fn place(&self) -> Place {
        Place {
            file: self.file.clone(),
            sheet: self.sheet.clone(),
            cell: None,
        }
    }

    /// Gives the place of one cell.
    #[must_use]
    pub fn at(&self, row: u32, col: u32) -> Place {
        self.place().at(CellRef::new(row, col))
    }

    /// Gives the name by which the sheet's role is known: the worksheet's
    /// name, or the file's stem where nobody named the worksheet.
    #[must_use]
    pub fn role_name(&self) -> &str {
        if let Some(sheet) = self.sheet.as_deref().filter(|sheet| is_given(sheet)) {
            return sheet;
        }
        let name = self.file.rsplit('/').next().unwrap_or(&self.file);
        name.rsplit_once('.').map_or(name, |(stem, _)| stem)
    }

    /// Gives a row, if anything stands in it.
    #[must_use]
    pub fn row(&self, row: u32) -> Option<&Row> {
        let at = self
            .rows
            .binary_search_by_key(&row, |line| line.index)
            .ok()?;
        Some(&self.rows[at])
    }

    /// Gives what stands in a cell, if anything does.
    #[must_use]
    pub fn get(&self, row: u32, col: u32) -> Option<&Value> {
        self.row(row)?.get(col)
    }
}

/// `Sheet1` is what a spreadsheet program calls the first sheet of a workbook
/// by itself, in the languages of our users and their neighbours.
fn is_given(sheet: &str) -> bool {
    const FIRST: [&str; 9] = [
        "sheet1",
        "tabelle1",
        "lapa1",
        "blatt1",
        "sheet",
        "arkusz1",
        "feuil1",
        "munka1",
        "лист1",
    ];
    !FIRST.contains(&sheet.to_lowercase().as_str())
}
