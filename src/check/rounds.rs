//! Round sheets: rows to tables and seats, with everything that can be wrong
//! with them. Knows players and the preset's limits; computes no score.

use std::collections::BTreeMap;

use super::cells::{self, Wanted};
use super::headers::{self, Headers};
use super::people::Directory;
use crate::model::{
    Absence, Code, Exact, Finding, Grid, Place, Player, PlayerIx, Round, Row, Seat, Stage, Table,
    TableState, loose_key,
};
use crate::preset::Preset;

/// What reading a round needs.
pub(super) struct Reader<'a> {
    pub(super) players: &'a [Player],
    pub(super) directory: &'a Directory<'a>,
    pub(super) preset: &'a Preset,
    pub(super) custom: &'a [(String, String)],
}

/// A row that was understood: where it sits and who.
struct Entry {
    table: Option<u32>,
    seat: Seat,
    vp_cell: Place,
    winner_cell: Place,
}

impl Reader<'_> {
    /// Reads one round from a sheet; only the rows of that round, where the
    /// sheet has a column for it.
    pub(super) fn read(
        &self,
        grid: &Grid,
        headers: &Headers,
        number: u32,
        findings: &mut Vec<Finding>,
    ) -> Round {
        let mut entries: Vec<Entry> = Vec::new();
        let mut byes = Vec::new();
        let mut seen: BTreeMap<PlayerIx, Place> = BTreeMap::new();
        for row in grid.rows.iter().filter(|row| row.index > headers.row) {
            if headers::repeats(row, self.custom)
                || headers::is_footnote(row)
                || !of_round(headers, row, number)
            {
                continue;
            }
            let Some(entry) = self.entry(grid, headers, row, number, &mut seen, findings) else {
                continue;
            };
            match entry.table {
                Some(_) => entries.push(entry),
                None => byes.push(entry.seat.player),
            }
        }
        let mut by_table: BTreeMap<u32, Vec<Entry>> = BTreeMap::new();
        for entry in entries {
            by_table
                .entry(entry.table.unwrap_or_default())
                .or_default()
                .push(entry);
        }
        let begun = by_table
            .values()
            .flatten()
            .any(|entry| entry.seat.vp.is_some() || entry.seat.winner);
        let tables = by_table
            .into_iter()
            .map(|(table, rows)| self.table(number, table, rows, begun, findings))
            .collect();
        let mut round = Round {
            number,
            stage: Stage::Preliminary,
            tables,
            byes,
            absent: Vec::new(),
            sheet: grid.place(),
        };
        self.absences(&mut round, &seen, findings);
        round
    }

    fn entry(
        &self,
        grid: &Grid,
        headers: &Headers,
        row: &Row,
        round: u32,
        seen: &mut BTreeMap<PlayerIx, Place>,
        findings: &mut Vec<Finding>,
    ) -> Option<Entry> {
        let place = |meaning: &str| grid.at(row.index, headers.col(meaning).unwrap_or(0));
        let text = |meaning: &str| headers.text(row, meaning);
        let name = text("name").or_else(|| {
            let full = [text("first"), text("last")]
                .into_iter()
                .flatten()
                .collect::<Vec<_>>()
                .join(" ");
            (!full.is_empty()).then_some(full)
        });
        let id = text("id");
        if name.is_none() && id.is_none() {
            return None;
        }
        let who_cell = place(if name.is_some() && headers.has("name") {
            "name"
        } else if name.is_some() {
            "first"
        } else {
            "id"
        });
        let player = self
            .directory
            .find(id.as_deref(), name.as_deref(), &who_cell, findings);
        let shown = name.or(id).unwrap_or_default();
        let table_text = text("table").unwrap_or_default();
        let bye =
            ["bye", "freilos", "spielfrei", "brivs"].contains(&loose_key(&table_text).as_str());
        let context = format!(
            "table {table_text}, seat {}, {shown}",
            text("seat").unwrap_or_else(|| "-".to_owned())
        );
        let before = findings.len();
        let table = if bye {
            None
        } else {
            Some(table_number(&table_text, &place("table"), findings)?)
        };
        let seat = self.seat(headers, row, &place, player.unwrap_or_default(), findings);
        for finding in findings
            .iter_mut()
            .skip(before)
            .filter(|finding| finding.is_error())
        {
            finding.context.push(context.clone());
        }
        let player = player?;
        if let Some(earlier) = seen.get(&player) {
            let message = format!("\"{shown}\" is in round {round} twice: here and in {earlier}");
            findings.push(
                Finding::error(Code::PlayerTwice, who_cell, message)
                    .context(context)
                    .help("keep the row where the player sat"),
            );
            return None;
        }
        seen.insert(player, who_cell.clone());
        if !self.players[player].plays(round) {
            let message =
                format!("\"{shown}\" does not play round {round}, as the player list has it");
            findings.push(
                Finding::error(Code::PlayerNotDue, who_cell, message)
                    .help("correct From, Until or Rounds in the player list, or this row"),
            );
        }
        Some(Entry {
            table,
            seat,
            vp_cell: place("vp"),
            winner_cell: place("winner"),
        })
    }

    fn seat(
        &self,
        headers: &Headers,
        row: &Row,
        place: &dyn Fn(&str) -> Place,
        player: PlayerIx,
        findings: &mut Vec<Finding>,
    ) -> Seat {
        let vp_help = || {
            let kind = if self.preset.vp_whole {
                "a whole number"
            } else {
                "a number"
            };
            Wanted {
                of: "victory points",
                help: format!("type {kind} from 0 to {}", self.preset.vp_max),
            }
        };
        let vp = headers
            .get(row, "vp")
            .filter(|value| !cells::text(value).is_empty());
        let vp = vp
            .and_then(|value| cells::number(value, &vp_help(), &place("vp"), findings))
            .filter(|vp| {
                let most = Exact::int(i64::from(self.preset.vp_max));
                let fits =
                    !vp.is_negative() && *vp <= most && (!self.preset.vp_whole || vp.is_whole());
                if !fits {
                    let message = format!(
                        "\"{}\" is not possible as a number of victory points",
                        vp.to_decimal(3)
                    );
                    findings.push(
                        Finding::error(Code::OutOfRange, place("vp"), message).help(vp_help().help),
                    );
                }
                fits
            });
        let number = |meaning: &str, of: &str, findings: &mut Vec<Finding>| {
            let value = headers
                .get(row, meaning)
                .filter(|value| !cells::text(value).is_empty())?;
            cells::number(
                value,
                &Wanted {
                    of,
                    help: "type a number, or leave the cell empty".to_owned(),
                },
                &place(meaning),
                findings,
            )
        };
        let seat = number("seat", "a seat", findings)
            .and_then(|seat| seat.to_i64())
            .and_then(|seat| u32::try_from(seat).ok());
        let penalty = number("penalty", "points taken off", findings)
            .map_or(Exact::ZERO, |penalty| penalty.abs());
        let mut mark = |meaning: &str| {
            headers
                .get(row, meaning)
                .is_some_and(|value| cells::mark(value, &place(meaning), findings))
        };
        Seat {
            player,
            seat,
            vp,
            winner: mark("winner"),
            signed: mark("signed"),
            penalty,
            note: headers.get(row, "note").map(cells::text),
            row: place("vp"),
        }
    }

    fn table(
        &self,
        round: u32,
        number: u32,
        mut rows: Vec<Entry>,
        begun: bool,
        findings: &mut Vec<Finding>,
    ) -> Table {
        if !self.preset.table_sizes.contains(&rows.len()) {
            let sizes: Vec<String> = self
                .preset
                .table_sizes
                .iter()
                .map(ToString::to_string)
                .collect();
            let message = format!(
                "table {number} of round {round} has {} players; it takes {}",
                rows.len(),
                sizes.join(" or ")
            );
            findings.push(
                Finding::error(Code::TableSize, rows[0].vp_cell.clone(), message)
                    .help("correct the table numbers"),
            );
        }
        check_seats(number, &rows, findings);
        self.check_winner(round, number, &rows, findings);
        let state = self.state(number, &rows, begun, findings);
        if rows.iter().all(|entry| entry.seat.seat.is_some()) {
            rows.sort_by_key(|entry| entry.seat.seat);
        }
        Table {
            number,
            seats: rows.into_iter().map(|entry| entry.seat).collect(),
            state,
        }
    }

    fn state(
        &self,
        number: u32,
        rows: &[Entry],
        begun: bool,
        findings: &mut Vec<Finding>,
    ) -> TableState {
        let missing: Vec<&str> = rows
            .iter()
            .filter(|entry| entry.seat.vp.is_none())
            .map(|entry| self.players[entry.seat.player].name.as_str())
            .collect();
        if missing.is_empty() {
            return TableState::Complete;
        }
        let empty = missing.len() == rows.len() && rows.iter().all(|entry| !entry.seat.winner);
        if begun {
            let missing_cell = rows
                .iter()
                .find(|entry| entry.seat.vp.is_none())
                .map_or_else(|| rows[0].vp_cell.clone(), |entry| entry.vp_cell.clone());
            let message = if empty {
                format!("table {number} has no result yet; it does not count")
            } else {
                format!(
                    "table {number} is not complete and does not count yet: the victory points of {} are missing",
                    missing.join(", ")
                )
            };
            findings.push(
                Finding::warning(Code::TableIncomplete, missing_cell, message)
                    .help("type the missing results and run again"),
            );
        }
        if empty {
            TableState::Empty
        } else {
            TableState::Incomplete
        }
    }

    /// Spec 3, Winner; spec 2, "a marked winner below the target".
    fn check_winner(&self, round: u32, number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
        let target = self.preset.target.get(round);
        let reached = |entry: &&Entry| {
            entry
                .seat
                .vp
                .as_ref()
                .is_some_and(|vp| *vp >= Exact::int(i64::from(target)))
        };
        let marked: Vec<&Entry> = rows.iter().filter(|entry| entry.seat.winner).collect();
        let at_target: Vec<&Entry> = rows.iter().filter(reached).collect();
        let complete = rows.iter().all(|entry| entry.seat.vp.is_some());
        match (marked.as_slice(), at_target.as_slice()) {
            ([first, second, ..], _) => {
                let message = format!(
                    "table {number} has two marked winners, here and in {}",
                    first.winner_cell
                );
                findings.push(
                    Finding::error(Code::TwoWinners, second.winner_cell.clone(), message)
                        .help("leave the mark at the one who won"),
                );
            }
            ([one], _) if one.seat.vp.is_some() && !reached(one) => {
                let grave = self.preset.winner_required || self.preset.winner_floor.is_some();
                let message =
                    format!("the marked winner of table {number} is below the target of {target}");
                let make = if grave {
                    Finding::error
                } else {
                    Finding::warning
                };
                findings.push(
                    make(Code::WinnerBelowTarget, one.vp_cell.clone(), message)
                        .help("correct the victory points or the mark"),
                );
            }
            ([], [_, second, ..]) if complete => {
                let message = format!(
                    "two players of table {number} reached {target} and neither is marked as the winner"
                );
                findings.push(
                    Finding::error(Code::WinnerUnmarked, second.winner_cell.clone(), message)
                        .help("mark the one who won with x"),
                );
            }
            ([], []) if complete && self.preset.winner_required => {
                let message = format!(
                    "nobody at table {number} has {target} or more; each table has one winner"
                );
                findings.push(
                    Finding::error(Code::NoWinner, rows[0].vp_cell.clone(), message)
                        .help("correct the victory points"),
                );
            }
            _ => {}
        }
    }

    fn absences(
        &self,
        round: &mut Round,
        seen: &BTreeMap<PlayerIx, Place>,
        findings: &mut Vec<Finding>,
    ) {
        let has_results = round.has_results();
        for (at, player) in self.players.iter().enumerate() {
            if seen.contains_key(&at) || !player.takes_part(round.number) {
                continue;
            }
            round.absent.push(Absence { player: at });
            let message = format!(
                "\"{}\" should play round {} and sits nowhere",
                player.name, round.number
            );
            if self.preset.field_locked && !player.guest && round.number == 1 {
                let message = format!(
                    "\"{}\" is not in round 1; {} locks the field once round 1 is seated",
                    player.name, self.preset.name
                );
                let help = "take the player off the list, or mark the player as Guest";
                findings.push(
                    Finding::error(Code::FieldLocked, player.row.clone(), message).help(help),
                );
            } else if has_results {
                let help = "type From in the player list for a late arrival, Until for a drop-out";
                findings.push(
                    Finding::warning(Code::PlayerAbsent, round.sheet.clone(), message).help(help),
                );
            } else {
                let help = "add the player to a table, or type From or Until in the player list";
                findings.push(
                    Finding::error(Code::PlayerNotSeated, round.sheet.clone(), message).help(help),
                );
            }
        }
    }
}

