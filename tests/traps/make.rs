//! Makes workbooks byte by byte, right and wrong ones.

use std::fmt::Write as _;
use std::io::{Cursor, Write as _};

use zip::ZipWriter;
use zip::write::SimpleFileOptions;

/// Packs parts into a file.
pub(super) fn zip<B: AsRef<[u8]>>(parts: &[(&str, B)]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, options()).unwrap();
        writer.write_all(bytes.as_ref()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn options() -> SimpleFileOptions {
    SimpleFileOptions::default().compression_level(Some(1))
}

/// Packs parts, and one more that repeats a piece many times.
pub(super) fn bomb<B: AsRef<[u8]>>(
    parts: &[(&str, B)],
    (name, start, piece, times, end): (&str, &str, &str, usize, &str),
) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in parts {
        writer.start_file(*name, options()).unwrap();
        writer.write_all(bytes.as_ref()).unwrap();
    }
    writer.start_file(name, options()).unwrap();
    writer.write_all(start.as_bytes()).unwrap();
    let block = piece.repeat(1000);
    for _ in 0..times / 1000 {
        writer.write_all(block.as_bytes()).unwrap();
    }
    writer.write_all(end.as_bytes()).unwrap();
    writer.finish().unwrap().into_inner()
}

pub(super) const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const REL: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The parts of a workbook in XML, without its sheets: `(name, attributes)`.
pub(super) fn frame(sheets: &[(&str, &str)]) -> Vec<(&'static str, String)> {
    let mut list = String::new();
    let mut targets = String::new();
    for ((name, attributes), at) in sheets.iter().zip(1..) {
        write!(
            list,
            "<sheet name=\"{name}\" sheetId=\"{at}\" r:id=\"rId{at}\" {attributes}/>"
        )
        .unwrap();
        write!(
            targets,
            "<Relationship Id=\"rId{at}\" Type=\"{REL}/worksheet\" Target=\"worksheets/sheet{at}.xml\"/>"
        )
        .unwrap();
    }
    for (kind, part) in [
        ("styles", "styles.xml"),
        ("sharedStrings", "sharedStrings.xml"),
    ] {
        write!(
            targets,
            "<Relationship Id=\"{kind}\" Type=\"{REL}/{kind}\" Target=\"/xl/{part}\"/>"
        )
        .unwrap();
    }
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    vec![
        ("[Content_Types].xml", "<Types/>".to_owned()),
        (
            "_rels/.rels",
            format!(
                "<Relationships xmlns=\"{package}\"><Relationship Id=\"a\" Type=\"{REL}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "<workbook xmlns=\"{MAIN}\" xmlns:r=\"{REL}\"><sheets>{list}</sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!("<Relationships xmlns=\"{package}\">{targets}</Relationships>"),
        ),
        (
            "xl/styles.xml",
            format!(
                "<styleSheet xmlns=\"{MAIN}\"><numFmts count=\"1\"><numFmt numFmtId=\"164\" formatCode=\"00000\"/></numFmts>\
                 <cellXfs count=\"4\"><xf numFmtId=\"0\"/><xf numFmtId=\"14\"/><xf numFmtId=\"20\"/><xf numFmtId=\"164\"/></cellXfs></styleSheet>"
            ),
        ),
    ]
}

/// A sheet in XML: `before` goes in front of the rows, `after` behind them.
pub(super) fn sheet(before: &str, rows: &[Vec<String>], after: &str) -> String {
    let mut text = format!("<worksheet xmlns=\"{MAIN}\">{before}<sheetData>");
    for (cells, row) in rows.iter().zip(1..) {
        write!(text, "<row r=\"{row}\">").unwrap();
        for (cell, col) in cells.iter().zip('A'..) {
            text.push_str(&xml_cell(cell, &format!("{col}{row}")));
        }
        text.push_str("</row>");
    }
    text + "</sheetData>" + after + "</worksheet>"
}

/// A cell: XML as it is (`@` stands for its place), a number, or a text.
fn xml_cell(cell: &str, at: &str) -> String {
    if cell.is_empty() {
        String::new()
    } else if cell.starts_with('<') {
        cell.replace('@', at)
    } else if cell.parse::<f64>().is_ok() {
        format!("<c r=\"{at}\"><v>{cell}</v></c>")
    } else {
        format!("<c r=\"{at}\" t=\"inlineStr\"><is><t xml:space=\"preserve\">{cell}</t></is></c>")
    }
}

/// A whole workbook with one sheet.
pub(super) fn xlsx(name: &str, sheet: &str) -> Vec<u8> {
    let mut parts = frame(&[(name, "")]);
    parts.push(("xl/worksheets/sheet1.xml", sheet.to_owned()));
    zip(&parts)
}

/// A whole workbook with a sheet of these rows.
pub(super) fn xlsx_of(name: &str, rows: &[Vec<String>]) -> Vec<u8> {
    xlsx(name, &sheet("", rows, ""))
}

