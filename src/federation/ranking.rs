//! A season's ranking: which events count, what each player's results are
//! worth, who is in the final and who follows. Knows no file format.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use super::people::{Alias, People};
use super::received::{Received, Refusal, Summary, SummaryLine};
use super::season::{SeasonPreset, SharedPlace, TieRule};
use crate::model::{Code, Exact, Finding, Place, Severity, loose_key};

/// A season's ranking.
#[derive(Clone, Debug, Default)]
pub struct Ranking {
    /// The events that count, by date.
    pub events: Vec<EventLine>,
    /// The files that do not, and why.
    pub refused: Vec<(String, Refusal)>,
    /// Ranked players in order, then those who are in the final directly.
    pub entries: Vec<Entry>,
}

/// An event that counts.
#[derive(Clone, Debug)]
pub struct EventLine {
    /// Its file.
    pub file: String,
    /// Its name.
    pub name: String,
    /// ISO date.
    pub date: Option<String>,
    /// Where it was held.
    pub place: Option<String>,
    /// Ranked players.
    pub players: u32,
    /// What points are multiplied with.
    pub level: u32,
}

/// A player's line.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The rank; none for who is in the final directly.
    pub rank: Option<u32>,
    /// The ID, where one was typed.
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// The club.
    pub club: Option<String>,
    /// What counts, added up.
    pub total: Exact,
    /// All results, by date.
    pub results: Vec<SeasonResult>,
    /// Where the player stands for the final.
    pub status: SeasonStatus,
    /// What parts the player from the one below.
    pub decided_by: Option<&'static str>,
}

/// A player's result at one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeasonResult {
    /// The event, as a position in [`Ranking::events`].
    pub event: usize,
    /// The final place.
    pub place: u32,
    /// What it is worth.
    pub points: Exact,
    /// Whether it counts, or others were better.
    pub counted: bool,
}

/// Where a player stands for the final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeasonStatus {
    /// In it by an event, as a position in [`Ranking::events`].
    Direct(usize),
    /// In it by the ranking.
    Place,
    /// Shares the last place with others; somebody has to decide.
    Tie,
    /// Follows when somebody is missing.
    Successor,
    /// The ranking gives no places away.
    Open,
}

impl SeasonStatus {
    /// Gives the word of the forms.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Direct(_) => "direct",
            Self::Place => "place",
            Self::Tie => "tie",
            Self::Successor => "successor",
            Self::Open => "open",
        }
    }
}

/// Ranks a season. The order in which the files come changes nothing.
#[must_use]
pub fn rank_season(
    preset: &SeasonPreset,
    mut received: Vec<Received>,
    aliases: &[Alias],
) -> (Ranking, Vec<Finding>) {
    received.sort_by(|a, b| a.file.cmp(&b.file));
    let mut findings = Vec::new();
    let mut ranking = Ranking::default();
    let submissions = accept(received, &mut ranking, &mut findings);
    let (mut people, lines) = gather(&submissions);
    people.alias(aliases, &mut findings);
    people.tell(&mut findings);
    ranking.events = submissions
        .iter()
        .map(|(file, event)| event_line(preset, file, event))
        .collect();
    let direct = direct(preset, &submissions, &people, &lines);
    ranking.entries = entries(
        preset,
        &submissions,
        &people,
        &lines,
        &direct,
        &mut findings,
    );
    place(preset, direct.len(), &mut ranking.entries);
    (ranking, findings)
}

/// Picks the events that count, by date; tells the others.
fn accept(
    received: Vec<Received>,
    ranking: &mut Ranking,
    findings: &mut Vec<Finding>,
) -> Vec<(String, Summary)> {
    let mut versions: BTreeMap<(String, Option<String>, String), Vec<(String, Summary)>> =
        BTreeMap::new();
    for Received { file, content } in received {
        match content {
            Ok(event) => {
                let place = event.place.as_deref().map(loose_key).unwrap_or_default();
                let key = (loose_key(&event.name), event.date.clone(), place);
                versions.entry(key).or_default().push((file, event));
            }
            Err(reason) => ranking.refused.push((file, reason)),
        }
    }
    let mut accepted = Vec::new();
    for mut group in versions.into_values() {
        let others = group.split_off(1);
        let Some((file, first)) = group.pop() else {
            continue;
        };
        if others.iter().all(|(_, other)| other.digest == first.digest) {
            for (copy, _) in others {
                let message = format!("the same submission as {file}; it counts once");
                findings.push(Finding::note(
                    Code::SubmissionCopy,
                    Place::file(copy),
                    message,
                ));
            }
            accepted.push((file, first));
            continue;
        }
        let files: Vec<String> = std::iter::once(file)
            .chain(others.into_iter().map(|(file, _)| file))
            .collect();
        for file in &files {
            let rest = files.iter().filter(|other| *other != file);
            let reason = Refusal::OtherVersion(rest.cloned().collect());
            ranking.refused.push((file.clone(), reason));
        }
    }
    ranking.refused.sort();
    for (file, reason) in &ranking.refused {
        let finding = Finding::warning(
            Code::SubmissionRefused,
            Place::file(file.clone()),
            format!("does not count: {}", reason.text()),
        );
        findings.push(finding.help("correct it at its source, or take the file away"));
    }
    accepted.sort_by(|(file_a, a), (file_b, b)| {
        (&a.date, &a.name, file_a).cmp(&(&b.date, &b.name, file_b))
    });
    accepted
}

