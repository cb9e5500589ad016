//! An event's submission: one file of a fixed form with everything that a
//! federation needs and nothing private. The same results give the same
//! bytes. Says what is so; judges nothing.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use thiserror::Error;

use crate::model::{
    Change, Decided, Event, Line, Measure, PlayerIx, Progress, Round, RowScore, Scores, Stage,
    Standings, TableScore, Unranked,
};
use crate::preset::Preset;

/// The name and edition of the form.
pub const FORM: &str = "tabletally-submission-1";

/// What a submission is made from.
#[derive(Clone, Copy)]
pub struct Case<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its preset, with the event's settings over it.
    pub preset: &'a Preset,
    /// The text of the preset's file, then of those that it starts from.
    pub preset_texts: &'a [String],
    /// The preset's settings that the event changed: key and value.
    pub overrides: &'a [(String, String)],
    /// The season, where the event names one.
    pub season: Option<&'a str>,
    /// The region, where the event names one.
    pub region: Option<&'a str>,
    /// How far the event is.
    pub progress: &'a Progress,
    /// What the tables are worth.
    pub scores: &'a Scores,
    /// The ranking.
    pub standings: &'a Standings,
    /// Who qualified, or is through.
    pub qualifiers: &'a [PlayerIx],
    /// Who follows, in order.
    pub successors: &'a [PlayerIx],
    /// Whether everything is played, the final included.
    pub finished: bool,
    /// How draws are made.
    pub algorithm: &'a str,
    /// The sheets.
    pub sources: &'a [Source],
    /// Results corrected after an earlier run had read them; none where no
    /// journal tells of them.
    pub changes: Option<&'a [Change]>,
}

/// A submission, as its file has it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Submission {
    /// The form's name.
    pub schema: String,
    /// The event.
    pub event: EventPart,
    /// Its rules.
    pub preset: PresetPart,
    /// How draws are made.
    pub draw: DrawPart,
    /// Something is still to be played.
    pub preliminary: bool,
    /// How many there are of everything.
    pub counts: Counts,
    /// Whether a qualification holds.
    pub qualification: Validity,
    /// The criteria in order.
    pub criteria: Vec<String>,
    /// Ranked players by rank, then the unranked.
    pub standings: Vec<PlayerPart>,
    /// Every table that counts, by round and number.
    pub tables: Vec<TablePart>,
    /// The tables of the final.
    pub finals: Vec<FinalPart>,
    /// The IDs of the qualifiers, in order.
    pub qualifiers: Vec<String>,
    /// The IDs of those who follow, in order.
    pub successors: Vec<String>,
    /// Whether changes made after the fact are known.
    pub changes_known: bool,
    /// Changes made after the fact.
    pub changes: Vec<ChangePart>,
    /// The sheets, by name.
    pub sources: Vec<Source>,
    /// What wrote it.
    pub generator: Generator,
}

/// The event.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventPart {
    /// Its name.
    pub name: String,
    /// ISO date.
    pub date: Option<String>,
    /// Where it was held.
    pub place: Option<String>,
    /// Who held it.
    pub organiser: Option<String>,
    /// The season.
    pub season: Option<String>,
    /// The region.
    pub region: Option<String>,
}

/// The rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PresetPart {
    /// The preset's name.
    pub name: String,
    /// Its title.
    pub title: String,
    /// Edition or season of the rules.
    pub edition: String,
    /// SHA-256 of its file's text.
    pub sha256: String,
    /// The same of the presets that it starts from.
    pub base_sha256: Vec<String>,
    /// Settings that the event changed.
    pub overrides: Vec<OverridePart>,
}

/// A setting that the event changed.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OverridePart {
    /// The preset's key.
    pub key: String,
    /// The value, as the preset would have it.
    pub value: String,
    /// It leaves the published rules.
    pub departs: bool,
}

/// How draws are made.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawPart {
    /// The seed.
    pub seed: String,
    /// It follows from the event's name, date and place.
    pub derived: bool,
    /// The algorithm.
    pub algorithm: String,
}

