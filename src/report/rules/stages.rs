//! The stages after the cut in plain sentences: who comes in, at which tables,
//! who goes on, how they rank. Knows no event.

use super::Teller;
use crate::preset::{FieldRule, Slot, StageKey, StageRule, StageSeats, StageTables};

impl Teller<'_> {
    pub(super) fn stages(&mut self) {
        let preset = self.preset;
        for rule in preset.stages.iter().filter(|_| preset.finals) {
            self.entrants(rule);
            self.fields(rule);
            self.tables(rule);
            self.places(rule);
        }
    }

    fn entrants(&mut self, rule: &StageRule) {
        let stage = ("stage", self.stage_name(rule));
        let values = [
            stage.clone(),
            ("players", rule.players_from.to_string()),
            ("count", rule.entrants.to_string()),
        ];
        let key = if rule.players_from > 0 {
            "rule-stage-from"
        } else {
            "rule-stage"
        };
        self.say(key, &values);
        if let Some(multiple) = rule.winners_to_multiple {
            let values = [stage, ("multiple", multiple.to_string())];
            self.say("rule-stage-multiple", &values);
        }
    }

    /// One sentence for each number of entrants at which tables or those who
    /// go on differ.
    fn fields(&mut self, rule: &StageRule) {
        let mut fields: Vec<&FieldRule> = rule.fields.iter().collect();
        fields.sort_by_key(|field| std::cmp::Reverse(field.from));
        let mut most = rule.entrants;
        for field in fields {
            let range = if field.from == most {
                most.to_string()
            } else {
                format!("{}–{most}", field.from)
            };
            let values = [
                ("stage", self.stage_name(rule)),
                ("range", range),
                ("tables", field.tables.to_string()),
                ("each", field.advance_each.to_string()),
                ("total", field.advance_total.unwrap_or(0).to_string()),
            ];
            let key = match (field.advance_each, field.advance_total) {
                (0, None) => "rule-stage-field",
                (_, None) => "rule-stage-field-each",
                (_, Some(_)) => "rule-stage-field-total",
            };
            self.say(key, &values);
            most = field.from.saturating_sub(1);
        }
    }

    fn tables(&mut self, rule: &StageRule) {
        let stage = ("stage", self.stage_name(rule));
        if rule.slots.is_empty() {
            let many = rule.fields.iter().any(|field| field.tables > 1);
            let key = match rule.tables.unwrap_or(self.preset.stage_tables) {
                StageTables::Snake => "rule-stage-snake",
                StageTables::Column => "rule-stage-column",
                StageTables::Random => "rule-stage-random",
            };
            if many {
                self.say(key, std::slice::from_ref(&stage));
            }
        }
        for (key, slots) in [
            ("rule-stage-slots", &rule.slots),
            ("rule-stage-group-slots", &rule.group_slots),
        ] {
            if !slots.is_empty() {
                let values = [stage.clone(), ("slots", self.slots(slots))];
                self.say(key, &values);
            }
        }
        let seats = match rule.seats {
            StageSeats::Open => "rule-stage-seats-open",
            StageSeats::Drawn => "rule-stage-seats-drawn",
            StageSeats::Ranked => "rule-stage-seats-ranked",
        };
        self.say(seats, std::slice::from_ref(&stage));
        if rule.third_place {
            self.say("rule-stage-third", &[stage]);
        }
    }

    fn slots(&self, tables: &[Vec<Slot>]) -> String {
        let slot = |slot: &Slot| match slot {
            Slot::Seed(seed) => seed.to_string(),
            Slot::Group(0, rank) => format!("A{rank}"),
            Slot::Group(_, rank) => format!("B{rank}"),
            Slot::Winner(table) => self.words.with("slot-winner", &table_number(*table)),
            Slot::Loser(table) => self.words.with("slot-loser", &table_number(*table)),
        };
        let tables: Vec<String> = tables
            .iter()
            .map(|table| table.iter().map(slot).collect::<Vec<_>>().join(" – "))
            .collect();
        tables.join("; ")
    }

    fn places(&mut self, rule: &StageRule) {
        let stage = ("stage", self.stage_name(rule));
        if rule.winner_required {
            self.say("rule-stage-winner", std::slice::from_ref(&stage));
        }
        for (key, chain) in [
            ("rule-stage-ties", &rule.ties),
            ("rule-stage-ranks", &rule.ranks),
        ] {
            if !chain.is_empty() {
                let chain: Vec<String> = chain.iter().map(|key| self.stage_key(key)).collect();
                self.say(key, &[stage.clone(), ("chain", chain.join(", "))]);
            }
        }
        if rule.shared {
            self.say("rule-stage-shared", &[stage]);
        }
    }

    fn stage_key(&self, key: &StageKey) -> String {
        let of = |text: &str, name: String| self.words.with(text, &[("name", name)]);
        match key {
            StageKey::Rank => self.words.get("preliminary_rank"),
            StageKey::GameVp => of("key-game", self.words.score_name(self.preset)),
            StageKey::GameColumn(column, false) => of("key-game", self.column_name(column)),
            StageKey::GameColumn(column, true) => of("key-game-lowest", self.column_name(column)),
            StageKey::Preliminary(criterion) => {
                of("key-preliminary", self.words.get(criterion.key()))
            }
            StageKey::AllGames(criterion) => of("key-all", self.words.get(criterion.key())),
        }
    }

    fn stage_name(&self, rule: &StageRule) -> String {
        self.words.get(&format!("stage-{}", rule.name.as_str()))
    }
}

fn table_number(table: u32) -> [(&'static str, String); 1] {
    [("table", table.to_string())]
}
