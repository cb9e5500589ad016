//! The round sheet: what the organiser types results into, as a workbook
//! sheet and as text.

use super::Facts;
use super::words::{Header, Words};
use crate::model::{
    Align, BonusCheck, Book, BookCell, BookSheet, CheckWords, Column, Computed, Entry, PlayerIx,
    SheetChecks, SheetUse, Stage, Style,
};
use crate::preset::{ColumnKind, PresetColumn, Seats};

/// One round as it is seated.
#[derive(Clone, Debug)]
pub struct RoundPlan {
    /// Its number.
    pub number: u32,
    /// Its stage.
    pub stage: Stage,
    /// The table that plays for the third place.
    pub third_place: Option<u32>,
    /// Tables: number, and players with their seats.
    pub tables: Vec<(u32, Vec<(PlayerIx, Option<u32>)>)>,
    /// Players with a bye.
    pub byes: Vec<PlayerIx>,
}

/// One column of the round sheet, in the order of spec 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Round,
    Stage,
    Group,
    Table,
    Seat,
    Id,
    Player,
    Vp,
    Winner,
    /// One of the preset's columns.
    Preset(usize),
    Penalty,
    Signed,
    Sheet,
    Void,
    Note,
}

/// The columns of this event's round sheets.
fn fields(facts: &Facts<'_>) -> Vec<Field> {
    let players = &facts.event.players;
    let groups = players.iter().any(|player| player.group.is_some());
    let mut fields = vec![Field::Round, Field::Stage];
    if groups {
        fields.push(Field::Group);
    }
    fields.extend([
        Field::Table,
        Field::Seat,
        Field::Id,
        Field::Player,
        Field::Vp,
        Field::Winner,
    ]);
    fields.extend((0..facts.preset.columns.len()).map(Field::Preset));
    fields.extend([
        Field::Penalty,
        Field::Signed,
        Field::Sheet,
        Field::Void,
        Field::Note,
    ]);
    fields
}

fn header(facts: &Facts<'_>, field: Field) -> String {
    let plain = match field {
        Field::Preset(at) => return facts.preset.columns[at].name.clone(),
        Field::Round => "Round",
        Field::Stage => "Stage",
        Field::Group => "Group",
        Field::Table => "Table",
        Field::Seat => "Seat",
        Field::Id => "ID",
        Field::Player => "Player",
        Field::Vp => "VP",
        Field::Winner => "Winner",
        Field::Penalty => "Penalty",
        Field::Signed => "Signed",
        Field::Sheet => "Sheet",
        Field::Void => "Void",
        Field::Note => "Note",
    };
    plain.to_owned()
}

/// Gives the round sheet as text, header first (spec 6).
#[must_use]
pub fn round_csv(facts: &Facts<'_>, plan: &RoundPlan) -> Vec<Vec<String>> {
    let fields = fields(facts);
    let headers = fields.iter().map(|field| header(facts, *field)).collect();
    let lines = lines(plan).into_iter().map(|line| {
        let cells = fields.iter().map(|field| cell(facts, plan, &line, *field));
        cells.collect()
    });
    std::iter::once(headers).chain(lines).collect()
}

/// One player of the sheet.
struct SheetLine {
    /// None for a bye.
    table: Option<u32>,
    player: PlayerIx,
    seat: Option<u32>,
}

fn lines(plan: &RoundPlan) -> Vec<SheetLine> {
    let seated = plan.tables.iter().flat_map(|(table, seats)| {
        seats.iter().map(|(player, seat)| SheetLine {
            table: Some(*table),
            player: *player,
            seat: *seat,
        })
    });
    let byes = plan.byes.iter().map(|player| SheetLine {
        table: None,
        player: *player,
        seat: None,
    });
    seated.chain(byes).collect()
}

