//! Tables of each preset, by hand and at random.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::model::{Place, Stage};
use crate::preset;

fn table(vps: &[i64], winner: Option<usize>) -> Table {
    let seat = |(at, vp): (usize, &i64)| Seat {
        player: at,
        seat: Some(at as u32 + 1),
        vp: Some(Exact::int(*vp)),
        extra: Vec::new(),
        derived: Vec::new(),
        winner: winner == Some(at),
        penalty: Exact::ZERO,
        signed: false,
        note: None,
        row: Place::file("round-1.csv"),
    };
    Table {
        number: 1,
        stage: Stage::Preliminary,
        group: None,
        seats: vps.iter().enumerate().map(seat).collect(),
        state: TableState::Complete,
    }
}

fn scored(preset: &str, vps: &[i64], winner: Option<usize>) -> TableScore {
    let preset = preset::load(preset, Path::new("."), &[]).unwrap();
    score_table(1, &table(vps, winner), &preset)
}

fn points(score: &TableScore) -> Vec<String> {
    score
        .rows
        .iter()
        .map(|row| row.points.as_ref().unwrap().to_decimal(3))
        .collect()
}

fn vps(score: &TableScore) -> Vec<String> {
    score.rows.iter().map(|row| row.vp.to_string()).collect()
}

fn shares(score: &TableScore) -> Vec<String> {
    score.rows.iter().map(|row| row.share.to_string()).collect()
}

#[test]
fn worked_values_3_and_4_the_exact_virtual_seat() {
    let score = scored("catan-mso", &[10, 9, 5], Some(0));
    assert_eq!(score.virtual_vp, Some(Exact::int(8)));
    assert_eq!(shares(&score), ["125/4", "225/8", "125/8"]);
    let score = scored("catan-mso", &[10, 8, 4], Some(0));
    assert_eq!(score.virtual_vp.as_ref().unwrap().to_string(), "22/3");
    let cut: Vec<String> = score
        .rows
        .iter()
        .map(|row| row.share.to_decimal(2))
        .collect();
    assert_eq!(cut, ["34.09", "27.27", "13.63"]);
}

#[test]
fn worked_values_5_and_6_the_caps_of_the_mso() {
    assert_eq!(
        vps(&scored("catan-mso", &[12, 11, 7, 5], Some(0))),
        ["10", "9", "7", "5"]
    );
    let stopped = scored("catan-mso", &[9, 9, 7, 5], None);
    assert_eq!(vps(&stopped), ["9", "9", "7", "5"]);
    assert!(
        stopped
            .rows
            .iter()
            .all(|row| !row.winner && row.win.is_zero())
    );
}

#[test]
fn worked_values_7_to_9_split_points() {
    assert_eq!(
        points(&scored("catan-de", &[10, 8, 8, 5], None)),
        ["5", "2.5", "2.5", "1"]
    );
    assert_eq!(
        points(&scored("catan-de", &[10, 8, 8, 8], None)),
        ["5", "2", "2", "2"]
    );
    assert_eq!(
        points(&scored("catan-de", &[8, 8, 8, 8], None)),
        ["2.75"; 4]
    );
    assert_eq!(points(&scored("catan-de", &[9, 9, 9], None)), ["3"; 3]);
    assert_eq!(
        points(&scored("catan-de", &[10, 7, 7], None)),
        ["5", "2", "2"]
    );
}

#[test]
fn sc05_and_sc07_the_table_always_hands_out_its_points() {
    assert_eq!(
        points(&scored("catan-de", &[9, 9, 7, 5], None)),
        ["4", "4", "2", "1"]
    );
    assert_eq!(
        points(&scored("catan-de", &[10, 7, 6], None)),
        ["5", "3", "1"]
    );
    assert_eq!(
        points(&scored("catan-de", &[10, 6, 6], None)),
        ["5", "2", "2"]
    );
}

#[test]
fn worked_value_11_the_marked_winner_is_first_alone() {
    let score = scored("catan-de", &[10, 10, 7, 5], Some(0));
    assert_eq!(points(&score), ["5", "3", "2", "1"]);
    let other = scored("catan-de", &[10, 10, 7, 5], Some(1));
    assert_eq!(points(&other), ["3", "5", "2", "1"]);
}

#[test]
fn worked_value_12_the_boot_adds_nothing() {
    assert_eq!(
        vps(&scored("catan-de-fishermen", &[11, 9, 7, 5], Some(0)))[0],
        "10"
    );
}

#[test]
fn worked_value_13_the_mean_to_the_nearest_whole() {
    let score = scored("catan-championship", &[10, 7, 5], Some(0));
    assert_eq!(score.virtual_vp, Some(Exact::int(7)));
    assert_eq!(shares(&score)[0], "1000/29");
}

#[test]
fn the_target_of_each_round_caps_it() {
    let target = toml::Value::Array([10, 10, 14].map(toml::Value::Integer).to_vec());
    let mut overrides = vec![("target".to_owned(), target)];
    overrides.push(("vp_max".to_owned(), toml::Value::Integer(24)));
    let preset = preset::load("catan-de", Path::new("."), &overrides).unwrap();
    assert_eq!(
        score_table(3, &table(&[14, 12, 9, 8], None), &preset).rows[0].vp,
        Exact::int(14)
    );
    assert_eq!(
        score_table(1, &table(&[11, 9, 9, 8], None), &preset).rows[0].vp,
        Exact::int(10)
    );
}

