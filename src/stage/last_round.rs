//! What the last preliminary round can still change: whether a player is among
//! the first so many after some end of it, and whether after another they are
//! not. Every end of each open table is tried, table by table, since no table
//! changes another. Knows the criteria that follow from a player's own games;
//! players whom only others part (opponents' results, a lot) can come out
//! either way.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Event, Exact, Measure, PlayerIx, RowScore, Standings, Status, TrailWhy};
use crate::preset::{Counted, Criterion, Preset, WinnerMark};

/// The largest score for which all ends of a table are listed.
const MOST_VP: i64 = 16;
/// Players in the race above which only the bounds of the first criterion say
/// who is decided; the answer must come at once.
const MOST_PLAYERS: usize = 40;

/// The open tables of the last preliminary round, and what they could be worth.
pub struct Ahead<'a> {
    /// Its number.
    pub round: u32,
    /// The players of each table that has no result yet.
    pub tables: Vec<Vec<PlayerIx>>,
    /// Scores a table from the VP of its seats and the one marked as winner.
    pub score: &'a dyn Fn(&[i64], Option<usize>) -> Vec<RowScore>,
}

/// What one game adds to each criterion.
type Gain = Vec<Exact>;

/// One end of a table: what each of its rows adds.
struct End {
    rows: Vec<Row>,
}

struct Row {
    gain: Gain,
    /// No row of any end adds more to any criterion, but for the shares.
    first: bool,
    /// No row of any end adds less.
    last: bool,
}

/// All ends of the tables of one size.
struct Ends {
    /// Those with the highest and lowest scores first: they mostly show that a
    /// player is still open.
    all: Vec<End>,
    /// The most and the least that any row adds to each criterion.
    most: Gain,
    least: Gain,
}

/// The state before the last round.
pub(super) struct LastRound<'a> {
    criteria: Vec<Criterion>,
    tables: &'a [Vec<PlayerIx>],
    /// Sums so far, and the games that a mean divides by.
    now: BTreeMap<PlayerIx, (Gain, i64)>,
    /// Who can take a place.
    racing: BTreeSet<PlayerIx>,
    ends: BTreeMap<usize, Ends>,
}

impl<'a> LastRound<'a> {
    /// `None` where the rules or the size of the field are beyond it.
    pub(super) fn new(
        event: &Event,
        preset: &Preset,
        standings: &Standings,
        ahead: &'a Ahead<'_>,
    ) -> Option<Self> {
        let most = most_vp(preset, ahead.round);
        let criteria: Vec<Criterion> = preset
            .criteria
            .iter()
            .copied()
            .take_while(|criterion| is_own(*criterion, preset, most))
            .collect();
        let ranked = || standings.lines.iter().filter(|line| line.rank.is_some());
        let simple = preset.counted == Counted::All
            && preset.tie_breaks.is_empty()
            && preset.winner_mark == WinnerMark::Always
            && preset.vp_min >= 0;
        if criteria.is_empty() || !simple || ranked().count() > MOST_PLAYERS {
            return None;
        }
        let racing = ranked().map(|line| line.player);
        let mut last = Self {
            tables: &ahead.tables,
            now: ranked()
                .map(|line| Some((line.player, sums(&criteria, standings, line.player)?)))
                .collect::<Option<_>>()?,
            racing: racing
                .filter(|player| !event.players[*player].qualified)
                .collect(),
            ends: BTreeMap::new(),
            criteria,
        };
        let sizes: BTreeSet<usize> = ahead.tables.iter().map(Vec::len).collect();
        for size in sizes {
            if !(2..=4).contains(&size) {
                return None;
            }
            let ends = ends(&last.criteria, preset, ahead, size, most);
            last.ends.insert(size, ends);
        }
        Some(last)
    }

    /// Says where a player stands when so many go on.
    pub(super) fn status(&self, player: PlayerIx, many: usize) -> Status {
        if !self.now.contains_key(&player) {
            return Status::Open;
        }
        if !self.can_be_out(player, many) {
            Status::Through
        } else if !self.can_be_in(player, many) {
            Status::Out
        } else {
            Status::Open
        }
    }

