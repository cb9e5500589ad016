//! What a check has to say about a cell. Findings are collected, never
//! returned early: a run tells all of them at once.

use super::{Code, Place};

/// How grave a finding is. Errors stop the outputs; warnings and notes do
/// not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Nothing is written while it stands.
    Error,
    /// Written all the same; somebody should look.
    Warning,
    /// What was understood beyond the obvious.
    Note,
}

impl Severity {
    /// Gives the word that is printed.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Note => "note",
        }
    }
}

/// One finding: what was found, where, what was expected, what to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// How grave it is.
    pub severity: Severity,
    /// Its kind, stable for programs.
    pub code: Code,
    /// Where it stands; `None` when it is about the event as a whole.
    pub place: Option<Place>,
    /// What was found, in the user's own text, in one line.
    pub message: String,
    /// Further lines that help to find it: the table, the row, the other cell.
    pub context: Vec<String>,
    /// What to do about it.
    pub help: Option<String>,
    /// The row around the cell, where there is one to show.
    pub excerpt: Option<Excerpt>,
}

/// A piece of a row, as a person sees it in the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Headers with the row's texts, from left to right; long ones are cut.
    pub cells: Vec<(String, String)>,
    /// Which of them the finding is about.
    pub meant: usize,
}

impl Finding {
    fn new(severity: Severity, code: Code, place: Option<Place>, message: String) -> Self {
        Self {
            severity,
            code,
            place,
            message,
            context: Vec::new(),
            help: None,
            excerpt: None,
        }
    }

    /// Makes an error at a place.
    #[must_use]
    pub fn error(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Error, code, Some(place), message.into())
    }

    /// Makes a warning at a place.
    #[must_use]
    pub fn warning(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Warning, code, Some(place), message.into())
    }

    /// Makes a note at a place.
    #[must_use]
    pub fn note(code: Code, place: Place, message: impl Into<String>) -> Self {
        Self::new(Severity::Note, code, Some(place), message.into())
    }

    /// Makes a finding about the event as a whole.
    #[must_use]
    pub fn event(severity: Severity, code: Code, message: impl Into<String>) -> Self {
        Self::new(severity, code, None, message.into())
    }

    /// Adds a line of context.
    #[must_use]
    pub fn context(mut self, line: impl Into<String>) -> Self {
        self.context.push(line.into());
        self
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Says whether it stops the outputs.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}
