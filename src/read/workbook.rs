//! Workbooks -> grids, cell by cell, so that one stray or broken cell costs
//! nothing else. Understands no cell.

use std::fmt::Display;
use std::io::Cursor;

use calamine::{Data, DataRef, Ods, Reader, SheetType, SheetVisible, Xls, Xlsb, Xlsx};

use super::guard::{self, Refusal};
use super::text::MOST_CELLS;
use crate::model::{Cell, CellRef, Code, Finding, Format, Grid, Place, Row, Value};

/// The furthest cell of a spreadsheet.
const LAST_ROW: u32 = 1_048_575;
const LAST_COL: u32 = 16_383;

/// Reads all sheets of a workbook.
pub(super) fn read(file: &str, bytes: Vec<u8>, grids: &mut Vec<Grid>, findings: &mut Vec<Finding>) {
    let place = Place::file(file);
    if !bytes.starts_with(b"PK") {
        return ranges::<Xls<_>>(file, bytes, grids, findings);
    }
    let seen = match guard::look(&bytes) {
        Ok(seen) => seen,
        Err(Refusal::Damaged) => return findings.push(broken(&place, "")),
        Err(Refusal::TooLarge) => {
            let finding = Finding::error(
                Code::TooLarge,
                place,
                "the workbook would take far more memory than an event needs",
            );
            return findings.push(finding.help("copy the event's rows into a new workbook"));
        }
    };
    if seen.own_standings {
        return findings.push(Finding::note(
            Code::SheetIgnored,
            place,
            "this is a standings workbook of ours and was not read",
        ));
    }
    if seen.ods {
        ranges::<Ods<_>>(file, bytes, grids, findings);
    } else if seen.xlsb {
        ranges::<Xlsb<_>>(file, bytes, grids, findings);
    } else if let Some(mut book) = open::<Xlsx<_>>(&place, bytes, findings) {
        stream(file, &mut book, grids, findings);
    }
}

fn open<R: Reader<Cursor<Vec<u8>>>>(
    place: &Place,
    bytes: Vec<u8>,
    findings: &mut Vec<Finding>,
) -> Option<R>
where
    R::Error: Display,
{
    let opened = R::new(Cursor::new(bytes));
    opened
        .map_err(|error| findings.push(broken(place, &error.to_string())))
        .ok()
}

fn broken(place: &Place, reason: &str) -> Finding {
    if reason.to_lowercase().contains("password") {
        return Finding::error(
            Code::BadFile,
            place.clone(),
            "the workbook is protected with a password",
        )
        .help("save it without a password");
    }
    Finding::error(
        Code::BadFile,
        place.clone(),
        "the workbook is damaged or cut off",
    )
    .help("open it in a spreadsheet program and save it again")
}

fn stream(
    file: &str,
    book: &mut Xlsx<Cursor<Vec<u8>>>,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) {
    let sheets = book.sheets_metadata().to_vec();
    for sheet in sheets
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
    {
        let mut grid = new_grid(file, &sheet.name, sheet.visible, findings);
        let areas = book
            .merge_cells_by_sheet_name(&sheet.name)
            .unwrap_or_default();
        let merges = areas.into_iter().map(|area| {
            (
                CellRef::new(area.start.0, area.start.1),
                CellRef::new(area.end.0, area.end.1),
            )
        });
        grid.merges = merges.collect();
        grid.merges.sort();
        let mut filled: Vec<(u32, Cell)> = Vec::new();
        let Ok(mut reader) = book.worksheet_cells_reader(&sheet.name) else {
            findings.push(broken(&grid.place(), ""));
            continue;
        };
        let mut failures = 0;
        loop {
            let (position, value) = match reader.next_cell_with_formula() {
                Ok(None) => break,
                Ok(Some(cell)) => (cell.pos, stream_value(&cell.value, cell.formula.as_deref())),
                // One bad cell is passed over; a reader that cannot go on is not.
                Err(_) if failures < 1000 => {
                    failures += 1;
                    continue;
                }
                Err(_) => break,
            };
            let Some(value) = value else { continue };
            if position.0 > LAST_ROW || position.1 > LAST_COL || filled.len() >= MOST_CELLS {
                let finding = Finding::error(
                    Code::TooLarge,
                    grid.at(position.0, position.1),
                    "the sheet goes further than any spreadsheet, or has over 2,000,000 filled cells",
                );
                findings.push(finding.help("copy the event's rows into a new sheet"));
                break;
            }
            filled.push((
                position.0,
                Cell {
                    col: position.1,
                    value,
                },
            ));
        }
        if failures > 0 {
            findings.push(
                Finding::warning(
                    Code::ErrorCell,
                    grid.place(),
                    format!("{failures} cells of the sheet could not be read"),
                )
                .help("open it in a spreadsheet program and save it again"),
            );
        }
        grid.rows = rows(filled);
        grids.push(grid);
    }
}

