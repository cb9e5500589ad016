//! Workbooks that are odd, old or broken: what is read, and what is told.

use super::make::{
    compound, frame, ods, ods_table, record, sheet, xls_cell, xls_rows, xls_stream, xls5_stream,
    xlsb, xlsx, xlsx_of, zip,
};
use super::{clean, event, problems, refused, round};
use crate::harness::Test;
use tabletally::model::{CellRef, Value};

/// An event whose first round is this file.
fn with_round(name: &str, bytes: &[u8]) -> Test {
    event().file(&format!("open/{name}"), bytes)
}

/// An event whose first round has these cells, as XML, in its VP column.
fn with_vp(cells: &[(usize, &str)]) -> Test {
    let changes: Vec<(usize, usize, &str)> =
        cells.iter().map(|(row, xml)| (*row, 4, *xml)).collect();
    with_round("round-1.xlsx", &xlsx_of("Round 1", &round(&changes)))
}

#[test]
fn every_form_is_read_whatever_its_name() {
    let rows = round(&[]);
    let xls = compound("Workbook", &xls_stream("Round 1", &xls_rows(&rows)));
    for (name, bytes) in [
        ("round-1.xlsx", xlsx_of("Round 1", &rows)),
        ("ROUND-1.XLSX", xlsx_of("Round 1", &rows)),
        ("round-1.xlsm", xlsx_of("Round 1", &rows)),
        ("round-1.xlsb", xlsb("Round 1", &rows)),
        ("round-1.xls", xls.clone()),
        ("round-1.xls", xls_stream("Round 1", &xls_rows(&rows))),
        ("round-1.ods", ods(&ods_table("Round 1", &rows))),
        ("round-1.xls", xlsx_of("Round 1", &rows)),
        ("round-1.csv", xlsx_of("Round 1", &rows)),
        ("round-1.xlsx", xls),
        ("round-1.xlsx", ods(&ods_table("Round 1", &rows))),
    ] {
        clean(&with_round(name, &bytes));
    }
}

#[test]
fn an_excel_5_workbook_has_texts_in_its_code_page() {
    let mut records = Vec::new();
    for (row, text) in [(0_u16, &b"Player"[..]), (1, b"J\xe2nis B\xe7rzi\xf2\xf0")] {
        let mut data: Vec<u8> = [row, 2, 0, text.len() as u16]
            .into_iter()
            .flat_map(u16::to_le_bytes)
            .collect();
        data.extend(text);
        records.push(record(0x0204, &data));
    }
    let stream = xls5_stream("Round 1", 1257, &records);
    let input = tabletally::read::read_bytes(&[("a.xls", &compound("Book", &stream))], None);
    let name = input.grids[0].get(1, 2);
    assert_eq!(name, Some(&Value::Text("Jānis Bērziņš".into())));
    assert_eq!(input.grids[0].role_name(), "Round 1");
}

#[test]
fn merged_areas_are_kept_in_every_form() {
    let merge = "<mergeCells count=\"1\"><mergeCell ref=\"A2:A5\"/></mergeCells>";
    let spanned = "<table:table-cell table:number-rows-spanned=\"4\" table:number-columns-spanned=\"1\" office:value-type=\"float\" office:value=\"1\"/>";
    let mut records = xls_rows(&round(&[]));
    records.push(record(0x00E5, &[1, 0, 1, 0, 4, 0, 0, 0, 0, 0]));
    for (name, bytes) in [
        ("a.xlsx", xlsx("Round 1", &sheet("", &round(&[]), merge))),
        (
            "a.ods",
            ods(&ods_table("Round 1", &round(&[(2, 1, spanned)]))),
        ),
        (
            "a.xls",
            compound("Workbook", &xls_stream("Round 1", &records)),
        ),
    ] {
        let input = tabletally::read::read_bytes(&[(name, &bytes)], None);
        let area = (CellRef::new(1, 0), CellRef::new(4, 0));
        assert_eq!(input.grids[0].merges, [area], "{name}");
    }
}

