//! One event as other programs save it: LibreOffice in each of its formats,
//! and the two Python packages with which clubs write workbooks. The standings
//! are the same bytes each time.

use std::path::Path;
use std::process::Command;

use crate::harness::Test;
use crate::tools;

/// The event as CSV, with its standings.
fn event() -> (Test, String) {
    let test = Test::new();
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/cologne-qualifier");
    test.copy_in(&sample, "open");
    test.runs("run open");
    let standings = test.read("open/out/standings.json");
    (test, standings)
}

const SHEETS: [&str; 6] = [
    "event", "players", "round-1", "round-2", "round-3", "round-4",
];

/// Text in UTF-8 with commas; the program's own choice would lose letters.
const UTF8: &str = "csv:Text - txt - csv (StarCalc):44,34,76,1";

fn same(test: &Test, folder: &str, standings: &str) {
    test.runs(&format!("run {folder}"));
    assert_eq!(
        test.read(&format!("{folder}/out/standings.json")),
        standings,
        "{folder}"
    );
}

/// Saves sheets of a folder in another format with LibreOffice.
fn saved(test: &Test, from: &str, ending: &str, to: &str, format: &str) {
    let profile = test.path("profile");
    let mut command = Command::new("soffice");
    command
        .arg(format!(
            "-env:UserInstallation=file://{}",
            profile.display()
        ))
        .args(["--headless", "--convert-to", format]);
    if ending == "csv" {
        // Comma, quotes, UTF-8.
        command.arg("--infilter=CSV:44,34,76,1");
    }
    command.arg("--outdir").arg(test.path(to));
    for name in SHEETS {
        command.arg(test.path(&format!("{from}/{name}.{ending}")));
    }
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{told}");
}

#[test]
fn libreoffice_saves_the_same_event_in_each_format() {
    if !tools::have(&["soffice"]) {
        return;
    }
    let (test, standings) = event();
    for (ending, format) in [
        ("xlsx", "xlsx"),
        ("xls", "xls"),
        ("ods", "ods"),
        ("csv", UTF8),
        ("fods", "fods"),
    ] {
        let folder = format!("as-{ending}");
        saved(&test, "open", "csv", &folder, format);
        if ending == "fods" {
            // Not a form that we read: it must be told, not misread.
            let ran = test.run(&format!("run {folder}"));
            assert_eq!(ran.status, 1, "{}{}", ran.stdout, ran.stderr);
            continue;
        }
        same(&test, &folder, &standings);
    }
    // From one format to the next, and back to text.
    saved(&test, "as-ods", "ods", "by-ods", "xls");
    saved(&test, "by-ods", "xls", "by-xls", UTF8);
    same(&test, "by-xls", &standings);
}

/// Writes each CSV file of a folder as a workbook, numbers as numbers.
const OPENPYXL: &str = r#"
import csv, os, sys, openpyxl
source, target, whole = sys.argv[1:4]
os.makedirs(target)
def rows(name):
    with open(f"{source}/{name}.csv", encoding="utf-8-sig", newline="") as file:
        for row in csv.reader(file):
            yield [int(cell) if cell.isdigit() else cell or None for cell in row]
names = ["event", "players", "round-1", "round-2", "round-3", "round-4"]
for name in names:
    book = openpyxl.Workbook()
    for row in rows(name):
        book.active.append(row)
    book.save(f"{target}/{name}.xlsx")
book = openpyxl.Workbook()
book.remove(book.active)
for name in names:
    sheet = book.create_sheet(name.replace("-", " ").title())
    for row in rows(name):
        sheet.append(row)
os.makedirs(whole)
book.save(f"{whole}/event.xlsx")
"#;

const XLSXWRITER: &str = r#"
import csv, os, sys, xlsxwriter
source, target, whole = sys.argv[1:4]
os.makedirs(target)
def fill(sheet, name):
    with open(f"{source}/{name}.csv", encoding="utf-8-sig", newline="") as file:
        for at, row in enumerate(csv.reader(file)):
            for column, cell in enumerate(row):
                if cell.isdigit():
                    sheet.write_number(at, column, int(cell))
                elif cell:
                    sheet.write_string(at, column, cell)
names = ["event", "players", "round-1", "round-2", "round-3", "round-4"]
for name in names:
    # Strings in the cells themselves, as in a file that is written row by row.
    with xlsxwriter.Workbook(f"{target}/{name}.xlsx", {"constant_memory": True}) as book:
        fill(book.add_worksheet(), name)
os.makedirs(whole)
with xlsxwriter.Workbook(f"{whole}/event.xlsx") as book:
    for name in names:
        fill(book.add_worksheet(name.replace("-", " ").title()), name)
"#;

/// Runs a script of a package; without the package it is skipped, but for
/// machines on which it must not be.
fn written(test: &Test, package: &str, script: &str) -> bool {
    let found = Command::new("python3")
        .args(["-c", &format!("import {package}")])
        .output();
    if !found.is_ok_and(|output| output.status.success()) {
        assert!(
            std::env::var_os("TABLETALLY_NEEDS_PYTHON").is_none(),
            "the Python package {package} is not installed"
        );
        eprintln!("skipped: the Python package {package} is not installed");
        return false;
    }
    let output = Command::new("python3")
        .args(["-c", script])
        .arg(test.path("open"))
        .arg(test.path(&format!("by-{package}")))
        .arg(test.path(&format!("whole-{package}")))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    true
}

#[test]
fn openpyxl_and_xlsxwriter_write_the_same_event() {
    let (test, standings) = event();
    for (package, script) in [("openpyxl", OPENPYXL), ("xlsxwriter", XLSXWRITER)] {
        if written(&test, package, script) {
            same(&test, &format!("by-{package}"), &standings);
            same(&test, &format!("whole-{package}"), &standings);
        }
    }
}
