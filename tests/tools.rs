//! The programs that people use on our files: a browser that prints, a
//! spreadsheet program, a reader of PDF.

use std::collections::BTreeMap;
use std::io::{Cursor, Read as _, Write as _};
use std::path::Path;
use std::process::Command;

/// Says whether a program is there; without it a test says so and passes,
/// since not every machine has it. The CI script installs them all.
pub(crate) fn have(programs: &[&str]) -> bool {
    let absent = programs.iter().find(|program| {
        let found = Command::new(program).arg("--version").output();
        // pdftotext knows -v only, and says so.
        found.is_err()
    });
    if let Some(program) = absent {
        eprintln!("skipped: {program} is not installed");
    }
    absent.is_none()
}

fn runs(command: &mut Command) {
    let output = command.output().unwrap();
    let told = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {told}");
}

/// Prints a page as a browser does and gives the text of each sheet of paper.
pub(crate) fn printed(page: &Path) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let pdf = folder.path().join("page.pdf");
    runs(
        Command::new("chromium")
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-pdf-header-footer",
            ])
            .arg(format!(
                "--user-data-dir={}",
                folder.path().join("profile").display()
            ))
            .arg(format!("--print-to-pdf={}", pdf.display()))
            .arg(format!("file://{}", page.display())),
    );
    pdf_pages(&pdf)
}

/// Lets a script look at a page as a browser lays it out, and gives the lines
/// that it hands to `tell`.
pub(crate) fn looked_at(page: &Path, script: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("page.html");
    let html = std::fs::read_to_string(page).unwrap();
    let tail = format!(
        "<script>const told = []; const tell = line => told.push(line);\n{script}\n\
         document.documentElement.textContent = 'TOLD\\n' + told.join('\\n') + '\\nEND';</script>"
    );
    std::fs::write(&copy, html.replace("</body>", &(tail + "</body>"))).unwrap();
    let output = Command::new("chromium")
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .arg("--window-size=1240,1754")
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("profile").display()
        ))
        .arg(format!("file://{}", copy.display()))
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let (_, told) = text
        .split_once("TOLD\n")
        .unwrap_or_else(|| panic!("the script fell over: {text}"));
    let (told, _) = told.rsplit_once("END").unwrap();
    let lines = told.lines().filter(|line| !line.is_empty());
    lines.map(ToOwned::to_owned).collect()
}

fn pdf_pages(pdf: &Path) -> Vec<String> {
    let output = Command::new("pdftotext")
        .args(["-layout"])
        .arg(pdf)
        .arg("-")
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let mut pages: Vec<String> = text.split('\u{c}').map(ToOwned::to_owned).collect();
    pages.pop();
    pages
}

fn converted(workbook: &Path, to: &str, ending: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    runs(
        Command::new("soffice")
            .arg(format!(
                "-env:UserInstallation=file://{}",
                folder.path().join("profile").display()
            ))
            .args(["--headless", "--convert-to", to, "--outdir"])
            .arg(folder.path())
            .arg(workbook),
    );
    let stem = workbook.file_stem().unwrap().to_str().unwrap();
    let file = folder.path().join(format!("{stem}.{ending}"));
    (folder, file)
}

/// Prints a workbook as a spreadsheet program does.
pub(crate) fn printed_workbook(workbook: &Path) -> Vec<String> {
    let (_folder, pdf) = converted(workbook, "pdf", "pdf");
    pdf_pages(&pdf)
}

/// Gives a workbook's first sheet as a spreadsheet program shows it, computed.
pub(crate) fn shown(workbook: &Path) -> Vec<Vec<String>> {
    let (_folder, csv) = converted(workbook, "csv:Text - txt - csv (StarCalc):9,34,76", "csv");
    let text = std::fs::read_to_string(csv).unwrap();
    text.lines()
        .map(|line| {
            line.split('\t')
                .map(|cell| cell.trim_matches('"').to_owned())
                .collect()
        })
        .collect()
}

/// The parts of a workbook by name.
pub(crate) fn parts(workbook: &[u8]) -> BTreeMap<String, String> {
    let mut archive = zip::ZipArchive::new(Cursor::new(workbook)).unwrap();
    let mut parts = BTreeMap::new();
    for at in 0..archive.len() {
        let mut part = archive.by_index(at).unwrap();
        let mut text = String::new();
        if part.read_to_string(&mut text).is_ok() {
            let name = part.name().unwrap().into_owned();
            parts.insert(name, text);
        }
    }
    parts
}

/// Types values into the empty cells of a workbook's first sheet, as a person
/// would; formulas lose their results, so that they are computed anew.
pub(crate) fn typed(workbook: &[u8], cells: &[(&str, &str)]) -> Vec<u8> {
    let mut parts = parts(workbook);
    let sheet = parts.get_mut("xl/worksheets/sheet1.xml").unwrap();
    for (cell, value) in cells {
        let start = sheet.find(&format!("<c r=\"{cell}\"")).unwrap();
        let end = start + sheet[start..].find("/>").unwrap();
        let filled = if value.parse::<f64>().is_ok() {
            format!("><v>{value}</v></c>")
        } else {
            format!(" t=\"inlineStr\"><is><t>{value}</t></is></c>")
        };
        sheet.replace_range(end..end + 2, &filled);
    }
    while let Some(end) = sheet.find("</f><v>") {
        let value = end + "</f>".len();
        let close = value + sheet[value..].find("</v>").unwrap() + "</v>".len();
        sheet.replace_range(value..close, "");
    }
    packed(&parts)
}

/// Packs the parts of a workbook.
pub(crate) fn packed(parts: &BTreeMap<String, String>) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        let options = zip::write::SimpleFileOptions::default();
        archive.start_file(name, options).unwrap();
        archive.write_all(text.as_bytes()).unwrap();
    }
    archive.finish().unwrap().into_inner()
}
