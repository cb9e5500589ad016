//! The player list, and finding a player by ID or name. Knows no round.

use std::collections::BTreeMap;

use super::cells::{self, Wanted};
use super::headers::{self, Dictionary, Headers};
use crate::model::{
    Code, Exact, Finding, Grid, NameKey, Place, Player, PlayerIx, Row, loose_key, nearest,
};

/// The most players of one event.
const MOST: usize = 20_000;

/// Reads a player list.
pub(super) fn read(
    grid: &Grid,
    headers: &Headers,
    dictionary: &Dictionary,
    players: &mut Vec<Player>,
    findings: &mut Vec<Finding>,
) {
    for row in grid.rows.iter().filter(|row| row.index > headers.row) {
        let name = name_of(headers, row);
        if headers::repeats(row, headers, dictionary) {
            continue;
        }
        if headers::is_footnote(row) {
            findings.push(Finding::note(
                Code::FootnoteSkipped,
                grid.at(row.index, row.cells[0].col),
                "a row of totals or a footnote was skipped",
            ));
            continue;
        }
        if name.is_empty() {
            continue;
        }
        if players.len() >= MOST {
            let message = format!("the list holds more than {MOST} players");
            findings.push(
                Finding::error(Code::TooLarge, grid.at(row.index, 0), message)
                    .help("split the event"),
            );
            return;
        }
        players.push(player(grid, headers, row, name, findings));
    }
    number_ids(players);
}

fn name_of(headers: &Headers, row: &Row) -> String {
    let part = |meaning| headers.text(row, meaning).unwrap_or_default();
    if headers.has("name") {
        return part("name");
    }
    format!("{} {}", part("first"), part("last"))
        .trim()
        .to_owned()
}

fn player(
    grid: &Grid,
    headers: &Headers,
    row: &Row,
    name: String,
    findings: &mut Vec<Finding>,
) -> Player {
    let place = |meaning: &str| grid.at(row.index, headers.col(meaning).unwrap_or(0));
    let text = |meaning: &str| headers.text(row, meaning);
    let mut number = |meaning: &str, help: &str, of: &str| {
        let wanted = Wanted {
            of,
            help: help.to_owned(),
        };
        headers
            .get(row, meaning)
            .and_then(|value| cells::number(value, &wanted, &place(meaning), findings))
    };
    let whole = |number: Option<Exact>| {
        number
            .and_then(|number| number.to_i64())
            .and_then(|number| u32::try_from(number).ok())
    };
    let from = whole(number("from", "type the first round, such as 2", "a round"));
    let until = whole(number("until", "type the last round, such as 2", "a round"));
    let table = whole(number("table", "type a table's number", "a table"));
    let lot = number("lot", "type the number that was drawn", "a lot");
    let seed_rank = number(
        "seedrank",
        "type the rank in the seeding, such as 3",
        "a seed rank",
    );
    let mut mark = |meaning: &str| {
        headers
            .get(row, meaning)
            .is_some_and(|value| cells::mark(value, &place(meaning), findings))
    };
    let (reserve, excluded, guest, qualified) = (
        mark("reserve"),
        mark("excluded"),
        mark("guest"),
        mark("qualified"),
    );
    let only_rounds = text("rounds").and_then(|text| round_list(&text, &place("rounds"), findings));
    let id = text("id");
    Player {
        id_typed: id.is_some(),
        id: id.unwrap_or_default(),
        key: NameKey::new(&name),
        name,
        club: text("club"),
        country: text("country"),
        email: text("email"),
        phone: text("phone"),
        group: text("group"),
        seed_rank,
        avoid: text("avoid")
            .map(|labels| {
                labels
                    .split(';')
                    .map(|label| label.trim().to_owned())
                    .filter(|label| !label.is_empty())
                    .collect()
            })
            .unwrap_or_default(),
        from: from.unwrap_or(1).max(1),
        until,
        only_rounds,
        reserve,
        excluded,
        guest,
        table,
        lot,
        qualified,
        row: grid.at(
            row.index,
            headers
                .col("name")
                .or(headers.col("first"))
                .or(headers.col("last"))
                .unwrap_or(0),
        ),
    }
}

/// `1,3` or `1-3`.
fn round_list(text: &str, place: &Place, findings: &mut Vec<Finding>) -> Option<Vec<u32>> {
    let mut rounds = Vec::new();
    for part in text.split([',', ';']) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
            (Ok(first), Ok(last)) if last < 1000 => rounds.extend(first..=last),
            _ => {
                let message = format!("\"{text}\" is not a list of rounds");
                findings.push(
                    Finding::error(Code::NotANumber, place.clone(), message)
                        .help("type rounds as 1,3 or 1-3"),
                );
                return None;
            }
        }
    }
    Some(rounds)
}

/// Players without an ID get one by their order, for display only.
fn number_ids(players: &mut [Player]) {
    for (at, player) in players.iter_mut().enumerate() {
        if !player.id_typed {
            player.id = format!("P{:03}", at + 1);
        }
    }
}

