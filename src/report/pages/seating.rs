//! The seating page: by name for the wall, by table for the hall. Sorts names
//! by surname in the language's alphabet.

use std::cmp::Ordering;

use icu_collator::options::{CollatorOptions, Strength};
use icu_collator::{Collator, CollatorBorrowed};
use serde_json::{Value, json};

use super::{base, page, round_title};
use crate::model::{PageData, PlayerIx};
use crate::report::words::{Lang, Words};
use crate::report::{Facts, RoundPlan};

/// The most names in one block of the list by name, unless one letter has more.
const BLOCK: usize = 18;

/// Gives the seating page of a round.
#[must_use]
pub fn seating_page(facts: &Facts<'_>, plan: &RoundPlan) -> PageData {
    let words = Words::new(facts.options.lang);
    let name = |player: PlayerIx| facts.event.players[player].name.clone();
    let tables = plan.tables.iter().map(|(number, seats)| {
        let people = seats.iter().map(|(player, seat)| {
            json!({"name": name(*player), "seat": seat.map(|seat| seat.to_string()).unwrap_or_default()})
        });
        json!({
            "number": number.to_string(),
            "three": seats.len() == 3 && usual_size(facts) != Some(3),
            "people": people.collect::<Vec<_>>(),
        })
    });
    let more = json!({
        "round": round_title(&words, plan),
        "repeats": repeats(facts, &words),
        "threes": threes(facts, plan, &words),
        "blocks": blocks(facts, plan, &words),
        "tables": tables.collect::<Vec<_>>(),
        "byes": plan.byes.iter().map(|player| name(*player)).collect::<Vec<_>>(),
    });
    let title = format!(
        "{} – {} {}",
        words.get("seating"),
        words.get("round"),
        plan.number
    );
    page("seating.html", base(facts, &words, &title), more)
}

fn usual_size(facts: &Facts<'_>) -> Option<usize> {
    facts.preset.table_sizes.first().copied()
}

/// Says which tables are of three, where that is not the usual size.
fn threes(facts: &Facts<'_>, plan: &RoundPlan, words: &Words) -> String {
    let of_three: Vec<String> = plan
        .tables
        .iter()
        .filter(|(_, seats)| seats.len() == 3 && usual_size(facts) != Some(3))
        .map(|(number, _)| number.to_string())
        .collect();
    if of_three.is_empty() {
        return String::new();
    }
    words.with("tables-of-three", &[("tables", of_three.join(", "))])
}

fn repeats(facts: &Facts<'_>, words: &Words) -> String {
    match facts.figures {
        Some(figures) if figures.repeat_meetings > 0 => {
            // The bound is one on the cost, in which a third meeting counts more.
            let key = if figures.repeat_cost == figures.repeat_lower_bound {
                "repeats-least"
            } else {
                "repeats"
            };
            words.with(key, &[("count", figures.repeat_meetings.to_string())])
        }
        Some(_) => words.get("no-repeats"),
        None => String::new(),
    }
}

/// One line of the list by name.
struct Person {
    first: String,
    surname: String,
    place: Value,
}

impl Person {
    /// The last word is the surname by which people look for themselves; a
    /// remark in brackets is not.
    fn new(name: &str, place: Value) -> Self {
        let end = name.find(" (").unwrap_or(name.len());
        let (shown, remark) = name.split_at(end);
        let (first, surname) = shown.rsplit_once(' ').unwrap_or(("", shown));
        Self {
            first: first.to_owned(),
            surname: format!("{surname}{remark}"),
            place,
        }
    }

    /// The letter under which the surname stands; `#` for what is none.
    fn letter(&self) -> String {
        let first = self.surname.chars().find(|c| c.is_alphanumeric());
        match first {
            Some(c) if c.is_alphabetic() => c.to_uppercase().collect(),
            _ => "#".to_owned(),
        }
    }
}

