//! A preset: everything about how an event is run, as data. A preset is one
//! TOML file; the built-in ones are compiled in. Knows no sheet and no player.
//!
//! To find a rule: what is typed is in `columns`, what a game is worth in
//! `game`, how players are ranked in `ranking`, the file's errors in `load`.

mod columns;
mod faults;
mod game;
mod load;
mod ranking;
mod settings;
mod stages;
#[cfg(test)]
mod tests;

pub use columns::{
    BoardRule, Bonus, ColumnKind, Compare, Condition, Holder, PresetColumn, Term, board_vp,
    is_marked, number,
};
pub use faults::Fault;
pub use game::{Cap, CapWord, PerRound, TieBreak, VirtualSeat, WinRule, WinnerMark, ZeroShare};
pub use load::{BUILTIN, PresetError, load, load_file, neutral, source, texts};
pub use ranking::{Counted, Criterion, Direction, LotDrawn, Unplayed};
pub use settings::{SETTINGS, SettingKind};
pub use stages::{FieldRule, Slot, StageKey, StageRule, StageSeats, StageTables};

use std::fmt;

use serde::Deserialize;

use crate::model::{Exact, Goal, Rematches, SeatRule, Starts};

/// A preset with all its settings; the names are those of the TOML keys, and
/// the Event sheet may set each of [`SETTINGS`] by the same name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// The preset's own name; filled in by [`load`].
    #[serde(skip)]
    pub name: String,
    /// The preset that this one starts from, where it does; the keys here win.
    #[serde(default)]
    pub base: Option<String>,
    /// The settings that the event changed from what the file says, although
    /// the rules do not leave them open; filled in by [`load`].
    #[serde(skip)]
    pub departures: Vec<String>,
    /// What it is, in a few words.
    pub title: Text,
    /// Edition or season of the rules.
    pub edition: String,
    /// Where the rules stand.
    pub source: Text,
    /// Decisions that the published text leaves open and that are ours.
    #[serde(default, rename = "choice")]
    pub choices: Vec<Text>,
    /// Settings that the rules leave to the organiser.
    #[serde(default)]
    pub open: Vec<String>,

    /// Table sizes, the preferred first.
    pub table_sizes: Vec<usize>,
    /// Fewest players.
    #[serde(default)]
    pub min_players: usize,
    /// Whether a submission needs each player's own ID.
    #[serde(default)]
    pub ids_needed: bool,
    /// Whether nobody can join once round 1 is seated.
    #[serde(default)]
    pub field_locked: bool,
    /// Preliminary rounds; 0 where the organiser goes on as long as there is
    /// time.
    pub rounds: u32,
    /// Field sizes from which the number of rounds differs: `[[80, 4]]`.
    #[serde(default)]
    pub rounds_by_players: Vec<(usize, u32)>,
    /// In rounds after this one only players with a win play; 0 for none.
    #[serde(default)]
    pub win_needed_after: Option<u32>,
    /// Players come and go between rounds, as heats have it: who sits nowhere
    /// in a round is not missed.
    #[serde(default)]
    pub free_attendance: bool,
    /// Field size from which the field is split into two groups.
    #[serde(default)]
    pub groups_from: Option<usize>,
    /// How rounds are seated.
    pub seating: SeatingMode,
    /// The seating's goals, the highest first.
    #[serde(default)]
    pub goals: Vec<Goal>,
    /// How seats are given.
    pub seats: Seats,
    /// Whether players paired by rank may meet again.
    #[serde(default)]
    pub rematches: Rematches,
    /// Who starts among players paired by rank.
    #[serde(default)]
    pub starts: Starts,
    /// How many ranks a player may be moved in pods by rank.
    #[serde(default)]
    pub window: usize,

    /// The game's word for its score.
    #[serde(default = "vp_word")]
    pub score_name: String,
    /// The score that wins: one number, or one for each round; none where the
    /// highest score wins.
    #[serde(default)]
    pub target: Option<PerRound>,
    /// The most that can be typed.
    pub vp_max: PerRound,
    /// The least that can be typed.
    #[serde(default)]
    pub vp_min: i64,
    /// Whether scores are whole.
    #[serde(default = "yes")]
    pub vp_whole: bool,
    /// What all scores of a table add up to, where the game fixes it.
    #[serde(default)]
    pub table_total: Option<i64>,
    /// Further columns of the round sheet.
    #[serde(default, rename = "column")]
    pub columns: Vec<PresetColumn>,
    /// One-off bonuses, won with the highest value of a column.
    #[serde(default, rename = "bonus")]
    pub bonuses: Vec<Bonus>,
    /// What a board must fulfil.
    #[serde(default, rename = "board")]
    pub board: Vec<BoardRule>,
    /// When a winner may be marked.
    #[serde(default)]
    pub winner_mark: WinnerMark,
    /// A mark column that says the same as `Winner`.
    #[serde(default)]
    pub winner_column: Option<String>,
    /// A mark column of players who lost: no score, last place.
    #[serde(default)]
    pub loss_column: Option<String>,
    /// A time column that the criterion `clock` adds up.
    #[serde(default)]
    pub clock_column: Option<String>,
    /// What a winner is credited at most; `"target"` follows the target.
    #[serde(default, deserialize_with = "game::cap_or_none")]
    pub winner_cap: Option<Cap>,
    /// What a winner is credited at least.
    #[serde(default, deserialize_with = "game::cap_or_none")]
    pub winner_floor: Option<Cap>,
    /// What everybody else is credited at most.
    #[serde(default, deserialize_with = "game::cap_or_none")]
    pub others_cap: Option<Cap>,
    /// Whether each table has exactly one winner at the target.
    #[serde(default)]
    pub winner_required: bool,
    /// Columns that part equal scores at a table, in order; tied players
    /// share the place where none is named.
    #[serde(default)]
    pub tie_breaks: Vec<TieBreak>,
    /// Which places add to `wins`.
    pub win: WinRule,
    /// What a shared first place adds to `wins`, where that is less than 1.
    #[serde(default)]
    pub draw: Option<ExactText>,
    /// Place points for each table size, from place 1; none when empty.
    #[serde(default)]
    pub points: Vec<Vec<ExactText>>,
    /// Points from the score itself, added to the place points: the score
    /// less `minus`, divided by `per`.
    #[serde(default)]
    pub score_points: Option<ScorePoints>,
    /// The virtual seat at a table of three.
    pub virtual_seat: VirtualSeat,
    /// Shares at a table where nobody has any VP.
    #[serde(default)]
    pub zero_share: ZeroShare,

    /// Ranking criteria, the highest first.
    pub criteria: Vec<Criterion>,
    /// Criteria that always come last, whatever the event sets.
    #[serde(default)]
    pub criteria_end: Vec<Criterion>,
    /// When lots are drawn.
    #[serde(default)]
    pub lot_drawn: LotDrawn,
    /// Which games of a player count.
    #[serde(default)]
    pub counted: Counted,
    /// Rounds of one session, where a player's best session counts.
    #[serde(default)]
    pub session_rounds: u32,
    /// Fewest rounds for a player to be ranked.
    #[serde(default)]
    pub min_rounds: u32,
    /// How rounds that were not played count for opponents' criteria.
    #[serde(default)]
    pub unplayed: Unplayed,
    /// The least win share that counts for an opponent.
    #[serde(default)]
    pub win_share_floor: Option<ExactText>,
    /// What a bye adds to `points`.
    #[serde(default)]
    pub bye_points: ExactText,
    /// What a bye adds to `wins`.
    #[serde(default)]
    pub bye_wins: ExactText,
    /// What a bye adds to `vp`.
    #[serde(default)]
    pub bye_vp: ExactText,
    /// How many qualify in the end.
    pub qualifiers: usize,
    /// Fewest players with a valid result, all rounds played, for a
    /// qualification to hold.
    #[serde(default)]
    pub valid_from: usize,
    /// Whether the stages after the cut are played.
    #[serde(default = "yes", rename = "final")]
    pub finals: bool,
    /// Whether the next in line moves up for a qualifier who is not there.
    #[serde(default)]
    pub stands_in: bool,
    /// How seeds are laid on tables after the cut.
    #[serde(default)]
    pub stage_tables: StageTables,
    /// The stages after the cut, in order.
    #[serde(default, rename = "stage")]
    pub stages: Vec<StageRule>,
}