    /// Takes the player's worst end, which is the best for all others.
    fn can_be_out(&self, player: PlayerIx, many: usize) -> bool {
        let Some(own) = self.table_of(player) else {
            let key = self.key(player, None);
            return self.among_others(player, None, &key, true) >= many;
        };
        let ends = &self.ends[&own.len()];
        let mut others: BTreeMap<Vec<Exact>, usize> = BTreeMap::new();
        ends.all.iter().any(|end| {
            let mut lasts = (0..end.rows.len()).filter(|row| end.rows[*row].last);
            lasts.any(|row| {
                let key = self.key(player, Some(&end.rows[row].gain));
                let mates = self.mates(player, own, end, row, &key, true);
                let rest = others
                    .entry(key)
                    .or_insert_with_key(|key| self.among_others(player, Some(own), key, true));
                mates + *rest >= many
            })
        })
    }

    /// Takes the player's best ends, with each end of the mates.
    fn can_be_in(&self, player: PlayerIx, many: usize) -> bool {
        let Some(own) = self.table_of(player) else {
            let key = self.key(player, None);
            return self.among_others(player, None, &key, false) < many;
        };
        let ends = &self.ends[&own.len()];
        let mut others: BTreeMap<Vec<Exact>, usize> = BTreeMap::new();
        ends.all.iter().any(|end| {
            let mut firsts = (0..end.rows.len()).filter(|row| end.rows[*row].first);
            firsts.any(|row| {
                let key = self.key(player, Some(&end.rows[row].gain));
                let mates = self.mates(player, own, end, row, &key, false);
                let rest = others
                    .entry(key)
                    .or_insert_with_key(|key| self.among_others(player, Some(own), key, false));
                mates + *rest < many
            })
        })
    }

    fn table_of(&self, player: PlayerIx) -> Option<&'a [PlayerIx]> {
        let table = self.tables.iter().find(|table| table.contains(&player))?;
        Some(table)
    }

    /// A player's values after the round.
    fn key(&self, player: PlayerIx, gain: Option<&Gain>) -> Vec<Exact> {
        let (now, games) = &self.now[&player];
        let games = games + i64::from(gain.is_some());
        let value = |(at, criterion): (usize, &Criterion)| {
            let sum = gain.map_or_else(|| now[at].clone(), |gain| &now[at] + &gain[at]);
            if *criterion == Criterion::ShareMean {
                return sum.checked_div(&Exact::int(games)).unwrap_or(Exact::ZERO);
            }
            sum
        };
        self.criteria.iter().enumerate().map(value).collect()
    }

    /// Whether values are above the key; equal ones count where `or_level`.
    fn is_above(
        &self,
        player: PlayerIx,
        gain: Option<&Gain>,
        key: &[Exact],
        or_level: bool,
    ) -> bool {
        let own = self.key(player, gain);
        if or_level {
            own[..] >= *key
        } else {
            own[..] > *key
        }
    }

    /// How many come above a key at the other tables, and away from all: the
    /// most of them with `most`, where level counts as above, else the least.
    fn among_others(
        &self,
        player: PlayerIx,
        own: Option<&[PlayerIx]>,
        key: &[Exact],
        most: bool,
    ) -> usize {
        let seated: BTreeSet<PlayerIx> = self.tables.iter().flatten().copied().collect();
        let others = self.racing.iter().filter(|other| **other != player);
        let away = others
            .filter(|other| !seated.contains(other))
            .filter(|other| self.is_above(**other, None, key, most))
            .count();
        let tables = self.tables.iter().filter(|table| Some(&table[..]) != own);
        away + tables
            .map(|table| self.at_table(table, key, most))
            .sum::<usize>()
    }

    /// The same for one table.
    fn at_table(&self, table: &[PlayerIx], key: &[Exact], most: bool) -> usize {
        let ends = &self.ends[&table.len()];
        let racing: Vec<PlayerIx> = table
            .iter()
            .copied()
            .filter(|player| self.racing.contains(player))
            .collect();
        let surely = |player: &PlayerIx| self.is_above(*player, Some(&ends.least), key, most);
        let maybe = |player: &PlayerIx| self.is_above(*player, Some(&ends.most), key, most);
        let sure = racing.iter().filter(|player| surely(player)).count();
        let torn: Vec<PlayerIx> = racing
            .into_iter()
            .filter(|player| !surely(player) && maybe(player))
            .collect();
        if torn.is_empty() {
            return sure;
        }
        let (goal, mut best) = if most {
            (torn.len(), 0)
        } else {
            (0, torn.len())
        };
        for end in &ends.all {
            let rows: Vec<usize> = (0..end.rows.len()).collect();
            let count = self.count(&torn, end, &rows, key, most);
            best = if most {
                best.max(count)
            } else {
                best.min(count)
            };
            if best == goal {
                break;
            }
        }
        sure + best
    }

    /// The player's mates in one end of their table.
    fn mates(
        &self,
        player: PlayerIx,
        table: &[PlayerIx],
        end: &End,
        row: usize,
        key: &[Exact],
        most: bool,
    ) -> usize {
        let mates: Vec<PlayerIx> = table
            .iter()
            .copied()
            .filter(|mate| *mate != player && self.racing.contains(mate))
            .collect();
        let rows: Vec<usize> = (0..end.rows.len()).filter(|other| *other != row).collect();
        self.count(&mates, end, &rows, key, most)
    }

    /// How many of some players come above a key when they take some rows of
    /// an end, in the order that makes it the most or the least.
    fn count(
        &self,
        players: &[PlayerIx],
        end: &End,
        rows: &[usize],
        key: &[Exact],
        most: bool,
    ) -> usize {
        let fits: Vec<Vec<bool>> = players
            .iter()
            .map(|player| {
                rows.iter()
                    .map(|row| {
                        self.is_above(*player, Some(&end.rows[*row].gain), key, most) == most
                    })
                    .collect()
            })
            .collect();
        let fitting = matched(&fits, 0);
        if most {
            fitting
        } else {
            players.len() - fitting
        }
    }
}