#[test]
fn an_all_zero_table_has_no_shares() {
    assert_eq!(shares(&scored("catan-de", &[0, 0, 0, 0], None)), ["0"; 4]);
}

/// Any table of any preset: its VP, and who is marked as the winner.
fn any_table() -> impl Strategy<Value = (Preset, Vec<i64>, Option<usize>)> {
    (0..preset::BUILTIN.len()).prop_flat_map(|which| {
        let preset = preset::load(preset::BUILTIN[which].0, Path::new("."), &[]).unwrap();
        let sizes = preset.table_sizes.clone();
        let most = i64::from(preset.vp_max.get(1)).min(24);
        proptest::sample::select(sizes).prop_flat_map(move |size| {
            let vps = proptest::collection::vec(0..=most, size);
            let winner = proptest::option::of(0..size);
            (Just(preset.clone()), vps, winner)
        })
    })
}

/// The points that a preset hands out at a table, by its vector and the
/// linear part of each score.
fn due(preset: &Preset, vps: &[i64]) -> Exact {
    let vector: Exact = preset
        .points_for(vps.len())
        .iter()
        .map(|points| points.0.clone())
        .sum();
    let linear: Exact = preset.score_points.iter().fold(Exact::ZERO, |_, score| {
        vps.iter()
            .map(|vp| {
                (&Exact::int(*vp) - &score.minus.0)
                    .checked_div(&score.per.0)
                    .unwrap()
            })
            .sum()
    });
    &vector + &linear
}

proptest! {
    /// Whatever is tied, a table hands out exactly what its vector holds.
    #[test]
    fn points_of_a_table_add_up((preset, vps, winner) in any_table()) {
        let score = score_table(1, &table(&vps, winner), &preset);
        if preset.has_points() {
            let total: Exact = score.rows.iter().map(|row| row.points.clone().unwrap()).sum();
            prop_assert_eq!(total, due(&preset, &vps));
        } else {
            prop_assert!(score.rows.iter().all(|row| row.points.is_none()));
        }
    }

    /// The shares and the virtual seat's are a hundred together; an exact
    /// virtual seat at a table of three leaves exactly 75 to the players.
    #[test]
    fn shares_and_the_virtual_seat_are_a_hundred((preset, vps, winner) in any_table()) {
        let score = score_table(1, &table(&vps, winner), &preset);
        let total: Exact = score.rows.iter().map(|row| row.share.clone()).sum();
        prop_assume!(!score.table_vp.is_zero());
        let seat = score.virtual_vp.clone().unwrap_or(Exact::ZERO);
        let whole = &score.table_vp + &seat;
        let unseen = (&Exact::int(100) * &seat).checked_div(&whole).unwrap();
        prop_assert_eq!(&total + &unseen, Exact::int(100));
        let three = vps.len() == 3;
        match preset.virtual_seat {
            VirtualSeat::Exact if three => prop_assert_eq!(total, Exact::int(75)),
            VirtualSeat::Nearest | VirtualSeat::Up if three => {
                // Within one VP of the mean, above it where it is rounded up.
                let off = &(&seat * &Exact::int(3)) - &score.table_vp;
                prop_assert!(seat.is_whole() && off.abs() <= Exact::int(2));
                prop_assert!(preset.virtual_seat == VirtualSeat::Nearest || !off.is_negative());
            }
            _ => prop_assert!(three || score.virtual_vp.is_none()),
        }
    }

    /// Places are those of a ranking, a marked winner's is 1 alone, and caps
    /// hold.
    #[test]
    fn places_are_a_ranking_and_caps_hold((preset, vps, winner) in any_table()) {
        let score = score_table(1, &table(&vps, winner), &preset);
        let mut places: Vec<u32> = score.rows.iter().map(|row| row.place).collect();
        if let Some(winner) = winner {
            prop_assert_eq!(places.iter().filter(|place| **place == 1).count(), 1);
            prop_assert_eq!(places[winner], 1);
        }
        places.sort_unstable();
        for (at, place) in places.iter().enumerate() {
            let better = places.iter().filter(|other| *other < place).count();
            prop_assert_eq!(*place as usize, better + 1, "at {}", at);
        }
        let target = preset.target(1);
        for row in &score.rows {
            let cap = if row.winner { &preset.winner_cap } else { &preset.others_cap };
            let cap = cap.as_ref().and_then(|cap| cap.value(1, target.as_ref()));
            prop_assert!(cap.is_none_or(|cap| row.vp <= cap));
        }
    }

    /// Who sits in which row of the sheet changes nobody's score.
    #[test]
    fn the_order_of_rows_changes_no_score((preset, vps, winner) in any_table(), turn in 0_usize..6) {
        let plain = table(&vps, winner);
        let mut turned = plain.clone();
        turned.seats.rotate_left(turn % vps.len());
        let (plain, mut turned) = (score_table(1, &plain, &preset), score_table(1, &turned, &preset));
        turned.rows.sort_by_key(|row| row.player);
        prop_assert_eq!(format!("{plain:?}"), format!("{turned:?}"));
    }
}
