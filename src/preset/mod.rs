//! A preset: everything about how an event is run, as data. A preset is one
//! TOML file; the built-in ones are compiled in. Knows no sheet and no player.

mod load;

pub use load::{BUILTIN, PresetError, load, source};

use serde::Deserialize;

use crate::model::{Exact, Goal, SeatRule};

/// A preset with all its settings; the names are those of the TOML keys, and
/// the Event sheet may set each of them by the same name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The preset's own name; filled in by [`load`].
    #[serde(skip)]
    pub name: String,
    /// What it is, in a few words.
    pub title: String,
    /// Edition or season of the rules.
    pub edition: String,
    /// Where the rules stand.
    pub source: String,
    /// Decisions that the published text leaves open and that are ours.
    #[serde(default)]
    pub choices: Vec<String>,

    /// Table sizes, the preferred first.
    pub table_sizes: Vec<usize>,
    /// Fewest players.
    #[serde(default)]
    pub min_players: usize,
    /// Whether nobody can join once round 1 is seated.
    #[serde(default)]
    pub field_locked: bool,
    /// Preliminary rounds.
    pub rounds: u32,
    /// Field sizes from which the number of rounds differs: `[[80, 4]]`.
    #[serde(default)]
    pub rounds_by_players: Vec<(usize, u32)>,
    /// In rounds after this one only players with a win play.
    #[serde(default)]
    pub win_needed_after: Option<u32>,
    /// How rounds are seated.
    pub seating: SeatingMode,
    /// The seating's goals, the highest first.
    pub goals: Vec<Goal>,
    /// How seats are given.
    pub seats: SeatRule,

    /// The game's word for its score.
    #[serde(default = "vp_word")]
    pub score_name: String,
    /// The score that wins: one number, or one for each round.
    pub target: PerRound,
    /// The most that can be typed.
    pub vp_max: u32,
    /// Whether scores are whole.
    #[serde(default = "yes")]
    pub vp_whole: bool,
    /// What a winner is credited at most; `"target"` follows the target.
    #[serde(default)]
    pub winner_cap: Option<Cap>,
    /// What a winner is credited at least.
    #[serde(default)]
    pub winner_floor: Option<Cap>,
    /// What everybody else is credited at most.
    #[serde(default)]
    pub others_cap: Option<Cap>,
    /// Whether each table has exactly one winner at the target.
    #[serde(default)]
    pub winner_required: bool,
    /// Which places add to `wins`.
    pub win: WinRule,
    /// Place points for each table size, from place 1; none when empty.
    #[serde(default)]
    pub points: Vec<Vec<ExactText>>,
    /// The virtual seat at a table below the preferred size.
    pub virtual_seat: VirtualSeat,
    /// Ranking criteria, the highest first.
    pub criteria: Vec<Criterion>,
    /// When lots are drawn.
    #[serde(default)]
    pub lot_drawn: LotDrawn,
    /// How many go on or qualify after the preliminary rounds.
    pub qualifiers: usize,
    /// How many of the preliminary ranking play on, by the smallest field.
    #[serde(default)]
    pub advance: Vec<(usize, usize)>,
}

fn vp_word() -> String {
    "VP".to_owned()
}

fn yes() -> bool {
    true
}

/// How rounds are seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatingMode {
    /// Each round when the one before is complete, planned ahead.
    Optimise,
    /// All rounds written ahead.
    Plan,
}

/// A number for the whole event or one for each round.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum PerRound {
    /// The same in each round.
    One(u32),
    /// One for each round; the last holds for those after it.
    Each(Vec<u32>),
}

impl PerRound {
    /// Gives the number for a round, from 1.
    #[must_use]
    pub fn get(&self, round: u32) -> u32 {
        match self {
            Self::One(value) => *value,
            Self::Each(values) => {
                let at = (round.max(1) as usize - 1).min(values.len().saturating_sub(1));
                values.get(at).copied().unwrap_or(0)
            }
        }
    }
}

/// A cap on VP.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub enum Cap {
    /// A number.
    At(u32),
    /// A word.
    Word(CapWord),
}

/// A cap that follows another setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CapWord {
    /// The round's target.
    Target,
    /// One less than the round's target.
    BelowTarget,
}

impl Cap {
    /// Gives the cap where the target is known.
    #[must_use]
    pub fn value(self, target: u32) -> Exact {
        Exact::int(i64::from(match self {
            Self::At(value) => value,
            Self::Word(CapWord::Target) => target,
            Self::Word(CapWord::BelowTarget) => target.saturating_sub(1),
        }))
    }
}

/// Which places add to `wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinRule {
    /// Every place 1, shared or not.
    FirstPlace,
    /// The winner alone.
    Winner,
}

/// The virtual seat of a short table (spec 3, Share).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum VirtualSeat {
    /// None.
    #[serde(alias = "off")]
    None,
    /// The exact mean.
    Exact,
    /// The mean to the nearest whole, halves up.
    Nearest,
    /// The mean rounded up.
    Up,
}

/// When lots are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LotDrawn {
    /// In every standings.
    #[default]
    Always,
    /// Once all preliminary rounds are complete; until then equal players
    /// share a rank.
    AtTheEnd,
}

/// A ranking criterion (spec 3, Criteria); each highest first but `name`, `id`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Criterion {
    Points,
    Vp,
    Wins,
    ShareSum,
    ShareMean,
    Firsts,
    Seconds,
    Thirds,
    Fourths,
    BestGame,
    Games,
    Lot,
    Name,
    Id,
}

/// An exact number in TOML: whole, or text such as `"5/2"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactText(pub Exact);

impl<'de> Deserialize<'de> for ExactText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Whole(i64),
            Text(String),
        }
        match Raw::deserialize(deserializer)? {
            Raw::Whole(value) => Ok(Self(Exact::int(value))),
            Raw::Text(text) => text.parse().map(Self).map_err(|()| {
                serde::de::Error::custom(format!("\"{text}\" is not a number such as 5 or \"5/2\""))
            }),
        }
    }
}

impl Preset {
    /// Gives the preliminary rounds for a field of so many players.
    #[must_use]
    pub fn rounds_for(&self, players: usize) -> u32 {
        self.rounds_by_players
            .iter()
            .rev()
            .find(|(least, _)| players >= *least)
            .map_or(self.rounds, |(_, rounds)| *rounds)
    }

    /// Gives the place points of a table of a size; empty where there are none.
    #[must_use]
    pub fn points_for(&self, size: usize) -> &[ExactText] {
        self.points
            .iter()
            .find(|row| row.len() == size)
            .map_or(&[], Vec::as_slice)
    }
}
