//! Workbooks -> grids: which of the four forms a file has, and whose it is.
//! Understands no cell.

use super::limits::{Allowance, Refusal};
use super::package;
use super::packed::Packed;
use super::sniff::SAVE_AS_SHEET;
use super::{ods, xls, xlsb, xlsx};
use crate::model::{Code, Finding, Grid, Place};

/// Documents that are packed like a workbook: a part that tells, what it is.
const OTHERS: [(&str, &str); 5] = [
    ("word/", "a text document"),
    ("ppt/", "a presentation"),
    ("index/document.iwa", "a Numbers document"),
    ("meta-inf/manifest.mf", "a program"),
    ("androidmanifest.xml", "a program"),
];

/// Reads a packed workbook.
pub(super) fn packed(
    file: &str,
    bytes: &[u8],
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    let mut packed = Packed::open(bytes)?;
    if packed.has("content.xml") {
        if !allowance.own_standings
            && package::is_own_standings(&mut packed, "meta.xml", allowance)?
        {
            findings.push(own_standings(file));
            return Ok(());
        }
        return ods_sheets(file, &mut packed, allowance, grids, findings);
    }
    let Some(main) = package::main_part(&mut packed, allowance)? else {
        return Err(foreign(&packed));
    };
    if main.starts_with("word/") || main.starts_with("ppt/") {
        return Err(foreign(&packed));
    }
    if !allowance.own_standings
        && package::is_own_standings(&mut packed, "docProps/core.xml", allowance)?
    {
        findings.push(own_standings(file));
        return Ok(());
    }
    if main.to_lowercase().ends_with(".bin") {
        xlsb::read(file, &mut packed, &main, allowance, grids, findings)
    } else {
        xlsx::read(file, &mut packed, &main, allowance, grids, findings)
    }
}

fn ods_sheets(
    file: &str,
    packed: &mut Packed<'_>,
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    let kind = packed.part("mimetype", allowance)?.unwrap_or_default();
    let kind = String::from_utf8_lossy(&kind).into_owned();
    if kind.contains("opendocument") && !kind.contains("spreadsheet") {
        return Err(Refusal::Foreign(
            "a document that is no spreadsheet",
            SAVE_AS_SHEET,
        ));
    }
    ods::read(file, packed, allowance, grids, findings)
}

fn foreign(packed: &Packed<'_>) -> Refusal {
    if let Some((_, what)) = OTHERS.iter().find(|(start, _)| packed.has_under(start)) {
        return Refusal::Foreign(what, SAVE_AS_SHEET);
    }
    let sheets = [".xlsx", ".xls", ".ods", ".csv", ".xlsm"];
    if sheets.iter().any(|end| packed.has_ending(end)) {
        return Refusal::Foreign(
            "a zip archive with sheets in it",
            "unpack it and give the folder",
        );
    }
    if packed.has("[Content_Types].xml") {
        return Refusal::Damaged;
    }
    Refusal::Foreign("a zip archive and no spreadsheet", SAVE_AS_SHEET)
}

/// Reads a workbook in the old container of Office.
pub(super) fn compound(
    file: &str,
    bytes: &[u8],
    allowance: &mut Allowance,
    grids: &mut Vec<Grid>,
    findings: &mut Vec<Finding>,
) -> Result<(), Refusal> {
    let stream = xls::stream_of(bytes)?;
    if !allowance.own_standings && xls::is_own_standings(bytes) {
        findings.push(own_standings(file));
        return Ok(());
    }
    xls::read(file, &stream, allowance, grids, findings)
}

fn own_standings(file: &str) -> Finding {
    Finding::note(
        Code::SheetIgnored,
        Place::file(file),
        "this is a standings workbook of ours and was not read",
    )
}
