//! Through, out and open with one round to go, against many ends of that
//! round: who is through or out is so after every one of them, and who is open
//! is in after one and out after another.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive as _;

use super::champions::Whole;
use super::read::{Event, Row};
use super::rules::Rules;
use super::table::{Scored, scored};
use super::{Number, whole};

/// Ends of the round that are drawn at random.
const COMPLETIONS: usize = 10_000;

/// A player's sums, criterion by criterion, as whole numbers of one scale.
type Sums = Vec<i128>;

/// One end of a table: what it adds for each of its players.
type End = BTreeMap<String, Sums>;

/// An event before its last preliminary round.
struct Before {
    sums: BTreeMap<String, Sums>,
    /// For each table, ends at random and ends of the highest and lowest scores.
    tables: Vec<Ends>,
    many: usize,
}

struct Ends {
    random: Vec<End>,
    edges: Vec<End>,
}

/// What was seen of a player.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    within: bool,
    out: bool,
}

impl Before {
    /// Whether each player can be among the first so many after an end of
    /// every table; equal players may come in either order.
    fn fates(&self, ends: &[&End], seen: &mut BTreeMap<String, Seen>) {
        let total = |id: &String| -> Sums {
            let gain = ends.iter().find_map(|end| end.get(id));
            let sums = &self.sums[id];
            gain.map_or_else(
                || sums.clone(),
                |gain| sums.iter().zip(gain).map(|(a, b)| a + b).collect(),
            )
        };
        let totals: Vec<(&String, Sums)> = self.sums.keys().map(|id| (id, total(id))).collect();
        for (id, own) in &totals {
            let above = totals.iter().filter(|(_, other)| other > own).count();
            let level = totals.iter().filter(|(_, other)| other >= own).count() - 1;
            let seen = seen.entry((*id).clone()).or_default();
            seen.within |= above < self.many;
            seen.out |= level >= self.many;
        }
    }

    /// Looks for an end that brings a player in, or out, table by table.
    fn aim(&self, id: &String, within: bool) -> bool {
        let own = self
            .tables
            .iter()
            .position(|table| table.edges[0].contains_key(id));
        // Nobody gains by a worse place of their own, and nobody else loses.
        let ends = own.map(|own| &self.tables[own].edges);
        let aimed = ends.and_then(|ends| {
            let gains = ends.iter().map(|end| end[id][0]);
            if within { gains.max() } else { gains.min() }
        });
        let choices: Vec<Option<&End>> = ends.map_or_else(
            || vec![None],
            |ends| {
                let chosen = ends.iter().filter(|end| Some(end[id][0]) == aimed);
                chosen.map(Some).collect()
            },
        );
        let mut elsewhere: BTreeMap<Sums, usize> = BTreeMap::new();
        choices.into_iter().any(|end| {
            let key = self.total(id, end);
            let mates = end.map_or(0, |end| self.above(id, end, &key, within));
            let rest = elsewhere
                .entry(key)
                .or_insert_with_key(|key| self.elsewhere(id, own, key, within));
            let count = mates + *rest;
            if within {
                count < self.many
            } else {
                count >= self.many
            }
        })
    }

    /// The players of a table who come above a key in one end of it.
    fn above(&self, id: &String, end: &End, key: &Sums, within: bool) -> usize {
        let others = end.keys().filter(|other| *other != id);
        others
            .filter(|other| is_above(&self.total(other, Some(end)), key, within))
            .count()
    }

    /// Those who do so at the other tables, and without one.
    fn elsewhere(&self, id: &String, own: Option<usize>, key: &Sums, within: bool) -> usize {
        let seated = |other: &String| {
            self.tables
                .iter()
                .any(|table| table.edges[0].contains_key(other))
        };
        let away = self
            .sums
            .iter()
            .filter(|(other, _)| *other != id && !seated(other));
        let away = away.filter(|(_, sums)| is_above(sums, key, within)).count();
        let tables = self
            .tables
            .iter()
            .enumerate()
            .filter(|(at, _)| Some(*at) != own);
        let counts = tables.map(|(_, table)| {
            let counts = table
                .edges
                .iter()
                .map(|end| self.above(id, end, key, within));
            if within { counts.min() } else { counts.max() }.unwrap()
        });
        away + counts.sum::<usize>()
    }

