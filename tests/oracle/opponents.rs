//! What a player's opponents did: Buchholz in three readings of unplayed
//! rounds, and Sonneborn-Berger. For tables of two.

use super::criteria::{Record, Records};
use super::rules::Unplayed;
use super::{Number, ratio, whole};

/// One round of a player: the opponent's score as it counts.
struct Contribution {
    score: Number,
    /// The own result of that round.
    result: Number,
    /// The round was not played, and not for want of an opponent.
    voluntary: bool,
}

/// The sum of the opponents' scores, without the lowest and highest.
pub(super) fn buchholz(records: &Records, id: &str, lowest: usize, highest: usize) -> Number {
    let mut all = contributions(records, id);
    all.sort_by(|one, other| one.score.cmp(&other.score));
    for _ in 0..lowest.min(all.len()) {
        // By the rules of 2026 a round missed freely is cut before others.
        let free = all.iter().position(|one| one.voluntary);
        let free = free.filter(|_| records.rules.unplayed == Unplayed::Fide2026);
        all.remove(free.unwrap_or(0));
    }
    for _ in 0..highest.min(all.len()) {
        all.pop();
    }
    all.into_iter().map(|one| one.score).sum()
}

/// The scores of opponents beaten, and half those drawn with.
pub(super) fn sonneborn(records: &Records, id: &str) -> Number {
    let all = contributions(records, id).into_iter();
    all.map(|one| one.score * one.result).sum()
}

fn contributions(records: &Records, id: &str) -> Vec<Contribution> {
    (1..=records.rounds)
        .flat_map(|round| of_round(records, id, round))
        .collect()
}

fn of_round(records: &Records, id: &str, round: u32) -> Vec<Contribution> {
    let record = &records.of[id];
    if let Some(game) = record.games.iter().find(|game| game.round == round) {
        let opponents = game.opponents.iter();
        let of = |opponent: &String| Contribution {
            score: score_as_opponent(records, &records.of[opponent]),
            result: game.win.clone(),
            voluntary: false,
        };
        return opponents.map(of).collect();
    }
    if !records.complete.contains(&round) {
        return Vec::new();
    }
    let bye = record.byes.contains(&round);
    let result = whole(i64::from(bye));
    let score = match records.rules.unplayed {
        Unplayed::Plain => whole(0),
        Unplayed::Fide2009 => virtual_opponent(records, record, round, &result),
        Unplayed::Fide2026 => dummy_opponent(records, record),
    };
    vec![Contribution {
        score,
        result,
        voluntary: !bye,
    }]
}

fn score_as_opponent(records: &Records, record: &Record) -> Number {
    let played = |round: u32| record.games.iter().any(|game| game.round == round);
    match records.rules.unplayed {
        Unplayed::Plain => record.wins(),
        Unplayed::Fide2009 => {
            let missed = records
                .complete
                .iter()
                .filter(|&&round| !played(round))
                .count();
            record
                .games
                .iter()
                .map(|game| game.win.clone())
                .sum::<Number>()
                + ratio(missed as i64, 2)
        }
        Unplayed::Fide2026 => {
            let here = |round: u32| played(round) || record.byes.contains(&round);
            let last = (1..=records.rounds).rev().find(|&round| here(round));
            let after = |round: &&u32| **round > last.unwrap_or(0);
            let missed = records.complete.iter().filter(after).count() as i64;
            record.wins() + ratio(missed, 2)
        }
    }
}

/// Level before the round, the counterpart in it, drawing all that follow.
fn virtual_opponent(records: &Records, record: &Record, round: u32, result: &Number) -> Number {
    let before: Number = record
        .games
        .iter()
        .filter(|game| game.round < round)
        .map(|game| game.win.clone())
        .sum();
    let byes = record.byes.iter().filter(|&&bye| bye < round).count();
    let after = records
        .complete
        .iter()
        .filter(|&&complete| complete > round)
        .count() as i64;
    before + whole(byes as i64) + whole(1) - result + ratio(after, 2)
}

/// The own score, at most half a point a round.
fn dummy_opponent(records: &Records, record: &Record) -> Number {
    record.wins().min(ratio(records.complete.len() as i64, 2))
}