/// How many players can have a row that fits, each another; rows taken so far
/// are bits.
fn matched(fits: &[Vec<bool>], taken: u32) -> usize {
    let Some((first, rest)) = fits.split_first() else {
        return 0;
    };
    let free = (0..first.len()).filter(|row| first[*row] && taken & (1 << row) == 0);
    let with = free.map(|row| 1 + matched(rest, taken | 1 << row));
    with.max().unwrap_or(0).max(matched(rest, taken))
}

/// The highest VP that count, where a cap keeps them small enough to list.
fn most_vp(preset: &Preset, round: u32) -> Option<i64> {
    let target = preset.target(round)?;
    let cap =
        |cap: &Option<crate::preset::Cap>| cap.as_ref()?.value(round, Some(&target))?.to_i64();
    let most = cap(&preset.winner_cap)?.max(cap(&preset.others_cap)?);
    let most = most.max(target.to_i64()?);
    (most <= MOST_VP).then_some(most)
}

/// Criteria that a player's own games decide, one by one.
fn is_own(criterion: Criterion, preset: &Preset, most: Option<i64>) -> bool {
    match criterion {
        Criterion::Wins
        | Criterion::Firsts
        | Criterion::Seconds
        | Criterion::Thirds
        | Criterion::Fourths => true,
        Criterion::Points => preset.score_points.is_none(),
        Criterion::Vp | Criterion::ShareSum | Criterion::ShareMean => most.is_some(),
        _ => false,
    }
}

/// A player's sums so far. A mean is taken apart again, from its trail.
fn sums(criteria: &[Criterion], standings: &Standings, player: PlayerIx) -> Option<(Gain, i64)> {
    let line = standings.lines.iter().find(|line| line.player == player)?;
    let mut games = 0;
    let mut now = Vec::with_capacity(criteria.len());
    for criterion in criteria {
        let at = standings
            .valued
            .iter()
            .position(|key| key == criterion.key())?;
        let Measure::Exact(value) = &line.values[at] else {
            return None;
        };
        if *criterion == Criterion::ShareMean {
            let parts = line.trails[at].parts.iter();
            games = parts
                .filter(|part| part.why != TrailWhy::NotCounted)
                .count() as i64;
            now.push(value * &Exact::int(games));
        } else {
            now.push(value.clone());
        }
    }
    Some((now, games))
}

