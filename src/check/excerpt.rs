//! The rows that findings speak of, cut to what a terminal can show. Knows
//! the sheets and nothing of what the findings mean.

use super::cells::text;
use super::headers::Dictionary;
use super::{Settings, roles};
use crate::model::{Excerpt, Finding, Grid, Row};

/// Filled cells shown on each side of the one that is meant.
const BESIDE: usize = 4;

/// Characters shown of one cell.
const SHOWN: usize = 24;

/// Gives each finding about a cell the row around it: the columns whose
/// headers are known, but for people's contacts, which others may read from
/// the screen.
pub fn add_excerpts(grids: &[Grid], settings: &Settings, findings: &mut [Finding]) {
    let dictionary = Dictionary::new(&settings.columns, &[]);
    for grid in grids {
        let here: Vec<&mut Finding> = findings
            .iter_mut()
            .filter(|finding| is_in(finding, grid))
            .collect();
        if here.is_empty() {
            continue;
        }
        let Some(headers) = roles::headers_of(grid, &dictionary, &mut Vec::new()) else {
            continue;
        };
        let Some(names) = grid.row(headers.row) else {
            continue;
        };
        let columns = headers.known_columns(&["email", "phone"]);
        for finding in here {
            let cell = finding.place.as_ref().and_then(|place| place.cell);
            let Some(cell) = cell.filter(|cell| cell.row > headers.row) else {
                continue;
            };
            finding.excerpt = grid.row(cell.row).map(|row| {
                let mut shown: Vec<u32> = columns.iter().copied().collect();
                shown.retain(|col| *col != cell.col && row.get(*col).is_some());
                around(names, row, &shown, cell.col)
            });
        }
    }
}

fn is_in(finding: &Finding, grid: &Grid) -> bool {
    let place = finding.place.as_ref();
    place.is_some_and(|place| {
        place.cell.is_some() && place.file == grid.file && place.sheet == grid.sheet
    })
}

/// The cell that is meant with the nearest of the shown columns.
fn around(names: &Row, row: &Row, shown: &[u32], col: u32) -> Excerpt {
    let at = shown.partition_point(|other| *other < col);
    let left = &shown[at.saturating_sub(BESIDE)..at];
    let right = &shown[at..shown.len().min(at + BESIDE)];
    let of = |row: &Row, col: u32| {
        row.get(col)
            .map_or_else(String::new, |value| cut(&text(value)))
    };
    let columns = left.iter().chain([&col]).chain(right);
    Excerpt {
        cells: columns
            .map(|other| (of(names, *other), of(row, *other)))
            .collect(),
        meant: left.len(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        None => text.to_owned(),
        Some((at, _)) => format!("{}…", text[..at].trim_end()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Cell, Code, Format, Value};

    fn grid(rows: &[&[&str]]) -> Grid {
        let cells = |texts: &[&str]| {
            (0..)
                .zip(texts)
                .filter(|(_, text)| !text.is_empty())
                .map(|(col, text)| Cell {
                    col,
                    value: Value::Text((*text).into()),
                })
                .collect()
        };
        Grid {
            file: "round-1.csv".into(),
            sheet: None,
            format: Format::Csv,
            hidden: false,
            rows: (0..)
                .zip(rows)
                .map(|(index, texts)| Row {
                    index,
                    cells: cells(texts),
                })
                .collect(),
            merges: Vec::new(),
        }
    }

    fn excerpt(grid: &Grid, row: u32, col: u32) -> Option<Excerpt> {
        let mut findings = [Finding::error(Code::NotANumber, grid.at(row, col), "wrong")];
        add_excerpts(
            std::slice::from_ref(grid),
            &Settings::default(),
            &mut findings,
        );
        findings[0].excerpt.clone()
    }

    fn pairs(excerpt: &Excerpt) -> Vec<(&str, &str)> {
        let cells = excerpt.cells.iter();
        cells.map(|(name, text)| (&**name, &**text)).collect()
    }

    #[test]
    fn the_row_is_shown_with_its_headers_even_around_an_empty_cell() {
        let grid = grid(&[
            &["Table", "Seat", "Player", "VP", "Winner"],
            &["3", "", "Anna Berg", "", "x"],
        ]);
        let found = excerpt(&grid, 1, 3).unwrap();
        assert_eq!(
            pairs(&found),
            [
                ("Table", "3"),
                ("Player", "Anna Berg"),
                ("VP", ""),
                ("Winner", "x")
            ]
        );
        assert_eq!(found.meant, 2);
    }

    #[test]
    fn contacts_and_columns_that_nobody_knows_are_not_shown() {
        let grid = grid(&[
            &["Name", "Email", "How can we reach you?", "Until"],
            &["Anna Berg", "anna@example.org", "0151 234", "soon"],
        ]);
        let found = excerpt(&grid, 1, 3).unwrap();
        assert_eq!(pairs(&found), [("Name", "Anna Berg"), ("Until", "soon")]);
    }

    #[test]
    fn nothing_is_shown_of_the_headers_and_of_empty_rows() {
        let grid = grid(&[&["Table", "Player"], &["3", "Anna Berg"]]);
        assert_eq!(excerpt(&grid, 0, 1), None);
        assert_eq!(excerpt(&grid, 2, 1), None);
    }

    #[test]
    fn long_texts_are_cut() {
        let long = "Õ".repeat(40);
        let grid = grid(&[&["Table", "Player"], &["3", &long]]);
        let found = excerpt(&grid, 1, 1).unwrap();
        assert_eq!(found.cells[1].1, format!("{}…", "Õ".repeat(SHOWN)));
    }
}
