//! What comes after the preliminary rounds: stages, their tables, who goes
//! on, how they rank. Pure data; the machine is in `stage`.

use serde::Deserialize;

use super::Criterion;
use crate::model::Stage;

/// One stage after the cut.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StageRule {
    /// Which stage it is.
    pub name: Stage,
    /// The smallest field (at round 1) that plays it.
    #[serde(default)]
    pub players_from: usize,
    /// How many of the preliminary ranking come in, where it is the first
    /// stage; later stages take whom the one before lets through.
    pub entrants: usize,
    /// Only winners of a preliminary game come in, filled up with the best
    /// others to the next multiple of this.
    #[serde(default)]
    pub winners_to_multiple: Option<usize>,
    /// Tables and advancement by the number of entrants, the largest first;
    /// with fewer than the last asks for, the stage is left out.
    #[serde(rename = "field")]
    pub fields: Vec<FieldRule>,
    /// How seeds are laid on tables; the preset's `stage_tables` where left
    /// out.
    #[serde(default)]
    pub tables: Option<StageTables>,
    /// Who plays whom, table by table, instead: `1` is the first seed, `A1`
    /// the first of group A, `W1` and `L1` who won and lost table 1 before.
    #[serde(default)]
    pub slots: Vec<Vec<Slot>>,
    /// The same where the field is in groups.
    #[serde(default)]
    pub group_slots: Vec<Vec<Slot>>,
    /// The losers of the stage before play for the third place, at the next
    /// table of the same round.
    #[serde(default)]
    pub third_place: bool,
    /// How seats are given.
    #[serde(default)]
    pub seats: StageSeats,
    /// A table without a winner cannot stand.
    #[serde(default)]
    pub winner_required: bool,
    /// What parts equal places at a table where one must go on.
    #[serde(default)]
    pub ties: Vec<StageKey>,
    /// What ranks players of equal place, after the stage.
    #[serde(default)]
    pub ranks: Vec<StageKey>,
    /// Players of equal place share their ranks.
    #[serde(default)]
    pub shared: bool,
}

/// Tables and advancement for a number of entrants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FieldRule {
    /// From so many entrants on.
    pub from: usize,
    /// Number of tables.
    pub tables: usize,
    /// How many of each table go on.
    #[serde(default)]
    pub advance_each: usize,
    /// How many go on together; the best others fill up.
    #[serde(default)]
    pub advance_total: Option<usize>,
}

/// How seeds are laid on tables.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageTables {
    /// 1-8-9-16, 2-7-10-15, ...
    #[default]
    Snake,
    /// 1-5-9-13, 2-6-10-14, ...
    Column,
    /// Drawn.
    Random,
}

/// How seats of a stage are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StageSeats {
    /// Chosen or rolled at the table, in the order of the ranking.
    #[default]
    Open,
    /// Drawn.
    Drawn,
    /// The better seed first.
    Ranked,
}

/// One place at a table, by where its player comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "SlotText")]
pub enum Slot {
    /// A seed, from 1.
    Seed(usize),
    /// A rank, from 1, of a group (`A` is 0).
    Group(usize, usize),
    /// Who won a table of the stage before.
    Winner(u32),
    /// Who lost it.
    Loser(u32),
}

#[derive(Deserialize)]
#[serde(untagged)]
enum SlotText {
    Number(usize),
    Text(String),
}

impl TryFrom<SlotText> for Slot {
    type Error = String;

    fn try_from(slot: SlotText) -> Result<Self, String> {
        let text = match slot {
            SlotText::Number(seed) => return Ok(Self::Seed(seed)),
            SlotText::Text(text) => text,
        };
        let wrong = || format!("\"{text}\" is no slot such as 1, \"A1\", \"W1\" or \"L1\"");
        let (letter, number) = text.split_at_checked(1).ok_or_else(wrong)?;
        let number: u32 = number.parse().map_err(|_| wrong())?;
        match letter {
            "A" => Ok(Self::Group(0, number as usize)),
            "B" => Ok(Self::Group(1, number as usize)),
            "W" => Ok(Self::Winner(number)),
            "L" => Ok(Self::Loser(number)),
            _ => Err(wrong()),
        }
    }
}

/// What ranks or parts players of equal place in a stage.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StageKey {
    /// The rank in the preliminary rounds (in the own group, where there are
    /// groups).
    Rank,
    /// VP in the stage's own game.
    GameVp,
    /// A column of the stage's own game, by key; the lowest first where it
    /// says so.
    GameColumn(String, bool),
    /// A criterion of the preliminary rounds.
    Preliminary(Criterion),
    /// A criterion over all games of the event.
    AllGames(Criterion),
}

impl TryFrom<String> for StageKey {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let criterion = |name: &str| {
            Criterion::ALL
                .into_iter()
                .find(|criterion| criterion.key() == name)
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let key = match words[..] {
            ["rank"] => Some(Self::Rank),
            ["game", "vp"] => Some(Self::GameVp),
            ["game", column] => Some(Self::GameColumn(column.to_owned(), false)),
            ["game", column, "lowest"] => Some(Self::GameColumn(column.to_owned(), true)),
            ["preliminary", name] => criterion(name).map(Self::Preliminary),
            ["all", name] => criterion(name).map(Self::AllGames),
            _ => None,
        };
        key.ok_or_else(|| {
            format!(
                "\"{text}\" is none of \"rank\", \"game vp\", \"game cards\", \"preliminary buchholz\", \"all vp\""
            )
        })
    }
}

impl StageRule {
    /// Gives the tables and advancement for a number of entrants.
    #[must_use]
    pub fn field(&self, entrants: usize) -> Option<&FieldRule> {
        self.fields
            .iter()
            .filter(|field| entrants >= field.from)
            .max_by_key(|field| field.from)
    }
}
