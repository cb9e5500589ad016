//! Scores -> standings, each line with the criterion that placed it and how
//! each of its values came about. Knows the criteria and the lot; knows no
//! sheet and nothing of seating.

mod criteria;
mod lot;
mod opponents;
mod results;

use std::cmp::Ordering;

use crate::model::{
    Decided, Event, Exact, Line, Measure, Player, PlayerIx, Progress, Scores, Standings, Status,
    Trail, Unranked,
};
use crate::preset::{Criterion, Direction, LotDrawn, Preset};

use criteria::Book;
pub use lot::lot;

/// Ranks everybody by the preset's criteria over the tables that count.
#[must_use]
pub fn rank(event: &Event, preset: &Preset, scores: &Scores, progress: &Progress) -> Standings {
    let entries = results::collect(event, preset, scores);
    let book = Book::new(event, preset, entries, progress.complete);
    let lots_count = preset.lot_drawn == LotDrawn::Always || progress.finished();
    let mut sorter = Sorter::new(&book, lots_count);
    let why_not: Vec<Option<Unranked>> = (0..event.players.len())
        .map(|player| unranked(&book, progress, player))
        .collect();
    let (mut ranked, mut listed): (Vec<PlayerIx>, Vec<PlayerIx>) =
        (0..event.players.len()).partition(|player| why_not[*player].is_none());
    // Equal players are listed by name, so that the order of rows is no reason.
    ranked.sort_by(|a, b| listed_order(event, *a, *b));
    listed.sort_by(|a, b| listed_order(event, *a, *b));
    let parted = sorter.sort(&mut ranked);

    let mut lines = Vec::with_capacity(event.players.len());
    let mut rank = 1;
    for (at, player) in ranked.iter().enumerate() {
        if at > 0 && parted[at - 1] != Decided::Tie {
            rank = at as u32 + 1;
        }
        let mut line = sorter.line(*player, progress);
        line.rank = Some(rank);
        line.decided_by = (at + 1 < ranked.len()).then(|| parted[at].clone());
        lines.push(line);
    }
    for player in listed {
        let mut line = sorter.line(player, progress);
        line.unranked = why_not[player];
        lines.push(line);
    }
    let keys = |valued: bool| {
        let kept = preset
            .criteria
            .iter()
            .filter(|criterion| !valued || criterion.has_value());
        kept.map(|criterion| criterion.key().to_owned()).collect()
    };
    Standings {
        criteria: keys(false),
        valued: keys(true),
        lines,
        rounds_complete: progress.complete,
        rounds_planned: progress.planned,
        provisional: !progress.waiting_for.is_empty(),
        finished: progress.finished(),
        waiting_for: progress.waiting_for.clone(),
    }
}

/// Gives everybody in the order in which rounds by rank are paired: guests,
/// the reserve and who has too few rounds stand where their results put them.
#[must_use]
pub fn pairing_order(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
) -> Vec<PlayerIx> {
    let mut all = event.clone();
    for player in &mut all.players {
        player.guest = false;
        player.reserve = false;
        player.excluded = false;
    }
    let preset = Preset {
        min_rounds: 0,
        lot_drawn: LotDrawn::Always,
        ..preset.clone()
    };
    let standings = rank(&all, &preset, scores, progress);
    standings.lines.iter().map(|line| line.player).collect()
}

/// Says why a player is not ranked, where so. Who can no longer come to the
/// preset's fewest rounds is not.
fn unranked(book: &Book<'_>, progress: &Progress, player: PlayerIx) -> Option<Unranked> {
    let person = &book.event.players[player];
    if person.excluded {
        return Some(Unranked::Excluded);
    }
    if person.guest {
        return Some(Unranked::Guest);
    }
    if person.reserve {
        return Some(Unranked::Reserve);
    }
    let least = book.preset.min_rounds;
    let played = book.entries[player]
        .iter()
        .filter(|entry| entry.round <= progress.complete)
        .count() as u32;
    let planned = progress
        .planned
        .unwrap_or_else(|| progress.complete.max(least));
    let left = planned.saturating_sub(progress.complete);
    (played + left < least).then_some(Unranked::TooFewRounds)
}

fn listed_order(event: &Event, a: PlayerIx, b: PlayerIx) -> Ordering {
    let (one, other) = (&event.players[a], &event.players[b]);
    one.key.cmp(&other.key).then_with(|| one.id.cmp(&other.id))
}

/// Splits the players by one criterion after the other.
struct Sorter<'a> {
    book: &'a Book<'a>,
    /// By criterion of the preset, then by player.
    values: Vec<Vec<(Measure, Trail)>>,
    /// Each player's lot; none while lots do not count.
    lots: Option<Vec<u64>>,
}

