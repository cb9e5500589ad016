//! The Event sheet: settings with their cells, and which of them override
//! the preset. Knows the settings' names, not what follows from them.

use toml::Value as Toml;

use super::{cells, headers};
use crate::model::{Code, Finding, Grid, Place, loose_key, nearest};

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
];

/// Settings with few values, by loose key.
const CHOICES: &[(&str, &[&str])] = &[
    ("language", &["en", "de", "lv"]),
    ("paper", &["a4", "letter"]),
    ("perpage", &["1", "2", "4"]),
];

/// Settings of the preset that the sheet may set, with the kind of value.
const PRESET: &[(&str, Kind)] = &[
    ("rounds", Kind::Number),
    ("target", Kind::Numbers),
    ("vp_max", Kind::Number),
    ("vp_whole", Kind::YesNo),
    ("winner_required", Kind::YesNo),
    ("virtual_seat", Kind::Word),
    ("criteria", Kind::Words),
    ("qualifiers", Kind::Number),
    ("min_players", Kind::Number),
    ("field_locked", Kind::YesNo),
    ("score_name", Kind::Text),
    ("goals", Kind::Words),
    ("seats", Kind::Word),
    ("seating", Kind::Word),
    ("win", Kind::Word),
    ("lot_drawn", Kind::Word),
];

#[derive(Clone, Copy)]
enum Kind {
    Number,
    Numbers,
    YesNo,
    Text,
    Word,
    Words,
}

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
            let Some((name, kind)) = PRESET.iter().find(|(name, _)| loose_key(name) == entry.key)
            else {
                continue;
            };
            match kind.read(&entry.value) {
                Some(value) => overrides.push(((*name).to_owned(), value)),
                None => findings.push(
                    Finding::error(
                        Code::BadSetting,
                        entry.place.clone(),
                        format!("\"{}\" cannot be used for {name}", entry.value),
                    )
                    .help(kind.help()),
                ),
            }
        }
        (overrides, findings)
    }
}

impl Kind {
    fn read(self, text: &str) -> Option<Toml> {
        let whole = |text: &str| {
            text.trim()
                .parse::<u32>()
                .ok()
                .map(|value| Toml::Integer(i64::from(value)))
        };
        let word = |text: &str| Toml::String(text.trim().to_lowercase().replace([' ', '-'], "_"));
        match self {
            Self::Number => whole(text),
            Self::Numbers if text.contains([',', ';']) => text
                .split([',', ';'])
                .map(whole)
                .collect::<Option<Vec<_>>>()
                .map(Toml::Array),
            Self::Numbers => whole(text),
            Self::YesNo => match text.to_lowercase().as_str() {
                "yes" | "x" | "true" | "1" | "ja" | "jā" => Some(Toml::Boolean(true)),
                "no" | "false" | "0" | "nein" | "nē" => Some(Toml::Boolean(false)),
                _ => None,
            },
            Self::Text => Some(Toml::String(text.to_owned())),
            Self::Word => Some(word(text)),
            Self::Words => Some(Toml::Array(
                text.split([',', ';'])
                    .filter(|part| !part.trim().is_empty())
                    .map(word)
                    .collect(),
            )),
        }
    }

    const fn help(self) -> &'static str {
        match self {
            Self::Number => "type a whole number",
            Self::Numbers => "type a whole number, or one for each round: 10, 10, 14",
            Self::YesNo => "type yes or no",
            Self::Text | Self::Word => "type one word",
            Self::Words => "type the names with commas between them",
        }
    }
}

/// Reads the Event sheet, if there is one.
#[must_use]
pub fn settings(grids: &[Grid]) -> Settings {
    let mut settings = Settings::default();
    for grid in grids {
        let Some(found) = headers::find(grid, &[], &mut Vec::new()) else {
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
            None if PRESET.iter().any(|(own, _)| loose_key(own) == key) => key,
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
            .chain(PRESET.iter().map(|(own, _)| *own))
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
