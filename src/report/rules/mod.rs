//! The active rules in plain sentences, made from the preset's data alone, so
//! that what is said and what is computed cannot differ. Knows no event.

mod stages;

use super::words::{Lang, Words};
use crate::model::{Exact, Goal, Rematches, Starts};
use crate::preset::{
    Cap, CapWord, ColumnKind, Compare, Condition, Counted, Criterion, LotDrawn, Preset,
    SeatingMode, Seats, Term, Unplayed, VirtualSeat, WinRule, WinnerMark, ZeroShare,
};

/// Gives the rules as sentences, in the order in which an event meets them.
#[must_use]
pub fn rules_in_words(preset: &Preset, lang: Lang) -> Vec<String> {
    let words = Words::new(lang);
    let mut teller = Teller {
        preset,
        words: &words,
        lang,
        lines: Vec::new(),
    };
    teller.heading();
    teller.field();
    teller.seating();
    teller.score();
    teller.columns();
    teller.winner();
    teller.points();
    teller.shares();
    teller.ranking();
    teller.counting();
    teller.stages();
    teller.advance();
    teller.lines
}

/// Gives what the event changed although the rules do not leave it open.
#[must_use]
pub fn departures(preset: &Preset, lang: Lang) -> Option<String> {
    let words = Words::new(lang);
    (!preset.departures.is_empty())
        .then(|| words.with("rule-departs", &[("names", preset.departures.join(", "))]))
}

struct Teller<'a> {
    preset: &'a Preset,
    words: &'a Words,
    lang: Lang,
    lines: Vec<String>,
}