/// What the tool writes in a cell; what is to be typed is empty.
fn cell(facts: &Facts<'_>, plan: &RoundPlan, line: &SheetLine, field: Field) -> String {
    let player = &facts.event.players[line.player];
    match field {
        Field::Round => plan.number.to_string(),
        Field::Stage => {
            let third = line.table.is_some() && line.table == plan.third_place;
            let stage = if third { Stage::ThirdPlace } else { plan.stage };
            stage.as_str().to_owned()
        }
        Field::Group => player.group.clone().unwrap_or_default(),
        Field::Table => line
            .table
            .map_or_else(|| "bye".to_owned(), |table| table.to_string()),
        Field::Seat => line.seat.map(|seat| seat.to_string()).unwrap_or_default(),
        Field::Id => player.id.clone(),
        Field::Player => player.name.clone(),
        Field::Sheet => line
            .table
            .map(|table| sheet_code(plan.number, table))
            .unwrap_or_default(),
        Field::Vp
        | Field::Winner
        | Field::Preset(_)
        | Field::Penalty
        | Field::Signed
        | Field::Void
        | Field::Note => String::new(),
    }
}

/// The printed sheet's code with a check digit: `R2-T07-4`. The digit makes
/// the weighted sum of all digits a multiple of eleven less ten, so that one
/// wrong digit or two swapped are noticed.
pub(super) fn sheet_code(round: u32, table: u32) -> String {
    let body = format!("{round:02}{table:03}");
    let sum: u32 = body
        .bytes()
        .zip(2..)
        .map(|(digit, weight)| u32::from(digit - b'0') * weight)
        .sum();
    let check = sum % 11;
    let check = if check == 10 {
        "X".to_owned()
    } else {
        check.to_string()
    };
    format!("R{round}-T{table:02}-{check}")
}

/// Gives the round sheet as a workbook. Its headers are in the language, in
/// words that the reader knows; the state of each table stands in a column
/// that it does not.
#[must_use]
pub fn round_book(facts: &Facts<'_>, plan: &RoundPlan) -> Book {
    let words = Words::new(facts.options.lang);
    let form = FormSheet {
        facts,
        plan,
        words: &words,
        fields: fields(facts),
    };
    Book {
        title: form.title(),
        author: facts.event.organiser.clone().unwrap_or_default(),
        date: facts.event.date.clone(),
        standings: false,
        a4: facts.options.a4,
        sheets: vec![form.sheet()],
    }
}

/// The round sheet as a form.
struct FormSheet<'a> {
    facts: &'a Facts<'a>,
    plan: &'a RoundPlan,
    words: &'a Words,
    fields: Vec<Field>,
}

