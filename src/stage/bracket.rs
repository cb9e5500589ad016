//! The stages after the cut: who comes in, which tables, who goes on. Follows
//! the preset's stages as far as the sheets have been played.

mod findings;

use std::collections::{BTreeMap, BTreeSet};

use super::keys::{Apart, Keys, Parted, place};
use crate::model::{
    Code, Event, Finding, PlayerIx, Progress, Round, Scores, Severity, Stage, Standings,
};
use crate::preset::{FieldRule, Preset, Slot, StageKey, StageRule, StageSeats, StageTables};

/// A table of a stage that is to be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedTable {
    /// Its number.
    pub number: u32,
    /// Its own stage.
    pub stage: Stage,
    /// Its players, in the order in which they are listed.
    pub players: Vec<PlayerIx>,
}

/// A stage that is to be seated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StagePlan {
    /// Its round.
    pub round: u32,
    /// Its stage.
    pub stage: Stage,
    /// Its tables.
    pub tables: Vec<PlannedTable>,
    /// Whether a draw says who sits at which table.
    pub draw_tables: bool,
    /// How seats are given.
    pub seats: StageSeats,
}

/// A stage as far as it was played.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Which of the preset's stages.
    pub rule: usize,
    /// Its round.
    pub round: u32,
    /// Who came in, by seed.
    pub entrants: Vec<PlayerIx>,
    /// Each table: number, own stage, and its players with their places in
    /// order; empty while it is not complete.
    pub tables: Vec<(u32, Stage, Vec<(PlayerIx, u32)>)>,
}

impl Standing {
    /// Says whether every table counts.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.tables.iter().all(|(.., order)| !order.is_empty())
    }
}

/// Everything after the cut.
#[derive(Clone, Debug, Default)]
pub struct Bracket {
    /// Stages begun, in order.
    pub stages: Vec<Standing>,
    /// The stage to be seated now.
    pub next: Option<StagePlan>,
    /// The round that waits for results.
    pub waits: Option<u32>,
    /// All stages are complete.
    pub finished: bool,
    /// Who is in the stage that is being played or seated.
    pub through: Vec<PlayerIx>,
    /// What is wrong.
    pub findings: Vec<Finding>,
}

impl Bracket {
    /// Writes the stages into rounds, tables and scores.
    pub fn tag(&self, event: &mut Event, scores: &mut Scores, preset: &Preset) {
        for standing in &self.stages {
            let name = preset.stages[standing.rule].name;
            let stage_of = |number: u32| {
                let known = standing.tables.iter().find(|(other, ..)| *other == number);
                known.map_or(name, |(_, stage, _)| *stage)
            };
            let rounds = event.rounds.iter_mut();
            for round in rounds.filter(|round| round.number == standing.round) {
                round.stage = name;
                for table in &mut round.tables {
                    table.stage = stage_of(table.number);
                }
            }
            let tables = scores.tables.iter_mut();
            for table in tables.filter(|table| table.round == standing.round) {
                table.stage = stage_of(table.table);
            }
        }
    }
}

/// Follows the stages through the sheets that there are. The rounds that
/// `stand` were seated from results that have been corrected since: their
/// seats stay (spec 2, Errors).
#[must_use]
pub fn play(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
    preliminary: &Standings,
    all_games: &Standings,
    stand: &BTreeSet<u32>,
) -> Bracket {
    let mut bracket = Bracket::default();
    let Some(planned) = progress.planned else {
        return bracket;
    };
    let mut last = planned;
    if preset.finals && progress.finished() {
        let keys = Keys::new(event, preset, scores, preliminary, all_games);
        let mut runner = Runner {
            keys: &keys,
            round: planned + 1,
            bracket: &mut bracket,
            stand,
        };
        runner.run(progress.field);
        last = runner.round - 1;
    }
    let early = ahead(event, &bracket, last);
    bracket.findings.extend(early);
    bracket
}

/// A round sheet that no rule asks for, or not yet.
fn ahead(event: &Event, bracket: &Bracket, last: u32) -> Option<Finding> {
    let first = event.rounds.iter().find(|round| round.number > last)?;
    // A stage that cannot go on says so itself.
    if bracket.findings.iter().any(Finding::is_error) {
        return None;
    }
    let message = match bracket.waits {
        Some(round) => format!(
            "this is round {}, and round {round} is not complete",
            first.number
        ),
        None => format!(
            "this is round {}, and nothing is played after round {last} yet",
            first.number
        ),
    };
    Some(
        Finding::error(Code::StageAhead, first.sheet.clone(), message)
            .help("complete the rounds before it, or move the sheet out of the event"),
    )
}

