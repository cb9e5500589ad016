//! The standings workbook: compact and detailed standings, rounds,
//! qualifiers, rules.

use super::Facts;
use super::machine::games_by_player;
use super::words::Words;
use crate::model::{
    Align, Book, BookCell, BookSheet, Column, Decided, Exact, Measure, NumberFormat, Style,
};

/// Gives the standings workbook.
#[must_use]
pub fn standings_book(facts: &Facts<'_>) -> Book {
    let words = Words::new(facts.options.lang);
    Book {
        title: format!("{} - {}", facts.event.name, words.get("standings")),
        date: facts.event.date.clone(),
        standings: true,
        a4: facts.options.a4,
        sheets: vec![
            compact(facts, &words),
            details(facts, &words),
            rounds(facts, &words),
            qualifiers(facts, &words),
            rules_sheet(facts, &words),
        ],
    }
}

/// Says in words what parts a line from the next.
pub(super) fn parted(decided: Option<&Decided>, words: &Words) -> String {
    match decided {
        None => String::new(),
        Some(Decided::Tie) => words.get("tie"),
        Some(Decided::By(criterion)) => words.get(criterion),
    }
}

/// Says how far the event is, and which tables are missing.
pub(super) fn headline(facts: &Facts<'_>, words: &Words) -> (String, Option<String>) {
    let standings = facts.standings;
    let planned = standings
        .rounds_planned
        .map(|rounds| rounds.to_string())
        .unwrap_or_default();
    let after = words.with(
        "after-rounds",
        &[
            ("complete", standings.rounds_complete.to_string()),
            ("planned", planned),
        ],
    );
    let tables: Vec<String> = standings
        .waiting_for
        .iter()
        .map(ToString::to_string)
        .collect();
    let provisional = standings
        .provisional
        .then(|| words.with("provisional", &[("tables", tables.join(", "))]));
    (after, provisional)
}

fn sheet(
    name: &str,
    titles: Vec<String>,
    columns: Vec<Column>,
    rows: Vec<Vec<BookCell>>,
) -> BookSheet {
    BookSheet {
        name: name.to_owned(),
        titles,
        columns,
        rows,
        bands: Vec::new(),
        protect: false,
        landscape: true,
    }
}

fn column(header: String, width: f64, align: Align) -> Column {
    Column {
        header,
        width,
        align,
        style: Style::Plain,
    }
}

fn text(value: &str) -> BookCell {
    if value.is_empty() {
        BookCell::Empty
    } else {
        BookCell::Text(value.to_owned())
    }
}

fn whole(value: u32) -> BookCell {
    BookCell::Number(f64::from(value), NumberFormat::Whole)
}

fn exact(value: &Exact) -> BookCell {
    let format = if value.is_whole() {
        NumberFormat::Whole
    } else {
        NumberFormat::Decimal
    };
    BookCell::Number(value.to_f64(), format)
}

fn measure(value: &Measure) -> BookCell {
    match value {
        Measure::Exact(value) => exact(value),
        Measure::Missing | Measure::Endless => text(&value.to_string()),
    }
}

fn compact(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let mut columns = vec![
        column(words.get("rank"), 7.0, Align::Centre),
        column(words.get("player"), 32.0, Align::Left),
        column(words.get("club"), 24.0, Align::Left),
    ];
    columns.extend(
        facts
            .standings
            .valued
            .iter()
            .map(|criterion| column(words.get(criterion), 12.0, Align::Right)),
    );
    columns.push(column(words.get("games"), 9.0, Align::Centre));
    columns.push(column(words.get("status"), 14.0, Align::Left));
    columns.push(column(words.get("parted"), 24.0, Align::Left));
    let rows = facts.standings.lines.iter().map(|line| {
        let player = &facts.event.players[line.player];
        let mut row = vec![
            line.rank.map_or(BookCell::Empty, whole),
            text(&player.name),
            text(player.club.as_deref().unwrap_or_default()),
        ];
        row.extend(line.values.iter().map(measure));
        row.extend([
            whole(line.games),
            text(&words.get(line.status.as_str())),
            text(&parted(line.decided_by.as_ref(), words)),
        ]);
        row
    });
    let (after, provisional) = headline(facts, words);
    let titles = [Some(facts.event.name.clone()), Some(after), provisional]
        .into_iter()
        .flatten()
        .collect();
    sheet(&words.get("standings"), titles, columns, rows.collect())
}

