//! `season`: many events' submissions become one ranking. Finds and reads the
//! files, several at a time; what is in them is ranked elsewhere.

use std::collections::BTreeSet;
use std::fs;
use std::io::{IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::{SYSTEM, USAGE, complain, language, run as day};
use crate::cli::SeasonArgs;
use crate::federation::{self, Alias, Ranking, Received, Refusal, SeasonError, SeasonPreset};
use crate::model::{Code, Finding, Grid, OutputFile, Place, Severity, Value, loose_key, nearest};
use crate::pipeline::Ending;
use crate::read;
use crate::show::{Told, counted};
use crate::write::{self, Pages, WriteError};

/// Folders below a named one that are searched for submissions.
const DEEPEST: usize = 4;
/// A submission is a text of some hundred kilobytes.
const MOST_BYTES: u64 = 64 << 20;

pub(super) fn run(arguments: &SeasonArgs) -> ExitCode {
    let preset = match federation::load_season(&arguments.preset) {
        Ok(preset) => preset,
        Err(error) => return refuse(&error),
    };
    let mut findings = Vec::new();
    let files = files(&arguments.submissions, &mut findings);
    let (received, refused) = receive(&preset, &files);
    let system = refused
        || findings
            .iter()
            .any(|finding| finding.code == Code::Unreadable);
    let aliases = aliases(&arguments.submissions, &mut findings);
    let (ranking, mut found) = federation::rank_season(&preset, received, &aliases);
    findings.append(&mut found);
    if ranking.events.is_empty() {
        findings.push(federation::no_event());
    }
    let clean = !system && !findings.iter().any(Finding::is_error);
    let mut written = Vec::new();
    if clean {
        let out = out_folder(arguments);
        let lang = arguments.lang.map_or("en", |lang| language(lang).code());
        match outputs(&preset, &ranking, lang, &out).and_then(|files| write::commit(&files)) {
            Ok(names) => written = names,
            Err(error) => {
                complain(&format!("error: {error}\n"));
                return ExitCode::from(SYSTEM);
            }
        }
    }
    tell(arguments, &ranking, findings, written, system)
}

fn refuse(error: &SeasonError) -> ExitCode {
    let known = federation::SEASONS.iter().map(|(name, _)| *name);
    let help = match error {
        SeasonError::Unknown(name) => {
            let near = nearest(name, known.clone(), 1);
            let all = known.collect::<Vec<_>>().join(", ");
            let near = near.first().map(|near| format!("did you mean {near}? "));
            format!(
                "{}there are {all}, and files that end in .toml",
                near.unwrap_or_default()
            )
        }
        SeasonError::Bad { .. } => "correct the file".to_owned(),
    };
    complain(&format!("error: {error}\n  help: {help}\n"));
    ExitCode::from(USAGE)
}

fn tell(
    arguments: &SeasonArgs,
    ranking: &Ranking,
    mut findings: Vec<Finding>,
    written: Vec<String>,
    system: bool,
) -> ExitCode {
    findings.sort_by(|a, b| {
        (a.severity, &a.place, a.code, &a.message).cmp(&(b.severity, &b.place, b.code, &b.message))
    });
    let errors = findings.iter().any(Finding::is_error);
    let ending = match (system, errors) {
        (true, _) => Ending::SystemErrors,
        (false, true) => Ending::SheetErrors,
        (false, false) => Ending::Done,
    };
    let mut summary = vec![format!(
        "{} of {} count, {}",
        ranking.events.len(),
        counted(ranking.events.len() + ranking.refused.len(), "submission"),
        counted(ranking.entries.len(), "player")
    )];
    summary.extend(written.iter().map(|name| format!("wrote {name}")));
    let told = Told {
        ok: ending == Ending::Done,
        findings,
        written,
        summary,
        ..Told::default()
    };
    day::tell(&(told, ending), arguments.format)
}

fn out_folder(arguments: &SeasonArgs) -> PathBuf {
    let first = arguments
        .submissions
        .first()
        .map_or(Path::new("."), PathBuf::as_path);
    let beside = if first.is_dir() {
        first.to_path_buf()
    } else {
        first.parent().map(Path::to_path_buf).unwrap_or_default()
    };
    arguments
        .out
        .clone()
        .unwrap_or_else(|| beside.join("season-out"))
}

fn outputs(
    preset: &SeasonPreset,
    ranking: &Ranking,
    lang: &str,
    out: &Path,
) -> Result<Vec<OutputFile>, WriteError> {
    let folder = out.file_name().map_or_else(
        || "season-out".to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    let file = |name: &str, bytes: Vec<u8>| OutputFile {
        path: out.join(name),
        shown: format!("{folder}/{name}"),
        bytes,
    };
    // The workbook takes as long as all the rest.
    let (book, rest) = std::thread::scope(|scope| {
        let book =
            scope.spawn(|| write::xlsx_bytes(&federation::ranking_book(preset, ranking, lang)));
        let page = Pages::new(None)
            .and_then(|pages| pages.bytes(&federation::ranking_page(preset, ranking, lang)));
        let json = federation::ranking_json(preset, ranking).into_bytes();
        let csv = write::csv_bytes(&federation::ranking_csv(ranking));
        (book.join(), page.map(|page| (page, json, csv)))
    });
    let book = book.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
    let (page, json, csv) = rest?;
    Ok(vec![
        file("ranking.json", json),
        file("ranking.csv", csv),
        file("ranking.xlsx", book),
        file("ranking.html", page),
    ])
}

/// A file to read, and how messages name it.
struct Found {
    path: PathBuf,
    shown: String,
}

/// Files as they are named; of a folder every `.json`, of the folders in it
/// those that are called a submission.
fn files(paths: &[PathBuf], findings: &mut Vec<Finding>) -> Vec<Found> {
    let mut found = Vec::new();
    for path in paths {
        if path.is_dir() {
            search(path, path, 0, &mut found, findings);
        } else {
            let name = path.file_name().unwrap_or(path.as_os_str());
            found.push(Found {
                path: path.clone(),
                shown: name.to_string_lossy().into_owned(),
            });
        }
    }
    // A file that is named twice is one file.
    let mut seen = BTreeSet::new();
    found.retain(|file| {
        let whole = fs::canonicalize(&file.path).unwrap_or_else(|_| file.path.clone());
        seen.insert(whole)
    });
    found
}

fn search(
    root: &Path,
    folder: &Path,
    depth: usize,
    found: &mut Vec<Found>,
    findings: &mut Vec<Finding>,
) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            findings.push(unreadable(folder, &error));
            return;
        }
    };
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .to_lowercase();
        if path.is_dir() {
            if depth < DEEPEST && !name.starts_with('.') && name != "season-out" {
                search(root, &path, depth + 1, found, findings);
            }
        } else if is_json(&path) && (depth == 0 || name.contains("submission")) {
            let shown = path.strip_prefix(root).unwrap_or(&path);
            found.push(Found {
                shown: shown.to_string_lossy().replace('\\', "/"),
                path,
            });
        }
    }
}