fn vp_word() -> String {
    "VP".to_owned()
}

fn yes() -> bool {
    true
}

/// Words of a preset; the built-in ones have them in all languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "a text, or one for each language: { en = \"...\", de = \"...\", lv = \"...\" }"
)]
pub enum Text {
    /// In one language.
    Plain(String),
    /// In each language.
    Each {
        /// English.
        en: String,
        /// German.
        de: String,
        /// Latvian.
        lv: String,
    },
}

impl Text {
    /// Gives the text in a language, by its code.
    #[must_use]
    pub fn text(&self, lang: &str) -> &str {
        match (self, lang) {
            (Self::Plain(text), _) => text,
            (Self::Each { de, .. }, "de") => de,
            (Self::Each { lv, .. }, "lv") => lv,
            (Self::Each { en, .. }, _) => en,
        }
    }
}

/// In English, as messages say it.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text("en"))
    }
}

/// How rounds are seated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatingMode {
    /// Each round when the one before is complete, planned ahead.
    Optimise,
    /// All rounds written ahead.
    Plan,
    /// Pairs by rank.
    Swiss,
    /// Blocks of a table's size down the ranking.
    Pods,
}

/// How seats at a table are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Seats {
    /// As evenly as possible.
    Balanced,
    /// Drawn.
    Drawn,
    /// Left open: the play order is found at the table.
    Open,
}

