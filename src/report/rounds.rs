//! The round sheet: what the organiser types results into, as a workbook
//! sheet and as text.

use super::{Facts, words::Words};
use crate::model::{Align, Book, BookCell, BookSheet, Column, PlayerIx, Style};

/// One round as it is seated.
#[derive(Clone, Debug)]
pub struct RoundPlan {
    /// Its number.
    pub number: u32,
    /// Tables: number, and players with their seats.
    pub tables: Vec<(u32, Vec<(PlayerIx, Option<u32>)>)>,
    /// Players with a bye.
    pub byes: Vec<PlayerIx>,
}

const HEADERS: [&str; 14] = [
    "Round", "Stage", "Group", "Table", "Seat", "ID", "Player", "VP", "Winner", "Penalty",
    "Signed", "Sheet", "Void", "Note",
];

fn has_groups(facts: &Facts<'_>) -> bool {
    facts
        .event
        .players
        .iter()
        .any(|player| player.group.is_some())
}

/// Gives the round sheet as text, header first (spec 6).
#[must_use]
pub fn round_csv(facts: &Facts<'_>, plan: &RoundPlan) -> Vec<Vec<String>> {
    let groups = has_groups(facts);
    let keep = |cells: [String; 14]| {
        let cells = cells
            .into_iter()
            .enumerate()
            .filter(|(at, _)| groups || *at != 2);
        cells.map(|(_, cell)| cell).collect::<Vec<_>>()
    };
    std::iter::once(keep(HEADERS.map(ToOwned::to_owned)))
        .chain(cells(facts, plan).map(|(_, cells)| keep(cells)))
        .collect()
}

/// Gives each row with its table's number.
fn cells(facts: &Facts<'_>, plan: &RoundPlan) -> impl Iterator<Item = (u32, [String; 14])> {
    let mut rows = Vec::new();
    for (table, seats) in &plan.tables {
        for (player, seat) in seats {
            rows.push((
                *table,
                row(facts, plan.number, Some(*table), *player, *seat),
            ));
        }
    }
    rows.extend(
        plan.byes
            .iter()
            .map(|player| (0, row(facts, plan.number, None, *player, None))),
    );
    rows.into_iter()
}

fn row(
    facts: &Facts<'_>,
    round: u32,
    table: Option<u32>,
    player: PlayerIx,
    seat: Option<u32>,
) -> [String; 14] {
    let player = &facts.event.players[player];
    [
        round.to_string(),
        "preliminary".to_owned(),
        player.group.clone().unwrap_or_default(),
        table.map_or_else(|| "bye".to_owned(), |table| table.to_string()),
        seat.map(|seat| seat.to_string()).unwrap_or_default(),
        player.id.clone(),
        player.name.clone(),
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        table
            .map(|table| sheet_code(round, table))
            .unwrap_or_default(),
        String::new(),
        String::new(),
    ]
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
    let groups = has_groups(facts);
    let widths = [
        8.0, 12.0, 8.0, 7.0, 6.0, 9.0, 32.0, 7.0, 9.0, 9.0, 8.0, 11.0, 7.0, 22.0,
    ];
    let kept = |at: usize| groups || at != 2;
    let columns = HEADERS
        .iter()
        .zip(widths)
        .enumerate()
        .filter(|(at, _)| kept(*at))
        .map(|(_, (header, width))| Column {
            header: (*header).to_owned(),
            width,
            align: if matches!(*header, "Player" | "ID" | "Note" | "Stage" | "Sheet") {
                Align::Left
            } else {
                Align::Centre
            },
            style: match *header {
                "VP" => Style::Entry(facts.preset.vp_max.get(plan.number)),
                "Winner" | "Signed" | "Void" => Style::MarkEntry,
                "Penalty" | "Note" => Style::FreeEntry,
                _ => Style::Plain,
            },
        });
    let rows: Vec<(u32, [String; 14])> = cells(facts, plan).collect();
    let book_row = |cells: &[String; 14]| {
        cells
            .iter()
            .enumerate()
            .filter(|(at, _)| kept(*at))
            .map(|(at, cell)| book_cell(at, cell))
            .collect()
    };
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
        rows: rows.iter().map(|(_, cells)| book_row(cells)).collect(),
        bands: rows.iter().map(|(table, _)| *table).collect(),
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

/// Numbers of round, table and seat are numbers; IDs and names stay text.
fn book_cell(at: usize, cell: &str) -> BookCell {
    match cell.parse::<u32>() {
        Ok(number) if matches!(at, 0 | 3 | 4) => {
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
