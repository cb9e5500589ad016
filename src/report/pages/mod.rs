//! The pages: data for the templates, every number already a text. What a
//! page looks like is the templates' matter.

mod picture;
mod seating;
mod sheets;
mod standings;
mod wall_chart;

use serde_json::{Value, json};

pub use seating::seating_page;
pub use sheets::score_sheets_page;
pub use standings::standings_page;
pub use wall_chart::{WallChart, wall_chart_page};

use super::Facts;
use super::words::Words;
use crate::model::PageData;

/// What every page needs.
fn base(facts: &Facts<'_>, words: &Words, title: &str) -> Value {
    let a4 = facts.options.a4;
    json!({
        "lang": facts.options.lang.code(),
        "title": title,
        "paper": if a4 { "A4" } else { "letter" },
        "paper_height": if a4 { "297mm" } else { "279.4mm" },
        "w": words.all(),
        "event": facts.event.name,
        "kiosk": false,
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

/// "Round 2 – preliminary round", as pages say it.
fn round_title(words: &Words, plan: &super::RoundPlan) -> String {
    format!(
        "{} {} – {}",
        words.get("round"),
        plan.number,
        words.stage(plan.stage)
    )
}
