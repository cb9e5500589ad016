//! Who goes on or has qualified, and who would follow.

use super::bracket::Bracket;
use crate::model::{Event, PlayerIx, Progress, Standings};
use crate::preset::Preset;

/// Who goes on or has qualified, and who would follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qualification {
    /// In order of the standings.
    pub qualifiers: Vec<PlayerIx>,
    /// All others, in order.
    pub successors: Vec<PlayerIx>,
}

/// How many of the preliminary ranking play on; none where nobody does.
#[must_use]
pub fn cut(preset: &Preset, progress: &Progress) -> Option<usize> {
    let mut played = preset
        .stages
        .iter()
        .filter(|_| preset.finals)
        .filter(|rule| progress.field >= rule.players_from);
    played.next().map(|rule| rule.entrants)
}

/// Picks the qualifiers as things stand: those in the stage that comes next
/// or is being played, in the end those whom the preset lets qualify. Players
/// who are qualified elsewhere are passed over (rules/003, section 3).
#[must_use]
pub fn qualify(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    bracket: &Bracket,
    standings: &Standings,
) -> Qualification {
    let ended = bracket.finished || cut(preset, progress).is_none();
    let in_stage = !bracket.through.is_empty();
    // A final of several tables qualifies its winners, however many.
    let many = match (ended, cut(preset, progress)) {
        (true, _) | (_, None) => preset.qualifiers,
        (false, Some(many)) => many,
    };
    let always = !ended && preset.qualifiers > 1;
    let many = if always { preset.qualifiers } else { many };
    let mut result = Qualification::default();
    for line in standings.lines.iter().filter(|line| line.rank.is_some()) {
        let elsewhere = (ended || always) && event.players[line.player].qualified;
        let through = if in_stage && !always {
            bracket.through.contains(&line.player)
        } else {
            result.qualifiers.len() < many
        };
        if elsewhere {
            continue;
        }
        if through {
            result.qualifiers.push(line.player);
        } else {
            result.successors.push(line.player);
        }
    }
    result
}
