//! Two submissions, compared field by field and told in words: one with what
//! the sheets give, or an older one with a newer. Computes nothing.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::submission::Submission;
use crate::model::Exact;

/// Compares a submission with what its sheets give, in every field but the
/// program that wrote it. Nothing is told where they agree.
#[must_use]
pub fn against_sheets(claimed: &Submission, computed: &Submission) -> Vec<String> {
    let told = |difference: Difference| {
        let path = difference.path.join(", ");
        match (difference.old, difference.new) {
            (Some(old), Some(new)) => {
                format!("{path}: the submission says {old}, the sheets give {new}")
            }
            (Some(old), None) => format!("{path}: the submission has {old}, the sheets do not"),
            (None, new) => format!(
                "{path}: the sheets have {}, the submission does not",
                new.unwrap_or_default()
            ),
        }
    };
    compare(claimed, computed, false)
        .into_iter()
        .map(told)
        .collect()
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
    let mut differences = compare(&named(old), &named(new), true);
    // Ranks say it already.
    differences.retain(|difference| difference.path != ["standings", "order"]);
    differences.sort_by_key(Difference::kind);
    Ok(sentences(&differences))
}

/// One line for each player, table or list that changed, in words.
fn sentences(differences: &[Difference]) -> Vec<String> {
    let mut lines: Vec<(Vec<String>, String)> = Vec::new();
    for difference in differences {
        let (subject, told) = difference.words();
        match lines.last_mut() {
            Some((same, line)) if !subject.is_empty() && *same == subject => {
                line.push_str(", ");
                line.push_str(&told);
            }
            _ if subject.is_empty() => lines.push((subject, told)),
            _ => {
                let line = format!("{}: {told}", subject.join(", "));
                lines.push((subject, line));
            }
        }
    }
    lines.into_iter().map(|(_, line)| line).collect()
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
    /// The lists, keys and the field, from the outside in.
    path: Vec<String>,
    old: Option<String>,
    new: Option<String>,
}

/// What the form's lists are called; their entries say enough by themselves.
const LISTS: [&str; 6] = ["tables", "rows", "standings", "values", "finals", "sources"];

/// The form's fields in words, where their names are none.
const FIELDS: [(&str, &str); 20] = [
    ("raw_vp", "VP typed"),
    ("vp", "VP"),
    ("table_vp", "VP of the table"),
    ("virtual_vp", "virtual VP"),
    ("decided_by", "parted from the next by"),
    ("by_lot", "by lot"),
    ("valid_result", "valid result"),
    ("valid_results", "valid results"),
    ("qualifiers", "qualified"),
    ("successors", "next in line"),
    ("qualified_elsewhere", "qualified elsewhere"),
    ("withdrawn_after", "withdrawn after round"),
    ("unplayed", "rounds not played"),
    ("share_sum", "sum of shares"),
    ("share_mean", "mean share"),
    ("id_typed", "ID typed"),
    ("sha256", "content"),
    ("base_sha256", "content of what it starts from"),
    ("changes_known", "changes known"),
    ("players", "players in order"),
];

fn word(field: &str) -> String {
    let known = FIELDS.iter().find(|(key, _)| *key == field);
    known.map_or_else(|| field.replace('_', " "), |(_, word)| (*word).to_owned())
}

impl Difference {
    fn kind(&self) -> u8 {
        let starts = |word: &str| self.path.first().is_some_and(|first| first == word);
        let ends = |word: &str| self.path.last().is_some_and(|last| last == word);
        if starts("event") || starts("preset") {
            0
        } else if starts("tables") {
            1
        } else if starts("standings") && ends("rank") {
            2
        } else if starts("qualifiers") || starts("qualification") {
            3
        } else if starts("changes") || starts("sources") {
            5
        } else {
            4
        }
    }

