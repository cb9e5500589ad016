//! Delimited text -> a grid: delimiter, rows, quotes. Understands no cell.

use std::collections::BTreeMap;

use csv::ReaderBuilder;

use super::encoding;
use super::limits::{Allowance, LAST_COL, LAST_ROW, Refusal};
use super::scan::{Lines, Record, Scanner};
use super::sink::{self, Sink, empty_grid};
use super::sniff;
use crate::model::{Code, Finding, Grid, Place};

/// Reads a text file as one grid; `None` where it cannot be.
pub(super) fn read(
    file: &str,
    bytes: &[u8],
    wanted: Option<&str>,
    allowance: &mut Allowance,
    findings: &mut Vec<Finding>,
) -> Option<Grid> {
    if !sniff::looks_like_text(bytes) {
        let refusal = Refusal::Foreign("no text and no spreadsheet", sniff::SAVE_AS_SHEET);
        findings.push(refusal.finding(Place::file(file)));
        return None;
    }
    let mut text = encoding::decode(file, bytes, wanted, findings);
    text.retain(|c| c != '\0');
    let (delimiter, start) = delimiter(&text);
    // Notes in whole sentences have quotes that mean nothing to a table.
    let prose = delimiter == NONE && file.to_lowercase().ends_with(".txt");
    let scanner = Scanner::new(&text[start..], delimiter, !prose);
    let scanner = if start > 0 {
        scanner.behind_a_line()
    } else {
        scanner
    };
    let grid = empty_grid(file, None);
    let survey = match survey(scanner, &grid) {
        Ok(survey) => survey,
        Err(finding) => {
            findings.push(finding);
            return None;
        }
    };
    let told = survey.told(&grid);
    let lost = told.iter().any(Finding::is_error);
    findings.extend(told);
    if lost {
        // What the quote took in would be missed elsewhere, in many messages.
        return None;
    }
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .quoting(!prose)
        .has_headers(false)
        .flexible(true)
        .from_reader(&text.as_bytes()[start..]);
    let mut sink = Sink::new(grid, allowance);
    'records: for (record, row) in reader.records().zip(&survey.rows) {
        for (field, col) in record.ok()?.iter().zip(0..) {
            let value = sink::text(unguarded(field));
            if value.is_some_and(|value| !sink.put(*row, col, value)) {
                break 'records;
            }
        }
    }
    let grid = sink.finish(findings)?;
    tell_ragged(&grid, survey.width, findings);
    Some(grid)
}

/// Our own writer puts an apostrophe before what a spreadsheet would take for
/// a formula, and before an apostrophe.
fn unguarded(field: &str) -> &str {
    field
        .strip_prefix('\'')
        .filter(|rest| {
            rest.starts_with(|c: char| matches!(c, '=' | '+' | '-' | '@' | '\'') || c.is_control())
        })
        .unwrap_or(field)
}

/// What the lines tell before any cell is read.
struct Survey {
    /// The row of each record, as a spreadsheet counts it.
    rows: Vec<u32>,
    /// How many fields most records have.
    width: usize,
    /// Texts that run over several lines.
    lines: Vec<Lines>,
    /// How many such texts each column has.
    columns: BTreeMap<usize, usize>,
}

fn survey(mut scanner: Scanner<'_>, grid: &Grid) -> Result<Survey, Finding> {
    let mut rows = Vec::new();
    let mut widths: BTreeMap<usize, usize> = BTreeMap::new();
    let mut lines: Vec<Lines> = Vec::new();
    let mut columns = BTreeMap::new();
    while let Some(Record {
        row,
        fields,
        open,
        lines: found,
    }) = scanner.next()
    {
        if let Some((col, line)) = open {
            let place = grid.at(row, col as u32);
            let message = format!("the quote that opens in line {line} is never closed");
            return Err(Finding::error(Code::OpenQuote, place, message)
                .help("close the quote where the text ends, or take it away"));
        }
        if row > LAST_ROW || fields > LAST_COL as usize + 1 {
            let what = "the text has more rows or columns than a spreadsheet".to_owned();
            return Err(Refusal::TooLarge(what).finding(grid.at(row, 0)));
        }
        for text in &found {
            *columns.entry(text.col).or_default() += 1;
        }
        lines.extend(found);
        *widths.entry(fields).or_default() += 1;
        rows.push(row);
    }
    let width = widths
        .iter()
        .filter(|(fields, _)| **fields > 1)
        .max_by_key(|(_, count)| **count)
        .map_or(1, |(fields, _)| *fields);
    Ok(Survey {
        rows,
        width,
        lines,
        columns,
    })
}

impl Survey {
    /// Tells texts that run over lines: those that hold whole rows come from
    /// a forgotten quote; one that is alone in its column may.
    fn told(&self, grid: &Grid) -> Vec<Finding> {
        let tell = |text: &Lines| {
            let place = grid.at(text.row, text.col as u32);
            let holds_rows = self.width > 2 && text.most_delimiters + 1 >= self.width;
            if text.goes_on || holds_rows {
                let message = format!(
                    "the quote that opens in line {} takes in {} lines with other rows",
                    text.line,
                    text.breaks + 1
                );
                return Some(
                    Finding::error(Code::OpenQuote, place, message)
                        .help("close the quote where the text ends, or take it away"),
                );
            }
            let alone = self.columns.get(&text.col) == Some(&1);
            let below = self.rows.first() != Some(&text.row);
            let message = format!("this text runs over {} lines", text.breaks + 1);
            (alone && below).then(|| {
                Finding::note(Code::LineBreak, place, message)
                    .help("look whether a quote is missing there")
            })
        };
        self.lines.iter().filter_map(tell).take(100).collect()
    }
}

