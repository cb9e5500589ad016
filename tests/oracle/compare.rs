//! Compares `out/standings.json` with what the oracle computed.

use std::collections::BTreeMap;

use serde_json::Value as Json;

use super::Number;
use super::criteria::{Records, is_fallback};
use super::ranking::{Group, LastResort, groups, last_resort};
use super::read::Event;
use super::table::Scored;

/// Pairs parted by a drawn lot: the first is above.
pub(super) type Lots = BTreeMap<(String, String), bool>;

/// What differs, one line each.
struct Differences<'a> {
    json: &'a BTreeMap<String, &'a Json>,
    found: Vec<String>,
}

/// Every difference between the program's standings and the oracle's.
pub(super) fn differences(
    event: &Event,
    json: &Json,
    finished: bool,
    lots: &mut Lots,
) -> Vec<String> {
    let records = Records::new(event);
    let lines = json["standings"].as_array().unwrap();
    let by_id: BTreeMap<String, &Json> = lines
        .iter()
        .map(|line| (line["id"].as_str().unwrap().to_owned(), line))
        .collect();
    let mut all = Differences {
        json: &by_id,
        found: Vec::new(),
    };
    all.compare(
        "standings",
        "players",
        &event.players.len().to_string(),
        &lines.len().to_string(),
    );
    let criteria: Vec<String> = json["criteria"]
        .as_array()
        .unwrap()
        .iter()
        .map(text)
        .collect();
    all.compare(
        "standings",
        "criteria",
        &event.rules.criteria.join(" "),
        &criteria.join(" "),
    );
    for player in &event.players {
        if all.json.contains_key(&player.id) {
            all.values(event, &records, &player.id);
            all.rounds(&records, &player.id);
        } else {
            all.found
                .push(format!("{} is not in the standings", player.id));
        }
    }
    if all.found.is_empty() {
        all.order(
            event,
            &groups(event, &records),
            last_resort(event, finished),
            lines,
        );
        lot_order(event, &records, lines, lots, &mut all.found);
    }
    all.found
}

fn text(value: &Json) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), ToOwned::to_owned)
}

