//! Whom to write to: the contacts of those who qualified, and the short
//! report that a host sends. Made only when asked for; nothing else in this
//! folder knows an address.

use super::forms::{exact, sheet, text, whole};
use super::submission::Submission;
use super::words::Words;
use crate::model::{
    Align, Book, BookCell, BookSheet, Code, Event, Finding, Place, Player, SheetUse,
};

/// How `contacts.csv` begins.
pub const CONTACTS_MARK: &str = "Order,ID,Player,Club,Email,Phone";

/// The header of `contacts.csv`.
const CONTACTS_HEADER: [&str; 6] = ["Order", "ID", "Player", "Club", "Email", "Phone"];

fn player<'a>(event: &'a Event, id: &str) -> Option<&'a Player> {
    event.players.iter().find(|player| player.id == id)
}

/// Gives `contacts.csv`: the qualifiers in order.
#[must_use]
pub fn contacts_csv(submission: &Submission, event: &Event) -> Vec<Vec<String>> {
    let shown = |value: &Option<String>| value.clone().unwrap_or_default();
    let row = |(order, id): (usize, &String)| {
        let player = player(event, id)?;
        Some(vec![
            order.to_string(),
            player.id.clone(),
            player.name.clone(),
            shown(&player.club),
            shown(&player.email),
            shown(&player.phone),
        ])
    };
    let header = CONTACTS_HEADER.map(ToOwned::to_owned).to_vec();
    std::iter::once(header)
        .chain((1..).zip(&submission.qualifiers).filter_map(row))
        .collect()
}

/// Gives `final-report.xlsx`, which a host sends: how many played, and the
/// final's tables with scores and the finalists' contacts. None before a final
/// counts.
#[must_use]
pub fn final_report(submission: &Submission, event: &Event, lang: &str, a4: bool) -> Option<Book> {
    if submission.finals.is_empty() {
        return None;
    }
    let words = Words::new(lang);
    Some(Book {
        title: words.with("fed-report-of", &[("event", submission.event.name.clone())]),
        author: submission.event.organiser.clone().unwrap_or_default(),
        date: submission.event.date.clone(),
        // Ours, and never read back as a sheet of the event.
        standings: true,
        a4,
        sheets: vec![
            headcount_sheet(submission, &words),
            final_sheet(submission, event, &words),
        ],
    })
}

fn headcount_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let (event, preset, counts) = (&submission.event, &submission.preset, &submission.counts);
    let optional = |value: &Option<String>| text(value.as_deref().unwrap_or_default());
    let played = submission.standings.iter().filter(|line| line.games > 0);
    let rows = [
        ("fed-event", text(&event.name)),
        ("fed-date", optional(&event.date)),
        ("fed-venue", optional(&event.place)),
        ("fed-organiser", optional(&event.organiser)),
        ("fed-preset", text(&preset.title)),
        ("edition", text(&preset.edition)),
        ("fed-headcount", whole(played.count() as u32)),
        ("fed-valid-results", whole(counts.valid_results)),
    ];
    let rows = rows.map(|(key, value)| vec![text(&words.get(key)), value]);
    sheet(
        &words.get("fed-sheet-report"),
        SheetUse::Prose,
        words.columns(&[
            ("fed-field", 22.0, Align::Left),
            ("value", 60.0, Align::Left),
        ]),
        rows.into(),
    )
}

fn final_sheet(submission: &Submission, event: &Event, words: &Words) -> BookSheet {
    let tables = submission.tables.iter();
    let mut rows = Vec::new();
    for table in tables.filter(|table| table.stage == "final") {
        let mut results: Vec<_> = table.rows.iter().collect();
        results.sort_by_key(|row| row.place);
        for row in results {
            let player = player(event, &row.id);
            let of = |field: fn(&Player) -> Option<&str>| {
                player.and_then(field).map_or(BookCell::Empty, text)
            };
            rows.push(vec![
                whole(table.table),
                whole(row.place),
                text(&row.id),
                of(|player| Some(&player.name)),
                exact(&row.raw_vp),
                exact(&row.vp),
                of(|player| player.email.as_deref()),
                of(|player| player.phone.as_deref()),
            ]);
        }
    }
    let columns = words.columns(&[
        ("table", 7.0, Align::Centre),
        ("place", 7.0, Align::Centre),
        ("id", 10.0, Align::Left),
        ("player", 28.0, Align::Left),
        ("raw-vp", 9.0, Align::Right),
        ("vp", 8.0, Align::Right),
        ("fed-email", 32.0, Align::Left),
        ("fed-phone", 20.0, Align::Left),
    ]);
    BookSheet {
        landscape: true,
        ..sheet(&words.get("fed-sheet-final"), SheetUse::List, columns, rows)
    }
}

/// Tells those who qualified or played the final and cannot be written to.
#[must_use]
pub fn unreachable(submission: &Submission, event: &Event) -> Vec<Finding> {
    let finalists = submission.finals.iter().flat_map(|part| &part.players);
    let mut ids: Vec<&String> = submission.qualifiers.iter().chain(finalists).collect();
    ids.sort();
    ids.dedup();
    let players = ids.into_iter().filter_map(|id| player(event, id));
    let without = players.filter(|player| player.email.is_none() && player.phone.is_none());
    let told = |player: &Player| {
        let place: Place = player.row.clone();
        let message = format!(
            "\"{}\" has neither an address nor a telephone number",
            player.name
        );
        Finding::warning(Code::SubmissionIncomplete, place, message)
            .help("type it into the column Email or Phone of the player list")
    };
    without.map(told).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_header() {
        assert_eq!(CONTACTS_HEADER.join(","), CONTACTS_MARK);
    }
}