#[test]
fn files_that_are_none_say_which() {
    let whole = xlsx_of("Round 1", &round(&[]));
    let half = &whole[..whole.len() / 2];
    let web = "\u{feff}<html><body><table><tr><td>Name</td></tr></table></body></html>";
    let xml =
        "<?xml version=\"1.0\"?><Workbook xmlns=\"urn:schemas-microsoft-com:office:spreadsheet\"/>";
    let word = zip(&[("[Content_Types].xml", ""), ("word/document.xml", "")]);
    let archive = zip(&[("round-1.csv", "Table,Player,VP\n")]);
    for (name, bytes, line) in [
        ("a.xlsx", half, "the workbook is damaged or cut off"),
        ("a.xls", half, "the workbook is damaged or cut off"),
        (
            "a.xlsx",
            &b"PK\x03\x04"[..],
            "the workbook is damaged or cut off",
        ),
        (
            "a.xlsx",
            b"Name,Club\nAnna,North\n",
            "this is a text file that is named as a workbook",
        ),
        (
            "a.XLSX",
            b"Name;Club\r\n",
            "this is a text file that is named as a workbook",
        ),
        (
            "a.xls",
            web.as_bytes(),
            "this is a web page and no spreadsheet",
        ),
        (
            "a.csv",
            web.as_bytes(),
            "this is a web page and no spreadsheet",
        ),
        (
            "a.xls",
            xml.as_bytes(),
            "this is an XML spreadsheet of 2003",
        ),
        ("a.xlsx", b"", "this is an empty file"),
        ("a.ods", b"%PDF-1.7 ...", "this is a PDF document"),
        ("a.csv", b"\x89PNG\r\n\x1a\n", "this is a picture"),
        (
            "a.csv",
            &[7, 0, 1, 200, 3, 0, 0, 9, 1, 2, 3],
            "this is no text and no spreadsheet",
        ),
        (
            "a.xlsx",
            &[7, 0, 1, 200, 3, 0, 0, 9, 1, 2, 3],
            "this is no spreadsheet",
        ),
        ("a.xlsx", &word, "this is a text document"),
        (
            "a.xlsx",
            &archive,
            "this is a zip archive with sheets in it",
        ),
    ] {
        refused(name, bytes, &format!("error: {name}: {line}"));
    }
}

#[test]
fn passwords_are_told_in_every_form() {
    let line = |name: &str| format!("error: {name}: the workbook is protected with a password");
    let encrypted = compound("EncryptedPackage", b"secret");
    refused("a.xlsx", &encrypted, &line("a.xlsx"));
    let old = [record(0x0809, &[0, 6, 5, 0]), record(0x002F, &[1, 0, 9, 9])].concat();
    refused("a.xls", &compound("Workbook", &old), &line("a.xls"));
    let manifest = "<manifest><encryption-data/></manifest>";
    let ods = zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", manifest),
        ("content.xml", "garbled"),
    ]);
    refused("a.ods", &ods, &line("a.ods"));
    // The packed file itself may be locked: bit 0 of each entry's flags.
    let mut locked = xlsx_of("Round 1", &round(&[]));
    for (magic, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        for at in 0..locked.len() - 10 {
            if locked[at..].starts_with(magic) {
                locked[at + flags] |= 1;
            }
        }
    }
    refused("b.xlsx", &locked, &line("b.xlsx"));
}

#[test]
fn a_damaged_sheet_is_told_with_its_name() {
    let cut = sheet("", &round(&[]), "").replace("</sheetData>", "");
    refused(
        "a.xlsx",
        &xlsx("Round 1", &cut),
        "error: a.xlsx, sheet \"Round 1\": the sheet is damaged or cut off",
    );
    refused(
        "a.xlsx",
        &zip(&frame(&[("Round 1", "")])),
        "error: a.xlsx, sheet \"Round 1\": the sheet is damaged or cut off",
    );
}