fn of_round(headers: &Headers, row: &Row, number: u32) -> bool {
    let typed = headers.get(row, "round").map(cells::text);
    typed.is_none_or(|text| {
        text.is_empty() || text.parse::<u32>().map_or(true, |round| round == number)
    })
}

fn table_number(text: &str, place: &Place, findings: &mut Vec<Finding>) -> Option<u32> {
    let number = text
        .parse::<u32>()
        .ok()
        .filter(|number| (1..=100_000).contains(number));
    if number.is_none() {
        let message = if text.is_empty() {
            "a player without a table".to_owned()
        } else {
            format!("\"{text}\" is not a table's number")
        };
        findings.push(
            Finding::error(Code::NoTable, place.clone(), message)
                .help("type a whole number from 1, or bye"),
        );
    }
    number
}

fn check_seats(number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
    let mut taken: BTreeMap<u32, &Place> = BTreeMap::new();
    for entry in rows {
        let Some(seat) = entry.seat.seat else {
            continue;
        };
        if seat == 0 || seat as usize > rows.len() {
            let message = format!("seat {seat} does not exist at table {number}");
            findings.push(
                Finding::error(Code::SeatTwice, entry.vp_cell.clone(), message)
                    .help(format!("type a seat from 1 to {}", rows.len())),
            );
        } else if let Some(earlier) = taken.insert(seat, &entry.vp_cell) {
            let message = format!(
                "seat {seat} of table {number} is taken twice, also in the row of {earlier}"
            );
            findings.push(
                Finding::error(Code::SeatTwice, entry.vp_cell.clone(), message)
                    .help("give each player a seat of their own"),
            );
        }
    }
}
