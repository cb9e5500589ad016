//! One table: its winner, credited VP, places, points and shares, by the
//! plainest reading of the rules.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::read::Row;
use super::rules::{Form, Rules, Wins, virtual_vp};
use super::{Number, ratio, whole};

/// What one player has from one table.
#[derive(Clone, Debug)]
pub(super) struct Scored {
    pub(super) round: u32,
    pub(super) table: u32,
    pub(super) id: String,
    pub(super) seat: Option<Number>,
    pub(super) size: usize,
    pub(super) place: usize,
    pub(super) points: Option<Number>,
    pub(super) raw: Number,
    pub(super) vp: Number,
    pub(super) table_vp: Number,
    pub(super) virtual_vp: Option<Number>,
    pub(super) share: Number,
    pub(super) winner: bool,
    /// The rules name a target, so that `winner` has a meaning of its own.
    pub(super) has_target: bool,
    pub(super) win: Number,
    /// VP of the best row placed below; none for the last.
    pub(super) below: Option<Number>,
    pub(super) clock: Option<Number>,
    pub(super) opponents: Vec<String>,
}

/// Every table with all its results, scored.
pub(super) fn scored(rules: &Rules, rows: &[Row]) -> Vec<Scored> {
    let mut tables: BTreeMap<(u32, u32), Vec<&Row>> = BTreeMap::new();
    for row in rows {
        if let Some(table) = row.table {
            tables.entry((row.round, table)).or_default().push(row);
        }
    }
    let tables = tables.into_values();
    tables
        .filter_map(|rows| one_table(rules, &rows))
        .flatten()
        .collect()
}

/// A row on its way: the score typed or computed, the credit, the order.
struct Seated<'a> {
    row: &'a Row,
    raw: Number,
    vp: Number,
    winner: bool,
}

fn one_table(rules: &Rules, rows: &[&Row]) -> Option<Vec<Scored>> {
    let raws = raw_scores(rules, rows)?;
    let winner = winner(rules, rows, &raws);
    let seated: Vec<Seated<'_>> = rows
        .iter()
        .zip(raws)
        .enumerate()
        .map(|(at, (row, raw))| {
            let winner = winner == Some(at);
            let vp = credited(rules, row, &raw, winner);
            Seated {
                row,
                raw,
                vp,
                winner,
            }
        })
        .collect();
    Some(
        (0..seated.len())
            .map(|at| one_row(rules, &seated, at))
            .collect(),
    )
}

fn raw_scores(rules: &Rules, rows: &[&Row]) -> Option<Vec<Number>> {
    if rules.form == Form::Components {
        return component_scores(rows);
    }
    rows.iter().map(|row| row.number("VP")).collect()
}

/// rules/004, "Game victory points".
fn component_scores(rows: &[&Row]) -> Option<Vec<Number>> {
    let needed = [
        "Settlements",
        "Cities",
        "VP cards",
        "Knights",
        "Roads",
        "Longest road",
    ];
    if rows
        .iter()
        .any(|row| needed.iter().any(|header| row.number(header).is_none()))
    {
        return None;
    }
    let of = |row: &Row, header: &str| row.number(header).unwrap_or_else(|| whole(0));
    let mut scores: Vec<Number> = rows
        .iter()
        .map(|row| of(row, "Settlements") + of(row, "Cities") * whole(2) + of(row, "VP cards"))
        .collect();
    for (by, least, mark) in [("Knights", 3, "Army"), ("Longest road", 5, "Road")] {
        if let Some(holder) = bonus_holder(rows, by, least, mark) {
            scores[holder] += whole(2);
        }
    }
    Some(scores)
}

fn bonus_holder(rows: &[&Row], by: &str, least: i64, mark: &str) -> Option<usize> {
    let best = rows.iter().filter_map(|row| row.number(by)).max()?;
    if best < whole(least) {
        return None;
    }
    let tied: Vec<usize> = (0..rows.len())
        .filter(|&at| rows[at].number(by).as_ref() == Some(&best))
        .collect();
    if let [alone] = tied[..] {
        return Some(alone);
    }
    tied.into_iter().find(|&at| rows[at].mark(mark))
}

fn winner(rules: &Rules, rows: &[&Row], raws: &[Number]) -> Option<usize> {
    let header = if rules.form == Form::Components {
        "Claimed"
    } else {
        "Winner"
    };
    let marked = rows.iter().position(|row| row.mark(header));
    let Some(target) = rules.target(rows[0].round) else {
        return marked;
    };
    let reached: Vec<usize> = (0..raws.len()).filter(|&at| raws[at] >= target).collect();
    match reached[..] {
        [alone] if rules.form == Form::Components => Some(alone),
        [alone] => marked.or(Some(alone)),
        _ => marked,
    }
}

