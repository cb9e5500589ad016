//! Findings and results -> terminal or JSON (spec 6). Decides nothing.

use std::fmt::Write as _;

use serde_json::{Value, json};
use unicode_width::UnicodeWidthStr as _;

use crate::model::{Excerpt, Figures, Finding, Severity};

/// What a run has to tell.
#[derive(Clone, Debug, Default)]
pub struct Told {
    /// Whether it succeeded.
    pub ok: bool,
    /// All findings, sorted.
    pub findings: Vec<Finding>,
    /// Players, complete rounds, tables waited for; where the sheets could be
    /// read that far.
    pub event: Option<(usize, u32, Vec<u32>)>,
    /// The round to be played, with its figures.
    pub seating: Option<SeatingFacts>,
    /// What was written, relative to the event.
    pub written: Vec<String>,
    /// The last line for people.
    pub summary: Vec<String>,
}

/// The round that is to be played.
#[derive(Clone, Debug)]
pub struct SeatingFacts {
    /// Its number.
    pub round: u32,
    /// Its stage.
    pub stage: &'static str,
    /// Its tables.
    pub tables: usize,
    /// Those of three.
    pub tables_of_three: usize,
    /// How good the seating is.
    pub figures: Figures,
}

/// Gives the one JSON object of `--format json`.
#[must_use]
pub fn json(told: &Told) -> String {
    let value = json!({
        "ok": told.ok,
        "problems": told.findings.iter().map(problem).collect::<Vec<_>>(),
        "event": told.event.as_ref().map(|(players, rounds, waiting)| {
            json!({"players": players, "rounds_complete": rounds, "waiting_for_tables": waiting})
        }),
        "seating": told.seating.as_ref().map(seating),
        "written": told.written,
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn problem(finding: &Finding) -> Value {
    let place = finding.place.as_ref();
    json!({
        "severity": finding.severity.as_str(),
        "code": finding.code.as_str(),
        "file": place.map(|place| &*place.file),
        "sheet": place.and_then(|place| place.sheet.as_deref()),
        "cell": place.and_then(|place| place.cell).map(|cell| cell.to_string()),
        "message": finding.message,
        "help": finding.help,
    })
}

pub(crate) fn seating(facts: &SeatingFacts) -> Value {
    let figures = &facts.figures;
    json!({
        "round": facts.round,
        "stage": facts.stage,
        "tables": facts.tables,
        "tables_of_three": facts.tables_of_three,
        "repeat_cost": figures.repeat_cost,
        "repeat_lower_bound": figures.repeat_lower_bound,
        "repeat_meetings": figures.repeat_meetings,
        "max_meetings": figures.max_meetings,
        "three_player_spread": figures.three_player_spread,
        "seat_spread": figures.seat_spread,
        "avoid_broken": figures.avoid_broken,
        "proven_optimal": figures.proven_optimal,
    })
}

/// Gives the findings as a terminal shows them, with colour marks that the
/// stream strips where they do not belong; `excerpts` shows each one's row.
#[must_use]
pub fn text(told: &Told, excerpts: bool) -> String {
    let mut text = String::new();
    for finding in &told.findings {
        finding_text(&mut text, finding, excerpts);
    }
    for line in &told.summary {
        let _ = writeln!(text, "{line}");
    }
    text
}

fn finding_text(text: &mut String, finding: &Finding, excerpts: bool) {
    let colour = match finding.severity {
        Severity::Error => anstyle::AnsiColor::Red,
        Severity::Warning => anstyle::AnsiColor::Yellow,
        Severity::Note => anstyle::AnsiColor::Cyan,
    };
    let style = anstyle::Style::new().bold().fg_color(Some(colour.into()));
    let _ = write!(text, "{style}{}{style:#}: ", finding.severity.as_str());
    if let Some(place) = &finding.place {
        let _ = write!(text, "{}: ", printable(&place.to_string()));
    }
    let _ = writeln!(text, "{}", printable(&finding.message));
    for line in &finding.context {
        let _ = writeln!(text, "  {}", printable(line));
    }
    if let Some(excerpt) = finding.excerpt.as_ref().filter(|_| excerpts) {
        excerpt_text(text, excerpt, style);
    }
    if let Some(help) = &finding.help {
        let _ = writeln!(text, "  help: {}", printable(help));
    }
}

/// The headers, the row below them, and carets below the cell that is meant.
fn excerpt_text(text: &mut String, excerpt: &Excerpt, style: anstyle::Style) {
    let (mut names, mut row, mut before) = (String::new(), String::new(), 0);
    let mut carets = 1;
    for (at, (name, cell)) in excerpt.cells.iter().enumerate() {
        let (name, cell) = (printable(name), printable(cell));
        let width = name.width().max(cell.width()).max(1);
        for (line, shown) in [(&mut names, &name), (&mut row, &cell)] {
            let gap = " ".repeat(width - shown.width());
            let _ = write!(line, "  {shown}{gap}");
        }
        if at < excerpt.meant {
            before += width + 2;
        } else if at == excerpt.meant {
            carets = cell.width().max(1);
        }
    }
    let marks = format!(
        "{}  {style}{}{style:#}",
        " ".repeat(before),
        "^".repeat(carets)
    );
    for line in [names, row, marks] {
        let _ = writeln!(text, "    |{}", line.trim_end());
    }
}

/// A sheet's text may hold control characters that would move the cursor or
/// colour the terminal; they are shown as a replacement character.
fn printable(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { '\u{FFFD}' } else { c })
        .collect()
}

/// Gives a number with its noun, as `1 table` or `2 tables`.
#[must_use]
pub fn counted(many: usize, noun: &str) -> String {
    let ending = if many == 1 { "" } else { "s" };
    format!("{many} {noun}{ending}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Code, Place};

    fn told(cells: &[(&str, &str)], meant: usize) -> Told {
        let mut finding = Finding::error(Code::NotANumber, Place::file("a.csv"), "wrong");
        finding.excerpt = Some(Excerpt {
            cells: cells
                .iter()
                .map(|(name, text)| ((*name).to_owned(), (*text).to_owned()))
                .collect(),
            meant,
        });
        Told {
            findings: vec![finding],
            ..Told::default()
        }
    }

    fn shown(cells: &[(&str, &str)], meant: usize) -> String {
        anstream::adapter::strip_str(&text(&told(cells, meant), true)).to_string()
    }

    #[test]
    fn carets_stand_below_the_cell() {
        assert_eq!(
            shown(&[("Table", "3"), ("Player", "Anna Berg"), ("VP", "1O")], 2),
            "error: a.csv: wrong\n    |  Table  Player     VP\n    |  3      Anna Berg  1O\n    |                    ^^\n"
        );
    }

    #[test]
    fn an_empty_cell_has_one_caret_and_wide_letters_count_twice() {
        assert_eq!(
            shown(
                &[("Player", "\u{9ad8}\u{6a4b}"), ("VP", ""), ("Winner", "x")],
                1
            ),
            "error: a.csv: wrong\n    |  Player  VP  Winner\n    |  \u{9ad8}\u{6a4b}        x\n    |          ^\n"
        );
    }

    #[test]
    fn no_excerpt_where_nobody_looks_at_a_terminal() {
        let told = told(&[("VP", "1O")], 0);
        let text = anstream::adapter::strip_str(&text(&told, false)).to_string();
        assert_eq!(text, "error: a.csv: wrong\n");
    }
}
