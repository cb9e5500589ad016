//! The words of the workbooks and pages that a federation reads, from the
//! languages' Fluent files. Machine forms never use them.

use fluent_bundle::{FluentArgs, FluentBundle, FluentResource};

use crate::model::Align;

/// The words of one language.
pub(super) struct Words {
    bundle: FluentBundle<FluentResource>,
}

/// The language's files: ours first, then the words of the event's own
/// outputs, so that a criterion is called the same everywhere.
fn files(lang: &str) -> [&'static str; 3] {
    match lang {
        "de" => [
            include_str!("../../templates/de-federation.ftl"),
            include_str!("../../templates/de.ftl"),
            include_str!("../../templates/de-rules.ftl"),
        ],
        "lv" => [
            include_str!("../../templates/lv-federation.ftl"),
            include_str!("../../templates/lv.ftl"),
            include_str!("../../templates/lv-rules.ftl"),
        ],
        _ => [
            include_str!("../../templates/en-federation.ftl"),
            include_str!("../../templates/en.ftl"),
            include_str!("../../templates/en-rules.ftl"),
        ],
    }
}

impl Words {
    /// Gives the words of a language by its code; English where it is none of
    /// ours.
    pub(super) fn new(lang: &str) -> Self {
        let mut bundle = FluentBundle::new(vec![lang.parse().unwrap_or_default()]);
        bundle.set_use_isolating(false);
        // A test reads all files strictly; here what is readable counts.
        for file in files(lang) {
            let resource =
                FluentResource::try_new(file.to_owned()).unwrap_or_else(|(resource, _)| resource);
            let _ = bundle.add_resource(resource);
        }
        Self { bundle }
    }

    /// Gives a word; the key itself where there is none.
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
        let message = self.bundle.get_message(key);
        let Some(pattern) = message.and_then(|message| message.value()) else {
            return key.to_owned();
        };
        self.bundle
            .format_pattern(pattern, Some(&arguments), &mut Vec::new())
            .into_owned()
    }

    /// Gives an ISO date in the language's form.
    pub(super) fn date(&self, iso: &str) -> String {
        let parts: Vec<&str> = iso.splitn(3, '-').collect();
        let [year, month, day] = parts[..] else {
            return iso.to_owned();
        };
        let month = format!("month-{month}");
        if !self.bundle.has_message(&month) {
            return iso.to_owned();
        }
        let values = [
            ("day", day.trim_start_matches('0').to_owned()),
            ("month", self.get(&month)),
            ("year", year.to_owned()),
        ];
        self.with("date-form", &values)
    }

    /// Gives the columns of a sheet, each from its key, width and alignment.
    pub(super) fn columns(&self, keys: &[(&str, f64, Align)]) -> Vec<(String, f64, Align)> {
        let column = |(key, width, align): &(&str, f64, Align)| (self.get(key), *width, *align);
        keys.iter().map(column).collect()
    }

    #[cfg(test)]
    fn has(&self, key: &str) -> bool {
        self.bundle.has_message(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(file: &str) -> Vec<&str> {
        file.lines()
            .filter_map(|line| line.split_once(" = "))
            .map(|(key, _)| key)
            .collect()
    }

    #[test]
    fn every_language_says_everything() {
        let [english, ..] = files("en");
        for lang in ["en", "de", "lv"] {
            let [file, ..] = files(lang);
            assert_eq!(keys(file), keys(english), "{lang}");
            FluentResource::try_new(file.to_owned()).unwrap();
        }
        // Nothing is left in English but what is the same word.
        for lang in ["de", "lv"] {
            let [file, ..] = files(lang);
            let same = file.lines().filter(|line| english.contains(line));
            let same: Vec<&str> = same.filter(|line| !line.is_empty()).collect();
            assert!(same.len() < 12, "{lang}: {same:?}");
        }
    }

    /// Whole keys of the sources: what is built from a code ends before it.
    fn asked(source: &str) -> Vec<String> {
        let ours = source.split("\"fed-").skip(1);
        let ours = ours.map(|piece| format!("fed-{}", piece.split('"').next().unwrap_or_default()));
        let calls = source.split("words.get(\"").skip(1);
        let plain = calls.filter_map(|piece| piece.split('"').next().map(ToOwned::to_owned));
        ours.chain(plain).filter(|key| !key.contains('{')).collect()
    }

    #[test]
    fn every_word_that_is_asked_for_is_there() {
        let sources = [
            include_str!("contacts.rs"),
            include_str!("forms.rs"),
            include_str!("ranking_forms.rs"),
            include_str!("received.rs"),
        ];
        let mut keys: Vec<String> = sources.iter().flat_map(|source| asked(source)).collect();
        assert!(keys.len() > 90, "{}", keys.len());
        let of = |start: &str, codes: &[&str]| -> Vec<String> {
            codes.iter().map(|code| format!("{start}{code}")).collect()
        };
        keys.extend(of(
            "fed-code-",
            &["ranked", "guest", "reserve", "excluded", "too-few-rounds"],
        ));
        keys.extend(of(
            "fed-unplayed-",
            &[
                "bye",
                "no-show",
                "withdrawn",
                "late",
                "not-entered",
                "eliminated",
                "excluded",
                "not-needed",
            ],
        ));
        keys.extend(of(
            "fed-status-",
            &["direct", "place", "tie", "successor", "open"],
        ));
        keys.extend(of("fed-tie-", &["best_results", "wins", "events"]));
        keys.extend(of("", &["through", "out", "open", "tie", "stage", "lot"]));
        for lang in ["en", "de", "lv"] {
            let words = Words::new(lang);
            for key in &keys {
                assert!(words.has(key), "{lang}: {key}");
            }
        }
    }
}
