//! The pages: data for the templates, every number already a text.

use fast_qr::convert::{Builder as _, Shape, svg::SvgBuilder};
use icu_collator::{Collator, options::CollatorOptions};
use serde_json::{Value, json};

use super::rounds::sheet_code;
use super::standings::{headline, parted, rules};
use super::words::Words;
use super::{Facts, RoundPlan, measure};
use crate::model::{PageData, PlayerIx};
use crate::preset::Cap;

fn base(facts: &Facts<'_>, words: &Words, title: &str) -> Value {
    json!({
        "lang": facts.options.lang.code(),
        "title": title,
        "paper": if facts.options.a4 { "A4" } else { "letter" },
        "page_height": if facts.options.a4 { "265mm" } else { "247mm" },
        "w": words.all(),
        "event": facts.event.name,
    })
}

fn page(template: &'static str, mut base: Value, more: Value) -> PageData {
    if let (Value::Object(fields), Value::Object(more)) = (&mut base, more) {
        fields.extend(more);
    }
    PageData {
        template,
        data: base,
    }
}

/// Gives the standings page.
#[must_use]
pub fn standings_page(facts: &Facts<'_>) -> PageData {
    let words = Words::new(facts.options.lang);
    let (after, provisional) = headline(facts, &words);
    let named = |criterion: &String| json!({"name": words.get(criterion), "help": words.get(&format!("{criterion}-help"))});
    let lines = facts.standings.lines.iter().map(|line| {
        let player = &facts.event.players[line.player];
        json!({
            "rank": line.rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string()),
            "name": player.name,
            "club": player.club.as_deref().unwrap_or_default(),
            "values": line.values.iter().map(|value| measure(value, facts.options.lang)).collect::<Vec<_>>(),
            "games": line.games.to_string(),
            "status": words.get(line.status.as_str()),
            "parted": parted(line.decided_by.as_ref(), &words),
            "cut": facts.qualifiers.last() == Some(&line.player),
        })
    });
    let more = json!({
        "after": after,
        "provisional": provisional.unwrap_or_default(),
        "date": facts.event.date.as_deref().unwrap_or_default(),
        "place": facts.event.place.as_deref().unwrap_or_default(),
        "clubs": facts.event.players.iter().any(|player| player.club.is_some()),
        "criteria": facts.standings.valued.iter().map(named).collect::<Vec<_>>(),
        "legend": facts.standings.criteria.iter().map(named).collect::<Vec<_>>(),
        "lines": lines.collect::<Vec<_>>(),
        "rules": rules(facts, &words).into_iter().map(|(name, value)| json!({"name": name, "value": value})).collect::<Vec<_>>(),
    });
    page(
        "standings.html",
        base(
            facts,
            &words,
            &format!("{} - {}", facts.event.name, words.get("standings")),
        ),
        more,
    )
}

/// Gives the seating page of a round.
#[must_use]
pub fn seating_page(facts: &Facts<'_>, plan: &RoundPlan) -> PageData {
    let words = Words::new(facts.options.lang);
    let name = |player: PlayerIx| facts.event.players[player].name.clone();
    let mut people: Vec<(String, String)> = Vec::new();
    for (table, seats) in &plan.tables {
        for (player, seat) in seats {
            let seat = seat
                .map(|seat| format!(" · {} {seat}", words.get("seat")))
                .unwrap_or_default();
            people.push((
                name(*player),
                format!("{} {table}{seat}", words.get("table")),
            ));
        }
    }
    sort_by_language(&mut people, facts);
    people.extend(
        plan.byes
            .iter()
            .map(|player| (name(*player), words.get("bye"))),
    );
    let tables = plan.tables.iter().map(|(number, seats)| {
        let names: Vec<String> = seats.iter().map(|(player, _)| name(*player)).collect();
        json!({"number": number.to_string(), "three": names.len() == 3, "names": names})
    });
    let more = json!({
        "round": plan.number.to_string(),
        "repeats": repeats(facts, &words),
        "people": people.into_iter().map(|(name, place)| json!({"name": name, "where": place})).collect::<Vec<_>>(),
        "tables": tables.collect::<Vec<_>>(),
    });
    let title = format!(
        "{} - {} {}",
        words.get("seating"),
        words.get("round"),
        plan.number
    );
    page("seating.html", base(facts, &words, &title), more)
}

