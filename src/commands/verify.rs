//! `verify`: a submission recomputed from its sheets.

use std::path::Path;
use std::process::ExitCode;

use super::{SHEETS, SYSTEM, complain, print_bytes, run as day};
use crate::cli::{OutputFormat, VerifyArgs};
use crate::federation::{self, Submission};
use crate::pipeline::{self, Verified, Wishes};

pub(super) fn run(arguments: &VerifyArgs) -> ExitCode {
    let claimed = match read(&arguments.submission) {
        Ok(submission) => submission,
        Err(status) => return status,
    };
    let wishes = Wishes {
        sheets: arguments.sheets.clone(),
        preset: arguments.preset.clone(),
        seed: arguments.seed.clone(),
        ..Wishes::default()
    };
    let (verified, outcome) = pipeline::verify(&wishes, &claimed);
    match verified {
        // The sheets have errors; they are told as `check` tells them.
        None => day::tell(&outcome, OutputFormat::Text),
        Some(Verified::Identical { changes_checked }) => {
            print_bytes(agreed(&claimed, changes_checked).as_bytes())
        }
        Some(Verified::Different(differences)) => {
            let lines = differences.join("\n");
            let many = match differences.len() {
                1 => "one difference".to_owned(),
                many => format!("{many} differences"),
            };
            let status = print_bytes(format!("{lines}\n{many}\n").as_bytes());
            if status == ExitCode::SUCCESS {
                ExitCode::from(SHEETS)
            } else {
                status
            }
        }
        Some(Verified::Refused(reason)) => {
            complain(&format!("error: {reason}\n"));
            ExitCode::from(SHEETS)
        }
    }
}

fn agreed(claimed: &Submission, changes_checked: bool) -> String {
    let note = "note: changes made after the fact cannot be checked without the journal\n";
    let note = if changes_checked { "" } else { note };
    format!(
        "{note}identical: {} players, {} tables, {} sheets\n",
        claimed.counts.players,
        claimed.counts.tables,
        claimed.sources.len()
    )
}

/// Reads a submission's file, or says why it cannot be one.
pub(super) fn read(path: &Path) -> Result<Submission, ExitCode> {
    let shown = path.display();
    let text = std::fs::read(path).map_err(|error| {
        complain(&format!("error: {shown} could not be read: {error}\n"));
        ExitCode::from(SYSTEM)
    })?;
    federation::read_submission(&String::from_utf8_lossy(&text)).map_err(|reason| {
        complain(&format!("error: {shown} cannot be used: {reason}\n"));
        ExitCode::from(SHEETS)
    })
}
