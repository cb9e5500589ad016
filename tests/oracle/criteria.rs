//! The value of each criterion for each player.

use std::collections::BTreeMap;

use super::opponents;
use super::read::{Event, Row};
use super::rules::{Counted, Form, Rules};
use super::table::{Scored, scored};
use super::{Number, whole};

/// A value: none, a number, or beyond all numbers.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Value {
    Missing,
    Number(Number),
    Endless,
}

/// What one player has from the rounds that count.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    pub(super) games: Vec<Scored>,
    pub(super) byes: Vec<u32>,
    pub(super) penalties: Vec<(u32, Number)>,
}

/// All records, and the rounds that were begun.
#[derive(Clone, Debug)]
pub(super) struct Records {
    pub(super) rules: Rules,
    seed_ranks: BTreeMap<String, Number>,
    pub(super) of: BTreeMap<String, Record>,
    /// Rounds of which at least one table counts.
    pub(super) rounds: u32,
    /// Rounds of which every table counts.
    pub(super) complete: Vec<u32>,
}

impl std::fmt::Display for Value {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Missing => write!(out, "null"),
            Self::Number(number) => write!(out, "{number}"),
            Self::Endless => write!(out, "inf"),
        }
    }
}

impl Record {
    fn in_rounds(&self, wanted: impl Fn(u32) -> bool) -> Self {
        Self {
            games: self
                .games
                .iter()
                .filter(|game| wanted(game.round))
                .cloned()
                .collect(),
            byes: self
                .byes
                .iter()
                .copied()
                .filter(|&round| wanted(round))
                .collect(),
            // A penalty is off the player's total, whichever rounds count.
            penalties: self.penalties.clone(),
        }
    }

    fn sum(&self, value: impl Fn(&Scored) -> Number) -> Number {
        self.games.iter().map(value).sum()
    }

    fn penalty(&self) -> Number {
        self.penalties
            .iter()
            .map(|(_, penalty)| penalty.clone())
            .sum()
    }

    fn places(&self, place: usize) -> Number {
        whole(self.games.iter().filter(|game| game.place == place).count() as i64)
    }

    /// Wins, draws as halves, byes as wins.
    pub(super) fn wins(&self) -> Number {
        self.sum(|game| game.win.clone()) + whole(self.byes.len() as i64)
    }

    /// Round points, less what the judge took.
    pub(super) fn points(&self) -> Number {
        self.sum(|game| game.points.clone().unwrap_or_else(|| whole(0))) - self.penalty()
    }

    /// Time used; nothing is known without a game or where one clock was not
    /// written down.
    fn clock(&self) -> Value {
        if self.games.is_empty() || self.games.iter().any(|game| game.clock.is_none()) {
            return Value::Missing;
        }
        Value::Number(self.sum(|game| game.clock.clone().unwrap_or_else(|| whole(0))))
    }

    fn shares(&self) -> Number {
        self.sum(|game| game.share.clone())
    }
}

impl Records {
    pub(super) fn new(event: &Event) -> Self {
        let mut of: BTreeMap<String, Record> = BTreeMap::new();
        for player in &event.players {
            of.insert(player.id.clone(), Record::default());
        }
        for game in scored(&event.rules, &event.rows) {
            of.get_mut(&game.id).unwrap().games.push(game);
        }
        for row in &event.rows {
            let record = of.get_mut(&row.id).unwrap();
            // A bye counts from the first result of its round on.
            let begun = |other: &Row| {
                let typed = ["VP", "Winner", "Clock", "Time out"];
                other.round == row.round && typed.iter().any(|cell| !other.cell(cell).is_empty())
            };
            if row.table.is_none() && event.rows.iter().any(begun) {
                record.byes.push(row.round);
            }
            // A judge's penalty is without sign.
            if let Some(number) = row.number("Penalty") {
                let number = if number < whole(0) { -number } else { number };
                record.penalties.push((row.round, number));
            }
        }
        let complete = complete_rounds(event, &of);
        let rounds = of
            .values()
            .flat_map(|record| record.games.iter().map(|game| game.round))
            .max();
        Self {
            rules: event.rules.clone(),
            seed_ranks: seed_ranks(event),
            of,
            rounds: rounds.unwrap_or(0),
            complete,
        }
    }

    /// The values of one player in the order of the criteria, up to the first
    /// one that is no value (lot, name, id).
    pub(super) fn values(&self, id: &str) -> Vec<Value> {
        let record = &self.of[id];
        match self.rules.counted {
            Counted::BestSession(length) => {
                let sessions = self.rounds.div_ceil(length).max(1);
                let session = |at: u32| record.in_rounds(|round| round.div_ceil(length) == at);
                let values = (1..=sessions).map(|at| self.values_of(id, &session(at)));
                values.max_by_key(|values| self.key(values)).unwrap()
            }
            Counted::All => self.values_of(id, record),
            Counted::Best(_) | Counted::Drop(_) => self.best_rounds(id, record),
        }
    }