impl FormSheet<'_> {
    fn title(&self) -> String {
        let round = self.words.get("round");
        let stage = self.words.stage(self.plan.stage);
        let event = &self.facts.event.name;
        format!("{event} – {round} {} – {stage}", self.plan.number)
    }

    fn sheet(&self) -> BookSheet {
        let lines = lines(self.plan);
        let row = |line: &SheetLine| {
            let cells = self
                .fields
                .iter()
                .map(|field| book_cell(*field, &cell(self.facts, self.plan, line, *field)));
            let mut cells: Vec<BookCell> = cells.collect();
            cells.extend(self.computed().map(|_| BookCell::Empty));
            cells
        };
        let mut columns: Vec<Column> = self
            .fields
            .iter()
            .map(|field| self.column(*field))
            .collect();
        columns.extend(self.computed().map(|(header, computed)| Column {
            header: self.words.get(header),
            width: if computed == Computed::State {
                24.0
            } else {
                9.0
            },
            align: Align::Centre,
            style: Style::Computed(computed),
        }));
        BookSheet {
            name: format!("{} {}", self.words.get("round"), self.plan.number),
            titles: vec![self.title(), self.words.get("type-here")],
            columns,
            rows: lines.iter().map(row).collect(),
            bands: lines.iter().map(|line| line.table.unwrap_or(0)).collect(),
            purpose: SheetUse::Form(Box::new(self.checks())),
            landscape: true,
            ..BookSheet::default()
        }
    }

    /// The columns that follow from the others, behind those of the form.
    fn computed(&self) -> impl Iterator<Item = (&'static str, Computed)> {
        let score = self.facts.preset.vp_from_columns();
        let score = score.then_some(("live-vp", Computed::Score));
        score.into_iter().chain([("check", Computed::State)])
    }

    fn at(&self, field: Field) -> Option<usize> {
        self.fields.iter().position(|other| *other == field)
    }

    fn preset_at(&self, key: &str) -> Option<usize> {
        self.at(Field::Preset(self.facts.preset.column(key)?))
    }

    fn checks(&self) -> SheetChecks {
        let preset = self.facts.preset;
        let computed = preset.vp_from_columns();
        let columns = || {
            (0..)
                .map(Field::Preset)
                .map(|field| self.at(field))
                .zip(&preset.columns)
        };
        let needed: Vec<usize> = if computed {
            let counts = columns().filter(|(_, column)| column.needed || column.worth.is_some());
            counts.filter_map(|(at, _)| at).collect()
        } else {
            self.at(Field::Vp).into_iter().collect()
        };
        let bonuses = preset.bonuses.iter().filter_map(|bonus| {
            Some(BonusCheck {
                by: self.preset_at(&bonus.by)?,
                least: bonus.least,
                mark: self.preset_at(&bonus.mark)?,
                worth: bonus.worth,
            })
        });
        let limits = columns().filter_map(|(at, column)| Some((at?, column.table_max?)));
        let worths = columns().filter_map(|(at, column)| Some((at?, column.worth?)));
        let winner = match &preset.winner_column {
            Some(key) => self.preset_at(key),
            None => self.at(Field::Winner),
        };
        SheetChecks {
            // The computed score stands right behind the form's columns.
            score: if computed {
                self.fields.len()
            } else {
                self.at(Field::Vp).unwrap_or_default()
            },
            needed,
            winner,
            target: preset
                .target(self.plan.number)
                .and_then(|target| target.to_i64()),
            winner_required: preset.winner_required,
            winner_at_target: preset.winner_required || preset.winner_floor.is_some(),
            table_limits: limits.collect(),
            table_total: preset.table_total,
            worths: worths.collect(),
            bonuses: bonuses.collect(),
            words: self.check_words(),
        }
    }

    fn check_words(&self) -> CheckWords {
        let word = |key: &str| self.words.get(key);
        // The number of tables that are done is put in by the workbook.
        let place = "\u{1}";
        let counter = self.words.with(
            "tables-entered",
            &[
                ("done", place.to_owned()),
                ("all", self.plan.tables.len().to_string()),
            ],
        );
        let (before, after) = counter.split_once(place).unwrap_or(("", &counter));
        CheckWords {
            open: "–".to_owned(),
            done: word("check-done"),
            missing: word("check-missing"),
            two_winners: word("check-two-winners"),
            no_mark: word("check-no-mark"),
            no_winner: word("check-no-winner"),
            below_target: word("check-below-target"),
            who_first: word("check-who-first"),
            over_limit: word("check-over-limit"),
            wrong_total: word("check-wrong-total"),
            counter: (before.to_owned(), after.to_owned()),
        }
    }

    fn column(&self, field: Field) -> Column {
        let header = self.words.sheet_header(self.facts.preset, field.key());
        let long = |text: &str| text.chars().count() as f64;
        let names = lines(self.plan)
            .iter()
            .map(|line| long(&self.facts.event.players[line.player].name))
            .fold(20.0, f64::max);
        let width = match field {
            Field::Player => (names * 1.1 + 2.0).min(50.0),
            Field::Note => 20.0,
            Field::Sheet => 11.0,
            Field::Stage => long(self.plan.stage.as_str()) + 2.5,
            Field::Id => {
                let players = self.facts.event.players.iter();
                players.map(|player| long(&player.id)).fold(4.0, f64::max) + 2.5
            }
            // A header wraps at its blanks only.
            _ => header.split(' ').map(long).fold(5.5, f64::max) + 2.2,
        };
        let left = matches!(
            field,
            Field::Player | Field::Id | Field::Note | Field::Stage | Field::Sheet
        );
        Column {
            header,
            width,
            align: if left { Align::Left } else { Align::Centre },
            style: self.style(field),
        }
    }

    fn style(&self, field: Field) -> Style {
        let preset = self.facts.preset;
        let most = i64::from(preset.vp_max.get(self.plan.number));
        let entry = match field {
            Field::Player => return Style::Wrapped,
            Field::Seat if preset.seats == Seats::Open => Entry::Whole {
                least: 1,
                most: preset
                    .table_sizes
                    .iter()
                    .max()
                    .map_or(4, |size| *size as i64),
            },
            Field::Round | Field::Stage | Field::Group | Field::Table => return Style::Plain,
            Field::Seat | Field::Id | Field::Sheet => return Style::Plain,
            Field::Vp if preset.vp_whole => Entry::Whole {
                least: preset.vp_min,
                most,
            },
            Field::Vp => Entry::Decimal {
                least: preset.vp_min,
                most,
            },
            Field::Preset(at) => self.preset_entry(&preset.columns[at]),
            Field::Penalty => Entry::Decimal {
                least: -999,
                most: 999,
            },
            Field::Winner | Field::Signed | Field::Void => Entry::Mark { words: Vec::new() },
            Field::Note => Entry::Text,
        };
        let message = self.message(&entry);
        Style::Typed { entry, message }
    }

    fn preset_entry(&self, column: &PresetColumn) -> Entry {
        let preset = self.facts.preset;
        match column.kind {
            ColumnKind::Number => Entry::Whole {
                least: i64::from(column.min),
                most: i64::from(column.max.unwrap_or(9999)),
            },
            ColumnKind::Time => Entry::Time,
            ColumnKind::Mark => {
                let mut bonuses = preset.bonuses.iter();
                let nobody = bonuses.any(|bonus| bonus.nobody && bonus.mark == column.key);
                Entry::Mark {
                    words: nobody
                        .then(|| self.words.get("nobody"))
                        .into_iter()
                        .collect(),
                }
            }
        }
    }

    fn message(&self, entry: &Entry) -> String {
        let range =
            |least: &i64, most: &i64| [("least", least.to_string()), ("most", most.to_string())];
        match entry {
            Entry::Whole { least, most } => self.words.with("entry-whole", &range(least, most)),
            Entry::Decimal { least, most } => self.words.with("entry-decimal", &range(least, most)),
            Entry::Mark { words } if words.is_empty() => self.words.get("entry-mark"),
            Entry::Mark { words } => {
                let values = [("word", words.join(", "))];
                self.words.with("entry-mark-or", &values)
            }
            Entry::Time => self.words.get("entry-time"),
            Entry::Text => String::new(),
        }
    }
}

