//! Whole events from registration to the champion, through files and the
//! command line, for each preset and each size of the field at which its rules
//! change: the preliminary rounds, every stage's tables, and the final ranking
//! are those of the oracle.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value as Json;

use super::Number;
use super::compare::{Lots, differences};
use super::events::Sheet;
use super::random::Random;
use super::read::{Event, Line, Row, number};
use super::results::fill;
use super::rules::Rules;
use super::stages::{Cut, Due, Step};
use super::table::scored;
use crate::harness::Test;

/// An event that is played round by round.
pub(super) struct Whole {
    pub(super) test: Test,
    preset: &'static str,
    players: usize,
    pub(super) random: Random,
}

/// Plays an event of so many players; panics where something differs.
fn to_the_champion(preset: &'static str, settings: &str, players: usize, seed: u64) {
    if let Err(found) = Whole::new(preset, settings, players, seed).play() {
        panic!("{preset}, {players} players, seed {seed}\n{found}");
    }
}

impl Whole {
    pub(super) fn new(preset: &'static str, settings: &str, players: usize, seed: u64) -> Self {
        let test = Test::new();
        let mut list = "ID,Name\n".to_owned();
        for player in 1..=players {
            let id = format!("Q{:03}", (player * 37) % 101);
            let _ = writeln!(list, "{id},Player {id}");
        }
        test.write("open/players.csv", list);
        test.write(
            "open/event.csv",
            format!("Setting,Value\nName,Open\nPreset,{preset}\nSeed,dice {seed}\n{settings}"),
        );
        Self {
            test,
            preset,
            players,
            random: Random::new(seed * 1000 + players as u64),
        }
    }

    fn play(mut self) -> Result<(), String> {
        let rounds = self.preliminaries()?;
        let standings = self.standings();
        let order: Vec<String> = lines(&standings)
            .iter()
            .map(|line| text(&line["id"]))
            .collect();
        let groups = self.groups();
        let value = |line: &Json, name: &str| number(&text(&line["values"][name]));
        let parting: BTreeMap<String, (Number, Number)> = lines(&standings)
            .iter()
            .filter_map(|line| {
                let values = (value(line, "buchholz")?, value(line, "point_diff")?);
                Some((text(&line["id"]), values))
            })
            .collect();
        let mut done = 0;
        loop {
            let event = Event::read(&self.test.path("open"));
            let cut = Cut {
                preset: self.preset,
                event: &event,
                order: order.clone(),
                groups: groups.clone(),
                parting: parting.clone(),
                rounds,
                field: self.players,
            };
            let round = rounds + done + 1;
            let sheet = self.test.path(&format!("open/round-{round}.csv")).exists();
            match (cut.due(done), sheet) {
                (Some(due), true) => self.seated(round, &due)?,
                (None, false) => return self.ranking(&cut),
                (Some(due), false) => return Err(format!("no round {round}: {due:?}")),
                (None, true) => return Err(format!("round {round} is one too many")),
            }
            self.type_round(round, done + 1 == cut.stages());
            self.run()?;
            done += 1;
        }
    }

    fn duels(&self) -> bool {
        self.preset.starts_with("carcassonne")
    }

    /// Plays the preliminary rounds and says how many they were.
    fn preliminaries(&mut self) -> Result<u32, String> {
        self.run()?;
        let planned = self.standings()["event"]["rounds_planned"]
            .as_u64()
            .unwrap() as u32;
        for round in 1..=planned {
            if round == 4 && self.preset == "catan-championship" {
                self.only_winners_play_on(round)?;
            }
            self.type_round(round, false);
            self.run()?;
        }
        let mut event = Event::read(&self.test.path("open"));
        event.rows.retain(|row| row.round <= planned);
        // In groups each has a ranking of its own; the other tests compare it.
        if self.groups().is_empty() {
            let found = differences(&event, &self.standings(), true, &mut Lots::new());
            if !found.is_empty() {
                return Err(found.join("\n"));
            }
        }
        Ok(planned)
    }

