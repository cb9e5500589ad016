//! What a game is worth: target, caps, winner, places, wins, the virtual
//! seat. Pure data; the arithmetic of a table is in `score`.

use std::fmt;

use serde::{Deserialize, Deserializer};

use crate::model::Exact;

/// A number for the whole event or one for each round.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "a whole number, or one for each round: [10, 10, 14]"
)]
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

    /// Gives all its numbers.
    #[must_use]
    pub fn all(&self) -> &[u32] {
        match self {
            Self::One(value) => std::slice::from_ref(value),
            Self::Each(values) => values,
        }
    }
}

/// A cap on VP.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(
    untagged,
    expecting = "a number, one for each round, \"target\", \"below_target\" or \"none\""
)]
pub enum Cap {
    /// A word.
    Word(CapWord),
    /// A number, or one for each round.
    At(PerRound),
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

/// Reads a cap where `"none"` takes one away that a base preset has.
pub(super) fn cap_or_none<'de, D: Deserializer<'de>>(source: D) -> Result<Option<Cap>, D::Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum NoCap {
        #[serde(alias = "off")]
        None,
    }
    #[derive(Deserialize)]
    #[serde(
        untagged,
        expecting = "a number, one for each round, \"target\", \"below_target\" or \"none\""
    )]
    enum Typed {
        No(NoCap),
        Cap(Cap),
    }
    Ok(match Typed::deserialize(source)? {
        Typed::No(NoCap::None) => None,
        Typed::Cap(cap) => Some(cap),
    })
}

impl Cap {
    /// Gives the cap in a round whose target is known; none where it follows
    /// a target that there is not.
    #[must_use]
    pub fn value(&self, round: u32, target: Option<&Exact>) -> Option<Exact> {
        match self {
            Self::At(cap) => Some(Exact::int(i64::from(cap.get(round)))),
            Self::Word(CapWord::Target) => target.cloned(),
            Self::Word(CapWord::BelowTarget) => target.map(|target| target - &Exact::ONE),
        }
    }
}

/// When a winner may be marked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WinnerMark {
    /// At every table.
    #[default]
    Always,
    /// Only where two or more reached the target, and there it must be (a
    /// claimed victory; rules/004, second part).
    TwoAtTarget,
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

/// A column that parts equal scores, such as `cards` or `seat lowest`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct TieBreak {
    /// A column's key, or `seat`.
    pub column: String,
    /// Whether the lowest value is the best.
    pub lowest: bool,
}

impl TryFrom<String> for TieBreak {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let mut words = text.split_whitespace();
        let (column, order) = (words.next(), words.next());
        match (column, order, words.next()) {
            (Some(column), None | Some("highest" | "lowest"), None) => Ok(Self {
                column: column.to_owned(),
                lowest: order == Some("lowest"),
            }),
            _ => Err(format!(
                "\"{text}\" is not a tie-break such as \"cards\" or \"seat lowest\""
            )),
        }
    }
}

impl fmt::Display for TieBreak {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let order = if self.lowest { " lowest" } else { "" };
        write!(f, "{}{order}", self.column)
    }
}

/// The virtual seat of a table of three (spec 3, Share).
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

/// Shares at a table where nobody has any VP.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ZeroShare {
    /// None for anybody.
    #[default]
    Zero,
    /// The same for everybody.
    Even,
}
