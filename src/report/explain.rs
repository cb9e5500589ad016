//! Why a player has a rank: each criterion with how it came about, and what
//! parts the neighbours. Knows results and words; computes nothing new.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::machine::{self, games_by_player};
use super::words::Words;
use super::{Facts, exact_number, measure};
use crate::model::{Decided, Line, Measure, Outlook, Stage, Trail, TrailPart, TrailWhy, Unranked};

/// Where a player's line stands, with those around it.
struct Position<'a> {
    line: &'a Line,
    above: Option<&'a Line>,
    below: Option<&'a Line>,
    shared_with: Vec<&'a Line>,
    ranked: usize,
}

fn position<'a>(facts: &Facts<'a>, player: usize) -> Option<Position<'a>> {
    let lines = &facts.standings.lines;
    let at = lines.iter().position(|line| line.player == player)?;
    let line = &lines[at];
    let is_ranked = |other: &&Line| line.rank.is_some() && other.rank.is_some();
    let shares = |other: &&Line| other.player != player && other.rank == line.rank;
    Some(Position {
        line,
        above: at
            .checked_sub(1)
            .map(|above| &lines[above])
            .filter(is_ranked),
        below: lines.get(at + 1).filter(is_ranked),
        shared_with: lines.iter().filter(is_ranked).filter(shares).collect(),
        ranked: lines.iter().filter(|line| line.rank.is_some()).count(),
    })
}

/// Gives the explanation as lines of text; none where the player has no line.
#[must_use]
pub fn explain_text(facts: &Facts<'_>, player: usize) -> Vec<String> {
    let Some(position) = position(facts, player) else {
        return Vec::new();
    };
    let words = Words::new(facts.options.lang);
    let mut lines = vec![headline(facts, &words, &position)];
    if facts.standings.provisional {
        let tables: Vec<String> = facts
            .standings
            .waiting_for
            .iter()
            .map(ToString::to_string)
            .collect();
        lines.push(words.with("explain-provisional", &[("tables", tables.join(", "))]));
    }
    if position.line.rank.is_some() {
        lines.extend(neighbours(facts, &words, &position));
    }
    let line = position.line;
    if let Some(outlook) = &line.outlook {
        lines.push(match outlook {
            Outlook::Place(place) => words.with("outlook-place", &[("place", place.to_string())]),
            Outlook::Vp(vp) => words.with(
                "outlook-vp",
                &[
                    ("vp", exact_number(vp, facts.options.lang)),
                    ("score", words.score_name(facts.preset)),
                ],
            ),
            Outlook::NotAlone => words.get("outlook-not-alone"),
        });
    }
    if !line.missed.is_empty() {
        let rounds: Vec<String> = line.missed.iter().map(ToString::to_string).collect();
        lines.push(words.with("explain-missed", &[("rounds", rounds.join(", "))]));
    }
    if !line.penalty.is_zero() {
        let value = exact_number(&line.penalty, facts.options.lang);
        lines.push(words.with("explain-penalties", &[("value", value)]));
    }
    lines.extend(games(facts, &words, player));
    lines.extend(met_again(facts, &words, player));
    for ((criterion, value), trail) in facts
        .standings
        .valued
        .iter()
        .zip(&line.values)
        .zip(&line.trails)
    {
        lines.push(String::new());
        let values = [
            ("criterion", words.get(criterion)),
            ("value", shown(facts, value)),
        ];
        lines.push(words.with("explain-value", &values));
        lines.extend(
            trail
                .parts
                .iter()
                .map(|part| format!("  {}", trail_line(facts, &words, part))),
        );
    }
    lines
}

/// A value as decimals, and exactly where they do not say all.
fn shown(facts: &Facts<'_>, value: &Measure) -> String {
    let decimal = measure(value, facts.options.lang);
    match value.exact() {
        Some(exact) if !exact.is_whole() => format!("{decimal} ({exact})"),
        _ => decimal,
    }
}

fn headline(facts: &Facts<'_>, words: &Words, position: &Position<'_>) -> String {
    let line = position.line;
    let name = ("name", facts.event.players[line.player].name.clone());
    let Some(rank) = line.rank else {
        let key = match line.unranked {
            Some(Unranked::Reserve) => "explain-unranked-reserve",
            Some(Unranked::Excluded) => "explain-unranked-excluded",
            Some(Unranked::TooFewRounds) => "explain-unranked-few",
            Some(Unranked::Guest) | None => "explain-unranked-guest",
        };
        return words.with(key, &[name]);
    };
    let key = if position.shared_with.is_empty() {
        "explain-ranked"
    } else {
        "explain-shared"
    };
    words.with(
        key,
        &[
            name,
            ("rank", rank.to_string()),
            ("count", position.ranked.to_string()),
        ],
    )
}

