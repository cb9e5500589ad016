//! One player's cells of a row, whether each player has a row or a table has
//! one. Knows headers and merged cells; understands no value.

use super::cells;
use super::headers::{Headers, MOST_IN_ROW};
use crate::model::{CellRef, Grid, Place, Row, Value};

/// One player's cells.
pub(super) struct Record<'a> {
    pub(super) grid: &'a Grid,
    pub(super) headers: &'a Headers,
    pub(super) row: &'a Row,
    /// Which of the row's players; none where each has a row.
    pub(super) number: Option<u32>,
}

/// What the rows of one table may share in a merged cell.
const SHARED: [&str; 3] = ["table", "round", "group"];

impl<'a> Record<'a> {
    /// Gives the records of a row.
    pub(super) fn of_row(grid: &'a Grid, headers: &'a Headers, row: &'a Row) -> Vec<Self> {
        let record = |number| Self {
            grid,
            headers,
            row,
            number,
        };
        match headers.players_in_row() {
            Some(many) => (1..=many.min(MOST_IN_ROW))
                .map(|number| record(Some(number)))
                .filter(|record| record.text("name").is_some() || record.text("id").is_some())
                .collect(),
            None => vec![record(None)],
        }
    }

    /// Gives the column of a meaning: the player's own, else the row's.
    fn col(&self, meaning: &str) -> Option<u32> {
        self.number
            .and_then(|number| self.headers.col_of(meaning, number))
            .or_else(|| self.headers.col(meaning))
    }

    /// Says whether there is a column of the player's own.
    pub(super) fn is_own(&self, meaning: &str) -> bool {
        self.number
            .is_none_or(|number| self.headers.col_of(meaning, number).is_some())
    }

    /// Says whether there is a column of that meaning.
    pub(super) fn has(&self, meaning: &str) -> bool {
        self.col(meaning).is_some()
    }

    pub(super) fn get(&self, meaning: &str) -> Option<&'a Value> {
        let col = self.col(meaning)?;
        let here = self.row.get(col);
        if here.is_some() || !SHARED.contains(&meaning) {
            return here;
        }
        let (row, grid) = (self.row.index, self.grid);
        let (first, _) = grid.merges.iter().find(|(first, last)| {
            (first.row..=last.row).contains(&row) && (first.col..=last.col).contains(&col)
        })?;
        grid.get(first.row, first.col)
    }

    /// Gives a cell that has something in it.
    pub(super) fn filled(&self, meaning: &str) -> Option<&'a Value> {
        self.get(meaning)
            .filter(|value| !cells::text(value).is_empty())
    }

    pub(super) fn text(&self, meaning: &str) -> Option<String> {
        let read = if meaning == "id" {
            cells::id_text
        } else {
            cells::text
        };
        self.filled(meaning).map(read)
    }

    pub(super) fn place(&self, meaning: &str) -> Place {
        let col = self.col(meaning).unwrap_or(0);
        self.grid.place().at(CellRef::new(self.row.index, col))
    }

    /// Gives the name, from one column or two.
    pub(super) fn name(&self) -> Option<String> {
        self.text("name").or_else(|| {
            let parts = [self.text("first"), self.text("last")];
            let full = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
            (!full.is_empty()).then_some(full)
        })
    }

    /// Gives the cell that says who it is.
    pub(super) fn who(&self) -> Place {
        let named = ["name", "first", "id"];
        let meaning = named.iter().find(|meaning| self.filled(meaning).is_some());
        self.place(meaning.copied().unwrap_or("name"))
    }
}
