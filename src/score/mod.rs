//! One table's results -> VP that count, place, points, share. Knows the
//! event and the preset's numbers; knows no sheet, no ranking and no other
//! table.

use std::cmp::Ordering;

use crate::model::{
    Event, Exact, Extra, Place, Round, RowScore, Scores, Seat, Stage, Table, TableScore, TableState,
};
use crate::preset::{self, Preset, VirtualSeat, WinRule, ZeroShare};

/// Scores every complete table of the event, in the order of its rounds.
#[must_use]
pub fn score(event: &Event, preset: &Preset) -> Scores {
    let complete = |round: &'_ Round| {
        let tables = round
            .tables
            .iter()
            .filter(|table| table.state == TableState::Complete);
        tables
            .map(|table| score_table(round.number, table, preset))
            .collect::<Vec<_>>()
    };
    Scores {
        tables: event.rounds.iter().flat_map(complete).collect(),
    }
}

/// Gives what a table of the round would be worth whose seats have these VP,
/// one of them marked as the winner.
#[must_use]
pub fn imagined(round: u32, vps: &[i64], winner: Option<usize>, preset: &Preset) -> TableScore {
    let seat = |(at, vp): (usize, &i64)| Seat {
        player: at,
        seat: None,
        vp: Some(Exact::int(*vp)),
        extra: Vec::new(),
        derived: Vec::new(),
        winner: winner == Some(at),
        penalty: Exact::ZERO,
        signed: false,
        note: None,
        row: Place::file(""),
    };
    let table = Table {
        number: 1,
        stage: Stage::Preliminary,
        group: None,
        seats: vps.iter().enumerate().map(seat).collect(),
        state: TableState::Complete,
    };
    score_table(round, &table, preset)
}

/// Scores one table whose results are all in.
fn score_table(round: u32, table: &Table, preset: &Preset) -> TableScore {
    let seats = &table.seats;
    let marked = winner_of(seats, round, preset);
    let credited: Vec<Exact> = seats
        .iter()
        .enumerate()
        .map(|(at, seat)| credit(seat, marked == Some(at), round, preset))
        .collect();
    let places = places(seats, &credited, marked, preset);
    let winner = marked.or_else(|| {
        // Without a target the highest score wins, where one has it alone.
        let alone = places.iter().filter(|place| **place == 1).count() == 1;
        let first = places.iter().position(|place| *place == 1);
        first.filter(|_| preset.target.is_none() && alone)
    });
    let table_vp: Exact = credited.iter().sum();
    let virtual_vp = virtual_seat(&table_vp, table.size(), preset);
    let whole = &table_vp + virtual_vp.as_ref().unwrap_or(&Exact::ZERO);
    let rows = seats.iter().enumerate().map(|(at, seat)| RowScore {
        player: seat.player,
        seat: seat.seat,
        place: places[at],
        points: points(&places, at, raw(seat), preset),
        raw_vp: raw(seat).clone(),
        vp: credited[at].clone(),
        share: share(&credited[at], &whole, seats.len(), preset),
        winner: winner == Some(at),
        win: win(&places, at, winner, preset),
        penalty: seat.penalty.clone(),
        clock: clock(seat, preset),
    });
    TableScore {
        round,
        stage: table.stage,
        table: table.number,
        size: table.size(),
        rows: rows.collect(),
        table_vp,
        virtual_vp,
    }
}

/// The checks let no complete table through with an empty cell.
fn raw(seat: &Seat) -> &Exact {
    seat.vp.as_ref().unwrap_or(&Exact::ZERO)
}

fn lost(seat: &Seat, preset: &Preset) -> bool {
    preset
        .loss_column
        .as_deref()
        .is_some_and(|key| preset::is_marked(preset, &seat.extra, key))
}

fn clock(seat: &Seat, preset: &Preset) -> Option<Exact> {
    preset::number(preset, &seat.extra, preset.clock_column.as_deref()?)
}

/// The winner: the row marked, else the only row at or above the target
/// (spec 3, Winner).
fn winner_of(seats: &[Seat], round: u32, preset: &Preset) -> Option<usize> {
    if let Some(marked) = seats.iter().position(|seat| seat.winner) {
        return Some(marked);
    }
    let target = preset.target(round)?;
    let mut reached = seats
        .iter()
        .enumerate()
        .filter(|(_, seat)| *raw(seat) >= target);
    match (reached.next(), reached.next()) {
        (Some((at, _)), None) => Some(at),
        _ => None,
    }
}