/// Lists all ends of a table: every score of every row, and every winner that
/// may be marked. Without VP among the criteria the order of the rows is all.
fn ends(
    criteria: &[Criterion],
    preset: &Preset,
    ahead: &Ahead<'_>,
    size: usize,
    most: Option<i64>,
) -> Ends {
    let by_vp = |criterion: &Criterion| {
        matches!(
            criterion,
            Criterion::Vp | Criterion::ShareSum | Criterion::ShareMean
        )
    };
    let target = preset
        .target(ahead.round)
        .and_then(|target| target.to_i64());
    let top = match (most, target) {
        (Some(most), _) if criteria.iter().any(by_vp) => most,
        (_, Some(target)) => target,
        _ => size as i64,
    };
    let strict = preset.winner_required || preset.winner_floor.is_some();
    let mut all: Vec<(bool, End)> = Vec::new();
    for scores in falling(size, top) {
        let edge = scores.iter().all(|vp| *vp <= 1 || *vp + 1 >= top);
        let reached = |at: &usize| target.is_some_and(|target| scores[*at] >= target);
        let differs = |at: &usize| *at == 0 || scores[*at] != scores[*at - 1];
        let may_win = |at: &usize| target.is_some() && (reached(at) || !strict);
        let marks = (0..size).filter(differs).filter(may_win).map(Some);
        let unmarked = match (0..size).filter(reached).count() {
            0 => !preset.winner_required,
            1 => true,
            _ => false,
        };
        for mark in marks.chain(unmarked.then_some(None)) {
            let rows = (ahead.score)(&scores, mark);
            all.push((edge, End::of(criteria, &rows)));
        }
    }
    all.sort_by_key(|(edge, _)| !edge);
    let mut ends = Ends {
        all: all.into_iter().map(|(_, end)| end).collect(),
        most: Vec::new(),
        least: Vec::new(),
    };
    ends.mark_extremes(criteria);
    ends
}

/// All falling rows of so many scores from a top down to nothing, the highest
/// and lowest ones early.
fn falling(size: usize, top: i64) -> Vec<Vec<i64>> {
    let Some(shorter) = size.checked_sub(1) else {
        return vec![Vec::new()];
    };
    let mut rows = Vec::new();
    for first in (0..=top).rev() {
        for rest in falling(shorter, first) {
            rows.push(std::iter::once(first).chain(rest).collect());
        }
    }
    rows
}

impl End {
    fn of(criteria: &[Criterion], rows: &[RowScore]) -> Self {
        let gain = |row: &RowScore, criterion: &Criterion| {
            let place = |wanted| Exact::int(i64::from(row.place == wanted));
            match criterion {
                Criterion::Points => row.points.clone().unwrap_or(Exact::ZERO),
                Criterion::Vp => row.vp.clone(),
                Criterion::Wins => row.win.clone(),
                Criterion::Firsts => place(1),
                Criterion::Seconds => place(2),
                Criterion::Thirds => place(3),
                Criterion::Fourths => place(4),
                _ => row.share.clone(),
            }
        };
        let row = |row: &RowScore| Row {
            gain: criteria
                .iter()
                .map(|criterion| gain(row, criterion))
                .collect(),
            first: false,
            last: false,
        };
        Self {
            rows: rows.iter().map(row).collect(),
        }
    }
}

impl Ends {
    /// Finds the most and the least, and which rows have the best and the
    /// worst gain: a player's own end is always one of those.
    fn mark_extremes(&mut self, criteria: &[Criterion]) {
        let rows = || self.all.iter().flat_map(|end| &end.rows);
        let column = |at: usize| rows().map(move |row| &row.gain[at]);
        self.most = (0..criteria.len())
            .filter_map(|at| column(at).max().cloned())
            .collect();
        self.least = (0..criteria.len())
            .filter_map(|at| column(at).min().cloned())
            .collect();
        // Shares follow from the mates, who may take any end: every row is
        // tried that is best or worst in all before them.
        let shares =
            |criterion: &Criterion| matches!(criterion, Criterion::ShareSum | Criterion::ShareMean);
        let before = criteria.iter().position(shares).unwrap_or(criteria.len());
        let head = |row: &Row| row.gain[..before].to_vec();
        let best = rows().map(head).max();
        let worst = rows().map(head).min();
        for row in self.all.iter_mut().flat_map(|end| &mut end.rows) {
            row.first = best.as_deref() == Some(&row.gain[..before]);
            row.last = worst.as_deref() == Some(&row.gain[..before]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_falling_row_is_listed_once() {
        assert_eq!(
            falling(2, 2),
            [[2, 2], [2, 1], [2, 0], [1, 1], [1, 0], [0, 0]]
        );
        assert_eq!(falling(4, 10).len(), 1001);
    }

    #[test]
    fn each_player_has_another_row() {
        let fits = [vec![true, false], vec![true, false]];
        assert_eq!(matched(&fits, 0), 1);
        let fits = [vec![true, true], vec![true, false]];
        assert_eq!(matched(&fits, 0), 2);
    }
}
