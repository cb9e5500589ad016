//! A submission as a workbook and as delimited text: the same values as the
//! file, laid out for reading. Adds nothing.

use super::submission::{PlayerPart, Submission};
use super::words::Words;
use crate::model::{
    Align, Book, BookCell, BookSheet, Column, Exact, NumberFormat, SheetUse, Style,
};

/// Gives `out/submission.xlsx` in a language, by its code.
#[must_use]
pub fn submission_book(submission: &Submission, lang: &str, a4: bool) -> Book {
    let event = &submission.event;
    let words = Words::new(lang);
    Book {
        title: words.with("fed-submission-of", &[("event", event.name.clone())]),
        author: event.organiser.clone().unwrap_or_default(),
        date: event.date.clone(),
        // Ours, and never read back as a sheet of the event.
        standings: true,
        a4,
        sheets: vec![
            event_sheet(submission, &words),
            standings_sheet(submission, &words),
            tables_sheet(submission, &words),
            qualifiers_sheet(submission, &words),
            sources_sheet(submission, &words),
        ],
    }
}

pub(super) fn text(value: &str) -> BookCell {
    if value.is_empty() {
        BookCell::Empty
    } else {
        BookCell::Text(value.to_owned())
    }
}

pub(super) fn whole(value: u32) -> BookCell {
    BookCell::Number(f64::from(value), NumberFormat::Whole)
}

/// An exact number, cut after three places; what is none stays text.
pub(super) fn exact(value: &str) -> BookCell {
    let Ok(number) = value.parse::<Exact>() else {
        return text(value);
    };
    let places = if number.is_whole() {
        NumberFormat::Whole
    } else {
        NumberFormat::Decimal(3)
    };
    let cut = number.to_decimal(3).parse();
    BookCell::Number(cut.unwrap_or_else(|_| number.to_f64()), places)
}

fn optional(value: Option<&str>) -> BookCell {
    value.map_or(BookCell::Empty, text)
}

fn mark(value: bool) -> BookCell {
    text(if value { "x" } else { "" })
}

pub(super) fn sheet(
    name: &str,
    purpose: SheetUse,
    columns: Vec<(String, f64, Align)>,
    rows: Vec<Vec<BookCell>>,
) -> BookSheet {
    let column = |(header, width, align): (String, f64, Align)| Column {
        header,
        width,
        align,
        style: if align == Align::Left {
            Style::Wrapped
        } else {
            Style::Plain
        },
    };
    BookSheet {
        name: name.to_owned(),
        columns: columns.into_iter().map(column).collect(),
        rows,
        purpose,
        ..BookSheet::default()
    }
}

fn event_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let (event, preset, counts) = (&submission.event, &submission.preset, &submission.counts);
    let mut rows = vec![
        ("fed-form", text(&submission.schema)),
        ("fed-event", text(&event.name)),
        ("fed-date", optional(event.date.as_deref())),
        ("fed-venue", optional(event.place.as_deref())),
        ("fed-organiser", optional(event.organiser.as_deref())),
        ("fed-season", optional(event.season.as_deref())),
        ("fed-region", optional(event.region.as_deref())),
        ("fed-preset", text(&preset.name)),
        ("fed-title", text(&preset.title)),
        ("edition", text(&preset.edition)),
        ("fed-preset-hash", text(&preset.sha256)),
    ];
    for setting in &preset.overrides {
        let key = if setting.departs {
            "fed-set-departs"
        } else {
            "fed-set"
        };
        let values = [
            ("key", setting.key.clone()),
            ("value", setting.value.clone()),
        ];
        rows.push(("fed-setting", text(&words.with(key, &values))));
    }
    rows.extend([
        ("seed", text(&submission.draw.seed)),
        ("algorithm", text(&submission.draw.algorithm)),
        ("fed-preliminary", mark(submission.preliminary)),
        ("fed-players", whole(counts.players)),
        ("fed-ranked", whole(counts.ranked)),
        ("fed-valid-results", whole(counts.valid_results)),
        ("rounds", whole(counts.rounds)),
        ("fed-tables", whole(counts.tables)),
        ("games", whole(counts.games)),
        ("fed-qualification", text(&valid(submission, words))),
    ]);
    let changes = submission.changes.iter();
    rows.extend(changes.map(|change| ("fed-change", text(&change.text))));
    rows.extend([
        ("fed-program", text(&submission.generator.program)),
        ("fed-version", text(&submission.generator.version)),
    ]);
    let rows = rows
        .into_iter()
        .map(|(key, value)| vec![text(&words.get(key)), value]);
    sheet(
        &words.get("fed-sheet-submission"),
        SheetUse::Prose,
        words.columns(&[
            ("fed-field", 18.0, Align::Left),
            ("value", 72.0, Align::Left),
        ]),
        rows.collect(),
    )
}

