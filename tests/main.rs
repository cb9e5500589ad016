//! The integration tests: one crate, a file for each stage and kind of
//! trouble, everything through the command line and the files.

// A test stops at what it did not expect; helpers outside a #[test] too.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod architecture;
mod bad_input;
mod harness;
mod samples;
mod seating;
mod whole_event;
