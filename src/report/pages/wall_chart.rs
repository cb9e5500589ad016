//! The wall chart of a plan: all rounds by table and by player on one page.
//! Knows a plan and names only, no results.

use serde_json::{Value, json};

use crate::model::{PageData, PlayerIx, SeatedRound};
use crate::report::words::{Lang, Words};

/// Rounds beside each other; more begin again below.
const ACROSS: usize = 8;
/// Players in one block of the list by player.
const BLOCK: usize = 30;

/// What a wall chart shows.
#[derive(Clone, Debug)]
pub struct WallChart<'a> {
    /// Its title.
    pub title: &'a str,
    /// Remarks below the title.
    pub facts: &'a [String],
    /// Everybody's name.
    pub names: &'a [String],
    /// The rounds.
    pub rounds: &'a [SeatedRound],
    /// The language.
    pub lang: Lang,
    /// A4, else Letter.
    pub a4: bool,
}

/// Gives the wall chart.
#[must_use]
pub fn wall_chart_page(chart: &WallChart<'_>) -> PageData {
    let words = Words::new(chart.lang);
    let number = |round: Option<&SeatedRound>| round.map(|r| r.number.to_string());
    let panels = chart.rounds.chunks(ACROSS);
    let panels: Vec<Value> = panels.map(|rounds| panel(chart, rounds)).collect();
    PageData {
        template: "wall-chart.html",
        data: json!({
            "lang": chart.lang.code(),
            "title": chart.title,
            "paper": if chart.a4 { "A4 landscape" } else { "letter landscape" },
            "paper_height": if chart.a4 { "210mm" } else { "215.9mm" },
            "w": words.all(),
            "first": number(chart.rounds.first()).unwrap_or_default(),
            "last": number(chart.rounds.last()).unwrap_or_default(),
            "facts": chart.facts,
            "panels": panels,
        }),
    }
}

fn panel(chart: &WallChart<'_>, rounds: &[SeatedRound]) -> Value {
    let heads: Vec<String> = rounds.iter().map(|r| r.number.to_string()).collect();
    let many = rounds.iter().map(|r| r.tables.len()).max().unwrap_or(0);
    let tables: Vec<Value> = (0..many).map(|at| table(chart, rounds, at)).collect();
    let mut places = vec![vec![(String::new(), String::new()); rounds.len()]; chart.names.len()];
    for (column, round) in rounds.iter().enumerate() {
        for (players, number) in round.tables.iter().zip(1..) {
            for (&player, seat) in players.iter().zip(1..) {
                places[player][column] = (format!("{number}"), format!("{seat}"));
            }
        }
    }
    let people: Vec<PlayerIx> = (0..chart.names.len()).collect();
    let person = |&player: &PlayerIx| {
        let cells = places[player].iter();
        let cells = cells.map(|(table, seat)| json!({"table": table, "seat": seat}));
        json!({"name": chart.names[player], "cells": cells.collect::<Vec<_>>()})
    };
    let blocks = people.chunks(BLOCK);
    let blocks = blocks.map(|block| block.iter().map(person).collect::<Vec<_>>());
    json!({
        "heads": heads,
        "tables": tables,
        "blocks": blocks.collect::<Vec<_>>(),
    })
}

/// One table's players in each round.
fn table(chart: &WallChart<'_>, rounds: &[SeatedRound], at: usize) -> Value {
    let cell = |round: &SeatedRound| {
        let players = round.tables.get(at).map_or(&[][..], Vec::as_slice);
        let named = players.iter().map(|&p| chart.names[p].as_str());
        named.collect::<Vec<_>>()
    };
    let cells: Vec<Vec<&str>> = rounds.iter().map(cell).collect();
    json!({"number": (at + 1).to_string(), "cells": cells})
}
