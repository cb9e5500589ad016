//! Pages -> HTML through the templates: ours, embedded, and those of a folder
//! that win over ours one by one.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use tera::{Context, Tera};

use super::WriteError;
use crate::model::{OutputFile, PageData};

/// The embedded templates, by name.
const TEMPLATES: [(&str, &str); 7] = [
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
    (
        "wall-chart.html",
        include_str!("../../templates/wall-chart.html"),
    ),
    ("season.html", include_str!("../../templates/season.html")),
    (STYLE, include_str!("../../templates/style.css")),
];

/// The style sheet is put into every page as it is.
const STYLE: &str = "style.css";

/// The templates, read once a run.
pub struct Pages {
    tera: Tera,
    style: String,
}

impl Pages {
    /// Reads the embedded templates, and those of a folder over them: a file
    /// of the same name takes the place of ours, any other `*.html` can be
    /// included by one that does.
    pub fn new(folder: Option<&Path>) -> Result<Self, WriteError> {
        let mut texts: BTreeMap<String, String> = TEMPLATES
            .iter()
            .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
            .collect();
        if let Some(folder) = folder {
            texts.extend(overrides(folder)?);
        }
        let style = texts.remove(STYLE).unwrap_or_default();
        let mut tera = Tera::new();
        tera.add_raw_templates(texts)
            .map_err(|source| failed(&source))?;
        Ok(Self { tera, style })
    }

    /// Gives a page's bytes; every text is escaped by the template engine.
    pub fn bytes(&self, page: &PageData) -> Result<Vec<u8>, WriteError> {
        let mut context = Context::from_serialize(&page.data).map_err(|source| failed(&source))?;
        context.insert("style", &self.style);
        let html = self
            .tera
            .render(page.template, &context)
            .map_err(|source| failed(&source))?;
        Ok(html.into_bytes())
    }
}

/// Gives the embedded templates as files of a folder, to be changed there and
/// named with `--templates`.
#[must_use]
pub fn template_files(folder: &Path) -> Vec<OutputFile> {
    TEMPLATES
        .iter()
        .map(|(name, text)| OutputFile {
            path: folder.join(name),
            shown: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        })
        .collect()
}

fn overrides(folder: &Path) -> Result<Vec<(String, String)>, WriteError> {
    let unreadable = |file: String| move |source| WriteError::TemplateFile { file, source };
    let entries = fs::read_dir(folder).map_err(unreadable(folder.display().to_string()))?;
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry.map_err(unreadable(folder.display().to_string()))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if name == STYLE || name.to_lowercase().ends_with(".html") {
            let text = fs::read_to_string(entry.path()).map_err(unreadable(name.clone()))?;
            found.push((name, text));
        }
    }
    found.sort();
    Ok(found)
}

/// The engine's own report has the file, the line and the place in it.
fn failed(source: &tera::Error) -> WriteError {
    WriteError::Template {
        report: source.to_string().trim_end().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page() -> PageData {
        PageData {
            template: "seating.html",
            data: serde_json::json!({"event": "<b>Open</b>"}),
        }
    }

    #[test]
    fn a_template_of_the_folder_wins_over_ours() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(
            folder.path().join("seating.html"),
            "{% include \"logo.html\" %}{{ event }}",
        )
        .unwrap();
        fs::write(folder.path().join("logo.html"), "<hr>").unwrap();
        let pages = Pages::new(Some(folder.path())).unwrap();
        let html = String::from_utf8(pages.bytes(&page()).unwrap()).unwrap();
        assert_eq!(html, "<hr>&lt;b&gt;Open&lt;/b&gt;");
    }

    #[test]
    fn a_broken_template_is_told_with_its_line() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("seating.html"), "<p>\n{{ event }\n").unwrap();
        let error = Pages::new(Some(folder.path()))
            .map(|_| ())
            .unwrap_err()
            .to_string();
        assert!(error.contains("seating.html:2"), "{error}");
        fs::write(
            folder.path().join("seating.html"),
            "<p>\n\n{{ nothing.at_all }}\n",
        )
        .unwrap();
        let pages = Pages::new(Some(folder.path())).unwrap();
        let error = pages.bytes(&page()).unwrap_err().to_string();
        assert!(error.contains("seating.html:3"), "{error}");
    }

    #[test]
    fn ours_can_be_written_out_and_read_back() {
        let folder = tempfile::tempdir().unwrap();
        for file in template_files(folder.path()) {
            fs::write(&file.path, &file.bytes).unwrap();
        }
        assert_eq!(
            fs::read_dir(folder.path()).unwrap().count(),
            TEMPLATES.len()
        );
        Pages::new(Some(folder.path())).unwrap();
    }
}
