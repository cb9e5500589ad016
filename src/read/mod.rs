//! Files -> grids. The only place that knows spreadsheet formats, csv, zip and
//! encodings; understands nothing of what the cells mean. Each file is read by
//! what it holds and not by its name, within the limits of `limits`.

mod bytes;
mod compound;
mod encoding;
mod folder;
mod limits;
mod number;
mod ods;
mod package;
mod packed;
mod scan;
mod sink;
mod sniff;
mod text;
mod workbook;
mod xls;
mod xlsb;
mod xlsx;
mod xml;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::model::{Code, Finding, Form, Format, Grid, Place, Severity, SheetFormat};
use limits::{Allowance, MOST_BOOK, MOST_TEXT, Refusal};
use sniff::Kind;

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
    /// Something was not read, and it is told why.
    pub unread: bool,
}

impl Input {
    /// Gives the stem without the number of a round: `open` for
    /// `open-round-2`.
    #[must_use]
    pub fn base(&self) -> &str {
        without_round(&self.stem)
    }
}

/// Reads an event: a folder, a workbook, or any mix of files. `encoding` is
/// what the Event sheet names for text that is not UTF-8.
#[must_use]
pub fn read(paths: &[PathBuf], encoding: Option<&str>) -> Input {
    read_within(Allowance::default(), paths, encoding)
}

/// Reads what may hold a list of players, our own standings too.
#[must_use]
pub fn read_list(path: &Path) -> Input {
    let allowance = Allowance {
        own_standings: true,
        ..Allowance::default()
    };
    read_within(allowance, &[path.to_path_buf()], None)
}

fn read_within(mut allowance: Allowance, paths: &[PathBuf], encoding: Option<&str>) -> Input {
    let mut input = start(paths);
    tell_encoding(encoding, &mut input);
    for path in folder::files(paths, &mut input) {
        read_file(&path, encoding, &mut allowance, &mut input);
    }
    folder::keep_latest(&mut input);
    input.unread = input.findings.iter().any(Finding::is_error);
    if input.grids.is_empty() && !input.unread {
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
    } else if paths.len() == 1 && !folder::is_text(first) {
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
        unread: false,
    }
}

/// Gives `open` for `open-round-2`.
fn without_round(stem: &str) -> &str {
    stem.rsplit_once("-round-")
        .filter(|(_, number)| number.parse::<u32>().is_ok())
        .map_or(stem, |(base, _)| base)
}

fn refused(path: &Path, error: &io::Error, input: &mut Input) {
    /// What Windows says of a file that another program holds open.
    const HELD: [i32; 2] = [32, 33];
    let held = cfg!(windows)
        && error
            .raw_os_error()
            .is_some_and(|code| HELD.contains(&code));
    let help = match error.kind() {
        _ if held => "close the file in Excel, or save a copy under another name",
        io::ErrorKind::NotFound => "check the spelling of the path",
        io::ErrorKind::PermissionDenied => {
            "allow reading it, or close it where it is open, or save a copy"
        }
        _ => "close the file where it is open, or save a copy",
    };
    let message = match error.kind() {
        io::ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        _ => format!("could not be read: {error}"),
    };
    input.system_errors = true;
    input
        .findings
        .push(Finding::error(Code::Unreadable, Place::file(shown(path)), message).help(help));
}

fn shown(path: &Path) -> String {
    path.file_name().map_or_else(
        || path.to_string_lossy().into_owned(),
        |name| name.to_string_lossy().into_owned(),
    )
}

/// An encoding that nobody knows would be taken for a guess.
fn tell_encoding(wanted: Option<&str>, input: &mut Input) {
    if let Some(name) = wanted.filter(|name| !encoding::is_known(name)) {
        let message = format!("\"{name}\" is not the name of an encoding");
        input.findings.push(
            Finding::event(Severity::Error, Code::BadSetting, message)
                .help("type windows-1252, windows-1257, or another name that web pages use"),
        );
    }
}

/// Reads files that are in memory, by name: for tests and fuzzing, which need
/// no folder.
#[must_use]
pub fn read_bytes(files: &[(&str, &[u8])], encoding: Option<&str>) -> Input {
    let mut input = start(&[]);
    let mut allowance = Allowance::default();
    for (name, bytes) in files {
        read_content(Path::new(name), bytes, encoding, &mut allowance, &mut input);
    }
    input
}

fn read_file(path: &Path, encoding: Option<&str>, allowance: &mut Allowance, input: &mut Input) {
    let place = Place::file(shown(path));
    match fs::metadata(path) {
        Ok(meta) if !meta.is_file() => {
            let refusal = Refusal::Foreign("no file", "give a folder, a workbook or a text file");
            input.findings.push(refusal.finding(place));
        }
        Ok(meta) if meta.len() > MOST_BOOK => {
            input.findings.push(too_large(MOST_BOOK).finding(place));
        }
        Ok(_) => match fs::read(path) {
            Ok(bytes) => read_content(path, &bytes, encoding, allowance, input),
            Err(error) => refused(path, &error, input),
        },
        Err(error) => refused(path, &error, input),
    }
}

fn too_large(most: u64) -> Refusal {
    Refusal::TooLarge(format!("the file is larger than {} MiB", most >> 20))
}

fn read_content(
    path: &Path,
    bytes: &[u8],
    encoding: Option<&str>,
    allowance: &mut Allowance,
    input: &mut Input,
) {
    let file = shown(path);
    let (grids, findings) = (&mut input.grids, &mut input.findings);
    let read = match sniff::kind(bytes) {
        Kind::Packed => workbook::packed(&file, bytes, allowance, grids, findings),
        Kind::Compound => workbook::compound(&file, bytes, allowance, grids, findings),
        Kind::BareXls => xls::read(&file, bytes, allowance, grids, findings),
        Kind::Other(refusal) => Err(refusal),
        Kind::Text if !folder::is_text(path) => Err(sniff::no_workbook(bytes)),
        Kind::Text if bytes.len() as u64 > MOST_TEXT => Err(too_large(MOST_TEXT)),
        Kind::Text => {
            grids.extend(text::read(&file, bytes, encoding, allowance, findings));
            Ok(())
        }
    };
    if let Err(refusal) = read {
        findings.push(refusal.finding(Place::file(file)));
    }
}

#[cfg(test)]
mod tests;
