//! `presets`: the list, one preset's file ready to copy and change, or its
//! rules in sentences.

use std::path::Path;
use std::process::ExitCode;

use super::{SHEETS, SYSTEM, USAGE, complain, language, print_bytes};
use crate::cli::PresetsArgs;
use crate::pipeline::unknown_preset_help;
use crate::preset::{self, Preset, PresetError};
use crate::report::{Lang, rules_in_words};
use crate::write;

pub(super) fn run(arguments: &PresetsArgs) -> ExitCode {
    if let Some(folder) = &arguments.templates {
        return write_templates(folder);
    }
    let Some(name) = arguments.name.as_deref() else {
        return print_bytes(list().as_bytes());
    };
    let loaded = load(name);
    let preset = match &loaded {
        Ok(preset) => preset,
        Err(error) => return refuse(error),
    };
    if arguments.explain {
        let lang = arguments.lang.map_or(Lang::En, language);
        let lines = rules_in_words(preset, lang).join("\n");
        return print_bytes(format!("{lines}\n").as_bytes());
    }
    match preset::source(name) {
        Some(text) => print_bytes(text.as_bytes()),
        None => print_bytes(format!("{} can be used: {}\n", preset.name, preset.title).as_bytes()),
    }
}

/// Writes the page templates out; one that exists was changed by somebody and
/// is left alone.
fn write_templates(folder: &Path) -> ExitCode {
    let mut files = write::template_files(folder);
    files.retain(|file| std::fs::symlink_metadata(&file.path).is_err());
    match write::commit(&files) {
        Ok(names) => {
            let lines: Vec<String> = names.iter().map(|name| format!("wrote {name}\n")).collect();
            print_bytes(lines.concat().as_bytes())
        }
        Err(error) => {
            complain(&format!("error: {error}\n"));
            ExitCode::from(SYSTEM)
        }
    }
}

fn load(name: &str) -> Result<Preset, PresetError> {
    if preset::source(name).is_some() {
        preset::load(name, Path::new("."), &[])
    } else {
        preset::load_file(Path::new(name))
    }
}

fn refuse(error: &PresetError) -> ExitCode {
    match error {
        PresetError::Unknown(name) => {
            complain(&format!(
                "error: {error}\n  help: {}\n",
                unknown_preset_help(name)
            ));
            ExitCode::from(USAGE)
        }
        PresetError::Bad { name, faults } => {
            for fault in faults {
                complain(&format!("error: {}\n", fault.told(name)));
                if let Some(line) = &fault.line {
                    complain(&format!("  {line}\n"));
                }
            }
            ExitCode::from(SHEETS)
        }
        PresetError::Setting { .. } => {
            complain(&format!("error: {error}\n"));
            ExitCode::from(SHEETS)
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
        let title = load(name).map(|preset| preset.title.to_string());
        format!("{name:width$}  {}\n", title.unwrap_or_default())
    };
    preset::BUILTIN.iter().map(|(name, _)| line(name)).collect()
}
