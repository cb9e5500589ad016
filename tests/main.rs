//! The integration tests: one crate, a file for each stage and kind of
//! trouble, everything through the command line and the files.

// A test stops at what it did not expect; helpers outside a #[test] too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]
// Sheets of a few rows: what reads best wins.
#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::many_single_char_names
)]

mod architecture;
mod bad_input;
mod errors;
mod explain;
mod federation;
mod harness;
mod in_scenarios;
mod oracle;
mod outputs_agree;
mod pages;
mod permutations;
mod presets;
mod samples;
mod saved_by_others;
mod scenarios;
mod seating;
mod seating_events;
mod silent;
mod slips;
mod stages;
mod tools;
mod traps;
mod whole_event;
mod workbooks;