/// Whether the qualification holds, in words.
fn valid(submission: &Submission, words: &Words) -> String {
    let validity = &submission.qualification;
    if validity.valid {
        return words.get("fed-valid");
    }
    let number = |value: u32| value.to_string();
    let values = [
        ("counted", number(validity.counted)),
        ("needed", number(validity.needed)),
    ];
    words.with("fed-not-valid", &values)
}

fn standings_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let valued = valued(submission);
    let mut columns = words.columns(&[
        ("rank", 6.0, Align::Centre),
        ("fed-code", 13.0, Align::Left),
        ("id", 10.0, Align::Left),
        ("player", 28.0, Align::Left),
        ("club", 20.0, Align::Left),
        ("fed-country", 10.0, Align::Left),
        ("fed-group", 7.0, Align::Centre),
    ]);
    let criteria = valued.iter();
    columns.extend(criteria.map(|name| (words.get(name), 11.0, Align::Right)));
    columns.extend(words.columns(&[
        ("parted", 16.0, Align::Left),
        ("fed-by-lot", 7.0, Align::Centre),
        ("status", 9.0, Align::Left),
        ("games", 7.0, Align::Right),
        ("fed-unplayed", 28.0, Align::Left),
        ("penalty", 8.0, Align::Right),
    ]));
    let row = |line: &PlayerPart| {
        let mut row = vec![
            line.rank.map_or(BookCell::Empty, whole),
            text(&words.get(&format!("fed-code-{}", line.code))),
            text(&line.id),
            text(&line.name),
            optional(line.club.as_deref()),
            optional(line.country.as_deref()),
            optional(line.group.as_deref()),
        ];
        row.extend(valued.iter().map(|name| {
            let value = line.values.get(*name).and_then(Option::as_deref);
            value.map_or(BookCell::Empty, exact)
        }));
        row.extend([
            line.decided_by
                .as_deref()
                .map_or(BookCell::Empty, |key| text(&words.get(key))),
            mark(line.by_lot),
            text(&words.get(&line.status)),
            whole(line.games),
            text(&unplayed(line, |code| {
                words.get(&format!("fed-unplayed-{code}"))
            })),
            exact(&line.penalty),
        ]);
        row
    };
    BookSheet {
        landscape: true,
        ..sheet(
            &words.get("standings"),
            SheetUse::List,
            columns,
            submission.standings.iter().map(row).collect(),
        )
    }
}

/// The criteria that have values, in the event's order.
fn valued(submission: &Submission) -> Vec<&str> {
    let has = |name: &&String| {
        let mut lines = submission.standings.iter();
        lines.any(|line| line.values.contains_key(*name))
    };
    let valued = submission.criteria.iter().filter(has);
    valued.map(String::as_str).collect()
}

/// The rounds without a game, each with its reason in words or by its code.
fn unplayed(line: &PlayerPart, word: impl Fn(&str) -> String) -> String {
    let rounds = line.unplayed.iter();
    let rounds = rounds.map(|round| format!("{}: {}", round.round, word(&round.code)));
    rounds.collect::<Vec<_>>().join("; ")
}

