//! Who is who over many events: by typed ID, else by name and club, with a
//! list of aliases; and which two spellings may be one person.

use std::collections::{BTreeMap, BTreeSet};

use crate::model::{Code, Finding, NameKey, Severity, loose_key};

/// Two spellings, or IDs, that are one person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alias {
    /// As an event has it: a name or an ID.
    pub from: String,
    /// As the season knows the person: a name or an ID.
    pub to: String,
}

/// Who a person is.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// The ID, where one was typed.
    pub(super) id: Option<String>,
    /// The name, as the first event has it.
    pub(super) name: String,
    /// The club, likewise.
    pub(super) club: Option<String>,
}

/// All persons of a season.
#[derive(Debug, Default)]
pub(super) struct People {
    pub(super) persons: Vec<Person>,
    by_key: BTreeMap<String, usize>,
    /// Names that an ID has besides its first.
    other_names: BTreeSet<(usize, String)>,
    /// Whom an alias stands for.
    is_really: Vec<usize>,
}

/// Persons by what they are called; a long list of aliases is looked up in it.
struct Known(BTreeMap<String, BTreeSet<usize>>);

impl Known {
    fn of(persons: &[Person]) -> Self {
        let mut known = Self(BTreeMap::new());
        for (at, person) in persons.iter().enumerate() {
            known.add_name(&person.name, at);
            if let Some(id) = &person.id {
                known.0.entry(format!("id:{id}")).or_default().insert(at);
            }
        }
        known
    }

    fn add_name(&mut self, name: &str, at: usize) {
        let key = format!("name:{}", NameKey::new(name).as_str());
        self.0.entry(key).or_default().insert(at);
    }

    /// Gives the persons with that ID or name.
    fn called(&self, text: &str) -> Vec<usize> {
        let name = format!("name:{}", NameKey::new(text).as_str());
        let of = |key: &str| self.0.get(key).into_iter().flatten().copied();
        let all: BTreeSet<usize> = of(&format!("id:{text}")).chain(of(&name)).collect();
        all.into_iter().collect()
    }
}

impl People {
    /// Gives the number of a person, a new one for somebody new.
    pub(super) fn find(&mut self, id: Option<&str>, name: &str, club: Option<&str>) -> usize {
        let key = match id {
            Some(id) => format!("id:{id}"),
            None => format!(
                "name:{}\n{}",
                NameKey::new(name).as_str(),
                club.map(loose_key).unwrap_or_default()
            ),
        };
        if let Some(at) = self.by_key.get(&key).copied() {
            let first = self.persons[at].name.as_str();
            if id.is_some() && first != name && words(first) != words(name) {
                self.other_names.insert((at, name.to_owned()));
            }
            return at;
        }
        let at = self.persons.len();
        self.persons.push(Person {
            id: id.map(ToOwned::to_owned),
            name: name.to_owned(),
            club: club.map(ToOwned::to_owned),
        });
        self.is_really.push(at);
        self.by_key.insert(key, at);
        at
    }

    /// Gives the person that one really is.
    pub(super) fn really(&self, at: usize) -> usize {
        let mut at = at;
        while self.is_really[at] != at {
            at = self.is_really[at];
        }
        at
    }

    /// Applies the aliases: whoever is spelt as on the left is the one person
    /// spelt as on the right.
    pub(super) fn alias(&mut self, aliases: &[Alias], findings: &mut Vec<Finding>) {
        let mut known = Known::of(&self.persons);
        for alias in aliases {
            let from = known.called(&alias.from);
            let due = known.called(&alias.to);
            let to = match due[..] {
                [one] => Some(one),
                // An alias may also correct a spelling that nobody else has.
                [] => from.first().copied(),
                _ => None,
            };
            let Some(to) = to.filter(|_| !from.is_empty()) else {
                let message = format!(
                    "the alias from \"{}\" to \"{}\" fits nobody, or several players",
                    alias.from, alias.to
                );
                findings.push(
                    Finding::event(Severity::Warning, Code::AliasUnclear, message)
                        .help("type names as the events have them, or the federation's IDs, in aliases.csv"),
                );
                continue;
            };
            if due.is_empty() {
                alias.to.clone_into(&mut self.persons[to].name);
                known.add_name(&alias.to, to);
            }
            let target = self.really(to);
            for one in from {
                let old = self.really(one);
                self.is_really[old] = target;
            }
        }
    }