/// The list by name, in blocks of a few letters each.
fn blocks(facts: &Facts<'_>, plan: &RoundPlan, words: &Words) -> Vec<Value> {
    let name = |player: PlayerIx| facts.event.players[player].name.as_str();
    let mut people: Vec<Person> = Vec::new();
    for (table, seats) in &plan.tables {
        people.extend(seats.iter().map(|(player, seat)| {
            let seat = seat.map(|seat| seat.to_string()).unwrap_or_default();
            Person::new(
                name(*player),
                json!({"table": table.to_string(), "seat": seat}),
            )
        }));
    }
    people.extend(
        plan.byes
            .iter()
            .map(|player| Person::new(name(*player), json!({"bye": words.get("bye")}))),
    );
    let alphabet = Alphabet::new(facts.options.lang);
    people.sort_by(|a, b| {
        let numbers_first = (a.letter() != "#").cmp(&(b.letter() != "#"));
        numbers_first
            .then_with(|| alphabet.compare(&a.surname, &b.surname))
            .then_with(|| alphabet.compare(&a.first, &b.first))
    });
    // An even number of blocks of much the same length fills two columns.
    let pairs = people.len().div_ceil(2 * BLOCK).max(1);
    let most = people.len().div_ceil(2 * pairs) + 1;
    let mut blocks: Vec<Vec<Person>> = Vec::new();
    for letter in alphabet.by_letter(people) {
        match blocks.last_mut() {
            Some(block) if block.len() + letter.len() <= most => block.extend(letter),
            _ => blocks.push(letter),
        }
    }
    blocks.iter().map(|block| shown_block(block)).collect()
}

fn shown_block(block: &[Person]) -> Value {
    let letter = |person: Option<&Person>| person.map(Person::letter).unwrap_or_default();
    let (first, last) = (letter(block.first()), letter(block.last()));
    let range = if first == last {
        first
    } else {
        format!("{first} – {last}")
    };
    let people = block.iter().map(|person| {
        let mut line = person.place.clone();
        line["first"] = json!(person.first);
        line["surname"] = json!(person.surname);
        line
    });
    json!({"range": range, "people": people.collect::<Vec<_>>()})
}

/// The order of a language's letters.
struct Alphabet {
    names: Option<CollatorBorrowed<'static>>,
    letters: Option<CollatorBorrowed<'static>>,
}

impl Alphabet {
    fn new(lang: Lang) -> Self {
        let collator = |strength: Strength| {
            let locale = lang.code().parse::<icu_locale_core::Locale>().ok()?;
            let mut options = CollatorOptions::default();
            options.strength = Some(strength);
            Collator::try_new((&locale).into(), options).ok()
        };
        Self {
            names: collator(Strength::Tertiary),
            letters: collator(Strength::Primary),
        }
    }

    fn compare(&self, a: &str, b: &str) -> Ordering {
        let by_language = self.names.as_ref().map(|names| names.compare(a, b));
        by_language
            .unwrap_or(Ordering::Equal)
            .then_with(|| a.cmp(b))
    }

    /// Splits a sorted list at each new letter; accents make none unless the
    /// language says so.
    fn by_letter(&self, people: Vec<Person>) -> Vec<Vec<Person>> {
        let same = |a: &Person, b: &Person| {
            let (a, b) = (a.letter(), b.letter());
            let by_language = self.letters.as_ref().map(|letters| letters.compare(&a, &b));
            by_language.map_or(a == b, Ordering::is_eq)
        };
        let mut letters: Vec<Vec<Person>> = Vec::new();
        for person in people {
            match letters.last_mut() {
                Some(letter) if letter.first().is_some_and(|first| same(first, &person)) => {
                    letter.push(person);
                }
                _ => letters.push(vec![person]),
            }
        }
        letters
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(lang: Lang, names: &[&str]) -> Vec<Vec<String>> {
        let alphabet = Alphabet::new(lang);
        let people = names.iter().map(|name| Person::new(name, json!({})));
        let mut people: Vec<Person> = people.collect();
        people.sort_by(|a, b| alphabet.compare(&a.surname, &b.surname));
        let letters = alphabet.by_letter(people);
        let names = |letter: Vec<Person>| letter.into_iter().map(|person| person.surname).collect();
        letters.into_iter().map(names).collect()
    }

    #[test]
    fn surnames_stand_in_the_languages_own_order() {
        let german = order(
            Lang::De,
            &["Ivo Zahn", "Mia Öhm", "Ada Ode", "Max Älbers", "Uwe Abel"],
        );
        assert_eq!(
            german,
            [vec!["Abel", "Älbers"], vec!["Ode", "Öhm"], vec!["Zahn"]]
        );
        let latvian = order(
            Lang::Lv,
            &["Anna Šmite", "Jānis Siliņš", "Ilze Zariņa", "Uldis Žagars"],
        );
        assert_eq!(latvian, [["Siliņš"], ["Šmite"], ["Zariņa"], ["Žagars"]]);
    }

    #[test]
    fn a_remark_in_brackets_is_no_surname() {
        let person = Person::new("Anna Maria Berg (Gast)", json!({}));
        assert_eq!(
            (person.first.as_str(), person.surname.as_str()),
            ("Anna Maria", "Berg (Gast)")
        );
        assert_eq!(Person::new("Cher", json!({})).surname, "Cher");
        assert_eq!(Person::new("=1+1", json!({})).letter(), "#");
    }
}
