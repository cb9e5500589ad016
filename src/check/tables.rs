//! One table of a round sheet: is it complete, and can it be true? Knows the
//! preset's limits; computes no place and no points.

use std::collections::BTreeMap;

use super::rounds::{Entry, Reader, Reading};
use crate::model::{Code, Exact, Extra, Finding, Place, Stage, Table, TableState};
use crate::preset::{self, ColumnKind, Seats, WinnerMark};

impl Reader<'_> {
    pub(super) fn table(
        &self,
        round: u32,
        number: u32,
        mut rows: Vec<Entry>,
        reading: Reading<'_>,
        findings: &mut Vec<Finding>,
    ) -> Table {
        if reading.whole {
            self.check_size(round, number, &rows, findings);
        }
        let sizes = self.preset.table_sizes.iter().copied();
        check_seats(number, &rows, sizes.max().unwrap_or(0), findings);
        self.check_board(number, &mut rows, findings);
        check_marks(number, &rows, findings);
        let state = self.state(number, &rows, reading, findings);
        if state == TableState::Complete {
            self.check_winner(round, number, &rows, findings);
            self.check_scores(number, &rows, findings);
        } else {
            self.check_marked_so_far(round, number, &rows, findings);
        }
        if rows.iter().all(|entry| entry.seat.seat.is_some()) {
            rows.sort_by_key(|entry| entry.seat.seat);
        }
        Table {
            number,
            stage: Stage::Preliminary,
            group: rows.iter().find_map(|entry| entry.group.clone()),
            seats: rows.into_iter().map(|entry| entry.seat).collect(),
            state,
        }
    }

    fn check_size(&self, round: u32, number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
        let sizes = &self.preset.table_sizes;
        if sizes.contains(&rows.len()) {
            return;
        }
        let known: Vec<String> = sizes.iter().map(ToString::to_string).collect();
        let message = format!(
            "table {number} of round {round} has {} players; it takes {}",
            rows.len(),
            known.join(" or ")
        );
        findings.push(
            Finding::error(Code::TableSize, rows[0].vp_cell.clone(), message)
                .help("correct the table numbers"),
        );
    }

    fn state(
        &self,
        number: u32,
        rows: &[Entry],
        reading: Reading<'_>,
        findings: &mut Vec<Finding>,
    ) -> TableState {
        let mut missing = self.missing(rows);
        if missing.is_empty() && reading.whole {
            return TableState::Complete;
        }
        let empty = rows.iter().all(|entry| !entry.seat.has_result());
        // A value with an error is told already, and not missing.
        missing.retain(|gap| !reading.faulty.contains(&gap.cell));
        if reading.begun && !missing.is_empty() {
            let message = if empty {
                format!("table {number} has no result yet; it does not count")
            } else {
                let mut told: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
                for gap in &missing {
                    told.entry(gap.what.as_str())
                        .or_default()
                        .push(self.players[rows[gap.row].seat.player].name.as_str());
                }
                let told: Vec<String> = told
                    .into_iter()
                    .map(|(what, names)| format!("the {what} of {}", names.join(", ")))
                    .collect();
                format!(
                    "table {number} is not complete and does not count yet: {} are missing",
                    told.join("; ")
                )
            };
            findings.push(
                Finding::warning(Code::TableIncomplete, missing[0].cell.clone(), message)
                    .help("type the missing results and run again"),
            );
        }
        if empty {
            TableState::Empty
        } else {
            TableState::Incomplete
        }
    }

    /// What a table still waits for.
    fn missing(&self, rows: &[Entry]) -> Vec<Gap> {
        let mut missing = Vec::new();
        for (row, entry) in rows.iter().enumerate() {
            let before = missing.len();
            for (at, column) in self.preset.columns.iter().enumerate() {
                let given = entry.seat.extra.get(at).is_some_and(Option::is_some);
                if column.needed && !given {
                    missing.push(Gap {
                        row,
                        what: column.name.to_lowercase(),
                        cell: entry.extra_cells[at].clone(),
                    });
                }
            }
            if entry.seat.vp.is_none() && missing.len() == before {
                missing.push(Gap {
                    row,
                    what: self.score_noun(),
                    cell: entry.vp_cell.clone(),
                });
            }
        }
        if missing.is_empty() {
            self.missing_tie_breaks(rows, &mut missing);
        }
        missing
    }

    /// Where VP are equal below the winner, the columns that part them are
    /// needed, each only where those before it leave a tie (rules/001,
    /// "Tournament Structure").
    fn missing_tie_breaks(&self, rows: &[Entry], missing: &mut Vec<Gap>) {
        let mut groups: BTreeMap<&Exact, Vec<usize>> = BTreeMap::new();
        for (at, entry) in rows
            .iter()
            .enumerate()
            .filter(|(_, entry)| !entry.seat.winner)
        {
            if let Some(vp) = &entry.seat.vp {
                groups.entry(vp).or_default().push(at);
            }
        }
        for group in groups.into_values().filter(|group| group.len() > 1) {
            let mut open = vec![group];
            for tie in &self.preset.tie_breaks {
                let mut next = Vec::new();
                for group in open {
                    let values: Vec<Option<Exact>> = group
                        .iter()
                        .map(|at| self.tie_value(&rows[*at], &tie.column))
                        .collect();
                    let lacking = group
                        .iter()
                        .zip(&values)
                        .filter(|(_, value)| value.is_none());
                    let before = missing.len();
                    missing.extend(lacking.map(|(at, _)| self.tie_gap(rows, *at, &tie.column)));
                    if missing.len() > before {
                        continue;
                    }
                    let mut parts: BTreeMap<Option<Exact>, Vec<usize>> = BTreeMap::new();
                    for (at, value) in group.iter().zip(values) {
                        parts.entry(value).or_default().push(*at);
                    }
                    next.extend(parts.into_values().filter(|part| part.len() > 1));
                }
                open = next;
            }
        }
    }

    fn tie_value(&self, entry: &Entry, column: &str) -> Option<Exact> {
        if column == "seat" {
            return entry.seat.seat.map(|seat| Exact::int(i64::from(seat)));
        }
        let at = self.preset.column(column)?;
        match (self.preset.columns[at].kind, entry.seat.extra.get(at)?) {
            (ColumnKind::Mark, mark) => Some(Exact::int(i64::from(mark.is_some()))),
            (_, Some(Extra::Number(value))) => Some(value.clone()),
            _ => None,
        }
    }

    fn tie_gap(&self, rows: &[Entry], row: usize, column: &str) -> Gap {
        let at = self.preset.column(column);
        Gap {
            row,
            what: at.map_or_else(
                || column.to_owned(),
                |at| self.preset.columns[at].name.to_lowercase(),
            ),
            cell: at
                .and_then(|at| rows[row].extra_cells.get(at))
                .unwrap_or(&rows[row].who_cell)
                .clone(),
        }
    }

    /// Spec 3, Winner; spec 2, "a marked winner below the target". The table
    /// is complete.
    fn check_winner(&self, round: u32, number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
        let Some(target) = self.preset.target(round) else {
            return check_highest(number, rows, findings);
        };
        let reached = |entry: &&Entry| entry.seat.vp.as_ref().is_some_and(|vp| *vp >= target);
        let marked: Vec<&Entry> = rows.iter().filter(|entry| entry.seat.winner).collect();
        let at_target = rows.iter().filter(reached).count();
        let needed = target.to_decimal(0);
        match (marked.as_slice(), at_target) {
            ([one], many) if self.preset.winner_mark == WinnerMark::TwoAtTarget => {
                check_claim(number, one, reached(one), many, &needed, findings);
            }
            ([one], _) if !reached(one) => self.below_target(number, one, &needed, findings),
            ([], 2..) => {
                let second = rows.iter().filter(reached).nth(1).unwrap_or(&rows[0]);
                let message = format!(
                    "two players of table {number} reached {needed} and neither is marked as the winner"
                );
                findings.push(
                    Finding::error(Code::WinnerUnmarked, second.winner_cell.clone(), message)
                        .help("mark the one who won with x"),
                );
            }
            ([], 0) if self.preset.winner_required => {
                let message = format!(
                    "nobody at table {number} has {needed} or more; each table has one winner"
                );
                findings.push(
                    Finding::error(Code::NoWinner, rows[0].vp_cell.clone(), message)
                        .help("correct the victory points"),
                );
            }
            _ => {}
        }
    }

    fn below_target(&self, number: u32, one: &Entry, needed: &str, findings: &mut Vec<Finding>) {
        let grave = self.preset.winner_required || self.preset.winner_floor.is_some();
        let make = if grave {
            Finding::error
        } else {
            Finding::warning
        };
        let message =
            format!("the marked winner of table {number} is below the target of {needed}");
        findings.push(
            make(Code::WinnerBelowTarget, one.vp_cell.clone(), message)
                .help("correct the victory points or the mark"),
        );
    }

    /// A mark below the target is told before the table is complete.
    fn check_marked_so_far(
        &self,
        round: u32,
        number: u32,
        rows: &[Entry],
        findings: &mut Vec<Finding>,
    ) {
        let Some(target) = self.preset.target(round) else {
            return;
        };
        let below = |entry: &&Entry| {
            entry.seat.winner && entry.seat.vp.as_ref().is_some_and(|vp| *vp < target)
        };
        if self.preset.winner_mark == WinnerMark::Always
            && let Some(one) = rows.iter().find(below)
        {
            self.below_target(number, one, &target.to_decimal(0), findings);
        }
    }

    /// What a complete table's scores must be together.
    fn check_scores(&self, number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
        let vps = || rows.iter().filter_map(|entry| entry.seat.vp.as_ref());
        let first = &rows[0].vp_cell;
        if vps().all(Exact::is_zero) {
            let message = format!("nobody at table {number} has any {}", self.score_noun());
            findings.push(
                Finding::warning(Code::AllZero, first.clone(), message)
                    .help("correct the scores, or go on if the game ended so"),
            );
        }
        if let Some(due) = self.preset.table_total {
            let total: Exact = vps().sum();
            if total != Exact::int(due) {
                let message = format!(
                    "the scores of table {number} add up to {}, not to {due}",
                    total.to_decimal(3)
                );
                findings.push(
                    Finding::warning(Code::TableTotal, first.clone(), message)
                        .help("correct the scores"),
                );
            }
        }
        let lost = self.preset.loss_column.as_deref().is_some_and(|key| {
            rows.iter()
                .all(|entry| preset::is_marked(self.preset, &entry.seat.extra, key))
        });
        if lost {
            let message = format!("everybody at table {number} is marked as having lost");
            findings.push(
                Finding::error(Code::AllLost, rows[0].who_cell.clone(), message)
                    .help("leave the mark at the one who lost"),
            );
        }
        if self.preset.seats == Seats::Open && rows.iter().any(|entry| entry.seat.seat.is_none()) {
            let message = format!("the play order of table {number} is not filled in");
            findings.push(
                Finding::warning(Code::SeatOpen, rows[0].who_cell.clone(), message)
                    .help("type 1 for who played first, and so on, in the column Seat"),
            );
        }
    }
}

