//! **tabletally** turns the sheets of a board-game tournament into standings,
//! seating, score sheets and results for a federation.
//!
//! The pipeline, in the order of the modules below:
//!
//! ```text
//! files -> read -> check -> score -> rank -> stage -> seat -> report -> write -> files
//!                                                    \-> federation -/
//! ```
//!
//! What holds everywhere: points, shares and ratios are exact; randomness
//! comes from the event's seed only; the same sheets give the same bytes; no
//! file that a person types into is ever written to; all findings of a run
//! are told at once. Stages never import each other: what crosses from one to
//! the next is in [`model`].
//!
//! Absent on purpose: a database, a server, a clock, and any game's name in
//! the code (games are preset files).

pub mod cli;
pub mod commands;
pub mod pipeline;

pub mod model;
pub mod preset;

pub mod read;

pub mod check;

pub mod score;

pub mod rank;

pub mod stage;

pub mod journal;

pub mod seat;

pub mod report;

pub mod write;

pub mod federation;

pub mod show;
