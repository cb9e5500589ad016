//! The ranking, with the reason that placed each line.

use super::{Exact, PlayerIx};

/// The standings as things stand.
#[derive(Clone, Debug, Default)]
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

/// A result that was corrected after an earlier run had read it.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Change {
    /// The run that found it, from 1.
    pub run: u32,
    /// The round.
    pub round: u32,
    /// Whose.
    pub player: String,
    /// Their ID.
    pub id: String,
    /// The column.
    pub field: String,
    /// What stood there; nothing where it was empty.
    pub old: String,
    /// What stands there.
    pub new: String,
}

/// How far an event is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Players at round 1.
    pub field: usize,
    /// Preliminary rounds that are complete, from round 1 without a gap.
    pub complete: u32,
    /// Preliminary rounds; `None` where the organiser goes on as long as there
    /// is time.
    pub planned: Option<u32>,
    /// Tables of a round that has begun and is not complete.
    pub waiting_for: Vec<u32>,
}

impl Progress {
    /// Says whether all preliminary rounds are complete.
    #[must_use]
    pub fn finished(&self) -> bool {
        self.planned.is_some_and(|planned| self.complete >= planned)
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
    pub values: Vec<Measure>,
    /// How each of the values came about, in the same order.
    pub trails: Vec<Trail>,
    /// What parts this line from the one below; `None` for the last.
    pub decided_by: Option<Decided>,
    /// What the stages after the cut compared where they part it from the
    /// one below: its own value and that one's. [`Line::values`] hold the
    /// preliminary rounds'.
    pub stage_values: Option<(Measure, Measure)>,
    /// Whether the player is through.
    pub status: Status,
    /// Games played.
    pub games: u32,
    /// Rounds that were due and not played.
    pub missed: Vec<u32>,
    /// What the judge took off, over all rounds.
    pub penalty: Exact,
    /// What would do in the last round, where one is left and the status is
    /// open.
    pub outlook: Option<Outlook>,
    /// Why the player is not ranked, where so.
    pub unranked: Option<Unranked>,
}

/// A criterion's value. They sort by size, what is missing first.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Measure {
    /// There is none, such as a rank in the seeding that was never given.
    Missing,
    /// An exact number.
    Exact(Exact),
    /// A ratio over zero, above every number.
    Endless,
}

impl Measure {
    /// Zero.
    pub const ZERO: Self = Self::Exact(Exact::ZERO);

    /// Gives the number, where it is one.
    #[must_use]
    pub const fn exact(&self) -> Option<&Exact> {
        match self {
            Self::Exact(value) => Some(value),
            Self::Missing | Self::Endless => None,
        }
    }

    /// Gives it as a decimal, cut after so many places; `inf` where endless,
    /// nothing where missing.
    #[must_use]
    pub fn to_decimal(&self, places: u32) -> String {
        self.exact()
            .map_or_else(|| self.to_string(), |value| value.to_decimal(places))
    }
}

impl std::fmt::Display for Measure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => Ok(()),
            Self::Exact(value) => value.fmt(f),
            Self::Endless => f.write_str("inf"),
        }
    }
}

impl From<Exact> for Measure {
    fn from(value: Exact) -> Self {
        Self::Exact(value)
    }
}

/// How a value came about: what each round or opponent added.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trail {
    /// The parts, in the order of the rounds.
    pub parts: Vec<TrailPart>,
}

/// One part of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrailPart {
    /// The round; `None` for what belongs to no round.
    pub round: Option<u32>,
    /// What it adds or says.
    pub value: Measure,
    /// Why.
    pub why: TrailWhy,
}

/// Where a part comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TrailWhy {
    /// The player's own game.
    Game,
    /// A game that does not count, since others were better.
    NotCounted,
    /// An opponent of the round.
    Opponent(PlayerIx),
    /// An opponent left out as the lowest or the highest.
    CutOpponent(PlayerIx),
    /// A round without a game, as the preset counts it.
    Unplayed,
    /// Such a round left out as the lowest or the highest.
    CutUnplayed,
    /// A bye.
    Bye,
    /// Taken off by the judge.
    Penalty,
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

/// What a player needs in the last round to be through whatever the others do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outlook {
    /// This place at the table, or a better one.
    Place(u32),
    /// So many VP.
    Vp(Exact),
    /// Nothing is enough by itself; others must lose.
    NotAlone,
}

/// Why a player is listed and not ranked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unranked {
    /// Plays out of competition.
    Guest,
    /// The organisers' reserve player.
    Reserve,
    /// Excluded by the director.
    Excluded,
    /// Too few rounds for the preset.
    TooFewRounds,
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
