//! The Event sheet: settings with their cells, and which of them override
//! the preset. Knows the settings' names, not what follows from them.

use toml::Value as Toml;

use super::{cells, headers};
use crate::model::{Code, Exact, Finding, Grid, Place, loose_key, nearest};
use crate::preset::{SETTINGS, SettingKind};

/// One setting.
#[derive(Clone, Debug)]
pub struct Setting {
    /// Its own name, loose: `virtualseat`.
    pub key: String,
    /// The value as typed.
    pub value: String,
    /// The value's cell.
    pub place: Place,
}

/// All settings of the event.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// In the sheet's order.
    pub entries: Vec<Setting>,
    /// What is wrong with them.
    pub findings: Vec<Finding>,
    /// `Column: Name = heading`: meaning and heading.
    pub columns: Vec<(String, String)>,
}

/// Settings of the event itself, with synonyms.
const KNOWN: &[(&str, &[&str])] = &[
    ("Name", &["Event", "Turnier", "Nosaukums"]),
    ("Date", &["Datum", "Datums"]),
    ("Place", &["Ort", "Vieta"]),
    ("Organiser", &["Organizer", "Veranstalter", "Rīkotājs"]),
    ("Preset", &["Regelwerk", "Noteikumi"]),
    ("Seed", &["Losnummer", "Sēkla"]),
    ("Language", &["Sprache", "Valoda"]),
    ("Paper", &["Papier", "Papīrs"]),
    ("Per page", &["Pro Seite"]),
    ("Encoding", &["Zeichensatz"]),
    ("Season", &["Saison", "Sezona"]),
    ("Region", &["Reģions"]),
    ("Public", &["Öffentlich", "Publiski"]),
];

/// Settings with few values, by loose key.
const CHOICES: &[(&str, &[&str])] = &[
    ("language", &["en", "de", "lv"]),
    ("paper", &["a4", "letter"]),
    ("perpage", &["1", "2", "4"]),
    ("public", &["all", "cut", "ranks"]),
];

impl Settings {
    /// Gives a setting's value by its loose key.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| entry.value.as_str())
    }

    /// Gives a setting's cell.
    #[must_use]
    pub fn place(&self, key: &str) -> Option<&Place> {
        self.entries
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.place)
    }

    /// Gives the preset's settings that the sheet overrides.
    #[must_use]
    pub fn overrides(&self) -> (Vec<(String, Toml)>, Vec<Finding>) {
        let (mut overrides, mut findings) = (Vec::new(), Vec::new());
        for entry in &self.entries {
            let Some((name, kind)) = SETTINGS
                .iter()
                .find(|(name, _)| loose_key(name) == entry.key)
            else {
                continue;
            };
            match read(*kind, &entry.value) {
                Some(value) => overrides.push(((*name).to_owned(), value)),
                None => findings.push(
                    Finding::error(
                        Code::BadSetting,
                        entry.place.clone(),
                        format!("\"{}\" cannot be used for {name}", entry.value),
                    )
                    .help(help(*kind)),
                ),
            }
        }
        (overrides, findings)
    }
}

/// Gives a setting as the preset's TOML would have it; `None` where it cannot.
fn read(kind: SettingKind, text: &str) -> Option<Toml> {
    let whole = |text: &str| {
        text.trim()
            .parse::<u32>()
            .ok()
            .map(|value| Toml::Integer(i64::from(value)))
    };
    let parts = |text: &str| {
        let parts = text.split([',', ';']).map(|part| part.trim().to_owned());
        parts.filter(|part| !part.is_empty()).collect::<Vec<_>>()
    };
    let word = |text: &str| Toml::String(text.trim().to_lowercase().replace([' ', '-'], "_"));
    let numbers = |text: &str| match parts(text).as_slice() {
        [one] => whole(one),
        many => many
            .iter()
            .map(|part| whole(part))
            .collect::<Option<Vec<_>>>()
            .map(Toml::Array),
    };
    match kind {
        SettingKind::Number => whole(text),
        SettingKind::Numbers => numbers(text),
        SettingKind::Cap => numbers(text).or_else(|| Some(word(text))),
        SettingKind::YesNo => match text.to_lowercase().as_str() {
            "yes" | "x" | "true" | "1" | "ja" | "jā" => Some(Toml::Boolean(true)),
            "no" | "false" | "0" | "nein" | "nē" => Some(Toml::Boolean(false)),
            _ => None,
        },
        SettingKind::Text => Some(Toml::String(text.to_owned())),
        SettingKind::Word => Some(word(text)),
        SettingKind::Words => Some(Toml::Array(
            parts(text).iter().map(|part| word(part)).collect(),
        )),
        SettingKind::Exact => {
            let fraction: Option<Exact> = text.trim().parse().ok();
            let number =
                fraction.or_else(|| Exact::from_decimal(&text.trim().replace(',', ".")))?;
            Some(Toml::String(number.to_string()))
        }
    }
}