#[test]
fn each_error_cell_is_one_error_and_costs_nothing_else() {
    let test = with_vp(&[
        (3, "<c r=\"@\" t=\"e\"><v>#SPILL!</v></c>"),
        (4, "<c r=\"@\" t=\"e\"><f>NA()</f><v>#N/A</v></c>"),
        (5, "<c r=\"@\" t=\"e\"><v>#CALC!</v></c>"),
        (7, "#N/A"),
        (8, "<c r=\"@\" t=\"s\"><v>99</v></c>"),
        (9, "<c r=\"@\" t=\"zzz\"><v>5</v></c>"),
    ]);
    let cells = ["D3", "D4", "D5", "D7", "D8", "D9"];
    let expected = cells.map(|cell| format!("error-cell round-1.xlsx {cell}"));
    assert_eq!(problems(&test, "error"), expected);
}

#[test]
fn a_formula_without_a_result_is_told_and_one_with_an_empty_result_is_empty() {
    let test = with_vp(&[
        (3, "<c r=\"@\"><f>4+4</f></c>"),
        (4, "<c r=\"@\"><f>3+3</f><v/></c>"),
        (5, "<c r=\"@\"><f t=\"shared\" si=\"0\"/><v></v></c>"),
    ]);
    let expected =
        ["D3", "D4", "D5"].map(|cell| format!("formula-without-result round-1.xlsx {cell}"));
    assert_eq!(problems(&test, "error"), expected);
    clean(&with_round(
        "round-1.xlsx",
        &xlsx_of(
            "Round 1",
            &round(&[
                (2, 4, "<c r=\"@\"><f>5+5</f><v>10</v></c>"),
                (3, 5, "<c r=\"@\" t=\"str\"><f>IF(1,\"\",2)</f><v></v></c>"),
            ]),
        ),
    ));
    let cell = "<table:table-cell table:formula=\"of:=4+4\"/>";
    let ods = ods(&ods_table("Round 1", &round(&[(3, 4, cell)])));
    assert_eq!(
        problems(&with_round("round-1.ods", &ods), "error"),
        ["formula-without-result round-1.ods D3"]
    );
}

#[test]
fn a_date_where_points_are_due_is_told() {
    let xlsx = with_vp(&[
        (3, "<c r=\"@\" s=\"1\"><v>46145</v></c>"),
        (4, "<c r=\"@\" t=\"d\"><v>2026-05-03</v></c>"),
    ]);
    assert_eq!(
        problems(&xlsx, "error"),
        [
            "date-for-number round-1.xlsx D3",
            "date-for-number round-1.xlsx D4"
        ]
    );
    let mut records = xls_rows(&round(&[(3, 4, "")]));
    records.extend(xls_cell(2, 3, 1, "46145"));
    let xls = compound("Workbook", &xls_stream("Round 1", &records));
    assert_eq!(
        problems(&with_round("round-1.xls", &xls), "error"),
        ["date-for-number round-1.xls D3"]
    );
}

#[test]
fn numbers_are_read_as_they_were_meant() {
    let meant = |cell: &str| clean(&with_vp(&[(3, cell)]));
    for cell in [
        "<c r=\"@\"><v>8.00000000000001</v></c>",
        "<c r=\"@\"><v>8.0</v></c>",
        "<c r=\"@\" t=\"str\"><v>8</v></c>",
        "<c r=\"@\"><v>-0</v></c>",
        "\u{a0}8 ",
        "8,0",
    ] {
        meant(cell);
    }
    for cell in [
        "1E+21",
        "1.79E+309",
        "NaN",
        "\u{2212}3",
        "1234567890123456789",
    ] {
        let xml = format!("<c r=\"@\"><v>{cell}</v></c>");
        let told = problems(&with_vp(&[(3, &xml)]), "error");
        assert_eq!(told.len(), 1, "{cell}: {told:?}");
        assert!(told[0].ends_with("round-1.xlsx D3"), "{told:?}");
    }
}

