//! The words that people read, from the languages' Fluent files.

use std::collections::BTreeMap;

use crate::preset::{Preset, PresetColumn};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

/// A language of pages and workbooks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lang {
    /// English.
    En,
    /// German.
    De,
    /// Latvian.
    Lv,
}

impl Lang {
    /// Reads a language from its code or name.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim().to_lowercase().as_str() {
            "en" | "english" | "englisch" => Some(Self::En),
            "de" | "german" | "deutsch" => Some(Self::De),
            "lv" | "latvian" | "latviešu" => Some(Self::Lv),
            _ => None,
        }
    }

    /// Gives the language's code.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::De => "de",
            Self::Lv => "lv",
        }
    }

    const fn file(self) -> &'static str {
        match self {
            Self::En => include_str!("../../templates/en.ftl"),
            Self::De => include_str!("../../templates/de.ftl"),
            Self::Lv => include_str!("../../templates/lv.ftl"),
        }
    }
}

impl Lang {
    /// The sentences of rules and explanations.
    const fn sentences(self) -> &'static str {
        match self {
            Self::En => include_str!("../../templates/en-rules.ftl"),
            Self::De => include_str!("../../templates/de-rules.ftl"),
            Self::Lv => include_str!("../../templates/lv-rules.ftl"),
        }
    }
}

/// A header of the round sheet.
#[derive(Clone, Copy)]
pub(super) enum Header {
    /// One of ours, by the key of its word.
    Own(&'static str),
    /// One of the preset's columns.
    Preset(usize),
}

/// The words of one language.
pub(super) struct Words {
    bundle: FluentBundle<FluentResource>,
}

impl Words {
    pub(super) fn new(lang: Lang) -> Self {
        let locale = lang.code().parse().unwrap_or_default();
        let mut bundle = FluentBundle::new(vec![locale]);
        bundle.set_use_isolating(false);
        // A test reads all files strictly; here what is readable counts.
        for file in [lang.file(), lang.sentences()] {
            let resource =
                FluentResource::try_new(file.to_owned()).unwrap_or_else(|(resource, _)| resource);
            let _ = bundle.add_resource(resource);
        }
        Self { bundle }
    }

    pub(super) fn get(&self, key: &str) -> String {
        self.with(key, &[])
    }

    /// Gives a text with its values; whole numbers choose among plurals.
    pub(super) fn with(&self, key: &str, values: &[(&str, String)]) -> String {
        let mut arguments = FluentArgs::new();
        for (name, value) in values {
            match value.parse::<u32>() {
                Ok(number) if number.to_string() == *value => arguments.set(*name, number),
                _ => arguments.set(*name, value.clone()),
            }
        }
        let Some(pattern) = self
            .bundle
            .get_message(key)
            .and_then(|message| message.value())
        else {
            return key.to_owned();
        };
        self.bundle
            .format_pattern(pattern, Some(&arguments), &mut Vec::new())
            .into_owned()
    }

    /// Gives the game's word for its score.
    pub(super) fn score_name(&self, preset: &Preset) -> String {
        match preset.score_name.as_str() {
            "VP" => self.get("vp"),
            "Points" => self.get("score-points"),
            "Score" => self.get("score-score"),
            other => other.to_owned(),
        }
    }

    /// Gives the name of what parted two players: a criterion, a stage, or a
    /// column of the preset.
    pub(super) fn decider(&self, preset: &Preset, key: &str) -> String {
        match preset.column(key) {
            Some(at) if !self.has(key) => self.column(&preset.columns[at]),
            _ => self.get(key),
        }
    }

    /// Gives the edition of a preset's rules.
    pub(super) fn edition(&self, preset: &Preset) -> String {
        match preset.edition.as_str() {
            "ours" => self.get("edition-ours"),
            "as published" => self.get("edition-published"),
            other => self.with("edition-of", &[("edition", other.to_owned())]),
        }
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }

    /// Gives a stage's name.
    pub(super) fn stage(&self, stage: crate::model::Stage) -> String {
        self.get(&format!("stage-{}", stage.as_str()))
    }

    /// Gives the name of one of the preset's columns: in the language, where
    /// the words have it and a sheet with it is understood, else the preset's.
    pub(super) fn column(&self, column: &PresetColumn) -> String {
        let word = self.get(&format!("column-{}", column.key));
        let known = column.also.contains(&word);
        if known { word } else { column.name.clone() }
    }

