//! Who plays whom after the cut, who goes on, and the final ranking, for each
//! preset as its rule text and spec 3 have it.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use super::read::{Event, Row};
use super::table::{Scored, scored};
use super::{Number, whole};

/// The tables that a stage must have.
#[derive(Clone, Debug)]
pub(super) enum Due {
    /// These players at each table, in the order of the tables.
    Tables(Vec<Vec<String>>),
    /// These players, drawn to so many tables.
    Drawn(Vec<String>, usize),
}

/// A result of the event's end: players who share a rank, or whom only a lot
/// parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) ids: Vec<String>,
    /// They share their rank; else a lot gives each one of their ranks.
    pub(super) shared: bool,
}

/// An event after its preliminary rounds.
pub(super) struct Cut<'a> {
    pub(super) preset: &'a str,
    pub(super) event: &'a Event,
    /// The preliminary ranking.
    pub(super) order: Vec<String>,
    /// Each player's group, where there are groups.
    pub(super) groups: BTreeMap<String, String>,
    /// Each player's Buchholz and difference, where there are groups.
    pub(super) parting: BTreeMap<String, (Number, Number)>,
    /// Preliminary rounds.
    pub(super) rounds: u32,
    /// Players at round 1.
    pub(super) field: usize,
}

impl Cut<'_> {
    /// The tables of the stage after `done` stages; `None` after the last.
    pub(super) fn due(&self, done: u32) -> Option<Due> {
        match self.preset {
            "catan-championship" | "catan-sessions" => self.championship(done),
            "catan-mso" => self.mind_sports(done),
            "catan-de" => {
                (done == 0).then(|| Due::Tables(self.seeds(&[&[1, 4, 5, 8], &[2, 3, 6, 7]])))
            }
            "catan-at" => (done == 0 && self.order.len() >= 4).then(|| Due::Drawn(self.best(4), 1)),
            "catan-ck-wbc" => self.heats(done),
            "carcassonne-lv" | "carcassonne-world" => self.knockout(done),
            other => panic!("{other} has no stages"),
        }
    }

    /// How many stages there are.
    pub(super) fn stages(&self) -> u32 {
        match self.due(0) {
            None => 0,
            Some(_) if self.preset.starts_with("carcassonne") => 3,
            Some(Due::Tables(tables)) if self.preset != "catan-de" && tables.len() > 1 => 2,
            Some(Due::Drawn(_, 2..)) => 2,
            Some(_) => 1,
        }
    }

    /// Everybody in order, once no stage is left.
    pub(super) fn ranking(&self) -> Vec<Step> {
        let mut steps = match self.preset {
            "catan-de" => self.two_winners(),
            "carcassonne-lv" | "carcassonne-world" => self.after_knockout(),
            _ => self.down_the_stages(),
        };
        let placed: BTreeSet<String> = steps.iter().flat_map(|step| step.ids.clone()).collect();
        let rest = self.order.iter().filter(|id| !placed.contains(*id));
        steps.extend(rest.map(|id| alone(id)));
        steps
    }

    fn best(&self, many: usize) -> Vec<String> {
        self.order[..many.min(self.order.len())].to_vec()
    }

    /// Tables by the seeds' numbers; a number that nobody has is left out.
    fn seeds(&self, tables: &[&[usize]]) -> Vec<Vec<String>> {
        let table = |seeds: &&[usize]| {
            let players = seeds.iter().filter_map(|seed| self.order.get(seed - 1));
            players.cloned().collect()
        };
        tables.iter().map(table).collect()
    }

    /// rules/004, first part.
    fn championship(&self, done: u32) -> Option<Due> {
        match (self.field >= 29, done) {
            (false, 0) => Some(Due::Tables(vec![self.best(4)])),
            (true, 0) => Some(Due::Tables(self.seeds(&SNAKE))),
            (true, 1) => Some(Due::Tables(vec![self.winners(1)])),
            _ => None,
        }
    }

    /// rules/000.
    fn mind_sports(&self, done: u32) -> Option<Due> {
        match (self.field >= 16, done) {
            (false, 0) => Some(Due::Drawn(self.best(4), 1)),
            (true, 0) => Some(Due::Drawn(self.best(16), 4)),
            (true, 1) => Some(Due::Drawn(self.winners(1), 1)),
            _ => None,
        }
    }

    /// rules/001: as many as won a heat, up to the next multiple of four.
    fn heats(&self, done: u32) -> Option<Due> {
        let games = self.scored(1..=self.rounds);
        let won = |id: &&String| games.iter().any(|game| game.id == **id && game.place == 1);
        let winners = self.order.iter().filter(won).count();
        let size = winners.div_ceil(4).clamp(1, 4) * 4;
        let size = size.min(self.order.len());
        let tables: &[&[usize]] = match size {
            12..=16 => &SNAKE,
            9..=11 => &[&[1, 6, 7], &[2, 5, 8, 11], &[3, 4, 9, 10]],
            6..=8 => &[&[1, 4, 5, 8], &[2, 3, 6, 7]],
            _ => &[],
        };
        match (tables.len(), done) {
            (0, 0) => Some(Due::Tables(vec![self.best(4)])),
            (1.., 0) => {
                let mut tables = self.seeds(tables);
                let entrants = &self.order[..size];
                for table in &mut tables {
                    table.retain(|id| entrants.contains(id));
                }
                Some(Due::Tables(tables))
            }
            (4, 1) => Some(Due::Tables(vec![self.winners(1)])),
            (3, 1) => {
                let mut players = self.winners(1);
                let seconds = self.placed(1, 2);
                let best = seconds
                    .iter()
                    .min_by(|one, other| self.after_heat(1, one, other));
                players.push(best.unwrap().clone());
                Some(Due::Tables(vec![players]))
            }
            (2, 1) => {
                let mut players = self.winners(1);
                players.extend(self.placed(1, 2));
                Some(Due::Tables(vec![players]))
            }
            _ => None,
        }
    }

    /// rules/002, and the World Cup's table.
    fn knockout(&self, done: u32) -> Option<Due> {
        if self.field < 8 {
            return None;
        }
        let grouped = !self.groups.is_empty();
        let world = self.preset == "carcassonne-world";
        match done {
            0 if grouped => {
                let of = |group: &str| -> Vec<String> {
                    let own = self.order.iter().filter(|id| self.groups[*id] == group);
                    own.take(4).cloned().collect()
                };
                let (a, b) = (of("A"), of("B"));
                let pairs = a.iter().zip(b.iter().rev());
                Some(Due::Tables(
                    pairs.map(|(a, b)| vec![a.clone(), b.clone()]).collect(),
                ))
            }
            0 if world => Some(Due::Tables(self.seeds(&[
                &[1, 5],
                &[2, 6],
                &[3, 7],
                &[4, 8],
            ]))),
            0 => Some(Due::Tables(self.seeds(&[
                &[1, 8],
                &[2, 7],
                &[3, 6],
                &[4, 5],
            ]))),
            1 => {
                let won = self.winners(1);
                let pair = |one: usize, other: usize| vec![won[one].clone(), won[other].clone()];
                Some(Due::Tables(if grouped {
                    vec![pair(0, 2), pair(1, 3)]
                } else {
                    vec![pair(0, 3), pair(1, 2)]
                }))
            }
            2 => Some(Due::Tables(vec![self.winners(2), self.placed(2, 2)])),
            _ => None,
        }
    }

    /// The players of each table of a stage in their order at it.
    fn tables(&self, stage: u32) -> Vec<Vec<Scored>> {
        let round = self.rounds + stage;
        let mut tables: BTreeMap<u32, Vec<Scored>> = BTreeMap::new();
        for game in self.scored(round..=round) {
            tables.entry(game.table).or_default().push(game);
        }
        let mut tables: Vec<Vec<Scored>> = tables.into_values().collect();
        for table in &mut tables {
            table.sort_by(|one, other| {
                one.place
                    .cmp(&other.place)
                    .then_with(|| self.equal_places(one, other))
            });
            // Who was parted from the winner by the preliminary rank is second.
            for game in table.iter_mut().skip(1).filter(|game| game.place == 1) {
                game.place = 2;
            }
        }
        tables
    }

    /// What parts equal places where one must go on.
    fn equal_places(&self, one: &Scored, other: &Scored) -> Ordering {
        let duel = self.preset.starts_with("carcassonne");
        let clock = match (&one.clock, &other.clock) {
            (Some(one), Some(other)) if duel => one.cmp(other),
            _ => Ordering::Equal,
        };
        clock
            .then_with(|| self.rank(&one.id).cmp(&self.rank(&other.id)))
            .then_with(|| self.parting.get(&other.id).cmp(&self.parting.get(&one.id)))
            .then_with(|| self.seed(&one.id).cmp(&self.seed(&other.id)))
    }

    /// The rank in the own group, where there are groups.
    fn rank(&self, id: &str) -> usize {
        let group = self.groups.get(id);
        let own = self
            .order
            .iter()
            .filter(|other| self.groups.get(*other) == group);
        own.take_while(|other| *other != id).count()
    }

    fn winners(&self, stage: u32) -> Vec<String> {
        self.placed(stage, 1)
    }

    /// Who came in at a place of each table of a stage, table by table.
    fn placed(&self, stage: u32, place: usize) -> Vec<String> {
        let tables = self.tables(stage);
        tables
            .iter()
            .map(|table| table[place - 1].id.clone())
            .collect()
    }

    fn seed(&self, id: &str) -> usize {
        self.order.iter().position(|other| other == id).unwrap()
    }

    fn scored(&self, rounds: std::ops::RangeInclusive<u32>) -> Vec<Scored> {
        let rows = self
            .event
            .rows
            .iter()
            .filter(|row| rounds.contains(&row.round));
        let rows: Vec<Row> = rows.cloned().collect();
        scored(&self.event.rules, &rows)
    }

    /// Finalists by their place, then who lost in the stage before, and so on;
    /// equal places by what the preset says.
    fn down_the_stages(&self) -> Vec<Step> {
        let mut steps: Vec<Step> = Vec::new();
        let mut seen = BTreeSet::new();
        for stage in (1..=self.stages()).rev() {
            let mut players: Vec<Scored> = self.tables(stage).concat();
            players.retain(|game| !seen.contains(&game.id));
            seen.extend(players.iter().map(|game| game.id.clone()));
            let order = |one: &Scored, other: &Scored| {
                one.place
                    .cmp(&other.place)
                    .then_with(|| self.after_stage(stage, &one.id, &other.id))
            };
            players.sort_by(order);
            for (at, game) in players.iter().enumerate() {
                if at > 0 && order(&players[at - 1], game) == Ordering::Equal {
                    steps.last_mut().unwrap().ids.push(game.id.clone());
                } else {
                    steps.push(alone(&game.id));
                }
            }
        }
        steps
    }

    fn after_stage(&self, stage: u32, one: &str, other: &str) -> Ordering {
        match self.preset {
            "catan-championship" | "catan-sessions" => {
                self.all_games(other).cmp(&self.all_games(one))
            }
            "catan-ck-wbc" if self.due(stage).is_some() => self.after_heat(stage, one, other),
            _ => self.seed(one).cmp(&self.seed(other)),
        }
    }

    /// rules/004: VP, shares, seconds and thirds over all games played.
    fn all_games(&self, id: &str) -> (Number, Number, Number, Number) {
        let games = self.scored(1..=u32::MAX);
        let own: Vec<&Scored> = games.iter().filter(|game| game.id == id).collect();
        let places =
            |place: usize| whole(own.iter().filter(|game| game.place == place).count() as i64);
        let sum = |of: fn(&Scored) -> &Number| own.iter().map(|game| of(game)).sum();
        (
            sum(|game| &game.vp),
            sum(|game| &game.share),
            places(2),
            places(3),
        )
    }

    /// rules/001: the semifinal's VP, cards, progress cards and city
    /// advancements, then the heats' rank.
    fn after_heat(&self, stage: u32, one: &str, other: &str) -> Ordering {
        let round = self.rounds + stage;
        let cells = |id: &str| {
            let mut rows = self.event.rows.iter();
            let row = rows.find(|row| row.round == round && row.id == id).unwrap();
            ["VP", "Cards", "Progress cards", "City advancements"].map(|header| row.number(header))
        };
        cells(other)
            .cmp(&cells(one))
            .then_with(|| self.seed(one).cmp(&self.seed(other)))
    }

    /// rules/003: both tables' winners have won; then place by place.
    fn two_winners(&self) -> Vec<Step> {
        if self.due(0).is_none() {
            return Vec::new();
        }
        let mut players: Vec<Scored> = self.tables(1).concat();
        players.sort_by_key(|game| (game.place, self.seed(&game.id)));
        let winners = players.iter().filter(|game| game.winner);
        let mut steps = vec![Step {
            ids: winners.map(|game| game.id.clone()).collect(),
            shared: true,
        }];
        let others = players.iter().filter(|game| !game.winner);
        steps.extend(others.map(|game| alone(&game.id)));
        steps
    }

    /// The final, the game for the third place, and places 5 to 8 shared.
    fn after_knockout(&self) -> Vec<Step> {
        if self.field < 8 {
            return Vec::new();
        }
        let last = self.tables(3).concat();
        let mut steps: Vec<Step> = last.iter().map(|game| alone(&game.id)).collect();
        steps.push(Step {
            ids: self.placed(1, 2),
            shared: true,
        });
        steps
    }
}

fn alone(id: &str) -> Step {
    Step {
        ids: vec![id.to_owned()],
        shared: false,
    }
}

/// As the rule texts print it.
const SNAKE: [&[usize]; 4] = [
    &[1, 8, 9, 16],
    &[2, 7, 10, 15],
    &[3, 6, 11, 14],
    &[4, 5, 12, 13],
];
