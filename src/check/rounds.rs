//! Round sheets: rows to tables and seats, and who is missing. Knows players
//! and the preset's limits; computes no score.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{self, Wanted};
use super::columns;
use super::headers::{self, Dictionary, Headers};
use super::nameless;
use super::people::Directory;
use super::records::Record;
use crate::model::{
    Code, Derived, DerivedKind, Exact, Finding, Grid, Place, Player, PlayerIx, Round, Row, Seat,
    Stage, Table, TableState, loose_key,
};
use crate::preset::Preset;

/// What reading a round needs.
pub(super) struct Reader<'a> {
    pub(super) players: &'a [Player],
    pub(super) directory: &'a Directory<'a>,
    pub(super) preset: &'a Preset,
    pub(super) dictionary: &'a Dictionary,
}

/// A row that was understood: where it sits and who.
pub(super) struct Entry {
    /// None for a bye.
    pub(super) table: Option<u32>,
    pub(super) seat: Seat,
    /// The VP as typed, where they are computed from columns.
    pub(super) typed_vp: Option<Exact>,
    pub(super) vp_cell: Place,
    pub(super) winner_cell: Place,
    pub(super) who_cell: Place,
    /// The preset's columns, in its order.
    pub(super) extra_cells: Vec<Place>,
    pub(super) group: Option<String>,
    /// The block does not count.
    void: bool,
}

/// What is known of a table besides the rows that were understood.
#[derive(Clone, Copy)]
pub(super) struct Reading<'a> {
    /// Some table of the round has a result.
    pub(super) begun: bool,
    /// No row of the table was left unread; else nothing follows from what it
    /// lacks.
    pub(super) whole: bool,
    /// The cells of the round's rows that have an error of their own.
    pub(super) faulty: &'a BTreeSet<Place>,
}

/// What the rows of a round held so far.
#[derive(Default)]
struct Seen {
    /// Where each player was found, and whether in a block that does not
    /// count.
    players: BTreeMap<PlayerIx, (Place, bool)>,
    /// Tables with a row that was left unread.
    short: BTreeSet<u32>,
    /// A row was left unread that names no table.
    astray: bool,
    /// Rows that leave open who sits there, or where.
    unread: usize,
}

