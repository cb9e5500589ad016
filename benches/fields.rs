//! Fields for the benches.

#![allow(dead_code)]

use tabletally::model::{
    DrawPlayer, DrawRequest, Goal, PairPlayer, PairRequest, Rematches, SeatRule, Starts,
};
use tabletally::seat;

/// The goals with repeats before everything.
pub(crate) const REPEATS_FIRST: [Goal; 4] = [
    Goal::Repeats,
    Goal::SeatBalance,
    Goal::ThreePlayerBalance,
    Goal::Avoid,
];
/// The goals with the balance of three-player tables before everything.
pub(crate) const BALANCE_FIRST: [Goal; 3] = [Goal::ThreePlayerBalance, Goal::Repeats, Goal::Avoid];

/// A fresh field in tables of four and three.
pub(crate) fn field(players: usize, rounds: u32, goals: &[Goal], seed: &str) -> DrawRequest {
    let player = |at: usize| DrawPlayer {
        key: format!("P{at:05}"),
        plays: vec![true; rounds as usize],
        avoid: Vec::new(),
        table: None,
    };
    DrawRequest {
        seed: seed.to_owned(),
        players: (0..players).map(player).collect(),
        sizes: vec![4, 3],
        goals: goals.to_vec(),
        seats: SeatRule::Balanced,
        played: Vec::new(),
        first: 1,
        last: rounds,
    }
}

/// A field before its last round, paired by rank until then; the better rank
/// always wins, so neighbours meet early.
pub(crate) fn ranked(players: usize, rounds: u32) -> PairRequest {
    let player = |at: usize| PairPlayer {
        player: at,
        key: format!("P{at:05}"),
        reserve: false,
        byes: 0,
        starts: 0,
        met: Vec::new(),
    };
    let mut request = PairRequest {
        seed: "bench".to_owned(),
        round: 1,
        players: (0..players).map(player).collect(),
        rematches: Rematches::Never,
        starts: Starts::BetterRank,
        label: String::new(),
    };
    let mut wins = vec![0; players];
    while request.round < rounds {
        for [a, b] in seat::pair(&request).pairs {
            wins[a.min(b)] += 1;
            for player in &mut request.players {
                if player.player == a || player.player == b {
                    player.met.push((a + b - player.player, request.round));
                }
            }
        }
        let order = |p: &PairPlayer| (std::cmp::Reverse(wins[p.player]), p.player);
        request.players.sort_by_key(order);
        request.round += 1;
    }
    request
}
