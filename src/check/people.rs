//! The player list, and finding a player by ID or name. Knows no round.

use std::collections::{BTreeMap, BTreeSet};

use super::cells::{self, Wanted};
use super::headers::{self, Dictionary, Headers};
use crate::model::{
    Code, Exact, Finding, Grid, NameKey, Place, Player, PlayerIx, Row, Value, loose_key, nearest,
    spellings,
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
        if name.is_empty() || !is_readable(grid, headers, row, findings) {
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
    unite_groups(players);
}

fn name_of(headers: &Headers, row: &Row) -> String {
    let part = |meaning| match headers.get(row, meaning) {
        // A formula that refers to an empty cell gives a zero.
        Some(Value::Number { value: 0.0, .. }) => String::new(),
        _ => headers.text(row, meaning).unwrap_or_default(),
    };
    if headers.has("name") {
        return part("name");
    }
    format!("{} {}", part("first"), part("last"))
        .trim()
        .to_owned()
}

/// A name that a formula did not give is nobody's.
fn is_readable(grid: &Grid, headers: &Headers, row: &Row, findings: &mut Vec<Finding>) -> bool {
    let before = findings.len();
    for meaning in ["name", "first", "last"] {
        let Some(value) = headers.get(row, meaning) else {
            continue;
        };
        let code = match value {
            Value::Error(_) => Code::ErrorCell,
            Value::NoResult(_) => Code::FormulaWithoutResult,
            _ => continue,
        };
        let message = format!("\"{}\" stands where a name is due", cells::text(value));
        let place = grid.at(row.index, headers.col(meaning).unwrap_or(0));
        findings.push(Finding::error(code, place, message).help("type the player's name"));
    }
    findings.len() == before
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
    let mut number = |meaning: &str, range: &Range| {
        let value = headers.get(row, meaning)?;
        range.read(value, &place(meaning), findings)
    };
    let whole = |number: Option<Exact>| {
        number
            .and_then(|number| number.to_i64())
            .and_then(|number| u32::try_from(number).ok())
    };
    let from = whole(number("from", &FROM));
    let until = whole(number("until", &UNTIL));
    let table = whole(number("table", &TABLE));
    let lot = number("lot", &LOT);
    let seed_rank = number("seedrank", &SEED_RANK);
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
    if let (Some(first), Some(last)) = (from, until)
        && first > last
    {
        let message = format!("the last round {last} is before the first, {first}");
        findings.push(
            Finding::error(Code::OutOfRange, place("until"), message)
                .help("correct From or Until, or take the player off the list"),
        );
    }
    let id = headers
        .get(row, "id")
        .and_then(|value| cells::id(value, &place("id"), findings));
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

/// What a number of the player list may be.
struct Range {
    of: &'static str,
    whole: bool,
    least: i64,
    most: i64,
    help: &'static str,
}

const FROM: Range = Range {
    of: "a round",
    whole: true,
    least: 1,
    most: LAST_ROUND,
    help: "type the first round, such as 2",
};
const UNTIL: Range = Range {
    help: "type the last round, such as 2",
    ..FROM
};
const TABLE: Range = Range {
    of: "a table",
    most: 100_000,
    help: "type a table's number, such as 7",
    ..FROM
};
const LOT: Range = Range {
    of: "a lot",
    whole: false,
    least: 0,
    most: i64::MAX,
    help: "type the number that was drawn, zero or more",
};
const SEED_RANK: Range = Range {
    of: "a seed rank",
    whole: false,
    least: 1,
    most: i64::MAX,
    help: "type the rank in the seeding, such as 3; 1 is the best",
};
/// Rounds are numbered up to this one.
const LAST_ROUND: i64 = 999;

impl Range {
    fn read(&self, value: &Value, place: &Place, findings: &mut Vec<Finding>) -> Option<Exact> {
        if cells::text(value).is_empty() {
            return None;
        }
        let wanted = Wanted {
            of: self.of,
            help: self.help.to_owned(),
        };
        let number = cells::number(value, &wanted, place, findings)?;
        let fits = number >= Exact::int(self.least)
            && number <= Exact::int(self.most)
            && (!self.whole || number.is_whole());
        if fits {
            return Some(number);
        }
        let message = format!("\"{}\" cannot be {}", number.to_decimal(3), self.of);
        findings.push(Finding::error(Code::OutOfRange, place.clone(), message).help(self.help));
        None
    }
}

/// Tells players whose first round is beyond the preliminary rounds, who
/// would never be seated.
pub(super) fn check_rounds(players: &[Player], planned: Option<u32>, findings: &mut Vec<Finding>) {
    let Some(planned) = planned else { return };
    for player in players.iter().filter(|player| player.from > planned) {
        let message = format!(
            "\"{}\" plays from round {} on, and there are {planned} preliminary rounds",
            player.name, player.from
        );
        findings.push(
            Finding::error(Code::OutOfRange, player.row.clone(), message)
                .help("correct From, or take the player off the list"),
        );
    }
}

/// Tells a group of one, who would meet nobody; only where groups play among
/// themselves.
pub(super) fn check_groups(
    grid: &Grid,
    headers: &Headers,
    players: &[Player],
    findings: &mut Vec<Finding>,
) {
    let mut groups: BTreeMap<&str, Vec<&Player>> = BTreeMap::new();
    let seated = |player: &&Player| !player.reserve && !player.excluded;
    for player in players.iter().filter(seated) {
        if let Some(group) = &player.group {
            groups.entry(group).or_default().push(player);
        }
    }
    for (group, members) in &groups {
        let ([alone], Some(cell)) = (members.as_slice(), members[0].row.cell) else {
            continue;
        };
        let message = format!(
            "group \"{group}\" has one player, \"{}\", who would meet nobody",
            alone.name
        );
        let place = grid.at(cell.row, headers.col("group").unwrap_or(cell.col));
        findings.push(
            Finding::error(Code::CannotSeat, place, message)
                .help("type the group of other players, or leave the cell empty"),
        );
    }
}

/// One group in two spellings is one; the first spelling counts.
fn unite_groups(players: &mut [Player]) {
    let mut known: BTreeMap<String, String> = BTreeMap::new();
    for group in players
        .iter_mut()
        .filter_map(|player| player.group.as_mut())
    {
        let first = known
            .entry(loose_key(group))
            .or_insert_with(|| group.clone());
        group.clone_from(first);
    }
}

/// `1,3` or `1-3`.
fn round_list(text: &str, place: &Place, findings: &mut Vec<Finding>) -> Option<Vec<u32>> {
    let mut rounds = Vec::new();
    for part in text.split([',', ';']) {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        match (first.trim().parse::<u32>(), last.trim().parse::<u32>()) {
            (Ok(first), Ok(last)) if (1..=last).contains(&first) && last < 1000 => {
                rounds.extend(first..=last);
            }
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
    let typed: BTreeSet<String> = players
        .iter()
        .filter(|player| player.id_typed)
        .map(|player| player.id.clone())
        .collect();
    let mut next = 1;
    for (due, player) in (1..).zip(players.iter_mut()) {
        if player.id_typed {
            continue;
        }
        next = next.max(due);
        // Somebody else may have typed what is due here.
        while typed.contains(&format!("P{next:03}")) {
            next += 1;
        }
        player.id = format!("P{next:03}");
        next += 1;
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
            continue;
        }
        let ways = spellings(&player.name);
        let known = ways.iter().find_map(|way| loose.get(way).copied());
        for way in ways {
            loose.entry(way).or_insert(player);
        }
        if let Some(earlier) = known {
            let message = format!(
                "\"{}\" differs from \"{}\" in {} only by accents, case, blanks or the order of the names",
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
    by_spelling: BTreeMap<String, BTreeSet<PlayerIx>>,
    /// By ID in lower case; none where two differ in nothing else.
    by_plain_id: BTreeMap<String, Option<PlayerIx>>,
}

impl<'a> Directory<'a> {
    pub(super) fn new(players: &'a [Player]) -> Self {
        let mut directory = Self {
            players,
            by_id: BTreeMap::new(),
            by_name: BTreeMap::new(),
            by_loose: BTreeMap::new(),
            by_spelling: BTreeMap::new(),
            by_plain_id: BTreeMap::new(),
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
            for way in spellings(&player.name) {
                directory.by_spelling.entry(way).or_default().insert(at);
            }
            directory
                .by_plain_id
                .entry(player.id.to_lowercase())
                .and_modify(|found| *found = None)
                .or_insert(Some(at));
        }
        directory
    }

    /// Says whether a text is some player's name or ID.
    pub(super) fn knows(&self, text: &str) -> bool {
        let ways = spellings(text);
        self.by_id.contains_key(text) || ways.iter().any(|way| self.by_spelling.contains_key(way))
    }

    /// Tells stand-ins for somebody who is not on the list.
    pub(super) fn check_stand_ins(
        &self,
        grid: &Grid,
        headers: &Headers,
        findings: &mut Vec<Finding>,
    ) {
        for row in grid.rows.iter().filter(|row| row.index > headers.row) {
            let absent = headers
                .text(row, "standinfor")
                .filter(|who| !self.by_id.contains_key(who));
            if let (Some(who), Some(col)) = (absent, headers.col("standinfor")) {
                self.by_spelling(&who, &grid.at(row.index, col), findings);
            }
        }
    }

    /// Finds the player of a row that gives an ID, a name, or both.
    pub(super) fn find(
        &self,
        id: Option<&str>,
        name: Option<&str>,
        place: &Place,
        findings: &mut Vec<Finding>,
    ) -> Option<PlayerIx> {
        if self.players.is_empty() {
            // Without a list nobody could stand in it.
            return None;
        }
        let by_id = id.and_then(|id| {
            let plain = || self.by_plain_id.get(&id.to_lowercase()).copied().flatten();
            self.by_id.get(id).copied().or_else(plain)
        });
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
                || !spellings(&self.players[found].name).is_disjoint(&spellings(name))
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
                findings.push(read_as(name, &self.players[*found].name, place));
                Some(*found)
            }
            ([], []) => self.by_another_spelling(name, place, findings),
            ([found], _) if self.players[*found].name == name => Some(*found),
            _ => {
                findings.push(ambiguous(name, place));
                None
            }
        }
    }

    /// Umlauts spelt out, or the family name first.
    fn by_another_spelling(
        &self,
        name: &str,
        place: &Place,
        findings: &mut Vec<Finding>,
    ) -> Option<PlayerIx> {
        let ways = spellings(name);
        let found: BTreeSet<PlayerIx> = ways
            .iter()
            .filter_map(|way| self.by_spelling.get(way))
            .flatten()
            .copied()
            .collect();
        let mut all = found.iter();
        match (all.next(), all.next()) {
            (Some(found), None) => {
                findings.push(read_as(name, &self.players[*found].name, place));
                Some(*found)
            }
            (None, _) => {
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
            _ => {
                findings.push(ambiguous(name, place));
                None
            }
        }
    }
}

fn read_as(name: &str, found: &str, place: &Place) -> Finding {
    let message = format!("\"{name}\" was read as \"{found}\"");
    Finding::note(Code::NameSpelling, place.clone(), message)
}

fn ambiguous(name: &str, place: &Place) -> Finding {
    let message = format!("\"{name}\" fits several players");
    Finding::error(Code::AmbiguousPlayer, place.clone(), message).help("type the player's ID")
}
