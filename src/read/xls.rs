//! Workbooks of Excel 5 to 2003 (.xls) -> grids, record by record. Understands
//! no cell.

use std::collections::BTreeMap;

use encoding_rs::{Encoding, MACINTOSH, WINDOWS_1252};

use super::bytes::{error, f64_at, rk, u16_at, u32_at, utf16};
use super::compound::Compound;
use super::limits::{Allowance, MOST_CELLS, Refusal};
use super::number::{self, Shape};
use super::package::STANDINGS_KEYWORD;
use super::sink::{self, Sink, empty_grid};
use crate::model::{CellRef, Finding, Grid, Value};

const CONTINUE: u16 = 0x003C;
const END: u16 = 0x000A;
const BEGIN: u16 = 0x0809;

/// Names what else is kept in the old container of Office.
const OTHERS: [(&str, &str); 4] = [
    ("WordDocument", "a text document"),
    ("PowerPoint Document", "a presentation"),
    ("__properties_version1.0", "an e-mail message"),
    ("VisioDocument", "a drawing"),
];

/// Gives the workbook's stream out of an old container.
pub(super) fn stream_of(bytes: &[u8]) -> Result<Vec<u8>, Refusal> {
    let container = Compound::open(bytes).ok_or(Refusal::Damaged)?;
    if container.has("EncryptedPackage") || container.has("EncryptionInfo") {
        return Err(Refusal::Protected);
    }
    if let Some((_, what)) = OTHERS.iter().find(|(stream, _)| container.has(stream)) {
        return Err(Refusal::Foreign(what, super::sniff::SAVE_AS_SHEET));
    }
    ["Workbook", "Book", "WORKBOOK", "BOOK"]
        .iter()
        .find_map(|name| container.stream(name))
        .ok_or(Refusal::Damaged)
}

/// Says whether the document properties name it as our own standings.
pub(super) fn is_own_standings(bytes: &[u8]) -> bool {
    let properties =
        Compound::open(bytes).and_then(|container| container.stream("\u{5}SummaryInformation"));
    properties.is_some_and(|properties| {
        let wanted = STANDINGS_KEYWORD.as_bytes();
        properties.windows(wanted.len()).any(|here| here == wanted)
    })
}

/// What the sheets of a workbook share.
struct Book {
    /// Texts of one byte a character, as before Excel 97.
    bytewise: bool,
    encoding: &'static Encoding,
    base_1904: bool,
    shapes: Vec<Shape>,
    strings: Vec<Box<str>>,
    sheets: Vec<(Grid, usize)>,
}

/// Reads all worksheets of a workbook's stream.
pub(super) fn read(
    file: &str,
    stream: &[u8],
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    let mut book = book(file, stream)?;
    for (grid, at) in std::mem::take(&mut book.sheets) {
        let place = grid.place();
        let mut sink = Sink::new(grid, allowance);
        match cells(stream, at, &book, &mut sink) {
            Ok(end) => {
                grids.extend(sink.finish(findings));
                // Sheets may lie over one another; reading them may not cost
                // more than unpacking them would.
                let walked = end.saturating_sub(at) as u64;
                allowance.unpacked = allowance.unpacked.checked_sub(walked).ok_or_else(|| {
                    Refusal::TooLarge("the workbook holds the same sheet many times".to_owned())
                })?;
            }
            Err(refusal) => findings.push(refusal.finding(place)),
        }
    }
    Ok(())
}

/// One record: its kind and its bytes, with those of the records that
/// continue it.
struct Record<'a> {
    kind: u16,
    parts: Vec<&'a [u8]>,
}

impl<'a> Record<'a> {
    fn data(&self) -> &'a [u8] {
        self.parts.first().copied().unwrap_or_default()
    }
}

struct Records<'a> {
    stream: &'a [u8],
    at: usize,
}

