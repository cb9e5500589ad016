//! OpenDocument sheets (.ods) -> grids. Repeats are unrolled only for filled
//! cells, so that a small file cannot grow without end. Understands no cell.

use std::collections::BTreeSet;

use quick_xml::events::BytesStart;

use super::limits::{Allowance, MOST_THINGS, Refusal};
use super::number::{self, Shape};
use super::packed::Packed;
use super::sink::{self, Sink, empty_grid};
use super::xml::{Node, Nodes, attribute};
use crate::model::{CellRef, Finding, Grid, Value};

/// Reads all sheets of a document.
pub(super) fn read(
    file: &str,
    packed: &mut Packed<'_>,
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    if let Some(manifest) = packed.xml("META-INF/manifest.xml", allowance)?
        && manifest.contains("encryption-data")
    {
        return Err(Refusal::Protected);
    }
    let text = packed
        .xml("content.xml", allowance)?
        .ok_or(Refusal::Damaged)?;
    let mut nodes = Nodes::new(&text);
    let mut hidden: BTreeSet<String> = BTreeSet::new();
    let mut style = String::new();
    loop {
        match nodes.next()? {
            Node::Open(tag) => match tag.local_name().as_ref() {
                "style" => style = attribute(&tag, "name").unwrap_or_default().into_owned(),
                "table-properties"
                    if hidden.len() < MOST_THINGS
                        && attribute(&tag, "display").is_some_and(|shown| shown == "false") =>
                {
                    hidden.insert(style.clone());
                }
                // What was there before a tracked change.
                "tracked-changes" => nodes.skip()?,
                "table" => {
                    let name = attribute(&tag, "name").unwrap_or_default();
                    // A copy of another file's sheet that formulas look into.
                    if name.starts_with("'file:") {
                        nodes.skip()?;
                        continue;
                    }
                    let mut grid = empty_grid(file, Some(&name));
                    grid.hidden = attribute(&tag, "style-name")
                        .is_some_and(|style| hidden.contains(style.as_ref()));
                    let mut table = TableReader::new(Sink::new(grid, allowance));
                    table.read(&mut nodes)?;
                    grids.extend(table.sink.finish(findings));
                }
                _ => {}
            },
            Node::End => return Ok(()),
            _ => {}
        }
    }
}

struct TableReader<'a> {
    sink: Sink<'a>,
    row: u32,
    col: u32,
    /// The row's filled cells, each with its first column and the one behind
    /// its last; unrolled only when the row is put away.
    cells: Vec<(u32, u32, Value)>,
    /// The sheet goes on further than is read.
    full: bool,
}

/// What a cell's tag says.
#[derive(Default)]
struct CellTag {
    kind: Option<String>,
    value: Option<String>,
    formula: Option<String>,
    repeat: u32,
    cols: u32,
    rows: u32,
    error: bool,
}

impl<'a> TableReader<'a> {
    const fn new(sink: Sink<'a>) -> Self {
        Self {
            sink,
            row: 0,
            col: 0,
            cells: Vec::new(),
            full: false,
        }
    }

    /// Reads up to the end of the table.
    fn read(&mut self, nodes: &mut Nodes<'_>) -> Result<(), Refusal> {
        let mut repeat = 1;
        loop {
            match nodes.next()? {
                Node::Open(tag) => match tag.local_name().as_ref() {
                    "table-row" => {
                        repeat = count(&tag, "number-rows-repeated");
                        self.col = 0;
                        self.cells.clear();
                    }
                    "table-cell" | "covered-table-cell" => {
                        let tag = cell_tag(&tag);
                        let text = paragraphs(nodes)?;
                        self.cell(&tag, text.as_deref());
                    }
                    // Drawings, and what a chart or a query keeps.
                    "shapes" | "table-source" | "forms" | "scenario" => nodes.skip()?,
                    _ => {}
                },
                Node::Close(tag) => match tag.local_name().as_ref() {
                    "table-row" => self.end_row(repeat),
                    "table" => return Ok(()),
                    _ => {}
                },
                Node::Text(_) => {}
                Node::End => return Err(Refusal::Damaged),
            }
        }
    }

    fn cell(&mut self, tag: &CellTag, text: Option<&str>) {
        let start = self.col;
        self.col = start.saturating_add(tag.repeat);
        if tag.cols > 1 || tag.rows > 1 {
            let last = CellRef::new(
                self.row.saturating_add(tag.rows - 1),
                start.saturating_add(tag.cols - 1),
            );
            self.sink.merge(CellRef::new(self.row, start), last);
        }
        let Some(value) = value(tag, text) else {
            return;
        };
        self.cells.push((start, self.col, value));
    }

