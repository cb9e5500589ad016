//! What a federation would check before it takes a submission: a list of
//! checks, each small and on its own. Changes nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::submission::{Case, Submission};
use crate::model::{Code, Exact, Finding, Severity, loose_key};

/// What a check has to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// The finding; in a run always a warning.
    pub finding: Finding,
    /// The submission cannot be handed in with it.
    pub serious: bool,
}

type Check = fn(&Case<'_>, &Submission) -> Vec<Remark>;

const CHECKS: &[Check] = &[
    what_is_missing,
    ids,
    persons_twice,
    unsigned,
    departures,
    validity,
    points_of_tables,
    lines_and_list,
    contradicting,
];

/// Gives the remarks of all checks, in the order of the list.
#[must_use]
pub fn remarks(case: &Case<'_>, submission: &Submission) -> Vec<Remark> {
    CHECKS
        .iter()
        .flat_map(|check| check(case, submission))
        .collect()
}

fn warning(code: Code, message: impl Into<String>, help: &str) -> Remark {
    Remark {
        finding: Finding::event(Severity::Warning, code, message).help(help),
        serious: false,
    }
}

fn contradiction(message: impl Into<String>) -> Remark {
    let help = "the submission is withheld; check the sheets that it speaks of";
    Remark {
        serious: true,
        ..warning(Code::SubmissionContradicts, message, help)
    }
}

fn what_is_missing(_: &Case<'_>, submission: &Submission) -> Vec<Remark> {
    let event = &submission.event;
    let fields = [
        ("Date", &event.date),
        ("Place", &event.place),
        ("Organiser", &event.organiser),
    ];
    let missing: Vec<&str> = fields
        .iter()
        .filter(|(_, value)| value.is_none())
        .map(|(name, _)| *name)
        .collect();
    if missing.is_empty() {
        return Vec::new();
    }
    let message = format!("the submission lacks {}", missing.join(", "));
    let help = "add a row for each to the Event sheet";
    vec![warning(Code::SubmissionIncomplete, message, help)]
}

fn ids(case: &Case<'_>, _: &Submission) -> Vec<Remark> {
    if !case.preset.ids_needed {
        return Vec::new();
    }
    let ranked = case
        .event
        .players
        .iter()
        .filter(|player| player.is_ranked());
    let without = ranked.filter(|player| !player.id_typed);
    let remark = |player: &crate::model::Player| {
        let message = format!("\"{}\" has no ID of the federation", player.name);
        Remark {
            finding: Finding::warning(Code::SubmissionId, player.row.clone(), message)
                .help("type it into the column ID of the player list"),
            serious: false,
        }
    };
    without.map(remark).collect()
}

/// Rows that may be one person: one name under two IDs, or one name in another
/// order of its words.
fn persons_twice(case: &Case<'_>, _: &Submission) -> Vec<Remark> {
    let words = |name: &str| {
        let mut words: Vec<String> = name.split_whitespace().map(loose_key).collect();
        words.sort();
        words
    };
    let mut seen: BTreeMap<Vec<String>, &crate::model::Player> = BTreeMap::new();
    let mut remarks = Vec::new();
    for player in &case.event.players {
        let Some(earlier) = seen.insert(words(&player.name), player) else {
            continue;
        };
        let message = format!(
            "\"{}\" ({}) may be the person of \"{}\" ({}) in {}",
            player.name, player.id, earlier.name, earlier.id, earlier.row
        );
        remarks.push(Remark {
            finding: Finding::warning(Code::SubmissionTwice, player.row.clone(), message)
                .help("if they are one person, remove one of the rows"),
            serious: false,
        });
    }
    remarks
}

/// Only where somebody uses the column: many events keep the signed paper.
fn unsigned(case: &Case<'_>, _: &Submission) -> Vec<Remark> {
    let seats = || {
        let tables = case.event.rounds.iter().flat_map(|round| &round.tables);
        tables.flat_map(|table| &table.seats)
    };
    if !seats().any(|seat| seat.signed) {
        return Vec::new();
    }
    let rounds = case.event.rounds.iter().filter(|round| round.has_results());
    let tables = rounds.flat_map(|round| round.tables.iter().map(move |table| (round, table)));
    let without = tables.filter(|(_, table)| table.seats.iter().any(|seat| !seat.signed));
    let remark = |(round, table): (&crate::model::Round, &crate::model::Table)| {
        let message = format!(
            "round {}, table {} is not signed by everybody",
            round.number, table.number
        );
        Remark {
            finding: Finding::warning(Code::SubmissionUnsigned, round.sheet.clone(), message)
                .help("let the players sign, and mark it in the column Signed"),
            serious: false,
        }
    };
    without.map(remark).collect()
}

fn departures(case: &Case<'_>, _: &Submission) -> Vec<Remark> {
    if case.preset.departures.is_empty() {
        return Vec::new();
    }
    let message = format!(
        "the event leaves the published rules in {}",
        case.preset.departures.join(", ")
    );
    let help = "the federation sees it in the submission; ask whether it accepts the event";
    vec![warning(Code::SubmissionDeparts, message, help)]
}

fn validity(_: &Case<'_>, submission: &Submission) -> Vec<Remark> {
    let reason = submission.qualification.reason.as_deref();
    let remark = |reason| {
        let help =
            "the standings hold all the same; the federation counts players who played every round";
        warning(Code::SubmissionNotValid, reason, help)
    };
    reason.map(remark).into_iter().collect()
}

/// However places are shared, a table gives out what its size is worth.
fn points_of_tables(case: &Case<'_>, _: &Submission) -> Vec<Remark> {
    let preset = case.preset;
    if preset.score_points.is_some() || preset.loss_column.is_some() {
        return Vec::new();
    }
    let wrong = case.scores.tables.iter().filter_map(|table| {
        let due = preset.points_for(table.size);
        let due: Exact = due.iter().map(|points| &points.0).sum();
        let given: Exact = table
            .rows
            .iter()
            .filter_map(|row| row.points.as_ref())
            .sum();
        (preset.has_points() && given != due).then(|| {
            contradiction(format!(
                "round {}, table {} gives {given} points where a table of {} gives {due}",
                table.round, table.table, table.size
            ))
        })
    });
    wrong.collect()
}

fn lines_and_list(case: &Case<'_>, submission: &Submission) -> Vec<Remark> {
    let listed: BTreeSet<&str> = case
        .event
        .players
        .iter()
        .map(|player| player.id.as_str())
        .collect();
    let lines: BTreeSet<&str> = submission
        .standings
        .iter()
        .map(|line| line.id.as_str())
        .collect();
    if listed == lines {
        return Vec::new();
    }
    let message = format!(
        "the standings have {} players, the player list {}",
        lines.len(),
        listed.len()
    );
    vec![contradiction(message)]
}

fn contradicting(_: &Case<'_>, submission: &Submission) -> Vec<Remark> {
    contradictions(submission)
        .into_iter()
        .map(contradiction)
        .collect()
}

/// Gives what in a submission contradicts itself, whoever wrote it.
#[must_use]
pub fn contradictions(submission: &Submission) -> Vec<String> {
    let checks: [fn(&Submission) -> Vec<String>; 4] = [counts, seats, totals, order];
    checks.iter().flat_map(|check| check(submission)).collect()
}

fn counts(submission: &Submission) -> Vec<String> {
    let lines = &submission.standings;
    let many = |of: &dyn Fn(&super::submission::PlayerPart) -> bool| {
        lines.iter().filter(|line| of(line)).count()
    };
    let said = &submission.counts;
    let games: usize = submission.tables.iter().map(|table| table.rows.len()).sum();
    let pairs = [
        ("players", said.players, lines.len()),
        (
            "ranked players",
            said.ranked,
            many(&|line| line.rank.is_some()),
        ),
        (
            "valid results",
            said.valid_results,
            many(&|line| line.valid_result),
        ),
        ("tables", said.tables, submission.tables.len()),
        ("games", said.games, games),
    ];
    let wrong = pairs
        .iter()
        .filter(|(_, said, found)| *said as usize != *found);
    let mut told: Vec<String> = wrong
        .map(|(what, said, found)| format!("the counts say {said} {what}, and there are {found}"))
        .collect();
    let validity = &submission.qualification;
    if validity.valid != (validity.counted >= validity.needed) {
        told.push(format!(
            "the qualification is called {}valid with {} of {}",
            if validity.valid { "" } else { "not " },
            validity.counted,
            validity.needed
        ));
    }
    told
}

/// Nobody sits twice in a round, nobody is unknown, and games agree.
fn seats(submission: &Submission) -> Vec<String> {
    let mut told = Vec::new();
    let mut games: BTreeMap<&str, u32> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let known: BTreeMap<&str, u32> = submission
        .standings
        .iter()
        .map(|line| (line.id.as_str(), line.games))
        .collect();
    if known.len() < submission.standings.len() {
        told.push("an ID stands twice in the standings".to_owned());
    }
    for table in &submission.tables {
        for row in &table.rows {
            let place = format!("round {}, table {}", table.round, table.table);
            if !known.contains_key(row.id.as_str()) {
                told.push(format!("{place}: {} is not in the standings", row.id));
            }
            if !seen.insert((table.round, row.id.as_str())) {
                told.push(format!("{place}: {} plays twice in the round", row.id));
            }
            if table.round <= submission.counts.rounds {
                *games.entry(row.id.as_str()).or_default() += 1;
            }
        }
    }
    for (id, said) in &known {
        let found = games.get(id).copied().unwrap_or_default();
        if found != *said {
            told.push(format!(
                "{id} has {said} games in the standings and {found} at the tables"
            ));
        }
    }
    let listed = submission.qualifiers.iter().chain(&submission.successors);
    let finalists = submission.finals.iter().flat_map(|part| &part.players);
    for id in listed.chain(finalists) {
        if !known.contains_key(id.as_str()) {
            told.push(format!(
                "{id} qualified or follows and is not in the standings"
            ));
        }
    }
    told
}

fn totals(submission: &Submission) -> Vec<String> {
    let number = |text: &str| text.parse::<Exact>().ok();
    let mut told = Vec::new();
    for table in &submission.tables {
        let place = format!("round {}, table {}", table.round, table.table);
        let vp: Option<Vec<Exact>> = table.rows.iter().map(|row| number(&row.vp)).collect();
        let sum = vp.map(|vp| vp.into_iter().sum::<Exact>());
        if sum.is_none() || sum != number(&table.table_vp) {
            told.push(format!(
                "{place}: the VP do not add up to {}",
                table.table_vp
            ));
        }
        if table.rows.len() != table.size as usize {
            told.push(format!(
                "{place}: {} results at a table of {}",
                table.rows.len(),
                table.size
            ));
        }
        let winners = table.rows.iter().filter(|row| row.winner).count();
        if winners > 1 || table.rows.iter().any(|row| row.winner && row.place != 1) {
            told.push(format!(
                "{place}: the winner is not alone on the first place"
            ));
        }
    }
    told
}

/// Ranks go up by the number of players above; shared ones are called ties.
fn order(submission: &Submission) -> Vec<String> {
    let ranked: Vec<_> = submission
        .standings
        .iter()
        .filter(|line| line.rank.is_some())
        .collect();
    let mut told = Vec::new();
    for (at, line) in ranked.iter().enumerate() {
        let shared = at > 0 && ranked[at - 1].rank == line.rank;
        if !shared && line.rank != Some(at as u32 + 1) {
            told.push(format!("{} has a rank that does not follow", line.name));
        }
        if at > 0 && (ranked[at - 1].decided_by.as_deref() == Some("tie")) != shared {
            told.push(format!(
                "{} and {}: a shared rank and what parts them contradict",
                ranked[at - 1].name,
                line.name
            ));
        }
    }
    let qualifiers: BTreeSet<&String> = submission.qualifiers.iter().collect();
    if submission
        .successors
        .iter()
        .any(|id| qualifiers.contains(id))
    {
        told.push("somebody qualified and follows as well".to_owned());
    }
    told
}
