//! What the organiser computed beside the results, compared with what is
//! computed here. Knows scores as they crossed over; computes none.

use std::collections::BTreeMap;

use crate::model::{
    Code, Derived, DerivedKind, Event, Exact, Finding, PlayerIx, RowScore, Scores, TableScore,
};

/// Compares every place, points, table total and share that stands in a round
/// sheet with the scores; a difference is a warning with both values.
#[must_use]
pub fn compare(event: &Event, scores: &Scores) -> Vec<Finding> {
    let mut rows: BTreeMap<(u32, PlayerIx), (&TableScore, &RowScore)> = BTreeMap::new();
    for table in &scores.tables {
        for row in &table.rows {
            rows.insert((table.round, row.player), (table, row));
        }
    }
    let mut findings = Vec::new();
    for round in &event.rounds {
        for seat in round.tables.iter().flat_map(|table| &table.seats) {
            let Some((table, row)) = rows.get(&(round.number, seat.player)) else {
                continue;
            };
            findings.extend(
                seat.derived
                    .iter()
                    .filter_map(|derived| differs(derived, table, row)),
            );
        }
    }
    findings
}

fn differs(derived: &Derived, table: &TableScore, row: &RowScore) -> Option<Finding> {
    let typed = &derived.value;
    let (what, ours, same) = match derived.what {
        DerivedKind::Place => {
            let place = Exact::int(i64::from(row.place));
            ("place at the table", place.clone(), *typed == place)
        }
        DerivedKind::Points => {
            let points = row.points.clone()?;
            let same = near(typed, &points, 100);
            ("number of points", points, same)
        }
        DerivedKind::TableTotal => {
            let raised = table.virtual_vp.as_ref().map(|more| &table.table_vp + more);
            let raw: Exact = table.rows.iter().map(|row| &row.raw_vp).sum();
            let same = *typed == table.table_vp
                || *typed == raw
                || raised.is_some_and(|raised| near(typed, &raised, 100));
            ("table's total", table.table_vp.clone(), same)
        }
        DerivedKind::Share => {
            let as_fraction = typed * &Exact::int(100);
            let same = near(typed, &row.share, 20) || near(&as_fraction, &row.share, 20);
            ("share", row.share.clone(), same)
        }
    };
    if same {
        return None;
    }
    let message = format!(
        "\"{}\" is not the {what}, which is {}",
        typed.to_decimal(3),
        ours.to_decimal(3)
    );
    Some(
        Finding::warning(Code::ValueDiffers, derived.at.clone(), message)
            .help("correct the result or the value; what follows from the results counts"),
    )
}

/// Equal but for rounding: closer than one part of `parts`.
fn near(typed: &Exact, ours: &Exact, parts: i64) -> bool {
    (&(typed - ours).abs() * &Exact::int(parts)) <= Exact::ONE
}