struct Runner<'a> {
    keys: &'a Keys<'a>,
    round: u32,
    bracket: &'a mut Bracket,
    stand: &'a BTreeSet<u32>,
}

/// Who comes into a stage.
#[derive(Default)]
struct Entrants {
    /// By seed.
    players: Vec<PlayerIx>,
    /// By group, where there are groups.
    groups: Vec<Vec<PlayerIx>>,
    /// Who is not there, and who moves up.
    replaced: BTreeMap<PlayerIx, PlayerIx>,
    /// What blocks the stage.
    blocks: Vec<Finding>,
}

impl Runner<'_> {
    fn run(&mut self, field: usize) {
        let preset = self.keys.preset;
        for (at, rule) in preset.stages.iter().enumerate() {
            if field < rule.players_from {
                continue;
            }
            let entrants = match self.bracket.stages.last() {
                None => self.first_entrants(rule),
                Some(_) => self.advanced(rule),
            };
            let Some(field_rule) = rule.field(entrants.players.len()).copied() else {
                if rule.winners_to_multiple.is_some() && self.bracket.stages.is_empty() {
                    continue;
                }
                self.too_few(rule, entrants.players.len());
                return;
            };
            let tables = self.tables(rule, &field_rule, &entrants);
            let round = self
                .keys
                .event
                .rounds
                .iter()
                .find(|other| other.number == self.round);
            let Some(round) = round else {
                self.seat(rule, entrants, tables);
                return;
            };
            if !self.played(at, rule, field_rule, entrants, &tables, round) {
                return;
            }
            self.round += 1;
        }
        self.bracket.finished = !self.bracket.stages.is_empty();
        self.bracket.through.clear();
    }

    fn too_few(&mut self, rule: &StageRule, found: usize) {
        let least = rule
            .fields
            .iter()
            .map(|field| field.from)
            .min()
            .unwrap_or(0);
        let message = format!(
            "{found} players are too few for the {}, which takes at least {least}",
            rule.name.as_str()
        );
        self.bracket.findings.push(
            Finding::event(Severity::Error, Code::StageTooFew, message).help(
                "correct who is there (Until, Excluded) in the player list, or type Final = no in the Event sheet",
            ),
        );
    }

    fn is_there(&self, player: PlayerIx) -> bool {
        let person = &self.keys.event.players[player];
        person.plays(self.round) && !person.excluded
    }

    /// The first so many of the candidates; who is not there blocks, or is
    /// replaced by the next in line (spec 3, Stages).
    fn pick(&self, rule: &StageRule, candidates: &[PlayerIx], many: usize) -> Entrants {
        let mut entrants = Entrants::default();
        let mut next = candidates
            .iter()
            .skip(many)
            .copied()
            .filter(|player| self.is_there(*player));
        for player in candidates.iter().take(many).copied() {
            if self.is_there(player) {
                entrants.players.push(player);
                continue;
            }
            let stand_in = next.next();
            if self.keys.preset.stands_in {
                if let Some(other) = stand_in {
                    entrants.replaced.insert(player, other);
                    entrants.players.push(other);
                }
                continue;
            }
            entrants.players.push(player);
            entrants.blocks.push(self.blocked(rule, player, stand_in));
        }
        entrants
            .players
            .sort_by_key(|player| candidates.iter().position(|other| other == player));
        entrants
    }

    fn blocked(&self, rule: &StageRule, player: PlayerIx, stand_in: Option<PlayerIx>) -> Finding {
        let players = &self.keys.event.players;
        let stage = rule.name.as_str();
        let message = format!(
            "\"{}\" qualified for the {stage} and is not there",
            players[player].name
        );
        let help = match stand_in {
            Some(next) => format!(
                "the next in line is \"{}\"; type Stands in = yes in the Event sheet to let the next in line move up",
                players[next].name
            ),
            None => "nobody is left to move up; type Final = no in the Event sheet to end here"
                .to_owned(),
        };
        Finding::error(Code::QualifierMissing, players[player].row.clone(), message).help(help)
    }

    fn first_entrants(&self, rule: &StageRule) -> Entrants {
        let seeding = self.keys.seeding();
        if let Some(multiple) = rule.winners_to_multiple {
            return self.winners_and_alternates(rule, &seeding, multiple);
        }
        let groups = self.groups(&seeding);
        if rule.group_slots.is_empty() || groups.len() < 2 {
            return self.pick(rule, &seeding, rule.entrants);
        }
        let mut all = Entrants::default();
        for group in &groups {
            let picked = self.pick(rule, group, rule.entrants / groups.len());
            all.players.extend(&picked.players);
            all.groups.push(picked.players);
            all.blocks.extend(picked.blocks);
        }
        all.players
            .sort_by_key(|player| self.keys.position(*player));
        all
    }

    fn groups(&self, seeding: &[PlayerIx]) -> Vec<Vec<PlayerIx>> {
        let mut groups: BTreeMap<&str, Vec<PlayerIx>> = BTreeMap::new();
        for player in seeding {
            if let Some(group) = self.keys.event.players[*player].group.as_deref() {
                groups.entry(group).or_default().push(*player);
            }
        }
        groups.into_values().collect()
    }

    /// Winners of a game who are there, filled up with the best others to the
    /// next multiple (rules/001, "Advancement into the Semifinal").
    fn winners_and_alternates(
        &self,
        rule: &StageRule,
        seeding: &[PlayerIx],
        multiple: usize,
    ) -> Entrants {
        let won: BTreeSet<PlayerIx> = self
            .keys
            .scores
            .tables
            .iter()
            .filter(|table| table.round < self.round)
            .flat_map(|table| &table.rows)
            .filter(|row| !row.win.is_zero())
            .map(|row| row.player)
            .collect();
        let there = || {
            seeding
                .iter()
                .copied()
                .filter(|player| self.is_there(*player))
        };
        let winners = there().filter(|player| won.contains(player)).count();
        let many = winners.max(1).div_ceil(multiple) * multiple;
        // The ranking has the winners first.
        Entrants {
            players: there().take(many.min(rule.entrants)).collect(),
            ..Entrants::default()
        }
    }

    /// Who goes on from the stage before.
    fn advanced(&self, rule: &StageRule) -> Entrants {
        let Some(before) = self.bracket.stages.last() else {
            return Entrants::default();
        };
        let earlier = &self.keys.preset.stages[before.rule];
        let field = earlier.field(before.entrants.len());
        let (mut through, others) = advancing(self.keys, earlier, field, before);
        through.sort_by_key(|player| self.keys.position(*player));
        let many = through.len();
        let candidates: Vec<PlayerIx> = through.into_iter().chain(others).collect();
        let mut entrants = self.pick(rule, &candidates, many);
        entrants
            .players
            .sort_by_key(|player| self.keys.position(*player));
        entrants
    }

    /// Lays the entrants on tables; those for the third place last.
    fn tables(
        &self,
        rule: &StageRule,
        field: &FieldRule,
        entrants: &Entrants,
    ) -> Vec<PlannedTable> {
        let slots = if entrants.groups.len() > 1 || self.came_in_groups(rule) {
            &rule.group_slots
        } else {
            &rule.slots
        };
        let slots = if slots.is_empty() { &rule.slots } else { slots };
        let laid: Vec<Vec<PlayerIx>> = if slots.is_empty() {
            let how = rule.tables.unwrap_or(self.keys.preset.stage_tables);
            deal(&entrants.players, field.tables, how)
        } else {
            let seat = |slot: &Slot| self.player_of(*slot, entrants);
            slots
                .iter()
                .map(|table| table.iter().filter_map(seat).collect())
                .collect()
        };
        let mut tables: Vec<PlannedTable> = (1..)
            .zip(laid)
            .map(|(number, players)| PlannedTable {
                number,
                stage: rule.name,
                players,
            })
            .collect();
        if rule.third_place
            && let Some(before) = self.bracket.stages.last()
        {
            let losers = before
                .tables
                .iter()
                .filter_map(|(_, _, order)| order.last());
            tables.push(PlannedTable {
                number: tables.len() as u32 + 1,
                stage: Stage::ThirdPlace,
                players: losers
                    .map(|(player, _)| *player)
                    .filter(|player| self.is_there(*player))
                    .collect(),
            });
        }
        if rule.seats == StageSeats::Ranked {
            for table in &mut tables {
                let ranked = self
                    .keys
                    .sorted(&[StageKey::Rank], self.round, &table.players);
                table.players = ranked.into_iter().map(|parted| parted.player).collect();
            }
        }
        tables
    }

    /// Whether the first stage was laid by groups.
    fn came_in_groups(&self, rule: &StageRule) -> bool {
        !rule.group_slots.is_empty() && self.groups(&self.keys.seeding()).len() > 1
    }

    fn player_of(&self, slot: Slot, entrants: &Entrants) -> Option<PlayerIx> {
        let of_table = |number: u32, last: bool| {
            let before = self.bracket.stages.last()?;
            let (_, _, order) = before.tables.iter().find(|(other, ..)| *other == number)?;
            let (player, _) = if last { order.last()? } else { order.first()? };
            Some(*entrants.replaced.get(player).unwrap_or(player))
        };
        match slot {
            Slot::Seed(seed) => entrants.players.get(seed.checked_sub(1)?).copied(),
            Slot::Group(group, rank) => entrants
                .groups
                .get(group)?
                .get(rank.checked_sub(1)?)
                .copied(),
            Slot::Winner(number) => of_table(number, false),
            Slot::Loser(number) => of_table(number, true),
        }
    }

    fn seat(&mut self, rule: &StageRule, entrants: Entrants, tables: Vec<PlannedTable>) {
        self.bracket.findings.extend(entrants.blocks);
        self.bracket.through = entrants.players;
        let how = rule.tables.unwrap_or(self.keys.preset.stage_tables);
        self.bracket.next = Some(StagePlan {
            round: self.round,
            stage: rule.name,
            tables,
            draw_tables: how == StageTables::Random && rule.slots.is_empty(),
            seats: rule.seats,
        });
    }

    /// Takes in a stage that has a sheet; says whether it is complete and
    /// somebody can go on.
    fn played(
        &mut self,
        at: usize,
        rule: &StageRule,
        field: FieldRule,
        entrants: Entrants,
        expected: &[PlannedTable],
        round: &Round,
    ) -> bool {
        let differs = self.differences(rule, expected, round);
        self.bracket.findings.extend(differs);
        if !round.has_results() {
            self.bracket.findings.extend(entrants.blocks);
        }
        let main = expected
            .iter()
            .filter(|table| table.stage == rule.name)
            .count() as u32;
        let tables = round.tables.iter().map(|table| {
            let stage = if rule.third_place && table.number > main {
                Stage::ThirdPlace
            } else {
                rule.name
            };
            (table.number, stage, self.order(rule, field, table.number))
        });
        let tables: Vec<_> = tables.collect();
        let mut seated: Vec<PlayerIx> = round
            .tables
            .iter()
            .filter(|table| !(rule.third_place && table.number > main))
            .flat_map(|table| &table.seats)
            .map(|seat| seat.player)
            .collect();
        seated.sort_by_key(|player| self.keys.position(*player));
        self.bracket.through.clone_from(&seated);
        self.bracket.stages.push(Standing {
            rule: at,
            round: self.round,
            entrants: seated,
            tables,
        });
        if !round.is_complete() {
            self.bracket.waits = Some(self.round);
            // The round counts as known, so that the next one is not ahead.
            self.round += 1;
            return false;
        }
        let faults = self.faults(rule, field, round);
        let clean = faults.is_empty();
        self.bracket.findings.extend(faults);
        if !clean {
            self.round += 1;
        }
        clean
    }

    /// The players of a table, the best first, with their places. Where some of
    /// an equal place go on and others do not, the stage's own keys part them.
    fn order(&self, rule: &StageRule, field: FieldRule, number: u32) -> Vec<(PlayerIx, u32)> {
        let scores = &self.keys.scores.tables;
        let Some(table) = scores
            .iter()
            .find(|table| table.round == self.round && table.table == number)
        else {
            return Vec::new();
        };
        let mut places: BTreeMap<u32, Vec<PlayerIx>> = BTreeMap::new();
        for row in &table.rows {
            places.entry(row.place).or_default().push(row.player);
        }
        let mut rows: Vec<(PlayerIx, u32)> = Vec::new();
        for (place, equal) in places {
            let sorted = self.keys.sorted(&rule.ties, self.round, &equal);
            rows.extend(sorted.into_iter().map(|parted| (parted.player, place)));
        }
        let cut = going_on(rule, field);
        if let Some(last) = cut.checked_sub(1).and_then(|last| rows.get(last)).copied()
            && !rule.ties.is_empty()
        {
            for row in rows[cut..].iter_mut().filter(|row| row.1 == last.1) {
                row.1 = cut as u32 + 1;
            }
        }
        rows
    }
}

