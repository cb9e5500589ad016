//! Pages -> HTML through the embedded templates.

use tera::{Context, Tera};

use super::WriteError;
use crate::model::PageData;

const STYLE: &str = include_str!("../../templates/style.css");
const TEMPLATES: [(&str, &str); 4] = [
    ("head.html", include_str!("../../templates/head.html")),
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

/// The templates, read once a run.
pub struct Pages(Tera);

impl Pages {
    /// Reads the embedded templates.
    pub fn new() -> Result<Self, WriteError> {
        let mut tera = Tera::new();
        tera.add_raw_templates(TEMPLATES)
            .map_err(|source| failed("templates", source))?;
        Ok(Self(tera))
    }

    /// Gives a page's bytes; every text is escaped by the template engine.
    pub fn bytes(&self, page: &PageData) -> Result<Vec<u8>, WriteError> {
        let failed = |source| failed(page.template, source);
        let mut context = Context::from_serialize(&page.data).map_err(failed)?;
        context.insert("style", STYLE);
        let html = self.0.render(page.template, &context).map_err(failed)?;
        Ok(html.into_bytes())
    }
}

fn failed(name: &str, source: tera::Error) -> WriteError {
    WriteError::Template {
        name: name.to_owned(),
        source: Box::new(source),
    }
}
