//! Workbooks in XML (.xlsx, .xlsm) -> grids, cell by cell, so that one stray
//! or broken cell costs nothing else. Understands no cell.
//!
//! The cells are read here and not by a library because the checks need what
//! libraries drop: the digits as they are stored, the number format, the
//! place of an error, and a formula that has no result.

use std::collections::BTreeMap;

use quick_xml::events::BytesStart;

use super::limits::{Allowance, MOST_CELLS, MOST_THINGS, Refusal};
use super::number::{self, Shape};
use super::package::{self, Target};
use super::packed::Packed;
use super::sink::{self, Sink, empty_grid};
use super::xml::{Node, Nodes, attribute};
use crate::model::{CellRef, Code, Finding, Grid, Value};

/// What the sheets of a workbook share.
#[derive(Default)]
struct Book {
    strings: Vec<Box<str>>,
    shapes: Vec<Shape>,
    base_1904: bool,
    sheets: Vec<Sheet>,
}

struct Sheet {
    name: String,
    hidden: bool,
    part: String,
}

/// Reads all worksheets of a workbook.
pub(super) fn read(
    file: &str,
    packed: &mut Packed<'_>,
    main: &str,
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    let book = book(packed, main, allowance)?;
    for sheet in &book.sheets {
        let mut grid = empty_grid(file, Some(&sheet.name));
        grid.hidden = sheet.hidden;
        let place = grid.place();
        let text = match packed.xml(&sheet.part, allowance) {
            Ok(Some(text)) => text,
            Ok(None) => {
                findings.push(Refusal::Damaged.finding(place));
                continue;
            }
            Err(refusal) => {
                findings.push(refusal.finding(place));
                continue;
            }
        };
        let mut reader = SheetReader::new(&book, Sink::new(grid, allowance));
        match reader.read(&text, findings) {
            Ok(()) => grids.extend(reader.sink.finish(findings)),
            Err(refusal) => findings.push(refusal.finding(place)),
        }
    }
    Ok(())
}

fn book(packed: &mut Packed<'_>, main: &str, allowance: &mut Allowance) -> Result<Book, Refusal> {
    let targets = package::relations(packed, main, allowance)?;
    let text = packed.xml(main, allowance)?.ok_or(Refusal::Damaged)?;
    let mut book = Book::default();
    sheets(&text, &targets, &mut book)?;
    if let Some(text) = part_of(packed, &targets, "styles", allowance)? {
        book.shapes = shapes(&text)?;
    }
    if let Some(text) = part_of(packed, &targets, "sharedStrings", allowance)? {
        book.strings = strings(&text)?;
    }
    Ok(book)
}

fn part_of(
    packed: &mut Packed<'_>,
    targets: &BTreeMap<String, Target>,
    kind: &str,
    allowance: &mut Allowance,
) -> Result<Option<String>, Refusal> {
    match package::of_kind(targets, kind) {
        Some(part) => packed.xml(part, allowance),
        None => Ok(None),
    }
}