impl<'a> Sorter<'a> {
    fn new(book: &'a Book<'a>, lots_count: bool) -> Self {
        let (event, preset) = (book.event, book.preset);
        let lots = (lots_count && preset.criteria.contains(&Criterion::Lot)).then(|| {
            let drawn = |player: &Player| lot(&event.seed.text, &player.draw_key());
            event.players.iter().map(drawn).collect()
        });
        let of_criterion = |criterion: &Criterion| {
            (0..event.players.len())
                .map(|player| book.value(*criterion, player))
                .collect()
        };
        Self {
            book,
            values: preset.criteria.iter().map(of_criterion).collect(),
            lots,
        }
    }

    /// Sorts the players, the best first, and gives what parts each from the
    /// next.
    fn sort(&mut self, players: &mut [PlayerIx]) -> Vec<Decided> {
        let mut parted = vec![Decided::Tie; players.len()];
        self.split(players, &mut parted, 0);
        parted
    }

    fn split(&mut self, group: &mut [PlayerIx], parted: &mut [Decided], at: usize) {
        let Some(criterion) = self.book.preset.criteria.get(at).copied() else {
            return;
        };
        if group.len() < 2 {
            return;
        }
        if criterion == Criterion::HeadToHead {
            self.head_to_head(group, at);
        }
        group.sort_by(|a, b| self.order(criterion, at, *a, *b));
        let mut start = 0;
        while start < group.len() {
            let same = group[start..]
                .iter()
                .take_while(|other| {
                    self.order(criterion, at, group[start], **other) == Ordering::Equal
                })
                .count();
            let end = start + same.max(1);
            self.split(&mut group[start..end], &mut parted[start..end], at + 1);
            if end < group.len() {
                parted[end - 1] = Decided::By(criterion.key().to_owned());
            }
            start = end;
        }
    }

    /// The criterion that depends on who is equal so far.
    fn head_to_head(&mut self, group: &[PlayerIx], at: usize) {
        let mut members = group.to_vec();
        members.sort_unstable();
        for player in group {
            self.values[at][*player] =
                opponents::head_to_head(&self.book.entries[*player], &members);
        }
    }

    /// Orders two players by one criterion, the better one first.
    fn order(&self, criterion: Criterion, at: usize, a: PlayerIx, b: PlayerIx) -> Ordering {
        let players = &self.book.event.players;
        match criterion {
            Criterion::Lot => self
                .lots
                .as_ref()
                .map_or(Ordering::Equal, |lots| self.by_lot(lots, a, b)),
            Criterion::Name => players[a].key.cmp(&players[b].key),
            Criterion::Id => players[a].id.cmp(&players[b].id),
            _ => {
                let (one, other) = (&self.values[at][a].0, &self.values[at][b].0);
                match (criterion.direction(), one, other) {
                    // What is missing is never the better one.
                    (Direction::Lowest, Measure::Missing, Measure::Missing) => Ordering::Equal,
                    (Direction::Lowest, Measure::Missing, _) => Ordering::Greater,
                    (Direction::Lowest, _, Measure::Missing) => Ordering::Less,
                    (Direction::Lowest, ..) => one.cmp(other),
                    (Direction::Highest, ..) => other.cmp(one),
                }
            }
        }
    }

    /// A lot drawn by hand comes before a computed one; the higher wins.
    fn by_lot(&self, lots: &[u64], a: PlayerIx, b: PlayerIx) -> Ordering {
        let players = &self.book.event.players;
        match (&players[a].lot, &players[b].lot) {
            // Two equal rolls are parted as if nobody had rolled.
            (Some(x), Some(y)) => y.cmp(x).then_with(|| lots[b].cmp(&lots[a])),
            (Some(_), None) => Ordering::Less,
            (None, Some(_)) => Ordering::Greater,
            (None, None) => lots[b].cmp(&lots[a]),
        }
    }

    fn line(&self, player: PlayerIx, progress: &Progress) -> Line {
        let entries = &self.book.entries[player];
        let valued = self.book.preset.criteria.iter().zip(&self.values);
        let (values, trails) = valued
            .filter(|(criterion, _)| criterion.has_value())
            .map(|(_, values)| values[player].clone())
            .unzip();
        let rows = entries.iter().filter_map(|entry| entry.game);
        let games = rows.clone().count() as u32;
        let missed = self.book.event.rounds.iter().filter(|round| {
            round.number <= progress.complete
                && round.absent.iter().any(|absence| absence.player == player)
        });
        Line {
            player,
            rank: None,
            values,
            trails,
            decided_by: None,
            stage_values: None,
            status: Status::Open,
            games,
            missed: missed.map(|round| round.number).collect(),
            penalty: rows.map(|(_, row)| &row.penalty).sum::<Exact>(),
            outlook: None,
            unranked: None,
        }
    }
}

#[cfg(test)]
mod tests;