#[test]
fn in15_identifiers_keep_their_digits() {
    let rows = [
        ["ID", "Name"],
        ["00417", "Anna Berg"],
        ["<c r=\"@\" s=\"3\"><v>417</v></c>", "Ben Ode"],
        ["<c r=\"@\"><v>1234567890123456789</v></c>", "Cem Kaya"],
        ["<c r=\"@\" s=\"3\"><v>418</v></c>", "Dora Lind"],
        ["5", "Eva Moll"],
        ["6", "Finn Nord"],
        ["7", "Gil Otto"],
        ["8", "Hoa Pham"],
        ["9", "Ida Quist"],
    ];
    let mut rows: Vec<Vec<String>> = rows
        .iter()
        .map(|row| row.map(ToOwned::to_owned).to_vec())
        .collect();
    rows[1][0] = "<c r=\"@\" t=\"inlineStr\"><is><t>00417</t></is></c>".to_owned();
    let same = Test::new()
        .file("open/event.csv", super::EVENT)
        .file("open/players.xlsx", xlsx_of("Players", &rows));
    let told = problems(&same, "error");
    assert!(
        told[0].starts_with("duplicate-id players.xlsx "),
        "{told:?}"
    );
    rows.remove(1);
    let test = Test::new()
        .file("open/event.csv", super::EVENT)
        .file("open/players.xlsx", xlsx_of("Players", &rows));
    test.runs("run open --as csv");
    let round = test.read("open/round-1.csv") + &test.read("open/out/standings.csv");
    for id in ["00417", "00418", "1234567890123456789"] {
        assert!(round.contains(id), "{id}: {round}");
    }
}

#[test]
fn odd_order_is_sorted_and_told() {
    let rows = round(&[]);
    let text = sheet("", &rows, "");
    let (first, second) = (
        text.find("<row r=\"2\">").unwrap(),
        text.find("<row r=\"3\">").unwrap(),
    );
    let third = text.find("<row r=\"4\">").unwrap();
    let swapped = format!(
        "{}{}{}{}",
        &text[..first],
        &text[second..third],
        &text[first..second],
        &text[third..]
    );
    let test = with_round("round-1.xlsx", &xlsx("Round 1", &swapped));
    assert_eq!(problems(&test, "warning"), ["out-of-order round-1.xlsx A2"]);
    assert_eq!(problems(&test, "error"), Vec::<String>::new());
    let twice = text.replace(
        "<c r=\"D3\"><v>8</v></c>",
        "<c r=\"D3\"><v>3</v></c><c r=\"D3\"><v>8</v></c>",
    );
    let test = with_round("round-1.xlsx", &xlsx("Round 1", &twice));
    assert_eq!(
        problems(&test, "warning"),
        ["duplicate-cell round-1.xlsx D3"]
    );
}

#[test]
fn a_size_that_is_none_is_told_and_not_needed() {
    let text = sheet("<dimension ref=\"hello\"/>", &round(&[]), "");
    let test = with_round("round-1.xlsx", &xlsx("Round 1", &text));
    assert_eq!(problems(&test, "warning"), ["bad-dimension round-1.xlsx -"]);
    assert_eq!(problems(&test, "error"), Vec::<String>::new());
    for size in ["A1", "A1:XFD1048576", "E9:A1"] {
        let before = format!("<dimension ref=\"{size}\"/>");
        clean(&with_round(
            "round-1.xlsx",
            &xlsx("Round 1", &sheet(&before, &round(&[]), "")),
        ));
    }
}

#[test]
fn places_may_be_left_out_and_rows_may_begin_late() {
    let bare = sheet("", &round(&[]), "").replace(" r=\"", " q=\"");
    clean(&with_round("round-1.xlsx", &xlsx("Round 1", &bare)));
    let mut late = vec![Vec::new(); 6];
    late.extend(
        round(&[])
            .into_iter()
            .map(|row| [vec![String::new(); 3], row].concat()),
    );
    clean(&with_round("round-1.xlsx", &xlsx_of("Round 1", &late)));
}