impl Seen {
    fn leave_unread(&mut self, table: Option<u32>) {
        self.unread += 1;
        self.short.extend(table);
    }
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
        let mut seen = Seen::default();
        let before = findings.len();
        for row in grid.rows.iter().filter(|row| row.index > headers.row) {
            if headers::repeats(row, headers, self.dictionary) || headers::is_footnote(row) {
                continue;
            }
            for record in Record::of_row(grid, headers, row) {
                if is_of_round(&record, number, findings) {
                    entries.extend(self.entry(&record, number, &mut seen, findings));
                }
            }
            nameless::tell(grid, headers, row, self.preset, findings);
            name_winner(headers, row, grid, &mut entries, self.players, findings);
        }
        let (byes, entries): (Vec<Entry>, Vec<Entry>) =
            entries.into_iter().partition(|entry| entry.table.is_none());
        let errors = findings.iter().skip(before).filter(|it| it.is_error());
        let faulty = errors.filter_map(|error| error.place.clone()).collect();
        Round {
            number,
            stage: Stage::Preliminary,
            tables: self.tables(number, entries, &seen, &faulty, findings),
            byes: byes.iter().map(|entry| entry.seat.player).collect(),
            bye_cells: byes.into_iter().map(|entry| entry.who_cell).collect(),
            absent: Vec::new(),
            unread: seen.unread,
            sheet: grid.place(),
        }
    }

    /// Void is for whole blocks: who sat in one sits in its replay.
    fn half_void(&self, number: u32, void: &[Entry], live: &[Entry], findings: &mut Vec<Finding>) {
        let replayed = |entry: &Entry| {
            live.iter()
                .any(|other| other.seat.player == entry.seat.player)
        };
        if let Some(left) = void
            .iter()
            .find(|entry| !live.is_empty() && !replayed(entry))
        {
            let name = &self.players[left.seat.player].name;
            let message = format!(
                "only a part of table {number} is void: \"{name}\" is not in the rows that count"
            );
            findings.push(
                Finding::error(Code::VoidBlock, left.who_cell.clone(), message)
                    .help("mark every row of the block, and add the rows of the replay below"),
            );
        }
    }

    fn tables(
        &self,
        round: u32,
        entries: Vec<Entry>,
        seen: &Seen,
        faulty: &BTreeSet<Place>,
        findings: &mut Vec<Finding>,
    ) -> Vec<Table> {
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
            .any(|entry| !entry.void && entry.seat.has_result());
        let tables = by_table.into_iter().map(|(number, rows)| {
            let (void, live): (Vec<Entry>, Vec<Entry>) =
                rows.into_iter().partition(|entry| entry.void);
            self.half_void(number, &void, &live, findings);
            if live.is_empty() {
                return waits_for_replay(number, void, findings);
            }
            let reading = Reading {
                begun,
                whole: !seen.astray && !seen.short.contains(&number),
                faulty,
            };
            self.table(round, number, live, reading, findings)
        });
        tables.collect()
    }

    fn entry(
        &self,
        record: &Record<'_>,
        round: u32,
        seen: &mut Seen,
        findings: &mut Vec<Finding>,
    ) -> Option<Entry> {
        let (name, id) = (record.name(), record.text("id"));
        if name.is_none() && id.is_none() {
            return None;
        }
        let who_cell = record.who();
        let player = self
            .directory
            .find(id.as_deref(), name.as_deref(), &who_cell, findings);
        let shown = name.or(id).unwrap_or_default();
        let table_text = record.text("table").unwrap_or_default();
        let bye =
            ["bye", "freilos", "spielfrei", "brivs"].contains(&loose_key(&table_text).as_str());
        let context = || {
            let seat = record.text("seat");
            let seat = seat.or(record.number.map(|number| number.to_string()));
            let seat = seat.unwrap_or_else(|| "-".to_owned());
            format!("table {table_text}, seat {seat}, {shown}")
        };
        let before = findings.len();
        let table = if bye {
            None
        } else {
            let table = table_number(&table_text, &record.place("table"), findings);
            if table.is_none() {
                seen.astray = true;
                seen.leave_unread(None);
            }
            Some(table?)
        };
        let entry = self.seated(record, round, table, player.unwrap_or_default(), findings);
        if bye && entry.seat.has_result() {
            let message = format!("\"{shown}\" has a bye in round {round} and a result");
            findings.push(
                Finding::error(Code::ByeWithResult, entry.vp_cell.clone(), message)
                    .help("type the table's number, or clear the result"),
            );
        }
        for finding in findings
            .iter_mut()
            .skip(before)
            .filter(|finding| finding.is_error())
        {
            finding.context.push(context());
        }
        let Some(player) = player else {
            seen.leave_unread(table);
            return None;
        };
        let shown_twice = |earlier: &Place| {
            format!("\"{shown}\" is in round {round} twice: here and in {earlier}")
        };
        match seen.players.get(&player) {
            // Who sat in a void block sits again in its replay.
            Some((_, true)) | None => {
                seen.players.insert(player, (who_cell.clone(), entry.void));
            }
            Some((_, false)) if entry.void => {}
            Some((earlier, false)) => {
                findings.push(
                    Finding::error(Code::PlayerTwice, who_cell, shown_twice(earlier))
                        .context(context())
                        .help("keep the row where the player sat"),
                );
                seen.short.extend(table);
                return None;
            }
        }
        // A bye that somebody had before stays, as a result would.
        let excluded =
            self.players[player].excluded && entry.table.is_some() && !entry.seat.has_result();
        if excluded || !self.players[player].plays(round) {
            return self.not_due(entry, player, round, findings);
        }
        Some(entry)
    }

    /// A planned row of somebody who has left since is passed over, and the
    /// table counts without; a result there contradicts the player list.
    fn not_due(
        &self,
        entry: Entry,
        player: PlayerIx,
        round: u32,
        findings: &mut Vec<Finding>,
    ) -> Option<Entry> {
        let name = &self.players[player].name;
        if entry.seat.has_result() {
            let message =
                format!("\"{name}\" does not play round {round}, as the player list has it");
            findings.push(
                Finding::error(Code::PlayerNotDue, entry.who_cell.clone(), message)
                    .help("correct From, Until or Rounds in the player list, or this row"),
            );
            return Some(entry);
        }
        let message =
            format!("\"{name}\" does not play round {round}; the table counts without this row");
        findings.push(
            Finding::note(Code::RowPassedOver, entry.who_cell, message)
                .help("correct From, Until or Rounds in the player list if that is wrong"),
        );
        None
    }

    fn seated(
        &self,
        record: &Record<'_>,
        round: u32,
        table: Option<u32>,
        player: PlayerIx,
        findings: &mut Vec<Finding>,
    ) -> Entry {
        let extra = columns::read(record, self.preset, findings);
        let typed_vp = self.vp(record, round, findings);
        let number = |meaning: &str, of: &str, findings: &mut Vec<Finding>| {
            let wanted = Wanted {
                of,
                help: "type a number, or leave the cell empty".to_owned(),
            };
            let value = record.filled(meaning)?;
            cells::number(value, &wanted, &record.place(meaning), findings)
        };
        let typed_seat = number("seat", "a seat", findings);
        let typed_penalty = number("penalty", "points taken off", findings);
        let seat = typed_seat
            .and_then(|seat| whole_seat(&seat, &record.place("seat"), findings))
            .or(record.number);
        let penalty = typed_penalty
            .and_then(|penalty| likely_penalty(&penalty, &record.place("penalty"), findings))
            .unwrap_or(Exact::ZERO);
        let mut mark = |meaning: &str| {
            record
                .get(meaning)
                .filter(|_| record.is_own(meaning) || meaning == "void")
                .is_some_and(|value| cells::mark(value, &record.place(meaning), findings))
        };
        let (winner, signed, void) = (mark("winner"), mark("signed"), mark("void"));
        let claimed = self
            .preset
            .winner_column
            .as_deref()
            .is_some_and(|key| crate::preset::is_marked(self.preset, &extra, key));
        let cell = |meaning: &str| match record.filled(meaning) {
            None if !record.has(meaning) => record.who(),
            _ => record.place(meaning),
        };
        let claim_cell = self
            .preset
            .winner_column
            .as_deref()
            .map(headers::preset_meaning)
            .filter(|meaning| !winner && record.has(meaning));
        let computed = self.preset.vp_from_columns();
        Entry {
            table,
            seat: Seat {
                player,
                seat,
                vp: typed_vp.clone().filter(|_| !computed),
                extra,
                derived: derived(record),
                winner: winner || claimed,
                signed,
                penalty,
                note: record.text("note"),
                row: cell("vp"),
            },
            typed_vp,
            vp_cell: cell("vp"),
            winner_cell: cell(claim_cell.as_deref().unwrap_or("winner")),
            who_cell: record.who(),
            extra_cells: self
                .preset
                .columns
                .iter()
                .map(|column| cell(&headers::preset_meaning(&column.key)))
                .collect(),
            group: record.text("group"),
            void,
        }
    }

    /// Reads the score, within the preset's range for the round.
    fn vp(&self, record: &Record<'_>, round: u32, findings: &mut Vec<Finding>) -> Option<Exact> {
        let preset = self.preset;
        let of = self.score_noun();
        let most = preset.vp_max.get(round);
        let kind = if preset.vp_whole {
            "a whole number"
        } else {
            "a number"
        };
        let help = format!("type {kind} from {} to {most}", preset.vp_min);
        let wanted = Wanted {
            of: &of,
            help: help.clone(),
        };
        let place = record.place("vp");
        let vp = cells::number(record.filled("vp")?, &wanted, &place, findings)?;
        let fits = vp >= Exact::int(preset.vp_min)
            && vp <= Exact::int(i64::from(most))
            && (!preset.vp_whole || vp.is_whole());
        if fits {
            return Some(vp);
        }
        let message = format!(
            "\"{}\" is not possible as a number of {of}",
            vp.to_decimal(3)
        );
        findings.push(Finding::error(Code::OutOfRange, place, message).help(help));
        None
    }

    /// The game's word for its score, as messages say it.
    pub(super) fn score_noun(&self) -> String {
        match self.preset.score_name.as_str() {
            "VP" => "victory points".to_owned(),
            other => other.to_lowercase(),
        }
    }
}

