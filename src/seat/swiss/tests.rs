//! Tests of pairings, against a general matching and against all pairings.

use super::{Draw, pair};
use crate::model::{PairPlayer, PairReason, PairRequest, PlayerIx, Rematches, Starts};
use integer_blossom::max_weight_matching;

fn request(n: usize, round: u32, rematches: Rematches) -> PairRequest {
    let player = |p: usize| PairPlayer {
        player: p,
        key: format!("P{p:04}"),
        reserve: false,
        byes: 0,
        starts: 0,
        met: Vec::new(),
    };
    PairRequest {
        seed: "seed".into(),
        round,
        players: (0..n).map(player).collect(),
        rematches,
        starts: Starts::BetterRank,
        label: String::new(),
    }
}

fn meet(request: &mut PairRequest, a: PlayerIx, b: PlayerIx, round: u32) {
    for (one, other) in [(a, b), (b, a)] {
        let player = request.players.iter_mut().find(|p| p.player == one);
        player.unwrap().met.push((other, round));
    }
}

/// Plays rounds with random results and gives the request for the next.
fn played(n: usize, rounds: u32, rematches: Rematches, draw: &mut Draw) -> PairRequest {
    let mut request = request(n, 1, rematches);
    let mut strength = vec![0; n];
    for round in 1..=rounds {
        request.round = round;
        for [a, b] in pair(&request).pairs {
            meet(&mut request, a, b, round);
            strength[if draw.below(3) == 0 { a } else { b }] += 1;
        }
        draw.shuffle(&mut request.players);
        request
            .players
            .sort_by_key(|p| std::cmp::Reverse(strength[p.player]));
    }
    request.round = rounds + 1;
    request
}

/// Everybody is paired once, or has the bye, or is left out.
fn paired(request: &PairRequest) -> Vec<[PlayerIx; 2]> {
    let round = pair(request);
    let mut who: Vec<PlayerIx> = round.pairs.concat();
    who.extend(round.bye);
    who.extend(round.left_out);
    who.sort_unstable();
    let mut all: Vec<PlayerIx> = request.players.iter().map(|p| p.player).collect();
    all.sort_unstable();
    assert_eq!(who, all);
    assert_eq!(round.pairs.len(), round.reasons.len());
    round.pairs
}

fn rank(request: &PairRequest, player: PlayerIx) -> usize {
    request
        .players
        .iter()
        .position(|p| p.player == player)
        .unwrap()
}

fn last_met(request: &PairRequest, a: usize, b: usize) -> Option<u32> {
    let other = request.players[b].player;
    let met = request.players[a].met.iter();
    met.filter(|m| m.0 == other).map(|m| m.1).max()
}

/// (met just before, rematches, their rounds, sum of squares, partners in order).
fn value(request: &PairRequest, ranks: &[(usize, usize)]) -> (u32, u32, u32, usize, Vec<usize>) {
    let (mut just, mut again, mut rounds, mut gaps) = (0, 0, 0, 0);
    for &(a, b) in ranks {
        gaps += (a.abs_diff(b) - 1).pow(2);
        if let Some(round) = last_met(request, a, b) {
            just += u32::from(round + 1 == request.round);
            again += 1;
            rounds += round;
        }
    }
    let mut sorted: Vec<(usize, usize)> =
        ranks.iter().map(|&(a, b)| (a.min(b), a.max(b))).collect();
    sorted.sort_unstable();
    let partners = sorted.iter().map(|p| p.1).collect();
    (just, again, rounds, gaps, partners)
}

fn in_ranks(request: &PairRequest, pairs: &[[PlayerIx; 2]]) -> Vec<(usize, usize)> {
    pairs
        .iter()
        .map(|p| (rank(request, p[0]), rank(request, p[1])))
        .collect()
}

/// The best of all pairings, each looked at.
fn brute(
    request: &PairRequest,
    left: &[usize],
    pairs: &mut Vec<(usize, usize)>,
) -> (u32, u32, u32, usize, Vec<usize>) {
    let Some((&a, rest)) = left.split_first() else {
        return value(request, pairs);
    };
    let each = rest.iter().map(|&b| {
        let others: Vec<usize> = rest.iter().copied().filter(|p| *p != b).collect();
        pairs.push((a, b));
        let best = brute(request, &others, pairs);
        pairs.pop();
        best
    });
    each.min().unwrap()
}

#[test]
fn never_is_as_good_as_a_general_matching() {
    let mut draw = Draw::new("oracle", "");
    let mut none = 0;
    for case in 0..1_000 {
        let n = 4 + 2 * draw.below(24);
        let rounds = 1 + draw.below((n - 2).min(9)) as u32;
        let request = played(n, rounds, Rematches::Never, &mut draw);
        let pairs = paired(&request);
        let best = (n * n * n) as i64;
        let mut weights = vec![0; n * n];
        for a in 0..n {
            for b in a + 1..n {
                if last_met(&request, a, b).is_none() {
                    weights[a * n + b] = best - ((b - a - 1) as i64).pow(2);
                }
            }
        }
        let mates = max_weight_matching(&weights, n);
        let found = value(&request, &in_ranks(&request, &pairs));
        if mates.iter().any(Option::is_none) {
            none += 1;
            assert!(found.1 > 0, "case {case}");
            continue;
        }
        let cost: usize = (0..n)
            .filter_map(|a| mates[a].filter(|b| *b > a).map(|b| (b - a - 1).pow(2)))
            .sum();
        assert_eq!((found.1, found.3), (0, cost), "case {case}: {n} x {rounds}");
    }
    assert!(none > 0);
}