/// What a table waits for: whose, what, where.
struct Gap {
    row: usize,
    what: String,
    cell: Place,
}

/// A claimed victory: only where two or more reached the target, by one of
/// them (rules/004, second part, "Claimed victory").
fn check_claim(
    number: u32,
    one: &Entry,
    reached: bool,
    at_target: usize,
    needed: &str,
    findings: &mut Vec<Finding>,
) {
    let finding = match (reached, at_target) {
        (true, 2..) => return,
        (true, _) => {
            let message = format!(
                "the victory at table {number} needs no claim: nobody else has {needed} or more"
            );
            Finding::note(Code::ClaimTooEarly, one.winner_cell.clone(), message)
        }
        (false, _) => {
            let message = format!(
                "the claimed victory at table {number} is by a player below {needed}; it takes two or more with {needed}, and one of them"
            );
            Finding::error(Code::ClaimTooEarly, one.winner_cell.clone(), message)
        }
    };
    findings.push(finding.help("remove the mark, or correct the victory points"));
}

fn check_marks(number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
    let mut marked = rows.iter().filter(|entry| entry.seat.winner);
    if let (Some(first), Some(second)) = (marked.next(), marked.next()) {
        let message = format!(
            "table {number} has two marked winners, here and in {}",
            first.winner_cell
        );
        findings.push(
            Finding::error(Code::TwoWinners, second.winner_cell.clone(), message)
                .help("leave the mark at the one who won"),
        );
    }
}