/// How many there are of everything.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counts {
    /// Players of the list.
    pub players: u32,
    /// Those who are ranked.
    pub ranked: u32,
    /// Ranked players who played every round due.
    pub valid_results: u32,
    /// Preliminary rounds.
    pub rounds: u32,
    /// Tables that count.
    pub tables: u32,
    /// Results of players at them.
    pub games: u32,
}

/// Whether a qualification holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Validity {
    /// It does.
    pub valid: bool,
    /// Why not.
    pub reason: Option<String>,
    /// Players needed; 0 where any number does.
    pub needed: u32,
    /// Players that count towards them.
    pub counted: u32,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlayerPart {
    /// The rank; none for players who are only listed.
    pub rank: Option<u32>,
    /// `ranked`, or why not: `guest`, `reserve`, `excluded`, `too-few-rounds`.
    pub code: String,
    /// The ID.
    pub id: String,
    /// It was typed, not given by the order of the list.
    pub id_typed: bool,
    /// The name.
    pub name: String,
    /// The club.
    pub club: Option<String>,
    /// The country.
    pub country: Option<String>,
    /// The pool.
    pub group: Option<String>,
    /// Exact values by criterion.
    pub values: BTreeMap<String, Option<String>>,
    /// What parts the player from the one below.
    pub decided_by: Option<String>,
    /// Whether that is a lot.
    pub by_lot: bool,
    /// `through`, `out` or `open`.
    pub status: String,
    /// Qualified elsewhere already.
    pub qualified_elsewhere: bool,
    /// Preliminary games.
    pub games: u32,
    /// Played every round due.
    pub valid_result: bool,
    /// The last round that the player meant to play, where it was typed.
    pub withdrawn_after: Option<u32>,
    /// What the judge took off.
    pub penalty: String,
    /// Preliminary rounds without a game, and why.
    pub unplayed: Vec<UnplayedPart>,
}

/// A round without a game.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnplayedPart {
    /// The round.
    pub round: u32,
    /// `bye`, `no-show`, `withdrawn`, `late`, `not-entered`, `eliminated`,
    /// `excluded` or `not-needed`.
    pub code: String,
}

/// A table's result.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablePart {
    /// The round.
    pub round: u32,
    /// Its stage.
    pub stage: String,
    /// The table.
    pub table: u32,
    /// Its planned size.
    pub size: u32,
    /// Sum of the VP that count.
    pub table_vp: String,
    /// VP of the virtual seat.
    pub virtual_vp: Option<String>,
    /// One a player, in seat order.
    pub rows: Vec<RowPart>,
}

/// A player's result at a table.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RowPart {
    /// The player's ID.
    pub id: String,
    /// The seat.
    pub seat: Option<u32>,
    /// The place.
    pub place: u32,
    /// Points for it.
    pub points: Option<String>,
    /// The game's own score.
    pub raw_vp: String,
    /// What counts of it.
    pub vp: String,
    /// Percent of the table's VP.
    pub share: String,
    /// What it adds to the wins.
    pub win: String,
    /// The table's winner.
    pub winner: bool,
    /// What the judge took off.
    pub penalty: String,
    /// The row is signed.
    pub signed: bool,
}

/// A table of the final.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalPart {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
    /// The players' IDs by place.
    pub players: Vec<String>,
}

/// Corrections with the table at which the player sat.
fn changes(case: &Case<'_>) -> Vec<ChangePart> {
    let shown = |text: &str| {
        if text.is_empty() {
            "nothing".to_owned()
        } else {
            text.to_owned()
        }
    };
    let of_table = |change: &Change| {
        let tables = case.scores.tables.iter();
        let mut of_round = tables.filter(|table| table.round == change.round);
        of_round.find(|table| {
            let mut rows = table.rows.iter();
            rows.any(|row| case.event.players[row.player].id == change.id)
        })
    };
    let part = |change: &Change| ChangePart {
        round: change.round,
        table: of_table(change).map_or(0, |table| table.table),
        text: format!(
            "{} ({}): {} was {} and is {}",
            change.player,
            change.id,
            change.field,
            shown(&change.old),
            shown(&change.new)
        ),
    };
    case.changes.unwrap_or_default().iter().map(part).collect()
}

