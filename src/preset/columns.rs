//! What a preset asks to be typed at a table besides the score: columns,
//! bonuses won with them, and what a board must fulfil. Pure data and
//! arithmetic; knows no sheet.

use serde::Deserialize;

use super::{Preset, Text};
use crate::model::{Exact, Extra};

/// One further column of the round sheet.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetColumn {
    /// Its key in the preset.
    pub key: String,
    /// Its header in round sheets.
    pub name: String,
    /// Further headers by which it is known.
    #[serde(default)]
    pub also: Vec<String>,
    /// What is typed.
    pub kind: ColumnKind,
    /// The least, for numbers.
    #[serde(default)]
    pub min: u32,
    /// The most for one player, for numbers.
    #[serde(default)]
    pub max: Option<u32>,
    /// The most for the whole table, for numbers.
    #[serde(default)]
    pub table_max: Option<u32>,
    /// VP for each one.
    #[serde(default)]
    pub worth: Option<u32>,
    /// Whether the table waits for it.
    #[serde(default)]
    pub needed: bool,
}

/// What is typed in a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ColumnKind {
    /// A whole number.
    Number,
    /// A mark.
    Mark,
    /// A time, mm:ss; it counts in seconds.
    Time,
}

/// A bonus for the highest value of a column, won once a table.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// What it is called.
    pub name: Text,
    /// VP for it.
    pub worth: u32,
    /// The column whose highest value wins it.
    pub by: String,
    /// The least value that wins it.
    pub least: u32,
    /// The mark column that says who had it first, among equals.
    pub mark: String,
    /// Whether nobody may hold it among equals.
    #[serde(default)]
    pub nobody: bool,
}

/// What a player's board must fulfil.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardRule {
    /// The rule in words, for the message.
    pub says: String,
    /// It holds for players who fulfil this only.
    #[serde(default)]
    pub when: Option<Condition>,
    /// What must be.
    pub needs: Condition,
    /// Whether it is only a warning.
    #[serde(default)]
    pub warning: bool,
}

/// A comparison of sums, such as `settlements + cities >= 2`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Condition {
    /// Summands on the left.
    pub left: Vec<Term>,
    /// How they compare.
    pub compare: Compare,
    /// Summands on the right.
    pub right: Vec<Term>,
}

/// How two sums compare.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compare {
    /// `<=`
    AtMost,
    /// `>=`
    AtLeast,
    /// `=`
    Equal,
}

/// A summand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A column's value, by key.
    Column(String),
    /// A number.
    Number(u32),
}

impl TryFrom<String> for Condition {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let signs = [
            ("<=", Compare::AtMost),
            (">=", Compare::AtLeast),
            ("=", Compare::Equal),
        ];
        let parsed = signs.iter().find_map(|(sign, compare)| {
            let (left, right) = text.split_once(sign)?;
            Some(Self {
                left: terms(left)?,
                compare: *compare,
                right: terms(right)?,
            })
        });
        parsed.ok_or_else(|| {
            format!("\"{text}\" is not a condition such as \"settlements + cities >= 2\"")
        })
    }
}

fn terms(text: &str) -> Option<Vec<Term>> {
    let term = |part: &str| {
        let part = part.trim();
        if let Ok(number) = part.parse() {
            return Some(Term::Number(number));
        }
        let is_key =
            !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_key.then(|| Term::Column(part.to_owned()))
    };
    text.split('+').map(term).collect()
}

impl Condition {
    /// Gives the keys of the columns that it reads.
    pub fn columns(&self) -> impl Iterator<Item = &str> {
        let terms = self.left.iter().chain(&self.right);
        terms.filter_map(|term| match term {
            Term::Column(key) => Some(key.as_str()),
            Term::Number(_) => None,
        })
    }

