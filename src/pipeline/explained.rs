//! One player of an event, found by ID or name, and why that rank.

use super::outputs::{facts, options};
use super::{Day, Ending, Wishes, told, work};
use crate::model::{self, Finding, PlayerIx};
use crate::report;
use crate::show::Told;

/// Why a player has a rank.
#[derive(Clone, Debug)]
pub enum Explained {
    /// As lines, and as JSON.
    Player(Vec<String>, serde_json::Value),
    /// The name fits nobody or several; those it could mean, with their IDs.
    Unclear {
        /// Whether it fits several.
        several: bool,
        /// Who could be meant.
        candidates: Vec<String>,
    },
}

/// Explains a player's rank. Where the sheets have errors there is no
/// explanation, and what is told says why.
#[must_use]
pub fn explain(wishes: &Wishes, player: &str) -> (Option<Explained>, (Told, Ending)) {
    let mut findings = Vec::new();
    let (day, system) = work(wishes, &mut findings);
    let clean = !findings.iter().any(Finding::is_error);
    let explained = day
        .as_ref()
        .filter(|_| clean)
        .map(|day| explained(day, wishes, player));
    (
        explained,
        told::finish(day.as_ref(), findings, Vec::new(), system),
    )
}

fn explained(day: &Day, wishes: &Wishes, wanted: &str) -> Explained {
    let players = &day.event.players;
    let shown = |player: &model::Player| format!("{} ({})", player.name, player.id);
    let found = match_player(players, wanted);
    match found[..] {
        [player] => {
            let options = options(day, wishes);
            let facts = facts(day, &options);
            Explained::Player(
                report::explain_text(&facts, player),
                report::explain_json(&facts, player),
            )
        }
        [] => {
            let names = players.iter().map(|player| player.name.as_str());
            let near = model::nearest(wanted, names, 5);
            let near = players
                .iter()
                .filter(|player| near.contains(&player.name.as_str()));
            Explained::Unclear {
                several: false,
                candidates: near.map(shown).collect(),
            }
        }
        _ => Explained::Unclear {
            several: true,
            candidates: found.iter().map(|at| shown(&players[*at])).collect(),
        },
    }
}

/// The players whom an ID, a name, or a part of a name can mean: the first of
/// these readings that fits anybody.
fn match_player(players: &[model::Player], wanted: &str) -> Vec<PlayerIx> {
    let loose = model::loose_key(wanted);
    let key = model::NameKey::new(wanted);
    let readings: [&dyn Fn(&model::Player) -> bool; 4] = [
        &|player| player.id == wanted,
        &|player| player.key == key,
        &|player| model::loose_key(&player.name) == loose,
        &|player| !loose.is_empty() && model::loose_key(&player.name).contains(&loose),
    ];
    let fits = |reading: &&dyn Fn(&model::Player) -> bool| {
        let found = players
            .iter()
            .enumerate()
            .filter(|(_, player)| reading(player));
        found.map(|(at, _)| at).collect::<Vec<_>>()
    };
    readings
        .iter()
        .map(fits)
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}