impl<'a> Records<'a> {
    fn next(&mut self) -> Result<Option<Record<'a>>, Refusal> {
        let Some((kind, data)) = self.one()? else {
            return Ok(None);
        };
        let mut parts = vec![data];
        while u16_at(self.stream, self.at) == Some(CONTINUE) {
            let (_, data) = self.one()?.ok_or(Refusal::Damaged)?;
            parts.push(data);
        }
        Ok(Some(Record { kind, parts }))
    }

    fn one(&mut self) -> Result<Option<(u16, &'a [u8])>, Refusal> {
        let (Some(kind), Some(length)) = (
            u16_at(self.stream, self.at),
            u16_at(self.stream, self.at + 2),
        ) else {
            return Ok(None);
        };
        let start = self.at + 4;
        let end = start + usize::from(length);
        let data = self.stream.get(start..end).ok_or(Refusal::Damaged)?;
        self.at = end;
        Ok(Some((kind, data)))
    }
}

fn book(file: &str, stream: &[u8]) -> Result<Book, Refusal> {
    let mut records = Records { stream, at: 0 };
    let mut book = Book {
        bytewise: false,
        encoding: WINDOWS_1252,
        base_1904: false,
        shapes: Vec::new(),
        strings: Vec::new(),
        sheets: Vec::new(),
    };
    let mut formats: BTreeMap<u16, Shape> = BTreeMap::new();
    let mut styles: Vec<u16> = Vec::new();
    let mut whole = false;
    while let Some(record) = records.next()? {
        let data = record.data();
        match record.kind {
            BEGIN => book.bytewise = u16_at(data, 0).is_some_and(|version| version < 0x0600),
            // The rest is encrypted.
            0x002F => return Err(Refusal::Protected),
            0x0042 => book.encoding = encoding(u16_at(data, 0).unwrap_or(1252)),
            0x0022 => book.base_1904 = u16_at(data, 0) == Some(1),
            0x041E => {
                let text = if book.bytewise {
                    short_text(data, 2, &book)
                } else {
                    long_text(&record, 2, &book)
                };
                if let (Some(id), Some(code)) = (u16_at(data, 0), text) {
                    formats.insert(id, number::shape(&code));
                }
            }
            0x00E0 => styles.push(u16_at(data, 2).unwrap_or(0)),
            0x0085 => {
                if let Some(sheet) = sheet(file, data, &book) {
                    book.sheets.push(sheet);
                }
            }
            0x00FC => book.strings = strings(&record)?,
            END => {
                whole = true;
                break;
            }
            _ => {}
        }
    }
    if !whole || book.sheets.len() > 1000 {
        return Err(Refusal::Damaged);
    }
    book.shapes = styles
        .iter()
        .map(|id| {
            let custom = formats.get(id).cloned();
            let fixed = custom.or_else(|| number::builtin(u32::from(*id)));
            fixed.unwrap_or(Shape::Plain)
        })
        .collect();
    Ok(book)
}

/// A worksheet and where it begins; `None` for charts and macros.
fn sheet(file: &str, data: &[u8], book: &Book) -> Option<(Grid, usize)> {
    let at = u32_at(data, 0)? as usize;
    let (hidden, kind) = (*data.get(4)?, *data.get(5)?);
    let name = short_text(data, 6, book)?;
    let mut grid = empty_grid(file, Some(name.trim_matches('\0')));
    grid.hidden = hidden & 3 != 0;
    (kind == 0).then_some((grid, at))
}

fn encoding(page: u16) -> &'static Encoding {
    let label = match page {
        10_000 | 32_768 => return MACINTOSH,
        932 => "shift_jis".to_owned(),
        936 => "gbk".to_owned(),
        949 => "euc-kr".to_owned(),
        950 => "big5".to_owned(),
        866 => "ibm866".to_owned(),
        page => format!("windows-{page}"),
    };
    Encoding::for_label(label.as_bytes()).unwrap_or(WINDOWS_1252)
}

/// A text with one byte of length in front.
fn short_text(data: &[u8], at: usize, book: &Book) -> Option<String> {
    let length = usize::from(*data.get(at)?);
    if book.bytewise {
        let bytes = data.get(at + 1..at + 1 + length)?;
        return Some(decoded(bytes, book));
    }
    let wide = data.get(at + 1)? & 1 == 1;
    let size = if wide { length * 2 } else { length };
    Some(characters(data.get(at + 2..at + 2 + size)?, wide))
}

