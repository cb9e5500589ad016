//! Binary workbooks of Excel (.xlsb) -> grids, record by record. Understands
//! no cell.

use std::collections::BTreeMap;

use super::bytes::{error, f64_at, rk, u16_at, u32_at, utf16};
use super::limits::{Allowance, MOST_CELLS, MOST_THINGS, Refusal};
use super::number::{self, Shape};
use super::package::{self, Target};
use super::packed::Packed;
use super::sink::{self, Sink, empty_grid};
use crate::model::{CellRef, Finding, Grid, Value};

/// What the sheets of a workbook share.
#[derive(Default)]
struct Book {
    strings: Vec<Box<str>>,
    shapes: Vec<Shape>,
    base_1904: bool,
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
    let targets = package::relations(packed, main, allowance)?;
    let workbook = packed.part(main, allowance)?.ok_or(Refusal::Damaged)?;
    let mut book = Book::default();
    if let Some(part) = package::of_kind(&targets, "styles") {
        let bytes = packed.part(part, allowance)?.unwrap_or_default();
        book.shapes = shapes(&bytes)?;
    }
    if let Some(part) = package::of_kind(&targets, "sharedStrings") {
        let bytes = packed.part(part, allowance)?.unwrap_or_default();
        book.strings = strings(&bytes)?;
    }
    let mut records = Records(&workbook);
    while let Some((kind, data)) = records.next()? {
        match kind {
            0x0099 => book.base_1904 = u32_at(data, 0).is_some_and(|flags| flags & 1 == 1),
            0x009C => {
                let Some((mut grid, part)) = sheet(file, data, &targets) else {
                    continue;
                };
                grid.hidden = u32_at(data, 0) != Some(0);
                let place = grid.place();
                let bytes = packed.part(&part, allowance)?.ok_or(Refusal::Damaged)?;
                let mut sink = Sink::new(grid, allowance);
                match cells(&bytes, &book, &mut sink) {
                    Ok(()) => grids.extend(sink.finish(findings)),
                    Err(refusal) => findings.push(refusal.finding(place)),
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A worksheet's name and part; `None` for charts and the like.
fn sheet(file: &str, data: &[u8], targets: &BTreeMap<String, Target>) -> Option<(Grid, String)> {
    let (id, behind) = wide(data, 8)?;
    let (name, _) = wide(data, behind)?;
    let target = targets.get(&id)?;
    (target.kind == "worksheet").then(|| (empty_grid(file, Some(&name)), target.part.clone()))
}

/// The records of a part: a number, a length, bytes.
struct Records<'a>(&'a [u8]);

impl<'a> Records<'a> {
    fn next(&mut self) -> Result<Option<(u16, &'a [u8])>, Refusal> {
        let Some(first) = self.byte() else {
            return Ok(None);
        };
        let mut kind = u16::from(first);
        if first & 0x80 != 0 {
            let second = self.byte().ok_or(Refusal::Damaged)?;
            kind = u16::from(first & 0x7F) | (u16::from(second & 0x7F) << 7);
        }
        let mut length = 0_usize;
        for shift in [0, 7, 14, 21] {
            let byte = self.byte().ok_or(Refusal::Damaged)?;
            length |= usize::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        let (data, rest) = self.0.split_at_checked(length).ok_or(Refusal::Damaged)?;
        self.0 = rest;
        Ok(Some((kind, data)))
    }

    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }
}

/// Reads a text with its length in front, and tells where it ends.
fn wide(data: &[u8], at: usize) -> Option<(String, usize)> {
    let length = u32_at(data, at)?;
    // No text where an identifier may be missing.
    let length = if length == u32::MAX {
        0
    } else {
        length as usize
    };
    let end = at.checked_add(4)?.checked_add(length.checked_mul(2)?)?;
    let bytes = data.get(at + 4..end)?;
    Some((utf16(bytes), end))
}

fn shapes(bytes: &[u8]) -> Result<Vec<Shape>, Refusal> {
    let mut records = Records(bytes);
    let mut custom = BTreeMap::new();
    let mut shapes = Vec::new();
    let mut cells = false;
    while let Some((kind, data)) = records.next()? {
        match kind {
            0x002C => {
                if let (Some(id), Some((code, _))) = (u16_at(data, 0), wide(data, 2)) {
                    custom.insert(id, number::shape(&code));
                }
            }
            0x0269 => cells = true,
            0x026A => cells = false,
            0x002F if cells && shapes.len() < MOST_THINGS => {
                let id = u16_at(data, 2).unwrap_or(0);
                let shape = custom.get(&id).cloned();
                let shape = shape.or_else(|| number::builtin(u32::from(id)));
                shapes.push(shape.unwrap_or(Shape::Plain));
            }
            _ => {}
        }
    }
    Ok(shapes)
}

fn strings(bytes: &[u8]) -> Result<Vec<Box<str>>, Refusal> {
    let mut records = Records(bytes);
    let mut strings: Vec<Box<str>> = Vec::new();
    while let Some((kind, data)) = records.next()? {
        if kind == 0x0013 {
            if strings.len() >= MOST_CELLS {
                let what = "the workbook has over 2,000,000 texts".to_owned();
                return Err(Refusal::TooLarge(what));
            }
            let (text, _) = wide(data, 1).ok_or(Refusal::Damaged)?;
            strings.push(text.into());
        }
    }
    Ok(strings)
}

fn cells(bytes: &[u8], book: &Book, sink: &mut Sink<'_>) -> Result<(), Refusal> {
    let mut records = Records(bytes);
    let mut row = 0;
    while let Some((kind, data)) = records.next()? {
        match kind {
            0x0000 => row = u32_at(data, 0).ok_or(Refusal::Damaged)?,
            0x0002..=0x000B => {
                let col = u32_at(data, 0).ok_or(Refusal::Damaged)?;
                let value = value(kind, data, book)?;
                if value.is_some_and(|value| !sink.put(row, col, value)) {
                    return Ok(());
                }
            }
            0x00B0 => {
                let at = |from| u32_at(data, from).ok_or(Refusal::Damaged);
                sink.merge(CellRef::new(at(0)?, at(8)?), CellRef::new(at(4)?, at(12)?));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Gives a cell's value; refuses a record that is too short.
fn value(kind: u16, data: &[u8], book: &Book) -> Result<Option<Value>, Refusal> {
    let number_at = |at| u32_at(data, at).ok_or(Refusal::Damaged);
    let byte = data.get(8).copied().ok_or(Refusal::Damaged);
    let style = number_at(4)? & 0x00FF_FFFF;
    let shape = book.shapes.get(style as usize).unwrap_or(&Shape::Plain);
    let number = |value| Some(number::from_double(value, shape, book.base_1904));
    Ok(match kind {
        0x0002 => number(rk(number_at(8)?)),
        0x0003 | 0x000B => Some(error(byte?)),
        0x0004 | 0x000A => Some(Value::Bool(byte? != 0)),
        0x0005 | 0x0009 => number(f64_at(data, 8).ok_or(Refusal::Damaged)?),
        0x0006 | 0x0008 => sink::text(&wide(data, 8).ok_or(Refusal::Damaged)?.0),
        _ => match book.strings.get(number_at(8)? as usize) {
            Some(text) => sink::text(text),
            None => Some(Value::Error("a text that is missing in the file".into())),
        },
    })
}
