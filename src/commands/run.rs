//! `run` and `check`: the day's work, told as text or JSON.

use std::io::IsTerminal as _;
use std::process::ExitCode;

use super::{SHEETS, SYSTEM, complain, language, print_bytes};
use crate::cli::{CheckArgs, EventArgs, OutputFormat, Paper, RunArgs, SheetKind};
use crate::model::SheetFormat;
use crate::pipeline::{self, Ending, Wishes};
use crate::show::{self, Told};

pub(super) fn run(arguments: &RunArgs) -> ExitCode {
    let mut wishes = wishes(&arguments.event);
    wishes.out.clone_from(&arguments.out);
    wishes.reseat = arguments.reseat;
    wishes.sheet_as = arguments.sheet_as.map(sheet_format);
    wishes.a4 = arguments.paper.map(|paper| paper == Paper::A4);
    wishes.per_page = arguments
        .per_page
        .as_deref()
        .and_then(|text| text.parse().ok());
    wishes.templates.clone_from(&arguments.templates);
    wishes.kiosk = arguments.kiosk;
    wishes.contacts = arguments.contacts;
    wishes.trf = arguments.trf;
    tell(&pipeline::run(&wishes), arguments.event.format)
}

pub(super) fn check(arguments: &CheckArgs) -> ExitCode {
    tell(
        &pipeline::check(&wishes(&arguments.event)),
        arguments.event.format,
    )
}

pub(super) const fn sheet_format(kind: SheetKind) -> SheetFormat {
    match kind {
        SheetKind::Xlsx => SheetFormat::Xlsx,
        SheetKind::Csv => SheetFormat::Csv,
    }
}

fn wishes(event: &EventArgs) -> Wishes {
    Wishes {
        sheets: event.sheets.clone(),
        preset: event.preset.clone(),
        seed: event.seed.clone(),
        lang: event.lang.map(language),
        ..Wishes::default()
    }
}

pub(super) fn tell((told, ending): &(Told, Ending), format: OutputFormat) -> ExitCode {
    let printed = match (format, ending) {
        (OutputFormat::Json, _) => print_bytes(show::json(told).as_bytes()),
        (OutputFormat::Text, Ending::Done) => {
            let terminal = std::io::stdout().is_terminal();
            print_bytes(show::text(told, terminal).as_bytes())
        }
        (OutputFormat::Text, _) => {
            complain(&show::text(told, std::io::stderr().is_terminal()));
            ExitCode::SUCCESS
        }
    };
    match ending {
        Ending::Done => printed,
        Ending::SheetErrors => ExitCode::from(SHEETS),
        Ending::SystemErrors => ExitCode::from(SYSTEM),
    }
}
