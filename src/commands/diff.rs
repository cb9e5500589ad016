//! `diff`: what changed between two submissions of one event.

use std::process::ExitCode;

use super::{SHEETS, complain, print_bytes, verify};
use crate::cli::DiffArgs;
use crate::federation;

pub(super) fn run(arguments: &DiffArgs) -> ExitCode {
    let (old, new) = match (verify::read(&arguments.old), verify::read(&arguments.new)) {
        (Ok(old), Ok(new)) => (old, new),
        (Err(status), _) | (_, Err(status)) => return status,
    };
    match federation::between(&old, &new) {
        Ok(changes) if changes.is_empty() => print_bytes(b"nothing changed\n"),
        Ok(changes) => print_bytes(format!("{}\n", changes.join("\n")).as_bytes()),
        Err(reason) => {
            complain(&format!("error: {reason}\n"));
            ExitCode::from(SHEETS)
        }
    }
}
