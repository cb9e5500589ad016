//! Pages -> HTML through the embedded templates.

use serde_json::Value;
use tera::{Context, Tera};

use super::WriteError;
use crate::model::PageData;

const STYLE: &str = include_str!("../../templates/style.css");
const TEMPLATES: [(&str, &str); 3] = [
    (
        "standings.html",
        include_str!("../../templates/standings.html"),
    ),
    (
        "score-sheets.html",
        include_str!("../../templates/score-sheets.html"),
    ),
    ("seating.html", include_str!("../../templates/seating.html")),
];

/// Gives a page's bytes; every text is escaped by the template engine.
pub fn html_bytes(page: &PageData) -> Result<Vec<u8>, WriteError> {
    let failed = |source| WriteError::Template {
        name: page.template.to_owned(),
        source: Box::new(source),
    };
    let mut tera = Tera::new();
    tera.add_raw_templates(TEMPLATES).map_err(failed)?;
    let mut data = page.data.clone();
    if let Value::Object(fields) = &mut data {
        fields.insert("style".to_owned(), Value::String(STYLE.to_owned()));
    }
    let context = Context::from_serialize(&data).map_err(failed)?;
    Ok(tera
        .render(page.template, &context)
        .map_err(failed)?
        .into_bytes())
}