/// Names in the order of the language's alphabet.
fn sort_by_language(people: &mut [(String, String)], facts: &Facts<'_>) {
    let locale = facts.options.lang.code().parse::<icu_locale_core::Locale>();
    let collator = locale
        .ok()
        .and_then(|locale| Collator::try_new((&locale).into(), CollatorOptions::default()).ok());
    people.sort_by(|a, b| {
        let by_language = collator
            .as_ref()
            .map_or(std::cmp::Ordering::Equal, |collator| {
                collator.compare(&a.0, &b.0)
            });
        by_language.then_with(|| a.cmp(b))
    });
}

fn repeats(facts: &Facts<'_>, words: &Words) -> String {
    match facts.figures {
        Some(figures) if figures.repeat_meetings > 0 => words.with(
            "repeats",
            &[
                ("count", figures.repeat_meetings.to_string()),
                ("bound", figures.repeat_lower_bound.to_string()),
            ],
        ),
        _ => words.get("no-repeats"),
    }
}

/// Gives the score sheets of a round.
#[must_use]
pub fn score_sheets_page(facts: &Facts<'_>, plan: &RoundPlan) -> PageData {
    let words = Words::new(facts.options.lang);
    let sheets: Vec<Value> = plan
        .tables
        .iter()
        .map(|(table, seats)| score_sheet(facts, plan.number, *table, seats))
        .collect();
    let pages: Vec<Vec<&Value>> = stack_cut(sheets.len(), usize::from(facts.options.per_page))
        .into_iter()
        .map(|page| page.into_iter().map(|at| &sheets[at]).collect())
        .collect();
    let more = json!({
        "round": plan.number.to_string(),
        "layout": match facts.options.per_page { 2 => "two", 4 => "four", _ => "one" },
        "score_name": facts.preset.score_name,
        "reminders": reminders(facts, plan.number, &words),
        "pages": pages,
    });
    let title = format!(
        "{} - {} {}",
        words.get("score-sheet"),
        words.get("round"),
        plan.number
    );
    page("score-sheets.html", base(facts, &words, &title), more)
}

/// Which sheet stands where, so that after the cut the piles laid on each
/// other are in table order: page 1 holds the first sheet of each pile.
fn stack_cut(sheets: usize, per_page: usize) -> Vec<Vec<usize>> {
    let pages = sheets.div_ceil(per_page.max(1));
    let on_page = |page: usize| (0..per_page).map(move |pile| pile * pages + page);
    (0..pages)
        .map(|page| on_page(page).filter(|at| *at < sheets).collect())
        .collect()
}

fn score_sheet(
    facts: &Facts<'_>,
    round: u32,
    table: u32,
    seats: &[(PlayerIx, Option<u32>)],
) -> Value {
    let code = sheet_code(round, table);
    let people = seats.iter().map(|(player, seat)| {
        let player = &facts.event.players[*player];
        json!({"seat": seat.map(|seat| seat.to_string()).unwrap_or_default(), "name": player.name, "id": player.id})
    });
    json!({"number": table.to_string(), "qr": qr(&code), "code": code, "seats": people.collect::<Vec<_>>()})
}

/// A QR code holds any code of ours; without one the printed code stands.
fn qr(code: &str) -> String {
    fast_qr::QRBuilder::new(code)
        .build()
        .map(|qr| {
            SvgBuilder::default()
                .shape(Shape::Square)
                .margin(1)
                .to_str(&qr)
        })
        .unwrap_or_default()
}

fn reminders(facts: &Facts<'_>, round: u32, words: &Words) -> Vec<String> {
    let preset = facts.preset;
    let target = preset.target(round);
    let cap = |cap: &Option<Cap>| cap.as_ref()?.value(round, target.as_ref());
    let mut lines = Vec::new();
    if let Some(most) = cap(&preset.winner_cap) {
        lines.push(words.with("remind-target", &[("target", most.to_decimal(0))]));
    }
    if let Some(most) = cap(&preset.others_cap)
        && cap(&preset.winner_cap) != Some(most.clone())
    {
        lines.push(words.with("remind-below", &[("cap", most.to_decimal(0))]));
    }
    if preset.winner_required {
        lines.push(words.get("remind-winner"));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_cut_the_stack_lies_in_table_order() {
        assert_eq!(stack_cut(5, 2), [vec![0, 3], vec![1, 4], vec![2]]);
        let pages = stack_cut(23, 4);
        let piles = (0..4).flat_map(|pile| pages.iter().filter_map(move |page| page.get(pile)));
        assert_eq!(
            piles.copied().collect::<Vec<_>>(),
            (0..23).collect::<Vec<_>>()
        );
    }
}