    fn end_row(&mut self, repeat: u32) {
        let first = self.row;
        self.row = first.saturating_add(repeat);
        if self.cells.is_empty() || self.full {
            return;
        }
        for row in first..self.row {
            for (first, behind, value) in &self.cells {
                let mut cols = *first..*behind;
                if !cols.all(|col| self.sink.put(row, col, value.clone())) {
                    self.full = true;
                    return;
                }
            }
        }
    }
}

fn count(tag: &BytesStart<'_>, name: &str) -> u32 {
    attribute(tag, name)
        .and_then(|count| count.parse::<u64>().ok())
        .map_or(1, |count| u32::try_from(count).unwrap_or(u32::MAX).max(1))
}

fn cell_tag(tag: &BytesStart<'_>) -> CellTag {
    let mut cell = CellTag {
        repeat: 1,
        cols: 1,
        rows: 1,
        ..CellTag::default()
    };
    let mut attributes = tag.attributes();
    attributes.with_checks(false);
    for found in attributes.flatten() {
        let name = found.key.local_name();
        match (name.as_ref(), found.key.as_ref()) {
            ("value-type", key) => {
                let kind = found.value.as_ref();
                cell.error |= key.starts_with("calcext") && kind == "error";
                if !key.starts_with("calcext") {
                    cell.kind = Some(kind.to_owned());
                }
            }
            ("value" | "date-value" | "time-value" | "boolean-value" | "string-value", _) => {
                cell.value = attribute(tag, name.as_ref()).map(std::borrow::Cow::into_owned);
            }
            ("formula", _) => cell.formula = attribute(tag, "formula").map(Into::into),
            ("number-columns-repeated", _) => cell.repeat = count(tag, "number-columns-repeated"),
            ("number-columns-spanned", _) => cell.cols = count(tag, "number-columns-spanned"),
            ("number-rows-spanned", _) => cell.rows = count(tag, "number-rows-spanned"),
            _ => {}
        }
    }
    cell
}

fn value(tag: &CellTag, shown: Option<&str>) -> Option<Value> {
    let text = shown.unwrap_or_default();
    let raw = tag.value.as_deref().unwrap_or_default();
    if tag.error || text.starts_with("Err:") && tag.formula.is_some() {
        return Some(Value::Error(text.into()));
    }
    match tag.kind.as_deref() {
        Some("float" | "percentage" | "currency") => {
            match number::from_text(raw, &Shape::Plain, false) {
                Value::Number { value, shown } => Some(Value::Number {
                    value,
                    shown: shown.or_else(|| padded(text, value)),
                }),
                other => Some(other),
            }
        }
        Some("date" | "time") => number::iso(raw).or_else(|| sink::text(text)),
        Some("boolean") => Some(Value::Bool(raw == "true")),
        Some("string") if text.is_empty() => sink::text(raw),
        Some(_) => sink::text(text),
        // A result that is empty is still a paragraph.
        None if shown.is_some() => sink::text(text),
        None => {
            let formula = tag.formula.as_deref()?;
            let formula = formula.split_once(":=").map_or(formula, |(_, rest)| rest);
            let formula = formula.trim_start_matches('=');
            Some(Value::NoResult(format!("={formula}").into()))
        }
    }
}

/// What the sheet shows, where that is the same number with zeros in front.
fn padded(text: &str, value: f64) -> Option<Box<str>> {
    let zeros = text.len() > 1
        && text.starts_with('0')
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && text.parse::<f64>() == Ok(value);
    zeros.then(|| text.into())
}

/// Reads a cell's text up to its end: paragraphs as lines, without notes;
/// `None` where there is no paragraph.
fn paragraphs(nodes: &mut Nodes<'_>) -> Result<Option<String>, Refusal> {
    let mut text = String::new();
    let (mut depth, mut inside, mut any) = (1_u32, 0_u32, false);
    while depth > 0 {
        match nodes.next()? {
            Node::Open(tag) => {
                match tag.local_name().as_ref() {
                    "annotation" | "table" | "frame" | "custom-shape" | "ruby-text" => {
                        nodes.skip()?;
                        continue;
                    }
                    "p" | "h" => {
                        if any {
                            text.push('\n');
                        }
                        any = true;
                        inside += 1;
                    }
                    "s" => {
                        let spaces = count(&tag, "c").min(100);
                        text.extend((0..spaces).map(|_| ' '));
                    }
                    "tab" => text.push('\t'),
                    "line-break" => text.push('\n'),
                    _ => {}
                }
                depth += 1;
            }
            Node::Text(part) if inside > 0 => text.push_str(&part),
            Node::Text(_) => {}
            Node::Close(tag) => {
                if matches!(tag.local_name().as_ref(), "p" | "h") {
                    inside = inside.saturating_sub(1);
                }
                depth -= 1;
            }
            Node::End => return Err(Refusal::Damaged),
        }
    }
    Ok(any.then_some(text))
}
