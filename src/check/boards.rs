//! The boards of one table: components within their limits, what a board must
//! fulfil, who holds the bonuses, and the VP that follow. Knows the preset's
//! columns; computes no place and no points.

use super::rounds::{Entry, Reader};
use crate::model::{Code, Exact, Extra, Finding, Place};
use crate::preset::{BoardRule, Bonus, Holder, PresetColumn, board_vp};

impl Reader<'_> {
    /// Components: their limits, the board's rules, the bonuses; and the VP
    /// that follow from them.
    pub(super) fn check_board(&self, number: u32, rows: &mut [Entry], findings: &mut Vec<Finding>) {
        let preset = self.preset;
        for (at, column) in preset.columns.iter().enumerate() {
            check_table_limit(number, at, column, rows, findings);
        }
        for rule in &preset.board {
            for entry in rows.iter() {
                self.check_rule(rule, entry, findings);
            }
        }
        for bonus in &preset.bonuses {
            self.check_bonus(number, bonus, rows, findings);
        }
        if preset.vp_from_columns() {
            self.count_board(rows, findings);
        }
    }

    /// The VP of each board; a total that was typed is compared with it.
    fn count_board(&self, rows: &mut [Entry], findings: &mut Vec<Finding>) {
        let vps = board_vp(self.preset, &boards(rows));
        for (entry, vp) in rows.iter_mut().zip(vps) {
            if let (Some(vp), Some(typed)) = (&vp, &entry.typed_vp)
                && vp != typed
            {
                let message = format!(
                    "\"{}\" is not what the columns add up to, which is {}",
                    typed.to_decimal(3),
                    vp.to_decimal(3)
                );
                findings.push(
                    Finding::warning(Code::ValueDiffers, entry.vp_cell.clone(), message)
                        .help("correct the columns, or leave the cell empty; the columns count"),
                );
            }
            entry.seat.vp = vp;
        }
    }

    fn check_rule(&self, rule: &BoardRule, entry: &Entry, findings: &mut Vec<Finding>) {
        let row = &entry.seat.extra;
        let applies = rule
            .when
            .as_ref()
            .is_none_or(|when| when.holds(self.preset, row) == Some(true));
        if !applies || rule.needs.holds(self.preset, row) != Some(false) {
            return;
        }
        let column = rule.needs.columns().find_map(|key| self.preset.column(key));
        let cell = column
            .and_then(|at| entry.extra_cells.get(at))
            .unwrap_or(&entry.who_cell);
        let name = &self.players[entry.seat.player].name;
        let message = format!("the board of \"{name}\" cannot be: {}", rule.says);
        let finding = if rule.warning {
            let message = format!("the board of \"{name}\" is unusual: {}", rule.says);
            Finding::warning(Code::DoubtfulBoard, cell.clone(), message)
        } else {
            Finding::error(Code::ImpossibleBoard, cell.clone(), message)
        };
        findings.push(finding.help("compare with the signed score sheet"));
    }

    /// Who holds a bonus (rules/004, second part, "Largest Army and Longest
    /// Road ties").
    fn check_bonus(&self, number: u32, bonus: &Bonus, rows: &[Entry], findings: &mut Vec<Finding>) {
        let Some(by) = self.preset.column(&bonus.by) else {
            return;
        };
        let all = boards(rows);
        // Until everybody's value is in, nobody can say who holds it.
        if all
            .iter()
            .any(|row| row.get(by).is_none_or(Option::is_none))
        {
            return;
        }
        let holder = bonus.holder(self.preset, &all);
        match &holder {
            Holder::Open(equal) => self.bonus_open(number, bonus, rows, equal, findings),
            Holder::SaidNobody(equal) => {
                let message = format!(
                    "nobody holds the {} at table {number}, as the sheet says",
                    bonus.name
                );
                let cell = self.mark_cell(bonus, &rows[equal[0]]);
                findings.push(Finding::note(Code::BonusNobody, cell, message));
            }
            Holder::Row(_) | Holder::Nobody => {}
        }
        self.bonus_elsewhere(bonus, rows, &holder, findings);
    }

    /// Equal players, and not exactly one of them marked.
    fn bonus_open(
        &self,
        number: u32,
        bonus: &Bonus,
        rows: &[Entry],
        equal: &[usize],
        findings: &mut Vec<Finding>,
    ) {
        let names: Vec<&str> = equal.iter().map(|at| self.name(&rows[*at])).collect();
        let help = if bonus.nobody {
            "mark with x the one who had it first, or type nobody"
        } else {
            "mark with x the one who had it first"
        };
        let message = format!(
            "{} are equal for the {} at table {number}, and not exactly one is marked",
            names.join(" and "),
            bonus.name
        );
        let cell = self.mark_cell(bonus, &rows[equal[0]]);
        findings.push(Finding::error(Code::BonusUnmarked, cell, message).help(help));
    }

    /// A mark, or the word that nobody holds it, where neither can stand:
    /// among equals the marked one holds it, everybody else has less.
    fn bonus_elsewhere(
        &self,
        bonus: &Bonus,
        rows: &[Entry],
        holder: &Holder,
        findings: &mut Vec<Finding>,
    ) {
        let (equal, held): (&[usize], Option<usize>) = match holder {
            Holder::Open(equal) | Holder::SaidNobody(equal) => (equal, None),
            Holder::Row(at) => (&[], Some(*at)),
            Holder::Nobody => (&[], None),
        };
        let mark = self.preset.column(&bonus.mark);
        for (at, entry) in rows
            .iter()
            .enumerate()
            .filter(|(at, _)| !equal.contains(at))
        {
            let typed = mark.and_then(|mark| entry.seat.extra.get(mark)?.as_ref());
            let message = match (typed, held) {
                (Some(Extra::Mark), held) if held != Some(at) => format!(
                    "\"{}\" is marked for the {} and does not have enough for it",
                    self.name(entry),
                    bonus.name
                ),
                (Some(Extra::Nobody), Some(held)) => format!(
                    "the sheet says that nobody holds the {}, and \"{}\" holds it",
                    bonus.name,
                    self.name(&rows[held])
                ),
                (Some(Extra::Nobody), None) if !equal.is_empty() => format!(
                    "the word nobody belongs to those who are equal for the {}, and \"{}\" is not one of them",
                    bonus.name,
                    self.name(entry)
                ),
                _ => continue,
            };
            findings.push(
                Finding::error(Code::BonusMisplaced, self.mark_cell(bonus, entry), message)
                    .help("clear the cell, or correct the numbers of the table"),
            );
        }
    }

    fn mark_cell(&self, bonus: &Bonus, entry: &Entry) -> Place {
        let column = self.preset.column(&bonus.mark);
        let cell = column.and_then(|column| entry.extra_cells.get(column));
        cell.unwrap_or(&entry.who_cell).clone()
    }

    fn name(&self, entry: &Entry) -> &str {
        &self.players[entry.seat.player].name
    }
}

fn boards(rows: &[Entry]) -> Vec<&[Option<Extra>]> {
    rows.iter()
        .map(|entry| entry.seat.extra.as_slice())
        .collect()
}

fn check_table_limit(
    number: u32,
    at: usize,
    column: &PresetColumn,
    rows: &[Entry],
    findings: &mut Vec<Finding>,
) {
    let Some(most) = column.table_max else { return };
    let values = rows
        .iter()
        .filter_map(|entry| match entry.seat.extra.get(at) {
            Some(Some(Extra::Number(value))) => Some(value),
            _ => None,
        });
    let total: Exact = values.sum();
    if total <= Exact::int(i64::from(most)) {
        return;
    }
    let message = format!(
        "table {number} has {} {} together; there are {most}",
        total.to_decimal(0),
        column.name.to_lowercase()
    );
    let last = rows
        .iter()
        .rev()
        .find(|entry| entry.seat.extra.get(at).is_some_and(Option::is_some));
    let cell = last.map_or(&rows[0].who_cell, |entry| &entry.extra_cells[at]);
    findings.push(
        Finding::error(Code::ImpossibleBoard, cell.clone(), message)
            .help("compare with the signed score sheet"),
    );
}
