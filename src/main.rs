//! The program: parse the command line, run, exit. An error of the command
//! line ends with status 2 (clap's own).

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    tabletally::commands::run(&tabletally::cli::Cli::parse())
}