#[test]
fn tags_may_have_prefixes_and_texts_their_parts() {
    let runs = "<c r=\"@\" t=\"inlineStr\"><is><r><t>Anna </t></r><r><t>Be</t></r><r><t>rg</t></r><rPh sb=\"0\" eb=\"2\"><t>x</t></rPh></is></c>";
    let text = sheet("", &round(&[(2, 3, runs), (3, 3, "Ben_x0020_Ode")]), "");
    let prefixed = text
        .replace("</", "\u{1}")
        .replace('<', "<x:")
        .replace('\u{1}', "</x:")
        .replace("xmlns=", "xmlns:x=");
    clean(&with_round("round-1.xlsx", &xlsx("Round 1", &prefixed)));
}

#[test]
fn a_hidden_sheet_is_read_with_a_note() {
    let mut parts = frame(&[("Round 1", "state=\"veryHidden\"")]);
    parts.push(("xl/worksheets/sheet1.xml", sheet("", &round(&[]), "")));
    let test = with_round("all.xlsx", &zip(&parts));
    clean(&test);
    assert!(problems(&test, "note").contains(&"hidden-sheet all.xlsx -".to_owned()));
    let table = ods_table("Round 1", &round(&[]))
        .replace(" table:name", " table:style-name=\"ta2\" table:name");
    let test = with_round("all.ods", &ods(&table));
    clean(&test);
    assert!(problems(&test, "note").contains(&"hidden-sheet all.ods -".to_owned()));
}

#[test]
fn our_own_standings_are_known_by_their_properties() {
    for keyword in ["tabletally-standings", "club championship"] {
        let mut parts = frame(&[("Standings", "")]);
        parts.push((
            "xl/worksheets/sheet1.xml",
            sheet("", &round(&[(3, 4, "7")]), ""),
        ));
        let core = format!(
            "<cp:coreProperties xmlns:cp=\"c\"><cp:keywords>{keyword}</cp:keywords></cp:coreProperties>"
        );
        parts.push(("docProps/core.xml", core));
        let test = event()
            .file("open/round-1.csv", super::texts::csv(",", "\n"))
            .file("open/standings.xlsx", zip(&parts));
        let own = keyword == "tabletally-standings";
        let note = "sheet-ignored standings.xlsx -".to_owned();
        assert_eq!(problems(&test, "note").contains(&note), own);
        assert_eq!(problems(&test, "error").is_empty(), own);
    }
}

#[test]
fn what_a_run_wrote_beside_the_sheets_is_passed_over() {
    let test = event().file("open/round-1.csv", super::texts::csv(",", "\n"));
    test.runs("run open");
    let standings = std::fs::read(test.path("open/out/standings.xlsx")).unwrap();
    test.write("open/copy of standings.xlsx", standings);
    clean(&test);
}

#[test]
fn entities_are_not_expanded_and_paths_lead_nowhere() {
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>".to_owned()
        + &sheet(
            "",
            &round(&[(2, 3, "<c r=\"@\" t=\"str\"><v>&b;</v></c>")]),
            "",
        );
    refused(
        "a.xlsx",
        &xlsx("Round 1", &bomb),
        "error: a.xlsx, sheet \"Round 1\": the sheet is damaged or cut off",
    );
    let mut parts = frame(&[("Round 1", "")]);
    for (_, text) in &mut parts {
        *text = text.replace("worksheets/sheet1.xml", "../../../../etc/passwd");
    }
    parts.push(("../../etc/passwd", sheet("", &round(&[]), "")));
    refused(
        "a.xlsx",
        &zip(&parts),
        "error: a.xlsx, sheet \"Round 1\": the sheet is damaged or cut off",
    );
}
