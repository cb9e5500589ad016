//! Results that were corrected after a later round was seated: what changed,
//! who would sit elsewhere, whether the cut is another one.

use std::collections::BTreeSet;
use std::path::Path;

use super::{Day, Input};
use crate::journal::{Correction, Journal};
use crate::model::{Code, Exact, Finding, PlayerIx};
use crate::preset::SeatingMode;
use crate::{rank, score, stage};

/// The journal's file, beside the sheets.
pub(super) const NAME: &str = "journal.jsonl";

/// A journal is a few kilobytes a round; what is larger is something else.
const MOST_BYTES: u64 = 64 << 20;

/// Reads the event's journal; without one, what was corrected before cannot
/// be known.
pub(super) fn read(input: &Input, event: &str) -> Journal {
    let path = input.folder.join(NAME);
    let plain = |path: &Path| {
        std::fs::symlink_metadata(path).is_ok_and(|meta| meta.is_file() && meta.len() <= MOST_BYTES)
    };
    let text = plain(&path)
        .then(|| std::fs::read_to_string(&path).ok())
        .flatten();
    Journal::read(&text.unwrap_or_default(), event)
}

/// Tells the corrections of rounds after which another was seated.
pub(super) fn tell(day: &Day) -> Vec<Finding> {
    let last = day.event.rounds.iter().map(|round| round.number).max();
    let late: Vec<&Correction> = day
        .corrections
        .iter()
        .filter(|found| Some(found.change.round) < last)
        .collect();
    if late.is_empty() {
        return Vec::new();
    }
    let last = last.unwrap_or_default();
    let consequences = [elsewhere(day, last), cut(day, &late)];
    let told = |found: &&Correction| {
        let change = &found.change;
        let value = |text: &str| {
            if text.is_empty() {
                "nothing".to_owned()
            } else {
                format!("\"{text}\"")
            }
        };
        let message = format!(
            "{} of \"{}\" in round {} was {} and is {} now, after round {last} was seated",
            change.field,
            change.player,
            change.round,
            value(&change.old),
            value(&change.new)
        );
        let mut finding = Finding::warning(Code::EarlierResultChanged, found.at.clone(), message);
        for line in consequences.iter().flatten() {
            finding = finding.context(line.clone());
        }
        finding.help("the standings follow the new result; the seats stay as they are")
    };
    late.iter().map(told).collect()
}

/// Who would sit elsewhere in the round that was seated last, where seating
/// follows the ranking. Stages after the cut tell it themselves.
fn elsewhere(day: &Day, last: u32) -> Option<String> {
    let by_rank = matches!(day.preset.seating, SeatingMode::Swiss | SeatingMode::Pods);
    let preliminary = day.progress.planned.is_none_or(|planned| last <= planned);
    if !preliminary {
        return None;
    }
    if !by_rank {
        return Some(format!(
            "nobody would sit elsewhere in round {last}: its seats do not follow the ranking"
        ));
    }
    let mut before = day.event.clone();
    before.rounds.retain(|round| round.number < last);
    let scores = day.scores.up_to(Some(last - 1));
    let mut progress = day.progress.clone();
    progress.complete = progress.complete.min(last - 1);
    let ranking = rank::pairing_order(&before, &day.preset, &scores, &progress);
    let (tables, _) =
        super::seating::by_rank(&before, &day.preset, &progress, &scores, &ranking, last).ok()?;
    let mates = |tables: &mut dyn Iterator<Item = Vec<PlayerIx>>| -> BTreeSet<BTreeSet<PlayerIx>> {
        tables.map(BTreeSet::from_iter).collect()
    };
    let now = mates(&mut tables.into_iter().flat_map(|round| round.tables));
    let round = day.event.rounds.iter().find(|round| round.number == last)?;
    let seated = mates(&mut round.tables.iter().map(|table| {
        let seats = table.seats.iter();
        seats.map(|seat| seat.player).collect()
    }));
    let names: Vec<String> = seated
        .difference(&now)
        .flatten()
        .map(|player| format!("\"{}\"", day.event.players[*player].name))
        .collect();
    Some(if names.is_empty() {
        format!("nobody would sit elsewhere in round {last}")
    } else {
        format!("in round {last} others would sit with {}", names.join(", "))
    })
}

/// Whether others would be through by the preliminary rounds.
fn cut(day: &Day, late: &[&Correction]) -> Option<String> {
    let many = stage::cut_size(&day.preset, &day.progress)?;
    let mut old = day.event.clone();
    for found in late.iter().filter(|found| found.change.field == "VP") {
        let rounds = old
            .rounds
            .iter_mut()
            .filter(|round| round.number == found.change.round);
        for seat in rounds
            .flat_map(|round| &mut round.tables)
            .flat_map(|table| &mut table.seats)
        {
            if day.event.players[seat.player].id == found.change.id {
                seat.vp = Exact::from_decimal(&found.change.old);
            }
        }
    }
    let first = |event| -> BTreeSet<PlayerIx> {
        let scores = score::score(event, &day.preset).up_to(day.progress.planned);
        let standings = rank::rank(event, &day.preset, &scores, &day.progress);
        let ranked = standings.lines.iter().filter(|line| line.rank.is_some());
        ranked.take(many).map(|line| line.player).collect()
    };
    let (before, now) = (first(&old), first(&day.event));
    let names = |players: Vec<&PlayerIx>| {
        let names: Vec<String> = players
            .iter()
            .map(|player| format!("\"{}\"", day.event.players[**player].name))
            .collect();
        names.join(", ")
    };
    let (lost, won) = (
        names(before.difference(&now).collect()),
        names(now.difference(&before).collect()),
    );
    Some(if won.is_empty() {
        format!("the first {many} stay the same")
    } else {
        format!("among the first {many} would now be {won} instead of {lost}")
    })
}
