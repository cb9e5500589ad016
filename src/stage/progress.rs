//! How far the event is, and what comes next.

use super::bracket::{Bracket, StagePlan};
use crate::model::{Event, Form, Progress, Round, Table};
use crate::preset::{Preset, SeatingMode};

/// Gives how far the preliminary rounds are. The field's size is that of
/// round 1, once it is seated.
#[must_use]
pub fn progress(event: &Event, preset: &Preset) -> Progress {
    let field = event.rounds.first().map_or_else(
        || {
            let due = event.players.iter().filter(|player| player.takes_part(1));
            due.count()
        },
        |round| round.tables.iter().map(Table::size).sum::<usize>() + round.byes.len(),
    );
    let planned = preset.rounds_for(field);
    let preliminary = || {
        let rounds = event.rounds.iter();
        rounds.take_while(|round| planned.is_none_or(|last| round.number <= last))
    };
    let complete = preliminary()
        .take_while(|round| round.is_complete())
        .count();
    let mut all = event.rounds.iter();
    let begun = all.find(|round| !round.is_complete() && round.has_results());
    Progress {
        field,
        complete: complete as u32,
        planned,
        waiting_for: begun.map(Round::waiting).unwrap_or_default(),
    }
}

/// What the run seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// These preliminary rounds get their sheets now.
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
    /// A stage after the cut gets its sheet now.
    Stage(StagePlan),
    /// Nothing more is to be played.
    Finished,
}

/// Says what comes next. A plan's rounds are all written ahead, but for an
/// event in one workbook (`form`), which gets one round at a time.
#[must_use]
pub fn next(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    bracket: &Bracket,
    form: Form,
) -> Next {
    let written = event.rounds.len() as u32;
    if let Some(plan) = &bracket.next {
        return Next::Stage(plan.clone());
    }
    match preset.seating {
        SeatingMode::Plan
            if form == Form::Files && progress.planned.is_some_and(|last| written < last) =>
        {
            Next::Seat {
                first: written + 1,
                last: progress.planned.unwrap_or(written + 1),
            }
        }
        _ if bracket.waits.is_some() => Next::Wait {
            round: bracket.waits.unwrap_or(written),
        },
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