fn is_json(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("json"))
}

fn unreadable(path: &Path, error: &std::io::Error) -> Finding {
    let name = path
        .file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy();
    let message = format!("could not be read: {error}");
    Finding::error(Code::Unreadable, Place::file(name), message)
        .help("check the spelling of the path and the permissions")
}

/// Reads all files, as many at a time as there are processors. The order of
/// the answers is that of the files. The flag says whether the operating
/// system refused one.
fn receive(preset: &SeasonPreset, files: &[Found]) -> (Vec<Received>, bool) {
    let workers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(files.len().max(1));
    let size = files.len().div_ceil(workers).max(1);
    let progress = Progress::new(files.len());
    let mut answers: Vec<(Received, bool)> = Vec::with_capacity(files.len());
    std::thread::scope(|scope| {
        let progress = &progress;
        let handles: Vec<_> = files
            .chunks(size)
            .map(|chunk| {
                scope.spawn(move || {
                    chunk
                        .iter()
                        .map(|file| progress.count(receive_one(preset, file)))
                        .collect::<Vec<_>>()
                })
            })
            .collect();
        for (handle, chunk) in handles.into_iter().zip(files.chunks(size)) {
            // A worker that fell over leaves its files told, not missing.
            answers.extend(
                handle
                    .join()
                    .unwrap_or_else(|_| chunk.iter().map(failed).collect()),
            );
        }
    });
    progress.end();
    let system = answers.iter().any(|(_, system)| *system);
    (
        answers.into_iter().map(|(received, _)| received).collect(),
        system,
    )
}

