//! Files -> grids. The only place that knows calamine, csv, zip and
//! encodings; understands nothing of what the cells mean.

mod guard;
mod text;
mod workbook;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::model::{Code, Finding, Form, Format, Grid, Place, Severity, SheetFormat};

/// An event's sheets as they were found.
#[derive(Debug)]
pub struct Input {
    /// A folder or files, or one workbook.
    pub form: Form,
    /// The kind of sheet that the event is kept in.
    pub format: SheetFormat,
    /// Where round sheets are written.
    pub folder: PathBuf,
    /// Where outputs go, if nothing else is wished.
    pub out: PathBuf,
    /// The workbook's stem or the folder's name.
    pub stem: String,
    /// All sheets, by file name.
    pub grids: Vec<Grid>,
    /// What is to be said of the files.
    pub findings: Vec<Finding>,
    /// The operating system would not let something be read.
    pub system_errors: bool,
}

impl Input {
    /// Gives the stem without the number of a round: `open` for
    /// `open-round-2`.
    #[must_use]
    pub fn base(&self) -> &str {
        without_round(&self.stem)
    }
}

/// The largest file that is opened.
const MOST_BYTES: u64 = 256 << 20;

/// Reads an event: a folder, a workbook, or any mix of files. `encoding` is
/// what the Event sheet names for text that is not UTF-8.
#[must_use]
pub fn read(paths: &[PathBuf], encoding: Option<&str>) -> Input {
    let mut input = start(paths);
    for path in files_of(paths, &mut input) {
        read_file(&path, encoding, &mut input);
    }
    if input.grids.is_empty() && input.findings.is_empty() {
        input.findings.push(
            Finding::event(
                Severity::Error,
                Code::EmptyEvent,
                format!("\"{}\" holds no sheet", input.stem),
            )
            .help("put the event's .xlsx or .csv files there, or start one with `tabletally new`"),
        );
    }
    let named = |grid: &&Grid| {
        let name = grid.role_name().to_lowercase();
        ["event", "players", "round"]
            .iter()
            .any(|word| name.starts_with(word))
    };
    let telling = input
        .grids
        .iter()
        .find(named)
        .or_else(|| input.grids.first());
    if telling.is_some_and(|grid| grid.format == Format::Csv) {
        input.format = SheetFormat::Csv;
    }
    input
}

fn start(paths: &[PathBuf]) -> Input {
    let first = paths
        .first()
        .map_or_else(|| Path::new("."), PathBuf::as_path);
    let name = |path: &Path| {
        let whole = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        whole.file_name().map_or_else(
            || "event".to_owned(),
            |name| name.to_string_lossy().into_owned(),
        )
    };
    let parent = match first.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    };
    let (form, folder, out, stem) = if first.is_dir() {
        (
            Form::Files,
            first.to_path_buf(),
            first.join("out"),
            name(first),
        )
    } else if paths.len() == 1 && !is_text(first) {
        let stem = first.file_stem().map_or_else(
            || "event".to_owned(),
            |stem| stem.to_string_lossy().into_owned(),
        );
        let base = without_round(&stem);
        (
            Form::Workbook,
            parent.clone(),
            parent.join(format!("{base}-out")),
            stem,
        )
    } else {
        (
            Form::Files,
            parent.clone(),
            parent.join("out"),
            name(&parent),
        )
    };
    Input {
        form,
        format: SheetFormat::Xlsx,
        folder,
        out,
        stem,
        grids: Vec::new(),
        findings: Vec::new(),
        system_errors: false,
    }
}

/// Gives `open` for `open-round-2`.
fn without_round(stem: &str) -> &str {
    stem.rsplit_once("-round-")
        .filter(|(_, number)| number.parse::<u32>().is_ok())
        .map_or(stem, |(base, _)| base)
}

fn extension(path: &Path) -> String {
    path.extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

fn is_text(path: &Path) -> bool {
    ["csv", "tsv", "txt"].contains(&extension(path).as_str())
}

fn is_sheet(path: &Path) -> bool {
    is_text(path) || ["xlsx", "xlsm", "xls", "xlsb", "ods"].contains(&extension(path).as_str())
}

/// Lock files, backups, and what a re-seating kept.
fn is_passed_over(name: &str) -> bool {
    name.starts_with("~$")
        || name.starts_with('.')
        || name.ends_with('~')
        || name.contains(".before-reseat-")
        || name.to_lowercase().starts_with("readme")
}

/// Names the files to read, by name, so that no order of a folder counts.
fn files_of(paths: &[PathBuf], input: &mut Input) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        match fs::read_dir(path) {
            Ok(entries) => {
                let mut found: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
                found.retain(|file| {
                    let name = file
                        .file_name()
                        .map(|name| name.to_string_lossy().into_owned())
                        .unwrap_or_default();
                    file.is_file() && is_sheet(file) && !is_passed_over(&name)
                });
                found.sort();
                files.extend(found);
            }
            Err(error) => refused(path, &error, input),
        }
    }
    files
}

fn refused(path: &Path, error: &io::Error, input: &mut Input) {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check the spelling of the path",
        io::ErrorKind::PermissionDenied => {
            "allow reading it, or close it where it is open, or save a copy"
        }
        _ => "close the file where it is open, or save a copy",
    };
    input.system_errors = true;
    input.findings.push(
        Finding::error(
            Code::Unreadable,
            Place::file(shown(path)),
            format!("could not be read: {error}"),
        )
        .help(help),
    );
}

fn shown(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.to_string_lossy().into_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

fn read_file(path: &Path, encoding: Option<&str>, input: &mut Input) {
    let file = shown(path);
    match fs::metadata(path) {
        Ok(meta) if meta.len() > MOST_BYTES => {
            input.findings.push(
                Finding::error(
                    Code::TooLarge,
                    Place::file(file),
                    "the file is larger than any sheet of players",
                )
                .help("save only the event's sheets"),
            );
            return;
        }
        Ok(_) => {}
        Err(error) => return refused(path, &error, input),
    }
    let bytes = match fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) => return refused(path, &error, input),
    };
    if bytes.starts_with(b"PK") || bytes.starts_with(&[0xD0, 0xCF, 0x11, 0xE0]) {
        workbook::read(&file, bytes, &mut input.grids, &mut input.findings);
    } else if is_text(path) {
        input
            .grids
            .extend(text::read(&file, &bytes, encoding, &mut input.findings));
    } else {
        input.findings.push(no_workbook(&file, &bytes));
    }
}

/// A file that is named as a workbook and is none: says which of the usual
/// mistakes it is.
fn no_workbook(file: &str, bytes: &[u8]) -> Finding {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(512)]).to_lowercase();
    let (message, help) = if bytes.is_empty() {
        (
            "the file is empty",
            "save it again from the spreadsheet program",
        )
    } else if start.contains("<html") || start.contains("<table") || start.contains("<!doctype") {
        (
            "this is a web page that is named as a workbook",
            "open it in a spreadsheet program and save it as .xlsx",
        )
    } else if start.chars().all(|c| !c.is_control() || c.is_whitespace()) {
        (
            "this is a text file that is named as a workbook",
            "give it the ending .csv, or save it as .xlsx",
        )
    } else {
        (
            "this is no spreadsheet",
            "save it as .xlsx or .csv from the spreadsheet program",
        )
    };
    Finding::error(Code::BadFile, Place::file(file), message).help(help)
}

#[cfg(test)]
mod tests;
