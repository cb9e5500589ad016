//! The standings workbook: compact and detailed standings, rounds,
//! qualifiers, rules, changes. Chooses what stands where; computes nothing.

use super::Facts;
use super::machine::games_by_player;
use super::words::Words;
use crate::model::{
    Align, Book, BookCell, BookSheet, Column, Decided, Exact, Extra, Measure, NumberFormat,
    RankChart, Seat, SheetUse, Style,
};
use crate::preset::{ColumnKind, Preset};

/// Lines in a chart; more cannot be told apart.
const MOST_LINES: usize = 12;

/// Gives the standings workbook.
#[must_use]
pub fn standings_book(facts: &Facts<'_>) -> Book {
    let words = Words::new(facts.options.lang);
    Book {
        title: format!("{} – {}", facts.event.name, words.get("standings")),
        author: facts.event.organiser.clone().unwrap_or_default(),
        date: facts.event.date.clone(),
        standings: true,
        a4: facts.options.a4,
        sheets: vec![
            compact(facts, &words),
            details(facts, &words),
            rounds(facts, &words),
            qualifiers(facts, &words),
            rules_sheet(facts, &words),
            changes(facts, &words),
        ],
    }
}

/// Says in words what parts a line from the next.
pub(super) fn parted(decided: Option<&Decided>, preset: &Preset, words: &Words) -> String {
    match decided {
        None => String::new(),
        Some(Decided::Tie) => words.get("tie"),
        Some(Decided::By(criterion)) => words.decider(preset, criterion),
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

/// A list whose columns are as wide as what stands in them, up to a limit.
fn list(
    name: String,
    titles: Vec<String>,
    columns: Vec<Column>,
    rows: Vec<Vec<BookCell>>,
) -> BookSheet {
    let columns = columns.into_iter().enumerate().map(|(at, column)| Column {
        width: width(&column, rows.iter().filter_map(|row| row.get(at))),
        ..column
    });
    BookSheet {
        name,
        titles,
        columns: columns.collect(),
        rows,
        purpose: SheetUse::List,
        landscape: true,
        ..BookSheet::default()
    }
}

fn width<'a>(column: &Column, cells: impl Iterator<Item = &'a BookCell>) -> f64 {
    const WIDEST: f64 = 46.0;
    let long = |text: &str| text.chars().count() as f64 * 1.1;
    // The arrow of the filter stands beside the header's last word.
    let header = column.header.split(' ').map(long).fold(0.0, f64::max) + 4.0;
    let widest = cells.map(|cell| match cell {
        BookCell::Text(text) => long(text) + 2.0,
        BookCell::Number(_, NumberFormat::Decimal(_)) => 9.0,
        BookCell::Number(..) | BookCell::Empty => 5.0,
    });
    widest.fold(header.max(column.width), f64::max).min(WIDEST)
}

fn column(header: String, align: Align) -> Column {
    let style = if align == Align::Left {
        Style::Wrapped
    } else {
        Style::Plain
    };
    Column {
        header,
        width: 6.0,
        align,
        style,
    }
}

fn styled(header: String, width: f64, style: Style) -> Column {
    Column {
        header,
        width,
        align: Align::Centre,
        style,
    }
}

/// Columns by the keys of their words; those of names lie left.
fn columns(words: &Words, keys: &[&str]) -> Vec<Column> {
    let align = |key: &str| match key {
        "player" | "club" | "note" | "status" | "stage" => Align::Left,
        "rank" | "round" | "table" | "seat" | "place" | "three" | "winner" | "signed"
        | "number" => Align::Centre,
        _ => Align::Right,
    };
    keys.iter()
        .map(|key| column(words.get(key), align(key)))
        .collect()
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

/// A number, cut after three places as everywhere, so that a workbook never
/// shows more than the page does.
fn exact(value: &Exact, format: NumberFormat) -> BookCell {
    let cut = value.to_decimal(3).parse();
    BookCell::Number(cut.unwrap_or_else(|_| value.to_f64()), format)
}

fn measure(value: &Measure, format: NumberFormat) -> BookCell {
    match value {
        Measure::Exact(value) => exact(value, format),
        Measure::Missing | Measure::Endless => text(&value.to_string()),
    }
}

/// One format for a whole column, so that its decimal points stand below
/// each other.
fn format_of<'a>(values: impl IntoIterator<Item = &'a Exact>) -> NumberFormat {
    match decimals(values) {
        0 => NumberFormat::Whole,
        places => NumberFormat::Decimal(places as u8),
    }
}

/// How many decimals, three at most, the numbers of a column need.
pub(super) fn decimals<'a>(values: impl IntoIterator<Item = &'a Exact>) -> usize {
    let places = |value: &Exact| {
        let text = value.to_decimal(3);
        text.split_once('.').map_or(0, |(_, places)| places.len())
    };
    values.into_iter().map(places).max().unwrap_or(0)
}