/// An OpenDocument sheet whose `office:spreadsheet` holds this.
pub(super) fn ods(content: &str) -> Vec<u8> {
    let names = ["office", "table", "text", "style"]
        .map(|name| format!("xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0\""))
        .join(" ");
    let content = format!(
        "<office:document-content {names}><office:automatic-styles><style:style style:name=\"ta2\" style:family=\"table\">\
         <style:table-properties table:display=\"false\"/></style:style></office:automatic-styles><office:body>\
         <office:spreadsheet>{content}</office:spreadsheet></office:body></office:document-content>"
    );
    zip(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", "<manifest/>"),
        ("content.xml", content.as_str()),
    ])
}

/// A table of an OpenDocument sheet with these rows.
pub(super) fn ods_table(name: &str, rows: &[Vec<String>]) -> String {
    let mut text = format!("<table:table table:name=\"{name}\">");
    for row in rows {
        text.push_str("<table:table-row>");
        for cell in row {
            if cell.is_empty() {
                text.push_str("<table:table-cell/>");
            } else if cell.starts_with('<') {
                text.push_str(cell);
            } else if cell.parse::<f64>().is_ok() {
                write!(text, "<table:table-cell office:value-type=\"float\" office:value=\"{cell}\"><text:p>{cell}</text:p></table:table-cell>").unwrap();
            } else {
                write!(text, "<table:table-cell office:value-type=\"string\"><text:p>{cell}</text:p></table:table-cell>").unwrap();
            }
        }
        text.push_str("</table:table-row>");
    }
    text + "</table:table>"
}

/// The old container of Office with one stream of at least 4 kB.
pub(super) fn compound(name: &str, stream: &[u8]) -> Vec<u8> {
    const SECTOR: usize = 512;
    let mut stream = stream.to_vec();
    stream.resize(stream.len().max(4096).next_multiple_of(SECTOR), 0);
    let sectors = stream.len() / SECTOR;
    let mut header = vec![0_u8; SECTOR];
    header[..8].copy_from_slice(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]);
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(24, &[0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0]);
    put(44, &1_u32.to_le_bytes());
    put(48, &1_u32.to_le_bytes());
    put(56, &4096_u32.to_le_bytes());
    put(60, &0xFFFF_FFFE_u32.to_le_bytes());
    put(68, &0xFFFF_FFFE_u32.to_le_bytes());
    put(76, &0_u32.to_le_bytes());
    put(80, &[0xFF; SECTOR - 80]);
    let mut table = vec![0xFFFF_FFFD_u32, 0xFFFF_FFFE];
    table.extend((0..sectors).map(|at| {
        if at + 1 == sectors {
            0xFFFF_FFFE
        } else {
            at as u32 + 3
        }
    }));
    table.resize(SECTOR / 4, 0xFFFF_FFFF);
    let mut directory = vec![0_u8; SECTOR];
    for (entry, (name, kind, start, size)) in directory.chunks_mut(128).zip([
        ("Root Entry", 5, 0xFFFF_FFFE_u32, 0_u32),
        (name, 2, 2, stream.len() as u32),
    ]) {
        for (at, unit) in name.encode_utf16().enumerate() {
            entry[at * 2..at * 2 + 2].copy_from_slice(&unit.to_le_bytes());
        }
        entry[64] = (name.len() * 2 + 2) as u8;
        entry[66] = kind;
        entry[68..80].fill(0xFF);
        if kind == 5 {
            entry[76..80].copy_from_slice(&1_u32.to_le_bytes());
        }
        entry[116..120].copy_from_slice(&start.to_le_bytes());
        entry[120..124].copy_from_slice(&size.to_le_bytes());
    }
    let table: Vec<u8> = table.into_iter().flat_map(u32::to_le_bytes).collect();
    [header, table, directory, stream].concat()
}

/// One record of an old workbook.
pub(super) fn record(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = kind.to_le_bytes().to_vec();
    bytes.extend((data.len() as u16).to_le_bytes());
    bytes.extend(data);
    bytes
}

/// An old workbook's stream with one sheet of these records.
pub(super) fn xls_stream(name: &str, records: &[Vec<u8>]) -> Vec<u8> {
    let bound = [&[name.len() as u8, 0], name.as_bytes()].concat();
    stream(6, &[], &bound, records)
}

/// The same for Excel 5, whose texts have one byte a character.
pub(super) fn xls5_stream(name: &str, page: u16, records: &[Vec<u8>]) -> Vec<u8> {
    let bound = [&[name.len() as u8], name.as_bytes()].concat();
    let page = record(0x0042, &page.to_le_bytes());
    stream(5, &page, &bound, records)
}

