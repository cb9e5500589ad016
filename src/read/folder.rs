//! Which files of a folder are sheets, by their names: nothing that a program
//! keeps for itself, and nothing that lies elsewhere. Opens no file.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use super::{Input, refused, shown};
use crate::model::{Code, Finding, Place};

/// Names the files to read, by name, so that no order of a folder counts.
pub(super) fn files(paths: &[PathBuf], input: &mut Input) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let several = paths.len() > 1;
    for path in paths {
        let name = shown(path);
        if !path.is_dir() {
            // A shell's `*` names what a folder would have passed over.
            if several && (is_passed_over(&name) || !is_sheet(path)) {
                input.findings.push(left_alone(&name, "this is no sheet"));
            } else {
                files.push(path.clone());
            }
        } else if several && (name == "out" || name.ends_with("-out")) {
            input
                .findings
                .push(left_alone(&name, "this folder holds outputs"));
        } else {
            files.extend(in_folder(path, input));
        }
    }
    // The same file may be named twice, by itself and by its folder.
    let mut seen = BTreeSet::new();
    files.retain(|file| seen.insert(fs::canonicalize(file).unwrap_or_else(|_| file.clone())));
    files
}

fn in_folder(folder: &Path, input: &mut Input) -> Vec<PathBuf> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => {
            refused(folder, &error, input);
            return Vec::new();
        }
    };
    let home = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for file in entries {
        let name = shown(&file);
        if !is_sheet(&file) || is_passed_over(&name) {
            continue;
        }
        let link = fs::symlink_metadata(&file).is_ok_and(|meta| meta.is_symlink());
        let inside = || fs::canonicalize(&file).is_ok_and(|target| target.parent() == Some(&home));
        if link && !inside() {
            let what = "this link leads out of the folder and was not followed";
            input.findings.push(left_alone(&name, what));
        } else if file.is_file() {
            found.push(file);
        }
    }
    found
}

/// Of one event's workbook and what runs wrote from it (`open.xlsx`,
/// `open-round-1.xlsx`, ...) the last holds everything; those before it are
/// left alone, with a note. A workbook is of such a line only where its sheets
/// come again in the next.
pub(super) fn keep_latest(input: &mut Input) {
    let mut lines: BTreeMap<String, BTreeMap<u32, String>> = BTreeMap::new();
    for grid in input.grids.iter().filter(|grid| grid.sheet.is_some()) {
        let stem = Path::new(&*grid.file)
            .file_stem()
            .map(|stem| stem.to_string_lossy());
        let stem = stem.unwrap_or_default().into_owned();
        let numbered = stem.rsplit_once("-round-");
        let round = numbered.and_then(|(_, number)| number.parse::<u32>().ok());
        let base = numbered
            .filter(|_| round.is_some())
            .map_or(stem.as_str(), |(base, _)| base);
        let line = lines.entry(base.to_owned()).or_default();
        line.insert(round.unwrap_or(0), grid.file.to_string());
    }
    for line in lines.into_values() {
        let states: Vec<String> = line.into_values().collect();
        for pair in states.windows(2) {
            let [earlier, later] = pair else { continue };
            if !holds(input, later, earlier) {
                continue;
            }
            let what = format!("this is an earlier state of {later}, which holds all its sheets");
            input.findings.push(left_alone(earlier, &what));
            input.grids.retain(|grid| *grid.file != **earlier);
        }
    }
}

/// Says whether a workbook has every sheet of another, and more.
fn holds(input: &Input, later: &str, earlier: &str) -> bool {
    let sheets = |file: &str| -> BTreeSet<String> {
        let of = input.grids.iter().filter(|grid| &*grid.file == file);
        of.filter_map(|grid| grid.sheet.as_deref().map(str::to_owned))
            .collect()
    };
    let (earlier, later) = (sheets(earlier), sheets(later));
    !earlier.is_empty() && earlier.len() < later.len() && earlier.is_subset(&later)
}

fn left_alone(name: &str, what: &str) -> Finding {
    let message = format!("{what}; it was left alone");
    Finding::note(Code::SheetIgnored, Place::file(name), message)
}

fn extension(path: &Path) -> String {
    path.extension()
        .map(|extension| extension.to_string_lossy().to_lowercase())
        .unwrap_or_default()
}

/// Says whether a file is named as text.
pub(super) fn is_text(path: &Path) -> bool {
    ["csv", "tsv", "txt"].contains(&extension(path).as_str())
}

fn is_sheet(path: &Path) -> bool {
    is_text(path) || ["xlsx", "xlsm", "xls", "xlsb", "ods"].contains(&extension(path).as_str())
}

/// Lock files, backups, and what a re-seating kept.
fn is_passed_over(name: &str) -> bool {
    let lower = name.to_lowercase();
    name.starts_with("~$")
        || name.starts_with('.')
        || name.ends_with('~')
        || extension(Path::new(name)) == "bak"
        || name.contains(".before-reseat-")
        || lower.starts_with("readme")
}