fn credited(rules: &Rules, row: &Row, raw: &Number, winner: bool) -> Number {
    if rules.form == Form::Duel && row.mark("Time out") {
        return whole(0);
    }
    let Some(target) = rules.target(row.round) else {
        return raw.clone();
    };
    let cap = match (winner, rules.winner_capped, rules.others_below) {
        (true, true, _) => Some(target),
        (false, _, Some(below)) => Some(target - whole(below)),
        _ => None,
    };
    cap.map_or_else(|| raw.clone(), |cap| raw.clone().min(cap))
}

fn one_row(rules: &Rules, table: &[Seated<'_>], at: usize) -> Scored {
    let own = &table[at];
    let size = table.len();
    let count = |wanted: Ordering| {
        table
            .iter()
            .filter(|other| order(rules, other, own) == wanted)
            .count()
    };
    let place = count(Ordering::Less) + 1;
    let sharing = count(Ordering::Equal);
    let total: Number = table.iter().map(|row| row.vp.clone()).sum();
    let extra = if size == 3 {
        virtual_vp(rules.virtual_seat, &total)
    } else {
        None
    };
    let whole_total = &total + extra.clone().unwrap_or_else(|| whole(0));
    let below = table
        .iter()
        .filter(|other| order(rules, other, own) == Ordering::Greater);
    Scored {
        round: own.row.round,
        table: own.row.table.unwrap_or(0),
        id: own.row.id.clone(),
        seat: own.row.number("Seat"),
        size,
        place,
        points: points(rules, size, place, sharing, &own.raw),
        raw: own.raw.clone(),
        vp: own.vp.clone(),
        share: share(&own.vp, &whole_total),
        table_vp: total,
        virtual_vp: extra,
        winner: own.winner,
        has_target: rules.target(own.row.round).is_some(),
        win: win(rules, own.winner, place, sharing),
        below: below.map(|other| other.vp.clone()).max(),
        clock: clock(own.row.cell("Clock")),
        opponents: table
            .iter()
            .map(|row| row.row.id.clone())
            .filter(|id| *id != own.row.id)
            .collect(),
    }
}

/// Less is the better of two rows at one table.
fn order(rules: &Rules, one: &Seated<'_>, other: &Seated<'_>) -> Ordering {
    let lost = |seated: &Seated<'_>| rules.form == Form::Duel && seated.row.mark("Time out");
    let mut order = other.winner.cmp(&one.winner);
    order = order.then_with(|| lost(one).cmp(&lost(other)));
    order = order.then_with(|| other.vp.cmp(&one.vp));
    if rules.strict {
        for header in ["Cards", "Progress cards"] {
            order = order.then_with(|| other.row.number(header).cmp(&one.row.number(header)));
        }
        order = order.then_with(|| one.row.number("Seat").cmp(&other.row.number("Seat")));
    }
    order
}

fn points(
    rules: &Rules,
    size: usize,
    place: usize,
    sharing: usize,
    raw: &Number,
) -> Option<Number> {
    if !rules.has_points() {
        return None;
    }
    let row = rules
        .points_of(size)
        .unwrap_or_else(|| panic!("no points for a table of {size}"));
    let covered: i64 = row[place - 1..place - 1 + sharing].iter().sum();
    let mut points = ratio(covered, sharing as i64);
    if rules.form == Form::Linear {
        points += (raw - whole(30_000)) / whole(1000);
    }
    Some(points)
}

fn share(vp: &Number, total: &Number) -> Number {
    if *total == whole(0) {
        return whole(0);
    }
    whole(100) * vp / total
}

fn win(rules: &Rules, winner: bool, place: usize, sharing: usize) -> Number {
    match rules.wins {
        Wins::Winner => whole(i64::from(winner)),
        Wins::EveryFirst => whole(i64::from(place == 1)),
        Wins::DrawsHalf if place == 1 => ratio(1, sharing as i64),
        Wins::DrawsHalf => whole(0),
    }
}

/// Seconds of a time as mm:ss.
fn clock(cell: &str) -> Option<Number> {
    let (minutes, seconds) = cell.split_once(':')?;
    let minutes: i64 = minutes.trim().parse().ok()?;
    let seconds: i64 = seconds.trim().parse().ok()?;
    Some(whole(minutes * 60 + seconds))
}