fn event_line(preset: &SeasonPreset, file: &str, event: &Summary) -> EventLine {
    let players = event.players;
    let levels = preset.level_by_players.iter().rev();
    let level = levels.clone().find(|(least, _)| players >= *least);
    EventLine {
        file: file.to_owned(),
        name: event.name.clone(),
        date: event.date.clone(),
        place: event.place.clone(),
        players,
        level: level.map_or(1, |(_, level)| *level),
    }
}

/// Numbers all persons; for each event the person of each line.
fn gather(events: &[(String, Summary)]) -> (People, Vec<Vec<usize>>) {
    let mut people = People::default();
    let lines = events.iter().map(|(_, event)| {
        let person =
            |line: &SummaryLine| people.find(line.id.as_deref(), &line.name, line.club.as_deref());
        event.lines.iter().map(person).collect()
    });
    let lines = lines.collect();
    (people, lines)
}

/// Who is in the final by which event, in the order of the dates.
fn direct(
    preset: &SeasonPreset,
    events: &[(String, Summary)],
    people: &People,
    lines: &[Vec<usize>],
) -> BTreeMap<usize, usize> {
    let mut direct = BTreeMap::new();
    for (at, (_, event)) in events.iter().enumerate() {
        let mut left = preset.direct;
        for line in &event.order {
            if left == 0 {
                break;
            }
            let person = people.really(lines[at][*line as usize]);
            let new = !direct.contains_key(&person);
            if new {
                direct.insert(person, at);
            }
            if new || !preset.successors {
                left -= 1;
            }
        }
    }
    direct
}

fn entries(
    preset: &SeasonPreset,
    events: &[(String, Summary)],
    people: &People,
    lines: &[Vec<usize>],
    direct: &BTreeMap<usize, usize>,
    findings: &mut Vec<Finding>,
) -> Vec<Entry> {
    let mut results: BTreeMap<usize, Vec<SeasonResult>> = BTreeMap::new();
    for (at, (file, event)) in events.iter().enumerate() {
        let worth = worth(preset, file, event);
        for (line, person) in event.lines.iter().zip(&lines[at]) {
            let Some(place) = line.rank else { continue };
            let of_person = results.entry(people.really(*person)).or_default();
            if of_person.last().is_some_and(|last| last.event == at) {
                let message = format!(
                    "\"{}\" stands in this event twice; the better place counts",
                    line.name
                );
                findings.push(Finding::warning(
                    Code::SubmissionTwice,
                    Place::file(file.clone()),
                    message,
                ));
                continue;
            }
            of_person.push(SeasonResult {
                event: at,
                place,
                points: worth(line, place),
                counted: false,
            });
        }
    }
    let entry = |(person, mut results): (usize, Vec<SeasonResult>)| {
        let total = count_best(preset, &mut results);
        let who = &people.persons[person];
        Entry {
            rank: None,
            id: who.id.clone(),
            name: who.name.clone(),
            club: who.club.clone(),
            total,
            results,
            status: direct
                .get(&person)
                .map_or(SeasonStatus::Open, |event| SeasonStatus::Direct(*event)),
            decided_by: None,
        }
    };
    results.into_iter().map(entry).collect()
}