/// Finds players that cannot be told apart.
pub(super) fn check_unique(players: &[Player], findings: &mut Vec<Finding>) {
    let mut ids: BTreeMap<&str, &Player> = BTreeMap::new();
    let mut names: BTreeMap<&str, &Player> = BTreeMap::new();
    let mut loose: BTreeMap<String, &Player> = BTreeMap::new();
    for player in players {
        if let Some(earlier) = ids.insert(&player.id, player) {
            let message = format!(
                "\"{}\" has the ID {} of \"{}\" in {}",
                player.name,
                player.id,
                earlier.name,
                cell_of(earlier)
            );
            findings.push(
                Finding::error(Code::DuplicateId, player.row.clone(), message)
                    .help("give each player an ID of their own"),
            );
        }
        if let Some(earlier) = names.insert(player.key.as_str(), player) {
            if !(player.id_typed && earlier.id_typed) {
                let message = format!("\"{}\" stands in {} already", player.name, cell_of(earlier));
                let help = "remove one row if they are one person; if they are two, add an ID column and give each an ID";
                findings.push(
                    Finding::error(Code::DuplicatePlayer, player.row.clone(), message).help(help),
                );
            }
        } else if let Some(earlier) = loose.insert(loose_key(&player.name), player) {
            let message = format!(
                "\"{}\" differs from \"{}\" in {} only by accents, case or blanks",
                player.name,
                earlier.name,
                cell_of(earlier)
            );
            findings.push(
                Finding::warning(Code::NameSpelling, player.row.clone(), message)
                    .help("remove one row if they are one person"),
            );
        }
    }
}

fn cell_of(player: &Player) -> String {
    player.row.to_string()
}

/// Finds players by ID or name.
pub(super) struct Directory<'a> {
    players: &'a [Player],
    by_id: BTreeMap<String, PlayerIx>,
    by_name: BTreeMap<&'a str, Vec<PlayerIx>>,
    by_loose: BTreeMap<String, Vec<PlayerIx>>,
}

impl<'a> Directory<'a> {
    pub(super) fn new(players: &'a [Player]) -> Self {
        let mut directory = Self {
            players,
            by_id: BTreeMap::new(),
            by_name: BTreeMap::new(),
            by_loose: BTreeMap::new(),
        };
        for (at, player) in players.iter().enumerate() {
            directory.by_id.entry(player.id.clone()).or_insert(at);
            directory
                .by_name
                .entry(player.key.as_str())
                .or_default()
                .push(at);
            directory
                .by_loose
                .entry(loose_key(&player.name))
                .or_default()
                .push(at);
        }
        directory
    }

    /// Finds the player of a row that gives an ID, a name, or both.
    pub(super) fn find(
        &self,
        id: Option<&str>,
        name: Option<&str>,
        place: &Place,
        findings: &mut Vec<Finding>,
    ) -> Option<PlayerIx> {
        let by_id = id.and_then(|id| self.by_id.get(id).copied());
        let Some(name) = name else {
            if by_id.is_none() {
                let message = format!("\"{}\" is no player's ID", id.unwrap_or_default());
                findings.push(
                    Finding::error(Code::UnknownPlayer, place.clone(), message)
                        .help("type the ID as it stands in the player list"),
                );
            }
            return by_id;
        };
        if let Some(found) = by_id {
            if self.players[found].key == NameKey::new(name)
                || loose_key(&self.players[found].name) == loose_key(name)
            {
                return Some(found);
            }
            let message = format!(
                "\"{name}\" is not the player with the ID {}, who is \"{}\"",
                id.unwrap_or_default(),
                self.players[found].name
            );
            findings.push(
                Finding::error(Code::IdNameDiffer, place.clone(), message)
                    .help("correct the ID or the name"),
            );
            return None;
        }
        if let Some(id) = id.filter(|_| self.players.iter().any(|player| player.id_typed)) {
            let message = format!("\"{id}\" is no player's ID");
            findings.push(
                Finding::error(Code::UnknownPlayer, place.clone(), message)
                    .help("type the ID as it stands in the player list, or leave the cell empty"),
            );
            return None;
        }
        self.by_spelling(name, place, findings)
    }

    fn by_spelling(
        &self,
        name: &str,
        place: &Place,
        findings: &mut Vec<Finding>,
    ) -> Option<PlayerIx> {
        let exact = self
            .by_name
            .get(NameKey::new(name).as_str())
            .map_or(&[][..], Vec::as_slice);
        let loose = self
            .by_loose
            .get(&loose_key(name))
            .map_or(&[][..], Vec::as_slice);
        match (exact, loose) {
            ([found], [_]) => Some(*found),
            ([], [found]) => {
                let message = format!("\"{name}\" was read as \"{}\"", self.players[*found].name);
                findings.push(Finding::note(Code::NameSpelling, place.clone(), message));
                Some(*found)
            }
            ([], []) => {
                let near = nearest(
                    name,
                    self.players.iter().map(|player| player.name.as_str()),
                    3,
                );
                let help = if near.is_empty() {
                    "add the player to the list, or correct the name".to_owned()
                } else {
                    format!("did you mean {}?", near.join(", "))
                };
                findings.push(
                    Finding::error(
                        Code::UnknownPlayer,
                        place.clone(),
                        format!("\"{name}\" is not in the player list"),
                    )
                    .help(help),
                );
                None
            }
            ([found], _) if self.players[*found].name == name => Some(*found),
            _ => {
                let message = format!("\"{name}\" fits several players");
                findings.push(
                    Finding::error(Code::AmbiguousPlayer, place.clone(), message)
                        .help("type the player's ID"),
                );
                None
            }
        }
    }
}
