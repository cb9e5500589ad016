//! Where the readers put filled cells: one sheet in the making. Knows limits
//! and order; knows no file format and understands no cell.

use super::limits::{Allowance, LAST_COL, LAST_ROW, MOST_CELLS, Refusal};
use crate::model::{Cell, CellRef, Code, Finding, Format, Grid, Place, Row, Value};

/// How far from its neighbour a cell is worth a note.
const FAR_ROWS: u32 = 10_000;
const FAR_COLS: u32 = 1_000;

/// One sheet in the making.
pub(super) struct Sink<'a> {
    grid: Grid,
    allowance: &'a mut Allowance,
    cells: usize,
    /// Cells that did not come in order, with their rows.
    late: Vec<(u32, Cell)>,
    stopped: Option<Finding>,
}

/// Makes a grid with nothing in it.
pub(super) fn empty_grid(file: &str, sheet: Option<&str>) -> Grid {
    Grid {
        file: file.into(),
        sheet: sheet.map(Into::into),
        format: if sheet.is_some() {
            Format::Workbook
        } else {
            Format::Csv
        },
        hidden: false,
        rows: Vec::new(),
        merges: Vec::new(),
    }
}

/// Error cells as spreadsheet programs write them into text files and texts,
/// in English and German.
const ERRORS: [&str; 19] = [
    "#N/A",
    "#NV",
    "#DIV/0!",
    "#VALUE!",
    "#WERT!",
    "#REF!",
    "#BEZUG!",
    "#NAME?",
    "#NUM!",
    "#ZAHL!",
    "#NULL!",
    "#SPILL!",
    "#ÜBERLAUF!",
    "#CALC!",
    "#KALK!",
    "#FIELD!",
    "#BLOCKED!",
    "#CONNECT!",
    "#GETTING_DATA",
];

/// Gives a text as a value; `None` where nothing can be seen of it.
pub(super) fn text(text: &str) -> Option<Value> {
    let unseen = |c: char| {
        c.is_whitespace() || matches!(c, '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}')
    };
    if text.starts_with('#') && ERRORS.contains(&text.trim()) {
        return Some(Value::Error(text.trim().into()));
    }
    (!text.chars().all(unseen)).then(|| Value::Text(text.into()))
}

impl<'a> Sink<'a> {
    /// Begins a sheet.
    pub(super) const fn new(grid: Grid, allowance: &'a mut Allowance) -> Self {
        Self {
            grid,
            allowance,
            cells: 0,
            late: Vec::new(),
            stopped: None,
        }
    }

    /// Takes a filled cell; false where the sheet is not read any further.
    pub(super) fn put(&mut self, row: u32, col: u32, value: Value) -> bool {
        if row > LAST_ROW || col > LAST_COL {
            let message = "this cell lies outside of any spreadsheet".to_owned();
            self.stop(row, col, message);
            return false;
        }
        let size = match &value {
            Value::Text(text) | Value::Error(text) | Value::NoResult(text) => text.len(),
            _ => 0,
        };
        if self.cells >= MOST_CELLS || self.allowance.cells == 0 {
            let message = "the sheet has over 2,000,000 filled cells".to_owned();
            self.stop(row, col, message);
            return false;
        }
        if size > self.allowance.text {
            self.stop(row, col, "the sheets hold over 128 MiB of text".to_owned());
            return false;
        }
        self.cells += 1;
        self.allowance.cells -= 1;
        self.allowance.text -= size;
        let cell = Cell { col, value };
        match self.grid.rows.last_mut() {
            Some(last) if last.index > row => self.late.push((row, cell)),
            Some(last) if last.index == row => {
                if last.cells.last().is_none_or(|before| before.col < col) {
                    last.cells.push(cell);
                } else {
                    self.late.push((row, cell));
                }
            }
            _ => self.grid.rows.push(Row {
                index: row,
                cells: vec![cell],
            }),
        }
        true
    }

