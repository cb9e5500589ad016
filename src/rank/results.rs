//! A player's results, round by round, and which of them count. Knows scores
//! and the preset's aggregation; knows no order of players.

use std::cmp::Ordering;

use crate::model::{Event, Exact, PlayerIx, RowScore, Scores, TableScore};
use crate::preset::{Counted, Criterion, Preset};

/// One round of a player: a game or a bye.
#[derive(Clone, Debug)]
pub(super) struct Entry<'a> {
    pub(super) round: u32,
    /// The table and the row; none for a bye.
    pub(super) game: Option<(&'a TableScore, &'a RowScore)>,
    pub(super) counts: bool,
}

impl Entry<'_> {
    /// What the round adds to a criterion that adds up; `None` where it adds
    /// nothing that could be counted, such as the share of a bye.
    pub(super) fn adds(&self, criterion: Criterion, preset: &Preset) -> Option<Exact> {
        let Some((_, row)) = self.game else {
            let bye = match criterion {
                Criterion::Points => &preset.bye_points,
                Criterion::Wins => &preset.bye_wins,
                Criterion::Vp => &preset.bye_vp,
                _ => return None,
            };
            return Some(bye.0.clone());
        };
        let place = |wanted| Exact::int(i64::from(row.place == wanted));
        Some(match criterion {
            Criterion::Points => row.points.clone()?,
            Criterion::Vp | Criterion::BestGame => row.vp.clone(),
            Criterion::Wins | Criterion::WinShare => row.win.clone(),
            Criterion::ShareSum | Criterion::ShareMean => row.share.clone(),
            Criterion::Firsts => place(1),
            Criterion::Seconds => place(2),
            Criterion::Thirds => place(3),
            Criterion::Fourths => place(4),
            Criterion::PointDiff => self.difference()?,
            Criterion::Clock => row.clock.clone()?,
            Criterion::Games => Exact::ONE,
            _ => return None,
        })
    }

    /// Own VP less those of each opponent at the table, added up (rules/002,
    /// "Player ranking").
    fn difference(&self) -> Option<Exact> {
        let (table, row) = self.game?;
        let others = Exact::int(table.rows.len() as i64);
        Some(&(&row.vp * &others) - &table.table_vp)
    }
}

/// Gives every player's rounds in their order, those that do not count marked.
pub(super) fn collect<'a>(
    event: &Event,
    preset: &Preset,
    scores: &'a Scores,
) -> Vec<Vec<Entry<'a>>> {
    let mut entries: Vec<Vec<Entry<'a>>> = vec![Vec::new(); event.players.len()];
    let mut add = |player: PlayerIx, entry: Entry<'a>| {
        if let Some(own) = entries.get_mut(player) {
            own.push(entry);
        }
    };
    for table in &scores.tables {
        for row in &table.rows {
            let entry = Entry {
                round: table.round,
                game: Some((table, row)),
                counts: true,
            };
            add(row.player, entry);
        }
    }
    for round in &event.rounds {
        for player in round.counted_byes() {
            let entry = Entry {
                round: round.number,
                game: None,
                counts: true,
            };
            add(*player, entry);
        }
    }
    for own in &mut entries {
        own.sort_by_key(|entry| entry.round);
        choose(own, preset);
    }
    entries
}

/// Marks the rounds that do not count (spec 3, Aggregation).
fn choose(entries: &mut [Entry<'_>], preset: &Preset) {
    let keep = match preset.counted {
        Counted::All => return,
        Counted::BestSession => return choose_session(entries, preset),
        Counted::Best(many) => many as usize,
        Counted::Drop(many) => entries.len().saturating_sub(many as usize),
    };
    let mut best: Vec<usize> = (0..entries.len()).collect();
    best.sort_by(|a, b| compare(&entries[*b..=*b], &entries[*a..=*a], preset).then(a.cmp(b)));
    for at in best.into_iter().skip(keep) {
        entries[at].counts = false;
    }
}

/// Keeps the best session, of equal ones the first.
fn choose_session(entries: &mut [Entry<'_>], preset: &Preset) {
    let session = |entry: &Entry<'_>| (entry.round.max(1) - 1) / preset.session_rounds.max(1);
    let best = {
        let sessions: Vec<&[Entry<'_>]> =
            entries.chunk_by(|a, b| session(a) == session(b)).collect();
        let mut best: Option<&[Entry<'_>]> = None;
        for rounds in sessions {
            if best.is_none_or(|so_far| compare(rounds, so_far, preset) == Ordering::Greater) {
                best = Some(rounds);
            }
        }
        best.and_then(|rounds| rounds.first()).map(session)
    };
    for entry in entries {
        entry.counts = Some(session(entry)) == best;
    }
}

/// Compares two sets of rounds of one player by the preset's criteria, as far
/// as they add up.
fn compare(a: &[Entry<'_>], b: &[Entry<'_>], preset: &Preset) -> Ordering {
    let value = |entries: &[Entry<'_>], criterion: Criterion| {
        let values = entries
            .iter()
            .filter_map(|entry| entry.adds(criterion, preset));
        match criterion {
            Criterion::BestGame => values.max().unwrap_or(Exact::ZERO),
            Criterion::ShareMean | Criterion::WinShare => mean(values),
            _ => values.sum(),
        }
    };
    let orders = preset.criteria.iter().map(|criterion| {
        let order = value(a, *criterion).cmp(&value(b, *criterion));
        match criterion.direction() {
            crate::preset::Direction::Highest => order,
            crate::preset::Direction::Lowest => order.reverse(),
        }
    });
    orders
        .into_iter()
        .find(|order| *order != Ordering::Equal)
        .unwrap_or(Ordering::Equal)
}

/// The mean; zero of nothing.
pub(super) fn mean(values: impl Iterator<Item = Exact>) -> Exact {
    let (mut sum, mut many) = (Exact::ZERO, 0);
    for value in values {
        sum = &sum + &value;
        many += 1;
    }
    sum.checked_div(&Exact::int(many)).unwrap_or(Exact::ZERO)
}
