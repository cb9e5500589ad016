//! The standings for programs: JSON and CSV, as spec 6 has them, in no
//! language.

use serde_json::{Value, json};

use super::Facts;
use crate::model::{Exact, Line, Measure, PlayerIx, RowScore, TableScore};

/// Gives `out/standings.json`.
#[must_use]
pub fn standings_json(facts: &Facts<'_>) -> String {
    let (event, standings) = (facts.event, facts.standings);
    let ids = |players: &[PlayerIx]| {
        players
            .iter()
            .map(|player| event.players[*player].id.clone())
            .collect::<Vec<_>>()
    };
    let games = games_by_player(facts);
    let value = json!({
        "event": {
            "name": event.name,
            "date": event.date,
            "preset": facts.preset.name,
            "edition": facts.preset.edition,
            "seed": event.seed.text,
            "players": event.players.len(),
            "rounds_complete": standings.rounds_complete,
            "rounds_planned": standings.rounds_planned,
            "stage": facts.stage,
            "provisional": standings.provisional,
        },
        "criteria": standings.criteria,
        "standings": standings.lines.iter().map(|line| json_line(facts, line, &games[line.player])).collect::<Vec<_>>(),
        "qualifiers": ids(facts.qualifiers),
        "successors": ids(facts.successors),
    });
    let mut text = serde_json::to_string_pretty(&value).unwrap_or_default();
    text.push('\n');
    text
}

fn json_line(facts: &Facts<'_>, line: &Line, games: &[Game<'_>]) -> Value {
    let player = &facts.event.players[line.player];
    let values: serde_json::Map<String, Value> = facts
        .standings
        .valued
        .iter()
        .zip(&line.values)
        .map(|(criterion, value)| (criterion.clone(), measure(value)))
        .collect();
    json!({
        "rank": line.rank,
        "id": player.id,
        "name": player.name,
        "club": player.club,
        "group": player.group,
        "values": values,
        "decided_by": line.decided_by.as_ref().map(crate::model::Decided::as_str),
        "status": line.status.as_str(),
        "rounds": rounds(facts, line.player, games),
    })
}

pub(super) fn rounds(facts: &Facts<'_>, player: PlayerIx, games: &[Game<'_>]) -> Vec<Value> {
    let mut games: Vec<(u32, Value)> = games
        .iter()
        .map(|(table, row)| (table.round, game(table, row)))
        .collect();
    for round in facts
        .event
        .rounds
        .iter()
        .filter(|round| round.counted_byes().contains(&player))
    {
        games.push((round.number, bye(round.number)));
    }
    games.sort_by_key(|(round, _)| *round);
    games.into_iter().map(|(_, game)| game).collect()
}

/// A table and one player's result at it.
pub(super) type Game<'a> = (&'a TableScore, &'a RowScore);

/// Gives each player's games with their tables, by round; one pass over the
/// tables for all players.
pub(super) fn games_by_player<'a>(facts: &Facts<'a>) -> Vec<Vec<Game<'a>>> {
    let mut games: Vec<Vec<Game<'a>>> = vec![Vec::new(); facts.event.players.len()];
    for table in &facts.scores.tables {
        for row in &table.rows {
            games[row.player].push((table, row));
        }
    }
    games
}

fn game(table: &TableScore, row: &RowScore) -> Value {
    json!({
        "round": table.round,
        "stage": table.stage.as_str(),
        "table": table.table,
        "seat": row.seat,
        "size": table.size,
        "place": row.place,
        "points": row.points.as_ref().map(exact),
        "vp": exact(&row.vp),
        "raw_vp": exact(&row.raw_vp),
        "table_vp": exact(&table.table_vp),
        "virtual_vp": table.virtual_vp.as_ref().map(exact),
        "share": exact(&row.share),
        "winner": row.winner,
    })
}

fn bye(round: u32) -> Value {
    json!({
        "round": round, "stage": "preliminary", "table": null, "seat": null, "size": null, "place": null, "points": null,
        "vp": null, "raw_vp": null, "table_vp": null, "virtual_vp": null, "share": null, "winner": null,
    })
}

pub(super) fn measure(value: &Measure) -> Value {
    match value {
        Measure::Missing => Value::Null,
        _ => Value::String(value.to_string()),
    }
}

fn exact(value: &Exact) -> Value {
    Value::String(value.to_string())
}

/// Gives `out/standings.csv`, header first.
#[must_use]
pub fn standings_csv(facts: &Facts<'_>) -> Vec<Vec<String>> {
    let mut header: Vec<String> = ["Rank", "ID", "Player", "Club", "Group"]
        .map(ToOwned::to_owned)
        .to_vec();
    header.extend(facts.standings.valued.iter().cloned());
    header.push("Status".to_owned());
    let line = |line: &Line| {
        let player = &facts.event.players[line.player];
        let mut row = vec![
            line.rank.map(|rank| rank.to_string()).unwrap_or_default(),
            player.id.clone(),
            player.name.clone(),
            player.club.clone().unwrap_or_default(),
            player.group.clone().unwrap_or_default(),
        ];
        row.extend(line.values.iter().map(|value| value.to_decimal(3)));
        row.push(line.status.as_str().to_owned());
        row
    };
    std::iter::once(header)
        .chain(facts.standings.lines.iter().map(line))
        .collect()
}
