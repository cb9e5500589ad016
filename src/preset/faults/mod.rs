//! What is wrong with a preset: a fault of the TOML with its line and column,
//! or settings that do not fit each other. Knows no event.

mod columns;
mod fit;
mod stages;

pub(super) use fit::find;

use crate::model::nearest;
use toml::de::DeTable;

/// One thing that is wrong with a preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line and column in the file, from 1; none where it stands in the
    /// preset that this one starts from.
    pub at: Option<(usize, usize)>,
    /// The line itself, where there is one.
    pub line: Option<String>,
    /// What is wrong and what would be right.
    pub reason: String,
}

impl Fault {
    /// Gives the message: the file, line and column, and what is wrong.
    #[must_use]
    pub fn told(&self, name: &str) -> String {
        match self.at {
            Some((line, column)) => {
                format!(
                    "the preset {name}, line {line}, column {column}: {}",
                    self.reason
                )
            }
            None => format!("the preset {name}: {}", self.reason),
        }
    }

    /// Gives a fault of the TOML itself or of one key's value.
    pub(super) fn of_toml(text: &str, error: &toml::de::Error) -> Self {
        let reason = in_our_words(error.message());
        match error.span() {
            Some(span) => Self::at_byte(text, span.start, reason),
            None => Self {
                at: None,
                line: None,
                reason,
            },
        }
    }

    /// Gives a fault of a key, at the place where the text sets it; of one of
    /// its tables, where it is a list of tables.
    pub(super) fn at_key(text: &str, key: &str, item: Option<usize>, reason: String) -> Self {
        let span = DeTable::parse(text).ok().and_then(|table| {
            let mut entries = table.get_ref().iter();
            let (known, value) = entries.find(|(known, _)| known.get_ref().as_ref() == key)?;
            let one = item.and_then(|item| value.get_ref().as_array()?.get(item));
            Some(one.map_or_else(|| known.span(), toml::Spanned::span))
        });
        match span {
            Some(span) => Self::at_byte(text, span.start, reason),
            None => Self {
                at: None,
                line: None,
                reason,
            },
        }
    }

    fn at_byte(text: &str, at: usize, reason: String) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = text.get(start..).and_then(|rest| rest.lines().next());
        Self {
            at: Some((
                before.matches('\n').count() + 1,
                before[start..].chars().count() + 1,
            )),
            line: line.map(ToOwned::to_owned),
            reason,
        }
    }
}

/// The parser's message, with the nearest known word where one was unknown.
fn in_our_words(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let (Some(found), Some((_, list))) = (quoted.next(), message.split_once("expected")) else {
        return message.to_owned();
    };
    let unknown = ["unknown field", "unknown variant"]
        .iter()
        .any(|start| message.starts_with(start));
    if !unknown {
        return message.to_owned();
    }
    let known: Vec<&str> = list.split('`').skip(1).step_by(2).collect();
    let near = nearest(found, known.iter().copied(), 1);
    let kind = if message.starts_with("unknown field") {
        "is no key here"
    } else {
        "cannot stand here"
    };
    match near.first() {
        Some(near) => format!("`{found}` {kind}; did you mean `{near}`?"),
        None => format!("`{found}` {kind}; known are {}", known.join(", ")),
    }
}