fn new_grid(file: &str, sheet: &str, visible: SheetVisible, findings: &mut Vec<Finding>) -> Grid {
    let hidden = visible != SheetVisible::Visible;
    let grid = Grid {
        file: file.to_owned(),
        sheet: Some(sheet.to_owned()),
        format: Format::Workbook,
        hidden,
        rows: Vec::new(),
        merges: Vec::new(),
    };
    if hidden {
        findings.push(Finding::note(
            Code::HiddenSheet,
            grid.place(),
            "this hidden sheet was read",
        ));
    }
    grid
}

fn stream_value(value: &DataRef<'_>, formula: Option<&str>) -> Option<Value> {
    let data: Data = value.clone().into();
    match (value_of(&data), formula) {
        (None, Some(formula)) if !formula.is_empty() && matches!(data, Data::Empty) => {
            Some(Value::NoResult(format!("={formula}").into()))
        }
        (value, _) => value,
    }
}

fn value_of(data: &Data) -> Option<Value> {
    match data {
        Data::Empty => None,
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => {
            (!text.trim().is_empty()).then(|| Value::Text(text.as_str().into()))
        }
        Data::Int(value) => Some(Value::Number {
            value: *value as f64,
            shown: None,
        }),
        Data::Float(value) if value.is_finite() => Some(Value::Number {
            value: *value,
            shown: None,
        }),
        Data::Float(value) => Some(Value::Error(value.to_string().into())),
        Data::Bool(value) => Some(Value::Bool(*value)),
        Data::DateTime(date) => Some(Value::Date {
            serial: date.as_f64(),
            time_only: date.is_duration(),
        }),
        Data::Error(error) => Some(Value::Error(error.to_string().into())),
    }
}

/// The older forms have no stream; their size was looked at before.
fn ranges<R: Reader<Cursor<Vec<u8>>>>(
    file: &str,
    bytes: Vec<u8>,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) where
    R::Error: Display,
{
    let Some(mut book) = open::<R>(&Place::file(file), bytes, findings) else {
        return;
    };
    let sheets = book.sheets_metadata().to_vec();
    for sheet in sheets
        .iter()
        .filter(|sheet| sheet.typ == SheetType::WorkSheet)
    {
        let mut grid = new_grid(file, &sheet.name, sheet.visible, findings);
        let Ok(range) = book.worksheet_range(&sheet.name) else {
            findings.push(broken(&grid.place(), ""));
            continue;
        };
        let (top, left) = range.start().unwrap_or((0, 0));
        let filled = range.used_cells().filter_map(|(row, col, data)| {
            value_of(data).map(|value| {
                (
                    top + row as u32,
                    Cell {
                        col: left + col as u32,
                        value,
                    },
                )
            })
        });
        grid.rows = rows(filled.take(MOST_CELLS).collect());
        grids.push(grid);
    }
}

/// Cells in any order, the last of a double one counting, to rows.
fn rows(mut filled: Vec<(u32, Cell)>) -> Vec<Row> {
    filled.sort_by_key(|(row, cell)| (*row, cell.col));
    let mut rows: Vec<Row> = Vec::new();
    for (index, cell) in filled {
        match rows.last_mut() {
            Some(row) if row.index == index => {
                row.cells.retain(|earlier| earlier.col != cell.col);
                row.cells.push(cell);
            }
            _ => rows.push(Row {
                index,
                cells: vec![cell],
            }),
        }
    }
    rows
}
