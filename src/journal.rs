//! The journal: one line a run that changed something, so that a result that
//! is corrected later is seen and told. Pure text and values; opens no file,
//! knows no score and no clock.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::model::{Change, Event, Extra, Place, Seat, Table};
use crate::preset::Preset;

/// One player's result as the journal keeps it: field and value.
type Row = BTreeMap<String, String>;

/// Results by round, then by player (the key that draws know them by).
type Results = BTreeMap<u32, BTreeMap<String, Row>>;

/// One line.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Entry {
    run: u32,
    program: String,
    event: String,
    rounds_complete: u32,
    /// Only what is new or has changed.
    results: Results,
    /// Players whose rows of a round are gone.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    removed: BTreeMap<u32, Vec<String>>,
    changes: Vec<Change>,
    written: Vec<String>,
}

/// What the journal says of an event, and its lines.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    text: String,
    runs: u32,
    known: Results,
    /// The first run that knew so many rounds as complete.
    complete_at: BTreeMap<u32, u32>,
    /// Every correction so far, the oldest first.
    pub changes: Vec<Change>,
}

/// A correction that this run found.
#[derive(Clone, Debug)]
pub struct Correction {
    /// What changed.
    pub change: Change,
    /// Where the new value stands.
    pub at: Place,
}

impl Journal {
    /// Reads a journal; lines of other events and lines that cannot be read
    /// are kept and not understood.
    #[must_use]
    pub fn read(text: &str, event: &str) -> Self {
        let mut journal = Self {
            text: text.to_owned(),
            ..Self::default()
        };
        let entries = text
            .lines()
            .filter_map(|line| serde_json::from_str::<Entry>(line).ok())
            .filter(|entry| entry.event == event);
        for entry in entries {
            journal.runs = journal.runs.max(entry.run);
            journal
                .complete_at
                .entry(entry.rounds_complete)
                .or_insert(entry.run);
            for (round, players) in entry.removed {
                if let Some(known) = journal.known.get_mut(&round) {
                    known.retain(|player, _| !players.contains(player));
                }
            }
            for (round, rows) in entry.results {
                journal.known.entry(round).or_default().extend(rows);
            }
            journal.changes.extend(entry.changes);
        }
        journal
    }

    /// Says whether no run of this event is on record.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.runs == 0
    }

    /// Finds the results that an earlier run knew otherwise.
    #[must_use]
    pub fn corrections(&self, event: &Event, preset: &Preset) -> Vec<Correction> {
        let mut found = Vec::new();
        for round in &event.rounds {
            let Some(known) = self.known.get(&round.number) else {
                continue;
            };
            for (table, seat) in seats(&round.tables) {
                let player = &event.players[seat.player];
                let Some(before) = known.get(&player.draw_key()) else {
                    continue;
                };
                let now = row(table, seat, preset);
                let fields = before.keys().chain(now.keys());
                let fields: BTreeSet<&String> = fields.collect();
                for field in fields {
                    let value = |row: &Row| row.get(field).cloned().unwrap_or_default();
                    if value(before) != value(&now) {
                        found.push(Correction {
                            change: Change {
                                run: self.runs + 1,
                                round: round.number,
                                player: player.name.clone(),
                                id: player.id.clone(),
                                field: field.clone(),
                                old: value(before),
                                new: value(&now),
                            },
                            at: seat.row.clone(),
                        });
                    }
                }
            }
        }
        found
    }

    /// Gives the rounds that were seated from results which were corrected
    /// since: an earlier run knew all rounds before them as complete.
    #[must_use]
    pub fn seated_before_corrections(
        &self,
        event: &Event,
        corrections: &[Correction],
    ) -> BTreeSet<u32> {
        let now = corrections.iter().map(|found| &found.change);
        let all: Vec<&Change> = self.changes.iter().chain(now).collect();
        let numbers = event.rounds.iter().map(|round| round.number);
        numbers
            .filter(|number| {
                let complete = self.complete_at.range(number.saturating_sub(1)..);
                let seated = complete.map(|(_, run)| *run).min();
                seated.is_some_and(|seated| {
                    all.iter()
                        .any(|change| change.round < *number && change.run > seated)
                })
            })
            .collect()
    }

    /// Gives the journal with one line more; none where nothing changed.
    #[must_use]
    pub fn with_run(
        &self,
        event: &Event,
        preset: &Preset,
        rounds_complete: u32,
        corrections: &[Correction],
        written: Vec<String>,
    ) -> Option<String> {
        let now = results(event, preset);
        let mut fresh = Results::new();
        for (round, rows) in &now {
            for (player, row) in rows {
                let before = self.known.get(round).and_then(|known| known.get(player));
                if before != Some(row) {
                    fresh
                        .entry(*round)
                        .or_default()
                        .insert(player.clone(), row.clone());
                }
            }
        }
        let mut removed: BTreeMap<u32, Vec<String>> = BTreeMap::new();
        for (round, rows) in &self.known {
            let gone = rows.keys().filter(|player| {
                !now.get(round)
                    .is_some_and(|rows| rows.contains_key(*player))
            });
            let gone: Vec<String> = gone.cloned().collect();
            if !gone.is_empty() {
                removed.insert(*round, gone);
            }
        }
        if fresh.is_empty() && removed.is_empty() && written.is_empty() {
            return None;
        }
        let entry = Entry {
            run: self.runs + 1,
            program: concat!("tabletally ", env!("CARGO_PKG_VERSION")).to_owned(),
            event: event.name.clone(),
            rounds_complete,
            results: fresh,
            removed,
            changes: corrections
                .iter()
                .map(|found| found.change.clone())
                .collect(),
            written,
        };
        let mut text = self.text.clone();
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&serde_json::to_string(&entry).ok()?);
        text.push('\n');
        Some(text)
    }
}

fn seats(tables: &[Table]) -> impl Iterator<Item = (u32, &Seat)> {
    tables
        .iter()
        .flat_map(|table| table.seats.iter().map(|seat| (table.number, seat)))
}

fn results(event: &Event, preset: &Preset) -> Results {
    let mut results = Results::new();
    for round in &event.rounds {
        for (table, seat) in seats(&round.tables).filter(|(_, seat)| seat.has_result()) {
            let key = event.players[seat.player].draw_key();
            let rows = results.entry(round.number).or_default();
            rows.insert(key, row(table, seat, preset));
        }
    }
    results
}

fn row(table: u32, seat: &Seat, preset: &Preset) -> Row {
    let mut row = Row::new();
    row.insert("Table".to_owned(), table.to_string());
    if let Some(vp) = &seat.vp {
        row.insert("VP".to_owned(), vp.to_decimal(3));
    }
    if seat.winner {
        row.insert("Winner".to_owned(), "x".to_owned());
    }
    if !seat.penalty.is_zero() {
        row.insert("Penalty".to_owned(), seat.penalty.to_decimal(3));
    }
    for (column, value) in preset.columns.iter().zip(&seat.extra) {
        let shown = match value {
            None => continue,
            Some(Extra::Number(value)) => value.to_decimal(3),
            Some(Extra::Mark) => "x".to_owned(),
            Some(Extra::Nobody) => "nobody".to_owned(),
        };
        row.insert(column.name.clone(), shown);
    }
    row
}
