//! Random events from a seed, played round by round through the sheets and
//! the command line, compared with the oracle after each run.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::compare::{Lots, differences};
use super::random::Random;
use super::read::{Event, Line, split};
use super::results::fill;
use super::rules::{Form, Rules};
use super::seating;
use super::settings::event_sheet;
use super::table::scored;
use crate::harness::Test;

const COLUMNS: [&str; 9] = [
    "ID",
    "Name",
    "From",
    "Until",
    "Guest",
    "Excluded",
    "Reserve",
    "Lot",
    "Seed rank",
];

/// A sheet on its way: headers and lines.
#[derive(Clone, Debug)]
pub(super) struct Sheet {
    headers: Vec<String>,
    pub(super) lines: Vec<Line>,
}

/// An event being played.
struct Play {
    test: Test,
    preset: String,
    rules: Rules,
    random: Random,
    players: Sheet,
    lots: Lots,
    runs: usize,
    /// The program seats the rounds, not the generator.
    seats_itself: bool,
}

/// Plays one event; the error says seed, preset and what differs.
pub(super) fn play(preset: &str, seed: u64) -> Result<usize, String> {
    let mut play = Play::new(preset, seed);
    let played = play.all();
    let runs = play.runs;
    played.map(|()| runs).map_err(|found| {
        play.keep(seed);
        format!("preset {preset}, seed {seed}, run {runs}\n{found}")
    })
}

impl Sheet {
    pub(super) fn parse(text: &str) -> Self {
        let mut cells = split(text.trim_start_matches('\u{feff}')).into_iter();
        let headers: Vec<String> = cells.next().unwrap_or_default();
        let lines = cells
            .map(|cells| headers.iter().cloned().zip(cells).collect())
            .collect();
        Self { headers, lines }
    }

    /// The text, with a column for every header that a line has.
    pub(super) fn text(&self) -> String {
        let mut headers = self.headers.clone();
        for line in &self.lines {
            let new: Vec<String> = line
                .keys()
                .filter(|key| !headers.contains(key))
                .cloned()
                .collect();
            headers.extend(new);
        }
        let mut text = headers.join(",") + "\r\n";
        for line in &self.lines {
            let cells = headers
                .iter()
                .map(|header| line.get(header).map_or("", String::as_str));
            let _ = writeln!(text, "{}\r", cells.collect::<Vec<_>>().join(","));
        }
        text
    }

    /// The numbers of the tables, in order.
    pub(super) fn tables(&self) -> Vec<String> {
        let mut tables: Vec<String> = Vec::new();
        for line in self
            .lines
            .iter()
            .filter(|line| line["Table"].parse::<u32>().is_ok())
        {
            if !tables.contains(&line["Table"]) {
                tables.push(line["Table"].clone());
            }
        }
        tables
    }
}

impl Play {
    fn new(preset: &str, seed: u64) -> Self {
        let mut random = Random::new(
            seed ^ preset
                .bytes()
                .fold(7, |sum: u64, byte| sum.wrapping_mul(31) ^ u64::from(byte)),
        );
        let rules = Rules::of(preset);
        let headers = COLUMNS.map(ToOwned::to_owned).to_vec();
        let seats_itself = random.chance(25);
        let lines = entrants(preset, seats_itself, &mut random);
        let play = Self {
            test: Test::new(),
            preset: preset.to_owned(),
            rules,
            random,
            players: Sheet { headers, lines },
            lots: Lots::new(),
            runs: 0,
            seats_itself,
        };
        play.test.write("open/players.csv", play.players.text());
        play
    }

    fn all(&mut self) -> Result<(), String> {
        let rounds = self.settings();
        if self.seats_itself {
            self.run()?;
        } else {
            self.seat(rounds);
        }
        for round in 1..=rounds {
            if !self.test.path(&format!("open/round-{round}.csv")).exists() {
                return Err(format!("round-{round}.csv was not written"));
            }
            self.round(round, rounds)?;
        }
        self.permuted()
    }

    /// Writes the sheets of all rounds, with tables of our own.
    fn seat(&mut self, rounds: u32) {
        for round in 1..=rounds {
            let lines = seating::tables(&self.rules, &self.players.lines, round, &mut self.random);
            let headers = seating::HEADERS.map(ToOwned::to_owned).to_vec();
            let sheet = Sheet { headers, lines };
            self.test
                .write(&format!("open/round-{round}.csv"), sheet.text());
        }
    }

    /// Writes the Event sheet; says how many rounds to play.
    fn settings(&mut self) -> u32 {
        let (text, rounds) = event_sheet(&self.preset, &self.rules, &mut self.random);
        self.test.write("open/event.csv", text);
        self.rules = Event::read(&self.test.path("open")).rules;
        rounds
    }

