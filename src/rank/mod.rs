//! Scores -> standings, each line with the criterion that placed it. Knows
//! the criteria and the lot; knows no sheet and nothing of seating.

mod criteria;
mod lot;

use std::cmp::Ordering;

use crate::model::{Decided, Event, Line, Player, PlayerIx, Progress, Scores, Standings, Status};
use crate::preset::{Criterion, LotDrawn, Preset};

pub use criteria::key;
pub use lot::lot;

/// Ranks everybody by the preset's criteria over the tables that count.
#[must_use]
pub fn rank(event: &Event, preset: &Preset, scores: &Scores, progress: &Progress) -> Standings {
    let finished = progress.finished();
    let lots_count = preset.lot_drawn == LotDrawn::Always || finished;
    let lots = (lots_count && preset.criteria.contains(&Criterion::Lot)).then(|| {
        let drawn = |player: &Player| lot(&event.seed.text, &player.draw_key());
        event.players.iter().map(drawn).collect()
    });
    let tallies = criteria::tally(event, scores);
    let sorter = Sorter {
        event,
        criteria: &preset.criteria,
        tallies: &tallies,
        lots,
    };

    let (mut ranked, mut listed): (Vec<PlayerIx>, Vec<PlayerIx>) =
        (0..event.players.len()).partition(|player| event.players[*player].is_ranked());
    // Equal players are listed by name, so that the order of rows is no reason.
    let by_name = |a: &PlayerIx, b: &PlayerIx| sorter.listed_order(*a, *b);
    ranked.sort_by(|a, b| sorter.compare(*a, *b).0.then_with(|| by_name(a, b)));
    listed.sort_by(by_name);

    let valued: Vec<Criterion> = preset
        .criteria
        .iter()
        .copied()
        .filter(|criterion| criteria::has_value(*criterion))
        .collect();
    let line = |player: PlayerIx, rank, decided_by| Line {
        player,
        rank,
        values: valued
            .iter()
            .map(|criterion| tallies[player].value(*criterion))
            .collect(),
        decided_by,
        status: Status::Open,
        games: tallies[player].games,
    };
    let mut lines = Vec::with_capacity(event.players.len());
    let mut rank = 1;
    for (at, player) in ranked.iter().enumerate() {
        if at > 0 && sorter.compare(ranked[at - 1], *player).0 != Ordering::Equal {
            rank = at as u32 + 1;
        }
        let decided_by = ranked
            .get(at + 1)
            .map(|below| sorter.compare(*player, *below).1);
        lines.push(line(*player, Some(rank), decided_by));
    }
    lines.extend(listed.into_iter().map(|player| line(player, None, None)));

    Standings {
        criteria: preset
            .criteria
            .iter()
            .map(|criterion| key(*criterion).to_owned())
            .collect(),
        valued: valued
            .iter()
            .map(|criterion| key(*criterion).to_owned())
            .collect(),
        lines,
        rounds_complete: progress.complete,
        rounds_planned: Some(progress.planned),
        provisional: !progress.waiting_for.is_empty(),
        finished,
        waiting_for: progress.waiting_for.clone(),
    }
}

struct Sorter<'a> {
    event: &'a Event,
    criteria: &'a [Criterion],
    tallies: &'a [criteria::Tally],
    /// The computed lot of each player; none while lots do not count.
    lots: Option<Vec<u64>>,
}

impl Sorter<'_> {
    /// Compares two players, the better one first, and says what parts them.
    fn compare(&self, a: PlayerIx, b: PlayerIx) -> (Ordering, Decided) {
        for criterion in self.criteria {
            let order = self.by(*criterion, a, b);
            if order != Ordering::Equal {
                return (order, Decided::By(key(*criterion).to_owned()));
            }
        }
        (Ordering::Equal, Decided::Tie)
    }

    fn by(&self, criterion: Criterion, a: PlayerIx, b: PlayerIx) -> Ordering {
        let (one, other) = (&self.event.players[a], &self.event.players[b]);
        match criterion {
            Criterion::Lot => match &self.lots {
                Some(lots) => self.by_lot(lots, a, b),
                None => Ordering::Equal,
            },
            Criterion::Name => one.key.cmp(&other.key),
            Criterion::Id => one.id.cmp(&other.id),
            _ => self.tallies[b]
                .value(criterion)
                .cmp(&self.tallies[a].value(criterion)),
        }
    }

    /// A lot drawn by hand comes before a computed one; the higher wins.
    fn by_lot(&self, lots: &[u64], a: PlayerIx, b: PlayerIx) -> Ordering {
        let (one, other) = (&self.event.players[a], &self.event.players[b]);
        match (&one.lot, &other.lot) {
            (Some(x), Some(y)) => y.cmp(x),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => lots[b].cmp(&lots[a]),
        }
    }

    fn listed_order(&self, a: PlayerIx, b: PlayerIx) -> Ordering {
        let (one, other) = (&self.event.players[a], &self.event.players[b]);
        one.key.cmp(&other.key).then_with(|| one.id.cmp(&other.id))
    }
}

#[cfg(test)]
mod tests;
