use std::fs;

use super::*;
use crate::model::{CellRef, Value};

fn grids(name: &str, bytes: &[u8]) -> Input {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(name), bytes).unwrap();
    read(&[folder.path().to_path_buf()], None)
}

fn cell(grid: &Grid, row: u32, col: u32) -> &str {
    match grid.get(row, col) {
        Some(Value::Text(text)) => text,
        other => panic!("{other:?}"),
    }
}

#[test]
fn in01_a_byte_order_mark_belongs_to_no_header() {
    let utf8 = grids(
        "players.csv",
        b"\xEF\xBB\xBFName;Club\r\nAnna Berg;North\r\nBen Ode;South\r\n",
    );
    let utf16: Vec<u8> = "\u{feff}Name\tClub\r\nAnna Berg\tNorth\r\nBen Ode\tSouth\r\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    for input in [utf8, grids("players.csv", &utf16)] {
        assert_eq!(cell(&input.grids[0], 0, 0), "Name");
        assert_eq!(cell(&input.grids[0], 2, 1), "South");
        assert!(input.findings.is_empty());
    }
}

#[test]
fn in05_windows_text_is_read_and_told() {
    let input = grids(
        "players.csv",
        b"Name,Club\r\nBj\xf8rn Lund,\xd8st\r\nRen\xe9e M\xfcller,S\xfcd\r\n",
    );
    assert_eq!(cell(&input.grids[0], 2, 0), "Renée Müller");
    assert_eq!(input.findings[0].code, Code::EncodingGuessed);
}

#[test]
fn rows_are_counted_as_a_spreadsheet_counts_them() {
    let input = grids(
        "a.csv",
        b"sep=;\r\nName;Club\r\n\r\n\r\n\"Anna\r\nBerg\";x\r\nBen;7,5\r\n",
    );
    let grid = &input.grids[0];
    let rows: Vec<u32> = grid.rows.iter().map(|row| row.index).collect();
    assert_eq!(rows, [1, 4, 5]);
    assert_eq!(cell(grid, 5, 1), "7,5");
}

#[test]
fn in09_the_guard_against_formulas_is_taken_off() {
    let input = grids("a.csv", b"Name\n'=Kim\n''x\n'plain\n");
    let names: Vec<&str> = (1..4).map(|row| cell(&input.grids[0], row, 0)).collect();
    assert_eq!(names, ["=Kim", "'x", "'plain"]);
}

#[test]
fn files_that_are_none_say_which() {
    for (name, bytes, word) in [
        ("a.xlsx", &b"just,text"[..], "text file"),
        ("a.xls", &b"<html><table></table></html>"[..], "web page"),
        ("a.xlsx", &b"PK\x03\x04cut off"[..], "damaged"),
        ("a.xlsx", &b""[..], "empty"),
    ] {
        let input = grids(name, bytes);
        assert!(
            input.findings[0].message.contains(word),
            "{:?}",
            input.findings
        );
        assert!(input.grids.is_empty());
    }
}

#[test]
fn a_far_cell_costs_nothing_and_a_bare_formula_is_told() {
    let mut book = rust_xlsxwriter::Workbook::new();
    let sheet = book.add_worksheet();
    sheet.write_string(0, 0, "Name").unwrap();
    sheet.write_number(1, 0, 12.0).unwrap();
    sheet.write_string(LAST.row, LAST.col as u16, " x").unwrap();
    let input = grids("~.xlsx", &book.save_to_buffer().unwrap());
    assert_eq!(input.grids[0].rows.len(), 3);
    assert_eq!(
        input.grids[0].get(1, 0),
        Some(&Value::Number {
            value: 12.0,
            shown: None
        })
    );
}

const LAST: CellRef = CellRef::new(1_048_575, 16_383);

#[test]
fn lock_files_and_backups_are_passed_over() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "~$round-1.xlsx",
        ".hidden.csv",
        "round-1.csv~",
        "round-1.before-reseat-1.xlsx",
        "README.txt",
    ] {
        fs::write(folder.path().join(name), "x").unwrap();
    }
    let input = read(&[folder.path().to_path_buf()], None);
    assert_eq!(input.findings[0].code, Code::EmptyEvent);
}
