//! A season's ranking as JSON, delimited text, a workbook and a page: the
//! same values everywhere. Ranks nobody.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::json;

use super::forms::{exact, sheet, text, whole};
use super::ranking::{Entry, EventLine, Ranking, SeasonResult, SeasonStatus};
use super::season::SeasonPreset;
use super::words::Words;
use crate::model::{Align, Book, BookCell, BookSheet, PageData, SheetUse};

#[derive(Serialize)]
struct PresetForm<'a> {
    name: &'a str,
    title: &'a str,
    edition: &'a str,
    source: &'a str,
    choices: Vec<&'a str>,
}

#[derive(Serialize)]
struct EventForm<'a> {
    file: &'a str,
    name: &'a str,
    date: Option<&'a str>,
    place: Option<&'a str>,
    players: u32,
    level: u32,
}

#[derive(Serialize)]
struct RefusedForm<'a> {
    file: &'a str,
    reason: String,
}

#[derive(Serialize)]
struct EntryForm<'a> {
    rank: Option<u32>,
    id: Option<&'a str>,
    name: &'a str,
    club: Option<&'a str>,
    points: String,
    status: &'static str,
    direct_by: Option<&'a str>,
    decided_by: Option<&'static str>,
    results: Vec<ResultForm<'a>>,
}

#[derive(Serialize)]
struct ResultForm<'a> {
    event: &'a str,
    date: Option<&'a str>,
    place: u32,
    points: String,
    counted: bool,
}

/// Gives `ranking.json`: a line for each event, file and player, so that a
/// long season stays small and can be compared line by line.
#[must_use]
pub fn ranking_json(preset: &SeasonPreset, ranking: &Ranking) -> String {
    let refused = ranking.refused.iter().map(|(file, reason)| RefusedForm {
        file,
        reason: reason.text(),
    });
    let choices = preset.choices.iter();
    let head = PresetForm {
        name: &preset.name,
        title: preset.title.text("en"),
        edition: &preset.edition,
        source: &preset.source,
        choices: choices.map(|choice| choice.text("en")).collect(),
    };
    let entries = ranking.entries.iter();
    format!(
        "{{\n  \"schema\": \"tabletally-season-1\",\n  \"preset\": {},\n  \"events\": {},\n  \
         \"refused\": {},\n  \"ranking\": {}\n}}\n",
        line(&head),
        lines(ranking.events.iter().map(event_form)),
        lines(refused),
        lines(entries.map(|entry| entry_form(ranking, entry))),
    )
}

/// Any of our forms as JSON; none of them can fail to be.
fn line(form: &impl Serialize) -> String {
    serde_json::to_string(form).unwrap_or_default()
}

fn lines(forms: impl Iterator<Item = impl Serialize>) -> String {
    let mut text = "[".to_owned();
    for (at, form) in forms.enumerate() {
        text += if at == 0 { "\n    " } else { ",\n    " };
        text += &line(&form);
    }
    text += if text.len() > 1 { "\n  ]" } else { "]" };
    text
}

fn event_form(event: &EventLine) -> EventForm<'_> {
    EventForm {
        file: &event.file,
        name: &event.name,
        date: event.date.as_deref(),
        place: event.place.as_deref(),
        players: event.players,
        level: event.level,
    }
}

fn entry_form<'a>(ranking: &'a Ranking, entry: &'a Entry) -> EntryForm<'a> {
    let result = |result: &SeasonResult| {
        let event = &ranking.events[result.event];
        ResultForm {
            event: &event.name,
            date: event.date.as_deref(),
            place: result.place,
            points: result.points.to_string(),
            counted: result.counted,
        }
    };
    EntryForm {
        rank: entry.rank,
        id: entry.id.as_deref(),
        name: &entry.name,
        club: entry.club.as_deref(),
        points: entry.total.to_string(),
        status: entry.status.as_str(),
        direct_by: direct_by(ranking, entry),
        decided_by: entry.decided_by,
        results: entry.results.iter().map(result).collect(),
    }
}

fn direct_by<'a>(ranking: &'a Ranking, entry: &Entry) -> Option<&'a str> {
    match entry.status {
        SeasonStatus::Direct(event) => Some(&ranking.events[event].name),
        _ => None,
    }
}

fn decimal_point(lang: &str) -> &'static str {
    if lang == "en" { "." } else { "," }
}