impl Field {
    /// Its key among the words, or the preset's column.
    fn key(self) -> Header {
        match self {
            Self::Preset(at) => Header::Preset(at),
            Self::Round => Header::Own("sheet-round"),
            Self::Stage => Header::Own("sheet-stage"),
            Self::Group => Header::Own("sheet-group"),
            Self::Table => Header::Own("sheet-table"),
            Self::Seat => Header::Own("sheet-seat"),
            Self::Id => Header::Own("sheet-id"),
            Self::Player => Header::Own("sheet-player"),
            Self::Vp => Header::Own("sheet-vp"),
            Self::Winner => Header::Own("sheet-winner"),
            Self::Penalty => Header::Own("sheet-penalty"),
            Self::Signed => Header::Own("sheet-signed"),
            Self::Sheet => Header::Own("sheet-sheet"),
            Self::Void => Header::Own("sheet-void"),
            Self::Note => Header::Own("sheet-note"),
        }
    }
}

/// Numbers of round, table and seat are numbers; IDs and names stay text.
fn book_cell(field: Field, cell: &str) -> BookCell {
    let numeric = matches!(field, Field::Round | Field::Table | Field::Seat);
    match cell.parse::<u32>() {
        Ok(number) if numeric => {
            BookCell::Number(f64::from(number), crate::model::NumberFormat::Whole)
        }
        _ if cell.is_empty() => BookCell::Empty,
        _ => BookCell::Text(cell.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wrong_digit_changes_the_check_digit() {
        assert_eq!(
            sheet_code(1, 3),
            "R1-T03-10".replace("10", sheet_code(1, 3).rsplit('-').next().unwrap())
        );
        let check = |round, table| {
            sheet_code(round, table)
                .rsplit('-')
                .next()
                .unwrap()
                .to_owned()
        };
        for table in 1..99 {
            assert_ne!(check(1, table), check(1, table + 1));
        }
    }
}