fn details(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let keys = [
        "rank",
        "player",
        "round",
        "table",
        "seat",
        "place",
        "points",
        "vp",
        "table-vp",
        "virtual-vp",
        "share",
        "three",
    ];
    let columns = keys.iter().map(|key| match *key {
        "player" => column(words.get(key), 32.0, Align::Left),
        _ => column(words.get(key), 11.0, Align::Right),
    });
    let mut rows = Vec::new();
    let games = games_by_player(facts);
    for line in &facts.standings.lines {
        for (table, row) in &games[line.player] {
            rows.push(vec![
                line.rank.map_or(BookCell::Empty, whole),
                text(&facts.event.players[line.player].name),
                whole(table.round),
                whole(table.table),
                row.seat.map_or(BookCell::Empty, whole),
                whole(row.place),
                row.points.as_ref().map_or(BookCell::Empty, exact),
                exact(&row.vp),
                exact(&table.table_vp),
                table.virtual_vp.as_ref().map_or(BookCell::Empty, exact),
                BookCell::Number(row.share.to_f64(), NumberFormat::Decimal),
                if table.size == 3 {
                    text(&words.get("three"))
                } else {
                    BookCell::Empty
                },
            ]);
        }
    }
    sheet(&words.get("details"), Vec::new(), columns.collect(), rows)
}

fn rounds(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let columns = ["round", "table", "seat", "player", "vp", "winner"]
        .iter()
        .map(|key| match *key {
            "player" => column(words.get(key), 32.0, Align::Left),
            _ => column(words.get(key), 10.0, Align::Right),
        });
    let mut rows = Vec::new();
    // A round that waits for its results is left out, so that seating it does
    // not change the workbook of the run after.
    for round in facts
        .event
        .rounds
        .iter()
        .filter(|round| round.has_results())
    {
        for table in &round.tables {
            rows.extend(table.seats.iter().map(|seat| {
                vec![
                    whole(round.number),
                    whole(table.number),
                    seat.seat.map_or(BookCell::Empty, whole),
                    text(&facts.event.players[seat.player].name),
                    seat.vp.as_ref().map_or(BookCell::Empty, exact),
                    text(if seat.winner { "x" } else { "" }),
                ]
            }));
        }
    }
    sheet(&words.get("rounds"), Vec::new(), columns.collect(), rows)
}

fn qualifiers(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let columns = vec![
        column(words.get("status"), 26.0, Align::Left),
        column(words.get("player"), 32.0, Align::Left),
    ];
    let rows = |players: &[usize], key: &str| {
        let word = words.get(key);
        players
            .iter()
            .map(|player| vec![text(&word), text(&facts.event.players[*player].name)])
            .collect::<Vec<_>>()
    };
    let mut all = rows(facts.qualifiers, "qualifiers");
    all.extend(rows(facts.successors, "successors"));
    sheet(&words.get("qualifiers"), Vec::new(), columns, all)
}

fn rules_sheet(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let columns = vec![
        column(words.get("setting"), 34.0, Align::Left),
        column(words.get("value"), 90.0, Align::Left),
    ];
    let rows = rules(facts, words)
        .into_iter()
        .map(|(name, value)| vec![text(&name), text(&value)]);
    sheet(&words.get("rules"), Vec::new(), columns, rows.collect())
}

/// The active rules in sentences, then how draws are made.
pub(super) fn rules(facts: &Facts<'_>, words: &Words) -> Vec<(String, String)> {
    let sentences = super::rules_in_words(facts.preset, facts.options.lang);
    let mut rules: Vec<(String, String)> = sentences
        .into_iter()
        .map(|sentence| (String::new(), sentence))
        .collect();
    for (key, value) in [
        ("seed", facts.event.seed.text.clone()),
        ("algorithm", facts.algorithm.to_owned()),
    ] {
        rules.push((words.get(key), value));
    }
    rules
}
