//! A season's ranking as JSON, delimited text, a workbook and a page: the
//! same values everywhere. Ranks nobody.

use serde_json::{Value, json};

use super::forms::{exact, sheet, text, whole};
use super::ranking::{Entry, Ranking, SeasonResult, SeasonStatus};
use super::season::SeasonPreset;
use crate::model::{Align, Book, BookCell, BookSheet, PageData, SheetUse};

/// Gives `ranking.json`.
#[must_use]
pub fn ranking_json(preset: &SeasonPreset, ranking: &Ranking) -> String {
    let choices: Vec<&str> = preset
        .choices
        .iter()
        .map(|choice| choice.text("en"))
        .collect();
    let value = json!({
        "schema": "tabletally-season-1",
        "preset": {
            "name": preset.name, "title": preset.title, "edition": preset.edition,
            "source": preset.source, "choices": choices,
        },
        "events": ranking.events.iter().map(|event| json!({
            "file": event.file, "name": event.name, "date": event.date, "place": event.place,
            "players": event.players, "level": event.level,
        })).collect::<Vec<_>>(),
        "refused": ranking.refused.iter().map(|(file, reason)| json!({"file": file, "reason": reason})).collect::<Vec<_>>(),
        "ranking": ranking.entries.iter().map(|entry| entry_json(ranking, entry)).collect::<Vec<_>>(),
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn entry_json(ranking: &Ranking, entry: &Entry) -> Value {
    json!({
        "rank": entry.rank,
        "id": entry.id,
        "name": entry.name,
        "club": entry.club,
        "points": entry.total.to_string(),
        "status": entry.status.as_str(),
        "direct_by": direct_by(ranking, entry),
        "decided_by": entry.decided_by,
        "results": entry.results.iter().map(|result| json!({
            "event": ranking.events[result.event].name,
            "date": ranking.events[result.event].date,
            "place": result.place,
            "points": result.points.to_string(),
            "counted": result.counted,
        })).collect::<Vec<_>>(),
    })
}

fn direct_by<'a>(ranking: &'a Ranking, entry: &Entry) -> Option<&'a str> {
    match entry.status {
        SeasonStatus::Direct(event) => Some(&ranking.events[event].name),
        _ => None,
    }
}

/// The results that count, or those that do not: `Open 1: 100 (1)`.
fn results(ranking: &Ranking, entry: &Entry, counted: bool) -> String {
    let shown = |result: &SeasonResult| {
        let name = &ranking.events[result.event].name;
        format!("{name}: {} ({})", result.points.to_decimal(3), result.place)
    };
    let wanted = entry
        .results
        .iter()
        .filter(|result| result.counted == counted);
    wanted.map(shown).collect::<Vec<_>>().join("; ")
}

/// Gives `ranking.csv`, header first.
#[must_use]
pub fn ranking_csv(ranking: &Ranking) -> Vec<Vec<String>> {
    let header = [
        "Rank",
        "ID",
        "Player",
        "Club",
        "Points",
        "Status",
        "Direct by",
        "Decided by",
        "Counted",
        "Dropped",
    ];
    let row = |entry: &Entry| {
        let shown = |value: Option<&str>| value.unwrap_or_default().to_owned();
        vec![
            entry.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            shown(entry.id.as_deref()),
            entry.name.clone(),
            shown(entry.club.as_deref()),
            entry.total.to_decimal(3),
            entry.status.as_str().to_owned(),
            shown(direct_by(ranking, entry)),
            shown(entry.decided_by),
            results(ranking, entry, true),
            results(ranking, entry, false),
        ]
    };
    std::iter::once(header.map(ToOwned::to_owned).to_vec())
        .chain(ranking.entries.iter().map(row))
        .collect()
}

/// Gives `ranking.xlsx`.
#[must_use]
pub fn ranking_book(preset: &SeasonPreset, ranking: &Ranking) -> Book {
    Book {
        title: preset.title.clone(),
        author: String::new(),
        // The last event's date, so that the bytes follow from the events.
        date: ranking
            .events
            .iter()
            .filter_map(|event| event.date.clone())
            .max(),
        standings: true,
        a4: true,
        sheets: vec![
            ranking_sheet(ranking),
            results_sheet(ranking),
            events_sheet(ranking),
            refused_sheet(ranking),
            rules_sheet(preset),
        ],
    }
}

fn optional(value: Option<&str>) -> BookCell {
    value.map_or(BookCell::Empty, text)
}

fn ranking_sheet(ranking: &Ranking) -> BookSheet {
    let columns = [
        ("Rank", 6.0, Align::Centre),
        ("ID", 10.0, Align::Left),
        ("Player", 28.0, Align::Left),
        ("Club", 20.0, Align::Left),
        ("Points", 10.0, Align::Right),
        ("Status", 11.0, Align::Left),
        ("Direct by", 22.0, Align::Left),
        ("Decided by", 13.0, Align::Left),
        ("Events", 8.0, Align::Right),
    ];
    let row = |entry: &Entry| {
        vec![
            entry.rank.map_or(BookCell::Empty, whole),
            optional(entry.id.as_deref()),
            text(&entry.name),
            optional(entry.club.as_deref()),
            exact(&entry.total.to_string()),
            text(entry.status.as_str()),
            optional(direct_by(ranking, entry)),
            optional(entry.decided_by),
            whole(entry.results.len() as u32),
        ]
    };
    let in_final = |entry: &Entry| entry.status == SeasonStatus::Place;
    BookSheet {
        cut_after: ranking.entries.iter().rposition(in_final),
        ..sheet(
            "Ranking",
            SheetUse::List,
            &columns,
            ranking.entries.iter().map(row).collect(),
        )
    }
}

fn results_sheet(ranking: &Ranking) -> BookSheet {
    let columns = [
        ("Player", 28.0, Align::Left),
        ("ID", 10.0, Align::Left),
        ("Event", 28.0, Align::Left),
        ("Date", 12.0, Align::Left),
        ("Place", 7.0, Align::Centre),
        ("Points", 10.0, Align::Right),
        ("Counted", 9.0, Align::Centre),
    ];
    let mut rows = Vec::new();
    for entry in &ranking.entries {
        for result in &entry.results {
            let event = &ranking.events[result.event];
            rows.push(vec![
                text(&entry.name),
                optional(entry.id.as_deref()),
                text(&event.name),
                optional(event.date.as_deref()),
                whole(result.place),
                exact(&result.points.to_string()),
                text(if result.counted { "x" } else { "" }),
            ]);
        }
    }
    sheet("Results", SheetUse::List, &columns, rows)
}

fn events_sheet(ranking: &Ranking) -> BookSheet {
    let columns = [
        ("Date", 12.0, Align::Left),
        ("Event", 32.0, Align::Left),
        ("Place", 20.0, Align::Left),
        ("Players", 9.0, Align::Right),
        ("Level", 7.0, Align::Right),
        ("File", 32.0, Align::Left),
    ];
    let rows = ranking.events.iter().map(|event| {
        vec![
            optional(event.date.as_deref()),
            text(&event.name),
            optional(event.place.as_deref()),
            whole(event.players),
            whole(event.level),
            text(&event.file),
        ]
    });
    sheet("Events", SheetUse::List, &columns, rows.collect())
}

fn refused_sheet(ranking: &Ranking) -> BookSheet {
    let columns = [("File", 32.0, Align::Left), ("Why", 80.0, Align::Left)];
    let rows = ranking.refused.iter();
    let rows = rows.map(|(file, reason)| vec![text(file), text(reason)]);
    sheet("Refused", SheetUse::List, &columns, rows.collect())
}

fn rules_sheet(preset: &SeasonPreset) -> BookSheet {
    let columns = [("Rule", 18.0, Align::Left), ("Value", 90.0, Align::Left)];
    let rows = rules(preset).into_iter();
    let rows = rows.map(|(name, value)| vec![text(&name), text(&value)]);
    sheet("Rules", SheetUse::Prose, &columns, rows.collect())
}

/// The rules that are set, each with its value.
fn rules(preset: &SeasonPreset) -> Vec<(String, String)> {
    let mut rules: Vec<(&str, String)> = vec![
        (
            "Preset",
            format!("{}, {} ({})", preset.title, preset.edition, preset.name),
        ),
        ("Source", preset.source.clone()),
    ];
    let points: Vec<String> = preset
        .points
        .iter()
        .map(|points| points.0.to_string())
        .collect();
    let mut add = |name, told: bool, value: String| {
        if told {
            rules.push((name, value));
        }
    };
    add("Points by place", !points.is_empty(), points.join(", "));
    add(
        "Added up",
        !preset.value_of.is_empty(),
        preset.value_of.join(", else "),
    );
    let levels = preset.level_by_players.iter();
    let levels: Vec<String> = levels
        .map(|(least, level)| format!("{level} from {least} players"))
        .collect();
    add("Times the level", !levels.is_empty(), levels.join(", "));
    let share = preset.top_share.as_ref().map(|share| share.0.to_string());
    add("Only the top", share.is_some(), share.unwrap_or_default());
    add(
        "Results that count",
        preset.best > 0,
        format!("the best {}", preset.best),
    );
    add(
        "Fewest players",
        preset.min_players > 0,
        preset.min_players.to_string(),
    );
    add("Valid events only", preset.valid_only, "yes".to_owned());
    add(
        "Directly in the final",
        preset.direct > 0,
        format!("{} of each event", preset.direct),
    );
    add(
        "Places in the final",
        preset.places > 0,
        preset.places.to_string(),
    );
    let ties: Vec<&str> = preset.ties.iter().map(|rule| rule.as_str()).collect();
    add("Equal points", !ties.is_empty(), ties.join(", "));
    let mut rules: Vec<(String, String)> = rules
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    let choices = preset.choices.iter();
    rules.extend(choices.map(|choice| ("Choice".to_owned(), choice.text("en").to_owned())));
    rules
}

/// Gives `ranking.html`.
#[must_use]
pub fn ranking_page(preset: &SeasonPreset, ranking: &Ranking) -> PageData {
    let line = |entry: &Entry| {
        json!({
            "rank": entry.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            "name": entry.name,
            "id": entry.id.as_deref().unwrap_or_default(),
            "club": entry.club.as_deref().unwrap_or_default(),
            "points": entry.total.to_decimal(3),
            "status": match entry.status {
                SeasonStatus::Open => String::new(),
                SeasonStatus::Direct(event) => format!("direct: {}", ranking.events[event].name),
                other => other.as_str().to_owned(),
            },
            "counted": results(ranking, entry, true),
            "dropped": results(ranking, entry, false),
        })
    };
    let event = |event: &super::ranking::EventLine| {
        json!({
            "name": event.name,
            "date": event.date.as_deref().unwrap_or_default(),
            "place": event.place.as_deref().unwrap_or_default(),
            "players": event.players.to_string(),
            "level": event.level.to_string(),
        })
    };
    PageData {
        template: "season.html",
        data: json!({
            "lang": "en",
            "title": preset.title,
            "paper": "A4",
            "paper_height": "297mm",
            "lines": ranking.entries.iter().map(line).collect::<Vec<_>>(),
            "events": ranking.events.iter().map(event).collect::<Vec<_>>(),
            "refused": ranking.refused.iter().map(|(file, reason)| json!({"file": file, "reason": reason})).collect::<Vec<_>>(),
            "rules": rules(preset).into_iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(),
        }),
    }
}
