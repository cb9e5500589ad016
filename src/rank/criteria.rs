//! The registry of criteria: what each one counts over a player's games.
//! Knows scores; knows no order and no preset.

use crate::model::{Event, Exact, RowScore, Scores};
use crate::preset::Criterion;

/// A player's sums over the games that count.
#[derive(Clone, Debug, Default)]
pub(super) struct Tally {
    points: Option<Exact>,
    vp: Option<Exact>,
    wins: Option<Exact>,
    share: Option<Exact>,
    best: Option<Exact>,
    places: [i64; 4],
    /// Games that count.
    pub(super) games: u32,
}

impl Tally {
    fn add(&mut self, row: &RowScore) {
        let sum = |total: &mut Option<Exact>, value: &Exact| {
            *total = Some(
                total
                    .as_ref()
                    .map_or_else(|| value.clone(), |so_far| so_far + value),
            );
        };
        if let Some(points) = &row.points {
            sum(&mut self.points, points);
            sum(&mut self.vp, &row.vp);
        } else {
            // Where there are no points, the judge's penalty lowers the VP sum.
            sum(&mut self.vp, &(&row.vp - &row.penalty));
        }
        sum(&mut self.wins, &row.win);
        sum(&mut self.share, &row.share);
        self.best = self.best.take().max(Some(row.vp.clone()));
        if let Some(count) = self.places.get_mut(row.place as usize - 1) {
            *count += 1;
        }
        self.games += 1;
    }

    /// Gives the value of a criterion; zero before the first game and for the
    /// criteria that have no value (`lot`, `name`, `id`).
    #[must_use]
    pub(super) fn value(&self, criterion: Criterion) -> Exact {
        let sum = |total: &Option<Exact>| total.clone().unwrap_or(Exact::ZERO);
        match criterion {
            Criterion::Points => sum(&self.points),
            Criterion::Vp => sum(&self.vp),
            Criterion::Wins => sum(&self.wins),
            Criterion::ShareSum => sum(&self.share),
            Criterion::ShareMean => sum(&self.share)
                .checked_div(&Exact::int(i64::from(self.games)))
                .unwrap_or(Exact::ZERO),
            Criterion::Firsts => Exact::int(self.places[0]),
            Criterion::Seconds => Exact::int(self.places[1]),
            Criterion::Thirds => Exact::int(self.places[2]),
            Criterion::Fourths => Exact::int(self.places[3]),
            Criterion::BestGame => sum(&self.best),
            Criterion::Games => Exact::int(i64::from(self.games)),
            Criterion::Lot | Criterion::Name | Criterion::Id => Exact::ZERO,
        }
    }
}

/// Sums up every player's games, by the event's player order.
pub(super) fn tally(event: &Event, scores: &Scores) -> Vec<Tally> {
    let mut tallies = vec![Tally::default(); event.players.len()];
    for row in scores.tables.iter().flat_map(|table| &table.rows) {
        if let Some(tally) = tallies.get_mut(row.player) {
            tally.add(row);
        }
    }
    tallies
}

/// Gives a criterion's name, as presets and machine forms spell it.
#[must_use]
pub const fn key(criterion: Criterion) -> &'static str {
    match criterion {
        Criterion::Points => "points",
        Criterion::Vp => "vp",
        Criterion::Wins => "wins",
        Criterion::ShareSum => "share_sum",
        Criterion::ShareMean => "share_mean",
        Criterion::Firsts => "firsts",
        Criterion::Seconds => "seconds",
        Criterion::Thirds => "thirds",
        Criterion::Fourths => "fourths",
        Criterion::BestGame => "best_game",
        Criterion::Games => "games",
        Criterion::Lot => "lot",
        Criterion::Name => "name",
        Criterion::Id => "id",
    }
}

/// Says whether a criterion has a value that standings show.
pub(super) const fn has_value(criterion: Criterion) -> bool {
    !matches!(criterion, Criterion::Lot | Criterion::Name | Criterion::Id)
}
