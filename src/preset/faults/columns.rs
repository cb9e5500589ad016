//! What is wrong with the columns, bonuses and board rules of a preset. Knows
//! no event.

use std::collections::BTreeMap;

use super::super::Preset;
use super::super::columns::{ColumnKind, Condition};
use super::fit::Found;
use crate::model::nearest;

pub(super) fn columns(preset: &Preset, found: &mut Found) {
    for (at, column) in preset.columns.iter().enumerate() {
        let twice = preset.columns[..at]
            .iter()
            .any(|earlier| earlier.key == column.key);
        if twice {
            found.push_item(
                "column",
                at,
                format!("two columns have the key `{}`", column.key),
            );
        }
        if column.name.trim().is_empty() || column.key.trim().is_empty() {
            found.push_item("column", at, "a column has no name or no key".to_owned());
        }
        if column.max.is_some_and(|max| max < column.min) {
            found.push_item(
                "column",
                at,
                format!("the column `{}` has a `max` below its `min`", column.key),
            );
        }
        if column.worth.is_some() && column.kind != ColumnKind::Number {
            found.push_item(
                "column",
                at,
                format!("the column `{}` is worth VP and is no number", column.key),
            );
        }
    }
    headers(preset, found);
    let named = [
        ("winner_column", &preset.winner_column, ColumnKind::Mark),
        ("loss_column", &preset.loss_column, ColumnKind::Mark),
        ("clock_column", &preset.clock_column, ColumnKind::Time),
    ];
    for (key, name, kind) in named {
        if let Some(name) = name {
            expect_column(preset, key, name, kind, found);
        }
    }
}

/// The columns that each round sheet has by itself.
const OWN_HEADERS: [&str; 8] = [
    "round", "table", "seat", "id", "name", "player", "vp", "winner",
];

/// A header means one column: neither another one's, nor one that round
/// sheets have by themselves.
fn headers(preset: &Preset, found: &mut Found) {
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (at, column) in preset.columns.iter().enumerate() {
        for header in std::iter::once(&column.name).chain(&column.also) {
            let plain = header.trim().to_lowercase();
            if OWN_HEADERS.contains(&plain.as_str()) {
                found.push_item("column", at, format!("the column `{}` is called \"{header}\", which is a column that each round sheet has", column.key));
            }
            if let Some(other) = seen.insert(plain, &column.key)
                && other != column.key
            {
                found.push_item(
                    "column",
                    at,
                    format!(
                        "the columns `{other}` and `{}` are both called \"{header}\"",
                        column.key
                    ),
                );
            }
        }
    }
}

fn expect_column(
    preset: &Preset,
    key: &'static str,
    name: &str,
    kind: ColumnKind,
    found: &mut Found,
) {
    let wanted = match kind {
        ColumnKind::Number => "a number",
        ColumnKind::Mark => "a mark",
        ColumnKind::Time => "a time",
    };
    match preset.columns.iter().find(|column| column.key == name) {
        Some(column) if column.kind == kind => {}
        Some(_) => found.push((
            key,
            format!("`{key}` needs {wanted}, and the column `{name}` is none"),
        )),
        None => {
            let keys = preset.columns.iter().map(|column| column.key.as_str());
            let near = nearest(name, keys, 1);
            let hint = near
                .first()
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default();
            found.push((
                key,
                format!("`{key}` names the column `{name}`, which there is not{hint}"),
            ));
        }
    }
}

pub(super) fn board(preset: &Preset, found: &mut Found) {
    for bonus in &preset.bonuses {
        expect_column(preset, "bonus", &bonus.by, ColumnKind::Number, found);
        expect_column(preset, "bonus", &bonus.mark, ColumnKind::Mark, found);
    }
    for rule in &preset.board {
        let conditions = rule.when.iter().chain(std::iter::once(&rule.needs));
        for key in conditions.flat_map(Condition::columns) {
            expect_column(preset, "board", key, ColumnKind::Number, found);
        }
    }
    for tie in preset.tie_breaks.iter().filter(|tie| tie.column != "seat") {
        let known = preset.column(&tie.column).is_some();
        if !known {
            expect_column(preset, "tie_breaks", &tie.column, ColumnKind::Number, found);
        }
    }
}
