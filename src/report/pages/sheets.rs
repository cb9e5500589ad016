//! The score sheets: one a table, in the order in which they lie after the
//! cut.

use fast_qr::convert::{Builder as _, Shape, svg::SvgBuilder};
use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use super::{base, page, round_title};
use crate::model::{PageData, PlayerIx};
use crate::preset::{Cap, ColumnKind, Seats};
use crate::report::rounds::sheet_code;
use crate::report::words::Words;
use crate::report::{Facts, RoundPlan};

/// Gives the score sheets of a round.
#[must_use]
pub fn score_sheets_page(facts: &Facts<'_>, plan: &RoundPlan) -> PageData {
    let words = Words::new(facts.options.lang);
    let sheets: Vec<Value> = plan
        .tables
        .iter()
        .map(|(table, seats)| score_sheet(facts, plan.number, *table, seats))
        .collect();
    let per_page = usize::from(facts.options.per_page);
    let pages = stack_cut(sheets.len(), per_page).into_iter().map(|page| {
        let on_page = page.into_iter().map(|at| at.and_then(|at| sheets.get(at)));
        on_page.collect::<Vec<_>>()
    });
    let boxes = boxes(facts, &words);
    let more = json!({
        "round": round_title(&words, plan),
        "of": plan.tables.iter().map(|(table, _)| *table).max().unwrap_or_default().to_string(),
        "event_long": length(&facts.event.name),
        "layout": match per_page { 2 => "two", 4 => "four", _ => "one" },
        "crowded": boxes.len() > if per_page == 4 { 3 } else { 4 },
        "boxes": boxes,
        "reminders": reminders(facts, plan.number, &words),
        "pages": pages.collect::<Vec<_>>(),
    });
    let title = format!(
        "{} – {} {}",
        words.get("score-sheet"),
        words.get("round"),
        plan.number
    );
    page("score-sheets.html", base(facts, &words, &title), more)
}

/// Which sheet stands where, so that after the cut the piles laid on each
/// other are in table order: page 1 holds the first sheet of each pile. An
/// empty place stays empty.
fn stack_cut(sheets: usize, per_page: usize) -> Vec<Vec<Option<usize>>> {
    let pages = sheets.div_ceil(per_page.max(1));
    let on_page = |page: usize| (0..per_page).map(move |pile| pile * pages + page);
    (0..pages)
        .map(|page| {
            on_page(page)
                .map(|at| (at < sheets).then_some(at))
                .collect()
        })
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
        json!({"seat": seat.map(|seat| seat.to_string()).unwrap_or_default(), "name": player.name, "id": player.id, "long": length(&player.name)})
    });
    json!({"number": table.to_string(), "qr": qr(&code), "code": code, "seats": people.collect::<Vec<_>>()})
}

/// How long a text is that must be shown whole in little room; the smaller it
/// is printed the more of it stands on a line.
fn length(text: &str) -> &'static str {
    match text.width() {
        0..=28 => "",
        29..=44 => "long",
        45..=72 => "longer",
        _ => "longest",
    }
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

/// What each player fills in: the preset's columns, the score, the winner.
fn boxes(facts: &Facts<'_>, words: &Words) -> Vec<Value> {
    let preset = facts.preset;
    let mut boxes: Vec<Value> = Vec::new();
    let one = |kind: &str, label: String, hint: String| json!({"kind": kind, "label": label, "hint": hint});
    for column in &preset.columns {
        let label = words.column(column);
        boxes.push(match (column.kind, column.max) {
            (ColumnKind::Number, Some(most)) if most < 90 => {
                one("number", label, format!("{}–{most}", column.min))
            }
            (ColumnKind::Number, _) => one("number", label, String::new()),
            (ColumnKind::Mark, _) => one("tick", label, String::new()),
            (ColumnKind::Time, _) => one("time", label, words.get("time-form")),
        });
    }
    let score = one("score", words.score_name(preset), String::new());
    // Where the score follows from the columns it stands behind them.
    if preset.vp_from_columns() {
        boxes.push(score);
    } else {
        boxes.insert(0, score);
    }
    if preset.winner_column.is_none() {
        boxes.push(one("tick", words.get("winner"), String::new()));
    }
    boxes
}

fn reminders(facts: &Facts<'_>, round: u32, words: &Words) -> Vec<String> {
    let preset = facts.preset;
    let target = preset.target(round);
    let cap = |cap: &Option<Cap>| cap.as_ref()?.value(round, target.as_ref());
    let mut lines = Vec::new();
    if preset.seats == Seats::Open {
        lines.push(words.get("remind-order"));
    }
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
    let column = |key: &str| {
        let at = preset.column(key);
        at.map(|at| words.column(&preset.columns[at]))
            .unwrap_or_default()
    };
    for bonus in &preset.bonuses {
        let values = [
            ("mark", column(&bonus.mark)),
            ("by", column(&bonus.by)),
            ("least", bonus.least.to_string()),
            ("worth", bonus.worth.to_string()),
        ];
        lines.push(words.with("remind-bonus", &values));
    }
    if let Some(key) = &preset.loss_column {
        lines.push(words.with("remind-loss", &[("mark", column(key))]));
    }
    lines.push(words.get("remind-sign"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_cut_the_stack_lies_in_table_order() {
        let five = [
            vec![Some(0), Some(3)],
            vec![Some(1), Some(4)],
            vec![Some(2), None],
        ];
        assert_eq!(stack_cut(5, 2), five);
        let pages = stack_cut(23, 4);
        let piles = (0..4).flat_map(|pile| pages.iter().filter_map(move |page| page[pile]));
        assert_eq!(piles.collect::<Vec<_>>(), (0..23).collect::<Vec<_>>());
    }
}