/// What a line of an event is worth.
fn worth<'a>(
    preset: &'a SeasonPreset,
    file: &str,
    event: &'a Summary,
) -> impl Fn(&SummaryLine, u32) -> Exact + 'a {
    let lines = &event.lines;
    let event = event_line(preset, file, event);
    let level = Exact::int(i64::from(event.level));
    let field = Exact::int(i64::from(event.players));
    let share = preset
        .top_share
        .as_ref()
        .map(|share| (&share.0 * &field).floor());
    let last = share.map_or(i64::MAX, |last| last.to_i64().unwrap_or(i64::MAX));
    let mut sharing: BTreeMap<u32, u32> = BTreeMap::new();
    for rank in lines.iter().filter_map(|line| line.rank) {
        *sharing.entry(rank).or_default() += 1;
    }
    let of_place = move |place: u32| {
        let points = preset.points.get(place as usize - 1);
        let points = points.filter(|_| i64::from(place) <= last);
        points.map_or(Exact::ZERO, |points| points.0.clone())
    };
    move |line, place| {
        let many = sharing.get(&place).copied().unwrap_or(1);
        let points = match &line.value {
            Some(value) => value.clone(),
            None if preset.shared == SharedPlace::Split => {
                let covered: Exact = (place..place + many).map(of_place).sum();
                let many = Exact::int(i64::from(many));
                covered.checked_div(&many).unwrap_or(Exact::ZERO)
            }
            None => of_place(place),
        };
        &points * &level
    }
}

/// Marks the results that count and adds them up.
fn count_best(preset: &SeasonPreset, results: &mut [SeasonResult]) -> Exact {
    let mut order: Vec<usize> = (0..results.len()).collect();
    // Of equal results the earlier one counts.
    order.sort_by(|a, b| results[*b].points.cmp(&results[*a].points));
    let many = if preset.best == 0 {
        results.len()
    } else {
        preset.best
    };
    for at in order.into_iter().take(many) {
        results[at].counted = true;
    }
    let counted = results.iter().filter(|result| result.counted);
    counted.map(|result| &result.points).sum()
}

/// Ranks the entries and gives the places away.
fn place(preset: &SeasonPreset, direct: usize, entries: &mut [Entry]) {
    let out =
        |entry: &Entry| preset.exclude_direct && matches!(entry.status, SeasonStatus::Direct(_));
    entries.sort_by(|a, b| {
        out(a)
            .cmp(&out(b))
            .then_with(|| parted(preset, a, b).0)
            .then_with(|| (&a.name, &a.id, &a.club).cmp(&(&b.name, &b.id, &b.club)))
    });
    let ranked = entries.iter().filter(|entry| !out(entry)).count();
    let mut rank = 1;
    for at in 0..ranked {
        if at > 0 && parted(preset, &entries[at - 1], &entries[at]).0 != Ordering::Equal {
            rank = at as u32 + 1;
        }
        entries[at].rank = Some(rank);
        if at + 1 < ranked {
            entries[at].decided_by = Some(parted(preset, &entries[at], &entries[at + 1]).1);
        }
    }
    if preset.places == 0 {
        return;
    }
    let taken = if preset.exclude_direct { direct } else { 0 };
    let left = preset.places.saturating_sub(taken);
    let rank_at = |at: usize| entries.get(at).and_then(|entry| entry.rank);
    let line = left.checked_sub(1).and_then(rank_at);
    let over = (left > 0 && left < ranked && line == rank_at(left))
        .then_some(line)
        .flatten();
    for (at, entry) in entries[..ranked].iter_mut().enumerate() {
        entry.status = match entry.status {
            SeasonStatus::Direct(event) => SeasonStatus::Direct(event),
            _ if over.is_some() && entry.rank == over => SeasonStatus::Tie,
            _ if at < left => SeasonStatus::Place,
            _ => SeasonStatus::Successor,
        };
    }
}

/// The order of two entries, and what parts them.
fn parted(preset: &SeasonPreset, a: &Entry, b: &Entry) -> (Ordering, &'static str) {
    let points = b.total.cmp(&a.total);
    if points != Ordering::Equal {
        return (points, "points");
    }
    for rule in &preset.ties {
        let order = match rule {
            TieRule::BestResults => best_results(b).cmp(&best_results(a)),
            TieRule::Wins => wins(b).cmp(&wins(a)),
            TieRule::Events => b.results.len().cmp(&a.results.len()),
        };
        if order != Ordering::Equal {
            return (order, rule.as_str());
        }
    }
    (Ordering::Equal, "tie")
}

fn best_results(entry: &Entry) -> Vec<&Exact> {
    let counted = entry.results.iter().filter(|result| result.counted);
    let mut points: Vec<&Exact> = counted.map(|result| &result.points).collect();
    // Who came and won nothing is not before who stayed at home.
    points.retain(|points| !points.is_zero());
    points.sort_by(|a, b| b.cmp(a));
    points
}

fn wins(entry: &Entry) -> usize {
    entry
        .results
        .iter()
        .filter(|result| result.place == 1)
        .count()
}

/// A finding about a season without any event.
#[must_use]
pub fn no_event() -> Finding {
    let help = "give submission.json files, or the folders that hold them";
    Finding::event(Severity::Error, Code::EmptyEvent, "no submission counts").help(help)
}
