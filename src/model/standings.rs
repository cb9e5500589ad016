//! The ranking, with the reason that placed each line.

use super::{Exact, PlayerIx};

/// The standings as things stand.
#[derive(Clone, Debug)]
pub struct Standings {
    /// All criteria in order, by name, `lot`, `name` and `id` included.
    pub criteria: Vec<String>,
    /// The criteria that have a value to show, a subset in the same order.
    pub valued: Vec<String>,
    /// Ranked lines by rank, then the unranked.
    pub lines: Vec<Line>,
    /// How many rounds are complete.
    pub rounds_complete: u32,
    /// How many preliminary rounds there are, where that is known.
    pub rounds_planned: Option<u32>,
    /// A round has begun and is not complete.
    pub provisional: bool,
    /// All preliminary rounds are complete.
    pub finished: bool,
    /// Tables of the current round that do not count yet.
    pub waiting_for: Vec<u32>,
}

/// How far an event is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Rounds that are complete, from round 1 without a gap.
    pub complete: u32,
    /// Preliminary rounds.
    pub planned: u32,
    /// Tables of a round that has begun and is not complete.
    pub waiting_for: Vec<u32>,
}

impl Progress {
    /// Says whether all preliminary rounds are complete.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.complete >= self.planned
    }
}

/// One player's line.
#[derive(Clone, Debug)]
pub struct Line {
    /// Who.
    pub player: PlayerIx,
    /// Rank; `None` for players who are listed and not ranked.
    pub rank: Option<u32>,
    /// One value for each of [`Standings::valued`].
    pub values: Vec<Exact>,
    /// What parts this line from the one below; `None` for the last.
    pub decided_by: Option<Decided>,
    /// Whether the player is through.
    pub status: Status,
    /// Games that count.
    pub games: u32,
}

/// What parts two neighbours.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A criterion, by name.
    By(String),
    /// Nothing: they share the rank.
    Tie,
}

impl Decided {
    /// Gives the word of the machine forms.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::By(criterion) => criterion,
            Self::Tie => "tie",
        }
    }
}

/// Whether a player goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Goes on, or qualified.
    Through,
    /// Does not.
    Out,
    /// Not known yet.
    Open,
}

impl Status {
    /// Gives the word of the machine forms.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Through => "through",
            Self::Out => "out",
            Self::Open => "open",
        }
    }
}
