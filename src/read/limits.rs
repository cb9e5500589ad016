//! What an event may cost to read, and what stops a file that would cost
//! more. Every reader spends from one allowance; none knows another.

use crate::model::{Code, Finding, Place};

/// The largest file that is opened, as a workbook and as text.
pub(super) const MOST_BOOK: u64 = 128 << 20;
pub(super) const MOST_TEXT: u64 = 64 << 20;
/// The most that one part of a packed file may unpack to.
pub(super) const MOST_PART: u64 = 256 << 20;
/// The most filled cells of a sheet, and of all sheets together.
pub(super) const MOST_CELLS: usize = 2_000_000;
const MOST_CELLS_TOGETHER: usize = 4_000_000;
/// The most styles, formats, sheets and the like of a workbook.
pub(super) const MOST_THINGS: usize = 65_536;
/// The furthest row and column of a spreadsheet, from zero.
pub(super) const LAST_ROW: u32 = 1_048_575;
pub(super) const LAST_COL: u32 = 16_383;

/// What all files of an event may still take.
#[derive(Debug)]
pub(super) struct Allowance {
    /// Bytes to unpack.
    pub(super) unpacked: u64,
    /// Filled cells.
    pub(super) cells: usize,
    /// Bytes of text in cells.
    pub(super) text: usize,
    /// Our own standings are read as well.
    pub(super) own_standings: bool,
}

impl Default for Allowance {
    fn default() -> Self {
        Self {
            unpacked: 768 << 20,
            cells: MOST_CELLS_TOGETHER,
            text: 128 << 20,
            own_standings: false,
        }
    }
}

/// Why a file or a sheet is not read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    /// It is cut off, or breaks its format beyond reading.
    Damaged,
    /// It is encrypted.
    Protected,
    /// It would take too much memory; says what does.
    TooLarge(String),
    /// It is something else; says what, and what to do.
    Foreign(&'static str, &'static str),
}

impl Refusal {
    /// Words it.
    pub(super) fn finding(&self, place: Place) -> Finding {
        match self {
            Self::Damaged if place.sheet.is_some() => {
                Finding::error(Code::BadFile, place, "the sheet is damaged or cut off")
                    .help("open the workbook in a spreadsheet program and save it again")
            }
            Self::Damaged => {
                Finding::error(Code::BadFile, place, "the workbook is damaged or cut off")
                    .help("copy it again, or open it in a spreadsheet program and save it again")
            }
            Self::Protected => Finding::error(
                Code::PasswordProtected,
                place,
                "the workbook is protected with a password",
            )
            .help("save it without a password"),
            Self::TooLarge(what) => Finding::error(Code::TooLarge, place, what.clone())
                .help("copy the event's rows into a new file"),
            Self::Foreign(what, help) => {
                Finding::error(Code::BadFile, place, format!("this is {what}")).help(*help)
            }
        }
    }
}