/// A change made after the fact.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChangePart {
    /// The round.
    pub round: u32,
    /// The table.
    pub table: u32,
    /// What it was and is, in words.
    pub text: String,
}

/// A sheet and the hash of its content.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// The file's name.
    pub file: String,
    /// The worksheet's name.
    pub sheet: Option<String>,
    /// SHA-256 of what is read of it.
    pub sha256: String,
}

impl Source {
    /// Gives a sheet's hash: over the texts of its header and known columns,
    /// so that it outlives another program's saving, another delimiter and
    /// another file format.
    #[must_use]
    pub fn of(file: &str, sheet: Option<&str>, rows: &[Vec<String>]) -> Self {
        let mut content = String::new();
        for row in rows {
            for cell in row {
                // A length before each text: no text can be taken for two.
                content.push_str(&cell.len().to_string());
                content.push(':');
                content.push_str(cell);
            }
            content.push('\n');
        }
        Self {
            file: file.to_owned(),
            sheet: sheet.map(ToOwned::to_owned),
            sha256: sha256(&content),
        }
    }
}

/// What wrote a submission.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Generator {
    /// The program.
    pub program: String,
    /// Its version.
    pub version: String,
}

/// Who wrote a submission is no part of what it says.
impl std::hash::Hash for Generator {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}

impl Submission {
    /// Gives the file's text.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// Gives the player of an ID.
    #[must_use]
    pub fn player(&self, id: &str) -> Option<&PlayerPart> {
        self.standings.iter().find(|line| line.id == id)
    }
}

/// Gives the SHA-256 of a text, in hexadecimal digits.
#[must_use]
pub(super) fn sha256(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |mut hex, byte| {
        let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
        hex.extend([digit(byte >> 4), digit(byte & 15)]);
        hex
    })
}

/// Why a text is no submission.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Error)]
pub enum Unusable {
    /// It is no JSON.
    #[error("it is no JSON: {0}")]
    NoJson(String),
    /// Fields are missing, or are none of the form.
    #[error("it is no submission: {0}")]
    NoSubmission(String),
    /// It has another form.
    #[error("it has the form \"{0}\", and only \"{FORM}\" is known")]
    OtherForm(String),
}

/// Reads a submission; a field that the form does not know is refused.
///
/// # Errors
///
/// Says why the text is none.
pub fn read_submission(text: &str) -> Result<Submission, Unusable> {
    let text = text.trim_start_matches('\u{feff}');
    match serde_json::from_str::<Submission>(text) {
        Ok(submission) if submission.schema == FORM => Ok(submission),
        Ok(submission) => Err(Unusable::OtherForm(submission.schema)),
        Err(error) if error.is_data() => Err(Unusable::NoSubmission(error.to_string())),
        Err(error) => Err(Unusable::NoJson(error.to_string())),
    }
}

/// Makes the submission.
#[must_use]
pub fn submission(case: &Case<'_>) -> Submission {
    let id = |player: &PlayerIx| case.event.players[*player].id.clone();
    let event = case.event;
    let rounds: Vec<&Round> = preliminary(case).collect();
    let standings: Vec<PlayerPart> = case
        .standings
        .lines
        .iter()
        .map(|line| player_part(case, &rounds, line))
        .collect();
    let tables = tables(case);
    let finals = finals(case);
    let counts = Counts {
        players: event.players.len() as u32,
        ranked: count(&standings, |line| line.rank.is_some()),
        valid_results: count(&standings, |line| line.valid_result),
        rounds: rounds.len() as u32,
        tables: tables.len() as u32,
        games: tables.iter().map(|table| table.rows.len() as u32).sum(),
    };
    Submission {
        schema: FORM.to_owned(),
        event: EventPart {
            name: event.name.clone(),
            date: event.date.clone(),
            place: event.place.clone(),
            organiser: event.organiser.clone(),
            season: case.season.map(ToOwned::to_owned),
            region: case.region.map(ToOwned::to_owned),
        },
        preset: preset_part(case),
        draw: DrawPart {
            seed: event.seed.text.clone(),
            derived: event.seed.derived,
            algorithm: case.algorithm.to_owned(),
        },
        preliminary: !case.finished,
        qualification: validity(case, counts.valid_results),
        counts,
        criteria: case.standings.criteria.clone(),
        standings,
        tables,
        finals,
        qualifiers: case.qualifiers.iter().map(id).collect(),
        successors: case.successors.iter().map(id).collect(),
        changes_known: case.changes.is_some(),
        changes: changes(case),
        sources: sources(case),
        generator: Generator {
            program: env!("CARGO_PKG_NAME").to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
        },
    }
}