impl Teller<'_> {
    fn say(&mut self, key: &str, values: &[(&str, String)]) {
        let line = self.words.with(key, values);
        self.lines.push(line);
    }

    fn number(&self, value: &Exact) -> String {
        super::exact_number(value, self.lang)
    }

    fn heading(&mut self) {
        let preset = self.preset;
        self.say(
            "rule-title",
            &[
                ("title", preset.title.text(self.lang.code()).to_owned()),
                ("name", preset.name.clone()),
                ("edition", self.words.edition(preset)),
            ],
        );
        self.say(
            "rule-source",
            &[("source", preset.source.text(self.lang.code()).to_owned())],
        );
        self.lines.extend(departures(preset, self.lang));
    }

    fn field(&mut self) {
        let preset = self.preset;
        let mut sizes: Vec<String> = preset.table_sizes.iter().map(ToString::to_string).collect();
        let preferred = sizes.first().cloned().unwrap_or_default();
        let key = if sizes.len() == 1 {
            "rule-tables-one"
        } else {
            "rule-tables"
        };
        sizes.sort();
        self.say(
            key,
            &[("sizes", sizes.join(", ")), ("preferred", preferred)],
        );
        if preset.min_players > 0 {
            self.say("rule-min", &[("count", preset.min_players.to_string())]);
        }
        if preset.field_locked {
            self.say("rule-locked", &[]);
        }
        if preset.rounds == 0 {
            self.say("rule-rounds-open", &[]);
        } else {
            self.say("rule-rounds", &[("count", preset.rounds.to_string())]);
        }
        for (players, rounds) in &preset.rounds_by_players {
            let values = [
                ("players", players.to_string()),
                ("count", rounds.to_string()),
            ];
            self.say("rule-rounds-from", &values);
        }
        if let Some(round) = preset.win_needed_after.filter(|round| *round > 0) {
            self.say("rule-win-needed", &[("round", round.to_string())]);
        }
        if preset.free_attendance {
            self.say("rule-free", &[]);
        }
        if let Some(players) = preset.groups_from {
            self.say("rule-groups", &[("players", players.to_string())]);
        }
    }

    fn seating(&mut self) {
        let preset = self.preset;
        let window = [("window", preset.window.to_string())];
        match preset.seating {
            SeatingMode::Optimise => self.say("rule-seating-optimise", &[]),
            SeatingMode::Plan => self.say("rule-seating-plan", &[]),
            SeatingMode::Pods => self.say("rule-seating-pods", &window),
            SeatingMode::Swiss => {
                self.say("rule-seating-swiss", &[]);
                let rematches = match preset.rematches {
                    Rematches::Consecutive => "rule-rematches-consecutive",
                    Rematches::Never => "rule-rematches-never",
                    Rematches::Allowed => "rule-rematches-allowed",
                };
                self.say(rematches, &[]);
                let starts = match preset.starts {
                    Starts::BetterRank => "rule-starts-better_rank",
                    Starts::FewerStarts => "rule-starts-fewer_starts",
                };
                self.say(starts, &[]);
            }
        }
        if !preset.goals.is_empty() {
            let goals: Vec<String> = preset
                .goals
                .iter()
                .map(|goal| self.words.get(goal_key(*goal)))
                .collect();
            self.say("rule-goals", &[("goals", goals.join(", "))]);
        }
        match preset.seats {
            Seats::Balanced if preset.seating == SeatingMode::Swiss => {}
            Seats::Balanced => self.say("rule-seats-balanced", &[]),
            Seats::Drawn => self.say("rule-seats-drawn", &[]),
            Seats::Open => self.say("rule-seats-open", &[]),
        }
    }

    fn score(&mut self) {
        let preset = self.preset;
        let score = self.words.score_name(preset);
        match preset.target.as_ref().map(crate::preset::PerRound::all) {
            None => self.say("rule-target-none", &[]),
            Some([one]) => self.say(
                "rule-target",
                &[("target", one.to_string()), ("score", score)],
            ),
            Some(each) => {
                let values = [("target", listed(each)), ("score", score)];
                self.say("rule-target-rounds", &values);
            }
        }
        let values = [
            ("min", preset.vp_min.to_string()),
            ("max", listed(preset.vp_max.all())),
        ];
        self.say("rule-range", &values);
        if let Some(total) = preset.table_total {
            self.say("rule-table-total", &[("total", total.to_string())]);
        }
    }

    fn columns(&mut self) {
        let preset = self.preset;
        if !preset.columns.is_empty() {
            let names: Vec<String> = preset
                .columns
                .iter()
                .map(|column| self.words.column(column))
                .collect();
            self.say("rule-asked", &[("names", names.join(", "))]);
        }
        for column in &preset.columns {
            let name = ("name", self.words.column(column));
            if let Some(worth) = column.worth {
                self.say("rule-worth", &[name.clone(), ("worth", worth.to_string())]);
            }
            if let Some(max) = column.max.filter(|_| column.kind == ColumnKind::Number) {
                self.say("rule-most", &[name.clone(), ("max", max.to_string())]);
            }
            if let Some(max) = column.table_max {
                self.say("rule-table-most", &[name, ("max", max.to_string())]);
            }
        }
        for bonus in &preset.bonuses {
            let values = [
                ("name", bonus.name.text(self.lang.code()).to_owned()),
                ("worth", bonus.worth.to_string()),
                ("by", self.column_name(&bonus.by)),
                ("least", bonus.least.to_string()),
            ];
            self.say("rule-bonus", &values);
        }
        for rule in &preset.board {
            let needs = ("needs", self.condition(&rule.needs));
            match &rule.when {
                None => self.say("rule-board", &[needs]),
                Some(when) => {
                    let when = ("when", self.condition(when));
                    self.say("rule-board-when", &[needs, when]);
                }
            }
        }
    }

    fn column_name(&self, key: &str) -> String {
        let column = self.preset.column(key).map(|at| &self.preset.columns[at]);
        match (column, key) {
            (Some(column), _) => self.words.column(column),
            (None, "seat") => self.words.get("seat"),
            (None, other) => other.to_owned(),
        }
    }

    fn condition(&self, condition: &Condition) -> String {
        let sum = |terms: &[Term]| {
            let terms: Vec<String> = terms
                .iter()
                .map(|term| match term {
                    Term::Column(key) => self.column_name(key),
                    Term::Number(number) => number.to_string(),
                })
                .collect();
            terms.join(" + ")
        };
        let sign = match condition.compare {
            Compare::AtMost => "≤",
            Compare::AtLeast => "≥",
            Compare::Equal => "=",
        };
        format!("{} {sign} {}", sum(&condition.left), sum(&condition.right))
    }

    fn winner(&mut self) {
        let preset = self.preset;
        if preset.winner_required {
            self.say("rule-winner-required", &[]);
        }
        if preset.winner_mark == WinnerMark::TwoAtTarget {
            self.say("rule-claim", &[]);
        }
        if let Some(key) = &preset.loss_column {
            let name = self.column_name(key);
            self.say("rule-loss", &[("name", name)]);
        }
        if preset.winner_cap.is_some() && preset.winner_cap == preset.others_cap {
            self.cap("rule-all-cap", preset.winner_cap.as_ref());
        } else {
            self.cap("rule-winner-cap", preset.winner_cap.as_ref());
            self.cap("rule-others-cap", preset.others_cap.as_ref());
        }
        self.cap("rule-winner-floor", preset.winner_floor.as_ref());
        let win = match preset.win {
            WinRule::FirstPlace => "rule-win-first_place",
            WinRule::Winner => "rule-win-winner",
        };
        self.say(win, &[]);
        if let Some(draw) = &preset.draw {
            let value = self.number(&draw.0);
            self.say("rule-draw", &[("value", value)]);
        }
    }

    fn cap(&mut self, key: &str, cap: Option<&Cap>) {
        let shown = match cap {
            None => return,
            Some(Cap::At(cap)) => listed(cap.all()),
            Some(Cap::Word(CapWord::Target)) => self.words.get("cap-target"),
            Some(Cap::Word(CapWord::BelowTarget)) => self.words.get("cap-below-target"),
        };
        self.say(key, &[("cap", shown)]);
    }

    fn points(&mut self) {
        let preset = self.preset;
        if preset.tie_breaks.is_empty() {
            self.say("rule-ties-share", &[]);
        } else {
            let columns: Vec<String> = preset
                .tie_breaks
                .iter()
                .map(|tie| {
                    let key = if tie.lowest {
                        "tie-lowest"
                    } else {
                        "tie-highest"
                    };
                    self.words
                        .with(key, &[("name", self.column_name(&tie.column))])
                })
                .collect();
            self.say("rule-ties-strict", &[("columns", columns.join(", "))]);
        }
        for row in &preset.points {
            let points: Vec<String> = row.iter().map(|value| self.number(&value.0)).collect();
            let values = [
                ("size", row.len().to_string()),
                ("points", points.join(" / ")),
            ];
            self.say("rule-points", &values);
        }
        if let Some(score) = &preset.score_points {
            let values = [
                ("minus", self.number(&score.minus.0)),
                ("per", self.number(&score.per.0)),
            ];
            self.say("rule-score-points", &values);
        }
    }

    fn shares(&mut self) {
        let preset = self.preset;
        let shared = [Criterion::ShareSum, Criterion::ShareMean]
            .iter()
            .any(|criterion| preset.criteria.contains(criterion));
        if !shared {
            return;
        }
        if preset.table_sizes.contains(&3) && preset.table_sizes.contains(&4) {
            let key = match preset.virtual_seat {
                VirtualSeat::None => "rule-virtual-none",
                VirtualSeat::Exact => "rule-virtual-exact",
                VirtualSeat::Nearest => "rule-virtual-nearest",
                VirtualSeat::Up => "rule-virtual-up",
            };
            self.say(key, &[]);
        }
        if preset.zero_share == ZeroShare::Even {
            self.say("rule-zero-even", &[]);
        }
    }

    fn ranking(&mut self) {
        let preset = self.preset;
        let criteria: Vec<String> = preset
            .criteria
            .iter()
            .zip(1..)
            .map(|(criterion, at)| {
                let help = self.words.get(&format!("{}-help", criterion.key()));
                match criterion {
                    // Their names are numbers, which read badly after one.
                    Criterion::Firsts
                    | Criterion::Seconds
                    | Criterion::Thirds
                    | Criterion::Fourths => format!("{at}. {help}"),
                    _ => format!("{at}. {} ({help})", self.words.get(criterion.key())),
                }
            })
            .collect();
        self.say("rule-criteria", &[("criteria", criteria.join("; "))]);
        let last = [Criterion::Lot, Criterion::Id];
        if !last.iter().any(|last| preset.criteria.contains(last)) {
            self.say("rule-ties-stay", &[]);
        }
        if preset.criteria.contains(&Criterion::Lot) && preset.lot_drawn == LotDrawn::AtTheEnd {
            self.say("rule-lot-end", &[]);
        }
    }

    fn counting(&mut self) {
        let preset = self.preset;
        let count = |many: u32| [("count", many.to_string())];
        match preset.counted {
            Counted::All => {}
            Counted::Best(many) => self.say("rule-counted-best", &count(many)),
            Counted::Drop(many) => self.say("rule-counted-drop", &count(many)),
            Counted::BestSession => {
                self.say("rule-counted-session", &count(preset.session_rounds));
            }
        }
        if preset.min_rounds > 0 {
            self.say("rule-min-rounds", &count(preset.min_rounds));
        }
        let on_opponents = [
            Criterion::Buchholz,
            Criterion::BuchholzCut1,
            Criterion::BuchholzMedian,
            Criterion::Sonneborn,
        ];
        if on_opponents
            .iter()
            .any(|criterion| preset.criteria.contains(criterion))
        {
            let key = match preset.unplayed {
                Unplayed::Plain => "rule-unplayed-plain",
                Unplayed::Fide2009 => "rule-unplayed-fide-2009",
                Unplayed::Fide2026 => "rule-unplayed-fide-2026",
            };
            self.say(key, &[]);
        }
        if let Some(floor) = &preset.win_share_floor {
            let value = self.number(&floor.0);
            self.say("rule-floor", &[("value", value)]);
        }
        self.bye();
        let carried = if preset.has_points() { "points" } else { "vp" };
        let criterion = self.words.get(carried);
        self.say("rule-penalty", &[("criterion", criterion)]);
    }

    fn bye(&mut self) {
        let preset = self.preset;
        let values: Vec<String> = [
            ("points", &preset.bye_points),
            ("wins", &preset.bye_wins),
            ("vp", &preset.bye_vp),
        ]
        .into_iter()
        .filter(|(_, value)| !value.0.is_zero())
        .map(|(key, value)| format!("{} {}", self.words.get(key), self.number(&value.0)))
        .collect();
        if !values.is_empty() {
            self.say("rule-bye", &[("values", values.join(", "))]);
        }
    }

    fn advance(&mut self) {
        let preset = self.preset;
        if preset.valid_from > 0 {
            self.say("rule-valid", &[("count", preset.valid_from.to_string())]);
        }
        if preset.qualifiers > 0 {
            self.say(
                "rule-qualifiers",
                &[("count", preset.qualifiers.to_string())],
            );
        }
        for text in &preset.choices {
            let text = text.text(self.lang.code()).to_owned();
            self.say("rule-choice", &[("text", text)]);
        }
    }
}

