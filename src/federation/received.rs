//! A submission's file as a season receives it: read, looked over, and reduced
//! to what a ranking needs, so that thousands of them fit into memory. Ranks
//! nobody.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::checks::contradictions;
use super::season::SeasonPreset;
use super::submission::{PlayerPart, Submission, Unusable, read_submission};
use super::words::Words;
use crate::model::Exact;

/// A submission's file as it was received.
#[derive(Debug)]
pub struct Received {
    /// The file, as messages name it.
    pub file: String,
    /// What it holds, or why it does not count.
    pub content: Result<Summary, Refusal>,
}

impl Received {
    /// Reads a file's text, looks for contradictions in it and keeps what the
    /// season needs of it.
    #[must_use]
    pub fn read(preset: &SeasonPreset, file: String, text: &str) -> Self {
        let content = read_submission(text)
            .map_err(Refusal::Unusable)
            .and_then(
                |submission| match contradictions(&submission).into_iter().next() {
                    Some(reason) => Err(Refusal::Contradicts(reason)),
                    None => fitting(preset, &submission),
                },
            );
        Self { file, content }
    }
}

/// Why a file does not count.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Refusal {
    /// It could not be read; in the system's words.
    Unread(String),
    /// It is no submission.
    Unusable(Unusable),
    /// It contradicts itself.
    Contradicts(String),
    /// Something is still to be played.
    Preliminary,
    /// It was played by a preset that the season does not take.
    Preset(String),
    /// Too few ranked players.
    TooFew {
        /// Those that there are.
        ranked: u32,
        /// Those that are needed.
        needed: u32,
    },
    /// Its qualification does not hold.
    NotValid {
        /// Players that count.
        counted: u32,
        /// Those that are needed.
        needed: u32,
    },
    /// Another version of the event stands in these files.
    OtherVersion(Vec<String>),
}

impl Refusal {
    /// Says it in English, as messages do.
    #[must_use]
    pub fn text(&self) -> String {
        self.words(&Words::new("en"))
    }

    /// Says it in the words of a language; details stay as they were found.
    pub(super) fn words(&self, words: &Words) -> String {
        let detail = |key, detail: &str| words.with(key, &[("detail", detail.to_owned())]);
        let of = |key, found: u32, needed: u32| {
            let values = [
                ("counted", found.to_string()),
                ("needed", needed.to_string()),
            ];
            words.with(key, &values)
        };
        match self {
            Self::Unread(reason) => detail("fed-refused-unread", reason),
            Self::Unusable(Unusable::NoJson(reason)) => detail("fed-refused-no-json", reason),
            Self::Unusable(Unusable::NoSubmission(reason)) => {
                detail("fed-refused-no-submission", reason)
            }
            Self::Unusable(Unusable::OtherForm(form)) => detail("fed-refused-form", form),
            Self::Contradicts(reason) => detail("fed-refused-contradicts", reason),
            Self::Preliminary => words.get("fed-refused-preliminary"),
            Self::Preset(name) => detail("fed-refused-preset", name),
            Self::TooFew { ranked, needed } => of("fed-refused-too-few", *ranked, *needed),
            Self::NotValid { counted, needed } => of("fed-not-valid", *counted, *needed),
            Self::OtherVersion(files) => detail("fed-refused-version", &files.join(", ")),
        }
    }
}

/// What a season needs of a submission.
#[derive(Debug)]
pub struct Summary {
    pub(super) name: String,
    pub(super) date: Option<String>,
    pub(super) place: Option<String>,
    /// Ranked players.
    pub(super) players: u32,
    /// The lines of the standings.
    pub(super) lines: Vec<SummaryLine>,
    /// Qualifiers, then those who follow, as positions in `lines`; none where
    /// the season has no direct seats or the qualification does not hold.
    pub(super) order: Vec<u32>,
    /// Equal for equal submissions, whatever program wrote them.
    pub(super) digest: u64,
}

/// A player's line.
#[derive(Debug)]
pub(super) struct SummaryLine {
    pub(super) rank: Option<u32>,
    /// The ID, where it was typed.
    pub(super) id: Option<Box<str>>,
    pub(super) name: Box<str>,
    pub(super) club: Option<Box<str>>,
    /// What is added up, where the season adds up values.
    pub(super) value: Option<Exact>,
}

/// Keeps what the season needs of an event that counts.
fn fitting(preset: &SeasonPreset, submission: &Submission) -> Result<Summary, Refusal> {
    let name = &submission.preset.name;
    let ranked = submission.counts.ranked;
    let validity = &submission.qualification;
    if submission.preliminary {
        return Err(Refusal::Preliminary);
    }
    if !preset.presets.is_empty() && !preset.presets.contains(name) {
        return Err(Refusal::Preset(name.clone()));
    }
    if ranked < preset.min_players {
        return Err(Refusal::TooFew {
            ranked,
            needed: preset.min_players,
        });
    }
    if preset.valid_only && !validity.valid {
        return Err(Refusal::NotValid {
            counted: validity.counted,
            needed: validity.needed,
        });
    }
    Ok(summary(preset, submission))
}

fn summary(preset: &SeasonPreset, submission: &Submission) -> Summary {
    let criteria = &submission.criteria;
    let mut wanted = preset.value_of.iter();
    let value = wanted.find(|name| criteria.contains(name));
    let line = |line: &PlayerPart| SummaryLine {
        rank: line.rank,
        id: line.id_typed.then(|| line.id.as_str().into()),
        name: line.name.as_str().into(),
        club: line.club.as_deref().map(Into::into),
        value: value.map(|name| {
            let value = line.values.get(name).cloned().flatten();
            let value = value.and_then(|value| value.parse().ok());
            value.unwrap_or(Exact::ZERO)
        }),
    };
    Summary {
        name: submission.event.name.clone(),
        date: submission.event.date.clone(),
        place: submission.event.place.clone(),
        players: submission.counts.ranked,
        lines: submission.standings.iter().map(line).collect(),
        order: order(preset, submission),
        digest: digest(submission),
    }
}

fn order(preset: &SeasonPreset, submission: &Submission) -> Vec<u32> {
    if preset.direct == 0 || !submission.qualification.valid {
        return Vec::new();
    }
    let lines = submission.standings.iter();
    let at: BTreeMap<&str, u32> = lines.map(|line| line.id.as_str()).zip(0..).collect();
    let order = submission.qualifiers.iter().chain(&submission.successors);
    order
        .filter_map(|id| at.get(id.as_str()).copied())
        .collect()
}

/// A hash over everything but the program that wrote it. It only has to part
/// two versions of one event, so 64 bits are plenty.
fn digest(submission: &Submission) -> u64 {
    let mut hasher = DefaultHasher::new();
    submission.hash(&mut hasher);
    hasher.finish()
}