/// Who goes on from a complete stage, and the others in the order in which
/// they would follow.
fn advancing(
    keys: &Keys<'_>,
    rule: &StageRule,
    field: Option<&FieldRule>,
    standing: &Standing,
) -> (Vec<PlayerIx>, Vec<PlayerIx>) {
    let each = field.map_or(1, |field| field.advance_each);
    let mut through = Vec::new();
    let mut others: Vec<(PlayerIx, u32)> = Vec::new();
    for (_, stage, order) in &standing.tables {
        let many = if *stage == Stage::ThirdPlace { 0 } else { each };
        through.extend(order.iter().take(many).map(|(player, _)| *player));
        others.extend(order.iter().skip(many));
    }
    let sorted = in_stage(keys, rule, standing.round, &others);
    let mut others: Vec<PlayerIx> = sorted.iter().map(|(parted, _)| parted.player).collect();
    let more = field
        .and_then(|field| field.advance_total)
        .map_or(0, |total| total.saturating_sub(through.len()));
    let rest = others.split_off(more.min(others.len()));
    through.extend(others);
    (through, rest)
}

/// How many of each table go on, or win.
fn going_on(rule: &StageRule, field: FieldRule) -> usize {
    let wins = usize::from(rule.name >= Stage::ThirdPlace);
    field.advance_each.max(wins)
}

