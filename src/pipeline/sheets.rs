//! The round sheets that are written outside `out/`: never over one that a
//! person types into.

use std::path::Path;

use super::{Day, Wishes};
use crate::model::{self, Code, Finding, Form, OutputFile, Place, SheetFormat};
use crate::report::{self, Facts, RoundPlan};
use crate::write::{self, WriteError};

/// The sheets to type into. One that exists is never written to, but for one
/// that is seated anew, which is kept under another name.
pub(super) fn round_sheets(
    day: &Day,
    wishes: &Wishes,
    facts: &Facts<'_>,
    rounds: &[RoundPlan],
    findings: &mut Vec<Finding>,
) -> Result<Vec<OutputFile>, WriteError> {
    let mut files = Vec::new();
    for plan in rounds {
        let workbook = day.input.form == Form::Workbook;
        let old = day
            .reseated
            .iter()
            .find(|round| round.number == plan.number);
        let was_csv = old.map(|round| is_csv(&round.sheet.file));
        let wished = wishes.sheet_as.unwrap_or(day.input.format) == SheetFormat::Csv;
        let csv = !workbook && was_csv.unwrap_or(wished);
        let name = match (workbook, csv) {
            (true, _) => format!("{}-round-{}.xlsx", day.input.base(), plan.number),
            (false, true) => format!("round-{}.csv", plan.number),
            (false, false) => format!("round-{}.xlsx", plan.number),
        };
        let path = day.input.folder.join(&name);
        let anew = old.is_some_and(|round| *round.sheet.file == *name);
        if exists(&path) && !anew {
            let message =
                "this file exists already and was left alone; the round was not written again";
            findings.push(
                Finding::note(Code::LeftAlone, Place::file(name), message)
                    .help("go on in that file"),
            );
            continue;
        }
        if anew {
            files.push(kept(&path, &name)?);
        }
        let bytes = if csv {
            write::csv_bytes(&report::round_csv(facts, plan))
        } else if workbook {
            let grids = without(&day.input.grids, &day.reseated);
            write::workbook_with_round(&grids, &report::round_book(facts, plan))?
        } else {
            write::xlsx_bytes(&report::round_book(facts, plan))?
        };
        files.push(OutputFile {
            path,
            shown: name,
            bytes,
        });
    }
    Ok(files)
}

fn is_csv(name: &str) -> bool {
    Path::new(name)
        .extension()
        .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
}

/// The old sheet of a round that is seated anew, under a name of its own.
fn kept(path: &Path, name: &str) -> Result<OutputFile, WriteError> {
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, "xlsx"));
    let mut number = 1;
    let mut shown = format!("{stem}.before-reseat-{number}.{ending}");
    while exists(&path.with_file_name(&shown)) {
        number += 1;
        shown = format!("{stem}.before-reseat-{number}.{ending}");
    }
    let bytes = std::fs::read(path).map_err(|source| WriteError::System {
        file: name.to_owned(),
        source,
    })?;
    Ok(OutputFile {
        path: path.with_file_name(&shown),
        shown,
        bytes,
    })
}

/// The sheets of a workbook without those that are seated anew.
fn without(grids: &[model::Grid], reseated: &[model::Round]) -> Vec<model::Grid> {
    let gone = |grid: &&model::Grid| !reseated.iter().any(|round| round.sheet == grid.place());
    grids.iter().filter(gone).cloned().collect()
}

fn exists(path: &Path) -> bool {
    std::fs::symlink_metadata(path).is_ok()
}