/// The VP that count: none for who lost outright (rules/002, "Game rules"),
/// else the caps of the winner and of everybody else (rules/000,
/// clarification 8; rules/003, section 2).
fn credit(seat: &Seat, is_winner: bool, round: u32, preset: &Preset) -> Exact {
    if lost(seat, preset) {
        return Exact::ZERO;
    }
    let target = preset.target(round);
    let limit = |cap: &Option<preset::Cap>| cap.as_ref()?.value(round, target.as_ref());
    let cap = if is_winner {
        &preset.winner_cap
    } else {
        &preset.others_cap
    };
    let capped = limit(cap).map_or_else(|| raw(seat).clone(), |cap| raw(seat).at_most(&cap));
    match limit(&preset.winner_floor) {
        Some(floor) if is_winner => capped.max(floor),
        _ => capped,
    }
}

/// Places by credited VP under the winner, who is first alone, and above who
/// lost outright; equal rows are parted by the preset's columns, else they
/// share the better place.
fn places(seats: &[Seat], credited: &[Exact], winner: Option<usize>, preset: &Preset) -> Vec<u32> {
    let standing = |at: usize| {
        let class = if winner == Some(at) {
            2
        } else {
            u8::from(!lost(&seats[at], preset))
        };
        (class, &credited[at])
    };
    let above = |other: usize, at: usize| {
        let order = standing(other)
            .cmp(&standing(at))
            .then_with(|| tie_breaks(&seats[other], &seats[at], preset));
        order == Ordering::Greater
    };
    let count = |at: usize| (0..seats.len()).filter(|other| above(*other, at)).count() as u32;
    (0..seats.len()).map(|at| count(at) + 1).collect()
}

/// Parts two rows of equal VP by the preset's columns, the better one greater
/// (rules/001, "Tournament Structure"). What is not typed parts nobody.
fn tie_breaks(one: &Seat, other: &Seat, preset: &Preset) -> Ordering {
    let value = |seat: &Seat, column: &str| match column {
        "seat" => seat.seat.map(|seat| Exact::int(i64::from(seat))),
        _ => match seat.extra.get(preset.column(column)?)? {
            Some(Extra::Number(value)) => Some(value.clone()),
            Some(Extra::Mark) => Some(Exact::ONE),
            _ => None,
        },
    };
    for tie in &preset.tie_breaks {
        let (Some(a), Some(b)) = (value(one, &tie.column), value(other, &tie.column)) else {
            return Ordering::Equal;
        };
        let order = if tie.lowest { b.cmp(&a) } else { a.cmp(&b) };
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

/// What a place adds to `wins` (spec 3, Win value).
fn win(places: &[u32], at: usize, winner: Option<usize>, preset: &Preset) -> Exact {
    let won = match preset.win {
        WinRule::FirstPlace => places[at] == 1,
        WinRule::Winner => winner == Some(at),
    };
    let shared = places.iter().filter(|place| **place == 1).count() > 1;
    match (&preset.draw, won) {
        (_, false) => Exact::ZERO,
        (Some(draw), true) if shared => draw.0.clone(),
        _ => Exact::ONE,
    }
}

/// Points: for the place, where tied rows split, exactly, the points of the
/// places they cover (rules/003, section 2); and for the score itself.
fn points(places: &[u32], at: usize, raw: &Exact, preset: &Preset) -> Option<Exact> {
    let for_place = place_points(places, at, preset);
    let for_score = preset
        .score_points
        .as_ref()
        .and_then(|score| (raw - &score.minus.0).checked_div(&score.per.0));
    match (for_place, for_score) {
        (Some(place), Some(score)) => Some(&place + &score),
        (place, score) => place.or(score),
    }
}

fn place_points(places: &[u32], at: usize, preset: &Preset) -> Option<Exact> {
    let vector = preset.points_for(places.len());
    if vector.is_empty() {
        return None;
    }
    let place = places[at];
    let tied = places.iter().filter(|other| **other == place).count();
    let covered = vector
        .iter()
        .skip(place as usize - 1)
        .take(tied)
        .map(|points| &points.0);
    covered.sum::<Exact>().checked_div(&Exact::int(tied as i64))
}

/// The virtual seat at a table of three, where four is the full size (spec 3,
/// Share).
fn virtual_seat(total: &Exact, size: usize, preset: &Preset) -> Option<Exact> {
    if size != 3 || !preset.table_sizes.contains(&4) {
        return None;
    }
    let mean = total.checked_div(&Exact::int(3))?;
    match preset.virtual_seat {
        VirtualSeat::None => None,
        VirtualSeat::Exact => Some(mean),
        VirtualSeat::Nearest => Some(mean.round_half_up()),
        VirtualSeat::Up => Some(mean.ceil()),
    }
}

/// 100 x VP / total; where the total is zero, as the preset says.
fn share(vp: &Exact, total: &Exact, size: usize, preset: &Preset) -> Exact {
    let hundred = Exact::int(100);
    let even = || hundred.checked_div(&Exact::int(size as i64));
    let share = (&hundred * vp).checked_div(total);
    match preset.zero_share {
        ZeroShare::Zero => share,
        ZeroShare::Even => share.or_else(even),
    }
    .unwrap_or(Exact::ZERO)
}

#[cfg(test)]
mod tests;
