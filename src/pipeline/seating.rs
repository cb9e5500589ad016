//! Who seats a round: the planner, the pairing by rank, or the draw of a
//! stage; and the rounds as the reports show them.

use super::Day;
use crate::model::{
    self, Code, DrawError, Event, Finding, PlayerIx, Progress, Scores, SeatedRound, Seating,
    Severity,
};
use crate::preset::{Preset, SeatingMode, Seats, StageSeats};
use crate::report::RoundPlan;
use crate::stage::{self, Next, StagePlan};
use crate::{rank, seat};

/// Seats the preliminary rounds that are left, as the preset does it. Stages
/// after the cut are seated by their own rules.
pub(super) fn seat_rounds(day: &mut Day, findings: &mut Vec<Finding>) {
    let written = day.event.rounds.len() as u32;
    let first = day
        .progress
        .planned
        .map_or(written, |last| written.min(last))
        + 1;
    let (event, preset, progress, scores) = (&day.event, &day.preset, &day.progress, &day.scores);
    let request = stage::draw_request(event, preset, progress, scores, first);
    if matches!(preset.seating, SeatingMode::Swiss | SeatingMode::Pods) {
        let ranking = rank::pairing_order(event, preset, &scores.up_to(progress.planned), progress);
        let seated = match &day.next {
            Next::Seat { first, .. } => by_rank(event, preset, progress, scores, &ranking, *first),
            _ => Ok((Vec::new(), Vec::new())),
        };
        let (rounds, byes) = match seated {
            Ok(seated) => seated,
            Err(error) => return findings.push(cannot_seat(&error)),
        };
        day.seating = Some(Seating {
            figures: seat::figures(&request, &rounds),
            rounds,
        });
        day.byes = byes;
        return;
    }
    match seat::seat(&request) {
        Ok(seating) => day.seating = Some(seating),
        Err(error) if matches!(day.next, Next::Seat { .. }) => findings.push(cannot_seat(&error)),
        Err(_) => {}
    }
}

fn cannot_seat(error: &DrawError) -> Finding {
    let help =
        "one player more or fewer, or a helper who plays as a guest, makes the tables come out";
    Finding::event(Severity::Error, Code::CannotSeat, error.to_string()).help(help)
}

/// One round by rank: pairs, or pods of more; tables are numbered through the
/// groups.
pub(super) fn by_rank(
    event: &Event,
    preset: &Preset,
    progress: &Progress,
    scores: &Scores,
    ranking: &[PlayerIx],
    round: u32,
) -> Result<(Vec<SeatedRound>, Vec<PlayerIx>), DrawError> {
    let (mut tables, mut byes) = (Vec::new(), Vec::new());
    if preset.seating == SeatingMode::Pods {
        for request in stage::pod_requests(event, preset, scores, progress, ranking, round) {
            tables.extend(seat::pods(&request)?.tables);
        }
    } else {
        for request in stage::pair_requests(event, preset, scores, progress, ranking, round) {
            let paired = seat::pair(&request);
            tables.extend(paired.pairs.iter().map(|pair| pair.to_vec()));
            byes.extend(paired.bye);
        }
    }
    let seated = SeatedRound {
        number: round,
        tables,
    };
    Ok((vec![seated], byes))
}

/// The rounds that get a sheet in this run.
pub(super) fn new_rounds(day: &Day) -> Vec<RoundPlan> {
    if let Next::Stage(plan) = &day.next {
        return vec![stage_round(day, plan)];
    }
    let (Next::Seat { first, last }, Some(seating)) = (&day.next, &day.seating) else {
        return Vec::new();
    };
    // Where play order is found at the table, the organiser fills it in.
    let given = day.preset.seats != Seats::Open;
    let now = seating
        .rounds
        .iter()
        .filter(|round| (*first..=*last).contains(&round.number));
    now.map(|round| {
        let seats = |table: &Vec<PlayerIx>| {
            table
                .iter()
                .zip(1..)
                .map(|(player, seat)| (*player, given.then_some(seat)))
                .collect()
        };
        let tables = round
            .tables
            .iter()
            .zip(1..)
            .map(|(table, number)| (number, seats(table)))
            .collect();
        RoundPlan {
            number: round.number,
            stage: model::Stage::Preliminary,
            third_place: None,
            tables,
            byes: day.byes.clone(),
        }
    })
    .collect()
}

/// The tables of a preliminary round that have no result yet, once it has a
/// sheet or gets one now.
pub(super) fn open_tables(day: &Day, number: u32) -> Option<Vec<Vec<PlayerIx>>> {
    let rounds = &day.event.rounds;
    if let Some(round) = rounds.iter().find(|round| round.number == number) {
        let open = |table: &&model::Table| table.state != model::TableState::Complete;
        let players = |table: &model::Table| table.seats.iter().map(|seat| seat.player).collect();
        return Some(round.tables.iter().filter(open).map(players).collect());
    }
    let new = new_rounds(day);
    let round = new.iter().find(|round| round.number == number)?;
    let players = |(_, seats): &(u32, Vec<(PlayerIx, Option<u32>)>)| {
        seats.iter().map(|(player, _)| *player).collect()
    };
    Some(round.tables.iter().map(players).collect())
}

/// A stage's round, drawn where the rules draw.
fn stage_round(day: &Day, plan: &StagePlan) -> RoundPlan {
    let players = &day.event.players;
    let keyed: Vec<Vec<(String, PlayerIx)>> = plan
        .tables
        .iter()
        .map(|table| {
            let key = |player: &PlayerIx| (players[*player].draw_key(), *player);
            table.players.iter().map(key).collect()
        })
        .collect();
    let laid = seat::draw_stage(
        &day.event.seed.text,
        plan.stage.as_str(),
        &keyed,
        plan.draw_tables,
        plan.seats == StageSeats::Drawn,
    );
    let given = plan.seats != StageSeats::Open;
    let tables = plan.tables.iter().zip(laid).map(|(table, laid)| {
        let seats = laid
            .into_iter()
            .zip(1..)
            .map(|(player, seat)| (player, given.then_some(seat)));
        (table.number, seats.collect())
    });
    RoundPlan {
        number: plan.round,
        stage: plan.stage,
        third_place: third_place(plan.tables.iter().map(|table| (table.number, table.stage))),
        tables: tables.collect(),
        byes: Vec::new(),
    }
}

fn third_place(mut tables: impl Iterator<Item = (u32, model::Stage)>) -> Option<u32> {
    tables
        .find(|(_, stage)| *stage == model::Stage::ThirdPlace)
        .map(|(number, _)| number)
}

pub(super) fn round_plan(round: &model::Round) -> RoundPlan {
    let seats = |table: &model::Table| {
        table
            .seats
            .iter()
            .map(|seat| (seat.player, seat.seat))
            .collect()
    };
    RoundPlan {
        number: round.number,
        stage: round.stage,
        third_place: third_place(round.tables.iter().map(|table| (table.number, table.stage))),
        tables: round
            .tables
            .iter()
            .map(|table| (table.number, seats(table)))
            .collect(),
        byes: round.byes.clone(),
    }
}
