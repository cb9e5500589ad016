//! What the seating engine is asked: rounds played and rounds left.

use super::attendance::{is_due, winners};
use crate::model::{
    DrawPlayer, DrawRequest, Event, PlayedTable, Player, PlayerIx, Progress, Scores, Table,
};
use crate::preset::Preset;

/// Asks for the seating from round `first` on. All rounds that are left are
/// planned together, whichever of them gets a sheet now.
#[must_use]
pub fn draw_request(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    scores: &Scores,
    first: u32,
) -> DrawRequest {
    // Where nobody knows how many rounds there will be, one more is planned.
    let last = progress
        .planned
        .unwrap_or(first)
        .max(first.saturating_sub(1));
    let winners = winners(event, preset, scores, progress);
    let player = |(index, player): (PlayerIx, &Player)| DrawPlayer {
        key: player.draw_key(),
        plays: (1..=last)
            .map(|round| is_due(&event.players, preset, &winners, index, round))
            .collect(),
        avoid: player.avoid.clone(),
        table: player.table,
    };
    let played = event.rounds.iter().filter(|round| round.number < first);
    DrawRequest {
        seed: event.seed.text.clone(),
        players: event.players.iter().enumerate().map(player).collect(),
        sizes: preset.table_sizes.clone(),
        goals: preset.goals.clone(),
        seats: preset.seats.rule(),
        played: played
            .map(|round| round.tables.iter().map(played_table).collect())
            .collect(),
        first,
        last,
    }
}

fn played_table(table: &Table) -> PlayedTable {
    PlayedTable {
        number: table.number,
        seats: table
            .seats
            .iter()
            .map(|seat| (seat.player, seat.seat))
            .collect(),
    }
}