/// Where the highest score wins, a mark elsewhere is doubtful.
fn check_highest(number: u32, rows: &[Entry], findings: &mut Vec<Finding>) {
    let highest = rows.iter().filter_map(|entry| entry.seat.vp.as_ref()).max();
    let doubtful = rows
        .iter()
        .find(|entry| entry.seat.winner && entry.seat.vp.as_ref() < highest);
    if let Some(one) = doubtful {
        let message =
            format!("the marked winner of table {number} does not have the highest score");
        findings.push(
            Finding::warning(Code::WinnerBelowTarget, one.winner_cell.clone(), message)
                .help("correct the score or the mark; the mark counts"),
        );
    }
}

/// A player who stayed away leaves a gap in the seats, so that they may go up
/// to the largest table's.
fn check_seats(number: u32, rows: &[Entry], largest: usize, findings: &mut Vec<Finding>) {
    let most = largest.max(rows.len());
    let mut taken: BTreeMap<u32, &Place> = BTreeMap::new();
    for entry in rows {
        let Some(seat) = entry.seat.seat else {
            continue;
        };
        if seat == 0 || seat as usize > most {
            let message = format!("seat {seat} does not exist at table {number}");
            findings.push(
                Finding::error(Code::SeatTwice, entry.vp_cell.clone(), message)
                    .help(format!("type a seat from 1 to {most}")),
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
