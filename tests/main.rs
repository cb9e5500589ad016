//! The integration tests: one crate, a file for each stage and kind of
//! trouble, everything through the command line and the files.

mod architecture;
mod bad_input;
mod harness;
mod samples;
mod whole_event;
