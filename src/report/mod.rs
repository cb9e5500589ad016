//! Results -> neutral tables and pages: what is shown. Knows every result
//! and every word; knows no file format and computes no result.

mod explain;
mod machine;
mod pages;
mod rounds;
mod rules;
mod standings;
mod words;

use crate::model::{Change, Event, Exact, Figures, Measure, PlayerIx, Scores, Standings};
use crate::preset::Preset;

pub use explain::{explain_json, explain_text};
pub use machine::{standings_csv, standings_json};
pub use pages::{WallChart, score_sheets_page, seating_page, standings_page, wall_chart_page};
pub use rounds::{RoundPlan, round_book, round_csv};
pub use rules::{departures, rules_in_words};
pub use standings::standings_book;
pub use words::Lang;

/// How it is shown.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// The language.
    pub lang: Lang,
    /// A4, else Letter.
    pub a4: bool,
    /// Score sheets on a page: 1, 2 or 4.
    pub per_page: u8,
    /// The standings page scrolls and reloads by itself.
    pub kiosk: bool,
    /// What the standings page shows.
    pub public: Public,
}

/// How much of the standings the page shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Public {
    /// Everything.
    #[default]
    All,
    /// Who is through, down to the cut.
    Cut,
    /// Ranks and names without any value.
    Ranks,
}

impl Public {
    /// Reads the Event sheet's word.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "all" => Some(Self::All),
            "cut" => Some(Self::Cut),
            "ranks" => Some(Self::Ranks),
            _ => None,
        }
    }
}

/// Everything that is known.
#[derive(Clone, Copy)]
pub struct Facts<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its preset.
    pub preset: &'a Preset,
    /// What the tables are worth.
    pub scores: &'a Scores,
    /// The ranking.
    pub standings: &'a Standings,
    /// Who goes on or qualified.
    pub qualifiers: &'a [PlayerIx],
    /// All others, in order.
    pub successors: &'a [PlayerIx],
    /// For each complete round the players' ranks after it.
    pub history: &'a [Vec<Option<u32>>],
    /// Results corrected after an earlier run had read them, the oldest first.
    pub changes: &'a [Change],
    /// The stage that is being played, or `finished`.
    pub stage: &'static str,
    /// How good the seating is.
    pub figures: Option<&'a Figures>,
    /// How draws are made.
    pub algorithm: &'a str,
    /// How it is shown.
    pub options: &'a Options,
}

/// A value in the language's form, cut after three places.
fn measure(value: &Measure, lang: Lang) -> String {
    in_language(value.to_decimal(3), lang)
}

/// A number in the language's form, cut after three places.
fn exact_number(value: &Exact, lang: Lang) -> String {
    in_language(value.to_decimal(3), lang)
}

fn in_language(decimal: String, lang: Lang) -> String {
    if lang == Lang::En {
        decimal
    } else {
        decimal.replace('.', ",")
    }
}