impl Seats {
    /// Gives what the seating engine does; where seats are left open, its
    /// answer's order means nothing.
    #[must_use]
    pub const fn rule(self) -> SeatRule {
        match self {
            Self::Balanced => SeatRule::Balanced,
            Self::Drawn | Self::Open => SeatRule::Drawn,
        }
    }
}

/// Points from the score itself.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScorePoints {
    /// What is taken off the score.
    pub minus: ExactText,
    /// Score for one point.
    pub per: ExactText,
}

/// An exact number in TOML: whole, or text such as `"5/2"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactText(pub Exact);

impl Default for ExactText {
    fn default() -> Self {
        Self(Exact::ZERO)
    }
}

impl<'de> Deserialize<'de> for ExactText {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Raw {
            Whole(i64),
            Text(String),
        }
        let wrong = |shown: String| {
            serde::de::Error::custom(format!("{shown} is not a number such as 5 or \"5/2\""))
        };
        match Raw::deserialize(deserializer) {
            Ok(Raw::Whole(value)) => Ok(Self(Exact::int(value))),
            Ok(Raw::Text(text)) => text
                .parse()
                .map(Self)
                .map_err(|()| wrong(format!("\"{text}\""))),
            Err(_) => Err(wrong("this".to_owned())),
        }
    }
}

impl Preset {
    /// Gives the preliminary rounds for a field of so many players; `None`
    /// where the organiser goes on as long as there is time.
    #[must_use]
    pub fn rounds_for(&self, players: usize) -> Option<u32> {
        let rounds = self
            .rounds_by_players
            .iter()
            .rev()
            .find(|(least, _)| players >= *least)
            .map_or(self.rounds, |(_, rounds)| *rounds);
        (rounds > 0).then_some(rounds)
    }

    /// Gives the place points of a table of a size; empty where there are none.
    #[must_use]
    pub fn points_for(&self, size: usize) -> &[ExactText] {
        self.points
            .iter()
            .find(|row| row.len() == size)
            .map_or(&[], Vec::as_slice)
    }

    /// Says whether the preset computes place points or points from scores.
    #[must_use]
    pub fn has_points(&self) -> bool {
        !self.points.is_empty() || self.score_points.is_some()
    }

    /// Gives a round's target, where there is one.
    #[must_use]
    pub fn target(&self, round: u32) -> Option<Exact> {
        self.target
            .as_ref()
            .map(|target| Exact::int(i64::from(target.get(round))))
    }

    /// Gives the position of a column by its key.
    #[must_use]
    pub fn column(&self, key: &str) -> Option<usize> {
        self.columns.iter().position(|column| column.key == key)
    }

    /// Says whether every setting is the same.
    #[must_use]
    pub fn says_the_same(&self, other: &Self) -> bool {
        // Names and departures are not set yet where this is asked, and the
        // debug form holds every setting.
        let plain = |preset: &Self| {
            let mut preset = preset.clone();
            preset.name = String::new();
            format!("{preset:?}")
        };
        plain(self) == plain(other)
    }

    /// Gives the same preset with the criteria that its stages apply to all
    /// games of the event.
    #[must_use]
    pub fn over_all_games(&self) -> Self {
        let keys = self.stages.iter().flat_map(|rule| &rule.ranks);
        let mut criteria: Vec<Criterion> = Vec::new();
        for key in keys {
            if let StageKey::AllGames(criterion) = key
                && !criteria.contains(criterion)
            {
                criteria.push(*criterion);
            }
        }
        Self {
            criteria,
            counted: Counted::All,
            lot_drawn: LotDrawn::Always,
            ..self.clone()
        }
    }

    /// Says whether the VP are computed from the columns.
    #[must_use]
    pub fn vp_from_columns(&self) -> bool {
        self.columns.iter().any(|column| column.worth.is_some()) || !self.bonuses.is_empty()
    }
}