/// The results that count, or those that do not: `Open 1: 100 (1)`.
fn results(ranking: &Ranking, entry: &Entry, counted: bool, point: &str) -> String {
    let shown = |result: &SeasonResult| {
        let name = &ranking.events[result.event].name;
        let points = result.points.to_decimal(3).replace('.', point);
        format!("{name}: {points} ({})", result.place)
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
            results(ranking, entry, true, "."),
            results(ranking, entry, false, "."),
        ]
    };
    std::iter::once(header.map(ToOwned::to_owned).to_vec())
        .chain(ranking.entries.iter().map(row))
        .collect()
}

/// Gives `ranking.xlsx` in a language, by its code.
#[must_use]
pub fn ranking_book(preset: &SeasonPreset, ranking: &Ranking, lang: &str) -> Book {
    let words = Words::new(lang);
    Book {
        title: preset.title.text(lang).to_owned(),
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
            ranking_sheet(ranking, &words),
            results_sheet(ranking, lang, &words),
            events_sheet(ranking, &words),
            refused_sheet(ranking, &words),
            rules_sheet(preset, lang, &words),
        ],
    }
}

fn optional(value: Option<&str>) -> BookCell {
    value.map_or(BookCell::Empty, text)
}

/// What parts two players, in words.
fn decided(key: &str, words: &Words) -> String {
    match key {
        "tie" | "points" => words.get(key),
        rule => words.get(&format!("fed-tie-{rule}")),
    }
}

fn status(status: SeasonStatus, words: &Words) -> String {
    words.get(&format!("fed-status-{}", status.as_str()))
}

fn ranking_sheet(ranking: &Ranking, words: &Words) -> BookSheet {
    let columns = words.columns(&[
        ("rank", 6.0, Align::Centre),
        ("id", 10.0, Align::Left),
        ("player", 28.0, Align::Left),
        ("club", 20.0, Align::Left),
        ("points", 10.0, Align::Right),
        ("status", 14.0, Align::Left),
        ("fed-direct-by", 22.0, Align::Left),
        ("parted", 18.0, Align::Left),
        ("fed-events", 8.0, Align::Right),
    ]);
    let row = |entry: &Entry| {
        vec![
            entry.rank.map_or(BookCell::Empty, whole),
            optional(entry.id.as_deref()),
            text(&entry.name),
            optional(entry.club.as_deref()),
            exact(&entry.total.to_string()),
            text(&status(entry.status, words)),
            optional(direct_by(ranking, entry)),
            entry
                .decided_by
                .map_or(BookCell::Empty, |key| text(&decided(key, words))),
            whole(entry.results.len() as u32),
        ]
    };
    let in_final = |entry: &Entry| entry.status == SeasonStatus::Place;
    BookSheet {
        cut_after: ranking.entries.iter().rposition(in_final),
        ..sheet(
            &words.get("fed-sheet-ranking"),
            SheetUse::List,
            columns,
            ranking.entries.iter().map(row).collect(),
        )
    }
}

/// More rows than this no spreadsheet program sorts and filters with ease.
const MOST_RESULTS: usize = 100_000;

/// Each result with a row of its own; in a longer season each player.
fn results_sheet(ranking: &Ranking, lang: &str, words: &Words) -> BookSheet {
    let count: usize = ranking
        .entries
        .iter()
        .map(|entry| entry.results.len())
        .sum();
    let (columns, rows) = if count > MOST_RESULTS {
        results_by_player(ranking, lang, words)
    } else {
        results_by_event(ranking, words)
    };
    let name = words.get("fed-sheet-results");
    sheet(&name, SheetUse::List, columns, rows)
}

type Columns = Vec<(String, f64, Align)>;

fn results_by_player(
    ranking: &Ranking,
    lang: &str,
    words: &Words,
) -> (Columns, Vec<Vec<BookCell>>) {
    let columns = words.columns(&[
        ("player", 28.0, Align::Left),
        ("id", 10.0, Align::Left),
        ("fed-counted-results", 80.0, Align::Left),
        ("fed-dropped-results", 80.0, Align::Left),
    ]);
    let row = |entry: &Entry| {
        vec![
            text(&entry.name),
            optional(entry.id.as_deref()),
            text(&results(ranking, entry, true, decimal_point(lang))),
            text(&results(ranking, entry, false, decimal_point(lang))),
        ]
    };
    (columns, ranking.entries.iter().map(row).collect())
}

