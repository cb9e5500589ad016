//! The words that all stages share: exact numbers, names, places in sheets,
//! findings, and the plain data that crosses from one stage to the next.
//!
//! Nothing here reads, writes, computes a rule or knows a file format. A type
//! lives here when two stages must agree on it; everything else stays private
//! to its stage.

mod code;
mod draw;
mod event;
mod exact;
mod finding;
mod grid;
mod name;
mod output;
mod place;
mod scores;
mod standings;

pub use code::Code;
pub use draw::{
    DrawError, DrawPlayer, DrawRequest, Figures, Goal, PairPlayer, PairReason, PairRequest,
    PairedRound, PlayedTable, PodPlayer, PodRequest, PodRound, Rematches, Repair, RepairRequest,
    SeatRule, SeatedRound, Seating, Starts, TableChange,
};
pub use event::{
    Absence, Derived, DerivedKind, Event, Extra, Form, Mark, Player, PlayerIx, Round, Seat,
    SeedText, SheetFormat, Stage, Table, TableState,
};
pub use exact::Exact;
pub use finding::{Excerpt, Finding, Severity};
pub use grid::{Cell, Format, Grid, Row, Value};
pub use name::{NameKey, clean_text, loose_key, nearest, spellings};
pub use output::{
    Align, BonusCheck, Book, BookCell, BookSheet, CheckWords, Column, Computed, Entry,
    NumberFormat, OutputFile, PageData, RankChart, SheetChecks, SheetUse, Style,
};
pub use place::{CellRef, Place};
pub use scores::{RowScore, Scores, TableScore};
pub use standings::{
    Change, Decided, Line, Measure, Outlook, Progress, Standings, Status, Trail, TrailPart,
    TrailWhy, Unranked,
};
