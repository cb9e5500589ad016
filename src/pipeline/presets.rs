//! Which preset an event has, and how a mistake in it is told at the cell
//! that is to blame.

use super::Wishes;
use crate::check::Settings;
use crate::model::{self, Code, Finding, Place, Severity};
use crate::preset::{self, Preset, PresetError};
use crate::read::Input;

/// Gives the event's preset without the settings that cannot be; those are
/// told, and an error. `None` where there is no such preset.
pub(super) fn find_preset(
    wishes: &Wishes,
    input: &Input,
    settings: &Settings,
    findings: &mut Vec<Finding>,
) -> Option<Preset> {
    let place = settings.place("preset").cloned();
    let Some(name) = wishes.preset.as_deref().or_else(|| settings.get("preset")) else {
        findings.push(
            Finding::event(Severity::Error, Code::UnknownPreset, "the event names no preset")
                .help("add a row Preset to the Event sheet, or give --preset; `tabletally presets` lists them"),
        );
        return None;
    };
    let (mut overrides, mut found) = settings.overrides();
    findings.append(&mut found);
    let place = place.filter(|_| wishes.preset.is_none());
    loop {
        let error = match preset::load(name, &input.folder, &overrides) {
            Ok(preset) => return Some(preset),
            Err(error) => error,
        };
        findings.extend(preset_findings(&error, settings, place.as_ref()));
        // Without the setting that is to blame the rest can be checked too.
        let PresetError::Setting { key, .. } = &error else {
            return None;
        };
        let blamed = overrides.iter().position(|(name, _)| name == key);
        overrides.remove(blamed.or(overrides.len().checked_sub(1))?);
    }
}

/// Tells why a preset cannot be used, at the setting's cell where one is to
/// blame.
fn preset_findings(
    error: &PresetError,
    settings: &Settings,
    place: Option<&Place>,
) -> Vec<Finding> {
    let at = |place: Option<&Place>, code, message: String| match place {
        Some(place) => Finding::error(code, place.clone(), message),
        None => Finding::event(Severity::Error, code, message),
    };
    match error {
        PresetError::Unknown(name) => {
            vec![at(place, Code::UnknownPreset, error.to_string()).help(unknown_preset_help(name))]
        }
        PresetError::Setting { key, .. } => {
            let cell = settings.place(&model::loose_key(key));
            vec![
                at(cell, Code::BadSetting, error.to_string()).help(
                    "correct the setting; `tabletally presets NAME` prints what the preset says",
                ),
            ]
        }
        PresetError::Bad { name, faults } => faults
            .iter()
            .map(|fault| {
                let finding = at(place, Code::BadPreset, fault.told(name));
                let finding = match &fault.line {
                    Some(line) => finding.context(line.clone()),
                    None => finding,
                };
                finding.help("correct the preset file")
            })
            .collect(),
    }
}

/// Says which preset was likely meant.
#[must_use]
pub fn unknown_preset_help(name: &str) -> String {
    let near = model::nearest(name, preset::BUILTIN.iter().map(|(known, _)| *known), 2);
    let all = "`tabletally presets` lists them; a preset file beside the sheets is named with its ending .toml";
    if near.is_empty() {
        all.to_owned()
    } else {
        format!("did you mean {}? {all}", near.join(" or "))
    }
}
