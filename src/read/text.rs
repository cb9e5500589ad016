//! Delimited text -> a grid: encoding, delimiter, rows. Understands no cell.

use csv::ReaderBuilder;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::model::{Cell, CellRef, Code, Finding, Format, Grid, Place, Row, Value};

/// The most filled cells of a sheet.
pub(super) const MOST_CELLS: usize = 2_000_000;

/// Reads a text file as one grid; `None` where it cannot be.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    encoding: Option<&str>,
    findings: &mut Vec<Finding>,
) -> Option<Grid> {
    // One kind of line end, so that a byte tells a row.
    let text = decode(file, bytes, encoding, findings)
        .replace("\r\n", "\n")
        .replace('\r', "\n");
    let (delimiter, text, skipped) = delimiter(&text);
    let mut grid = Grid {
        file: file.to_owned(),
        sheet: None,
        format: Format::Csv,
        hidden: false,
        rows: Vec::new(),
        merges: Vec::new(),
    };
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let mut row = skipped;
    let mut from = 0;
    let mut filled = 0;
    for record in reader.records() {
        let record = record.ok()?;
        // Blank lines are passed over by the reader and counted by a
        // spreadsheet; line ends inside quotes are one row to both. The
        // crate's own line numbers are wrong for both, so bytes are counted.
        let blank = text[from..]
            .bytes()
            .take_while(|byte| *byte == b'\n')
            .count();
        let start = from + blank;
        row += blank as u32;
        let cells: Vec<Cell> = record
            .iter()
            .zip(0..)
            .filter_map(|(field, col)| cell(field, col))
            .collect();
        from = (reader_end(&text, start, delimiter) + 1).min(text.len());
        filled += cells.len();
        if filled > MOST_CELLS {
            findings.push(
                Finding::error(
                    Code::TooLarge,
                    Place::file(file),
                    "the sheet has over 2,000,000 filled cells",
                )
                .help("save only the event's rows"),
            );
            return None;
        }
        if let Some(open) = cells
            .iter()
            .find(|cell| matches!(&cell.value, Value::Text(text) if text.lines().count() > 20))
        {
            let place = grid.place().at(CellRef::new(row, open.col));
            findings.push(
                Finding::error(
                    Code::OpenQuote,
                    place,
                    "this quoted text runs on over many lines",
                )
                .help("close the quote where the text ends"),
            );
            return None;
        }
        if !cells.is_empty() {
            grid.rows.push(Row { index: row, cells });
        }
        row += 1;
    }
    Some(grid)
}

fn cell(field: &str, col: u32) -> Option<Cell> {
    if field.trim().is_empty() {
        return None;
    }
    // Our own writer puts an apostrophe before what a spreadsheet would take
    // for a formula.
    let guarded = field
        .strip_prefix('\'')
        .filter(|rest| rest.starts_with(['=', '+', '-', '@', '\'', '\t', '\r']));
    Some(Cell {
        col,
        value: Value::Text(guarded.unwrap_or(field).into()),
    })
}

/// Where the record that starts at a byte ends: at the first line end outside
/// quotes.
fn reader_end(text: &str, start: usize, delimiter: u8) -> usize {
    let mut quoted = false;
    let mut field_start = true;
    for (at, byte) in text.bytes().enumerate().skip(start) {
        match byte {
            b'"' if quoted || field_start => quoted = !quoted,
            b'\n' if !quoted => return at,
            _ => {}
        }
        field_start = byte == delimiter || (byte == b'"' && !quoted);
    }
    text.len()
}

/// BOM, else valid UTF-8, else zeros that tell UTF-16, else the encoding the
/// event names, else Windows-1252.
fn decode(file: &str, bytes: &[u8], wanted: Option<&str>, findings: &mut Vec<Finding>) -> String {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding
            .decode_without_bom_handling(&bytes[mark..])
            .0
            .into_owned();
    }
    let zeros = bytes.iter().take(4096).filter(|byte| **byte == 0).count();
    if zeros * 4 > bytes.len().min(4096) {
        let big = bytes.first() == Some(&0);
        let encoding = if big {
            encoding_rs::UTF_16BE
        } else {
            encoding_rs::UTF_16LE
        };
        return encoding.decode_without_bom_handling(bytes).0.into_owned();
    }
    if let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes) {
        return text.into_owned();
    }
    let named = wanted.and_then(|label| Encoding::for_label(label.trim().as_bytes()));
    let encoding = named.unwrap_or(WINDOWS_1252);
    let text = encoding.decode_without_bom_handling(bytes).0.into_owned();
    if named.is_none() {
        let word = text
            .split(|c: char| !c.is_alphanumeric())
            .find(|word| !word.is_ascii())
            .unwrap_or_default();
        let message = format!(
            "the text is not UTF-8 and was read as {}, with words such as \"{word}\"",
            encoding.name()
        );
        findings.push(
            Finding::note(Code::EncodingGuessed, Place::file(file), message)
                .help("save it as UTF-8, or set Encoding in the Event sheet"),
        );
    }
    text
}

/// The delimiter: what a first line `sep=;` says, else the candidate whose
/// count outside quotes is the same in most lines. Gives the text behind such
/// a line, and how many rows it took.
fn delimiter(text: &str) -> (u8, String, u32) {
    if let Some(rest) = text.strip_prefix("sep=")
        && let Some(mark) = rest.bytes().next().filter(|byte| b",;\t|".contains(byte))
    {
        let after = rest.split_once('\n').map_or("", |(_, after)| after);
        return (mark, after.to_owned(), 1);
    }
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .take(50)
        .collect();
    let score = |delimiter: u8| {
        let counts: Vec<usize> = lines
            .iter()
            .map(|line| outside_quotes(line, delimiter))
            .collect();
        let first = counts.first().copied().unwrap_or(0);
        let alike = counts.iter().filter(|count| **count == first).count();
        if first == 0 { (0, 0) } else { (alike, first) }
    };
    // At equal scores the earlier candidate is kept.
    let best = b",;\t|"
        .iter()
        .copied()
        .rev()
        .max_by_key(|delimiter| score(*delimiter))
        .unwrap_or(b',');
    (best, text.to_owned(), 0)
}

fn outside_quotes(line: &str, delimiter: u8) -> usize {
    let mut quoted = false;
    let mut count = 0;
    for byte in line.bytes() {
        match byte {
            b'"' => quoted = !quoted,
            _ if byte == delimiter && !quoted => count += 1,
            _ => {}
        }
    }
    count
}