fn count(lines: &[PlayerPart], of: impl Fn(&PlayerPart) -> bool) -> u32 {
    lines.iter().filter(|line| of(line)).count() as u32
}

fn preliminary<'a>(case: &Case<'a>) -> impl Iterator<Item = &'a Round> {
    let planned = case.progress.planned;
    case.event
        .rounds
        .iter()
        .filter(move |round| planned.is_none_or(|last| round.number <= last))
}

fn preset_part(case: &Case<'_>) -> PresetPart {
    let mut hashes = preset_hashes(case.preset_texts).into_iter();
    let departs = |key: &String| case.preset.departures.contains(key);
    PresetPart {
        name: case.preset.name.clone(),
        title: case.preset.title.to_string(),
        edition: case.preset.edition.clone(),
        sha256: hashes.next().unwrap_or_default(),
        base_sha256: hashes.collect(),
        overrides: case
            .overrides
            .iter()
            .map(|(key, value)| OverridePart {
                key: key.clone(),
                value: value.clone(),
                departs: departs(key),
            })
            .collect(),
    }
}

/// Gives the hashes of a preset's file and of those that it starts from.
#[must_use]
pub fn preset_hashes(texts: &[String]) -> Vec<String> {
    texts.iter().map(|text| sha256(text)).collect()
}

fn validity(case: &Case<'_>, valid_results: u32) -> Validity {
    let (needed, counted) = if case.preset.valid_from > 0 {
        (case.preset.valid_from as u32, valid_results)
    } else {
        (case.preset.min_players as u32, case.progress.field as u32)
    };
    let valid = counted >= needed;
    Validity {
        valid,
        reason: (!valid).then(|| format!("not valid for qualification: {counted} of {needed}")),
        needed,
        counted,
    }
}

fn player_part(case: &Case<'_>, rounds: &[&Round], line: &Line) -> PlayerPart {
    let player = &case.event.players[line.player];
    let value = |measure: &Measure| match measure {
        Measure::Missing => None,
        _ => Some(measure.to_string()),
    };
    let unplayed = unplayed(case, rounds, line.player);
    let all_due = unplayed
        .iter()
        .all(|round| ["bye", "eliminated", "not-entered"].contains(&round.code.as_str()));
    let decided_by = line.decided_by.as_ref().map(Decided::as_str);
    PlayerPart {
        rank: line.rank,
        code: code(line).to_owned(),
        id: player.id.clone(),
        id_typed: player.id_typed,
        name: player.name.clone(),
        club: player.club.clone(),
        country: player.country.clone(),
        group: player.group.clone(),
        values: case
            .standings
            .valued
            .iter()
            .cloned()
            .zip(line.values.iter().map(value))
            .collect(),
        decided_by: decided_by.map(ToOwned::to_owned),
        by_lot: decided_by == Some("lot"),
        status: line.status.as_str().to_owned(),
        qualified_elsewhere: player.qualified,
        games: line.games,
        valid_result: line.rank.is_some() && line.games > 0 && all_due,
        withdrawn_after: player.until,
        penalty: line.penalty.to_string(),
        unplayed,
    }
}

const fn code(line: &Line) -> &'static str {
    match (line.unranked, line.rank) {
        (Some(Unranked::Guest), _) => "guest",
        (Some(Unranked::Reserve), _) => "reserve",
        (Some(Unranked::Excluded), _) => "excluded",
        (Some(Unranked::TooFewRounds), _) | (None, None) => "too-few-rounds",
        (None, Some(_)) => "ranked",
    }
}

