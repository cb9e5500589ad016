//! TOML text to a checked preset, with the Event sheet's overrides.

use std::path::Path;

use thiserror::Error;

use super::{Criterion, Preset};

/// The built-in presets: name and file.
pub const BUILTIN: &[(&str, &str)] = &[
    (
        "catan-championship",
        include_str!("builtin/catan-championship.toml"),
    ),
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
];

/// Why a preset cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PresetError {
    /// No preset of that name.
    #[error("\"{0}\" is no preset")]
    Unknown(String),
    /// The TOML is wrong; the text says where.
    #[error("the preset {name} cannot be used: {reason}")]
    Bad {
        /// Its name.
        name: String,
        /// What is wrong, with line and column.
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
    let bad = |reason: String| PresetError::Bad {
        name: name.to_owned(),
        reason,
    };
    let text = match source(name) {
        Some(text) => text.to_owned(),
        None => read_beside(name, folder)?,
    };
    // Parsed from the text first, so that a mistake is shown with its line.
    let mut preset: Preset = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
    if !overrides.is_empty() {
        let mut table: toml::Table =
            toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
        for (key, value) in overrides {
            table.insert(key.clone(), value.clone());
        }
        preset = toml::Value::Table(table)
            .try_into()
            .map_err(|error: toml::de::Error| bad(error.message().to_owned()))?;
    }
    name.clone_into(&mut preset.name);
    check(&preset).map_err(bad)?;
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

fn check(preset: &Preset) -> Result<(), String> {
    if preset.criteria.is_empty() {
        return Err("`criteria` names no criterion; name at least one, such as \"vp\"".to_owned());
    }
    for (at, criterion) in preset.criteria.iter().enumerate() {
        if preset.criteria[..at].contains(criterion) {
            return Err("`criteria` names one criterion twice".to_owned());
        }
    }
    if preset.table_sizes.is_empty()
        || preset
            .table_sizes
            .iter()
            .any(|size| !(2..=6).contains(size))
    {
        return Err("`table_sizes` takes sizes from 2 to 6, such as [4, 3]".to_owned());
    }
    if preset.criteria.contains(&Criterion::Points) && preset.points.is_empty() {
        return Err(
            "the criterion points needs place points: `points = [[5, 3, 2, 1], [5, 3, 1]]`"
                .to_owned(),
        );
    }
    if let Some(size) = preset
        .table_sizes
        .iter()
        .find(|size| !preset.points.is_empty() && preset.points_for(**size).is_empty())
    {
        return Err(format!(
            "`points` has no row of {size} for tables of {size}"
        ));
    }
    if !(1..=20).contains(&preset.rounds) {
        return Err(format!(
            "`rounds` is {}; it takes a number from 1 to 20",
            preset.rounds
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_preset_loads() {
        for (name, _) in BUILTIN {
            load(name, Path::new("."), &[]).unwrap();
        }
    }

    #[test]
    fn a_preset_file_is_not_followed_out_of_the_folder() {
        for name in ["../mine.toml", "/etc/mine.toml", "a\\b.toml", "mine"] {
            assert_eq!(
                load(name, Path::new("."), &[]).unwrap_err(),
                PresetError::Unknown(name.to_owned())
            );
        }
    }

    #[test]
    fn an_override_is_checked_like_the_file() {
        let error = load(
            "catan-de",
            Path::new("."),
            &[("criteria".to_owned(), toml::Value::Array(vec![]))],
        )
        .unwrap_err();
        assert!(error.to_string().contains("names no criterion"));
    }
}
