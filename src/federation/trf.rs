//! An event of two-player games in the form in which chess programs exchange
//! tournaments (TRF16): players, ranks, points, and for each round opponent,
//! colour and result. Knows results and ranks; computes no tie-break.

use std::fmt::Write as _;

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

use crate::model::{Event, Exact, PlayerIx, Progress, Round, RowScore, Scores};
use crate::preset::Preset;

/// What a tournament report is made from.
#[derive(Clone, Copy)]
pub struct Games<'a> {
    /// The event.
    pub event: &'a Event,
    /// Its preset.
    pub preset: &'a Preset,
    /// How far the event is.
    pub progress: &'a Progress,
    /// What the tables are worth.
    pub scores: &'a Scores,
    /// Ranks after the last complete preliminary round, by player.
    pub ranks: &'a [Option<u32>],
}

/// The mark of our own reports, in a line that other programs pass over.
pub const TRF_MARK: &str = "### tabletally ";

/// A name's columns in a player's line.
const NAME_WIDTH: usize = 33;

/// Gives `event.trf`: the complete preliminary rounds. The stages after the
/// cut stay out: to a chess program everybody else would have withdrawn
/// before them, and its tie-breaks would follow from that.
///
/// # Errors
///
/// Says in words what of the event the form cannot say.
pub fn trf(games: &Games<'_>) -> Result<String, String> {
    let event = games.event;
    if let Some(size) = games.preset.table_sizes.iter().find(|size| **size != 2) {
        return Err(format!(
            "the form is for games of two, and tables of {size} are played here"
        ));
    }
    if event.players.len() > 9999 {
        return Err("the form has room for 9999 players".to_owned());
    }
    let mut rounds = Vec::new();
    for round in complete(games) {
        rounds.push(results(games, round)?);
    }
    let mut lines = head(games);
    for player in 0..event.players.len() {
        lines.push(player_line(games, &rounds, player));
    }
    // Names as they are typed, which fixed columns cannot hold.
    lines.extend(
        event
            .players
            .iter()
            .enumerate()
            .map(|(at, player)| format!("### {:>4} {} {}", at + 1, player.id, player.name)),
    );
    Ok(lines.join("\r\n") + "\r\n")
}

fn complete<'a>(games: &Games<'a>) -> impl Iterator<Item = &'a Round> {
    let last = games.progress.complete;
    let last = games.progress.planned.map_or(last, |all| all.min(last));
    let rounds = games.event.rounds.iter();
    rounds.filter(move |round| round.number <= last)
}

fn head(games: &Games<'_>) -> Vec<String> {
    let event = games.event;
    let line = |key: &str, value: &str| format!("{key} {}", ascii(value));
    let mut lines = vec![
        format!("{TRF_MARK}{}", env!("CARGO_PKG_VERSION")),
        line("012", &event.name),
    ];
    if let Some(place) = &event.place {
        lines.push(line("022", place));
    }
    if let Some(date) = &event.date {
        let date = date.replace('-', "/");
        lines.push(line("042", &date));
        lines.push(line("052", &date));
    }
    lines.push(line("062", &event.players.len().to_string()));
    lines.push(line("072", "0"));
    lines.push(line("082", "0"));
    lines.push(line("092", "Individual: Swiss-System"));
    if let Some(organiser) = &event.organiser {
        lines.push(line("102", organiser));
    }
    if let Some(planned) = games.progress.planned {
        lines.push(line("XXR", &planned.to_string()));
    }
    lines
}

/// A player's part of a round, ready to be printed.
#[derive(Clone)]
struct Result16 {
    opponent: Option<PlayerIx>,
    colour: char,
    code: char,
    worth: Exact,
}

/// What each player has in a round; a zero-point bye where there is nothing.
fn results(games: &Games<'_>, round: &Round) -> Result<Vec<Result16>, String> {
    let nothing = Result16 {
        opponent: None,
        colour: '-',
        code: 'Z',
        worth: Exact::ZERO,
    };
    let mut results = vec![nothing; games.event.players.len()];
    let of_round = |table: &&crate::model::TableScore| table.round == round.number;
    for table in games.scores.tables.iter().filter(of_round) {
        let place = format!("round {}, table {}", table.round, table.table);
        let [first, second] = &table.rows[..] else {
            return Err(format!("{place} has not two players"));
        };
        // Where no seat was typed, the first row starts.
        let turned = first.seat > second.seat;
        let colours = if turned { ['b', 'w'] } else { ['w', 'b'] };
        for (row, other, colour) in [(first, second, colours[0]), (second, first, colours[1])] {
            let code = code(&row.win).ok_or_else(|| {
                format!(
                    "{place}: the form knows no result that is worth {}",
                    row.win
                )
            })?;
            results[row.player] = played(row, other, colour, code);
        }
    }
    let bye = &games.preset.bye_wins.0;
    for player in round.counted_byes() {
        results[*player] = Result16 {
            opponent: None,
            colour: '-',
            code: match code(bye) {
                Some('1') => 'U',
                Some('=') => 'H',
                Some(_) => 'Z',
                None => return Err(format!("the form knows no bye that is worth {bye}")),
            },
            worth: bye.clone(),
        };
    }
    Ok(results)
}

