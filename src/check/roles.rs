//! What a sheet is for, from its name and its headers. Knows the names that
//! people and programs give to sheets and to copies of them; reads no row
//! below the headers.

use super::headers::{self, Dictionary, Headers};
use crate::model::{Finding, Grid, loose_key};

/// What a sheet is for.
pub(super) enum Role {
    Event,
    Players,
    /// A round, with its number where the sheet's name has it.
    Round(Option<u32>),
}

/// What browsers and file managers put before or behind the name of a copy.
const COPY_WORDS: [&str; 8] = ["copy", "of", "kopie", "von", "kopija", "no", "csv", "xlsx"];
/// Words for a round.
const ROUND_WORDS: [&str; 7] = [
    "round",
    "runde",
    "karta",
    "heat",
    "vorrunde",
    "spielrunde",
    "durchgang",
];
/// What may stand behind a round's number.
const RESULT_WORDS: [&str; 4] = ["results", "ergebnisse", "rezultati", "second"];
/// Behind a number that counts: `2nd`.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// Gives the headers of a sheet; in a player list one plain name header among
/// questions will do.
pub(super) fn headers_of(
    grid: &Grid,
    dictionary: &Dictionary,
    findings: &mut Vec<Finding>,
) -> Option<Headers> {
    let found = headers::find(grid, dictionary, findings);
    if found.is_none() && is_players_name(grid.role_name()) {
        return headers::find_in_list(grid, dictionary, findings);
    }
    found
}

/// Says what a sheet is for; `None` where it is nothing that is known.
pub(super) fn role(grid: &Grid, found: &Headers) -> Option<Role> {
    if found.has("setting") && found.has("value") {
        return Some(Role::Event);
    }
    if let Some(number) = name_number(grid.role_name()) {
        return Some(Role::Round(Some(number)));
    }
    let results = ["vp", "winner", "points"]
        .iter()
        .any(|meaning| found.has(meaning));
    let listed = found.has_name() || found.has("id");
    match (
        is_players_name(grid.role_name()),
        listed && found.has("table"),
        found.has_name(),
    ) {
        (true, _, true) => Some(Role::Players),
        (_, true, _) if results || found.has("round") => Some(Role::Round(None)),
        (_, _, true) if !results => Some(Role::Players),
        _ => None,
    }
}

/// Says whether a name is a player list's.
pub(super) fn is_players_name(name: &str) -> bool {
    let words = words(name);
    let plain: Vec<&str> = words
        .iter()
        .map(String::as_str)
        .filter(|word| word.parse::<u32>().is_err() && !COPY_WORDS.contains(word))
        .collect();
    [
        "players",
        "player",
        "spieler",
        "teilnehmer",
        "speletaji",
        "dalibnieki",
        "registrations",
        "anmeldungen",
        "formresponses",
        "formularantworten",
        "veidlapasatbildes",
    ]
    .contains(&plain.concat().as_str())
}

/// A second entry of a round, to be compared with the first.
pub(super) fn is_second(name: &str) -> bool {
    loose_key(name).ends_with("second")
}

/// The number in a round sheet's name: `Round 2`, `round-2 (1)`, `2. Runde`;
/// a number behind it is a copy's.
pub(super) fn name_number(name: &str) -> Option<u32> {
    let words = words(name);
    let mut rest = words.iter().map(String::as_str).peekable();
    while rest.next_if(|word| COPY_WORDS.contains(word)).is_some() {}
    let first = rest.next()?;
    let number = if ROUND_WORDS.contains(&first) {
        rest.next()?
    } else {
        rest.next_if(|word| ORDINALS.contains(word));
        rest.next_if(|word| ROUND_WORDS.contains(word))?;
        first
    };
    let known = |word: &str| {
        word.parse::<u32>().is_ok() || COPY_WORDS.contains(&word) || RESULT_WORDS.contains(&word)
    };
    let number = number.parse().ok()?;
    ((1..=999).contains(&number) && rest.all(known)).then_some(number)
}

/// A name's words and numbers, loosely spelt: `Round-2 (1)` is round, 2, 1.
fn words(name: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for part in name.split(|c: char| !c.is_alphanumeric()) {
        let mut digits = None;
        for c in part.chars() {
            match words.last_mut() {
                Some(word) if digits == Some(c.is_ascii_digit()) => word.push(c),
                _ => words.push(c.to_string()),
            }
            digits = Some(c.is_ascii_digit());
        }
    }
    words.iter().map(|word| loose_key(word)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rounds_number_is_known_in_every_copys_name() {
        for (name, number) in [
            ("Round 2", Some(2)),
            ("round-1_2", Some(1)),
            ("round-1 (12)", Some(1)),
            ("Runde02", Some(2)),
            ("Copy of round-3.csv", Some(3)),
            ("round-3 - Kopie (2)", Some(3)),
            ("2. kārta", Some(2)),
            ("2nd Round", Some(2)),
            ("round-4-second", Some(4)),
            ("Round 12", Some(12)),
            ("Round 0", None),
            ("Round 1000", None),
            ("Rounds 1-3", None),
            ("Round", None),
            ("Groundround 2", None),
            ("2026", None),
            ("Round robin 2", None),
        ] {
            assert_eq!(name_number(name), number, "{name}");
        }
    }

    #[test]
    fn a_player_list_is_known_in_every_copys_name() {
        for name in [
            "Players",
            "players (1)",
            "Copy of Players",
            "Form Responses 1",
            "Spieler - Kopie",
        ] {
            assert!(is_players_name(name), "{name}");
        }
        assert!(!is_players_name("Players of the year"));
    }
}
