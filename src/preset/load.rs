//! TOML text to a checked preset, with the Event sheet's overrides. Every
//! fault is told with its line, column and the nearest known key.

use std::path::Path;

use serde::Deserialize;
use thiserror::Error;
use toml::de::{DeTable, Deserializer};

use super::Preset;
use super::faults::{self, Fault};

/// The built-in presets: name and file.
pub const BUILTIN: &[(&str, &str)] = &[
    (
        "carcassonne-lv",
        include_str!("builtin/carcassonne-lv.toml"),
    ),
    (
        "carcassonne-world",
        include_str!("builtin/carcassonne-world.toml"),
    ),
    ("catan-at", include_str!("builtin/catan-at.toml")),
    (
        "catan-championship",
        include_str!("builtin/catan-championship.toml"),
    ),
    ("catan-ck-wbc", include_str!("builtin/catan-ck-wbc.toml")),
    ("catan-custom", include_str!("builtin/catan-custom.toml")),
    ("catan-de", include_str!("builtin/catan-de.toml")),
    (
        "catan-de-fishermen",
        include_str!("builtin/catan-de-fishermen.toml"),
    ),
    (
        "catan-de-seafarers",
        include_str!("builtin/catan-de-seafarers.toml"),
    ),
    ("catan-mso", include_str!("builtin/catan-mso.toml")),
    (
        "catan-sessions",
        include_str!("builtin/catan-sessions.toml"),
    ),
    ("heats-hmw-p", include_str!("builtin/heats-hmw-p.toml")),
    ("pods", include_str!("builtin/pods.toml")),
    ("riichi", include_str!("builtin/riichi.toml")),
];

/// Presets may start from one another; a chain longer than this is a mistake.
const MOST_BASES: usize = 4;

/// Why a preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PresetError {
    /// No preset of that name.
    #[error("\"{0}\" is no preset")]
    Unknown(String),
    /// The TOML is wrong.
    #[error("the preset {name} cannot be used")]
    Bad {
        /// Its name.
        name: String,
        /// What is wrong, all of it.
        faults: Vec<Fault>,
    },
    /// A setting of the Event sheet does not fit the preset.
    #[error("{key} cannot be set so: {reason}")]
    Setting {
        /// The preset's key.
        key: String,
        /// What is wrong.
        reason: String,
    },
}

/// Gives the TOML text of a built-in preset.
#[must_use]
pub fn source(name: &str) -> Option<&'static str> {
    BUILTIN
        .iter()
        .find(|(known, _)| *known == name)
        .map(|(_, text)| *text)
}

/// Loads a preset by name, or from a file of that name in the event's folder,
/// and lays the overrides (key and TOML value) over it.
pub fn load(
    name: &str,
    folder: &Path,
    overrides: &[(String, toml::Value)],
) -> Result<Preset, PresetError> {
    from_texts(name, &texts(name, folder)?, overrides)
}

/// Gives rules that nearly every sheet fulfils, for checking an event whose
/// preset cannot be used.
#[must_use]
pub fn neutral() -> Preset {
    parse_only(&[include_str!("neutral.toml").to_owned()], &[])
        .unwrap_or_else(|fault| unreachable!("{}", fault.reason))
}

/// Gives the text of a preset's file and those of the presets that it starts
/// from, itself first.
pub fn texts(name: &str, folder: &Path) -> Result<Vec<String>, PresetError> {
    let text = match source(name) {
        Some(text) => text.to_owned(),
        None => read_beside(name, folder)?,
    };
    with_bases(name, &text, folder)
}

/// Loads a preset file that was named on the command line.
pub fn load_file(path: &Path) -> Result<Preset, PresetError> {
    let name = path
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new("."));
    load(&name, folder, &[])
}

fn from_texts(
    name: &str,
    texts: &[String],
    overrides: &[(String, toml::Value)],
) -> Result<Preset, PresetError> {
    let mut plain = parse(texts, &[]).map_err(|faults| PresetError::Bad {
        name: name.to_owned(),
        faults,
    })?;
    name.clone_into(&mut plain.name);
    if overrides.is_empty() {
        return Ok(plain);
    }
    let mut departures = Vec::new();
    let mut lines = Vec::new();
    for (key, value) in overrides {
        let line = format!("{key} = {value}");
        let alone = parse_only(texts, std::slice::from_ref(&line))
            .map_err(|fault| setting(key, fault.reason))?;
        if !plain.open.contains(key) && !alone.says_the_same(&plain) {
            departures.push(key.clone());
        }
        lines.push(line);
    }
    let mut preset = parse_only(texts, &lines).map_err(|fault| setting("preset", fault.reason))?;
    if let Some(misfit) = faults::find(&preset).into_iter().next() {
        let named = overrides.iter().find(|(name, _)| name == misfit.key);
        let blamed = named.or(overrides.last());
        let blamed = blamed.map_or(misfit.key, |(name, _)| name);
        return Err(setting(blamed, misfit.reason));
    }
    name.clone_into(&mut preset.name);
    preset.departures = departures;
    Ok(preset)
}

