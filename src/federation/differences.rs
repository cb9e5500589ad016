//! Two submissions, compared field by field and told in words: one with what
//! the sheets give, or an older one with a newer. Computes nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::submission::Submission;

/// Compares a submission with what its sheets give, in every field but the
/// program that wrote it. Nothing is told where they agree.
#[must_use]
pub fn against_sheets(claimed: &Submission, computed: &Submission) -> Vec<String> {
    let told = |difference: Difference| match (difference.old, difference.new) {
        (Some(old), Some(new)) => format!(
            "{}: the submission says {old}, the sheets give {new}",
            difference.path
        ),
        (Some(old), None) => format!(
            "{}: the submission has {old}, the sheets do not",
            difference.path
        ),
        (None, new) => format!(
            "{}: the sheets have {}, the submission does not",
            difference.path,
            new.unwrap_or_default()
        ),
    };
    compare(claimed, computed).into_iter().map(told).collect()
}

/// Says what changed from one submission of an event to the next: results
/// first, then ranks and qualifiers, then everything else.
///
/// # Errors
///
/// Says why the two cannot be compared.
pub fn between(old: &Submission, new: &Submission) -> Result<Vec<String>, String> {
    if old.event.name != new.event.name || old.event.date != new.event.date {
        return Err(format!(
            "these are submissions of two events: \"{}\" ({}) and \"{}\" ({})",
            old.event.name,
            old.event.date.as_deref().unwrap_or("no date"),
            new.event.name,
            new.event.date.as_deref().unwrap_or("no date"),
        ));
    }
    let mut differences = compare(&named(old), &named(new));
    differences.sort_by_key(Difference::kind);
    let told = |difference: Difference| match (difference.old, difference.new) {
        (Some(old), Some(new)) => format!("{}: {new}, was {old}", difference.path),
        (Some(old), None) => format!("{}: {old} is gone", difference.path),
        (None, new) => format!("{}: {} is new", difference.path, new.unwrap_or_default()),
    };
    Ok(differences.into_iter().map(told).collect())
}

/// A submission in which players whose ID only follows from the list's order
/// are known by their names, so that a new row in the list moves nobody.
fn named(submission: &Submission) -> Submission {
    let mut named = submission.clone();
    let names: BTreeMap<String, String> = submission
        .standings
        .iter()
        .filter(|line| !line.id_typed)
        .map(|line| (line.id.clone(), line.name.clone()))
        .collect();
    let rename = |id: &mut String| {
        if let Some(name) = names.get(id) {
            id.clone_from(name);
        }
    };
    named
        .standings
        .iter_mut()
        .for_each(|line| rename(&mut line.id));
    let rows = named.tables.iter_mut().flat_map(|table| &mut table.rows);
    rows.for_each(|row| rename(&mut row.id));
    let finalists = named.finals.iter_mut().flat_map(|part| &mut part.players);
    finalists.for_each(rename);
    named.qualifiers.iter_mut().for_each(rename);
    named.successors.iter_mut().for_each(rename);
    named
}

/// One field that differs; `None` where one side does not have it.
struct Difference {
    path: String,
    old: Option<String>,
    new: Option<String>,
}

impl Difference {
    fn kind(&self) -> u8 {
        let starts = |word: &str| self.path.starts_with(word);
        if starts("event") || starts("preset") {
            0
        } else if starts("tables") {
            1
        } else if starts("standings") && self.path.ends_with(", rank") {
            2
        } else if starts("qualifiers") || starts("qualification") {
            3
        } else if starts("sources") {
            5
        } else {
            4
        }
    }
}

fn compare(old: &Submission, new: &Submission) -> Vec<Difference> {
    let lines = old.standings.iter().chain(&new.standings);
    let names = lines.map(|line| (line.id.clone(), line.name.clone()));
    let mut walker = Walker {
        names: names.collect(),
        found: Vec::new(),
    };
    let value = |submission: &Submission| match serde_json::to_value(submission) {
        Ok(Value::Object(mut fields)) => {
            fields.remove("generator");
            fields
        }
        _ => Map::new(),
    };
    walker.objects("", &value(old), &value(new));
    walker.found
}

struct Walker {
    /// Names by ID.
    names: BTreeMap<String, String>,
    found: Vec<Difference>,
}