    fn run(&mut self) -> Result<(), String> {
        self.runs += 1;
        let ran = self.test.run("run open --as csv");
        if ran.status != 0 {
            return Err(format!("exit {}\n{}{}", ran.status, ran.stdout, ran.stderr));
        }
        let event = Event::read(&self.test.path("open"));
        let last = event.rows.iter().map(|row| row.round).max();
        let seated = event.rows.iter().filter(|row| row.table.is_some()).count();
        let finished =
            last == event.rules.rounds && scored(&event.rules, &event.rows).len() == seated;
        let json = self.test.json("open/out/standings.json");
        let found = differences(&event, &json, finished, &mut self.lots);
        if found.is_empty() {
            Ok(())
        } else {
            Err(found.join("\n"))
        }
    }

    /// Types a round, in one go or in two.
    fn round(&mut self, round: u32, rounds: u32) -> Result<(), String> {
        let name = format!("open/round-{round}.csv");
        let mut sheet = Sheet::parse(&self.test.read(&name));
        for table in sheet.tables() {
            self.table(&mut sheet, round, &table);
        }
        if self.random.chance(40) {
            let part = self.partly(&sheet);
            self.test.write(&name, part.text());
            self.run()?;
        }
        self.test.write(&name, sheet.text());
        if self.random.chance(40) {
            self.change_players(round, rounds);
        }
        self.run()
    }

    fn table(&mut self, sheet: &mut Sheet, round: u32, table: &str) {
        let size = sheet
            .lines
            .iter()
            .filter(|line| line["Table"] == table)
            .count();
        let locks = round == 1 && self.preset == "catan-championship";
        let may_shrink =
            size == 4 && !locks && !matches!(self.rules.form, Form::Linear | Form::Duel);
        if may_shrink && self.random.chance(5) {
            let gone = self.random.between(1, 4);
            let mut at = 0;
            sheet.lines.retain(|line| {
                at += i64::from(line["Table"] == table);
                line["Table"] != table || at != gone
            });
        }
        let before: Vec<Line> = sheet
            .lines
            .iter()
            .filter(|line| line["Table"] == table)
            .cloned()
            .collect();
        let mut rows: Vec<&mut Line> = sheet
            .lines
            .iter_mut()
            .filter(|line| line["Table"] == table)
            .collect();
        fill(&self.rules, round, &mut self.random, &mut rows);
        if self.random.chance(4) {
            // Void: the same people play the table again.
            for row in rows {
                row.insert("Void".to_owned(), "x".to_owned());
            }
            let mut replay = before;
            let mut rows: Vec<&mut Line> = replay.iter_mut().collect();
            fill(&self.rules, round, &mut self.random, &mut rows);
            sheet.lines.extend(replay);
        }
    }

    /// The sheet with some tables not yet typed, or one row of them not.
    fn partly(&mut self, sheet: &Sheet) -> Sheet {
        let mut part = sheet.clone();
        for table in sheet.tables() {
            let whole = self.random.chance(50);
            if whole && self.random.chance(60) {
                continue;
            }
            let rows = part
                .lines
                .iter_mut()
                .filter(|line| line["Table"] == table && line["Void"].is_empty());
            for (at, row) in rows.enumerate() {
                row.remove("Penalty");
                if whole || at == 0 {
                    let typed = row
                        .iter_mut()
                        .filter(|(header, _)| !KEPT.contains(&header.as_str()));
                    typed.for_each(|(_, cell)| cell.clear());
                }
            }
        }
        part
    }

    /// Somebody leaves, comes late, is excluded, or turns out to be a guest.
    fn change_players(&mut self, round: u32, rounds: u32) {
        let planned = self.preset.starts_with("catan-de");
        let at = self.random.between(0, self.players.lines.len() as i64 - 1) as usize;
        let count = self.players.lines.len();
        if round == rounds {
            self.change(at, "Excluded", "x");
        } else if planned || !self.seats_itself || self.rules.form != Form::Duel {
            return;
        } else if count > 12 && round > 1 {
            self.change(at, "Until", &round.to_string());
        } else if !self.rules.winner_demanded {
            let mut line = entrant(count + 1, &mut self.random);
            line.insert("Seed rank".to_owned(), "3".to_owned());
            line.insert("From".to_owned(), (round + 1).to_string());
            self.players.lines.push(line);
        }
        self.test.write("open/players.csv", self.players.text());
    }

    fn change(&mut self, at: usize, header: &str, value: &str) {
        self.players.lines[at].insert(header.to_owned(), value.to_owned());
    }

