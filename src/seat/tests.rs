//! Tests of whole seatings, with a checker that shares no code with the engine.

use super::problem::Problem;
use super::{bounds, figures, seat, table_sizes};
use crate::model::{DrawPlayer, DrawRequest, Goal, PlayedTable, SeatRule, SeatedRound, Seating};
use proptest::prelude::*;
use std::fmt::Write as _;

const GOALS: [Goal; 4] = [
    Goal::Repeats,
    Goal::SeatBalance,
    Goal::ThreePlayerBalance,
    Goal::Avoid,
];
const BALANCE_FIRST: [Goal; 3] = [Goal::ThreePlayerBalance, Goal::Repeats, Goal::Avoid];

fn request(n: usize, rounds: u32, goals: &[Goal]) -> DrawRequest {
    let player = |p: usize| DrawPlayer {
        key: format!("P{p:05}"),
        plays: vec![true; rounds as usize],
        avoid: Vec::new(),
        table: None,
    };
    DrawRequest {
        seed: "seed".into(),
        players: (0..n).map(player).collect(),
        sizes: vec![4, 3],
        goals: goals.to_vec(),
        seats: SeatRule::Balanced,
        played: Vec::new(),
        first: 1,
        last: rounds,
    }
}

fn as_played(round: &SeatedRound) -> Vec<PlayedTable> {
    let table = |(at, table): (usize, &Vec<usize>)| PlayedTable {
        number: at as u32 + 1,
        seats: table.iter().zip(1..).map(|(&p, s)| (p, Some(s))).collect(),
    };
    round.tables.iter().enumerate().map(table).collect()
}

fn solved(request: &DrawRequest) -> Seating {
    let seating = seat(request).unwrap();
    check(request, &seating);
    seating
}

/// Checks that everybody is seated once, and recounts the figures naively.
fn check(request: &DrawRequest, seating: &Seating) {
    let n = request.players.len();
    for round in &seating.rounds {
        let at = round.number as usize - 1;
        let mut seated: Vec<usize> = round.tables.concat();
        seated.sort_unstable();
        let here: Vec<usize> = (0..n).filter(|&p| request.players[p].plays[at]).collect();
        assert_eq!(seated, here);
        let mut sizes: Vec<usize> = round.tables.iter().map(Vec::len).collect();
        sizes.sort_by_key(|s| std::cmp::Reverse(*s));
        assert_eq!(Some(sizes), table_sizes(here.len(), &request.sizes));
    }
    let played = request.played.iter().flatten();
    let mut tables: Vec<Vec<usize>> = played
        .map(|t| t.seats.iter().map(|s| s.0).collect())
        .collect();
    tables.extend(seating.rounds.iter().flat_map(|r| r.tables.clone()));
    let (mut cost, mut again, mut most) = (0, 0, 0);
    for a in 0..n {
        for b in 0..a {
            let met = tables
                .iter()
                .filter(|t| t.contains(&a) && t.contains(&b))
                .count() as u64;
            cost += met * met.saturating_sub(1) / 2;
            again += met.saturating_sub(1);
            most = most.max(met);
        }
    }
    let got = &seating.figures;
    assert_eq!((got.repeat_cost, got.repeat_meetings), (cost, again));
    assert_eq!(u64::from(got.max_meetings), most);
    assert!(got.repeat_lower_bound <= got.repeat_cost);
}

#[test]
fn best_known_repeats() {
    for (n, rounds, cost) in [(6, 3, 6), (9, 4, 0), (12, 3, 9), (15, 5, 0)] {
        assert_eq!(
            solved(&request(n, rounds, &GOALS)).figures.repeat_cost,
            cost,
            "{n} x {rounds}"
        );
    }
    for (n, rounds) in [(13, 3), (16, 3), (16, 5), (20, 5), (22, 3), (22, 4)] {
        let seating = solved(&request(n, rounds, &[Goal::Repeats]));
        assert_eq!(seating.figures.repeat_cost, 0, "{n} x {rounds}");
    }
}

#[test]
fn proof_where_the_bound_is_met() {
    let seating = solved(&request(12, 3, &GOALS));
    assert_eq!(seating.figures.repeat_lower_bound, 9);
    assert!(seating.figures.proven_optimal);
}