fn compact(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let standings = facts.standings;
    let clubs = facts
        .event
        .players
        .iter()
        .any(|player| player.club.is_some());
    let formats: Vec<NumberFormat> = (0..standings.valued.len())
        .map(|at| {
            format_of(
                standings
                    .lines
                    .iter()
                    .filter_map(|line| line.values[at].exact()),
            )
        })
        .collect();
    // So that the list can be taken over as the next event's players.
    let ids = facts.event.players.iter().any(|player| player.id_typed)
        && !standings.valued.iter().any(|criterion| criterion == "id");
    let mut columns = columns(words, &["rank", "player"]);
    if ids {
        columns.push(column(words.get("id"), Align::Left));
    }
    if clubs {
        columns.push(column(words.get("club"), Align::Left));
    }
    let criteria = standings.valued.iter();
    columns.extend(criteria.map(|criterion| column(words.get(criterion), Align::Right)));
    // Where it is a criterion it stands there already.
    let games = !standings
        .valued
        .iter()
        .any(|criterion| criterion == "games");
    if games {
        columns.push(column(words.get("games"), Align::Centre));
    }
    columns.push(column(words.get("status"), Align::Left));
    columns.push(column(words.get("parted"), Align::Left));
    let course = columns.len();
    let rounds = facts.history.len();
    columns.extend((1..=rounds).map(|round| {
        let header = words.with("rank-after", &[("round", round.to_string())]);
        column(header, Align::Centre)
    }));
    // One round alone has no course.
    let drawn = rounds > 1;
    if drawn {
        columns.push(styled(words.get("course"), 14.0, Style::Trend));
        columns
            .extend((1..=rounds).map(|round| styled(format!("~{round}"), 4.0, Style::TrendData)));
    }
    let places = standings.lines.len() as u32;
    let rows = standings.lines.iter().map(|line| {
        let player = &facts.event.players[line.player];
        let mut row = vec![line.rank.map_or(BookCell::Empty, whole), text(&player.name)];
        row.extend(ids.then(|| text(&player.id)));
        if clubs {
            row.push(text(player.club.as_deref().unwrap_or_default()));
        }
        let values = line.values.iter().zip(&formats);
        row.extend(values.map(|(value, format)| measure(value, *format)));
        row.extend(games.then(|| whole(line.games)));
        row.extend([
            text(&words.get(line.status.as_str())),
            text(&parted(line.decided_by.as_ref(), facts.preset, words)),
        ]);
        let ranks = || {
            facts
                .history
                .iter()
                .map(|ranks| ranks.get(line.player).copied().flatten())
        };
        row.extend(ranks().map(|rank| rank.map_or(BookCell::Empty, whole)));
        if drawn {
            row.push(BookCell::Empty);
            // Upwards is better, as in the chart.
            let height = |rank: u32| whole((places + 1).saturating_sub(rank));
            row.extend(ranks().map(|rank| rank.map_or(BookCell::Empty, height)));
        }
        row
    });
    let mut sheet = list(
        words.get("standings"),
        titles(facts, words),
        columns,
        rows.collect(),
    );
    sheet.cut_after = cut_after(facts);
    sheet.chart = drawn.then(|| rank_chart(facts, words, course));
    sheet
}

/// The line after which the cut falls, as things stand.
pub(super) fn cut_after(facts: &Facts<'_>) -> Option<usize> {
    let lines = &facts.standings.lines;
    let last = lines
        .iter()
        .rposition(|line| facts.qualifiers.contains(&line.player));
    last.filter(|last| *last + 1 < lines.len())
}