/// A text with two bytes of length in front.
fn long_text(record: &Record<'_>, at: usize, book: &Book) -> Option<String> {
    if book.bytewise {
        let data = record.data();
        let length = usize::from(u16_at(data, at)?);
        return Some(decoded(data.get(at + 2..at + 2 + length)?, book));
    }
    let mut pieces = Pieces {
        parts: &record.parts,
        part: 0,
        at,
    };
    pieces.text()
}

fn decoded(bytes: &[u8], book: &Book) -> String {
    book.encoding
        .decode_without_bom_handling(bytes)
        .0
        .into_owned()
}

fn characters(bytes: &[u8], wide: bool) -> String {
    if wide {
        utf16(bytes)
    } else {
        bytes.iter().copied().map(char::from).collect()
    }
}

/// A look at a record that goes on in others.
struct Pieces<'a> {
    parts: &'a [&'a [u8]],
    part: usize,
    at: usize,
}

impl<'a> Pieces<'a> {
    /// The bytes that are left of this part; moves on where none are.
    fn left(&mut self) -> Option<&'a [u8]> {
        loop {
            let part = self.parts.get(self.part)?;
            match part.get(self.at..) {
                Some(left) if !left.is_empty() => return Some(left),
                _ => {
                    self.part += 1;
                    self.at = 0;
                }
            }
        }
    }

    fn byte(&mut self) -> Option<u8> {
        let byte = *self.left()?.first()?;
        self.at += 1;
        Some(byte)
    }

    fn number(&mut self) -> Option<u32> {
        Some(u32::from(self.byte()?) | (u32::from(self.byte()?) << 8))
    }

    fn skip(&mut self, mut count: usize) -> Option<()> {
        while count > 0 {
            let step = self.left()?.len().min(count);
            self.at += step;
            count -= step;
        }
        Some(())
    }

    /// A text; where it goes on in another part, a byte there says anew how
    /// wide its characters are.
    fn text(&mut self) -> Option<String> {
        let mut left = self.number()? as usize;
        let flags = self.byte()?;
        let mut wide = flags & 1 == 1;
        let runs = if flags & 8 == 0 { 0 } else { self.number()? };
        let more = if flags & 4 == 0 {
            0
        } else {
            self.number()? | (self.number()? << 16)
        };
        // Characters are put together only at the end: some are halved where a
        // part ends.
        let mut units: Vec<u16> = Vec::new();
        while left > 0 {
            let part = self.part;
            let bytes = self.left()?;
            if self.part != part {
                wide = self.byte()? & 1 == 1;
                continue;
            }
            let size = if wide { 2 } else { 1 };
            let count = (bytes.len() / size).min(left);
            if count == 0 {
                return None;
            }
            let bytes = &bytes[..count * size];
            if wide {
                let (pairs, _) = bytes.as_chunks::<2>();
                units.extend(pairs.iter().copied().map(u16::from_le_bytes));
            } else {
                units.extend(bytes.iter().copied().map(u16::from));
            }
            self.at += count * size;
            left -= count;
        }
        self.skip(runs as usize * 4 + more as usize)?;
        Some(String::from_utf16_lossy(&units))
    }
}

fn strings(record: &Record<'_>) -> Result<Vec<Box<str>>, Refusal> {
    let mut strings: Vec<Box<str>> = Vec::new();
    let mut pieces = Pieces {
        parts: &record.parts,
        part: 0,
        at: 8,
    };
    while pieces.left().is_some() {
        if strings.len() >= MOST_CELLS {
            let what = "the workbook has over 2,000,000 texts".to_owned();
            return Err(Refusal::TooLarge(what));
        }
        strings.push(pieces.text().ok_or(Refusal::Damaged)?.into());
    }
    Ok(strings)
}