fn played(row: &RowScore, other: &RowScore, colour: char, code: char) -> Result16 {
    Result16 {
        opponent: Some(other.player),
        colour,
        code,
        worth: row.win.clone(),
    }
}

/// The form's sign for a win, a draw and a loss.
fn code(win: &Exact) -> Option<char> {
    match win.to_string().as_str() {
        "1" => Some('1'),
        "1/2" => Some('='),
        "0" => Some('0'),
        _ => None,
    }
}

fn player_line(games: &Games<'_>, rounds: &[Vec<Result16>], at: PlayerIx) -> String {
    let player = &games.event.players[at];
    let points: Exact = rounds.iter().map(|round| &round[at].worth).sum();
    let rank = games.ranks.get(at).copied().flatten();
    let rank = rank.map(|rank| rank.to_string()).unwrap_or_default();
    let country = player.country.as_deref().map(ascii).unwrap_or_default();
    let country = if country.len() == 3 { &country } else { "" };
    let (none, start) = ("", at + 1);
    let mut line = format!(
        "001 {start:>4} {none:4} {name:<NAME_WIDTH$} {none:4} {country:3} {none:11} {none:10} {points:>4} {rank:>4}",
        name = name(&player.name, &player.id),
        points = halves(&points),
    );
    for round in rounds {
        let Result16 {
            opponent,
            colour,
            code,
            ..
        } = &round[at];
        let opponent = opponent.map_or_else(|| "0000".to_owned(), |at| (at + 1).to_string());
        // A text takes all that is written to it.
        let _ = write!(line, "  {opponent:>4} {colour} {code}");
    }
    line
}

/// Points are halves, so that one decimal is exact.
fn halves(points: &Exact) -> String {
    let shown = points.to_decimal(1);
    if shown.contains('.') {
        shown
    } else {
        format!("{shown}.0")
    }
}

/// A name in the form's columns; the ID where no letter of it can be said.
fn name(name: &str, id: &str) -> String {
    let plain = ascii(name);
    let plain = if plain.chars().any(|c| c.is_ascii_alphabetic()) {
        plain
    } else {
        ascii(id)
    };
    plain.chars().take(NAME_WIDTH).collect()
}

/// A text without accents and without other scripts: the form counts columns,
/// and programs that read it count bytes or letters of another encoding.
fn ascii(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)) {
        match c {
            'ß' => plain.push_str("ss"),
            'ẞ' => plain.push_str("SS"),
            'æ' => plain.push_str("ae"),
            'Æ' => plain.push_str("Ae"),
            'œ' => plain.push_str("oe"),
            'Œ' => plain.push_str("Oe"),
            'ø' => plain.push('o'),
            'Ø' => plain.push('O'),
            'ł' => plain.push('l'),
            'Ł' => plain.push('L'),
            'đ' | 'ð' => plain.push('d'),
            'Đ' | 'Ð' => plain.push('D'),
            'þ' => plain.push_str("th"),
            'Þ' => plain.push_str("Th"),
            'ı' => plain.push('i'),
            '’' | '‘' => plain.push('\''),
            '–' | '—' => plain.push('-'),
            ' '..='~' => plain.push(c),
            _ => {}
        }
    }
    plain.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_the_columns_in_any_encoding() {
        assert_eq!(name("Ģirts Šmits", "7"), "Girts Smits");
        assert_eq!(name("Jörg Weiß", "7"), "Jorg Weiss");
        assert_eq!(name("Łukasz Ødegård", "7"), "Lukasz Odegard");
        assert_eq!(name("Иван", "P007"), "P007");
        assert_eq!(name(&"A".repeat(50), "7").len(), NAME_WIDTH);
    }

    #[test]
    fn points_have_one_decimal() {
        let points = |text: &str| halves(&text.parse().unwrap());
        assert_eq!(points("5/2"), "2.5");
        assert_eq!(points("10"), "10.0");
        assert_eq!(points("0"), "0.0");
    }
}