fn rank_chart(facts: &Facts<'_>, words: &Words, first: usize) -> RankChart {
    let ranked = facts
        .standings
        .lines
        .iter()
        .take_while(|line| line.rank.is_some());
    let drawn: Vec<usize> = ranked.take(MOST_LINES).map(|line| line.player).collect();
    let ranks = facts.history.iter().flat_map(|ranks| {
        drawn
            .iter()
            .filter_map(|player| ranks.get(*player).copied().flatten())
    });
    RankChart {
        title: words.get("rank-chart"),
        axis: words.get("rank"),
        columns: (first, first + facts.history.len() - 1),
        names: 1,
        rows: drawn.len(),
        lowest: ranks.max().unwrap_or(1),
    }
}

/// Event, date and place, how far it is, what is missing.
fn titles(facts: &Facts<'_>, words: &Words) -> Vec<String> {
    let (after, provisional) = headline(facts, words);
    let heading = format!("{} – {}", facts.event.name, words.get("standings"));
    [
        Some(heading),
        where_and_when(facts, words),
        Some(after),
        provisional,
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Date, place and organiser in one line.
pub(super) fn where_and_when(facts: &Facts<'_>, words: &Words) -> Option<String> {
    let event = facts.event;
    let date = event.date.as_deref().map(|date| words.date(date));
    let parts: Vec<String> = [date, event.place.clone(), event.organiser.clone()]
        .into_iter()
        .flatten()
        .collect();
    (!parts.is_empty()).then(|| parts.join(" · "))
}

fn details(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let columns = columns(
        words,
        &[
            "rank",
            "player",
            "round",
            "table",
            "seat",
            "place",
            "points",
            "raw-vp",
            "vp",
            "table-vp",
            "virtual-vp",
            "share",
            "three",
        ],
    );
    let tables = || facts.scores.tables.iter();
    let rows_of = || tables().flat_map(|table| &table.rows);
    let points = format_of(rows_of().filter_map(|row| row.points.as_ref()));
    let vp = format_of(rows_of().flat_map(|row| [&row.vp, &row.raw_vp]));
    let table_vp = format_of(tables().map(|table| &table.table_vp));
    let virtual_vp = format_of(tables().filter_map(|table| table.virtual_vp.as_ref()));
    let optional =
        |value: Option<&Exact>, format| value.map_or(BookCell::Empty, |value| exact(value, format));
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
                optional(row.points.as_ref(), points),
                exact(&row.raw_vp, vp),
                exact(&row.vp, vp),
                exact(&table.table_vp, table_vp),
                optional(table.virtual_vp.as_ref(), virtual_vp),
                exact(&row.share, NumberFormat::Decimal(3)),
                text(&if table.size == 3 {
                    words.get("three")
                } else {
                    String::new()
                }),
            ]);
        }
    }
    list(words.get("details"), Vec::new(), columns, rows)
}

/// Every row as it was read. A round that waits for its results is left out,
/// so that seating it does not change the workbook of the run after.
fn rounds(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let preset = facts.preset;
    let mut columns = columns(
        words,
        &["round", "stage", "table", "seat", "player", "vp", "winner"],
    );
    columns.extend(preset.columns.iter().map(|column| {
        let align = match column.kind {
            ColumnKind::Mark => Align::Centre,
            ColumnKind::Number | ColumnKind::Time => Align::Right,
        };
        self::column(words.column(column), align)
    }));
    columns.extend(self::columns(words, &["penalty", "signed", "note"]));
    let played = || {
        facts
            .event
            .rounds
            .iter()
            .filter(|round| round.has_results())
    };
    let seats = || {
        played()
            .flat_map(|round| &round.tables)
            .flat_map(|table| &table.seats)
    };
    let vp = format_of(seats().filter_map(|seat| seat.vp.as_ref()));
    let mut rows = Vec::new();
    for round in played() {
        for table in &round.tables {
            rows.extend(table.seats.iter().map(|seat| {
                let mut row = vec![
                    whole(round.number),
                    text(&words.stage(round.stage)),
                    whole(table.number),
                    seat.seat.map_or(BookCell::Empty, whole),
                    text(&facts.event.players[seat.player].name),
                    seat.vp
                        .as_ref()
                        .map_or(BookCell::Empty, |value| exact(value, vp)),
                    mark(seat.winner),
                ];
                row.extend(extras(facts, words, seat));
                row.push(if seat.penalty.is_zero() {
                    BookCell::Empty
                } else {
                    exact(&seat.penalty, format_of([&seat.penalty]))
                });
                row.push(mark(seat.signed));
                row.push(text(seat.note.as_deref().unwrap_or_default()));
                row
            }));
        }
    }
    list(words.get("rounds"), Vec::new(), columns, rows)
}

