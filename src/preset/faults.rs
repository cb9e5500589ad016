//! What is wrong with a preset: a fault of the TOML with its line and column,
//! or settings that do not fit each other. Knows no event.

use super::columns::{ColumnKind, Condition};
use super::{Counted, Criterion, Preset, WinnerMark};
use crate::model::nearest;
use toml::de::DeTable;

/// One thing that is wrong with a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column in the file, from 1; none where it stands in the
    /// preset that this one starts from.
    pub at: Option<(usize, usize)>,
    /// The line itself, where there is one.
    pub line: Option<String>,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl Fault {
    /// Gives the message: the file, line and column, and what is wrong.
    #[must_use]
    pub fn told(&self, name: &str) -> String {
        match self.at {
            Some((line, column)) => {
                format!(
                    "the preset {name}, line {line}, column {column}: {}",
                    self.reason
                )
            }
            None => format!("the preset {name}: {}", self.reason),
        }
    }

    /// Gives a fault of the TOML itself or of one key's value.
    pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let reason = in_our_words(error.message());
        match error.span() {
            Some(span) => Self::at_byte(text, span.start, reason),
            None => Self {
                at: None,
                line: None,
                reason,
            },
        }
    }

    /// Gives a fault of a key, at the place where the text sets it.
    pub(super) fn at_key(text: &str, key: &str, reason: String) -> Self {
        let span = DeTable::parse(text).ok().and_then(|table| {
            let mut keys = table.get_ref().keys();
            keys.find(|known| known.get_ref().as_ref() == key)
                .map(toml::Spanned::span)
        });
        match span {
            Some(span) => Self::at_byte(text, span.start, reason),
            None => Self {
                at: None,
                line: None,
                reason,
            },
        }
    }

    fn at_byte(text: &str, at: usize, reason: String) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text.get(start..).and_then(|rest| rest.lines().next());
        Self {
            at: Some((
                before.matches('\n').count() + 1,
                before[start..].chars().count() + 1,
            )),
            line: line.map(ToOwned::to_owned),
            reason,
        }
    }
}

/// The parser's message, with the nearest known word where one was unknown.
fn in_our_words(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (Some(found), Some((_, list))) = (quoted.next(), message.split_once("expected")) else {
        return message.to_owned();
    };
    let unknown = ["unknown field", "unknown variant"]
        .iter()
        .any(|start| message.starts_with(start));
    if !unknown {
        return message.to_owned();
    }
    let known: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let near = nearest(found, known.iter().copied(), 1);
    let kind = if message.starts_with("unknown field") {
        "is no key here"
    } else {
        "cannot stand here"
    };
    match near.first() {
        Some(near) => format!("`{found}` {kind}; did you mean `{near}`?"),
        None => format!("`{found}` {kind}; known are {}", known.join(", ")),
    }
}

/// Finds settings that do not fit each other: key and reason, in the order
/// of the file's usual keys.
pub(super) fn find(preset: &Preset) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    tables(preset, &mut found);
    columns(preset, &mut found);
    board(preset, &mut found);
    game(preset, &mut found);
    criteria(preset, &mut found);
    found
}

