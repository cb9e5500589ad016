//! A submission as a workbook and as delimited text: the same values as the
//! file, laid out for reading. Adds nothing.

use super::submission::{PlayerPart, Submission};
use crate::model::{
    Align, Book, BookCell, BookSheet, Column, Exact, NumberFormat, SheetUse, Style,
};

/// Gives `out/submission.xlsx`.
#[must_use]
pub fn submission_book(submission: &Submission, a4: bool) -> Book {
    let event = &submission.event;
    Book {
        title: format!("{} - submission", event.name),
        author: event.organiser.clone().unwrap_or_default(),
        date: event.date.clone(),
        // Ours, and never read back as a sheet of the event.
        standings: true,
        a4,
        sheets: vec![
            event_sheet(submission),
            standings_sheet(submission),
            tables_sheet(submission),
            qualifiers_sheet(submission),
            sources_sheet(submission),
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
    columns: &[(&str, f64, Align)],
    rows: Vec<Vec<BookCell>>,
) -> BookSheet {
    let column = |(header, width, align): &(&str, f64, Align)| Column {
        header: (*header).to_owned(),
        width: *width,
        align: *align,
        style: if *align == Align::Left {
            Style::Wrapped
        } else {
            Style::Plain
        },
    };
    BookSheet {
        name: name.to_owned(),
        columns: columns.iter().map(column).collect(),
        rows,
        purpose,
        ..BookSheet::default()
    }
}

fn event_sheet(submission: &Submission) -> BookSheet {
    let (event, preset, counts) = (&submission.event, &submission.preset, &submission.counts);
    let mut rows = vec![
        ("Form", text(&submission.schema)),
        ("Event", text(&event.name)),
        ("Date", optional(event.date.as_deref())),
        ("Place", optional(event.place.as_deref())),
        ("Organiser", optional(event.organiser.as_deref())),
        ("Season", optional(event.season.as_deref())),
        ("Region", optional(event.region.as_deref())),
        ("Preset", text(&preset.name)),
        ("Title", text(&preset.title)),
        ("Edition", text(&preset.edition)),
        ("Preset SHA-256", text(&preset.sha256)),
    ];
    for setting in &preset.overrides {
        let departs = if setting.departs {
            ", leaves the rules"
        } else {
            ""
        };
        let value = format!("{} = {}{departs}", setting.key, setting.value);
        rows.push(("Setting", text(&value)));
    }
    let validity = &submission.qualification;
    let valid = validity.reason.as_deref().unwrap_or("valid");
    rows.extend([
        ("Seed", text(&submission.draw.seed)),
        ("Draws", text(&submission.draw.algorithm)),
        ("Preliminary", mark(submission.preliminary)),
        ("Players", whole(counts.players)),
        ("Ranked", whole(counts.ranked)),
        ("Valid results", whole(counts.valid_results)),
        ("Rounds", whole(counts.rounds)),
        ("Tables", whole(counts.tables)),
        ("Games", whole(counts.games)),
        ("Qualification", text(valid)),
        ("Program", text(&submission.generator.program)),
        ("Version", text(&submission.generator.version)),
    ]);
    let rows = rows
        .into_iter()
        .map(|(name, value)| vec![text(name), value]);
    sheet(
        "Submission",
        SheetUse::Prose,
        &[("Field", 18.0, Align::Left), ("Value", 72.0, Align::Left)],
        rows.collect(),
    )
}

fn standings_sheet(submission: &Submission) -> BookSheet {
    let valued = valued(submission);
    let mut columns = vec![
        ("Rank", 6.0, Align::Centre),
        ("Code", 13.0, Align::Left),
        ("ID", 10.0, Align::Left),
        ("Player", 28.0, Align::Left),
        ("Club", 20.0, Align::Left),
        ("Country", 10.0, Align::Left),
        ("Group", 7.0, Align::Centre),
    ];
    columns.extend(valued.iter().map(|name| (*name, 11.0, Align::Right)));
    columns.extend([
        ("Decided by", 13.0, Align::Left),
        ("Lot", 5.0, Align::Centre),
        ("Status", 9.0, Align::Left),
        ("Games", 7.0, Align::Right),
        ("Not played", 24.0, Align::Left),
        ("Penalty", 8.0, Align::Right),
    ]);
    let row = |line: &PlayerPart| {
        let mut row = vec![
            line.rank.map_or(BookCell::Empty, whole),
            text(&line.code),
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
            optional(line.decided_by.as_deref()),
            mark(line.by_lot),
            text(&line.status),
            whole(line.games),
            text(&unplayed(line)),
            exact(&line.penalty),
        ]);
        row
    };
    BookSheet {
        landscape: true,
        ..sheet(
            "Standings",
            SheetUse::List,
            &columns,
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

fn unplayed(line: &PlayerPart) -> String {
    let rounds = line.unplayed.iter();
    let rounds = rounds.map(|round| format!("{}: {}", round.round, round.code));
    rounds.collect::<Vec<_>>().join("; ")
}

fn tables_sheet(submission: &Submission) -> BookSheet {
    let columns = [
        ("Round", 7.0, Align::Centre),
        ("Stage", 12.0, Align::Left),
        ("Table", 7.0, Align::Centre),
        ("Seat", 6.0, Align::Centre),
        ("ID", 10.0, Align::Left),
        ("Player", 28.0, Align::Left),
        ("Place", 6.0, Align::Centre),
        ("Points", 8.0, Align::Right),
        ("VP typed", 9.0, Align::Right),
        ("VP", 8.0, Align::Right),
        ("Share", 9.0, Align::Right),
        ("Winner", 8.0, Align::Centre),
        ("Penalty", 8.0, Align::Right),
        ("Signed", 8.0, Align::Centre),
    ];
    let (mut rows, mut bands) = (Vec::new(), Vec::new());
    for (band, table) in (0..).zip(&submission.tables) {
        for row in &table.rows {
            let name = submission.player(&row.id).map(|line| line.name.as_str());
            rows.push(vec![
                whole(table.round),
                text(&table.stage),
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
        ..sheet("Tables", SheetUse::List, &columns, rows)
    }
}

fn qualifiers_sheet(submission: &Submission) -> BookSheet {
    let named = |ids: &[String], what: &str| {
        let row = |(order, id): (u32, &String)| {
            let name = submission.player(id).map(|line| line.name.as_str());
            vec![text(what), whole(order), text(id), optional(name)]
        };
        (1..).zip(ids).map(row).collect::<Vec<_>>()
    };
    let mut rows = named(&submission.qualifiers, "qualified");
    rows.extend(named(&submission.successors, "successor"));
    let columns = [
        ("Status", 12.0, Align::Left),
        ("Order", 7.0, Align::Centre),
        ("ID", 10.0, Align::Left),
        ("Player", 32.0, Align::Left),
    ];
    sheet("Qualifiers", SheetUse::List, &columns, rows)
}

fn sources_sheet(submission: &Submission) -> BookSheet {
    let rows = submission.sources.iter().map(|source| {
        vec![
            text(&source.file),
            optional(source.sheet.as_deref()),
            text(&source.sha256),
        ]
    });
    let columns = [
        ("File", 28.0, Align::Left),
        ("Sheet", 20.0, Align::Left),
        ("SHA-256", 70.0, Align::Left),
    ];
    sheet("Sources", SheetUse::List, &columns, rows.collect())
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
            unplayed(line),
            line.penalty.clone(),
            qualified(line),
        ]);
        row
    };
    std::iter::once(header)
        .chain(submission.standings.iter().map(row))
        .collect()
}
