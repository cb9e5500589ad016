//! Neutral tables between the reports and the writers, so that a workbook, a
//! page and a text file cannot disagree.

/// How a number is shown in a workbook cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// Whole.
    Whole,
    /// Up to three decimals.
    Decimal,
}

/// One cell.
#[derive(Clone, Debug, PartialEq)]
pub enum BookCell {
    /// Nothing.
    Empty,
    /// Text, never a formula.
    Text(String),
    /// A number.
    Number(f64, NumberFormat),
}

/// How a cell's text lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left.
    Left,
    /// In the middle.
    Centre,
    /// At the right.
    Right,
}

/// How a row or column looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Fixed.
    Plain,
    /// For typing: unlocked; a whole number from 0 to the limit.
    Entry(u32),
    /// For typing: unlocked; a mark.
    MarkEntry,
    /// For typing: unlocked; anything.
    FreeEntry,
}

/// One column.
#[derive(Clone, Debug)]
pub struct Column {
    /// Header.
    pub header: String,
    /// Width in characters.
    pub width: f64,
    /// Alignment.
    pub align: Align,
    /// What its cells are for.
    pub style: Style,
}

/// One worksheet.
#[derive(Clone, Debug)]
pub struct BookSheet {
    /// Its name.
    pub name: String,
    /// Title lines above the header.
    pub titles: Vec<String>,
    /// Columns.
    pub columns: Vec<Column>,
    /// Rows.
    pub rows: Vec<Vec<BookCell>>,
    /// For each row its band (tables of a round share one); rows of one band
    /// are never split over pages. Empty: no bands.
    pub bands: Vec<u32>,
    /// Protected, so that only entry cells can be typed into.
    pub protect: bool,
    /// Printed across the long side of the paper.
    pub landscape: bool,
}

/// One workbook.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// ISO date that stands as its creation date.
    pub date: Option<String>,
    /// Marked as our own standings, which are never read back.
    pub standings: bool,
    /// A4, else Letter.
    pub a4: bool,
    /// Worksheets.
    pub sheets: Vec<BookSheet>,
}

/// A file to be written.
#[derive(Clone, Debug)]
pub struct OutputFile {
    /// Its path.
    pub path: std::path::PathBuf,
    /// How messages name it, relative to the event.
    pub shown: String,
    /// What goes in.
    pub bytes: Vec<u8>,
}

/// A page: a template and what it shows.
#[derive(Clone, Debug)]
pub struct PageData {
    /// The template's name.
    pub template: &'static str,
    /// Its data, numbers already as text.
    pub data: serde_json::Value,
}