    /// What changed, and how.
    fn words(&self) -> (Vec<String>, String) {
        let mut subject: Vec<String> = self.path.clone();
        let field = subject.pop().unwrap_or_default();
        subject.retain(|part| !LISTS.contains(&part.as_str()));
        let word = word(&field);
        if subject == ["changes"] {
            let gone = if self.new.is_none() { " (no more)" } else { "" };
            return (Vec::new(), format!("correction: {field}{gone}"));
        }
        let colon = if subject.is_empty() { ":" } else { "" };
        let told = match (&self.old, &self.new) {
            (Some(_), Some(_)) if field == "sha256" => "other content".to_owned(),
            (Some(old), Some(new)) => format!("{word}{colon} {new} (was {old})"),
            (Some(_), None) => format!("{word} is gone"),
            (None, _) => format!("{word} is new"),
        };
        (subject, told)
    }
}

fn compare(old: &Submission, new: &Submission, plain: bool) -> Vec<Difference> {
    let lines = old.standings.iter().chain(&new.standings);
    let names = lines.map(|line| (line.id.clone(), line.name.clone()));
    let mut walker = Walker {
        names: names.collect(),
        plain,
        found: Vec::new(),
    };
    let value = |submission: &Submission| match serde_json::to_value(submission) {
        Ok(Value::Object(mut fields)) => {
            fields.remove("generator");
            fields
        }
        _ => Map::new(),
    };
    walker.objects(&[], &value(old), &value(new));
    walker.found
}

struct Walker {
    /// Names by ID.
    names: BTreeMap<String, String>,
    /// Values as people say them, not as the file has them.
    plain: bool,
    found: Vec<Difference>,
}

impl Walker {
    fn tell(&mut self, path: &[String], old: Option<&Value>, new: Option<&Value>) {
        let shown = |value: &Value| self.shown(path, value);
        let difference = Difference {
            path: path.to_vec(),
            old: old.map(shown),
            new: new.map(shown),
        };
        self.found.push(difference);
    }

    fn values(&mut self, path: &[String], old: &Value, new: &Value) {
        match (old, new) {
            (Value::Object(old), Value::Object(new)) => self.objects(path, old, new),
            (Value::Array(old), Value::Array(new)) if old.iter().chain(new).all(is_entry) => {
                self.entries(path, old, new);
            }
            _ if old != new => self.tell(path, Some(old), Some(new)),
            _ => {}
        }
    }

    fn objects(&mut self, path: &[String], old: &Map<String, Value>, new: &Map<String, Value>) {
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
    fn entries(&mut self, path: &[String], old: &[Value], new: &[Value]) {
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
                path: join(path, "order"),
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
        // A change says it all; two of one table are two.
        if let Some(change) = text("text") {
            return change.to_owned();
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

    fn shown(&self, path: &[String], value: &Value) -> String {
        let of_people = path
            .last()
            .is_some_and(|list| ["qualifiers", "successors", "players"].contains(&list.as_str()));
        match value {
            Value::Null => "nothing".to_owned(),
            Value::Bool(value) if self.plain => (if *value { "yes" } else { "no" }).to_owned(),
            Value::String(text) if self.plain && path.last().is_some_and(is_criterion) => {
                word(text)
            }
            Value::String(text) if self.plain => said(text),
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
                let parts: Vec<String> = list.iter().map(|part| self.shown(&[], part)).collect();
                format!("[{}]", parts.join(", "))
            }
            Value::Object(_) => "it".to_owned(),
            other => other.to_string(),
        }
    }
}

/// A fraction as a decimal, cut after three places; any other text in quotes.
fn said(text: &str) -> String {
    match text.parse::<Exact>() {
        Ok(number) => number.to_decimal(3),
        Err(()) => format!("\"{text}\""),
    }
}

/// Says whether a field names a criterion.
fn is_criterion(field: &String) -> bool {
    field == "decided_by"
}

fn is_entry(value: &Value) -> bool {
    value.is_object()
}

fn join(path: &[String], key: &str) -> Vec<String> {
    path.iter().cloned().chain([key.to_owned()]).collect()
}
