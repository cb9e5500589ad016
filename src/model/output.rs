//! Neutral tables between the reports and the writers, so that a workbook, a
//! page and a text file cannot disagree. Says what is shown and what may be
//! typed; knows no file format.

/// How a number is shown in a workbook cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumberFormat {
    /// Whole.
    Whole,
    /// With this many decimals.
    Decimal(u8),
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

/// What may be typed into a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A whole number in a range, both ends included.
    Whole {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A number in a range, with decimals.
    Decimal {
        /// The least.
        least: i64,
        /// The most.
        most: i64,
    },
    /// A mark, or one of these words.
    Mark {
        /// Words that may stand instead of a mark.
        words: Vec<String>,
    },
    /// Minutes and seconds, kept as text.
    Time,
    /// Anything.
    Text,
}

/// What a column's cells are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Style {
    /// Fixed.
    Plain,
    /// Fixed, long: wraps.
    Wrapped,
    /// For typing: the only cells that a protected sheet leaves open.
    Typed {
        /// What may be typed.
        entry: Entry,
        /// What a wrong entry is answered with.
        message: String,
    },
    /// Shows what the sheet's checks compute from the entries.
    Computed(Computed),
    /// Shows the course of the row's hidden numbers as small bars.
    Trend,
    /// The numbers behind [`Style::Trend`], not shown themselves.
    TrendData,
}

/// What a computed column shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Computed {
    /// The score that follows from the columns with a worth and the bonuses.
    Score,
    /// In the first row of each table, whether its results are complete.
    State,
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

/// What a sheet's colours, counter and computed columns follow from; columns
/// are given by their position.
#[derive(Clone, Debug, Default)]
pub struct SheetChecks {
    /// Where each player's score stands; a computed column where it follows
    /// from others.
    pub score: usize,
    /// Columns that each row needs.
    pub needed: Vec<usize>,
    /// Where the winner is marked.
    pub winner: Option<usize>,
    /// The score that wins.
    pub target: Option<i64>,
    /// Each table has one winner, at the target or above.
    pub winner_required: bool,
    /// A marked winner has the target.
    pub winner_at_target: bool,
    /// The most of a column at one table.
    pub table_limits: Vec<(usize, u32)>,
    /// What the scores of a table add up to.
    pub table_total: Option<i64>,
    /// Columns that each add to the score: position and worth.
    pub worths: Vec<(usize, u32)>,
    /// Bonuses for the highest value of a column.
    pub bonuses: Vec<BonusCheck>,
    /// What is said about a table.
    pub words: CheckWords,
}

/// A bonus as a sheet computes it.
#[derive(Clone, Debug)]
pub struct BonusCheck {
    /// The column whose highest value wins it.
    pub by: usize,
    /// The least value that wins it.
    pub least: u32,
    /// Where the first among equals is marked.
    pub mark: usize,
    /// What it is worth.
    pub worth: u32,
}

/// The words of the checks.
#[derive(Clone, Debug, Default)]
pub struct CheckWords {
    /// Nothing typed yet.
    pub open: String,
    /// All in.
    pub done: String,
    /// Something is missing.
    pub missing: String,
    /// More than one winner is marked.
    pub two_winners: String,
    /// Several reached the target and none is marked.
    pub no_mark: String,
    /// Nobody has won.
    pub no_winner: String,
    /// The marked winner is below the target.
    pub below_target: String,
    /// Equal players, none or several marked.
    pub who_first: String,
    /// More than there is of something.
    pub over_limit: String,
    /// The scores do not add up.
    pub wrong_total: String,
    /// Around the number of tables that are done, for example "" and " of 20
    /// tables entered".
    pub counter: (String, String),
}

/// What a sheet is for.
#[derive(Clone, Debug, Default)]
pub enum SheetUse {
    /// To type a list into: no protection, no filters.
    #[default]
    Open,
    /// A list to read, sort and filter.
    List,
    /// Sentences to read.
    Prose,
    /// A form: protected, so that only entry cells can be typed into.
    Form(Box<SheetChecks>),
}

/// A picture of ranks over the rounds.
#[derive(Clone, Debug)]
pub struct RankChart {
    /// Its title.
    pub title: String,
    /// What stands at the ranks' axis.
    pub axis: String,
    /// The first and last column of the ranks, one a round.
    pub columns: (usize, usize),
    /// The column of the names.
    pub names: usize,
    /// How many rows, from the first, are drawn.
    pub rows: usize,
    /// The lowest rank in them.
    pub lowest: u32,
}

/// One worksheet.
#[derive(Clone, Debug, Default)]
pub struct BookSheet {
    /// Its name.
    pub name: String,
    /// Title lines above the header; none of them is ever read back.
    pub titles: Vec<String>,
    /// Columns.
    pub columns: Vec<Column>,
    /// Rows.
    pub rows: Vec<Vec<BookCell>>,
    /// For each row its band (tables of a round share one); rows of one band
    /// are never split over pages. Empty: no bands.
    pub bands: Vec<u32>,
    /// What it is for.
    pub purpose: SheetUse,
    /// Printed across the long side of the paper.
    pub landscape: bool,
    /// The row after which the cut falls.
    pub cut_after: Option<usize>,
    /// A chart below the rows.
    pub chart: Option<RankChart>,
}

/// One workbook.
#[derive(Clone, Debug)]
pub struct Book {
    /// Its title.
    pub title: String,
    /// Who holds the event.
    pub author: String,
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
