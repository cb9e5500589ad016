//! The course of the ranks over the rounds, as points of lines. Where players
//! share a rank their lines run beside each other, in the order of the list.

use serde_json::{Value, json};

use crate::model::Line;
use crate::report::Facts;

/// Players drawn; more lines cannot be followed.
const MOST_LINES: usize = 24;
/// Rows below the last line, for those who came from further down.
const BELOW: usize = 6;
const ROW: f64 = 22.0;
const TOP: f64 = 34.0;
const LEFT: f64 = 34.0;
const RIGHT: f64 = 520.0;
const WIDTH: f64 = 900.0;

/// Gives the picture's data; null before the second round is complete.
pub(super) fn ranks(facts: &Facts<'_>, shown: &[Line]) -> Value {
    let rounds = facts.history.len();
    let ranked = shown.iter().filter(|line| line.rank.is_some());
    let drawn: Vec<&Line> = ranked.take(MOST_LINES).collect();
    if rounds < 2 || drawn.len() < 2 {
        return Value::Null;
    }
    let positions: Vec<Vec<usize>> = (0..rounds).map(|round| positions(facts, round)).collect();
    let lowest = drawn.len() + BELOW;
    let deepest = positions
        .iter()
        .flat_map(|places| drawn.iter().map(|line| places[line.player]))
        .max()
        .unwrap_or(0)
        .min(lowest);
    let x = |round: usize| LEFT + (RIGHT - LEFT) * round as f64 / (rounds - 1) as f64;
    let y = |place: usize| TOP + ROW * place.min(lowest) as f64;
    let line = |(index, line): (usize, &&Line)| {
        let places: Vec<usize> = positions.iter().map(|of| of[line.player]).collect();
        let points = places.iter().enumerate().map(|(round, place)| {
            json!({"x": fixed(x(round)), "y": fixed(y(*place)), "place": (place + 1).to_string(), "below": *place > lowest})
        });
        let path: Vec<String> = places
            .iter()
            .enumerate()
            .map(|(round, place)| format!("{},{}", fixed(x(round)), fixed(y(*place))))
            .collect();
        json!({
            "name": facts.event.players[line.player].name,
            "path": path.join(" "),
            "points": points.collect::<Vec<_>>(),
            "label_x": fixed(RIGHT + 34.0),
            "number_x": fixed(RIGHT + 12.0),
            "label_y": fixed(y(*places.last().unwrap_or(&0))),
            "rank": line.rank.unwrap_or_default().to_string(),
            "through": facts.qualifiers.contains(&line.player),
            "dash": index % 3,
        })
    };
    json!({
        "width": fixed(WIDTH),
        "height": fixed(y(deepest) + 24.0),
        "bottom": fixed(y(deepest) + 10.0),
        "rounds": (0..rounds).map(|round| json!({"x": fixed(x(round)), "number": (round + 1).to_string()})).collect::<Vec<_>>(),
        "lines": drawn.iter().enumerate().map(line).collect::<Vec<_>>(),
    })
}

/// Each player's place in the list of a round, from 0; equal ranks in the
/// order of the list as it stands now.
fn positions(facts: &Facts<'_>, round: usize) -> Vec<usize> {
    let ranks = &facts.history[round];
    let mut order: Vec<usize> = facts
        .standings
        .lines
        .iter()
        .map(|line| line.player)
        .collect();
    order.sort_by_key(|player| ranks[*player].unwrap_or(u32::MAX));
    let mut places = vec![order.len(); ranks.len()];
    for (place, player) in order.into_iter().enumerate() {
        places[player] = place;
    }
    places
}

fn fixed(value: f64) -> String {
    format!("{value:.1}")
}