fn setting(key: &str, reason: String) -> PresetError {
    PresetError::Setting {
        key: key.to_owned(),
        reason,
    }
}

/// The text and those of the presets that it starts from, itself first.
fn with_bases(name: &str, text: &str, folder: &Path) -> Result<Vec<String>, PresetError> {
    let mut texts = vec![text.to_owned()];
    while let Some(base) = texts.last().and_then(|text| base_of(text)) {
        if texts.len() > MOST_BASES {
            let reason = format!("`base` leads through more than {MOST_BASES} presets");
            return Err(PresetError::Bad {
                name: name.to_owned(),
                faults: vec![Fault::at_key(text, "base", None, reason)],
            });
        }
        texts.push(match source(&base) {
            Some(text) => text.to_owned(),
            None => read_beside(&base, folder)?,
        });
    }
    Ok(texts)
}

/// The preset that a text starts from; a text that cannot be read has none,
/// and is told when it is read as a preset.
fn base_of(text: &str) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let base = table.get_ref().get("base")?.get_ref().as_str()?;
    Some(base.to_owned())
}

/// Reads a preset and finds all its faults.
fn parse(texts: &[String], settings: &[String]) -> Result<Preset, Vec<Fault>> {
    let preset = parse_only(texts, settings).map_err(|fault| vec![fault])?;
    let found = faults::find(&preset);
    if found.is_empty() {
        return Ok(preset);
    }
    let told = found
        .into_iter()
        .map(|misfit| Fault::at_key(&texts[0], misfit.key, misfit.item, misfit.reason));
    Err(told.collect())
}

/// Reads a preset: its own keys first, then those of the presets it starts
/// from; settings of the event win over both.
fn parse_only(texts: &[String], settings: &[String]) -> Result<Preset, Fault> {
    let own = &texts[0];
    let told = |error: &toml::de::Error| Fault::of_toml(own, error);
    let mut merged = DeTable::parse(own).map_err(|error| told(&error))?;
    for text in &texts[1..] {
        let base = DeTable::parse(text).map_err(|error| told(&error))?;
        for (key, value) in base.into_inner() {
            if merged.get_ref().get(key.get_ref().as_ref()).is_none() {
                merged.get_mut().insert(key, value);
            }
        }
    }
    for line in settings {
        let setting = DeTable::parse(line).map_err(|error| Fault::of_toml(line, &error))?;
        for (key, value) in setting.into_inner() {
            // A number of rounds that the event sets holds for every field.
            if key.get_ref() == "rounds" {
                merged.get_mut().remove("rounds_by_players");
            }
            merged.get_mut().remove(key.get_ref().as_ref());
            merged.get_mut().insert(key, value);
        }
    }
    let mut preset =
        Preset::deserialize(Deserializer::from(merged)).map_err(|error| told(&error))?;
    if !preset.criteria.is_empty() {
        let missing = preset.criteria_end.iter().copied();
        let missing = missing.filter(|last| !preset.criteria.contains(last));
        preset.criteria.extend(missing.collect::<Vec<_>>());
    }
    Ok(preset)
}

/// Only a plain file name is followed: nothing in a sheet leads out of the
/// event's folder.
fn read_beside(name: &str, folder: &Path) -> Result<String, PresetError> {
    let plain = Path::new(name).components().count() == 1 && !name.contains(['/', '\\', ':']);
    let is_file = Path::new(name)
        .extension()
        .is_some_and(|extension| extension.eq_ignore_ascii_case("toml"));
    if !plain || !is_file {
        return Err(PresetError::Unknown(name.to_owned()));
    }
    let path = folder.join(name);
    // A preset is a page of text; anything longer is something else.
    let small =
        std::fs::symlink_metadata(&path).is_ok_and(|meta| meta.is_file() && meta.len() <= 1 << 20);
    if !small {
        return Err(PresetError::Unknown(name.to_owned()));
    }
    std::fs::read_to_string(&path).map_err(|_| PresetError::Unknown(name.to_owned()))
}