/// What the organiser computed; what is no number is no claim.
fn derived(record: &Record<'_>) -> Vec<Derived> {
    let kinds = [
        ("place", DerivedKind::Place),
        ("points", DerivedKind::Points),
        ("tabletotal", DerivedKind::TableTotal),
        ("share", DerivedKind::Share),
    ];
    let one = |(meaning, what): (&str, DerivedKind)| {
        let value = record.filled(meaning).filter(|_| record.is_own(meaning))?;
        let text = cells::text(value).replace('%', "").replace(',', ".");
        Some(Derived {
            what,
            value: Exact::from_decimal(text.trim().trim_end_matches('.'))?,
            at: record.place(meaning),
        })
    };
    kinds.into_iter().filter_map(one).collect()
}

/// Where a table has one row, its Winner cell holds a name or a number.
fn name_winner(
    headers: &Headers,
    row: &Row,
    grid: &Grid,
    entries: &mut [Entry],
    players: &[Player],
    findings: &mut Vec<Finding>,
) {
    let Some(named) = headers
        .players_in_row()
        .filter(|_| headers.col_of("winner", 1).is_none())
        .and_then(|_| headers.text(row, "winner"))
    else {
        return;
    };
    let place = grid.at(row.index, headers.col("winner").unwrap_or(0));
    let of_row = entries.iter_mut().filter(|entry| {
        entry
            .who_cell
            .cell
            .is_some_and(|cell| cell.row == row.index)
    });
    let mut found = false;
    for (entry, number) in of_row.zip(1_u32..) {
        let player = &players[entry.seat.player];
        let is_named = named.parse() == Ok(entry.seat.seat.unwrap_or(number))
            || named == player.id
            || loose_key(&named) == loose_key(&player.name);
        entry.winner_cell = place.clone();
        if is_named && !found {
            entry.seat.winner = true;
            found = true;
        }
    }
    if !found {
        let message = format!("\"{named}\" is nobody at this table");
        findings.push(
            Finding::error(Code::NotAMark, place, message)
                .help("type the winner's name, or the number of the seat"),
        );
    }
}