impl Differences<'_> {
    fn compare(&mut self, who: &str, what: &str, expected: &str, found: &str) {
        if expected != found {
            self.found
                .push(format!("{who}: {what}: expected {expected}, found {found}"));
        }
    }

    fn values(&mut self, event: &Event, records: &Records, id: &str) {
        let criteria = event
            .rules
            .criteria
            .iter()
            .take_while(|criterion| !is_fallback(criterion));
        for (criterion, value) in criteria.zip(records.values(id)) {
            let found = text(&self.json[id]["values"][criterion]);
            self.compare(id, criterion, &value.to_string(), &found);
        }
    }

    fn rounds(&mut self, records: &Records, id: &str) {
        let record = &records.of[id];
        let empty = Vec::new();
        let rounds = self.json[id]["rounds"].as_array().unwrap_or(&empty);
        let is_played = |row: &&&Json| !row["place"].is_null();
        let played = rounds.iter().filter(|row| is_played(&row)).count();
        self.compare(
            id,
            "rounds with a place",
            &record.games.len().to_string(),
            &played.to_string(),
        );
        for game in &record.games {
            let row = rounds
                .iter()
                .find(|row| row["round"] == game.round && !row["place"].is_null());
            match row {
                Some(row) => self.round(id, game, row),
                None => self
                    .found
                    .push(format!("{id}: round {} is missing", game.round)),
            }
        }
        for bye in &record.byes {
            let is_bye = |row: &&Json| row["round"] == *bye && row["table"].is_null();
            let found = rounds.iter().filter(is_bye).count();
            self.compare(id, &format!("byes in round {bye}"), "1", &found.to_string());
        }
    }

    fn round(&mut self, id: &str, game: &Scored, row: &Json) {
        let or_null = |number: &Option<Number>| {
            number
                .as_ref()
                .map_or_else(|| "null".to_owned(), ToString::to_string)
        };
        let expected = [
            ("stage", "preliminary".to_owned()),
            ("table", game.table.to_string()),
            ("seat", or_null(&game.seat)),
            ("size", game.size.to_string()),
            ("place", game.place.to_string()),
            ("points", or_null(&game.points)),
            ("vp", game.vp.to_string()),
            ("raw_vp", game.raw.to_string()),
            ("table_vp", game.table_vp.to_string()),
            ("virtual_vp", or_null(&game.virtual_vp)),
            ("share", game.share.to_string()),
        ];
        for (key, expected) in expected {
            self.compare(
                id,
                &format!("round {} {key}", game.round),
                &expected,
                &text(&row[key]),
            );
        }
        if game.has_target {
            self.compare(
                id,
                &format!("round {} winner", game.round),
                &game.winner.to_string(),
                &text(&row["winner"]),
            );
        }
    }

    fn order(&mut self, event: &Event, groups: &[Group], resort: LastResort, lines: &[Json]) {
        let ranked: usize = groups.iter().map(|group| group.ids.len()).sum();
        for (at, line) in lines.iter().enumerate() {
            let expected = if at < ranked { "ranked" } else { "unranked" };
            let found = if line["rank"].is_null() {
                "unranked"
            } else {
                "ranked"
            };
            self.compare(
                &format!("line {}", at + 1),
                &text(&line["id"]),
                expected,
                found,
            );
        }
        let mut at = 0;
        for group in groups {
            let found: Vec<&Json> = lines[at..at + group.ids.len()].iter().collect();
            self.group(event, group, resort, &found);
            at += group.ids.len();
        }
    }

    fn group(&mut self, event: &Event, group: &Group, resort: LastResort, lines: &[&Json]) {
        let mut expected = group.ids.clone();
        let mut found: Vec<String> = lines.iter().map(|line| text(&line["id"])).collect();
        if resort != LastResort::Name {
            expected.sort();
            found.sort();
        }
        self.compare(
            &format!("ranks from {}", group.rank),
            "players",
            &expected.join(" "),
            &found.join(" "),
        );
        for (at, line) in lines.iter().enumerate() {
            let id = text(&line["id"]);
            let rank = if resort == LastResort::Shared {
                group.rank
            } else {
                group.rank + at
            };
            self.compare(&id, "rank", &rank.to_string(), &text(&line["rank"]));
            let decided = if at + 1 == lines.len() {
                group
                    .decided_by
                    .clone()
                    .unwrap_or_else(|| "null".to_owned())
            } else {
                within(event, resort, &id, &text(&lines[at + 1]["id"]))
            };
            self.compare(&id, "decided_by", &decided, &text(&line["decided_by"]));
        }
    }
}

/// What parts two who are equal on all values.
fn within(event: &Event, resort: LastResort, one: &str, other: &str) -> String {
    let name = |id: &str| {
        event
            .players
            .iter()
            .find(|player| player.id == id)
            .map(|player| &player.name)
    };
    match resort {
        LastResort::Lot => "lot",
        LastResort::Shared => "tie",
        LastResort::Name if name(one) == name(other) => "id",
        LastResort::Name => "name",
    }
    .to_owned()
}

/// Typed lots rule; drawn ones never change their mind about a pair.
fn lot_order(
    event: &Event,
    records: &Records,
    lines: &[Json],
    lots: &mut Lots,
    found: &mut Vec<String>,
) {
    for pair in lines
        .windows(2)
        .filter(|pair| pair[0]["decided_by"] == "lot")
    {
        let [above, below] = [text(&pair[0]["id"]), text(&pair[1]["id"])];
        if records.values(&above) != records.values(&below) {
            found.push(format!(
                "{above} and {below}: a lot between players who are not equal"
            ));
        }
        let lot = |id: &str| {
            event
                .players
                .iter()
                .find(|player| player.id == id)
                .and_then(|player| player.lot.clone())
        };
        match (lot(&above), lot(&below)) {
            (Some(one), Some(other)) if one < other => {
                found.push(format!(
                    "{above} with lot {one} is above {below} with lot {other}"
                ));
            }
            (None, None) => {
                let (pair, order) = if above < below {
                    ((above, below), true)
                } else {
                    ((below, above), false)
                };
                if *lots.entry(pair.clone()).or_insert(order) != order {
                    found.push(format!(
                        "the lot between {} and {} has changed",
                        pair.0, pair.1
                    ));
                }
            }
            _ => {}
        }
    }
}
