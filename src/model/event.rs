//! An event as it was typed, checked: players, rounds, tables, seats. After
//! the checks every value here is valid by construction.

use super::{Exact, NameKey, Place};

/// A player's position in [`Event::players`].
pub type PlayerIx = usize;

/// How the event's sheets are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A folder or loose files, one sheet a round.
    Files,
    /// One workbook that holds everything.
    Workbook,
}

/// The kind of sheet that is written for typing into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SheetFormat {
    /// A workbook.
    Xlsx,
    /// Delimited text.
    Csv,
}

/// The seed of every draw and lot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedText {
    /// The text itself.
    pub text: String,
    /// Derived from the event's name, date and place, since none was given.
    pub derived: bool,
}

/// A whole event.
#[derive(Clone, Debug)]
pub struct Event {
    /// Its name; the folder's or workbook's name when none was given.
    pub name: String,
    /// ISO date, `2026-05-02`.
    pub date: Option<String>,
    /// Where it is held.
    pub place: Option<String>,
    /// Who holds it.
    pub organiser: Option<String>,
    /// The seed of every draw and lot.
    pub seed: SeedText,
    /// All players of the list, in its order.
    pub players: Vec<Player>,
    /// The rounds that have a sheet, ascending and without a gap.
    pub rounds: Vec<Round>,
}

/// One player of the list.
#[derive(Clone, Debug)]
pub struct Player {
    /// The ID, typed or given by order.
    pub id: String,
    /// Whether the ID was typed.
    pub id_typed: bool,
    /// The name as it is shown.
    pub name: String,
    /// The name's key.
    pub key: NameKey,
    /// Club.
    pub club: Option<String>,
    /// Country.
    pub country: Option<String>,
    /// E-mail address; it leaves the event only where contacts are asked for.
    pub email: Option<String>,
    /// Telephone number; the same.
    pub phone: Option<String>,
    /// Pool.
    pub group: Option<String>,
    /// Last year's place or rating order.
    pub seed_rank: Option<Exact>,
    /// Labels that keep players apart.
    pub avoid: Vec<String>,
    /// First round.
    pub from: u32,
    /// Last round; `None` until the end.
    pub until: Option<u32>,
    /// The rounds played, where they were listed.
    pub only_rounds: Option<Vec<u32>>,
    /// The organisers' reserve player.
    pub reserve: bool,
    /// Excluded by the director.
    pub excluded: bool,
    /// Plays out of competition.
    pub guest: bool,
    /// A fixed table.
    pub table: Option<u32>,
    /// A lot drawn by hand.
    pub lot: Option<Exact>,
    /// Qualified elsewhere already.
    pub qualified: bool,
    /// The player's row.
    pub row: Place,
}

impl Player {
    /// Gives the text from which lots and draws know the player: the typed ID,
    /// else the name's key, so that the order of rows changes nothing.
    #[must_use]
    pub fn draw_key(&self) -> String {
        if self.id_typed {
            format!("id:{}", self.id)
        } else {
            format!("name:{}", self.key.as_str())
        }
    }

    /// Says whether the player means to play a round; results of who was
    /// excluded since stay.
    #[must_use]
    pub fn plays(&self, round: u32) -> bool {
        round >= self.from
            && self.until.is_none_or(|last| round <= last)
            && self
                .only_rounds
                .as_ref()
                .is_none_or(|rounds| rounds.contains(&round))
    }

    /// Says whether the player needs a seat in a round; the reserve is only
    /// asked in when the number is odd.
    #[must_use]
    pub fn takes_part(&self, round: u32) -> bool {
        self.plays(round) && !self.reserve && !self.excluded
    }

    /// Says whether the player takes part in the ranking.
    #[must_use]
    pub fn is_ranked(&self) -> bool {
        !(self.excluded || self.guest || self.reserve)
    }
}

/// What a table's stage is, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stage {
    /// Before the cut; heats too.
    Preliminary,
    /// Before the semifinal.
    Quarterfinal,
    /// Before the final.
    Semifinal,
    /// For the third place, beside the final.
    ThirdPlace,
    /// The last.
    Final,
}

