//! `explain`: why a player has a rank.

use std::process::ExitCode;

use super::{USAGE, complain, language, print_bytes, run as day};
use crate::cli::{ExplainArgs, OutputFormat};
use crate::pipeline::{self, Explained, Wishes};

pub(super) fn run(arguments: &ExplainArgs) -> ExitCode {
    let Some((player, sheets)) = arguments.sheets_and_player.split_last() else {
        return ExitCode::from(USAGE);
    };
    let wishes = Wishes {
        sheets: sheets.to_vec(),
        preset: arguments.preset.clone(),
        seed: arguments.seed.clone(),
        lang: arguments.lang.map(language),
        ..Wishes::default()
    };
    let player = player.to_string_lossy();
    let (explained, outcome) = pipeline::explain(&wishes, &player);
    match explained {
        // The sheets have errors; they are told as `check` tells them.
        None => day::tell(&outcome, arguments.format),
        Some(Explained::Unclear {
            several,
            candidates,
        }) => {
            complain(&unclear(&player, several, &candidates));
            ExitCode::from(USAGE)
        }
        Some(Explained::Player(lines, json)) => {
            let text = match arguments.format {
                OutputFormat::Text => lines.join("\n"),
                OutputFormat::Json => serde_json::to_string_pretty(&json).unwrap_or_default(),
            };
            print_bytes(format!("{text}\n").as_bytes())
        }
    }
}

fn unclear(player: &str, several: bool, candidates: &[String]) -> String {
    let lines: Vec<String> = candidates
        .iter()
        .map(|candidate| format!("  {candidate}\n"))
        .collect();
    let list = lines.concat();
    if several {
        return format!(
            "error: \"{player}\" fits several players\n{list}  help: give the ID, or the whole name\n"
        );
    }
    let near = if list.is_empty() {
        String::new()
    } else {
        format!("  help: did you mean one of these?\n{list}")
    };
    format!("error: \"{player}\" is nobody in this event\n{near}")
}