    /// The rounds, that many, that serve the player best.
    fn best_rounds(&self, id: &str, record: &Record) -> Vec<Value> {
        let played: Vec<u32> = record.games.iter().map(|game| game.round).collect();
        let keep = match self.rules.counted {
            Counted::Best(count) => count,
            Counted::Drop(count) => self.complete.len().saturating_sub(count),
            _ => played.len(),
        };
        let keep = keep.min(played.len());
        let choices =
            (0..1_u32 << played.len()).filter(|choice| choice.count_ones() as usize == keep);
        let values = choices.map(|choice| {
            let kept = |round: u32| {
                played
                    .iter()
                    .position(|&one| one == round)
                    .is_some_and(|at| choice & 1 << at != 0)
            };
            self.values_of(id, &record.in_rounds(kept))
        });
        values.max_by_key(|values| self.key(values)).unwrap()
    }

    /// The values so that more is better throughout.
    pub(super) fn key(&self, values: &[Value]) -> Vec<Value> {
        let criteria = self.rules.criteria.iter();
        let turned = criteria.zip(values).map(|(criterion, value)| match value {
            Value::Number(number) if matches!(criterion.as_str(), "seed_rank" | "clock") => {
                Value::Number(-number)
            }
            other => other.clone(),
        });
        turned.collect()
    }

    fn values_of(&self, id: &str, record: &Record) -> Vec<Value> {
        let criteria = self.rules.criteria.iter();
        let valued = criteria.take_while(|criterion| !is_fallback(criterion));
        valued
            .map(|criterion| self.value(criterion, id, record))
            .collect()
    }

    fn value(&self, criterion: &str, id: &str, record: &Record) -> Value {
        let minus = |sum: Number| {
            if self.rules.has_points() {
                sum
            } else {
                sum - record.penalty()
            }
        };
        Value::Number(match criterion {
            "points" => record.points(),
            "wins" => record.wins(),
            "vp" => minus(record.sum(|game| game.vp.clone())),
            "share_sum" => record.shares(),
            "share_mean" if record.games.is_empty() => whole(0),
            "share_mean" => record.shares() / whole(record.games.len() as i64),
            "firsts" => record.places(1),
            "seconds" => record.places(2),
            "thirds" => record.places(3),
            "fourths" => record.places(4),
            "clock" => return record.clock(),
            "games" => whole(record.games.len() as i64),
            "best_game" => record
                .games
                .iter()
                .map(|game| game.vp.clone())
                .max()
                .unwrap_or_else(|| whole(0)),
            "point_diff" => minus(self.difference(record)),
            "best_finish_ratio" => return best_finish(record),
            "seed_rank" => self.seed_ranks[id].clone(),
            "buchholz" => opponents::buchholz(self, id, 0, 0),
            "buchholz_cut1" => opponents::buchholz(self, id, 1, 0),
            "buchholz_median" => opponents::buchholz(self, id, 1, 1),
            "sonneborn" => opponents::sonneborn(self, id),
            "opponents_points" => self.opponents_points(record),
            other => panic!("no criterion {other}"),
        })
    }

    fn difference(&self, record: &Record) -> Number {
        assert_eq!(
            self.rules.form,
            Form::Duel,
            "a difference needs two players"
        );
        record.sum(|game| &game.vp + &game.vp - &game.table_vp)
    }

    fn opponents_points(&self, record: &Record) -> Number {
        let opponents = record.games.iter().flat_map(|game| &game.opponents);
        opponents.map(|id| self.of[id].points()).sum()
    }
}

fn seed_ranks(event: &Event) -> BTreeMap<String, Number> {
    let ranks = event.players.iter();
    ranks
        .filter_map(|player| Some((player.id.clone(), player.seed_rank.clone()?)))
        .collect()
}

fn complete_rounds(event: &Event, of: &BTreeMap<String, Record>) -> Vec<u32> {
    let seated = |round: u32| {
        let rows = event.rows.iter();
        rows.filter(|row| row.round == round && row.table.is_some())
            .count()
    };
    let scored = |round: u32| {
        let games = of.values().flat_map(|record| &record.games);
        games.filter(|game| game.round == round).count()
    };
    let last = event.rows.iter().map(|row| row.round).max().unwrap_or(0);
    (1..=last)
        .filter(|&round| seated(round) > 0 && seated(round) == scored(round))
        .collect()
}

pub(super) fn is_fallback(criterion: &str) -> bool {
    matches!(criterion, "lot" | "name" | "id")
}

/// Own VP over those of the player just below, in the best finish.
fn best_finish(record: &Record) -> Value {
    let Some(best) = record.games.iter().map(|game| game.place).min() else {
        return Value::Number(whole(0));
    };
    let finishes = record.games.iter().filter(|game| game.place == best);
    let value = |game: &Scored| match &game.below {
        None => Value::Number(whole(0)),
        Some(below) if *below == whole(0) => Value::Endless,
        Some(below) => Value::Number(&game.vp / below),
    };
    finishes.map(value).max().unwrap()
}