/// The preliminary rounds in which a player has no game, each with its reason.
fn unplayed(case: &Case<'_>, rounds: &[&Round], player: PlayerIx) -> Vec<UnplayedPart> {
    let without = rounds.iter().filter_map(|round| {
        let seated = round
            .tables
            .iter()
            .any(|table| table.seats.iter().any(|seat| seat.player == player));
        (!seated).then(|| UnplayedPart {
            round: round.number,
            code: why_unplayed(case, round, player).to_owned(),
        })
    });
    without.collect()
}

fn why_unplayed(case: &Case<'_>, round: &Round, at: PlayerIx) -> &'static str {
    let player = &case.event.players[at];
    let number = round.number;
    if round.byes.contains(&at) {
        "bye"
    } else if player.excluded {
        "excluded"
    } else if number < player.from {
        "late"
    } else if player.until.is_some_and(|last| number > last) {
        "withdrawn"
    } else if !player.plays(number) || case.preset.free_attendance {
        "not-entered"
    } else if round.absent.iter().any(|absence| absence.player == at) {
        "no-show"
    } else if player.reserve {
        "not-needed"
    } else {
        "eliminated"
    }
}

fn tables(case: &Case<'_>) -> Vec<TablePart> {
    let signed: BTreeSet<(u32, PlayerIx)> = case
        .event
        .rounds
        .iter()
        .flat_map(|round| {
            let seats = round.tables.iter().flat_map(|table| &table.seats);
            let signed = seats.filter(|seat| seat.signed);
            signed.map(|seat| (round.number, seat.player))
        })
        .collect();
    let part = |table: &TableScore| TablePart {
        round: table.round,
        stage: table.stage.as_str().to_owned(),
        table: table.table,
        size: table.size as u32,
        table_vp: table.table_vp.to_string(),
        virtual_vp: table.virtual_vp.as_ref().map(ToString::to_string),
        rows: table
            .rows
            .iter()
            .map(|row| row_part(case, row, signed.contains(&(table.round, row.player))))
            .collect(),
    };
    case.scores.tables.iter().map(part).collect()
}

fn row_part(case: &Case<'_>, row: &RowScore, signed: bool) -> RowPart {
    RowPart {
        id: case.event.players[row.player].id.clone(),
        seat: row.seat,
        place: row.place,
        points: row.points.as_ref().map(ToString::to_string),
        raw_vp: row.raw_vp.to_string(),
        vp: row.vp.to_string(),
        share: row.share.to_string(),
        win: row.win.to_string(),
        winner: row.winner,
        penalty: row.penalty.to_string(),
        signed,
    }
}

fn finals(case: &Case<'_>) -> Vec<FinalPart> {
    let of_final = case.scores.tables.iter();
    let of_final = of_final.filter(|table| table.stage == Stage::Final);
    let part = |table: &TableScore| {
        let mut rows: Vec<&RowScore> = table.rows.iter().collect();
        rows.sort_by_key(|row| row.place);
        FinalPart {
            round: table.round,
            table: table.table,
            players: rows
                .iter()
                .map(|row| case.event.players[row.player].id.clone())
                .collect(),
        }
    };
    of_final.map(part).collect()
}

/// The sheets by name. A round's sheet counts from its first result on, so
/// that the sheet of the next round, written by the same run, changes nothing.
fn sources(case: &Case<'_>) -> Vec<Source> {
    let empty = |source: &&Source| {
        let mut of_sheet = case.event.rounds.iter().filter(|round| {
            *round.sheet.file == *source.file
                && round.sheet.sheet.as_deref() == source.sheet.as_deref()
        });
        let mut any = false;
        let played = of_sheet.any(|round| {
            any = true;
            round.has_results()
        });
        any && !played
    };
    let mut sources: Vec<Source> = case
        .sources
        .iter()
        .filter(|source| !empty(source))
        .cloned()
        .collect();
    sources.sort();
    sources
}