#[test]
fn each_seat_once_in_four_rounds() {
    let request = request(16, 4, &GOALS);
    let seating = solved(&request);
    assert_eq!(seating.figures.seat_spread, 0);
    assert_eq!(seating.figures, figures(&request, &seating.rounds));
}

#[test]
fn balance_first_costs_what_it_must() {
    let seating = solved(&request(10, 3, &BALANCE_FIRST));
    assert_eq!(
        (
            seating.figures.repeat_cost,
            seating.figures.three_player_spread
        ),
        (8, 1)
    );
}

#[test]
fn order_of_players_never_matters() {
    let one = request(18, 3, &GOALS);
    let mut other = one.clone();
    other.players.reverse();
    let mut mirrored = solved(&other).rounds;
    let places = mirrored
        .iter_mut()
        .flat_map(|r| r.tables.iter_mut().flatten());
    places.for_each(|p| *p = 17 - *p);
    assert_eq!(solved(&one).rounds, mirrored);
}

#[test]
fn the_plan_is_followed_and_then_done() {
    let mut request = request(17, 3, &GOALS);
    let plan = solved(&request);
    request.played = vec![as_played(&plan.rounds[0])];
    request.played[0].reverse();
    request.first = 2;
    let rest = solved(&request);
    assert_eq!(rest.rounds, plan.rounds[1..]);
    assert_eq!(rest.figures, plan.figures);
    request.played = plan.rounds.iter().map(as_played).collect();
    request.first = 4;
    let done = solved(&request);
    assert!(done.rounds.is_empty());
    assert_eq!(done.figures.repeat_cost, plan.figures.repeat_cost);
}

#[test]
fn bounds_never_exceed_the_best_known_values() {
    // Players, then for three to six rounds the best known repeats with the
    // balance of short tables first, and with it last.
    let known: [(usize, [(u64, u64); 4]); 10] = [
        (6, [(6, 6), (12, 12), (20, 20), (30, 30)]),
        (7, [(12, 9), (21, 18), (33, 30), (45, 45)]),
        (8, [(12, 12), (24, 24), (40, 40), (60, 60)]),
        (9, [(0, 0), (0, 0), (9, 9), (18, 18)]),
        (10, [(8, 3), (12, 6), (20, 15), (27, 27)]),
        (11, [(9, 6), (17, 12), (26, 20), (38, 35)]),
        (12, [(9, 9), (18, 18), (30, 30), (45, 45)]),
        (13, [(6, 0), (6, 0), (7, 3), (13, 12)]),
        (14, [(4, 0), (4, 0), (6, 2), (17, 17)]),
        (20, [(0, 0), (0, 0), (0, 0), (6, 6)]),
    ];
    for (n, values) in known {
        for (rounds, (first, last)) in (3..).zip(values) {
            let problem = Problem::new(&request(n, rounds, &GOALS), true).unwrap();
            assert!(bounds::repeats(&problem) <= last, "{n} x {rounds}");
            assert!(
                bounds::repeats_when_balanced(&problem) <= first,
                "{n} x {rounds}"
            );
        }
    }
}

#[test]
fn balanced_plans_of_small_fields_are_proven() {
    for (n, rounds, cost) in [(7, 4, 21), (10, 3, 8), (11, 6, 38), (13, 4, 6), (14, 3, 4)] {
        let figures = solved(&request(n, rounds, &BALANCE_FIRST)).figures;
        assert_eq!(
            (figures.repeat_cost, figures.proven_optimal),
            (cost, true),
            "{n} x {rounds}"
        );
    }
}

#[test]
fn six_rounds_of_23_and_24_without_a_repeat() {
    for n in [23, 24] {
        let figures = solved(&request(n, 6, &BALANCE_FIRST)).figures;
        assert_eq!(
            (figures.repeat_cost, figures.three_player_spread),
            (0, u32::from(n == 23))
        );
    }
}

