//! One file a command: what was typed becomes calls. The exit status is
//! decided here and nowhere else.

mod diff;
mod explain;
mod new;
mod plan;
mod presets;
mod progress;
mod run;
mod schema;
mod season;
mod verify;

use std::io::Write as _;
use std::process::ExitCode;

use clap::CommandFactory;

use crate::cli::{Cli, Command, Language};
use crate::report::Lang;

/// Runs a command and gives the exit status: 0 all written, 1 the sheets have
/// errors, 2 the command line is wrong, 3 the operating system refused a file.
#[must_use]
pub fn run(cli: &Cli) -> ExitCode {
    match &cli.command {
        Command::New(arguments) => new::run(arguments),
        Command::Run(arguments) => run::run(arguments),
        Command::Check(arguments) => run::check(arguments),
        Command::Explain(arguments) => explain::run(arguments),
        Command::Presets(arguments) => presets::run(arguments),
        Command::Plan(arguments) => plan::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Diff(arguments) => diff::run(arguments),
        Command::Season(arguments) => season::run(arguments),
        Command::Schema { form } => schema::run(form),
        Command::Completions { shell } => {
            let mut bytes = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "tabletally", &mut bytes);
            print_bytes(&bytes)
        }
        Command::Man => {
            let mut bytes = Vec::new();
            match clap_mangen::Man::new(Cli::command()).render(&mut bytes) {
                Ok(()) => print_bytes(&bytes),
                Err(_) => ExitCode::from(SYSTEM),
            }
        }
    }
}

const SHEETS: u8 = 1;
const USAGE: u8 = 2;
const SYSTEM: u8 = 3;

const fn language(language: Language) -> Lang {
    match language {
        Language::En => Lang::En,
        Language::De => Lang::De,
        Language::Lv => Lang::Lv,
    }
}

/// A reader that has gone away (`| head`) is no error.
fn print_bytes(bytes: &[u8]) -> ExitCode {
    match anstream::stdout().write_all(bytes) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => ExitCode::from(SYSTEM),
        _ => ExitCode::SUCCESS,
    }
}

fn complain(text: &str) {
    // Nowhere is left to report a closed standard error.
    let _ = anstream::stderr().write_all(text.as_bytes());
}