    /// Says whether it holds for a row; `None` while a value is missing.
    #[must_use]
    pub fn holds(&self, preset: &Preset, row: &[Option<Extra>]) -> Option<bool> {
        let sum = |terms: &[Term]| {
            terms
                .iter()
                .map(|term| match term {
                    Term::Number(number) => Some(Exact::int(i64::from(*number))),
                    Term::Column(key) => number(preset, row, key),
                })
                .sum::<Option<Exact>>()
        };
        let (left, right) = (sum(&self.left)?, sum(&self.right)?);
        Some(match self.compare {
            Compare::AtMost => left <= right,
            Compare::AtLeast => left >= right,
            Compare::Equal => left == right,
        })
    }
}

/// Gives the number in a row's column, by key.
#[must_use]
pub fn number(preset: &Preset, row: &[Option<Extra>], key: &str) -> Option<Exact> {
    match row.get(preset.column(key)?)? {
        Some(Extra::Number(value)) => Some(value.clone()),
        _ => None,
    }
}

/// Says whether a row's mark column is marked, by key.
#[must_use]
pub fn is_marked(preset: &Preset, row: &[Option<Extra>], key: &str) -> bool {
    let mark = preset.column(key).and_then(|at| row.get(at));
    matches!(mark, Some(Some(Extra::Mark)))
}

/// Who holds a bonus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Holder {
    /// Nobody reaches the least value.
    Nobody,
    /// This row.
    Row(usize),
    /// Several rows are equal and none is marked, or several are.
    Open(Vec<usize>),
    /// Several rows are equal and the organiser says that nobody holds it.
    SaidNobody(Vec<usize>),
}

impl Bonus {
    /// Says who of a table's rows holds the bonus: the highest value of at
    /// least the threshold; among equals the one marked as the first
    /// (rules/004, second part, "Largest Army and Longest Road ties").
    #[must_use]
    pub fn holder(&self, preset: &Preset, rows: &[&[Option<Extra>]]) -> Holder {
        let values: Vec<Option<Exact>> = rows
            .iter()
            .map(|row| number(preset, row, &self.by))
            .collect();
        let least = Exact::int(i64::from(self.least));
        let Some(highest) = values
            .iter()
            .flatten()
            .max()
            .filter(|value| **value >= least)
        else {
            return Holder::Nobody;
        };
        let equal: Vec<usize> = (0..rows.len())
            .filter(|at| values[*at].as_ref() == Some(highest))
            .collect();
        if let [alone] = equal[..] {
            return Holder::Row(alone);
        }
        let said_nobody = preset.column(&self.mark).is_some_and(|column| {
            equal
                .iter()
                .any(|at| matches!(rows[*at].get(column), Some(Some(Extra::Nobody))))
        });
        let marked: Vec<usize> = equal
            .iter()
            .copied()
            .filter(|at| is_marked(preset, rows[*at], &self.mark))
            .collect();
        match marked[..] {
            [first] if !said_nobody => Holder::Row(first),
            [] if said_nobody && self.nobody => Holder::SaidNobody(equal),
            _ => Holder::Open(equal),
        }
    }
}

/// Gives the VP of each row of a table from its columns: each one's worth, and
/// the bonuses. `None` for a row while one of its columns is missing.
#[must_use]
pub fn board_vp(preset: &Preset, rows: &[&[Option<Extra>]]) -> Vec<Option<Exact>> {
    let mut vps: Vec<Option<Exact>> = rows.iter().map(|row| pieces_vp(preset, row)).collect();
    for bonus in &preset.bonuses {
        if let Holder::Row(at) = bonus.holder(preset, rows)
            && let Some(vp) = vps.get_mut(at)
        {
            *vp = vp
                .as_ref()
                .map(|vp| vp + &Exact::int(i64::from(bonus.worth)));
        }
    }
    vps
}

fn pieces_vp(preset: &Preset, row: &[Option<Extra>]) -> Option<Exact> {
    let mut vp = Exact::ZERO;
    for (column, cell) in preset.columns.iter().zip(row) {
        match (column.worth, cell) {
            (Some(worth), Some(Extra::Number(value))) => {
                vp = &vp + &(&Exact::int(i64::from(worth)) * value);
            }
            (Some(_), _) => return None,
            (None, None) if column.needed => return None,
            _ => {}
        }
    }
    Some(vp)
}