fn neighbours(facts: &Facts<'_>, words: &Words, position: &Position<'_>) -> Vec<String> {
    let line = position.line;
    let mut lines = Vec::new();
    match position.above {
        None => lines.push(words.get("explain-first")),
        Some(above) => lines.push(neighbour(facts, words, line, above, above, "above")),
    }
    match position.below {
        None => lines.push(words.get("explain-last")),
        Some(below) => lines.push(neighbour(facts, words, line, below, line, "below")),
    }
    lines
}

/// `parted` is the upper one of the two, whose line says what parts them.
fn neighbour(
    facts: &Facts<'_>,
    words: &Words,
    line: &Line,
    other: &Line,
    parted: &Line,
    side: &str,
) -> String {
    let name = ("name", facts.event.players[other.player].name.clone());
    let rank = (
        "rank",
        other.rank.map(|rank| rank.to_string()).unwrap_or_default(),
    );
    let criterion = match &parted.decided_by {
        Some(Decided::By(criterion)) => criterion,
        Some(Decided::Tie) | None => return words.with("explain-tied", &[name]),
    };
    if criterion == "lot" {
        return words.with(&format!("explain-{side}-lot"), &[name, rank]);
    }
    let at = facts
        .standings
        .valued
        .iter()
        .position(|key| key == criterion);
    let value = |of: &Line| {
        let player = &facts.event.players[of.player];
        if let Some((above, below)) = &parted.stage_values {
            let of_parted = of.player == parted.player;
            return Some(shown(facts, if of_parted { above } else { below }));
        }
        match (at, criterion.as_str()) {
            (Some(at), _) => Some(shown(facts, &of.values[at])),
            (None, "id") => Some(player.id.clone()),
            (None, "name") => Some(player.name.clone()),
            (None, _) => None,
        }
    };
    let by = ("criterion", words.decider(facts.preset, criterion));
    match value(line).zip(value(other)) {
        Some((own, theirs)) => words.with(
            &format!("explain-{side}"),
            &[name, rank, by, ("own", own), ("theirs", theirs)],
        ),
        None => words.with(&format!("explain-{side}-by"), &[name, rank, by]),
    }
}

fn games(facts: &Facts<'_>, words: &Words, player: usize) -> Vec<String> {
    let lang = facts.options.lang;
    let all = games_by_player(facts);
    let mut lines = vec![String::new(), words.get("explain-games")];
    for (table, row) in &all[player] {
        let whole = table
            .virtual_vp
            .as_ref()
            .map_or_else(|| table.table_vp.clone(), |more| &table.table_vp + more);
        let values = [
            ("round", table.round.to_string()),
            ("table", table.table.to_string()),
            (
                "seat",
                row.seat
                    .map_or_else(|| "–".to_owned(), |seat| seat.to_string()),
            ),
            ("place", row.place.to_string()),
            ("size", table.size.to_string()),
            ("vp", exact_number(&row.vp, lang)),
            ("total", exact_number(&whole, lang)),
            ("score", words.score_name(facts.preset)),
        ];
        let mut parts = vec![words.with("explain-game", &values)];
        let mut more = |key: &str, name: &str, value: String| {
            parts.push(words.with(key, &[(name, value)]));
        };
        if row.raw_vp != row.vp {
            more("explain-game-raw", "raw", exact_number(&row.raw_vp, lang));
        }
        if let Some(virtual_vp) = &table.virtual_vp {
            more(
                "explain-game-virtual",
                "virtual",
                exact_number(virtual_vp, lang),
            );
        }
        if let Some(points) = &row.points {
            more("explain-game-points", "points", exact_number(points, lang));
        }
        if row.winner {
            parts.push(words.get("explain-game-winner"));
        }
        lines.push(format!("  {}", parts.join(", ")));
    }
    lines
}

/// Everybody whom the player met more than once, and whether that could have
/// been avoided.
fn met_again(facts: &Facts<'_>, words: &Words, player: usize) -> Vec<String> {
    let again = opponents_again(facts, player);
    if again.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new()];
    for (other, rounds) in again {
        let rounds: Vec<String> = rounds.iter().map(ToString::to_string).collect();
        let name = facts.event.players[other].name.clone();
        lines.push(words.with(
            "met-again",
            &[("name", name), ("rounds", rounds.join(", "))],
        ));
    }
    if let Some(figures) = facts.figures {
        let values = [
            ("cost", figures.repeat_cost.to_string()),
            ("bound", figures.repeat_lower_bound.to_string()),
        ];
        let key = if figures.repeat_cost == figures.repeat_lower_bound {
            "met-again-least"
        } else {
            "met-again-bound"
        };
        lines.push(words.with(key, &values));
    }
    lines
}

/// Opponents met in several preliminary rounds, with those rounds.
fn opponents_again(facts: &Facts<'_>, player: usize) -> Vec<(usize, Vec<u32>)> {
    let mut met: BTreeMap<usize, Vec<u32>> = BTreeMap::new();
    let rounds = facts.event.rounds.iter();
    for round in rounds.filter(|round| round.stage == Stage::Preliminary) {
        for table in &round.tables {
            let seats = || table.seats.iter().map(|seat| seat.player);
            if seats().any(|other| other == player) {
                for other in seats().filter(|other| *other != player) {
                    met.entry(other).or_default().push(round.number);
                }
            }
        }
    }
    met.into_iter()
        .filter(|(_, rounds)| rounds.len() > 1)
        .collect()
}