    /// rules/004: from 80 players on, round 4 is for those with a win.
    fn only_winners_play_on(&self, round: u32) -> Result<(), String> {
        let mut event = Event::read(&self.test.path("open"));
        let seated: BTreeSet<String> = event
            .rows
            .iter()
            .filter(|row| row.round == round)
            .map(|row| row.id.clone())
            .collect();
        event.rows.retain(|row| row.round < round);
        let games = scored(&event.rules, &event.rows);
        let won = games.iter().filter(|game| game.winner);
        let due: BTreeSet<String> = won.map(|game| game.id.clone()).collect();
        (seated == due)
            .then_some(())
            .ok_or(format!("round {round} seats {seated:?}, not {due:?}"))
    }

    pub(super) fn run(&self) -> Result<(), String> {
        let ran = self.test.run("run open --as csv");
        if ran.status == 0 {
            Ok(())
        } else {
            Err(format!("exit {}\n{}{}", ran.status, ran.stdout, ran.stderr))
        }
    }

    pub(super) fn standings(&self) -> Json {
        self.test.json("open/out/standings.json")
    }

    fn groups(&self) -> BTreeMap<String, String> {
        let sheet = Sheet::parse(&self.test.read("open/round-1.csv"));
        let lines = sheet.lines.iter();
        lines
            .filter_map(|line| Some((line["ID"].clone(), line.get("Group")?.clone())))
            .collect()
    }

    /// Types results for the rows of one table.
    pub(super) fn fill(&mut self, rules: &Rules, round: u32, rows: &mut [Row]) {
        let mut lines: Vec<&mut Line> = rows.iter_mut().map(|row| &mut row.line).collect();
        fill(rules, round, &mut self.random, &mut lines);
        for line in lines {
            line.remove("Penalty");
        }
    }

    /// Types a round; in a final somebody must win.
    pub(super) fn type_round(&mut self, round: u32, last: bool) {
        let name = format!("open/round-{round}.csv");
        let mut sheet = Sheet::parse(&self.test.read(&name));
        let rules = Event::read(&self.test.path("open")).rules;
        for table in sheet.tables() {
            let blank = sheet.clone();
            loop {
                let rows = sheet.lines.iter_mut().filter(|line| line["Table"] == table);
                let mut rows: Vec<&mut Line> = rows.collect();
                fill(&rules, round, &mut self.random, &mut rows);
                for row in &mut rows {
                    row.remove("Penalty");
                }
                let marks = rows.iter().filter(|row| row["Winner"] == "x").count();
                let reached = |row: &&mut Line| row["VP"].parse::<i64>().unwrap_or(0);
                let target = rules.targets.first().copied().unwrap_or(0);
                let high = rows.iter().filter(|row| reached(row) >= target).count();
                if !last || self.duels() || (high > 0 && (high == 1 || marks == 1)) {
                    break;
                }
                sheet = blank.clone();
            }
        }
        self.test.write(&name, sheet.text());
    }

    /// Compares a stage's sheet with the tables that it must have.
    fn seated(&self, round: u32, due: &Due) -> Result<(), String> {
        let sheet = Sheet::parse(&self.test.read(&format!("open/round-{round}.csv")));
        let table = |number: &String| -> BTreeSet<String> {
            let rows = sheet.lines.iter().filter(|line| line["Table"] == *number);
            rows.map(|line| line["ID"].clone()).collect()
        };
        let seated: Vec<BTreeSet<String>> = sheet.tables().iter().map(table).collect();
        let set = |ids: &Vec<String>| ids.iter().cloned().collect::<BTreeSet<String>>();
        let fits = match due {
            Due::Tables(tables) => tables.iter().map(set).eq(seated.iter().cloned()),
            Due::Drawn(players, tables) => {
                let all: BTreeSet<String> = seated.iter().flatten().cloned().collect();
                let even = players.len() / tables;
                all == set(players)
                    && seated.len() == *tables
                    && seated.iter().all(|table| table.len() == even)
            }
        };
        fits.then_some(())
            .ok_or(format!("round {round} has {seated:?}, due is {due:?}"))
    }