impl Stage {
    /// Gives the word of the machine forms.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Preliminary => "preliminary",
            Self::Quarterfinal => "quarterfinal",
            Self::Semifinal => "semifinal",
            Self::ThirdPlace => "third-place",
            Self::Final => "final",
        }
    }
}

/// One round as its sheet has it.
#[derive(Clone, Debug)]
pub struct Round {
    /// Its number, from 1.
    pub number: u32,
    /// Its stage.
    pub stage: Stage,
    /// Tables by ascending number.
    pub tables: Vec<Table>,
    /// Players with a bye.
    pub byes: Vec<PlayerIx>,
    /// Where each of them stands.
    pub bye_cells: Vec<Place>,
    /// Players due who sit nowhere.
    pub absent: Vec<Absence>,
    /// Rows with an error that leaves open who sits there, or where.
    pub unread: usize,
    /// The sheet.
    pub sheet: Place,
}

impl Round {
    /// Says whether any result has been typed.
    #[must_use]
    pub fn has_results(&self) -> bool {
        self.tables
            .iter()
            .any(|table| table.state != TableState::Empty)
    }

    /// Gives the players whose bye counts: from the round's first result on.
    #[must_use]
    pub fn counted_byes(&self) -> &[PlayerIx] {
        if self.has_results() { &self.byes } else { &[] }
    }

    /// Says whether every table counts.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.tables
            .iter()
            .all(|table| table.state == TableState::Complete)
    }

    /// Gives the numbers of the tables that do not count yet.
    #[must_use]
    pub fn waiting(&self) -> Vec<u32> {
        self.tables
            .iter()
            .filter(|table| table.state != TableState::Complete)
            .map(|table| table.number)
            .collect()
    }
}

/// A player who was due in a round and sat nowhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Absence {
    /// Who.
    pub player: PlayerIx,
}

/// Whether a table's results are in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableState {
    /// Nothing typed yet.
    Empty,
    /// Something missing; it does not count.
    Incomplete,
    /// It counts.
    Complete,
}

/// One table of a round.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its number, from 1.
    pub number: u32,
    /// Its stage.
    pub stage: Stage,
    /// Its pool, as its rows say.
    pub group: Option<String>,
    /// Its seats, in seat order where seats are given, else in row order.
    pub seats: Vec<Seat>,
    /// Whether its results are in.
    pub state: TableState,
}

impl Table {
    /// Gives the planned size: the number of its rows with a player.
    #[must_use]
    pub fn size(&self) -> usize {
        self.seats.len()
    }
}

/// A mark in a cell.
pub type Mark = bool;

impl Seat {
    /// Says whether any result has been typed.
    #[must_use]
    pub fn has_result(&self) -> bool {
        self.vp.is_some() || self.winner || self.extra.iter().any(Option::is_some)
    }
}

/// What stands in a column that the preset asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Extra {
    /// A number; a time counts in seconds.
    Number(Exact),
    /// A mark.
    Mark,
    /// Nobody holds the bonus.
    Nobody,
}

/// A value that follows from the results and that the organiser wrote down
/// too, to be compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derived {
    /// What it is.
    pub what: DerivedKind,
    /// What was written.
    pub value: Exact,
    /// Where.
    pub at: Place,
}

/// The values that follow from results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DerivedKind {
    /// The place at the table.
    Place,
    /// Points for it.
    Points,
    /// The sum of the table's VP.
    TableTotal,
    /// The percentage of it.
    Share,
}

/// One player at a table.
#[derive(Clone, Debug)]
pub struct Seat {
    /// Who.
    pub player: PlayerIx,
    /// Seat, from 1; `None` where it was left open.
    pub seat: Option<u32>,
    /// The game's own score, as typed or from the preset's columns; `None` is
    /// not yet entered.
    pub vp: Option<Exact>,
    /// One for each of the preset's columns; `None` where nothing stands.
    pub extra: Vec<Option<Extra>>,
    /// What the organiser computed.
    pub derived: Vec<Derived>,
    /// Marked as the winner.
    pub winner: Mark,
    /// Points that the judge took off, zero or more.
    pub penalty: Exact,
    /// Signed.
    pub signed: Mark,
    /// A remark.
    pub note: Option<String>,
    /// The row in its sheet.
    pub row: Place,
}