    /// Other orders of rows and sheets change nothing.
    fn permuted(&mut self) -> Result<(), String> {
        let first = self.test.read("open/out/standings.json");
        self.test.run("run open --as csv");
        let before = self.test.read("open/out/standings.json");
        same(&first, &before, "a second run changes the standings")?;
        let mut names = vec!["open/event.csv".to_owned(), "open/players.csv".to_owned()];
        for round in 1.. {
            let name = format!("open/round-{round}.csv");
            if !self.test.path(&name).exists() {
                break;
            }
            names.push(name);
        }
        for name in &names[1..] {
            let mut sheet = Sheet::parse(&self.test.read(name));
            self.random.shuffle(&mut sheet.lines);
            self.test.write(name, sheet.text());
        }
        self.random.shuffle(&mut names);
        let ran = self.test.run(&format!("run {} --as csv", names.join(" ")));
        if ran.status != 0 {
            return Err(format!(
                "rows shuffled: exit {}\n{}{}",
                ran.status, ran.stdout, ran.stderr
            ));
        }
        let after = self.test.read("open/out/standings.json");
        same(
            &before,
            &after,
            "other orders of rows and sheets change the standings",
        )
    }

    /// Keeps the sheets of a failed event where `TABLETALLY_KEEP` says.
    fn keep(&self, seed: u64) {
        let Ok(folder) = std::env::var("TABLETALLY_KEEP") else {
            return;
        };
        let folder = std::path::Path::new(&folder).join(format!("{}-{seed}", self.preset));
        for (name, bytes) in self.test.snapshot("open") {
            let path = folder.join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
    }
}

/// The first line that differs, as an error.
fn same(before: &str, after: &str, what: &str) -> Result<(), String> {
    let mut lines = before.lines().zip(after.lines());
    let differing = lines.find(|(one, other)| one != other);
    differing.map_or(Ok(()), |(one, other)| {
        Err(format!("{what}:\n{one}\n{other}"))
    })
}

/// Columns of a round sheet that nobody types into before a game.
const KEPT: [&str; 8] = [
    "Round", "Stage", "Group", "Table", "Seat", "ID", "Player", "Sheet",
];

fn entrants(preset: &str, seats_itself: bool, random: &mut Random) -> Vec<Line> {
    let (low, high) = match preset {
        "catan-championship" | "catan-sessions" => (12, 17),
        "catan-ck-wbc" | "heats-hmw-p" => (8, 15),
        "carcassonne-lv" | "carcassonne-world" => (8, 16),
        _ => (8, 18),
    };
    let mut count = random.between(low, high) as usize;
    if preset == "riichi" {
        count = count / 4 * 4;
    } else if seats_itself && low < 16 {
        // Numbers that are seated at once: a proof ends the search.
        count = *random.pick(if low == 12 { &[12, 16] } else { &[9, 12, 16] });
    }
    let mut lines: Vec<Line> = (1..=count).map(|number| entrant(number, random)).collect();
    let lots = random.chance(30);
    for (at, line) in lines.iter_mut().enumerate() {
        line.insert("Seed rank".to_owned(), (at % 5 + 1).to_string());
        if lots {
            line.insert("Lot".to_owned(), ((at * 7) % 11 + 1).to_string());
        }
    }
    if random.chance(40) {
        mark(&mut lines, random, "Guest", "x");
    }
    let even = preset == "riichi" || seats_itself && !preset.starts_with("carcassonne");
    let locked = even || preset == "catan-championship";
    if !locked && random.chance(40) {
        mark(&mut lines, random, "From", "2");
    }
    if !even && count > 13 && random.chance(40) {
        mark(&mut lines, random, "Until", "2");
    }
    if preset.starts_with("carcassonne") && count % 2 == 1 && random.chance(50) {
        mark(&mut lines, random, "Reserve", "x");
    }
    lines
}

fn mark(lines: &mut [Line], random: &mut Random, header: &str, value: &str) {
    let at = random.between(0, lines.len() as i64 - 1) as usize;
    lines[at].insert(header.to_owned(), value.to_owned());
}

/// A name of plain letters, sometimes one that another has too.
fn entrant(number: usize, random: &mut Random) -> Line {
    let first = random.pick(&["Anna", "Ben", "Cleo", "Dora", "Emil", "Fynn"]);
    let last = random.pick(&["Berg", "Falk", "Lind", "Moor", "Roth", "Stein", "Wolf"]);
    // IDs in no order of the names.
    let id = format!("Q{:03}", (number * 37) % 101);
    BTreeMap::from([
        ("ID".to_owned(), id),
        ("Name".to_owned(), format!("{first} {last}")),
    ])
}