/// A table whose rows are all void, until its replay is entered.
fn waits_for_replay(number: u32, void: Vec<Entry>, findings: &mut Vec<Finding>) -> Table {
    let seats: Vec<Seat> = void
        .into_iter()
        .map(|entry| Seat {
            vp: None,
            winner: false,
            ..entry.seat
        })
        .collect();
    if let Some(seat) = seats.first() {
        let message =
            format!("the result of table {number} is void, and its replay is not entered");
        findings.push(
            Finding::warning(Code::VoidBlock, seat.row.clone(), message)
                .help("add the rows of the replay below, with the same table number"),
        );
    }
    Table {
        number,
        stage: Stage::Preliminary,
        group: None,
        seats,
        state: TableState::Empty,
    }
}

/// Says whether a row belongs to the round. Where the sheet's name says
/// which round it is, a row of another is a contradiction.
fn is_of_round(record: &Record<'_>, number: u32, findings: &mut Vec<Finding>) -> bool {
    let typed = record.text("round");
    let other = typed
        .as_deref()
        .and_then(|text| text.parse::<u32>().ok())
        .filter(|round| *round != number);
    let Some(other) = other else { return true };
    if super::name_number(record.grid.role_name()).is_none() {
        return false;
    }
    if record.name().is_some() || record.text("id").is_some() {
        let message = format!("this row says round {other}, and the sheet is round {number}");
        findings.push(
            Finding::error(Code::RoundDiffers, record.place("round"), message)
                .help("correct the number, or move the row to its own sheet"),
        );
    }
    true
}

/// A seat is a whole number from 1.
fn whole_seat(seat: &Exact, place: &Place, findings: &mut Vec<Finding>) -> Option<u32> {
    let whole = seat.to_i64().and_then(|seat| u32::try_from(seat).ok());
    if whole.is_none() {
        let message = format!("\"{}\" is not a seat", seat.to_decimal(3));
        findings.push(
            Finding::error(Code::OutOfRange, place.clone(), message)
                .help("type a whole number from 1"),
        );
    }
    whole
}

/// The sign does not count; a number beyond any game is a slip.
fn likely_penalty(penalty: &Exact, place: &Place, findings: &mut Vec<Finding>) -> Option<Exact> {
    const MOST: i64 = 100_000;
    let taken = penalty.abs();
    if taken <= Exact::int(MOST) {
        return Some(taken);
    }
    let message = format!(
        "\"{}\" is not possible as points taken off",
        penalty.to_decimal(3)
    );
    findings.push(
        Finding::error(Code::OutOfRange, place.clone(), message)
            .help(format!("type a number up to {MOST}")),
    );
    None
}

fn table_number(text: &str, place: &Place, findings: &mut Vec<Finding>) -> Option<u32> {
    let number = Exact::from_decimal(text)
        .and_then(|number| number.to_i64())
        .and_then(|number| u32::try_from(number).ok())
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
