//! The round sheet: what the organiser types results into, as a workbook
//! sheet and as text.

use super::{Facts, words::Words};
use crate::model::{Align, Book, BookCell, BookSheet, Column, PlayerIx, Stage, Style};
use crate::preset::{ColumnKind, Seats};

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

/// Gives the round sheet as a workbook.
#[must_use]
pub fn round_book(facts: &Facts<'_>, plan: &RoundPlan) -> Book {
    let words = Words::new(facts.options.lang);
    let fields = fields(facts);
    let lines = lines(plan);
    let row = |line: &SheetLine| {
        let cells = fields
            .iter()
            .map(|field| book_cell(*field, &cell(facts, plan, line, *field)));
        cells.collect()
    };
    let columns = fields.iter().map(|field| book_column(facts, plan, *field));
    let sheet = BookSheet {
        name: format!("Round {}", plan.number),
        titles: vec![
            format!(
                "{} - {} {}",
                facts.event.name,
                words.get("round"),
                plan.number
            ),
            words.get("type-here"),
        ],
        columns: columns.collect(),
        rows: lines.iter().map(row).collect(),
        bands: lines.iter().map(|line| line.table.unwrap_or(0)).collect(),
        protect: true,
        landscape: true,
    };
    Book {
        title: sheet.titles[0].clone(),
        date: facts.event.date.clone(),
        standings: false,
        a4: facts.options.a4,
        sheets: vec![sheet],
    }
}

fn book_column(facts: &Facts<'_>, plan: &RoundPlan, field: Field) -> Column {
    let computed = facts.preset.vp_from_columns();
    let (width, style) = match field {
        Field::Round | Field::Group => (8.0, Style::Plain),
        Field::Stage => (12.0, Style::Plain),
        Field::Table => (7.0, Style::Plain),
        Field::Seat if facts.preset.seats == Seats::Open => (7.0, Style::FreeEntry),
        Field::Seat => (6.0, Style::Plain),
        Field::Id => (9.0, Style::Plain),
        Field::Player => (32.0, Style::Plain),
        Field::Vp if computed => (7.0, Style::FreeEntry),
        Field::Vp => (9.0, Style::Entry(facts.preset.vp_max.get(plan.number))),
        Field::Winner => (9.0, Style::MarkEntry),
        Field::Preset(at) => {
            let column = &facts.preset.columns[at];
            let width = (column.name.chars().count() as f64 + 2.0).max(7.0);
            match (column.kind, column.max) {
                (ColumnKind::Number, Some(max)) => (width, Style::Entry(max)),
                (ColumnKind::Mark, _) => (width, Style::MarkEntry),
                _ => (width, Style::FreeEntry),
            }
        }
        Field::Penalty => (9.0, Style::FreeEntry),
        Field::Signed => (8.0, Style::MarkEntry),
        Field::Sheet => (11.0, Style::Plain),
        Field::Void => (7.0, Style::MarkEntry),
        Field::Note => (22.0, Style::FreeEntry),
    };
    let left = matches!(
        field,
        Field::Player | Field::Id | Field::Note | Field::Stage | Field::Sheet
    );
    Column {
        header: header(facts, field),
        width,
        align: if left { Align::Left } else { Align::Centre },
        style,
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
