//! What the tables are worth: the outcome of scoring, in the order of the
//! event's rounds, tables and seats.

use super::{Exact, PlayerIx, Stage};

/// All tables that count.
#[derive(Clone, Debug, Default)]
pub struct Scores {
    /// By round, then table.
    pub tables: Vec<TableScore>,
}

impl Scores {
    /// Gives the tables of the rounds up to one; all where there is none.
    #[must_use]
    pub fn up_to(&self, last: Option<u32>) -> Self {
        let kept = self.tables.iter();
        let kept = kept.filter(|table| last.is_none_or(|last| table.round <= last));
        Self {
            tables: kept.cloned().collect(),
        }
    }
}

/// One table that counts.
#[derive(Clone, Debug)]
pub struct TableScore {
    /// The round's number.
    pub round: u32,
    /// Its stage.
    pub stage: Stage,
    /// The table's number.
    pub table: u32,
    /// Its planned size.
    pub size: usize,
    /// Sum of credited VP, without a virtual seat.
    pub table_vp: Exact,
    /// The virtual seat's VP, where one counts.
    pub virtual_vp: Option<Exact>,
    /// One a seat, in the table's order.
    pub rows: Vec<RowScore>,
}

/// One player's result at a table.
#[derive(Clone, Debug)]
pub struct RowScore {
    /// Who.
    pub player: PlayerIx,
    /// Seat, from 1, where given.
    pub seat: Option<u32>,
    /// Place, from 1; tied players share the better one.
    pub place: u32,
    /// Points for the place and the score; `None` where the preset has none.
    pub points: Option<Exact>,
    /// The game's own score, as typed or from the preset's columns.
    pub raw_vp: Exact,
    /// VP that count.
    pub vp: Exact,
    /// Percent of the table's VP.
    pub share: Exact,
    /// The table's winner (alone).
    pub winner: bool,
    /// What it adds to `wins`.
    pub win: Exact,
    /// What the judge took off the player's total; place, points, share and
    /// table total stay as they are.
    pub penalty: Exact,
    /// Time used, in seconds, where the preset has clocks and it was typed.
    pub clock: Option<Exact>,
}
