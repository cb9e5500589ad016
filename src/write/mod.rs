//! Neutral tables and pages -> bytes -> files, all or nothing. The only
//! place that knows rust_xlsxwriter and tera; knows no rule and no ranking.

mod files;
mod form;
mod html;
mod list;
mod text;
mod workbook;

use thiserror::Error;

pub use files::{commit, commit_without};
pub use html::{Pages, template_files};
pub use text::csv_bytes;
pub use workbook::{workbook_with_round, xlsx_bytes};

/// Why nothing could be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// The operating system refused.
    #[error("{file} could not be written: {source}")]
    System {
        /// The file, as messages name it.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
    /// A workbook that cannot be made.
    #[error("a workbook could not be made: {0}")]
    Workbook(#[from] rust_xlsxwriter::XlsxError),
    /// A template that cannot be used.
    #[error("a template cannot be used: {report}")]
    Template {
        /// What is wrong with it, with file and line.
        report: String,
    },
    /// A folder or file of templates that cannot be read.
    #[error("the template {file} could not be read: {source}")]
    TemplateFile {
        /// The folder or file.
        file: String,
        /// What the system said.
        source: std::io::Error,
    },
}
