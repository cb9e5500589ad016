//! Tables drawn by the generator itself, for events whose seating is not
//! what is looked at: any number of players, at once.

use super::random::Random;
use super::read::Line;
use super::rules::{Form, Rules};

/// The header line of a round sheet.
pub(super) const HEADERS: [&str; 13] = [
    "Round", "Stage", "Table", "Seat", "ID", "Player", "VP", "Winner", "Penalty", "Signed",
    "Sheet", "Void", "Note",
];

/// The rows of a round without results.
pub(super) fn tables(
    rules: &Rules,
    players: &[Line],
    round: u32,
    random: &mut Random,
) -> Vec<Line> {
    let playing = |player: &&Line| {
        let limit = |header: &str| player.get(header).and_then(|cell| cell.parse::<u32>().ok());
        limit("From").is_none_or(|from| from <= round)
            && limit("Until").is_none_or(|until| round <= until)
    };
    let reserve = |player: &&Line| player.contains_key("Reserve");
    let mut field: Vec<&Line> = players
        .iter()
        .filter(playing)
        .filter(|player| !reserve(player))
        .collect();
    if rules.form == Form::Duel && field.len() % 2 == 1 {
        field.extend(players.iter().filter(reserve));
    }
    random.shuffle(&mut field);
    let mut rows = Vec::new();
    let mut field = field.into_iter();
    for (at, size) in sizes(rules.form, field.len()).into_iter().enumerate() {
        for seat in 1..=size {
            let player = field.next().unwrap();
            rows.push(row(round, at + 1, seat, size, player));
        }
    }
    rows
}

/// Sizes of the tables; a table of one is a bye.
fn sizes(form: Form, players: usize) -> Vec<usize> {
    if form == Form::Duel {
        let mut sizes = vec![2; players / 2];
        sizes.extend(vec![1; players % 2]);
        return sizes;
    }
    let threes = (4 - players % 4) % 4;
    let fours = (players - 3 * threes) / 4;
    [vec![4; fours], vec![3; threes]].concat()
}

fn row(round: u32, table: usize, seat: usize, size: usize, player: &Line) -> Line {
    let (table, seat) = if size == 1 {
        ("bye".to_owned(), String::new())
    } else {
        (table.to_string(), seat.to_string())
    };
    let mut row: Line = HEADERS
        .map(|header| (header.to_owned(), String::new()))
        .into();
    row.insert("Round".to_owned(), round.to_string());
    row.insert("Stage".to_owned(), "preliminary".to_owned());
    row.insert("Table".to_owned(), table);
    row.insert("Seat".to_owned(), seat);
    row.insert("ID".to_owned(), player["ID"].clone());
    row.insert("Player".to_owned(), player["Name"].clone());
    row
}