fn results_by_event(ranking: &Ranking, words: &Words) -> (Columns, Vec<Vec<BookCell>>) {
    let columns = words.columns(&[
        ("player", 28.0, Align::Left),
        ("id", 10.0, Align::Left),
        ("fed-event", 28.0, Align::Left),
        ("fed-date", 12.0, Align::Left),
        ("fed-place", 7.0, Align::Centre),
        ("points", 10.0, Align::Right),
        ("fed-counted", 10.0, Align::Centre),
    ]);
    let row = |entry: &Entry, result: &SeasonResult| {
        let event = &ranking.events[result.event];
        vec![
            text(&entry.name),
            optional(entry.id.as_deref()),
            text(&event.name),
            optional(event.date.as_deref()),
            whole(result.place),
            exact(&result.points.to_string()),
            text(if result.counted { "x" } else { "" }),
        ]
    };
    let entries = ranking.entries.iter();
    let rows = entries.flat_map(|entry| entry.results.iter().map(move |result| row(entry, result)));
    (columns, rows.collect())
}

fn events_sheet(ranking: &Ranking, words: &Words) -> BookSheet {
    let columns = words.columns(&[
        ("fed-date", 12.0, Align::Left),
        ("fed-event", 32.0, Align::Left),
        ("fed-venue", 20.0, Align::Left),
        ("fed-players", 9.0, Align::Right),
        ("fed-level", 7.0, Align::Right),
        ("fed-file", 32.0, Align::Left),
    ]);
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
    let name = words.get("fed-sheet-events");
    sheet(&name, SheetUse::List, columns, rows.collect())
}

fn refused_sheet(ranking: &Ranking, words: &Words) -> BookSheet {
    let columns = words.columns(&[
        ("fed-file", 32.0, Align::Left),
        ("fed-why", 80.0, Align::Left),
    ]);
    let rows = ranking.refused.iter();
    let rows = rows.map(|(file, reason)| vec![text(file), text(&reason.words(words))]);
    let name = words.get("fed-sheet-refused");
    sheet(&name, SheetUse::List, columns, rows.collect())
}

fn rules_sheet(preset: &SeasonPreset, lang: &str, words: &Words) -> BookSheet {
    let columns = words.columns(&[("setting", 22.0, Align::Left), ("value", 90.0, Align::Left)]);
    let rows = rules(preset, lang, words).into_iter();
    let rows = rows.map(|(name, value)| vec![text(&name), text(&value)]);
    sheet(
        &words.get("rules"),
        SheetUse::Prose,
        columns,
        rows.collect(),
    )
}

/// The rules that are set, each with its value.
fn rules(preset: &SeasonPreset, lang: &str, words: &Words) -> Vec<(String, String)> {
    let title = preset.title.text(lang);
    let mut rules: Vec<(String, String)> = vec![
        (
            words.get("fed-preset"),
            format!("{title}, {} ({})", preset.edition, preset.name),
        ),
        (words.get("source"), preset.source.clone()),
    ];
    let mut add = |key: &str, told: bool, value: String| {
        if told {
            rules.push((words.get(key), value));
        }
    };
    let points: Vec<String> = preset
        .points
        .iter()
        .map(|points| points.0.to_string())
        .collect();
    add("fed-rule-points", !points.is_empty(), points.join(", "));
    let added = preset.value_of.iter().map(|key| words.get(key));
    let added = added.collect::<Vec<_>>().join(" / ");
    add("fed-rule-added", !added.is_empty(), added);
    let level = |(least, level): &(u32, u32)| {
        let values = [("level", level.to_string()), ("least", least.to_string())];
        words.with("fed-rule-level-from", &values)
    };
    let levels: Vec<String> = preset.level_by_players.iter().map(level).collect();
    add("fed-rule-level", !levels.is_empty(), levels.join(", "));
    let share = preset.top_share.as_ref().map(|share| share.0.to_string());
    add("fed-rule-top", share.is_some(), share.unwrap_or_default());
    let number = |key, number: usize| words.with(key, &[("count", number.to_string())]);
    add(
        "fed-rule-best",
        preset.best > 0,
        number("fed-rule-best-of", preset.best),
    );
    let least = preset.min_players;
    add("fed-rule-least", least > 0, least.to_string());
    add("fed-rule-valid", preset.valid_only, words.get("fed-yes"));
    add(
        "fed-rule-direct",
        preset.direct > 0,
        number("fed-rule-direct-of", preset.direct),
    );
    add(
        "fed-rule-places",
        preset.places > 0,
        preset.places.to_string(),
    );
    let ties = preset.ties.iter();
    let ties: Vec<String> = ties.map(|rule| decided(rule.as_str(), words)).collect();
    add("fed-rule-ties", !ties.is_empty(), ties.join(", "));
    let choices = preset.choices.iter();
    rules.extend(choices.map(|choice| (words.get("choice"), choice.text(lang).to_owned())));
    rules
}

