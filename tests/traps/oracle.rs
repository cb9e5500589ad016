//! The readers against another one: what calamine makes of a sound workbook
//! is what our own readers make of it.

use std::io::Cursor;
use std::path::Path;

use calamine::{Data, Reader as _, open_workbook_auto_from_rs};
use tabletally::model::{Grid, Value};

use super::make::{compound, ods, ods_table, xls_rows, xls_stream, xlsb, xlsx_of};
use super::round;

/// Every filled cell as text, by sheet and place.
fn ours(path: &Path) -> Vec<String> {
    let input = tabletally::read::read(&[path.to_path_buf()], None);
    let cells = |grid: &Grid| {
        let sheet = grid.sheet.clone().unwrap();
        let rows = grid.rows.iter().flat_map(|row| {
            let at =
                move |cell: &tabletally::model::Cell| (row.index, cell.col, shown(&cell.value));
            row.cells.iter().map(at)
        });
        rows.map(|cell| format!("{sheet} {cell:?}"))
            .collect::<Vec<_>>()
    };
    let mut cells: Vec<String> = input.grids.iter().flat_map(cells).collect();
    cells.sort();
    cells
}

fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) | Value::Error(text) | Value::NoResult(text) => text.to_string(),
        Value::Number { value, .. } | Value::Date { serial: value, .. } => value.to_string(),
        Value::Bool(value) => value.to_string(),
    }
}

fn theirs(bytes: Vec<u8>) -> Vec<String> {
    let mut book = open_workbook_auto_from_rs(Cursor::new(bytes)).unwrap();
    let mut cells = Vec::new();
    for sheet in book.sheet_names() {
        let range = book.worksheet_range(&sheet).unwrap();
        let (top, left) = range.start().unwrap_or_default();
        for (row, col, data) in range.used_cells() {
            let text = match data {
                Data::DateTime(date) => date.as_f64().to_string(),
                Data::Error(error) => error.to_string(),
                data => data.to_string(),
            };
            if !text.trim().is_empty() {
                cells.push(format!(
                    "{sheet} {:?}",
                    (top + row as u32, left + col as u32, text)
                ));
            }
        }
    }
    cells.sort();
    cells
}

fn agree(name: &str, bytes: Vec<u8>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, &bytes).unwrap();
    let ours = ours(&path);
    assert!(!ours.is_empty(), "{name}");
    assert_eq!(ours, theirs(bytes), "{name}");
}

#[test]
fn both_read_the_same_in_every_form() {
    let rows = round(&[(3, 4, "7.25"), (4, 4, "-12345")]);
    agree("a.xlsx", xlsx_of("Round 1", &rows));
    agree("a.xlsb", xlsb("Round 1", &rows));
    agree("a.ods", ods(&ods_table("Round 1", &rows)));
    agree(
        "a.xls",
        compound("Workbook", &xls_stream("Round 1", &xls_rows(&rows))),
    );
}

#[test]
fn both_read_the_same_in_the_samples() {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    let mut books = 0;
    for folder in std::fs::read_dir(samples).unwrap() {
        for file in std::fs::read_dir(folder.unwrap().path()).unwrap() {
            let path = file.unwrap().path();
            let kind = path.extension().and_then(|kind| kind.to_str());
            if matches!(kind, Some("xlsx" | "xls" | "ods" | "xlsb")) {
                let name = path.file_name().unwrap().to_str().unwrap();
                agree(name, std::fs::read(&path).unwrap());
                books += 1;
            }
        }
    }
    assert!(books > 0);
}