#[test]
fn late_arrival_is_planned_around() {
    let mut request = request(24, 3, &GOALS);
    let plan = solved(&request);
    request.played = vec![as_played(&plan.rounds[0])];
    request.first = 2;
    request.players.push(DrawPlayer {
        key: "late".into(),
        plays: vec![false, true, true],
        avoid: Vec::new(),
        table: None,
    });
    let rest = solved(&request);
    assert_eq!(rest.figures.repeat_cost, 0);
    assert_eq!(rest.rounds.len(), 2);
}

/// Best repeats of a fresh plan: players, rounds, repeats with the balance of
/// short tables first.
const FRESH: [(usize, u32, u64); 5] = [(10, 4, 12), (14, 4, 4), (16, 5, 0), (18, 4, 0), (22, 6, 0)];

#[test]
fn round_by_round_comes_to_the_same() {
    for (n, rounds, cost) in FRESH {
        let mut request = request(n, rounds, &BALANCE_FIRST);
        let plan = solved(&request);
        assert_eq!(plan.figures.repeat_cost, cost, "{n} x {rounds}");
        for number in 1..=rounds {
            request.first = number;
            let seating = solved(&request);
            assert_eq!(seating.figures, plan.figures, "{n} x {rounds}");
            request.played.push(as_played(&seating.rounds[0]));
        }
    }
}

#[test]
fn one_leaves_and_one_comes_and_nothing_is_worse() {
    for (n, rounds, cost) in FRESH {
        let mut request = request(n, rounds, &BALANCE_FIRST);
        let plan = solved(&request);
        request.played = vec![as_played(&plan.rounds[0])];
        request.first = 2;
        request.players[n / 2].plays[1..].fill(false);
        request.players.push(DrawPlayer {
            key: "late".into(),
            plays: (1..=rounds).map(|round| round > 1).collect(),
            avoid: Vec::new(),
            table: None,
        });
        let figures = solved(&request).figures;
        assert!(figures.repeat_cost <= cost, "{n} x {rounds}: {figures:?}");
        assert!(
            figures.three_player_spread <= 1,
            "{n} x {rounds}: {figures:?}"
        );
    }
}

#[test]
fn bounds_hold_around_rounds_moved_by_hand() {
    for n in [8, 12, 16, 19] {
        let mut request = request(n, 3, &GOALS);
        let mut round = solved(&request).rounds[0].clone();
        let taken = round.tables[0][0];
        round.tables[0][0] = round.tables[1][0];
        round.tables[1][0] = taken;
        request.seed = "another".into();
        request.players[0].plays[2] = n != 16;
        request.played = vec![as_played(&round)];
        request.first = 2;
        assert_eq!(solved(&request).rounds.len(), 2);
    }
}

#[test]
fn labels_and_fixed_tables() {
    let mut request = request(16, 3, &GOALS);
    request.players[3].table = Some(3);
    for p in [0, 5, 9] {
        request.players[p].avoid = vec!["family".into()];
    }
    let seating = solved(&request);
    assert_eq!(seating.figures.avoid_broken, 0);
    assert!(seating.rounds.iter().all(|r| r.tables[2].contains(&3)));
}

#[test]
fn five_cannot_be_split() {
    let error = seat(&request(5, 2, &GOALS)).unwrap_err();
    let text = "5 players cannot be split into tables of 4 or 3 in round 1";
    assert_eq!(error.to_string(), text);
}

#[test]
#[ignore = "prints the table of values, for the release build"]
fn table_of_values() {
    for goals in [&BALANCE_FIRST[..], &GOALS[..]] {
        for n in 7..=24 {
            let mut line = format!("{n:5}");
            for rounds in 3..=6 {
                let begun = std::time::Instant::now();
                let f = seat(&request(n, rounds, goals)).unwrap().figures;
                let took = begun.elapsed().as_millis();
                let _ = write!(
                    line,
                    " | {:3}>={:3} t{} s{} {} {took:4}ms",
                    f.repeat_cost,
                    f.repeat_lower_bound,
                    f.three_player_spread,
                    f.seat_spread,
                    if f.proven_optimal { "P" } else { "-" },
                );
            }
            println!("{line}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn everybody_sits_exactly_once(n in 24_usize..60, rounds in 1_u32..4, out in 0_usize..9) {
        let mut request = request(n, rounds, &GOALS);
        request.players[out].plays[0] = false;
        solved(&request);
    }
}