const fn help(kind: SettingKind) -> &'static str {
    match kind {
        SettingKind::Number => "type a whole number",
        SettingKind::Numbers => "type a whole number, or one for each round: 10, 10, 14",
        SettingKind::YesNo => "type yes or no",
        SettingKind::Text | SettingKind::Word => "type one word",
        SettingKind::Words => "type the names with commas between them",
        SettingKind::Exact => "type a number such as 1, 0.5 or 1/2",
        SettingKind::Cap => "type a whole number, target, below_target or none",
    }
}

/// Reads the Event sheet, if there is one.
#[must_use]
pub fn settings(grids: &[Grid]) -> Settings {
    let mut settings = Settings::default();
    let dictionary = headers::Dictionary::new(&[], &[]);
    for grid in grids {
        let Some(found) = headers::find(grid, &dictionary, &mut Vec::new()) else {
            continue;
        };
        if found.has("setting") && found.has("value") {
            for row in grid.rows.iter().filter(|row| row.index > found.row) {
                let (Some(name), Some(value)) =
                    (found.get(row, "setting"), found.get(row, "value"))
                else {
                    continue;
                };
                let place = grid.at(row.index, found.col("value").unwrap_or(0));
                let name_place = grid.at(row.index, found.col("setting").unwrap_or(0));
                settings.add(&cells::text(name), cells::text(value), place, name_place);
            }
        }
    }
    settings
}

impl Settings {
    fn add(&mut self, name: &str, value: String, place: Place, name_place: Place) {
        if value.is_empty() {
            return;
        }
        if let Some((before, meaning)) = name.split_once(':')
            && loose_key(before) == "column"
        {
            self.columns.push((meaning.trim().to_owned(), value));
            return;
        }
        let key = loose_key(name);
        let known = KNOWN.iter().find(|(own, synonyms)| {
            loose_key(own) == key || synonyms.iter().any(|word| loose_key(word) == key)
        });
        let key = match known {
            Some((own, _)) => loose_key(own),
            None if SETTINGS.iter().any(|(own, _)| loose_key(own) == key) => key,
            None => {
                self.unknown(name, name_place);
                return;
            }
        };
        if let Some(earlier) = self.place(&key) {
            let message = format!("the setting \"{name}\" stands in {earlier} already");
            self.findings.push(
                Finding::error(Code::DuplicateSetting, name_place, message)
                    .help("keep one of the two rows"),
            );
            return;
        }
        if let Some((_, allowed)) = CHOICES.iter().find(|(name, _)| *name == key)
            && !allowed.contains(&loose_key(&value).as_str())
        {
            let message = format!("\"{value}\" cannot be used for {name}");
            let help = format!("type one of {}", allowed.join(", "));
            self.findings
                .push(Finding::error(Code::BadSetting, place, message).help(help));
            return;
        }
        self.entries.push(Setting { key, value, place });
    }

    fn unknown(&mut self, name: &str, place: Place) {
        let names: Vec<&str> = KNOWN
            .iter()
            .map(|(own, _)| *own)
            .chain(SETTINGS.iter().map(|(own, _)| *own))
            .collect();
        let near = nearest(name, names.iter().copied(), 1);
        let help = near.first().map_or_else(
            || format!("known settings are {}", names.join(", ")),
            |near| format!("did you mean {near}?"),
        );
        self.findings.push(
            Finding::error(
                Code::UnknownSetting,
                place,
                format!("\"{name}\" is no setting"),
            )
            .help(help),
        );
    }
}