impl Walker {
    fn tell(&mut self, path: &str, old: Option<&Value>, new: Option<&Value>) {
        let shown = |value: &Value| self.shown(path, value);
        let difference = Difference {
            path: path.to_owned(),
            old: old.map(shown),
            new: new.map(shown),
        };
        self.found.push(difference);
    }

    fn values(&mut self, path: &str, old: &Value, new: &Value) {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => self.objects(path, old, new),
            (Value::Array(old), Value::Array(new)) if old.iter().chain(new).all(is_entry) => {
                self.entries(path, old, new);
            }
            _ if old != new => self.tell(path, Some(old), Some(new)),
            _ => {}
        }
    }

    fn objects(&mut self, path: &str, old: &Map<String, Value>, new: &Map<String, Value>) {
        for (key, value) in old {
            let path = join(path, key);
            match new.get(key) {
                Some(other) => self.values(&path, value, other),
                None => self.tell(&path, Some(value), None),
            }
        }
        for (key, value) in new.iter().filter(|(key, _)| !old.contains_key(*key)) {
            self.tell(&join(path, key), None, Some(value));
        }
    }

    /// Lists of entries that are known by a key: players, tables, sheets.
    fn entries(&mut self, path: &str, old: &[Value], new: &[Value]) {
        let keyed =
            |list: &[Value]| -> Vec<String> { list.iter().map(|entry| self.key(entry)).collect() };
        let (old_keys, new_keys) = (keyed(old), keyed(new));
        let at: BTreeMap<&str, usize> = new_keys
            .iter()
            .enumerate()
            .map(|(at, key)| (key.as_str(), at))
            .collect();
        for (key, entry) in old_keys.iter().zip(old) {
            let path = join(path, key);
            match at.get(key.as_str()) {
                Some(at) => self.values(&path, entry, &new[*at]),
                None => self.tell(&path, Some(entry), None),
            }
        }
        for (key, entry) in new_keys.iter().zip(new) {
            if !old_keys.contains(key) {
                self.tell(&join(path, key), None, Some(entry));
            }
        }
        let moved = old_keys.iter().zip(&new_keys).find(|(old, new)| old != new);
        if let Some((old_key, new_key)) = moved
            && old_keys.len() == new_keys.len()
            && old_keys.iter().all(|key| new_keys.contains(key))
        {
            self.found.push(Difference {
                path: format!("{path}, order"),
                old: Some(format!("{old_key} first")),
                new: Some(format!("{new_key} first")),
            });
        }
    }

    /// What an entry of a list is known by.
    fn key(&self, entry: &Value) -> String {
        let text = |key: &str| entry.get(key).and_then(Value::as_str);
        let number = |key: &str| entry.get(key).and_then(Value::as_u64);
        if let Some(id) = text("id") {
            return self.person(id);
        }
        if let Some(file) = text("file") {
            return text("sheet").map_or_else(
                || file.to_owned(),
                |sheet| format!("{file}, sheet \"{sheet}\""),
            );
        }
        match (number("round"), number("table")) {
            (Some(round), Some(table)) => format!("round {round}, table {table}"),
            (Some(round), None) => format!("round {round}"),
            _ => text("key").unwrap_or_default().to_owned(),
        }
    }

    fn person(&self, id: &str) -> String {
        match self.names.get(id) {
            Some(name) if name != id => format!("{name} ({id})"),
            _ => id.to_owned(),
        }
    }

    fn shown(&self, path: &str, value: &Value) -> String {
        let of_people = ["qualifiers", "successors", "players"]
            .iter()
            .any(|list| path.ends_with(list));
        match value {
            Value::Null => "nothing".to_owned(),
            Value::String(text) => format!("\"{text}\""),
            Value::Array(list) if of_people => {
                let people = list.iter().filter_map(Value::as_str);
                let people: Vec<String> = people.map(|id| self.person(id)).collect();
                if people.is_empty() {
                    "nobody".to_owned()
                } else {
                    people.join(", ")
                }
            }
            Value::Array(list) => {
                let parts: Vec<String> = list.iter().map(|part| self.shown("", part)).collect();
                format!("[{}]", parts.join(", "))
            }
            Value::Object(_) => "it".to_owned(),
            other => other.to_string(),
        }
    }
}

fn is_entry(value: &Value) -> bool {
    value.is_object()
}

fn join(path: &str, key: &str) -> String {
    if path.is_empty() {
        key.to_owned()
    } else {
        format!("{path}, {key}")
    }
}