#[test]
fn small_fields_are_the_best_of_all_pairings() {
    let mut draw = Draw::new("all pairings", "");
    for case in 0..400 {
        let n = 2 + 2 * draw.below(5);
        let rounds = 1 + draw.below(n + 2) as u32;
        let request = played(n, rounds, Rematches::Never, &mut draw);
        let all: Vec<usize> = (0..n).collect();
        let found = value(&request, &in_ranks(&request, &paired(&request)));
        assert_eq!(
            found,
            brute(&request, &all, &mut Vec::new()),
            "case {case}: {n} x {rounds}"
        );
    }
}

#[test]
fn not_twice_running_moves_the_higher_one_place_down() {
    let mut request = request(6, 3, Rematches::Consecutive);
    meet(&mut request, 0, 1, 2);
    meet(&mut request, 4, 5, 1);
    assert_eq!(paired(&request), vec![[0, 2], [1, 3], [4, 5]]);
    let round = pair(&request);
    let down = PairReason::MovedDown;
    assert_eq!(round.reasons, vec![down, down, PairReason::ByRank]);
    assert_eq!(round.rematches, vec![(4, 5)]);
}

#[test]
fn not_twice_running_mirrors_the_last_pair_upwards() {
    let mut one = request(6, 3, Rematches::Consecutive);
    meet(&mut one, 4, 5, 2);
    assert_eq!(paired(&one), vec![[0, 1], [2, 4], [3, 5]]);
    let mut both = request(6, 3, Rematches::Consecutive);
    meet(&mut both, 0, 1, 2);
    meet(&mut both, 4, 5, 2);
    assert_eq!(paired(&both), vec![[0, 2], [1, 4], [3, 5]]);
    let mut two = request(2, 3, Rematches::Consecutive);
    meet(&mut two, 0, 1, 2);
    assert_eq!(pair(&two).reasons, vec![PairReason::Rematch]);
}

#[test]
fn nobody_meets_twice_running_whatever_was_played() {
    let mut draw = Draw::new("running", "");
    for _ in 0..300 {
        let n = 4 + 2 * draw.below(20);
        let rounds = 1 + draw.below(6) as u32;
        let request = played(n, rounds, Rematches::Consecutive, &mut draw);
        let found = value(&request, &in_ranks(&request, &paired(&request)));
        assert_eq!(found.0, 0);
    }
}

#[test]
fn a_tie_moves_the_higher_one_down() {
    let mut request = request(6, 2, Rematches::Never);
    meet(&mut request, 2, 3, 1);
    assert_eq!(paired(&request), vec![[0, 1], [2, 4], [3, 5]]);
}

#[test]
fn round_one_is_drawn_whatever_the_order_of_rows() {
    let one = request(12, 1, Rematches::Never);
    let mut other = one.clone();
    other.players.reverse();
    assert_eq!(pair(&one), pair(&other));
    let mut group = one.clone();
    group.label = "B".into();
    assert_ne!(pair(&one).pairs, pair(&group).pairs);
}

#[test]
fn the_bye_goes_to_the_last_without_one() {
    let mut request = request(7, 3, Rematches::Allowed);
    request.players[6].byes = 1;
    request.players[5].byes = 1;
    assert_eq!(pair(&request).bye, Some(4));
    paired(&request);
    request.round = 1;
    assert!(pair(&request).bye.is_some());
}

#[test]
fn the_reserve_plays_only_when_the_others_are_odd() {
    let mut odd = request(8, 2, Rematches::Consecutive);
    odd.players[3].reserve = true;
    assert_eq!(pair(&odd).left_out, None);
    assert_eq!(pair(&odd).pairs[1], [2, 3]);
    odd.players.pop();
    let even = pair(&odd);
    assert_eq!((even.left_out, even.bye), (Some(3), None));
    assert_eq!(even.pairs, vec![[0, 1], [2, 4], [5, 6]]);
}

#[test]
fn fewer_starts_start() {
    let mut request = request(4, 2, Rematches::Allowed);
    request.starts = Starts::FewerStarts;
    request.players[0].starts = 1;
    assert_eq!(pair(&request).pairs, vec![[1, 0], [2, 3]]);
}

#[test]
#[ignore = "prints times, for the release build"]
fn times() {
    for (n, rounds) in [
        (32, 6),
        (32, 12),
        (500, 7),
        (500, 9),
        (500, 15),
        (2_000, 7),
        (2_000, 11),
    ] {
        let mut draw = Draw::new("times", "");
        let request = played(n, rounds, Rematches::Never, &mut draw);
        let begun = std::time::Instant::now();
        let again = pair(&request).rematches.len();
        println!("{n} x {rounds}: {:?}, {again} rematches", begun.elapsed());
    }
}
