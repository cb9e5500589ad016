//! Small files that would grow without end, and large ones that are meant.

use std::fmt::Write as _;

use super::make::{
    bomb, compound, frame, ods, ods_table, sheet, xls_cell, xls_rows, xls_stream, xlsx, zip,
};
use super::{clean, event, limited, problems, refused, round};
use crate::harness::Test;

const SHEET: &str = "xl/worksheets/sheet1.xml";

#[test]
fn a_far_cell_costs_nothing_and_is_named() {
    let far = "<row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row></sheetData>";
    let text = sheet("", &round(&[]), "").replace("</sheetData>", far);
    let test = event().file("open/round-1.xlsx", xlsx("Round 1", &text));
    clean(&test);
    assert!(problems(&test, "note").contains(&"far-cell round-1.xlsx XFD1048576".to_owned()));

    let mut records = xls_rows(&round(&[]));
    records.extend(xls_cell(65_535, 255, 0, "1"));
    let xls = compound("Workbook", &xls_stream("Round 1", &records));
    let test = event().file("open/round-1.xls", xls);
    clean(&test);
    assert!(problems(&test, "note").contains(&"far-cell round-1.xls IV65536".to_owned()));

    let far = "<table:table-row table:number-rows-repeated=\"1048566\"><table:table-cell/></table:table-row>\
        <table:table-row><table:table-cell table:number-columns-repeated=\"16383\"/><table:table-cell office:value-type=\"float\" office:value=\"1\"/></table:table-row></table:table>";
    let table = ods_table("Round 1", &round(&[])).replace("</table:table>", far);
    let test = event().file("open/round-1.ods", ods(&table));
    clean(&test);
    assert!(problems(&test, "note").contains(&"far-cell round-1.ods XFD1048576".to_owned()));
}

#[test]
fn a_blank_far_cell_is_none() {
    let far = "<row r=\"1048576\"><c r=\"XFD1048576\" t=\"str\"><v> </v></c></row></sheetData>";
    let text = sheet("", &round(&[]), "").replace("</sheetData>", far);
    let test = event().file("open/round-1.xlsx", xlsx("Round 1", &text));
    clean(&test);
    assert!(
        !problems(&test, "note")
            .iter()
            .any(|note| note.starts_with("far-cell"))
    );
}

#[test]
fn a_cell_outside_of_any_spreadsheet_is_refused() {
    let text = sheet("", &round(&[]), "").replace(
        "</sheetData>",
        "<row r=\"99999999\"><c r=\"ZZZZ99999999\"><v>1</v></c></row></sheetData>",
    );
    refused(
        "a.xlsx",
        &xlsx("Round 1", &text),
        "error: a.xlsx, sheet \"Round 1\", cell ZZZZ99999999: this cell lies outside of any spreadsheet",
    );
}

#[test]
fn a_claim_of_more_texts_than_there_can_be_is_refused() {
    let mut parts = frame(&[("Round 1", "")]);
    parts.push((SHEET, sheet("", &round(&[]), "")));
    parts.push((
        "xl/sharedStrings.xml",
        "<sst uniqueCount=\"4294967295\"></sst>".to_owned(),
    ));
    refused(
        "a.xlsx",
        &zip(&parts),
        "error: a.xlsx: the workbook claims to hold 4294967295 texts, which it cannot",
    );
}

#[test]
fn packed_bombs_are_refused() {
    let mut parts = frame(&[("Round 1", "")]);
    let text = "<c t=\"inlineStr\"><is><t>a</t></is></c>";
    let one = bomb(
        &parts,
        (SHEET, "<worksheet><sheetData><row>", text, 10_000_000, ""),
    );
    refused(
        "a.xlsx",
        &one,
        "error: a.xlsx, sheet \"Round 1\": the workbook unpacks to over 256 MiB",
    );
    parts.push((SHEET, sheet("", &round(&[]), "")));
    let long = (
        "xl/sharedStrings.xml",
        "<sst><si><t>",
        "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
        9_000_000,
        "</t></si></sst>",
    );
    refused(
        "b.xlsx",
        &bomb(&parts, long),
        "error: b.xlsx: the workbook unpacks to over 256 MiB",
    );
    let many = (
        "xl/sharedStrings.xml",
        "<sst>",
        "<si><t/></si>",
        2_001_000,
        "</sst>",
    );
    refused(
        "c.xlsx",
        &bomb(&parts, many),
        "error: c.xlsx: the workbook has over 2,000,000 texts",
    );
}

#[test]
fn two_million_cells_are_the_most() {
    let parts = frame(&[("Round 1", "")]);
    let cells = (
        SHEET,
        "<worksheet><sheetData>",
        "<row><c><v>1</v></c></row>",
        1_048_000,
        "</sheetData></worksheet>",
    );
    let test = Test::new().file("a.xlsx", bomb(&parts, cells));
    let ran = limited(&test, "check a.xlsx");
    assert!(!ran.stderr.contains("filled cells"), "{}", ran.stderr);
    let cells = (
        SHEET,
        "<worksheet><sheetData>",
        "<row><c><v>1</v></c><c><v>2</v></c></row>",
        1_001_000,
        "</sheetData></worksheet>",
    );
    refused(
        "a.xlsx",
        &bomb(&parts, cells),
        "error: a.xlsx, sheet \"Round 1\", cell A1000001: the sheet has over 2,000,000 filled cells",
    );
    let row = "1\n".repeat(1_048_577);
    refused(
        "a.csv",
        row.as_bytes(),
        "error: a.csv, cell A1048577: the text has more rows or columns than a spreadsheet",
    );
    let wide = format!("{}\n", ",".repeat(16_384));
    refused(
        "a.csv",
        wide.as_bytes(),
        "error: a.csv, cell A1: the text has more rows or columns than a spreadsheet",
    );
    let full = format!("{}\n", vec!["1"; 16_000].join(",")).repeat(126);
    refused(
        "a.csv",
        full.as_bytes(),
        "error: a.csv, cell A126: the sheet has over 2,000,000 filled cells",
    );
}