fn tables_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let columns = words.columns(&[
        ("round", 7.0, Align::Centre),
        ("stage", 14.0, Align::Left),
        ("table", 7.0, Align::Centre),
        ("seat", 6.0, Align::Centre),
        ("id", 10.0, Align::Left),
        ("player", 28.0, Align::Left),
        ("place", 6.0, Align::Centre),
        ("points", 8.0, Align::Right),
        ("raw-vp", 9.0, Align::Right),
        ("vp", 8.0, Align::Right),
        ("share", 9.0, Align::Right),
        ("winner", 8.0, Align::Centre),
        ("penalty", 8.0, Align::Right),
        ("signed", 8.0, Align::Centre),
    ]);
    let (mut rows, mut bands) = (Vec::new(), Vec::new());
    for (band, table) in (0..).zip(&submission.tables) {
        for row in &table.rows {
            let name = submission.player(&row.id).map(|line| line.name.as_str());
            rows.push(vec![
                whole(table.round),
                text(&words.get(&format!("stage-{}", table.stage))),
                whole(table.table),
                row.seat.map_or(BookCell::Empty, whole),
                text(&row.id),
                optional(name),
                whole(row.place),
                row.points.as_deref().map_or(BookCell::Empty, exact),
                exact(&row.raw_vp),
                exact(&row.vp),
                exact(&row.share),
                mark(row.winner),
                exact(&row.penalty),
                mark(row.signed),
            ]);
            bands.push(band);
        }
    }
    BookSheet {
        bands,
        landscape: true,
        ..sheet(
            &words.get("fed-sheet-tables"),
            SheetUse::List,
            columns,
            rows,
        )
    }
}

fn qualifiers_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let named = |ids: &[String], what: &str| {
        let row = |(order, id): (u32, &String)| {
            let name = submission.player(id).map(|line| line.name.as_str());
            vec![text(what), whole(order), text(id), optional(name)]
        };
        (1..).zip(ids).map(row).collect::<Vec<_>>()
    };
    let mut rows = named(&submission.qualifiers, &words.get("qualifier"));
    rows.extend(named(&submission.successors, &words.get("successor")));
    let columns = words.columns(&[
        ("status", 14.0, Align::Left),
        ("fed-order", 7.0, Align::Centre),
        ("id", 10.0, Align::Left),
        ("player", 32.0, Align::Left),
    ]);
    sheet(&words.get("qualifiers"), SheetUse::List, columns, rows)
}

fn sources_sheet(submission: &Submission, words: &Words) -> BookSheet {
    let rows = submission.sources.iter().map(|source| {
        vec![
            text(&source.file),
            optional(source.sheet.as_deref()),
            text(&source.sha256),
        ]
    });
    let columns = words.columns(&[
        ("fed-file", 28.0, Align::Left),
        ("fed-worksheet", 20.0, Align::Left),
        ("fed-hash", 70.0, Align::Left),
    ]);
    let name = words.get("fed-sheet-sources");
    sheet(&name, SheetUse::List, columns, rows.collect())
}

/// Gives `out/submission.csv`: the final standings, header first, exact.
#[must_use]
pub fn submission_csv(submission: &Submission) -> Vec<Vec<String>> {
    let valued = valued(submission);
    let words = |names: &[&str]| {
        names
            .iter()
            .map(|name| (*name).to_owned())
            .collect::<Vec<_>>()
    };
    let mut header = words(&["Rank", "Code", "ID", "Player", "Club", "Country", "Group"]);
    header.extend(words(&valued));
    header.extend(words(&[
        "Decided by",
        "Status",
        "Games",
        "Not played",
        "Penalty",
        "Qualified",
    ]));
    let qualified = |line: &PlayerPart| {
        let place = |ids: &[String], word: &str| {
            let at = ids.iter().position(|id| *id == line.id)?;
            Some(format!("{word} {}", at + 1))
        };
        place(&submission.qualifiers, "qualified")
            .or_else(|| place(&submission.successors, "successor"))
            .unwrap_or_default()
    };
    let row = |line: &PlayerPart| {
        let shown = |value: &Option<String>| value.clone().unwrap_or_default();
        let mut row = vec![
            line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            line.code.clone(),
            line.id.clone(),
            line.name.clone(),
            shown(&line.club),
            shown(&line.country),
            shown(&line.group),
        ];
        row.extend(valued.iter().map(|name| {
            let value = line.values.get(*name).cloned().flatten();
            value.unwrap_or_default()
        }));
        row.extend([
            shown(&line.decided_by),
            line.status.clone(),
            line.games.to_string(),
            unplayed(line, ToOwned::to_owned),
            line.penalty.clone(),
            qualified(line),
        ]);
        row
    };
    std::iter::once(header)
        .chain(submission.standings.iter().map(row))
        .collect()
}