fn failed(file: &Found) -> (Received, bool) {
    let received = Received {
        file: file.shown.clone(),
        content: Err(Refusal::Unread("it could not be worked on".to_owned())),
    };
    (received, false)
}

fn receive_one(preset: &SeasonPreset, file: &Found) -> (Received, bool) {
    let refused = |reason: &str| Received {
        file: file.shown.clone(),
        content: Err(Refusal::Unread(reason.to_owned())),
    };
    let bytes = match fs::metadata(&file.path) {
        Ok(meta) if meta.len() > MOST_BYTES => {
            return (refused("it is larger than any submission"), false);
        }
        _ => fs::read(&file.path),
    };
    match bytes {
        Ok(bytes) => {
            let text = String::from_utf8(bytes)
                .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned());
            (Received::read(preset, file.shown.clone(), &text), false)
        }
        Err(error) => (refused(&error.to_string()), true),
    }
}

/// How many files are read, shown on a terminal only.
struct Progress {
    all: usize,
    done: AtomicUsize,
    shown: bool,
}

impl Progress {
    fn new(all: usize) -> Self {
        Self {
            all,
            done: AtomicUsize::new(0),
            shown: all >= 100 && std::io::stderr().is_terminal(),
        }
    }

    fn count<T>(&self, answer: T) -> T {
        let done = self.done.fetch_add(1, Ordering::Relaxed) + 1;
        if self.shown && done.is_multiple_of(50) {
            // A terminal that is gone is no reason to stop.
            let _ = write!(std::io::stderr(), "\rreading {done} of {}", self.all);
        }
        answer
    }

    fn end(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// The lists of aliases beside the submissions.
fn aliases(paths: &[PathBuf], findings: &mut Vec<Finding>) -> Vec<Alias> {
    let folder = |path: &PathBuf| {
        if path.is_dir() {
            path.clone()
        } else {
            path.parent().map(Path::to_path_buf).unwrap_or_default()
        }
    };
    let lists: BTreeSet<PathBuf> = paths
        .iter()
        .map(|path| folder(path).join("aliases.csv"))
        .collect();
    let mut aliases = Vec::new();
    for list in lists.into_iter().filter(|list| list.is_file()) {
        let mut input = read::read(&[list], None);
        findings.append(&mut input.findings);
        for grid in &input.grids {
            aliases.extend(alias_rows(grid, findings));
        }
    }
    aliases
}

fn alias_rows(grid: &Grid, findings: &mut Vec<Finding>) -> Vec<Alias> {
    let shown = |value: &Value| match value {
        Value::Text(text) => text.to_string(),
        Value::Number {
            shown: Some(shown), ..
        } => shown.to_string(),
        Value::Number { value, .. } => value.to_string(),
        _ => String::new(),
    };
    let column = |name: &str| {
        let header = grid.rows.first()?;
        let mut cells = header.cells.iter();
        cells
            .find(|cell| loose_key(&shown(&cell.value)) == name)
            .map(|cell| cell.col)
    };
    let (Some(from), Some(to)) = (column("from"), column("to")) else {
        let finding = Finding::event(
            Severity::Error,
            Code::NoHeader,
            "aliases.csv has no header From, To",
        );
        findings.push(finding.help("put From, To into its first line"));
        return Vec::new();
    };
    let text = |row: &crate::model::Row, col| {
        row.get(col)
            .map(shown)
            .unwrap_or_default()
            .trim()
            .to_owned()
    };
    let rows = grid.rows.iter().skip(1);
    let rows = rows.map(|row| Alias {
        from: text(row, from),
        to: text(row, to),
    });
    rows.filter(|alias| !alias.from.is_empty() && !alias.to.is_empty())
        .collect()
}
