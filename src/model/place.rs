//! Where something stands: a file, a sheet, a cell.

use std::fmt;
use std::sync::Arc;

/// One cell of a sheet, counted from zero; shown as a spreadsheet shows it
/// (`E7`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CellRef {
    /// Row, from zero.
    pub row: u32,
    /// Column, from zero.
    pub col: u32,
}

impl CellRef {
    /// Gives the cell at a row and a column, both from zero.
    #[must_use]
    pub const fn new(row: u32, col: u32) -> Self {
        Self { row, col }
    }
}

impl fmt::Display for CellRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut letters = [0_u8; 8];
        let mut start = letters.len();
        let mut left = u64::from(self.col) + 1;
        while left > 0 {
            left -= 1;
            start -= 1;
            letters[start] = b'A' + (left % 26) as u8;
            left /= 26;
        }
        for letter in &letters[start..] {
            write!(f, "{}", char::from(*letter))?;
        }
        write!(f, "{}", u64::from(self.row) + 1)
    }
}

/// Where a finding stands. Places sort by file, then sheet, then cell.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// The file as the user would name it, relative to the event; never a
    /// path of the machine.
    pub file: Arc<str>,
    /// The worksheet; `None` in a CSV file and for a whole file.
    pub sheet: Option<Arc<str>>,
    /// The cell; `None` for a whole sheet or file.
    pub cell: Option<CellRef>,
}

impl Place {
    /// Gives the place of a whole file.
    #[must_use]
    pub fn file(file: impl Into<Arc<str>>) -> Self {
        Self {
            file: file.into(),
            sheet: None,
            cell: None,
        }
    }

    /// Gives the same file and sheet with another cell.
    #[must_use]
    pub fn at(&self, cell: CellRef) -> Self {
        Self {
            cell: Some(cell),
            ..self.clone()
        }
    }

    /// Gives the same sheet without a cell.
    #[must_use]
    pub fn whole_sheet(&self) -> Self {
        Self {
            cell: None,
            ..self.clone()
        }
    }
}

/// `round-2.xlsx, sheet "Round 2", cell E7`, with the parts that are known.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if let Some(sheet) = &self.sheet {
            write!(f, ", sheet \"{sheet}\"")?;
        }
        if let Some(cell) = self.cell {
            write!(f, ", cell {cell}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_named_as_a_spreadsheet_names_them() {
        for (row, col, name) in [
            (0, 0, "A1"),
            (6, 4, "E7"),
            (0, 25, "Z1"),
            (9, 26, "AA10"),
            (1_048_575, 16_383, "XFD1048576"),
        ] {
            assert_eq!(CellRef::new(row, col).to_string(), name);
        }
    }

    #[test]
    fn the_widest_cell_has_a_name() {
        assert_eq!(
            CellRef::new(u32::MAX, u32::MAX).to_string(),
            "MWLQKWV4294967296"
        );
    }
}