/// Reads a sheet's cells and tells where it ended.
fn cells(stream: &[u8], at: usize, book: &Book, sink: &mut Sink<'_>) -> Result<usize, Refusal> {
    let mut records = Records { stream, at };
    let mut depth = 0_usize;
    // A formula whose text follows in a record of its own.
    let mut awaited: Option<(u32, u32)> = None;
    while let Some(record) = records.next()? {
        match record.kind {
            BEGIN => depth += 1,
            END if depth <= 1 => return Ok(records.at),
            END => depth -= 1,
            // A chart in the sheet has cells of its own.
            _ if depth > 1 => {}
            0x00E5 => merges(record.data(), sink).ok_or(Refusal::Damaged)?,
            _ => {
                let going = cell(&record, book, sink, &mut awaited).ok_or(Refusal::Damaged)?;
                if !going {
                    return Ok(records.at);
                }
            }
        }
    }
    Err(Refusal::Damaged)
}

fn merges(data: &[u8], sink: &mut Sink<'_>) -> Option<()> {
    for at in 0..usize::from(u16_at(data, 0)?) {
        let number = |from: usize| u16_at(data, 2 + at * 8 + from).map(u32::from);
        let (top, bottom, left, right) = (number(0)?, number(2)?, number(4)?, number(6)?);
        sink.merge(CellRef::new(top, left), CellRef::new(bottom, right));
    }
    Some(())
}

/// Puts a record's cells away: `None` where it is too short, false where the
/// sheet is not read any further.
fn cell(
    record: &Record<'_>,
    book: &Book,
    sink: &mut Sink<'_>,
    awaited: &mut Option<(u32, u32)>,
) -> Option<bool> {
    let data = record.data();
    let position = || {
        let row = u32::from(u16_at(data, 0)?);
        Some((row, u32::from(u16_at(data, 2)?)))
    };
    let number = |style: usize, value: f64| {
        let shape = u16_at(data, style).and_then(|style| book.shapes.get(usize::from(style)));
        number::from_double(value, shape.unwrap_or(&Shape::Plain), book.base_1904)
    };
    let value = match record.kind {
        0x0203 => Some(number(4, f64_at(data, 6)?)),
        0x027E => Some(number(4, rk(u32_at(data, 6)?))),
        0x00FD => {
            let text = book.strings.get(u32_at(data, 6)? as usize);
            match text {
                Some(text) => sink::text(text),
                None => Some(Value::Error("a text that is missing in the file".into())),
            }
        }
        0x0204 | 0x00D6 => sink::text(&long_text(record, 6, book)?),
        0x0205 if *data.get(7)? == 0 => Some(Value::Bool(*data.get(6)? != 0)),
        0x0205 => Some(error(*data.get(6)?)),
        0x00BD => {
            let (row, first) = position()?;
            let count = data.len().checked_sub(6)? / 6;
            for (at, col) in (0..count).zip(first..) {
                let value = number(4 + at * 6, rk(u32_at(data, 6 + at * 6)?));
                if !sink.put(row, col, value) {
                    return Some(false);
                }
            }
            return Some(true);
        }
        0x0006 if u16_at(data, 12)? != 0xFFFF => Some(number(4, f64_at(data, 6)?)),
        0x0006 => match *data.get(6)? {
            0 => {
                *awaited = Some(position()?);
                return Some(true);
            }
            1 => Some(Value::Bool(*data.get(8)? != 0)),
            2 => Some(error(*data.get(8)?)),
            _ => None,
        },
        0x0207 => {
            let Some((row, col)) = awaited.take() else {
                return Some(true);
            };
            let text = sink::text(&long_text(record, 0, book)?);
            return Some(text.is_none_or(|text| sink.put(row, col, text)));
        }
        _ => return Some(true),
    };
    let (row, col) = position()?;
    Some(value.is_none_or(|value| sink.put(row, col, value)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_goes_on_in_another_record_even_within_a_character() {
        let die: Vec<u8> = "\u{1f3b2}"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        let first = [&[0; 8][..], &[5, 0, 1], b"A\0", &die[..2]].concat();
        let second = [&[1], &die[2..]].concat();
        // Here the same text goes on with one byte a character.
        let third = [&[0][..], b"bc"].concat();
        let record = Record {
            kind: 0x00FC,
            parts: vec![&first, &second, &third],
        };
        assert_eq!(strings(&record), Ok(vec!["A\u{1f3b2}bc".into()]));
    }
}