/// Orders players of one stage with their places: by place at the table, then
/// by the stage's keys.
pub(super) fn in_stage(
    keys: &Keys<'_>,
    rule: &StageRule,
    round: u32,
    players: &[(PlayerIx, u32)],
) -> Vec<(Parted, u32)> {
    let mut places: BTreeMap<u32, Vec<PlayerIx>> = BTreeMap::new();
    for (player, place) in players {
        places.entry(*place).or_default().push(*player);
    }
    let ranks: &[StageKey] = if rule.shared { &[] } else { &rule.ranks };
    let mut order: Vec<(Parted, u32)> = Vec::with_capacity(players.len());
    for (at, equal) in places {
        if let Some((last, before)) = order.last_mut() {
            last.apart = Some(Apart {
                by: "table_place".to_owned(),
                values: Some((place(*before as usize), place(at as usize))),
            });
        }
        let sorted = keys.sorted(ranks, round, &equal);
        order.extend(sorted.into_iter().map(|parted| (parted, at)));
    }
    order
}

/// Deals seeds to tables.
fn deal(seeds: &[PlayerIx], tables: usize, how: StageTables) -> Vec<Vec<PlayerIx>> {
    let mut laid = vec![Vec::new(); tables.max(1)];
    for (at, player) in seeds.iter().enumerate() {
        let (row, column) = (at / laid.len(), at % laid.len());
        let table = match how {
            StageTables::Snake if row % 2 == 1 => laid.len() - 1 - column,
            StageTables::Snake | StageTables::Column | StageTables::Random => column,
        };
        laid[table].push(*player);
    }
    laid
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_snake_and_its_short_tables() {
        let seeds: Vec<PlayerIx> = (1..=16).collect();
        assert_eq!(
            deal(&seeds, 4, StageTables::Snake),
            [
                [1, 8, 9, 16],
                [2, 7, 10, 15],
                [3, 6, 11, 14],
                [4, 5, 12, 13]
            ]
        );
        let short = deal(&seeds[..13], 4, StageTables::Snake);
        assert_eq!(
            short,
            [
                vec![1, 8, 9],
                vec![2, 7, 10],
                vec![3, 6, 11],
                vec![4, 5, 12, 13]
            ]
        );
        assert_eq!(
            deal(&seeds[..8], 2, StageTables::Snake),
            [[1, 4, 5, 8], [2, 3, 6, 7]]
        );
        assert_eq!(deal(&seeds, 4, StageTables::Column)[0], [1, 5, 9, 13]);
    }
}