    /// Gives a header of the round sheet, which must be read again: one of
    /// ours, or one of the preset's.
    pub(super) fn sheet_header(&self, preset: &Preset, header: Header) -> String {
        match header {
            Header::Own(key) => self.get(key),
            Header::Preset(at) => preset
                .columns
                .get(at)
                .map(|column| self.column(column))
                .unwrap_or_default(),
        }
    }

    /// Gives an ISO date in the language's form.
    pub(super) fn date(&self, iso: &str) -> String {
        let parts: Vec<&str> = iso.splitn(3, '-').collect();
        let [year, month, day] = parts[..] else {
            return iso.to_owned();
        };
        let month = format!("month-{month}");
        if !self.has(&month) {
            return iso.to_owned();
        }
        let values = [
            ("day", day.trim_start_matches('0').to_owned()),
            ("month", self.get(&month)),
            ("year", year.to_owned()),
        ];
        self.with("date-form", &values)
    }

    /// Gives all plain words for a template.
    pub(super) fn all(&self) -> BTreeMap<String, String> {
        keys(Lang::En.file())
            .into_iter()
            .map(|key| (key.to_owned(), self.get(key)))
            .collect()
    }
}

fn keys(file: &'static str) -> Vec<&'static str> {
    file.lines()
        .filter_map(|line| line.split_once(" = "))
        .map(|(key, _)| key)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What stands between two marks, as often as it does.
    fn between<'a>(text: &'a str, before: &str, after: &str) -> Vec<&'a str> {
        let pieces = text.split(before).skip(1);
        pieces
            .filter_map(|piece| piece.split_once(after).map(|(key, _)| key))
            .collect()
    }

    #[test]
    fn every_word_of_a_page_is_there() {
        let words = Words::new(Lang::Lv);
        for template in [
            include_str!("../../templates/standings.html"),
            include_str!("../../templates/seating.html"),
            include_str!("../../templates/score-sheets.html"),
        ] {
            let quoted = between(template, "w[\"", "\"]");
            let plain = between(template, "{{ w.", " }}");
            let keys: Vec<&str> = quoted.into_iter().chain(plain).collect();
            assert!(keys.len() > 4);
            for key in keys {
                assert!(words.has(key), "{key}");
            }
        }
    }

    #[test]
    fn every_word_of_the_reports_is_there() {
        let words = Words::new(Lang::De);
        for source in [
            include_str!("rounds.rs"),
            include_str!("standings.rs"),
            include_str!("pages/standings.rs"),
            include_str!("pages/seating.rs"),
            include_str!("pages/sheets.rs"),
            include_str!("pages/mod.rs"),
        ] {
            let mut keys: Vec<&str> = Vec::new();
            for call in ["words.get(\"", "words.with(\"", "word(\"", "Own(\""] {
                keys.extend(between(source, call, "\""));
            }
            for key in keys {
                assert!(words.has(key), "{key}");
            }
        }
    }

    #[test]
    fn every_criterion_and_stage_has_its_words() {
        for lang in [Lang::En, Lang::De, Lang::Lv] {
            let words = Words::new(lang);
            for month in 1..=12 {
                assert!(words.has(&format!("month-{month:02}")));
            }
            for stage in [
                "preliminary",
                "quarterfinal",
                "semifinal",
                "final",
                "third-place",
            ] {
                assert!(words.has(&format!("stage-{stage}")), "{stage}");
            }
            for criterion in crate::preset::Criterion::ALL {
                let criterion = criterion.key();
                assert!(words.has(criterion), "{criterion}");
                assert!(words.has(&format!("{criterion}-help")), "{criterion}");
            }
        }
        assert_eq!(Words::new(Lang::De).date("2026-05-02"), "2. Mai 2026");
        assert_eq!(
            Words::new(Lang::Lv).date("2026-05-12"),
            "2026. gada 12. maijs"
        );
        assert_eq!(Words::new(Lang::En).date("soon"), "soon");
    }

    #[test]
    fn every_language_says_everything() {
        for lang in [Lang::De, Lang::Lv] {
            assert_eq!(keys(lang.file()), keys(Lang::En.file()), "{lang:?}");
            assert_eq!(
                keys(lang.sentences()),
                keys(Lang::En.sentences()),
                "{lang:?}"
            );
        }
        for lang in [Lang::En, Lang::De, Lang::Lv] {
            FluentResource::try_new(lang.file().to_owned()).unwrap();
            FluentResource::try_new(lang.sentences().to_owned()).unwrap();
        }
    }
}