fn mark(marked: bool) -> BookCell {
    text(if marked { "x" } else { "" })
}

fn extras(facts: &Facts<'_>, words: &Words, seat: &Seat) -> Vec<BookCell> {
    let columns = facts.preset.columns.iter().enumerate();
    columns
        .map(
            |(at, column)| match seat.extra.get(at).and_then(Option::as_ref) {
                None => BookCell::Empty,
                Some(Extra::Mark) => mark(true),
                Some(Extra::Nobody) => text(&words.get("nobody")),
                Some(Extra::Number(value)) if column.kind == ColumnKind::Time => {
                    let seconds = value.to_i64().unwrap_or_default();
                    text(&format!("{}:{:02}", seconds / 60, seconds % 60))
                }
                Some(Extra::Number(value)) => exact(value, format_of([value])),
            },
        )
        .collect()
}

fn qualifiers(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let columns = columns(words, &["number", "player", "club", "rank", "status"]);
    let rank = |player: usize| {
        let line = facts
            .standings
            .lines
            .iter()
            .find(|line| line.player == player);
        line.and_then(|line| line.rank)
    };
    let of = |players: &[usize], key: &str| {
        let word = words.get(key);
        let row = |(player, number): (&usize, u32)| {
            let person = &facts.event.players[*player];
            vec![
                whole(number),
                text(&person.name),
                text(person.club.as_deref().unwrap_or_default()),
                rank(*player).map_or(BookCell::Empty, whole),
                text(&word),
            ]
        };
        players.iter().zip(1..).map(row).collect::<Vec<_>>()
    };
    let mut rows = of(facts.qualifiers, "qualifier");
    let cut = rows.len().checked_sub(1);
    rows.extend(of(facts.successors, "successor"));
    let mut sheet = list(words.get("qualifiers"), Vec::new(), columns, rows);
    sheet.landscape = false;
    sheet.cut_after = cut.filter(|cut| cut + 1 < sheet.rows.len());
    sheet
}

/// Sentences below each other.
fn prose(name: String, title: String, sentences: &[String]) -> BookSheet {
    BookSheet {
        name,
        columns: vec![Column {
            header: title,
            width: 92.0,
            align: Align::Left,
            style: Style::Wrapped,
        }],
        rows: sentences
            .iter()
            .map(|sentence| vec![text(sentence)])
            .collect(),
        purpose: SheetUse::Prose,
        ..BookSheet::default()
    }
}

fn rules_sheet(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let sentences = rules(facts, words).into_iter().map(|(name, value)| {
        if name.is_empty() {
            value
        } else {
            format!("{name}: {value}")
        }
    });
    let title = format!("{} – {}", facts.event.name, words.get("rules"));
    prose(words.get("rules"), title, &sentences.collect::<Vec<_>>())
}

/// Corrections of results that an earlier run had read.
fn changes(facts: &Facts<'_>, words: &Words) -> BookSheet {
    let title = format!("{} – {}", facts.event.name, words.get("changes"));
    let value = |text: &str| {
        if text.is_empty() {
            "–".to_owned()
        } else {
            text.to_owned()
        }
    };
    let mut lines: Vec<String> = facts
        .changes
        .iter()
        .map(|change| {
            words.with(
                "change",
                &[
                    ("round", change.round.to_string()),
                    ("player", format!("{} ({})", change.player, change.id)),
                    ("field", change.field.clone()),
                    ("old", value(&change.old)),
                    ("new", value(&change.new)),
                ],
            )
        })
        .collect();
    if lines.is_empty() {
        lines.push(words.get("no-changes"));
    }
    prose(words.get("changes"), title, &lines)
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