fn sheets(text: &str, targets: &BTreeMap<String, Target>, book: &mut Book) -> Result<(), Refusal> {
    let mut nodes = Nodes::new(text);
    loop {
        match nodes.next()? {
            Node::Open(tag) => match tag.local_name().as_ref() {
                "workbookPr" => {
                    book.base_1904 = attribute(&tag, "date1904")
                        .is_some_and(|value| value == "1" || value == "true");
                }
                "sheet" => {
                    let name = attribute(&tag, "name").unwrap_or_default().into_owned();
                    let state = attribute(&tag, "state");
                    let target = attribute(&tag, "id").and_then(|id| targets.get(id.as_ref()));
                    // Chart sheets and old macro sheets hold no rows.
                    if target.is_some_and(|target| target.kind != "worksheet") {
                        continue;
                    }
                    if book.sheets.len() >= MOST_THINGS {
                        return Err(Refusal::TooLarge(
                            "the workbook has too many sheets".to_owned(),
                        ));
                    }
                    book.sheets.push(Sheet {
                        name,
                        hidden: state.is_some_and(|state| state != "visible"),
                        part: target.map(|target| target.part.clone()).unwrap_or_default(),
                    });
                }
                _ => {}
            },
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

/// Reads what each cell style makes of numbers.
fn shapes(text: &str) -> Result<Vec<Shape>, Refusal> {
    let mut nodes = Nodes::new(text);
    let mut custom: BTreeMap<u32, Shape> = BTreeMap::new();
    let mut shapes = Vec::new();
    let mut cells = false;
    loop {
        match nodes.next()? {
            Node::Open(tag) => match tag.local_name().as_ref() {
                "numFmt" => {
                    let id = attribute(&tag, "numFmtId").and_then(|id| id.parse().ok());
                    let code = attribute(&tag, "formatCode");
                    if let (Some(id), Some(code)) = (id, code)
                        && custom.len() < MOST_THINGS
                    {
                        custom.insert(id, number::shape(&code));
                    }
                }
                "cellXfs" => cells = true,
                "xf" if cells && shapes.len() < MOST_THINGS => {
                    let id: u32 = attribute(&tag, "numFmtId")
                        .and_then(|id| id.parse().ok())
                        .unwrap_or(0);
                    let shape = custom.get(&id).cloned().or_else(|| number::builtin(id));
                    shapes.push(shape.unwrap_or(Shape::Plain));
                }
                _ => {}
            },
            Node::Close(tag) if tag.local_name().as_ref() == "cellXfs" => cells = false,
            Node::End => return Ok(shapes),
            _ => {}
        }
    }
}

fn strings(text: &str) -> Result<Vec<Box<str>>, Refusal> {
    let mut nodes = Nodes::new(text);
    let mut strings = Vec::new();
    let mut current = String::new();
    let mut inside = false;
    loop {
        match nodes.next()? {
            Node::Open(tag) => match tag.local_name().as_ref() {
                "sst" => claimed(&tag, text.len())?,
                "si" => current.clear(),
                "t" => inside = true,
                // How the text is pronounced, in Japanese sheets.
                "rPh" => nodes.skip()?,
                _ => {}
            },
            Node::Text(text) if inside => current.push_str(&text),
            Node::Text(_) => {}
            Node::Close(tag) => match tag.local_name().as_ref() {
                "t" => inside = false,
                "si" if strings.len() >= MOST_CELLS => {
                    let what = "the workbook has over 2,000,000 texts".to_owned();
                    return Err(Refusal::TooLarge(what));
                }
                "si" => strings.push(unescaped(&current).into()),
                _ => {}
            },
            Node::End => return Ok(strings),
        }
    }
}

/// A list that claims more texts than it can hold is made to harm.
fn claimed(tag: &BytesStart<'_>, size: usize) -> Result<(), Refusal> {
    let claim = attribute(tag, "uniqueCount").and_then(|count| count.parse::<u64>().ok());
    match claim {
        Some(claim) if claim > size as u64 => Err(Refusal::TooLarge(format!(
            "the workbook claims to hold {claim} texts, which it cannot"
        ))),
        _ => Ok(()),
    }
}

/// Characters that XML cannot hold are written `_x000D_`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("_x") {
        plain.push_str(&rest[..at]);
        let code = rest.get(at + 2..at + 6);
        let closed = rest.as_bytes().get(at + 6) == Some(&b'_');
        let c = code
            .filter(|_| closed)
            .and_then(|code| u32::from_str_radix(code, 16).ok())
            .and_then(char::from_u32);
        match c {
            Some(c) => {
                plain.push(c);
                rest = &rest[at + 7..];
            }
            None => {
                plain.push_str("_x");
                rest = &rest[at + 2..];
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// Where text goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Into {
    Nothing,
    Value,
    Formula,
    Inline,
}

/// What the file says of a value's kind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Number,
    Shared,
    Text,
    Bool,
    Error,
    Iso,
    Unknown,
}

struct SheetReader<'a> {
    book: &'a Book,
    sink: Sink<'a>,
    row: u32,
    col: u32,
    /// In a cell.
    cell: bool,
    kind: Kind,
    style: usize,
    valued: bool,
    formula: Option<String>,
    value: String,
    inline: String,
}

impl<'a> SheetReader<'a> {
    const fn new(book: &'a Book, sink: Sink<'a>) -> Self {
        Self {
            book,
            sink,
            row: 0,
            col: 0,
            cell: false,
            kind: Kind::Number,
            style: 0,
            valued: false,
            formula: None,
            value: String::new(),
            inline: String::new(),
        }
    }

    fn read(&mut self, text: &str, findings: &mut Vec<Finding>) -> Result<(), Refusal> {
        let mut nodes = Nodes::new(text);
        let mut into = Into::Nothing;
        let mut data = false;
        let mut next_row = 0;
        loop {
            match nodes.next()? {
                Node::Open(tag) => match tag.local_name().as_ref() {
                    "c" => self.begin(&tag)?,
                    "v" if self.cell => {
                        self.valued = true;
                        into = Into::Value;
                    }
                    "f" if self.cell => {
                        self.formula = Some(String::new());
                        into = Into::Formula;
                    }
                    "t" if self.cell => into = Into::Inline,
                    "rPh" => nodes.skip()?,
                    "row" => {
                        self.row = row_of(&tag, next_row)?;
                        next_row = self.row.saturating_add(1);
                        self.col = 0;
                    }
                    "sheetData" => data = true,
                    "dimension" => self.dimension(&tag, findings),
                    "mergeCell" => {
                        if let Some((first, last)) =
                            attribute(&tag, "ref").as_deref().and_then(area)
                        {
                            self.sink.merge(first, last);
                        }
                    }
                    _ => {}
                },
                Node::Text(text) => match into {
                    Into::Nothing => {}
                    Into::Value => self.value.push_str(&text),
                    Into::Inline => self.inline.push_str(&text),
                    Into::Formula => {
                        if let Some(formula) = &mut self.formula {
                            formula.push_str(&text);
                        }
                    }
                },
                Node::Close(tag) => match tag.local_name().as_ref() {
                    "v" | "f" | "t" => into = Into::Nothing,
                    "c" if self.cell && !self.end() => return Ok(()),
                    _ => {}
                },
                Node::End if data => return Ok(()),
                Node::End => return Err(Refusal::Damaged),
            }
        }
    }

    /// Sizes that make no sense are told and not needed.
    fn dimension(&self, tag: &BytesStart<'_>, findings: &mut Vec<Finding>) {
        let Some(size) = attribute(tag, "ref") else {
            return;
        };
        if area(&size).is_none() {
            let message = format!(
                "the file says that the sheet reaches \"{size}\", which is no area; it was read all the same"
            );
            findings.push(
                Finding::warning(Code::BadDimension, self.sink.place(), message)
                    .help("open the workbook in a spreadsheet program and save it again"),
            );
        }
    }

    fn begin(&mut self, tag: &BytesStart<'_>) -> Result<(), Refusal> {
        self.cell = true;
        self.kind = Kind::Number;
        self.style = 0;
        self.valued = false;
        self.formula = None;
        self.value.clear();
        self.inline.clear();
        let mut attributes = tag.attributes();
        attributes.with_checks(false);
        for attribute in attributes.flatten() {
            match attribute.key.as_ref() {
                "r" => {
                    let at = cell_of(&attribute.value).ok_or(Refusal::Damaged)?;
                    (self.row, self.col) = (at.row, at.col);
                }
                "s" => self.style = attribute.value.parse().unwrap_or(0),
                "t" => {
                    self.kind = match attribute.value.as_ref() {
                        "n" => Kind::Number,
                        "s" => Kind::Shared,
                        "str" | "inlineStr" => Kind::Text,
                        "b" => Kind::Bool,
                        "e" => Kind::Error,
                        "d" => Kind::Iso,
                        _ => Kind::Unknown,
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Puts the cell away; false where the sheet is not read any further.
    fn end(&mut self) -> bool {
        self.cell = false;
        let (row, col) = (self.row, self.col);
        self.col = col.saturating_add(1);
        self.value()
            .is_none_or(|value| self.sink.put(row, col, value))
    }

    fn value(&self) -> Option<Value> {
        let raw = self.value.as_str();
        if raw.is_empty() && self.inline.is_empty() {
            return self.without_result();
        }
        match self.kind {
            Kind::Number if raw.is_empty() => sink::text(&unescaped(&self.inline)),
            Kind::Number => {
                let shape = self.book.shapes.get(self.style).unwrap_or(&Shape::Plain);
                match number::from_text(raw, shape, self.book.base_1904) {
                    Value::Text(raw) => sink::text(&raw),
                    value => Some(value),
                }
            }
            Kind::Shared => match raw
                .trim()
                .parse()
                .ok()
                .and_then(|at: usize| self.book.strings.get(at))
            {
                Some(text) => sink::text(text),
                None => Some(Value::Error("a text that is missing in the file".into())),
            },
            Kind::Text if self.inline.is_empty() => sink::text(&unescaped(raw)),
            Kind::Text => sink::text(&unescaped(&self.inline)),
            Kind::Bool => match raw.trim() {
                "1" | "true" | "TRUE" => Some(Value::Bool(true)),
                "0" | "false" | "FALSE" => Some(Value::Bool(false)),
                other => sink::text(other),
            },
            Kind::Error => Some(Value::Error(raw.trim().into())),
            Kind::Iso => number::iso(raw).or_else(|| sink::text(raw)),
            Kind::Unknown => Some(Value::Error(raw.trim().into())),
        }
    }

    /// A formula may say that its result is empty. One that says nothing was
    /// never computed.
    fn without_result(&self) -> Option<Value> {
        let formula = self.formula.as_ref()?;
        if self.kind == Kind::Text && self.valued {
            return None;
        }
        let shown = if formula.is_empty() { "…" } else { formula };
        Some(Value::NoResult(format!("={shown}").into()))
    }
}

fn row_of(tag: &BytesStart<'_>, next: u32) -> Result<u32, Refusal> {
    let Some(number) = attribute(tag, "r") else {
        return Ok(next);
    };
    let number: u32 = number.trim().parse().map_err(|_| Refusal::Damaged)?;
    number.checked_sub(1).ok_or(Refusal::Damaged)
}

/// Reads `E7`.
fn cell_of(text: &str) -> Option<CellRef> {
    let mut col = 0_u32;
    let mut row = 0_u32;
    for byte in text.bytes().filter(|byte| *byte != b'$') {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' if row == 0 => {
                let letter = u32::from(byte.to_ascii_uppercase() - b'A') + 1;
                col = col.checked_mul(26)?.checked_add(letter)?;
            }
            b'0'..=b'9' => row = row.checked_mul(10)?.checked_add(u32::from(byte - b'0'))?,
            _ => return None,
        }
    }
    Some(CellRef::new(row.checked_sub(1)?, col.checked_sub(1)?))
}

/// Reads `A1:E7`, or one cell.
fn area(text: &str) -> Option<(CellRef, CellRef)> {
    let (first, last) = text.split_once(':').unwrap_or((text, text));
    Some((cell_of(first)?, cell_of(last)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_they_are_named() {
        assert_eq!(cell_of("XFD1048576"), Some(CellRef::new(1_048_575, 16_383)));
        assert_eq!(cell_of("$E$7"), Some(CellRef::new(6, 4)));
        for wrong in [
            "",
            "A",
            "7",
            "A0",
            "A1B",
            "ZZZZZZZZ1",
            "A99999999999",
            "hello",
        ] {
            assert_eq!(cell_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn characters_by_number_in_texts() {
        assert_eq!(unescaped("a_x000D__x0041_"), "a\rA");
        assert_eq!(unescaped("_xyz_x12 _x00é_"), "_xyz_x12 _x00é_");
    }
}
