//! Settings of a preset that do not fit each other, or ask for what no event
//! can be. Knows no event.

use super::super::{Cap, Counted, Criterion, PerRound, Preset, SeatingMode, WinnerMark};
use super::{columns, stages};

/// The most rounds of an event.
const MOST_ROUNDS: u32 = 20;
/// The most ranks that a player may be moved in pods.
const MOST_WINDOW: usize = 100;

/// One setting that does not fit.
#[derive(Debug)]
pub(in super::super) struct Misfit {
    /// The preset's key.
    pub(in super::super) key: &'static str,
    /// Which one, from 0, of a key that is a list of tables.
    pub(in super::super) item: Option<usize>,
    /// What is wrong and what would be right.
    pub(in super::super) reason: String,
}

/// All that was found, in the order of the file's usual keys.
#[derive(Debug, Default)]
pub(super) struct Found(Vec<Misfit>);

impl Found {
    pub(super) fn push(&mut self, (key, reason): (&'static str, String)) {
        self.0.push(Misfit {
            key,
            item: None,
            reason,
        });
    }

    pub(super) fn push_item(&mut self, key: &'static str, item: usize, reason: String) {
        self.0.push(Misfit {
            key,
            item: Some(item),
            reason,
        });
    }
}

/// Finds settings that do not fit each other, in the order of the file's
/// usual keys.
pub(in super::super) fn find(preset: &Preset) -> Vec<Misfit> {
    let mut found = Found::default();
    tables(preset, &mut found);
    points(preset, &mut found);
    seating(preset, &mut found);
    columns::columns(preset, &mut found);
    columns::board(preset, &mut found);
    game(preset, &mut found);
    scores(preset, &mut found);
    criteria(preset, &mut found);
    counted(preset, &mut found);
    stages::stages(preset, &mut found);
    found.0
}

fn tables(preset: &Preset, found: &mut Found) {
    let sizes = &preset.table_sizes;
    if sizes.is_empty() || sizes.iter().any(|size| !(2..=6).contains(size)) {
        found.push((
            "table_sizes",
            "`table_sizes` takes sizes from 2 to 6, such as [4, 3]".to_owned(),
        ));
    }
    for (key, rounds) in [
        ("rounds", preset.rounds),
        ("session_rounds", preset.session_rounds),
        ("min_rounds", preset.min_rounds),
    ] {
        if rounds > MOST_ROUNDS {
            found.push((
                key,
                format!("`{key}` is {rounds}; it takes a number up to {MOST_ROUNDS}"),
            ));
        }
    }
    let by_players = &preset.rounds_by_players;
    if by_players
        .iter()
        .any(|(_, rounds)| !(1..=MOST_ROUNDS).contains(rounds))
        || !by_players.is_sorted_by(|earlier, later| earlier.0 < later.0)
    {
        found.push((
            "rounds_by_players",
            format!(
                "`rounds_by_players` names field sizes in rising order, each with 1 to {MOST_ROUNDS} rounds: [[80, 4]]"
            ),
        ));
    }
}

fn points(preset: &Preset, found: &mut Found) {
    let sizes = &preset.table_sizes;
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

fn game(preset: &Preset, found: &mut Found) {
    let follows_target = |cap: &Option<Cap>| matches!(cap, Some(Cap::Word(_)));
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

/// The target and the limits of what can be typed.
fn scores(preset: &Preset, found: &mut Found) {
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
    let most = preset.vp_max.all().iter().copied().max().unwrap_or(0);
    let targets = preset.target.iter().flat_map(PerRound::all).copied();
    if let Some(target) = targets
        .into_iter()
        .find(|target| *target == 0 || *target > most)
    {
        found.push((
            "target",
            format!("`target` is {target}; it takes a number from 1 to `vp_max`, which is {most}"),
        ));
    }
    if let Some(total) = preset.table_total
        && !preset.table_sizes.iter().all(|size| {
            let size = i64::try_from(*size).unwrap_or(i64::MAX);
            (size.saturating_mul(preset.vp_min)..=size.saturating_mul(i64::from(most)))
                .contains(&total)
        })
    {
        found.push((
            "table_total",
            format!(
                "`table_total` is {total}, and scores from `vp_min` to `vp_max` cannot add up to it"
            ),
        ));
    }
}

fn seating(preset: &Preset, found: &mut Found) {
    if preset.seating == SeatingMode::Swiss && preset.table_sizes != [2] {
        found.push((
            "seating",
            "`seating = \"swiss\"` pairs players at tables of two: `table_sizes = [2]`; for larger tables there is \"pods\""
                .to_owned(),
        ));
    }
    if preset.window > MOST_WINDOW {
        found.push((
            "window",
            format!(
                "`window` is {}; it takes a number up to {MOST_WINDOW}",
                preset.window
            ),
        ));
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
}

fn counted(preset: &Preset, found: &mut Found) {
    if let Counted::Drop(many) = preset.counted
        && preset.rounds > 0
        && many >= preset.rounds
    {
        found.push((
            "counted",
            format!(
                "`counted` drops {many} of {} rounds, and none is left",
                preset.rounds
            ),
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
