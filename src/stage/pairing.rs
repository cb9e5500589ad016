//! What the pairing by rank is asked: groups, opponents met, byes and starts
//! so far. Knows the ranking; pairs nobody.

use std::collections::BTreeMap;

use super::attendance::{is_due, winners};
use crate::model::{
    Event, PairPlayer, PairRequest, Player, PlayerIx, PodPlayer, PodRequest, Progress, Scores,
};
use crate::preset::Preset;

/// Puts players into groups A and B where the field is large enough for two
/// (rules/002, "Two-group tournament"). Who has a group keeps it; seeded
/// players alternate in the order of their seed rank; the others are drawn
/// into the group that lacks most. `lot` gives each player's draw.
pub fn assign_groups(
    event: &mut Event,
    preset: &Preset,
    progress: &Progress,
    lot: impl Fn(&Player) -> u64,
) {
    if preset
        .groups_from
        .is_none_or(|least| progress.field < least)
    {
        return;
    }
    from_sheets(event);
    let open = |event: &Event| -> Vec<PlayerIx> {
        let players = event.players.iter().enumerate();
        players
            .filter(|(_, player)| player.group.is_none() && !player.reserve)
            .map(|(at, _)| at)
            .collect()
    };
    let mut seeded = open(event);
    seeded.retain(|at| event.players[*at].seed_rank.is_some());
    seeded.sort_by(|a, b| {
        event.players[*a]
            .seed_rank
            .cmp(&event.players[*b].seed_rank)
    });
    for (at, player) in seeded.into_iter().enumerate() {
        event.players[player].group = Some(["A", "B"][at % 2].to_owned());
    }
    let mut drawn = open(event);
    drawn.sort_by_key(|at| lot(&event.players[*at]));
    let many = event
        .players
        .iter()
        .filter(|player| !player.reserve)
        .count();
    let wanted = group_sizes(many);
    for player in drawn {
        let count = |name: &str| {
            let members = event.players.iter();
            members
                .filter(|player| player.group.as_deref() == Some(name))
                .count() as i64
        };
        let lack = [wanted.0 as i64 - count("A"), wanted.1 as i64 - count("B")];
        let name = if lack[0] >= lack[1] { "A" } else { "B" };
        event.players[player].group = Some(name.to_owned());
    }
}

/// Groups written into the round sheets hold.
fn from_sheets(event: &mut Event) {
    let mut known: BTreeMap<PlayerIx, String> = BTreeMap::new();
    for table in event.rounds.iter().flat_map(|round| &round.tables) {
        if let Some(group) = &table.group {
            for seat in &table.seats {
                known.entry(seat.player).or_insert_with(|| group.clone());
            }
        }
    }
    for (player, group) in known {
        event.players[player].group.get_or_insert(group);
    }
}

/// As even as can be, even sizes before equal ones: 34 is 16 and 18.
fn group_sizes(players: usize) -> (usize, usize) {
    if players % 4 == 2 {
        (players / 2 - 1, players / 2 + 1)
    } else {
        (players.div_ceil(2), players / 2)
    }
}

/// Everybody due in a round, in the order of the ranking, group by group; the
/// reserve, who belongs to none, joins the first group of an odd number.
fn field(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
    ranking: &[PlayerIx],
    round: u32,
) -> Vec<(String, Vec<PlayerIx>)> {
    let winners = winners(event, preset, scores, progress);
    let mut groups: BTreeMap<String, Vec<PlayerIx>> = BTreeMap::new();
    for player in ranking {
        if is_due(&event.players, preset, &winners, *player, round) {
            let group = event.players[*player].group.clone().unwrap_or_default();
            groups.entry(group).or_default().push(*player);
        }
    }
    let reserve = ranking.iter().copied().find(|player| {
        let person = &event.players[*player];
        person.reserve && person.plays(round) && !person.excluded
    });
    if let Some(reserve) = reserve {
        let odd = groups.values().position(|group| group.len() % 2 == 1);
        if let Some(group) = groups.values_mut().nth(odd.unwrap_or(0)) {
            group.push(reserve);
            let place = |player: &PlayerIx| ranking.iter().position(|other| other == player);
            group.sort_by_key(place);
        }
    }
    groups.into_iter().collect()
}

/// Asks for a round's pairings, a request for each group. `ranking` holds
/// everybody, those who are not ranked included.
#[must_use]
pub fn pair_requests(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
    ranking: &[PlayerIx],
    round: u32,
) -> Vec<PairRequest> {
    let history = History::new(event);
    let groups = field(event, preset, scores, progress, ranking, round);
    groups
        .into_iter()
        .map(|(label, players)| PairRequest {
            seed: event.seed.text.clone(),
            round,
            players: players
                .into_iter()
                .map(|player| PairPlayer {
                    player,
                    key: event.players[player].draw_key(),
                    reserve: event.players[player].reserve,
                    byes: history.byes[player],
                    starts: history.seats[player]
                        .iter()
                        .filter(|seat| **seat == 1)
                        .count() as u32,
                    met: history.met[player].clone(),
                })
                .collect(),
            rematches: preset.rematches,
            starts: preset.starts,
            label,
        })
        .collect()
}

/// Asks for a round's pods.
#[must_use]
pub fn pod_requests(
    event: &Event,
    preset: &Preset,
    scores: &Scores,
    progress: &Progress,
    ranking: &[PlayerIx],
    round: u32,
) -> Vec<PodRequest> {
    let history = History::new(event);
    let full = preset.table_sizes.first().copied().unwrap_or(4);
    let groups = field(event, preset, scores, progress, ranking, round);
    groups
        .into_iter()
        .map(|(label, players)| PodRequest {
            seed: event.seed.text.clone(),
            round,
            label,
            sizes: preset.table_sizes.clone(),
            window: preset.window,
            players: players
                .into_iter()
                .map(|player| PodPlayer {
                    player,
                    key: event.players[player].draw_key(),
                    met: history.met[player].clone(),
                    seats: history.seats[player].clone(),
                    short_tables: history.sizes[player]
                        .iter()
                        .filter(|size| **size < full)
                        .count() as u32,
                    avoid: event.players[player].avoid.clone(),
                })
                .collect(),
            goals: preset.goals.clone(),
            seats: preset.seats.rule(),
        })
        .collect()
}

/// What each player has had so far.
struct History {
    met: Vec<Vec<(PlayerIx, u32)>>,
    seats: Vec<Vec<u32>>,
    sizes: Vec<Vec<usize>>,
    byes: Vec<u32>,
}

impl History {
    fn new(event: &Event) -> Self {
        let many = event.players.len();
        let mut history = Self {
            met: vec![Vec::new(); many],
            seats: vec![Vec::new(); many],
            sizes: vec![Vec::new(); many],
            byes: vec![0; many],
        };
        for round in &event.rounds {
            for player in &round.byes {
                history.byes[*player] += 1;
            }
            for table in &round.tables {
                for seat in &table.seats {
                    history.seats[seat.player].extend(seat.seat);
                    history.sizes[seat.player].push(table.size());
                    let others = table.seats.iter().map(|other| other.player);
                    history.met[seat.player].extend(
                        others
                            .filter(|other| *other != seat.player)
                            .map(|other| (other, round.number)),
                    );
                }
            }
        }
        history
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn groups_are_even_where_they_can_be() {
        for (players, sizes) in [
            (33, (17, 16)),
            (34, (16, 18)),
            (35, (18, 17)),
            (36, (18, 18)),
        ] {
            assert_eq!(group_sizes(players), sizes);
        }
    }
}