    /// Tells IDs with several names, and spellings that may be one person.
    pub(super) fn tell(&self, findings: &mut Vec<Finding>) {
        for (at, name) in &self.other_names {
            let person = &self.persons[*at];
            let message = format!(
                "the ID {} is \"{}\" in one event and \"{name}\" in another",
                person.id.as_deref().unwrap_or_default(),
                person.name
            );
            findings.push(
                Finding::event(Severity::Warning, Code::PersonNames, message)
                    .help("correct the ID in one of the events where they are two persons"),
            );
        }
        let pairs = self.near_pairs();
        for (a, b) in pairs.iter().take(MOST_TOLD) {
            let message = format!(
                "{} and {} may be one person",
                self.shown(*a),
                self.shown(*b)
            );
            let help = "if so, add a row From, To to aliases.csv beside the submissions";
            findings
                .push(Finding::event(Severity::Warning, Code::PersonSpelling, message).help(help));
        }
        if pairs.len() > MOST_TOLD {
            let message = format!("{} more pairs of near spellings", pairs.len() - MOST_TOLD);
            findings.push(Finding::event(
                Severity::Note,
                Code::PersonSpelling,
                message,
            ));
        }
    }

    fn shown(&self, at: usize) -> String {
        let person = &self.persons[at];
        match (&person.id, &person.club) {
            (Some(id), _) => format!("\"{}\" ({id})", person.name),
            (None, Some(club)) => format!("\"{}\", {club}", person.name),
            (None, None) => format!("\"{}\"", person.name),
        }
    }

    /// Pairs whose names are equal but for accents, the order of the words,
    /// the club or one letter. Two different IDs are two persons. Names with
    /// digits in them are told apart by those.
    fn near_pairs(&self) -> Vec<(usize, usize)> {
        let real = |at: &usize| self.is_really[*at] == *at;
        let persons = self.persons.iter();
        let keys: Vec<String> = persons.map(|person| words(&person.name).concat()).collect();
        let mut near: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for at in (0..self.persons.len()).filter(real) {
            // Two texts that differ by one letter are equal once some letter
            // of each is left out.
            let letters: Vec<char> = keys[at].chars().collect();
            let numbered = letters.iter().any(char::is_ascii_digit);
            if letters.len() >= LEAST_LETTERS && !numbered {
                for left_out in 0..letters.len() {
                    let rest = letters[..left_out].iter().chain(&letters[left_out + 1..]);
                    near.entry(rest.collect()).or_default().push(at);
                }
            }
            near.entry(keys[at].clone()).or_default().push(at);
        }
        let two_ids =
            |a: usize, b: usize| self.persons[a].id.is_some() && self.persons[b].id.is_some();
        let mut pairs: BTreeSet<(usize, usize)> = BTreeSet::new();
        for group in near.values().filter(|group| group.len() <= MOST_ALIKE) {
            for (i, a) in group.iter().enumerate() {
                let others = group[i + 1..]
                    .iter()
                    .filter(|b| *b != a && !two_ids(*a, **b));
                pairs.extend(others.map(|b| (*a.min(b), *a.max(b))));
            }
        }
        let mut pairs: Vec<(usize, usize)> = pairs.into_iter().collect();
        pairs.retain(|(a, b)| strsim::osa_distance(&keys[*a], &keys[*b]) <= 1);
        pairs.sort_by_cached_key(|(a, b)| (self.shown(*a), self.shown(*b)));
        pairs
    }
}

/// So many pairs are told one by one.
const MOST_TOLD: usize = 50;
/// Shorter names differ by one letter too easily.
const LEAST_LETTERS: usize = 6;
/// A rest that so many share says nothing.
const MOST_ALIKE: usize = 40;

/// A name's words without accents, in the order of the alphabet.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = name
        .split(|c: char| c.is_whitespace() || c == ',')
        .map(loose_key)
        .filter(|word| !word.is_empty())
        .collect();
    words.sort();
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(people: &People) -> Vec<String> {
        let mut findings = Vec::new();
        people.tell(&mut findings);
        findings
            .into_iter()
            .map(|finding| finding.message)
            .collect()
    }

    #[test]
    fn near_spellings_are_told_and_different_ids_are_not() {
        let mut people = People::default();
        people.find(None, "Anna Berg", None);
        people.find(None, "Berg, Anna", None);
        people.find(None, "Ana Berg", Some("Club"));
        people.find(None, "Hanno Stein", None);
        people.find(Some("7"), "Jörg Weiss", None);
        people.find(Some("8"), "Jorg Weiss", None);
        assert_eq!(
            told(&people),
            [
                "\"Anna Berg\" and \"Ana Berg\", Club may be one person",
                "\"Anna Berg\" and \"Berg, Anna\" may be one person",
                "\"Berg, Anna\" and \"Ana Berg\", Club may be one person",
            ]
        );
    }

    #[test]
    fn an_alias_makes_two_spellings_one_person() {
        let mut people = People::default();
        let anna = people.find(None, "Anna Berg", None);
        let ana = people.find(None, "Ana Berg", None);
        let alias = |from: &str, to: &str| Alias {
            from: from.to_owned(),
            to: to.to_owned(),
        };
        let mut findings = Vec::new();
        people.alias(
            &[alias("Ana Berg", "Anna Berg"), alias("Nobody", "Anna Berg")],
            &mut findings,
        );
        assert_eq!(people.really(ana), anna);
        assert_eq!(findings.len(), 1);
        assert_eq!(told(&people), Vec::<String>::new());
    }
}