type Found = Vec<(&'static str, String)>;

fn tables(preset: &Preset, found: &mut Found) {
    let sizes = &preset.table_sizes;
    if sizes.is_empty() || sizes.iter().any(|size| !(2..=6).contains(size)) {
        found.push((
            "table_sizes",
            "`table_sizes` takes sizes from 2 to 6, such as [4, 3]".to_owned(),
        ));
    }
    if preset.rounds > 20 {
        found.push((
            "rounds",
            format!(
                "`rounds` is {}; it takes a number up to 20, 0 where it is left open",
                preset.rounds
            ),
        ));
    }
    for (key, empty) in [
        (
            "target",
            preset
                .target
                .as_ref()
                .is_some_and(|each| each.all().is_empty()),
        ),
        ("vp_max", preset.vp_max.all().is_empty()),
    ] {
        if empty {
            found.push((key, format!("`{key}` names no number")));
        }
    }
    if preset.points.is_empty() {
        return;
    }
    for size in sizes {
        if preset.points_for(*size).is_empty() {
            found.push((
                "points",
                format!("`points` has no row of {size} numbers for tables of {size}"),
            ));
        }
    }
    if let Some(row) = preset.points.iter().find(|row| !sizes.contains(&row.len())) {
        found.push((
            "points",
            format!(
                "`points` has a row of {} numbers, and no table has that size",
                row.len()
            ),
        ));
    }
}

fn columns(preset: &Preset, found: &mut Found) {
    for (at, column) in preset.columns.iter().enumerate() {
        let twice = preset.columns[..at]
            .iter()
            .any(|earlier| earlier.key == column.key);
        if twice {
            found.push((
                "column",
                format!("two columns have the key `{}`", column.key),
            ));
        }
        if column.name.trim().is_empty() || column.key.trim().is_empty() {
            found.push(("column", "a column has no name or no key".to_owned()));
        }
        if column.max.is_some_and(|max| max < column.min) {
            found.push((
                "column",
                format!("the column `{}` has a `max` below its `min`", column.key),
            ));
        }
        if column.worth.is_some() && column.kind != ColumnKind::Number {
            found.push((
                "column",
                format!("the column `{}` is worth VP and is no number", column.key),
            ));
        }
    }
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

fn board(preset: &Preset, found: &mut Found) {
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

fn game(preset: &Preset, found: &mut Found) {
    let follows_target = |cap: &Option<super::Cap>| matches!(cap, Some(super::Cap::Word(_)));
    for (key, cap) in [
        ("winner_cap", &preset.winner_cap),
        ("winner_floor", &preset.winner_floor),
        ("others_cap", &preset.others_cap),
    ] {
        if follows_target(cap) && preset.target.is_none() {
            found.push((
                key,
                format!("`{key}` follows the target, and there is no `target`"),
            ));
        }
    }
    for (key, set) in [
        ("winner_required", preset.winner_required),
        ("winner_mark", preset.winner_mark == WinnerMark::TwoAtTarget),
    ] {
        if set && preset.target.is_none() {
            found.push((key, format!("`{key}` needs a `target`")));
        }
    }
    if let Some(points) = &preset.score_points
        && (points.per.0.is_zero() || points.per.0.is_negative())
    {
        found.push((
            "score_points",
            "`score_points` divides by `per`, which must be above zero".to_owned(),
        ));
    }
    if preset.vp_min > i64::from(preset.vp_max.all().iter().copied().max().unwrap_or(0)) {
        found.push(("vp_min", "`vp_min` is above `vp_max`".to_owned()));
    }
}

fn criteria(preset: &Preset, found: &mut Found) {
    let criteria = &preset.criteria;
    if criteria.is_empty() {
        found.push((
            "criteria",
            "`criteria` names no criterion; name at least one, such as \"vp\"".to_owned(),
        ));
    }
    for (at, criterion) in criteria.iter().enumerate() {
        if criteria[..at].contains(criterion) {
            found.push((
                "criteria",
                format!("`criteria` names {} twice", criterion.key()),
            ));
        }
    }
    let needs_points = [Criterion::Points, Criterion::OpponentsPoints];
    for criterion in needs_points
        .iter()
        .filter(|criterion| criteria.contains(criterion))
    {
        if !preset.has_points() {
            found.push((
                "criteria",
                format!(
                    "the criterion {} needs place points: `points = [[5, 3, 2, 1], [5, 3, 1]]`",
                    criterion.key()
                ),
            ));
        }
    }
    if criteria.contains(&Criterion::Clock) && preset.clock_column.is_none() {
        found.push((
            "criteria",
            "the criterion clock needs a `clock_column`".to_owned(),
        ));
    }
    if preset.counted == Counted::BestSession && preset.session_rounds == 0 {
        found.push((
            "counted",
            "the best session counts, and `session_rounds` does not say how many rounds one has"
                .to_owned(),
        ));
    }
}
