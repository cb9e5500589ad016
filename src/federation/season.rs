//! A season's rules: one TOML file, as a preset is one. Says what counts;
//! knows no event and no player.

use std::path::Path;

use serde::Deserialize;
use thiserror::Error;

use super::builtin::SEASONS;
use crate::model::Exact;
use crate::preset::{ExactText, Text};

/// The rules of a season; the names are those of the TOML keys.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeasonPreset {
    /// Its own name; filled in by [`load_season`].
    #[serde(skip)]
    pub name: String,
    /// What it is, in a few words.
    pub title: Text,
    /// Edition or season.
    pub edition: String,
    /// Where the rules stand.
    pub source: String,
    /// Decisions that are ours.
    #[serde(default, rename = "choice")]
    pub choices: Vec<Text>,
    /// Points by final place, from place 1; further places get none.
    #[serde(default)]
    pub points: Vec<ExactText>,
    /// Instead of points by place: the first of these criteria that an event
    /// ranks by.
    #[serde(default)]
    pub value_of: Vec<String>,
    /// What points are multiplied with, by the field's size: `[[24, 2]]`.
    #[serde(default)]
    pub level_by_players: Vec<(u32, u32)>,
    /// Only this part of the field gets points, rounded down.
    #[serde(default)]
    pub top_share: Option<ExactText>,
    /// What players who share a place get.
    #[serde(default)]
    pub shared: SharedPlace,
    /// How many of a player's results count; 0 for all.
    #[serde(default)]
    pub best: usize,
    /// Fewest ranked players of an event.
    #[serde(default)]
    pub min_players: u32,
    /// Only events whose qualification holds.
    #[serde(default)]
    pub valid_only: bool,
    /// Presets that events may have used; any where empty.
    #[serde(default)]
    pub presets: Vec<String>,
    /// How many of each event are in the final directly.
    #[serde(default)]
    pub direct: usize,
    /// Whether the next in order takes the seat of who has one already.
    #[serde(default)]
    pub successors: bool,
    /// Whether players who are in the final directly leave the ranking.
    #[serde(default)]
    pub exclude_direct: bool,
    /// Places in the final, those of the direct qualifiers included; 0 where
    /// the ranking gives none away.
    #[serde(default)]
    pub places: usize,
    /// What parts players with equal points, in order.
    #[serde(default)]
    pub ties: Vec<TieRule>,
}

/// What players who share a place get.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SharedPlace {
    /// The better place's points, each.
    #[default]
    Better,
    /// The mean of the places that they cover.
    Split,
}

/// What parts players with equal points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The better best result, then the better second, and so on.
    BestResults,
    /// More events won.
    Wins,
    /// More events played.
    Events,
}

impl TieRule {
    /// Gives the rule's word.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::BestResults => "best_results",
            Self::Wins => "wins",
            Self::Events => "events",
        }
    }
}

/// Why a season preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SeasonError {
    /// No preset of that name.
    #[error("\"{0}\" is no season preset")]
    Unknown(String),
    /// The file is wrong.
    #[error("the season preset {name} cannot be used: {reason}")]
    Bad {
        /// Its name.
        name: String,
        /// What is wrong.
        reason: String,
    },
}

/// Gives the TOML text of a built-in season preset.
#[must_use]
pub fn season_source(name: &str) -> Option<&'static str> {
    let found = SEASONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, text)| *text)
}

/// Loads a season preset by name, or from a TOML file.
pub fn load_season(name: &str) -> Result<SeasonPreset, SeasonError> {
    let text = match season_source(name) {
        Some(text) => text.to_owned(),
        None if name.to_lowercase().ends_with(".toml") => std::fs::read_to_string(Path::new(name))
            .map_err(|error| bad(name, error.to_string()))?,
        None => return Err(SeasonError::Unknown(name.to_owned())),
    };
    let mut preset: SeasonPreset =
        toml::from_str(&text).map_err(|error| bad(name, error.to_string()))?;
    let path = Path::new(name).file_name();
    preset.name = path.map_or_else(
        || name.to_owned(),
        |name| name.to_string_lossy().into_owned(),
    );
    match fault(&preset) {
        Some(reason) => Err(bad(name, reason.to_owned())),
        None => Ok(preset),
    }
}

fn bad(name: &str, reason: String) -> SeasonError {
    SeasonError::Bad {
        name: name.to_owned(),
        reason,
    }
}

fn fault(preset: &SeasonPreset) -> Option<&'static str> {
    let share = preset.top_share.as_ref().map(|share| &share.0);
    if preset.points.is_empty() == preset.value_of.is_empty() {
        Some("give either `points` by place, or in `value_of` the criteria that are added up")
    } else if !preset
        .points
        .iter()
        .rev()
        .map(|points| &points.0)
        .is_sorted()
    {
        Some("`points` must not rise from one place to the next")
    } else if !preset
        .level_by_players
        .iter()
        .is_sorted_by(|a, b| a.0 < b.0)
    {
        Some("`level_by_players` must name rising field sizes")
    } else if share.is_some_and(|share| *share <= Exact::ZERO || *share > Exact::ONE) {
        Some("`top_share` must lie above 0 and not above 1")
    } else if preset.places > 0 && preset.direct > 0 && !preset.exclude_direct {
        Some("places in the final need `exclude_direct = true` where some qualify directly")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_season_can_be_used() {
        for (name, _) in SEASONS {
            let preset = load_season(name).unwrap();
            assert_eq!(preset.name, *name);
            assert!(!preset.title.text("en").is_empty());
            assert_ne!(preset.title.text("lv"), preset.title.text("de"));
        }
        assert_eq!(
            load_season("nothing").unwrap_err(),
            SeasonError::Unknown("nothing".to_owned())
        );
    }

    #[test]
    fn what_does_not_fit_is_told() {
        let head = "title = \"a\"\nedition = \"b\"\nsource = \"c\"\n";
        let read = |more: &str| toml::from_str::<SeasonPreset>(&format!("{head}{more}"));
        assert!(fault(&read("points = [3, 2, 1]").unwrap()).is_none());
        for wrong in [
            "",
            "points = [1, 2]",
            "points = [2, 1]\nvalue_of = [\"points\"]",
            "points = [2, 1]\ntop_share = \"3/2\"",
            "points = [2, 1]\nlevel_by_players = [[9, 1], [9, 2]]",
            "points = [2, 1]\ndirect = 1\nplaces = 4",
        ] {
            assert!(fault(&read(wrong).unwrap()).is_some(), "{wrong}");
        }
        assert!(read("points = [1]\nbestof = 3").is_err());
    }
}
