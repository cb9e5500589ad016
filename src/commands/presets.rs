//! `presets`: the list, or one preset's file, ready to copy and change.

use std::process::ExitCode;

use super::{USAGE, complain, print_bytes};
use crate::pipeline::unknown_preset_help;
use crate::preset;

pub(super) fn run(name: Option<&str>) -> ExitCode {
    let Some(name) = name else {
        return print_bytes(list().as_bytes());
    };
    match preset::source(name) {
        Some(text) => print_bytes(text.as_bytes()),
        None => {
            complain(&format!(
                "error: \"{name}\" is no preset\n  help: {}\n",
                unknown_preset_help(name)
            ));
            ExitCode::from(USAGE)
        }
    }
}

fn list() -> String {
    let width = preset::BUILTIN
        .iter()
        .map(|(name, _)| name.len())
        .max()
        .unwrap_or(0);
    let line = |name: &str| {
        let title = preset::load(name, std::path::Path::new("."), &[]).map(|preset| preset.title);
        format!("{name:width$}  {}\n", title.unwrap_or_default())
    };
    preset::BUILTIN.iter().map(|(name, _)| line(name)).collect()
}