    fn total(&self, id: &String, end: Option<&End>) -> Sums {
        let sums = &self.sums[id];
        match end.and_then(|end| end.get(id)) {
            Some(gain) => sums.iter().zip(gain).map(|(a, b)| a + b).collect(),
            None => sums.clone(),
        }
    }
}

/// Equal players may come in either order.
fn is_above(other: &Sums, key: &Sums, within: bool) -> bool {
    if within { other > key } else { other >= key }
}

/// The criteria that a player's own games decide, up to the first other one.
fn own_criteria(rules: &Rules) -> Vec<String> {
    let known = [
        "points",
        "vp",
        "wins",
        "share_sum",
        "share_mean",
        "firsts",
        "seconds",
        "thirds",
    ];
    let own = rules
        .criteria
        .iter()
        .take_while(|criterion| known.contains(&criterion.as_str()));
    own.cloned().collect()
}

/// Everybody plays every round, so that means are as good as sums.
fn gain(criteria: &[String], game: &Scored) -> Sums {
    // Divisible by every total of a table and by every number that shares.
    let scale: i128 = 12 * (1..=40_i128).fold(1, |lcm, next| lcm * next / gcd(lcm, next));
    let place = |wanted: usize| whole(i64::from(game.place == wanted));
    let exact = |criterion: &String| -> Number {
        match criterion.as_str() {
            "points" => game.points.clone().unwrap(),
            "vp" => game.vp.clone(),
            "wins" => game.win.clone(),
            "firsts" => place(1),
            "seconds" => place(2),
            "thirds" => place(3),
            _ => game.share.clone(),
        }
    };
    let scaled = |criterion: &String| {
        let value = exact(criterion) * Number::from_integer(scale.into());
        assert!(value.is_integer(), "{criterion} of {game:?}");
        value.to_integer().to_i128().unwrap()
    };
    criteria.iter().map(scaled).collect()
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn end(rules: &Rules, criteria: &[String], rows: &[Row]) -> End {
    let games = scored(rules, rows);
    games
        .iter()
        .map(|game| (game.id.clone(), gain(criteria, game)))
        .collect()
}

/// Every end in which each score is one of the few highest or lowest, with
/// every player in every row of it.
fn edges(rules: &Rules, criteria: &[String], rows: &[Row], target: Option<i64>) -> Vec<End> {
    let values: Vec<i64> = match target {
        Some(top) => vec![0, 1, 2, top - 1, top],
        None => (0..=rows.len() as i64).collect(),
    };
    let ids: Vec<String> = rows.iter().map(|row| row.id.clone()).collect();
    let mut all = BTreeSet::new();
    for number in 0..values.len().pow(rows.len() as u32) {
        let digit = |at: usize| number / values.len().pow(at as u32) % values.len();
        if (1..rows.len()).any(|at| digit(at) > digit(at - 1)) {
            continue;
        }
        let mut typed: Vec<Row> = rows.to_vec();
        for (at, row) in typed.iter_mut().enumerate() {
            row.line
                .insert("VP".to_owned(), values[digit(at)].to_string());
        }
        let reached = (0..rows.len())
            .filter(|at| target.is_some_and(|target| values[digit(*at)] >= target))
            .count();
        if reached < 2 && (reached == 1 || !rules.winner_demanded) {
            all.extend(turned(&ids, &end(rules, criteria, &typed)));
        }
        // The judge may give the game to somebody below the target.
        let judged = target.is_some() && !rules.winner_demanded && rules.others_below == Some(0);
        for at in (0..rows.len()).filter(|at| *at < reached || judged) {
            let mut marked = typed.clone();
            marked[at].line.insert("Winner".to_owned(), "x".to_owned());
            all.extend(turned(&ids, &end(rules, criteria, &marked)));
        }
    }
    all.into_iter().collect()
}

/// An end with its players in every order.
fn turned(ids: &[String], end: &End) -> Vec<End> {
    let gains: Vec<&Sums> = ids.iter().map(|id| &end[id]).collect();
    let mut orders: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in ids {
        orders = orders
            .into_iter()
            .flat_map(|order| {
                let left: Vec<usize> = (0..ids.len()).filter(|at| !order.contains(at)).collect();
                left.into_iter()
                    .map(move |at| [order.clone(), vec![at]].concat())
            })
            .collect();
    }
    let place = |order: Vec<usize>| {
        let own = order.into_iter().map(|at| gains[at].clone());
        ids.iter().cloned().zip(own).collect()
    };
    orders.into_iter().map(place).collect()
}

fn one_round_to_go(preset: &'static str, settings: &str, players: usize, many: usize, seed: u64) {
    let mut whole = Whole::new(preset, settings, players, seed);
    whole.run().unwrap();
    let last = whole.standings()["event"]["rounds_planned"]
        .as_u64()
        .unwrap() as u32;
    for round in 1..last {
        whole.type_round(round, false);
        whole.run().unwrap();
    }
    let standings = whole.standings();
    let event = Event::read(&whole.test.path("open"));
    let criteria = own_criteria(&event.rules);
    let mut before = Before {
        sums: event
            .players
            .iter()
            .map(|player| (player.id.clone(), vec![0; criteria.len()]))
            .collect(),
        tables: Vec::new(),
        many,
    };
    for game in scored(&event.rules, &event.rows) {
        let sums = before.sums.get_mut(&game.id).unwrap();
        for (sum, gain) in sums.iter_mut().zip(gain(&criteria, &game)) {
            *sum += gain;
        }
    }
    let mut tables: BTreeMap<u32, Vec<Row>> = BTreeMap::new();
    for row in event.rows.iter().filter(|row| row.round == last) {
        if let Some(table) = row.table {
            tables.entry(table).or_default().push(row.clone());
        }
    }
    let target = event.rules.target(last).and_then(|target| target.to_i64());
    for rows in tables.values() {
        let random = (0..100).map(|_| {
            let mut rows = rows.clone();
            whole.fill(&event.rules, last, &mut rows);
            end(&event.rules, &criteria, &rows)
        });
        before.tables.push(Ends {
            random: random.collect(),
            edges: edges(&event.rules, &criteria, rows, target),
        });
    }
    let mut seen: BTreeMap<String, Seen> = BTreeMap::new();
    for _ in 0..COMPLETIONS {
        let ends: Vec<&End> = before
            .tables
            .iter()
            .map(|table| {
                let edge = whole.random.chance(30);
                whole
                    .random
                    .pick(if edge { &table.edges } else { &table.random })
            })
            .collect();
        before.fates(&ends, &mut seen);
    }
    for line in standings["standings"].as_array().unwrap() {
        let id = line["id"].as_str().unwrap().to_owned();
        let random = seen[&id];
        let within = random.within || before.aim(&id, true);
        let out = random.out || before.aim(&id, false);
        let due = match (within, out) {
            (true, true) => "open",
            (true, false) => "through",
            _ => "out",
        };
        assert_eq!(
            line["status"],
            due,
            "{preset}, {players} players, seed {seed}: {id}, at random {random:?}\n{}",
            whole.test.read("open/out/standings.csv")
        );
    }
}

fn fields(preset: &'static str, settings: &str, sizes: &[(usize, usize)], seeds: u64) {
    let seeds = std::env::var("TABLETALLY_EVENTS").map_or(seeds, |text| text.parse().unwrap());
    for (players, many) in sizes {
        for seed in 1..=seeds {
            one_round_to_go(preset, settings, *players, *many, seed);
        }
    }
}

#[test]
fn austrian_statuses_hold_in_every_end() {
    fields("catan-at", "", &[(7, 4), (12, 4), (16, 4)], 2);
}

#[test]
fn german_statuses_hold_in_every_end() {
    fields("catan-de", "", &[(8, 2), (16, 2)], 2);
    fields("catan-de", "Final,yes\n", &[(14, 8)], 2);
}

#[test]
fn championship_statuses_hold_in_every_end() {
    fields("catan-championship", "", &[(12, 4), (16, 4)], 2);
}

#[test]
fn mind_sports_statuses_hold_in_every_end() {
    fields("catan-mso", "", &[(9, 4), (15, 4), (16, 16)], 2);
}

#[test]
fn knockout_statuses_hold_in_every_end() {
    fields("carcassonne-lv", "", &[(8, 8), (10, 8), (16, 8)], 2);
    fields("carcassonne-world", "", &[(12, 8)], 2);
}

#[test]
fn pods_statuses_hold_in_every_end() {
    fields("pods", "", &[(12, 1), (15, 1)], 2);
}