    fn stop(&mut self, row: u32, col: u32, message: String) {
        let finding = Refusal::TooLarge(message).finding(self.grid.at(row, col));
        self.stopped.get_or_insert(finding);
    }

    /// Gives the place of the whole sheet.
    pub(super) fn place(&self) -> Place {
        self.grid.place()
    }

    /// Notes a merged area.
    pub(super) fn merge(&mut self, first: CellRef, last: CellRef) {
        if self.grid.merges.len() < MOST_CELLS && first < last {
            self.grid.merges.push((first, last));
        }
    }

    /// Ends the sheet; `None` where it could not be taken whole.
    pub(super) fn finish(mut self, findings: &mut Vec<Finding>) -> Option<Grid> {
        if let Some(stopped) = self.stopped {
            findings.push(stopped);
            return None;
        }
        self.grid.merges.sort_unstable();
        self.grid.merges.dedup();
        let late = std::mem::take(&mut self.late);
        if !late.is_empty() {
            sort_in(&mut self.grid, late, findings);
        }
        if self.grid.hidden {
            let what = "this hidden sheet was read";
            findings.push(Finding::note(Code::HiddenSheet, self.grid.place(), what));
        }
        tell_far(&self.grid, findings);
        Some(self.grid)
    }
}

/// Puts late cells in their places. Of two for one place the later counts,
/// as in spreadsheet programs, with a warning.
fn sort_in(grid: &mut Grid, late: Vec<(u32, Cell)>, findings: &mut Vec<Finding>) {
    let (late_row, late_col) = (late[0].0, late[0].1.col);
    let rows = std::mem::take(&mut grid.rows).into_iter();
    let mut all: Vec<(u32, Cell)> = rows
        .flat_map(|row| row.cells.into_iter().map(move |cell| (row.index, cell)))
        .chain(late)
        .collect();
    all.sort_by_key(|(row, cell)| (*row, cell.col));
    let mut twice: Vec<CellRef> = Vec::new();
    for (index, cell) in all {
        let at = CellRef::new(index, cell.col);
        match grid.rows.last_mut() {
            Some(row) if row.index == index => match row.cells.last_mut() {
                Some(before) if before.col == cell.col => {
                    if before.value != cell.value {
                        twice.push(at);
                    }
                    *before = cell;
                }
                _ => row.cells.push(cell),
            },
            _ => grid.rows.push(Row {
                index,
                cells: vec![cell],
            }),
        }
    }
    let help = "look at the cell in a spreadsheet program, and save the workbook there";
    findings.extend(twice.iter().take(20).map(|at| {
        Finding::warning(
            Code::DuplicateCell,
            grid.place().at(*at),
            "the file holds this cell twice, with two values; the later one counts",
        )
        .help(help)
    }));
    if twice.is_empty() {
        findings.push(
            Finding::warning(
                Code::OutOfOrder,
                grid.at(late_row, late_col),
                "the cells of this sheet are not in order in the file; they were sorted",
            )
            .help(help),
        );
    }
}

/// Notes the first cell that stands far away from all before it.
fn tell_far(grid: &Grid, findings: &mut Vec<Finding>) {
    let below = grid
        .rows
        .windows(2)
        .find(|pair| pair[1].index - pair[0].index > FAR_ROWS)
        .and_then(|pair| Some((pair[1].index, pair[1].cells.first()?.col)));
    let beside = grid.rows.iter().find_map(|row| {
        let pair = row
            .cells
            .windows(2)
            .find(|pair| pair[1].col - pair[0].col > FAR_COLS)?;
        Some((row.index, pair[1].col))
    });
    let alone = grid
        .rows
        .iter()
        .find(|row| row.cells.first().is_some_and(|cell| cell.col > FAR_COLS))
        .map(|row| (row.index, row.cells[0].col));
    if let Some((row, col)) = below.or(beside).or(alone) {
        findings.push(
            Finding::note(
                Code::FarCell,
                grid.at(row, col),
                "this filled cell stands far away from all others",
            )
            .help("empty it if it was filled by mistake"),
        );
    }
}