fn listed(numbers: &[u32]) -> String {
    let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    numbers.join(", ")
}

const fn goal_key(goal: Goal) -> &'static str {
    match goal {
        Goal::ThreePlayerBalance => "goal-three_player_balance",
        Goal::Repeats => "goal-repeats",
        Goal::SeatBalance => "goal-seat_balance",
        Goal::Avoid => "goal-avoid",
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::preset;

    fn told(name: &str, lang: Lang) -> String {
        rules_in_words(&preset::load(name, Path::new("."), &[]).unwrap(), lang).join("\n")
    }

    #[test]
    fn every_preset_is_told_in_every_language_without_a_missing_word() {
        for (name, _) in preset::BUILTIN {
            for lang in [Lang::En, Lang::De, Lang::Lv] {
                let text = told(name, lang);
                assert!(text.lines().count() > 8, "{name}");
                for mark in [
                    "rule-", "-help", "{", "goal-", "cap-", "key-", "slot-", "stage-", "edition-",
                ] {
                    assert!(!text.contains(mark), "{name} {lang:?}: {mark} in {text}");
                }
            }
        }
    }

    #[test]
    fn the_sentences_follow_the_data() {
        let text = told("catan-de", Lang::En);
        assert!(
            text.contains("Points at tables of 4: 5 / 3 / 2 / 1."),
            "{text}"
        );
        assert!(
            text.contains("Everybody is credited the target at most."),
            "{text}"
        );
        let overrides = [
            (
                "target".to_owned(),
                toml::Value::Array([10, 10, 14].map(toml::Value::Integer).to_vec()),
            ),
            ("counted".to_owned(), "best 2".into()),
        ];
        let preset = preset::load("catan-de", Path::new("."), &overrides).unwrap();
        let text = rules_in_words(&preset, Lang::De).join("\n");
        assert!(text.contains("10, 10, 14"), "{text}");
        assert!(text.contains("Es zählen die besten 2 Runden"), "{text}");
        assert!(
            text.contains("weicht von den veröffentlichten Regeln ab: counted"),
            "{text}"
        );
    }
}