fn stream(version: u8, page: &[u8], name: &[u8], records: &[Vec<u8>]) -> Vec<u8> {
    let begin = |kind: u8| record(0x0809, &[0, version, kind, 0, 0, 0, 0, 0]);
    let format = |id: u8| {
        let mut data = vec![0; 20];
        data[2] = id;
        record(0x00E0, &data)
    };
    let mut globals = [begin(5), page.to_vec(), format(0), format(14), format(20)].concat();
    let mut bound = vec![0; 6];
    bound.extend(name);
    let start = globals.len() + bound.len() + 4 + 4;
    bound[..4].copy_from_slice(&(start as u32).to_le_bytes());
    globals.extend(record(0x0085, &bound));
    globals.extend(record(0x000A, &[]));
    [globals, begin(0x10), records.concat(), record(0x000A, &[])].concat()
}

/// The records of rows: numbers and texts.
pub(super) fn xls_rows(rows: &[Vec<String>]) -> Vec<Vec<u8>> {
    let mut records = Vec::new();
    for (cells, row) in rows.iter().zip(0_u16..) {
        for (cell, col) in cells.iter().zip(0_u16..) {
            records.extend(xls_cell(row, col, 0, cell));
        }
    }
    records
}

/// One cell's record.
pub(super) fn xls_cell(row: u16, col: u16, style: u16, cell: &str) -> Option<Vec<u8>> {
    let mut data: Vec<u8> = [row, col, style]
        .into_iter()
        .flat_map(u16::to_le_bytes)
        .collect();
    if cell.is_empty() {
        return None;
    }
    if let Ok(number) = cell.parse::<f64>() {
        data.extend(number.to_le_bytes());
        return Some(record(0x0203, &data));
    }
    data.extend((cell.len() as u16).to_le_bytes());
    data.push(0);
    data.extend(cell.bytes());
    Some(record(0x0204, &data))
}

/// One record of a binary workbook.
pub(super) fn binary(kind: u16, data: &[u8]) -> Vec<u8> {
    let mut bytes = if kind < 128 {
        vec![kind as u8]
    } else {
        vec![(kind & 0x7F) as u8 | 0x80, (kind >> 7) as u8]
    };
    let mut left = data.len();
    loop {
        let low = (left & 0x7F) as u8;
        left >>= 7;
        bytes.push(if left > 0 { low | 0x80 } else { low });
        if left == 0 {
            break;
        }
    }
    bytes.extend(data);
    bytes
}

fn wide(text: &str) -> Vec<u8> {
    let units: Vec<u16> = text.encode_utf16().collect();
    let mut bytes = (units.len() as u32).to_le_bytes().to_vec();
    bytes.extend(units.into_iter().flat_map(u16::to_le_bytes));
    bytes
}

/// A binary workbook of Excel with one sheet of these rows.
pub(super) fn xlsb(name: &str, rows: &[Vec<String>]) -> Vec<u8> {
    let mut sheet = [
        binary(0x0081, &[]),
        binary(0x0094, &[0; 16]),
        binary(0x0091, &[]),
    ]
    .concat();
    for (cells, row) in rows.iter().zip(0_u32..) {
        let mut header = row.to_le_bytes().to_vec();
        header.resize(17, 0);
        sheet.extend(binary(0x0000, &header));
        for (cell, col) in cells
            .iter()
            .zip(0_u32..)
            .filter(|(cell, _)| !cell.is_empty())
        {
            let mut data = col.to_le_bytes().to_vec();
            data.extend([0; 4]);
            match cell.parse::<f64>() {
                Ok(number) if number.fract() == 0.0 => {
                    data.extend((((number as i32) << 2) | 2).to_le_bytes());
                    sheet.extend(binary(0x0002, &data));
                }
                Ok(number) => {
                    data.extend(number.to_le_bytes());
                    sheet.extend(binary(0x0005, &data));
                }
                Err(_) => {
                    data.extend(wide(cell));
                    sheet.extend(binary(0x0006, &data));
                }
            }
        }
    }
    sheet.extend([binary(0x0092, &[]), binary(0x0082, &[])].concat());
    let mut bundle = [0_u32.to_le_bytes(), 1_u32.to_le_bytes()].concat();
    bundle.extend(wide("rId1"));
    bundle.extend(wide(name));
    let workbook = [
        binary(0x0083, &[]),
        binary(0x0099, &[0; 12]),
        binary(0x008F, &[]),
        binary(0x009C, &bundle),
        binary(0x0090, &[]),
        binary(0x009D, &[0; 26]),
        binary(0x0084, &[]),
    ]
    .concat();
    let target = |kind: &str, part: &str, id: &str| {
        format!(
            "<Relationships><Relationship Id=\"{id}\" Type=\"{REL}/{kind}\" Target=\"{part}\"/></Relationships>"
        )
    };
    zip(&[
        ("[Content_Types].xml", b"<Types/>".to_vec()),
        (
            "_rels/.rels",
            target("officeDocument", "xl/workbook.bin", "r").into_bytes(),
        ),
        (
            "xl/_rels/workbook.bin.rels",
            target("worksheet", "worksheets/sheet1.bin", "rId1").into_bytes(),
        ),
        ("xl/workbook.bin", workbook),
        ("xl/worksheets/sheet1.bin", sheet),
    ])
}
