//! What is to be told of a stage that was seated or played: who sits there and
//! should not, games without a winner, equal players where one goes on.
//! Changes nothing of the stage.

use std::collections::BTreeSet;

use super::{PlannedTable, Runner, going_on};
use crate::model::{Code, Finding, PlayerIx, Round};
use crate::preset::{FieldRule, StageRule};

impl Runner<'_> {
    /// A complete stage that nobody can follow: no winner where one must be,
    /// or equal players where one must go on. Where the stage's own keys part
    /// them, it is told as a warning.
    pub(super) fn faults(
        &mut self,
        rule: &StageRule,
        field: FieldRule,
        round: &Round,
    ) -> Vec<Finding> {
        let mut faults = Vec::new();
        for table in self
            .keys
            .scores
            .tables
            .iter()
            .filter(|table| table.round == self.round)
        {
            let has_winner = table.rows.iter().any(|row| row.winner);
            if rule.winner_required && !has_winner {
                let message = format!(
                    "table {} of the {} has no winner, and it needs one",
                    table.table,
                    rule.name.as_str()
                );
                faults.push(
                    Finding::error(Code::NoWinner, round.sheet.clone(), message)
                        .help("mark the winner with x, or correct the victory points"),
                );
            }
            let mut places: Vec<u32> = table.rows.iter().map(|row| row.place).collect();
            places.sort_unstable();
            let cut = going_on(rule, field);
            let tied = cut > 0 && cut < places.len() && places[cut - 1] == places[cut];
            if rule.winner_required && !has_winner {
                continue;
            }
            if !tied {
                if cut > 0 && !has_winner {
                    self.bracket
                        .findings
                        .extend(self.unfinished(rule, table.table, round));
                }
                continue;
            }
            let equal = table.rows.iter().filter(|row| row.place == places[cut]);
            let message = format!(
                "{} at table {} of the {} are equal where one goes on",
                self.quoted(equal.map(|row| row.player)).join(" and "),
                table.table,
                rule.name.as_str()
            );
            if rule.ties.is_empty() {
                faults.push(
                    Finding::error(Code::StageTie, round.sheet.clone(), message)
                        .help("mark the winner with x, or correct the results"),
                );
            } else {
                let finding = Finding::warning(Code::StageTie, round.sheet.clone(), message);
                self.bracket
                    .findings
                    .push(finding.help(self.parted(rule, table.table)));
            }
        }
        faults
    }

    /// A game of a stage that was stopped before anybody reached the target:
    /// the highest goes on, which somebody should have looked at.
    fn unfinished(&self, rule: &StageRule, number: u32, round: &Round) -> Option<Finding> {
        let target = self.keys.preset.target(self.round)?.to_decimal(0);
        let stage = rule.name.as_str();
        let first = self.first_two(number).map(|(first, _)| first)?;
        let message =
            format!("nobody at table {number} of the {stage} reached {target}; the highest counts");
        let help = format!(
            "\"{}\" is put first; correct the results if the game was won",
            self.keys.event.players[first].name
        );
        Some(Finding::warning(Code::NoWinner, round.sheet.clone(), message).help(help))
    }

    /// The first two of a table of the stage at hand.
    fn first_two(&self, number: u32) -> Option<(PlayerIx, PlayerIx)> {
        let tables = &self.bracket.stages.last()?.tables;
        let (.., order) = tables.iter().find(|(other, ..)| *other == number)?;
        match order.as_slice() {
            [(first, _), (second, _), ..] => Some((*first, *second)),
            _ => None,
        }
    }

    fn parted(&self, rule: &StageRule, number: u32) -> String {
        let Some((first, second)) = self.first_two(number) else {
            return String::new();
        };
        let sorted = self.keys.sorted(&rule.ties, self.round, &[first, second]);
        let apart = sorted.into_iter().find_map(|parted| parted.apart);
        format!(
            "\"{}\" is put first by {}",
            self.keys.event.players[first].name,
            apart
                .map_or_else(|| "preliminary_rank".to_owned(), |apart| apart.by)
                .replace('_', " ")
        )
    }

    /// Compares who sits in a stage with who should: an error while nothing is
    /// typed, a warning once it was played, or where the results on which it
    /// was seated have been corrected since.
    pub(super) fn differences(
        &self,
        rule: &StageRule,
        expected: &[PlannedTable],
        round: &Round,
    ) -> Vec<Finding> {
        let due: BTreeSet<PlayerIx> = expected
            .iter()
            .flat_map(|table| &table.players)
            .copied()
            .collect();
        let seats = || round.tables.iter().flat_map(|table| &table.seats);
        let seated: BTreeSet<PlayerIx> = seats().map(|seat| seat.player).collect();
        let players = &self.keys.event.players;
        let stage = rule.name.as_str();
        let missing = self.quoted(due.difference(&seated).copied()).join(", ");
        let mut findings = Vec::new();
        for seat in seats().filter(|seat| !due.contains(&seat.player)) {
            let name = &players[seat.player].name;
            if self.stand.contains(&round.number) && !round.has_results() {
                let message = format!(
                    "\"{name}\" sits in the {stage}; as the results were corrected since it would be {missing}"
                );
                findings.push(
                    Finding::warning(Code::StageDiffers, seat.row.clone(), message).help(
                        "the seats stand, and the standings follow the correction; to seat the stage anew run with --reseat",
                    ),
                );
            } else if round.has_results() {
                let message = format!(
                    "\"{name}\" played the {stage}; as the results stand now it would be {missing}"
                );
                findings.push(
                    Finding::warning(Code::StageDiffers, seat.row.clone(), message)
                        .help("the stage stands as it was played"),
                );
            } else {
                let message = format!("\"{name}\" did not qualify for the {stage}");
                findings.push(
                    Finding::error(Code::NotQualified, seat.row.clone(), message)
                        .help(format!("who qualified and sits nowhere: {missing}")),
                );
            }
        }
        if findings.is_empty() && !missing.is_empty() && !round.has_results() {
            let message = format!("{missing} qualified for the {stage} and sit nowhere");
            findings.push(
                Finding::error(Code::PlayerNotSeated, round.sheet.clone(), message)
                    .help("add them to a table, or delete the sheet to have it written again"),
            );
        }
        findings
    }

    /// The names of players, as messages show them.
    fn quoted(&self, players: impl Iterator<Item = PlayerIx>) -> Vec<String> {
        let name = |player: PlayerIx| &self.keys.event.players[player].name;
        players
            .map(|player| format!("\"{}\"", name(player)))
            .collect()
    }
}