    /// Compares the final ranking, who is through, and the qualifiers.
    fn ranking(&self, cut: &Cut<'_>) -> Result<(), String> {
        let standings = self.standings();
        if standings["event"]["stage"] != "finished" {
            return Err(format!("not finished: {}", standings["event"]));
        }
        let got: BTreeMap<u64, Vec<String>> =
            lines(&standings)
                .iter()
                .fold(BTreeMap::new(), |mut ranks, line| {
                    let rank = line["rank"].as_u64().unwrap_or(0);
                    ranks.entry(rank).or_default().push(text(&line["id"]));
                    ranks
                });
        let steps = cut.ranking();
        let mut rank = 1;
        for Step { ids, shared } in &steps {
            let last = rank + ids.len() as u64;
            let at: Vec<u64> = (rank..last).collect();
            let own: Vec<String> = at
                .iter()
                .filter_map(|rank| got.get(rank))
                .flatten()
                .cloned()
                .collect();
            let together = got.get(&rank).map_or(0, Vec::len);
            let fits = own.iter().collect::<BTreeSet<_>>() == ids.iter().collect()
                && together == if *shared { ids.len() } else { 1 };
            if !fits {
                return Err(format!(
                    "rank {rank}: due {ids:?}, shared {shared}, got {own:?}\n{got:?}"
                ));
            }
            rank = last;
        }
        let champions: Vec<String> = steps[0].ids.clone();
        let many = if self.preset.starts_with("catan-de") {
            2
        } else {
            champions.len()
        };
        let order: Vec<String> = lines(&standings)
            .iter()
            .map(|line| text(&line["id"]))
            .collect();
        let qualifiers: Vec<String> = standings["qualifiers"]
            .as_array()
            .unwrap()
            .iter()
            .map(text)
            .collect();
        let through: Vec<String> = lines(&standings)
            .iter()
            .filter(|line| line["status"] == "through")
            .map(|line| text(&line["id"]))
            .collect();
        if qualifiers != order[..many] || through != order[..many] {
            return Err(format!(
                "qualifiers {qualifiers:?}, through {through:?}, due {:?}",
                &order[..many]
            ));
        }
        Ok(())
    }
}

fn lines(standings: &Json) -> &Vec<Json> {
    standings["standings"].as_array().unwrap()
}

fn text(value: &Json) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Fields at the edges of what the preset says, each from several seeds;
/// `TABLETALLY_EVENTS` raises their number.
fn fields(preset: &'static str, settings: &str, sizes: &[usize], seeds: u64) {
    let seeds = std::env::var("TABLETALLY_EVENTS").map_or(seeds, |text| text.parse().unwrap());
    for players in sizes {
        for seed in 1..=seeds {
            to_the_champion(preset, settings, *players, seed);
        }
    }
}

#[test]
fn championship_to_the_champion() {
    fields("catan-championship", "", &[12, 28, 29], 3);
}

#[test]
fn championship_of_79_and_80_to_the_champion() {
    fields("catan-championship", "", &[79, 80, 97], 1);
}

#[test]
fn sessions_to_the_champion() {
    fields("catan-sessions", "", &[12, 28, 29], 1);
}

#[test]
fn mind_sports_to_the_champion() {
    fields("catan-mso", "", &[6, 15, 16, 17, 31], 3);
}

#[test]
fn german_finals_to_two_winners() {
    fields("catan-de", "Final,yes\n", &[6, 7, 8, 15, 16, 22], 3);
}

#[test]
fn austrian_to_the_champion() {
    fields("catan-at", "", &[6, 11, 16], 3);
}

#[test]
fn cities_and_knights_to_the_champion() {
    let sizes = [3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 48];
    fields("catan-ck-wbc", "Rounds,3\n", &sizes, 2);
    fields("catan-ck-wbc", "Rounds,1\n", &[12, 16, 24, 26], 2);
}

#[test]
fn latvian_to_the_champion() {
    fields("carcassonne-lv", "", &[2, 7, 8, 9, 32, 33, 34], 2);
}

#[test]
fn world_cup_to_the_champion() {
    fields("carcassonne-world", "", &[2, 7, 8, 13, 34], 2);
}
