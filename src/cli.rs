//! The command line: what was typed, nothing of what it means.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

/// Turns a board-game tournament's sheets into standings, seating and score
/// sheets.
#[derive(Debug, Parser)]
#[command(name = "tabletally", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Start an event: a sheet with the settings and an empty player list
    New(NewArgs),
    /// Check, score, rank, seat the next round, write everything
    Run(RunArgs),
    /// Read and check only; nothing is written
    Check(CheckArgs),
    /// Say why a player has a rank: each criterion, each round, the neighbours
    Explain(ExplainArgs),
    /// Seat a whole schedule without an event and say how good it is
    Plan(PlanArgs),
    /// Recompute a submission from its sheets and say whether they agree
    Verify(VerifyArgs),
    /// Say what changed between two submissions of one event
    Diff(DiffArgs),
    /// Rank a season from the submissions of many events
    Season(SeasonArgs),
    /// Print the JSON Schema of a form
    Schema {
        /// The form: submission
        form: String,
    },
    /// List the presets; with a name, print that preset's file
    Presets(PresetsArgs),
    /// Print completions for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page
    Man,
}

/// What `new` takes.
#[derive(Debug, Args)]
pub struct NewArgs {
    /// The event's folder, made when missing
    pub dir: PathBuf,
    /// The preset, as `tabletally presets` lists them
    #[arg(long)]
    pub preset: String,
    /// An existing list whose players are taken over
    #[arg(long, value_name = "FILE")]
    pub players: Option<PathBuf>,
    /// The kind of sheet to write
    #[arg(long = "as", value_enum, default_value = "xlsx")]
    pub sheet_as: SheetKind,
}

/// What tells an event, and how to speak.
#[derive(Debug, Args)]
pub struct EventArgs {
    /// The event: a folder, a workbook, or several files
    #[arg(required = true, value_name = "SHEETS")]
    pub sheets: Vec<PathBuf>,
    /// The preset; wins over the Event sheet
    #[arg(long)]
    pub preset: Option<String>,
    /// The seed; wins over the Event sheet
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// The language of pages and workbooks
    #[arg(long, value_enum, env = "TABLETALLY_LANG")]
    pub lang: Option<Language>,
}

/// What `check` takes.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The event.
    #[command(flatten)]
    pub event: EventArgs,
}

/// What `explain` takes.
#[derive(Debug, Args)]
pub struct ExplainArgs {
    /// The event, then the player's ID or name
    #[arg(required = true, num_args = 2.., value_names = ["SHEETS", "PLAYER"])]
    pub sheets_and_player: Vec<PathBuf>,
    /// The preset; wins over the Event sheet
    #[arg(long)]
    pub preset: Option<String>,
    /// The seed; wins over the Event sheet
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// How to print the explanation
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// The language of the explanation
    #[arg(long, value_enum, env = "TABLETALLY_LANG")]
    pub lang: Option<Language>,
}

/// What `presets` takes.
#[derive(Debug, Args)]
pub struct PresetsArgs {
    /// The preset: one of the list, or a preset file (.toml)
    pub name: Option<String>,
    /// Say the rules in plain sentences instead
    #[arg(long, requires = "name")]
    pub explain: bool,
    /// The language of the sentences
    #[arg(long, value_enum, env = "TABLETALLY_LANG")]
    pub lang: Option<Language>,
    /// Write the built-in page templates into a folder, to change them
    #[arg(long, value_name = "DIR", conflicts_with = "name")]
    pub templates: Option<PathBuf>,
}

/// What `run` takes.
#[derive(Debug, Args)]
pub struct RunArgs {
    /// The event.
    #[command(flatten)]
    pub event: EventArgs,
    /// Where the outputs go
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The kind of round sheet to write
    #[arg(long = "as", value_enum)]
    pub sheet_as: Option<SheetKind>,
    /// The paper's size
    #[arg(long, value_enum)]
    pub paper: Option<Paper>,
    /// Score sheets on a page
    #[arg(long, value_parser = ["1", "2", "4"])]
    pub per_page: Option<String>,
    /// Seat rounds without a single result anew; their sheets are kept as
    /// round-N.before-reseat-1
    #[arg(long)]
    pub reseat: bool,
    /// A folder of page templates; each wins over ours of the same name
    #[arg(long, value_name = "DIR")]
    pub templates: Option<PathBuf>,
    /// Make the standings page scroll and reload by itself
    #[arg(long)]
    pub kiosk: bool,
    /// Also write who to write to: contacts.csv of the qualifiers, and
    /// final-report.xlsx for the federation
    #[arg(long)]
    pub contacts: bool,
    /// Also write event.trf (TRF16), for chess programs; two-player games
    /// only
    #[arg(long)]
    pub trf: bool,
}

/// What `plan` takes.
#[derive(Debug, Args)]
pub struct PlanArgs {
    /// How many players, or a range to compare, such as 60-66
    #[arg(long, value_name = "N|N-M")]
    pub players: String,
    /// How many rounds
    #[arg(long, value_name = "R", value_parser = clap::value_parser!(u32).range(1..=60))]
    pub rounds: u32,
    /// The preset whose table sizes and goals are used
    #[arg(long)]
    pub preset: Option<String>,
    /// Table sizes, the preferred first
    #[arg(long, value_name = "SIZES", value_delimiter = ',',
          value_parser = clap::value_parser!(u8).range(2..=6))]
    pub sizes: Option<Vec<u8>>,
    /// The seed
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
    /// How to print the plan
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// Where the rounds' sheets and the wall chart go
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// The wall chart's paper
    #[arg(long, value_enum, default_value = "a4")]
    pub paper: Paper,
    /// The wall chart's language
    #[arg(long, value_enum, env = "TABLETALLY_LANG")]
    pub lang: Option<Language>,
}

/// What `verify` takes.
#[derive(Debug, Args)]
pub struct VerifyArgs {
    /// The submission (submission.json)
    pub submission: PathBuf,
    /// The event: a folder, a workbook, or several files
    #[arg(required = true, value_name = "SHEETS")]
    pub sheets: Vec<PathBuf>,
    /// The preset, where the Event sheet names none
    #[arg(long)]
    pub preset: Option<String>,
    /// The seed, where the Event sheet names none
    #[arg(long, value_name = "TEXT")]
    pub seed: Option<String>,
}

/// What `season` takes.
#[derive(Debug, Args)]
pub struct SeasonArgs {
    /// Submissions, or folders that hold them
    #[arg(required = true, value_name = "SUBMISSIONS")]
    pub submissions: Vec<PathBuf>,
    /// The season's rules: a name, or a file (.toml)
    #[arg(long)]
    pub preset: String,
    /// Where the ranking goes
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    pub format: OutputFormat,
    /// The language of the page and the workbook
    #[arg(long, value_enum, env = "TABLETALLY_LANG")]
    pub lang: Option<Language>,
}

/// What `diff` takes.
#[derive(Debug, Args)]
pub struct DiffArgs {
    /// The earlier submission
    pub old: PathBuf,
    /// The later one
    pub new: PathBuf,
}

/// Kinds of sheets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SheetKind {
    /// Workbooks
    Xlsx,
    /// Text with commas
    Csv,
}

/// How findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For people
    Text,
    /// For programs: one JSON object
    Json,
}

/// Languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// English
    En,
    /// German
    De,
    /// Latvian
    Lv,
}

/// Paper sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// A4
    A4,
    /// Letter
    Letter,
}
