//! `schema`: a form's JSON Schema.

use std::process::ExitCode;

use super::{USAGE, complain, print_bytes};
use crate::federation;

pub(super) fn run(form: &str) -> ExitCode {
    match federation::schema(form) {
        Some(text) => print_bytes(text.as_bytes()),
        None => {
            complain(&format!(
                "error: \"{form}\" is no form with a schema\n  help: the form is submission\n"
            ));
            ExitCode::from(USAGE)
        }
    }
}