#[test]
fn one_long_text_named_a_million_times_is_refused() {
    let mut parts = frame(&[("Round 1", "")]);
    let text = "a".repeat(30_000);
    parts.push((
        "xl/sharedStrings.xml",
        format!("<sst><si><t>{text}</t></si></sst>"),
    ));
    let cells = (
        SHEET,
        "<worksheet><sheetData>",
        "<row><c t=\"s\"><v>0</v></c></row>",
        1_000_000,
        "</sheetData></worksheet>",
    );
    refused(
        "a.xlsx",
        &bomb(&parts, cells),
        "error: a.xlsx, sheet \"Round 1\", cell A4474: the sheets hold over 128 MiB of text",
    );
}

#[test]
fn repeats_of_opendocument_are_unrolled_up_to_the_limit() {
    let cell = "<table:table-cell table:number-columns-repeated=\"90\" office:value-type=\"float\" office:value=\"1\"/>";
    let rows = |times: &str| {
        format!(
            "<table:table table:name=\"Round 1\"><table:table-row table:number-rows-repeated=\"{times}\">{cell}</table:table-row></table:table>"
        )
    };
    for times in ["1048576", "4294967295", "99999999999999999999999"] {
        let told = if times.len() > 20 {
            // Not even a number: it counts once.
            continue;
        } else {
            "error: a.ods, sheet \"Round 1\", cell U22223: the sheet has over 2,000,000 filled cells"
        };
        refused("a.ods", &ods(&rows(times)), told);
    }
    let long = format!(
        "<table:table table:name=\"Round 1\"><table:table-row><table:table-cell table:number-columns-repeated=\"16384\" office:value-type=\"string\"><text:p>{}</text:p></table:table-cell></table:table-row></table:table>",
        "a".repeat(100_000)
    );
    refused(
        "a.ods",
        &ods(&long),
        "error: a.ods, sheet \"Round 1\", cell AYQ1: the sheets hold over 128 MiB of text",
    );
    let mut spaces = String::from(
        "<table:table table:name=\"Players\"><table:table-row><table:table-cell office:value-type=\"string\"><text:p>Name",
    );
    for _ in 0..1000 {
        spaces.push_str("<text:s text:c=\"4294967295\"/>");
    }
    write!(
        spaces,
        "</text:p></table:table-cell></table:table-row></table:table>"
    )
    .unwrap();
    let test = Test::new().file("a.ods", ods(&spaces));
    assert_eq!(limited(&test, "check a.ods").status, 1);
}

#[test]
fn rings_in_old_containers_end() {
    let whole = compound("Workbook", &xls_stream("Round 1", &xls_rows(&round(&[]))));
    // The directory's sector, and then the stream's, follows itself.
    for (entry, next) in [(1_usize, 1_u32), (2, 2), (3, 2)] {
        let mut ring = whole.clone();
        ring[512 + entry * 4..516 + entry * 4].copy_from_slice(&next.to_le_bytes());
        let test = Test::new().file("a.xls", &ring);
        assert_eq!(limited(&test, "check a.xls").status, 1);
    }
}

#[test]
fn many_parts_and_deep_tags_are_refused() {
    let parts: Vec<(String, &str)> = (0..10_001).map(|at| (format!("p{at}"), "")).collect();
    let parts: Vec<(&str, &str)> = parts
        .iter()
        .map(|(name, text)| (name.as_str(), *text))
        .collect();
    refused(
        "a.xlsx",
        &zip(&parts),
        "error: a.xlsx: the workbook has over 10000 parts",
    );
    let parts = frame(&[("Round 1", "")]);
    let deep = (SHEET, "<worksheet><sheetData>", "<x>", 1_000_000, "");
    refused(
        "a.xlsx",
        &bomb(&parts, deep),
        "error: a.xlsx, sheet \"Round 1\": the sheet is damaged or cut off",
    );
}

#[test]
fn a_long_list_is_read_in_time() {
    let mut parts = frame(&[("Log", "")]);
    let row = "<row><c t=\"s\"><v>0</v></c><c><v>10</v></c><c t=\"s\"><v>1</v></c></row>";
    parts.push((
        "xl/sharedStrings.xml",
        "<sst uniqueCount=\"2\"><si><t>Anna Berg</t></si><si><t>x</t></si></sst>".to_owned(),
    ));
    let log = bomb(
        &parts,
        (
            SHEET,
            "<worksheet><sheetData>",
            row,
            500_000,
            "</sheetData></worksheet>",
        ),
    );
    let test = event()
        .file("open/round-1.csv", super::texts::csv(",", "\n"))
        .file("open/log.xlsx", log);
    clean(&test);
}

/// Each mistake was once compared with all before it.
#[test]
fn a_sheet_full_of_mistakes_is_told_in_time() {
    let row = |at: usize| format!("{},{},seven\n", at / 4 + 1, at % 2_000);
    let rows: String = (0..60_000).map(row).collect();
    let test = event().file("open/round-1.csv", format!("Table,Player,VP\n{rows}"));
    let ran = limited(&test, "check open");
    assert_eq!(ran.status, 1);
    let told = ran.stderr.lines().last();
    assert_eq!(told, Some("120000 errors; nothing was written"));
}