fn trail_line(facts: &Facts<'_>, words: &Words, part: &TrailPart) -> String {
    let name = |player: usize| facts.event.players[player].name.clone();
    let (key, who) = match part.why {
        TrailWhy::Game => ("explain-round", None),
        TrailWhy::NotCounted => ("explain-not-counted", None),
        TrailWhy::Opponent(other) => ("explain-opponent", Some(name(other))),
        TrailWhy::CutOpponent(other) => ("explain-cut-opponent", Some(name(other))),
        TrailWhy::Unplayed => ("explain-unplayed", None),
        TrailWhy::CutUnplayed => ("explain-cut-unplayed", None),
        TrailWhy::Bye => ("explain-bye", None),
        TrailWhy::Penalty => ("explain-penalty", None),
    };
    let round = part.round.map(|round| round.to_string());
    words.with(
        key,
        &[
            ("round", round.unwrap_or_default()),
            ("value", shown(facts, &part.value)),
            ("name", who.unwrap_or_default()),
        ],
    )
}

/// Gives the explanation for programs.
#[must_use]
pub fn explain_json(facts: &Facts<'_>, player: usize) -> Value {
    let Some(position) = position(facts, player) else {
        return Value::Null;
    };
    let line = position.line;
    let person = &facts.event.players[player];
    let other = |other: &Line| {
        let person = &facts.event.players[other.player];
        json!({"rank": other.rank, "id": person.id, "name": person.name})
    };
    let neighbour = |line: Option<&Line>, parted: Option<&Line>| {
        let mut value = other(line?);
        value["parted_by"] = json!(parted?.decided_by.as_ref().map(Decided::as_str));
        Some(value)
    };
    let games = games_by_player(facts);
    let values = facts
        .standings
        .valued
        .iter()
        .zip(&line.values)
        .zip(&line.trails);
    let value = |((criterion, value), trail): ((&String, &Measure), &Trail)| {
        json!({
            "criterion": criterion,
            "value": machine::measure(value),
            "decimal": decimal(value),
            "parts": trail.parts.iter().map(|part| json_part(facts, part)).collect::<Vec<_>>(),
        })
    };
    json!({
        "id": person.id,
        "name": person.name,
        "rank": line.rank,
        "of": position.ranked,
        "unranked": line.unranked.map(unranked_code),
        "shared_with": position.shared_with.iter().map(|line| other(line)).collect::<Vec<_>>(),
        "above": neighbour(position.above, position.above),
        "below": neighbour(position.below, Some(line)),
        "status": line.status.as_str(),
        "enough_in_last_round": line.outlook.as_ref().map(|outlook| match outlook {
            Outlook::Place(place) => json!({"place": place}),
            Outlook::Vp(vp) => json!({"vp": vp.to_string()}),
            Outlook::NotAlone => Value::Null,
        }),
        "provisional": facts.standings.provisional,
        "games": line.games,
        "met_again": opponents_again(facts, player).into_iter().map(|(other, rounds)| {
            json!({"id": facts.event.players[other].id, "name": facts.event.players[other].name, "rounds": rounds})
        }).collect::<Vec<_>>(),
        "missed_rounds": line.missed,
        "penalty": line.penalty.to_string(),
        "values": values.map(value).collect::<Vec<_>>(),
        "rounds": machine::rounds(facts, player, &games[player]),
    })
}

fn decimal(value: &Measure) -> Value {
    match value {
        Measure::Missing => Value::Null,
        _ => Value::String(value.to_decimal(3)),
    }
}

fn json_part(facts: &Facts<'_>, part: &TrailPart) -> Value {
    let (why, opponent) = match part.why {
        TrailWhy::Game => ("game", None),
        TrailWhy::NotCounted => ("not-counted", None),
        TrailWhy::Opponent(other) => ("opponent", Some(other)),
        TrailWhy::CutOpponent(other) => ("cut-opponent", Some(other)),
        TrailWhy::Unplayed => ("unplayed", None),
        TrailWhy::CutUnplayed => ("cut-unplayed", None),
        TrailWhy::Bye => ("bye", None),
        TrailWhy::Penalty => ("penalty", None),
    };
    json!({
        "round": part.round,
        "value": machine::measure(&part.value),
        "decimal": decimal(&part.value),
        "why": why,
        "opponent": opponent.map(|other| facts.event.players[other].id.clone()),
    })
}

const fn unranked_code(why: Unranked) -> &'static str {
    match why {
        Unranked::Guest => "guest",
        Unranked::Reserve => "reserve",
        Unranked::Excluded => "excluded",
        Unranked::TooFewRounds => "too-few-rounds",
    }
}