/// Tells once which rows hold more than the others do.
fn tell_ragged(grid: &Grid, width: usize, findings: &mut Vec<Finding>) {
    /// How many of them are named.
    const NAMED: usize = 5;
    let wide: Vec<(u32, usize)> = grid
        .rows
        .iter()
        .filter_map(|row| Some((row.index, row.cells.last()?.col as usize + 1)))
        .filter(|(_, cells)| width > 1 && *cells > width)
        .collect();
    let Some((first, cells)) = wide.first() else {
        return;
    };
    let message = if wide.len() == 1 {
        format!("this row has {cells} cells where most rows have {width}")
    } else {
        let mut rows: Vec<String> = wide
            .iter()
            .take(NAMED)
            .map(|(row, _)| (row + 1).to_string())
            .collect();
        if wide.len() > NAMED {
            rows.push("...".to_owned());
        }
        format!(
            "{} rows have more cells than most, which have {width}: {}",
            wide.len(),
            rows.join(", ")
        )
    };
    findings.push(
        Finding::warning(Code::RaggedRow, grid.at(*first, width as u32), message)
            .help("put a text or number that holds the delimiter into quotes, as in \"7,5\""),
    );
}

/// Stands for: every line is one cell.
const NONE: u8 = 0x1F;
/// The delimiters that are looked for; at equal signs the earlier is taken.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The delimiter and where the rows begin: what a first line `sep=;` says,
/// else the candidate whose number outside quotes is the same in most rows.
fn delimiter(text: &str) -> (u8, usize) {
    if let Some(found) = named(text) {
        return found;
    }
    let score = |delimiter: u8| {
        let mut scanner = Scanner::new(text, delimiter, true);
        let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
        for record in std::iter::from_fn(|| scanner.next()).take(100) {
            *counts.entry(record.fields - 1).or_default() += 1;
        }
        let most = counts.iter().filter(|(count, _)| **count > 0);
        most.map(|(count, rows)| (*rows, *count))
            .max()
            .unwrap_or((0, 0))
    };
    let mut best = (NONE, (0, 0));
    for candidate in DELIMITERS {
        let score = score(candidate);
        if score > best.1 {
            best = (candidate, score);
        }
    }
    if best.0 == b',' && is_list_of_names(text) {
        return (NONE, 0);
    }
    (best.0, 0)
}

/// What a first line `sep=;` says, and where the line behind it begins.
fn named(text: &str) -> Option<(u8, usize)> {
    let end = text.find(['\r', '\n']).unwrap_or(text.len());
    let line = text[..end].trim_end_matches([',', ';']);
    let rest = text[..end].trim_start_matches('"');
    let (key, value) = (rest.get(..4)?, rest.as_bytes().get(4).copied()?);
    let fits = key.eq_ignore_ascii_case("sep=") && line.len() <= 7;
    let mark = value.is_ascii_punctuation() || value == b'\t';
    let behind = &text[end..];
    let skip = if behind.starts_with("\r\n") {
        2
    } else {
        usize::from(!behind.is_empty())
    };
    (fits && mark && value != b'"').then_some((value, end + skip))
}

/// A header of one word above lines like `Berg, Anna`.
fn is_list_of_names(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let header = lines.next().is_some_and(|line| !line.contains(','));
    header
        && lines
            .take(100)
            .all(|line| !line.contains('"') && line.replace(", ", "").find(',').is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Value;

    #[test]
    fn the_delimiter_is_the_most_even() {
        for (text, expected) in [
            ("a,b\n1,2\n", b','),
            ("Table;Player;VP\n1;Anna;7,5\n1;Ben;8,5\n", b';'),
            ("Berlin Open, 2026\na;b;c\n1;2;3\n4;5;6\n", b';'),
            ("a\tb\n1\t2\n", b'\t'),
            ("a|b|c\n\"x|,,,,\"|2|3\n", b'|'),
            ("Name\nBerg, Anna\nOde, Ben\n", NONE),
            ("Name\nAnna\nBen\n", NONE),
            ("", NONE),
        ] {
            assert_eq!(delimiter(text).0, expected, "{text:?}");
        }
        assert_eq!(delimiter("sep=;\r\na,b"), (b';', 7));
        assert_eq!(delimiter("\"SEP=|\"\na"), (b'|', 8));
    }

    #[test]
    fn the_guard_comes_off_and_nothing_else() {
        for (field, text) in [
            ("'=Kim", "=Kim"),
            ("''x", "'x"),
            ("'90", "'90"),
            ("'\rx", "\rx"),
        ] {
            assert_eq!(unguarded(field), text);
        }
        assert_eq!(sink::text(unguarded("-2")), Some(Value::Text("-2".into())));
    }
}