/// The page's own words, by the names that its template knows them by.
const PAGE_WORDS: [&str; 18] = [
    "rank",
    "player",
    "id",
    "club",
    "points",
    "rules",
    "fed-in-final",
    "fed-counted-results",
    "fed-dropped-results",
    "fed-sheet-ranking",
    "fed-sheet-events",
    "fed-events-count",
    "fed-date",
    "fed-event",
    "fed-venue",
    "fed-players",
    "fed-level",
    "fed-files-refused",
];

/// Gives `ranking.html` in a language, by its code.
#[must_use]
pub fn ranking_page(preset: &SeasonPreset, ranking: &Ranking, lang: &str) -> PageData {
    let words = Words::new(lang);
    let point = decimal_point(lang);
    let line = |entry: &Entry| {
        json!({
            "rank": entry.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            "name": entry.name,
            "id": entry.id.as_deref().unwrap_or_default(),
            "club": entry.club.as_deref().unwrap_or_default(),
            "points": entry.total.to_decimal(3).replace('.', point),
            "status": match entry.status {
                SeasonStatus::Open => String::new(),
                SeasonStatus::Direct(event) => {
                    let name = &ranking.events[event].name;
                    format!("{}: {name}", status(entry.status, &words))
                }
                other => status(other, &words),
            },
            "counted": results(ranking, entry, true, point),
            "dropped": results(ranking, entry, false, point),
        })
    };
    let event = |event: &EventLine| {
        json!({
            "name": event.name,
            "date": event.date.as_deref().map(|date| words.date(date)).unwrap_or_default(),
            "place": event.place.as_deref().unwrap_or_default(),
            "players": event.players.to_string(),
            "level": event.level.to_string(),
        })
    };
    let summary = [
        ("players", ranking.entries.len().to_string()),
        ("events", ranking.events.len().to_string()),
    ];
    let own: BTreeMap<String, String> = PAGE_WORDS
        .iter()
        .map(|key| (key.replace('-', "_"), words.get(key)))
        .collect();
    PageData {
        template: "season.html",
        data: json!({
            "lang": lang,
            "w": own,
            "title": preset.title.text(lang),
            "summary": words.with("fed-season-summary", &summary),
            "paper": "A4",
            "paper_height": "297mm",
            "lines": ranking.entries.iter().map(line).collect::<Vec<_>>(),
            "events": ranking.events.iter().map(event).collect::<Vec<_>>(),
            "refused": ranking.refused.iter().map(|(file, reason)| json!({"file": file, "reason": reason.words(&words)})).collect::<Vec<_>>(),
            "rules": rules(preset, lang, &words).into_iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::federation::load_season;
    use crate::model::Exact;

    fn season(results: usize) -> Ranking {
        let result = |_| SeasonResult {
            event: 0,
            place: 1,
            points: Exact::ONE,
            counted: true,
        };
        Ranking {
            events: vec![EventLine {
                file: "a.json".to_owned(),
                name: "Open".to_owned(),
                date: None,
                place: None,
                players: 4,
                level: 1,
            }],
            refused: Vec::new(),
            entries: vec![Entry {
                rank: Some(1),
                id: None,
                name: "Anna".to_owned(),
                club: None,
                total: Exact::ONE,
                results: (0..results).map(result).collect(),
                status: SeasonStatus::Open,
                decided_by: None,
            }],
        }
    }

    #[test]
    fn a_long_season_lists_the_results_by_player() {
        let preset = load_season("sum").unwrap();
        let rows = |results| {
            let book = ranking_book(&preset, &season(results), "en");
            book.sheets[1].rows.len()
        };
        assert_eq!(rows(3), 3);
        assert_eq!(rows(MOST_RESULTS), MOST_RESULTS);
        assert_eq!(rows(MOST_RESULTS + 1), 1);
    }
}
