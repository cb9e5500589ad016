//! Where the event stands: rounds complete, who plays the next, who goes on.
//! Knows rounds and the preset's schedule; knows no sheet and seats nobody.

use crate::model::{
    DrawPlayer, DrawRequest, Event, Form, Measure, PlayedTable, Player, PlayerIx, Progress, Round,
    Standings, Status, Table,
};
use crate::preset::{Preset, SeatingMode};

/// Gives how far the event is. The field's size is that of round 1, once it
/// is seated.
#[must_use]
pub fn progress(event: &Event, preset: &Preset) -> Progress {
    let complete = event
        .rounds
        .iter()
        .take_while(|round| round.is_complete())
        .count();
    let field = event.rounds.first().map_or_else(
        || {
            event
                .players
                .iter()
                .filter(|player| player.takes_part(1))
                .count()
        },
        |round| round.tables.iter().map(Table::size).sum::<usize>() + round.byes.len(),
    );
    let begun = event
        .rounds
        .iter()
        .find(|round| !round.is_complete() && round.has_results());
    Progress {
        complete: complete as u32,
        planned: preset.rounds_for(field),
        waiting_for: begun.map(Round::waiting).unwrap_or_default(),
    }
}

/// What the run seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These rounds get their sheets now.
    Seat {
        /// First round.
        first: u32,
        /// Last round whose sheet is written.
        last: u32,
    },
    /// A round waits for its results.
    Wait {
        /// Its number.
        round: u32,
    },
    /// All preliminary rounds are complete.
    Finished,
}

/// Says what comes next. A plan's rounds are all written ahead, but for an
/// event in one workbook (`form`), which gets one round at a time.
#[must_use]
pub fn next(event: &Event, preset: &Preset, progress: &Progress, form: Form) -> Next {
    let written = event.rounds.len() as u32;
    match preset.seating {
        SeatingMode::Plan
            if form == Form::Files && progress.planned.is_some_and(|last| written < last) =>
        {
            Next::Seat {
                first: written + 1,
                last: progress.planned.unwrap_or(written + 1),
            }
        }
        _ if progress.finished() => Next::Finished,
        _ if progress.complete < written => Next::Wait {
            round: progress.complete + 1,
        },
        _ => Next::Seat {
            first: written + 1,
            last: written + 1,
        },
    }
}

/// Asks for the seating from round `first` on. All rounds that are left are
/// planned together, whichever of them gets a sheet now.
#[must_use]
pub fn draw_request(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    standings: &Standings,
    first: u32,
) -> DrawRequest {
    // Where nobody knows how many rounds there will be, one more is planned.
    let last = progress
        .planned
        .unwrap_or(first)
        .max(first.saturating_sub(1));
    let eliminated = eliminated(preset, progress, standings);
    let player = |(index, player): (PlayerIx, &Player)| DrawPlayer {
        key: player.draw_key(),
        plays: (1..=last)
            .map(|round| {
                player.takes_part(round)
                    && !(eliminated.contains(&index)
                        && win_needed_after(preset).is_some_and(|after| round > after))
            })
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

fn win_needed_after(preset: &Preset) -> Option<u32> {
    preset.win_needed_after.filter(|after| *after > 0)
}

/// Players without a win, once the round is complete after which one is
/// needed (rules/004, "80+ Players").
fn eliminated(preset: &Preset, progress: &Progress, standings: &Standings) -> Vec<PlayerIx> {
    let Some(after) = win_needed_after(preset).filter(|after| progress.complete >= *after) else {
        return Vec::new();
    };
    let Some(wins) = standings
        .valued
        .iter()
        .position(|criterion| criterion == "wins")
    else {
        return Vec::new();
    };
    let lost = standings.lines.iter().filter(|line| {
        progress.planned.is_some_and(|planned| planned > after)
            && line.values.get(wins) == Some(&Measure::ZERO)
    });
    lost.map(|line| line.player).collect()
}

/// Who goes on or has qualified, and who would follow.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Qualification {
    /// In order of the standings.
    pub qualifiers: Vec<PlayerIx>,
    /// All others, in order.
    pub successors: Vec<PlayerIx>,
}

/// Picks the qualifiers as things stand, and marks everybody through or out
/// once all preliminary rounds are complete. Players who are qualified
/// elsewhere are passed over (rules/003, section 3).
pub fn qualify(event: &Event, preset: &Preset, standings: &mut Standings) -> Qualification {
    let field = standings
        .lines
        .iter()
        .filter(|line| line.rank.is_some())
        .count();
    let plays_on = preset
        .advance
        .iter()
        .rev()
        .find(|(least, _)| field >= *least)
        .map(|(_, many)| *many);
    let many = plays_on.unwrap_or(preset.qualifiers);
    let mut result = Qualification::default();
    for line in &mut standings.lines {
        let player = &event.players[line.player];
        let passed_over = line.rank.is_none() || plays_on.is_none() && player.qualified;
        let through = !passed_over && result.qualifiers.len() < many;
        if through {
            result.qualifiers.push(line.player);
        } else if !passed_over {
            result.successors.push(line.player);
        }
        if standings.finished {
            line.status = if through {
                Status::Through
            } else {
                Status::Out
            };
        }
    }
    result
}
