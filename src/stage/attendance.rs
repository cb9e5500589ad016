//! Who is due in each preliminary round, and who of them sits nowhere.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{
    Absence, Code, Event, Exact, Finding, NameKey, Place, Player, PlayerIx, Progress, Round, Scores,
};
use crate::preset::Preset;

/// Says whether a player is due in a preliminary round: means to play it and
/// has, where one is needed by then, a win (rules/004, "80+ Players").
pub(super) fn is_due(
    players: &[Player],
    preset: &Preset,
    winners: &BTreeSet<PlayerIx>,
    player: PlayerIx,
    round: u32,
) -> bool {
    let eliminated = preset
        .win_needed_after
        .is_some_and(|after| after > 0 && round > after && !winners.contains(&player));
    players[player].takes_part(round) && !eliminated
}

/// The players with a win in the rounds after which one is needed; everybody
/// until those are complete.
pub(super) fn winners(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
) -> BTreeSet<PlayerIx> {
    let Some(after) = preset
        .win_needed_after
        .filter(|after| *after > 0 && progress.complete >= *after)
    else {
        return (0..event.players.len()).collect();
    };
    let tables = scores.tables.iter().filter(|table| table.round <= after);
    tables
        .flat_map(|table| &table.rows)
        .filter(|row| row.win > Exact::ZERO)
        .map(|row| row.player)
        .collect()
}

/// Notes in each preliminary round who was due and sits nowhere, and tells it:
/// an error where nothing is typed yet, else a warning.
pub fn attend(
    event: &mut Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
) -> Vec<Finding> {
    let mut findings = Vec::new();
    if preset.free_attendance {
        return findings;
    }
    let winners = winners(event, preset, scores, progress);
    let Event {
        players, rounds, ..
    } = event;
    let preliminary = rounds
        .iter_mut()
        .filter(|round| progress.planned.is_none_or(|last| round.number <= last));
    for round in preliminary {
        let seated: BTreeSet<PlayerIx> = round
            .tables
            .iter()
            .flat_map(|table| &table.seats)
            .map(|seat| seat.player)
            .chain(round.byes.iter().copied())
            .collect();
        let absent = (0..players.len()).filter(|&at| {
            !seated.contains(&at) && is_due(players, preset, &winners, at, round.number)
        });
        round.absent = absent.map(|player| Absence { player }).collect();
        let absent = || round.absent.iter().map(|absence| &players[absence.player]);
        let names: BTreeSet<&NameKey> = absent().map(|player| &player.key).collect();
        // Rows that could not be read may be theirs.
        if names.len() > round.unread {
            findings.extend(absent().map(|player| missing(player, round, preset)));
        }
        findings.extend(needless_byes(players, preset, round));
    }
    findings
}

fn missing(player: &Player, round: &Round, preset: &Preset) -> Finding {
    let message = format!(
        "\"{}\" should play round {} and sits nowhere",
        player.name, round.number
    );
    if preset.field_locked && !player.guest && round.number == 1 {
        let message = format!(
            "\"{}\" is not in round 1; {} locks the field once round 1 is seated",
            player.name, preset.name
        );
        let help = "take the player off the list, or mark the player as Guest";
        Finding::error(Code::FieldLocked, player.row.clone(), message).help(help)
    } else if round.has_results() {
        let help = "type From in the player list for a late arrival, Until for a drop-out";
        Finding::warning(Code::PlayerAbsent, round.sheet.clone(), message).help(help)
    } else {
        let help = "add the player to a table, or type From or Until in the player list";
        Finding::error(Code::PlayerNotSeated, round.sheet.clone(), message).help(help)
    }
}

/// At tables of two, an odd group has one bye and an even one none; more is
/// an error while nothing is typed, and stands once it was played.
fn needless_byes(players: &[Player], preset: &Preset, round: &Round) -> Vec<Finding> {
    if preset.table_sizes != [2] {
        return Vec::new();
    }
    let group = |player: PlayerIx| players[player].group.as_deref().unwrap_or_default();
    let mut seen: BTreeMap<&str, &Place> = BTreeMap::new();
    let mut findings = Vec::new();
    for (player, cell) in round.byes.iter().zip(&round.bye_cells) {
        let Some(first) = seen.get(group(*player)) else {
            seen.insert(group(*player), cell);
            continue;
        };
        let message = format!(
            "\"{}\" has a bye in round {} besides the one in {first}; one is enough",
            players[*player].name, round.number
        );
        let help = "seat the two at a table";
        findings.push(if round.has_results() {
            Finding::warning(Code::TooManyByes, cell.clone(), message).help(help)
        } else {
            Finding::error(Code::TooManyByes, cell.clone(), message).help(help)
        });
    }
    findings
}
