use std::path::Path;

use super::*;
use crate::model::{Exact, NameKey, Place, Player, Round, RowScore, SeedText, Stage, TableScore};
use crate::preset;

fn player(name: &str) -> Player {
    Player {
        id: name.to_owned(),
        id_typed: true,
        name: name.to_owned(),
        key: NameKey::new(name),
        club: None,
        country: None,
        email: None,
        phone: None,
        group: None,
        seed_rank: None,
        avoid: Vec::new(),
        from: 1,
        until: None,
        only_rounds: None,
        reserve: false,
        excluded: false,
        guest: false,
        table: None,
        lot: None,
        qualified: false,
        row: Place::file("players.csv"),
    }
}

/// An event of so many complete rounds without tables: only the scores count.
fn event(names: &[&str], rounds: u32) -> Event {
    let round = |number| Round {
        number,
        stage: Stage::Preliminary,
        tables: Vec::new(),
        byes: Vec::new(),
        bye_cells: Vec::new(),
        absent: Vec::new(),
        unread: 0,
        sheet: Place::file("round.csv"),
    };
    Event {
        name: "Test".to_owned(),
        date: None,
        place: None,
        organiser: None,
        seed: SeedText {
            text: "seed".to_owned(),
            derived: false,
        },
        players: names.iter().map(|name| player(name)).collect(),
        rounds: (1..=rounds).map(round).collect(),
    }
}

/// One game: VP, table total, and what else counts.
fn game(player: PlayerIx, vp: i64, total: i64, place: u32, win: i64) -> TableScore {
    let row = RowScore {
        player,
        seat: None,
        place,
        points: None,
        raw_vp: Exact::int(vp),
        vp: Exact::int(vp),
        share: Exact::ratio(100 * vp, total).unwrap(),
        winner: win == 1,
        win: Exact::int(win),
        penalty: Exact::ZERO,
        clock: None,
    };
    TableScore {
        round: 1,
        stage: Stage::Preliminary,
        table: 1,
        size: 4,
        table_vp: Exact::int(total),
        virtual_vp: None,
        rows: vec![row],
    }
}

fn standings(preset_name: &str, event: &Event, games: Vec<TableScore>) -> Standings {
    let preset = preset::load(preset_name, Path::new("."), &[]).unwrap();
    let progress = Progress {
        field: event.players.len(),
        complete: event.rounds.len() as u32,
        planned: Some(3),
        waiting_for: Vec::new(),
    };
    rank(event, &preset, &Scores { tables: games }, &progress)
}

fn order(event: &Event, standings: &Standings) -> Vec<String> {
    standings
        .lines
        .iter()
        .map(|line| event.players[line.player].name.clone())
        .collect()
}

fn games(player: PlayerIx, list: &[(i64, i64)]) -> Vec<TableScore> {
    list.iter()
        .map(|(vp, total)| game(player, *vp, *total, 1, 0))
        .collect()
}

#[test]
fn worked_values_1_and_2_shares_are_never_rounded() {
    let event = event(&["A", "B"], 3);
    let mut all = games(0, &[(10, 32), (8, 30), (10, 36)]);
    all.extend(games(1, &[(10, 30), (10, 33), (8, 36)]));
    let standings = standings("catan-mso", &event, all);
    assert_eq!(order(&event, &standings), ["B", "A"]);
    assert_eq!(standings.lines[0].values[1].to_string(), "8500/99");
    assert_eq!(standings.lines[1].values[1].to_string(), "3085/36");
    assert_eq!(
        standings.lines[0].decided_by,
        Some(Decided::By("share_sum".to_owned()))
    );
    assert_eq!(standings.lines[1].decided_by, None);
}

#[test]
fn worked_value_10_the_mean_of_the_shares() {
    let event = event(&["A"], 3);
    let standings = standings("catan-de", &event, games(0, &[(10, 32), (8, 30), (10, 36)]));
    assert_eq!(standings.lines[0].values[2].to_string(), "3085/108");
}

#[test]
fn worked_values_21_and_22_near_and_equal_shares() {
    let event = event(&["first", "second"], 3);
    let mut all = games(0, &[(10, 31), (10, 37), (8, 35)]);
    all.extend(games(1, &[(10, 35), (10, 35), (8, 32)]));
    assert_eq!(
        order(&event, &standings("catan-mso", &event, all)),
        ["second", "first"]
    );

    let mut all = games(0, &[(10, 30), (8, 32), (6, 36)]);
    all.extend(games(1, &[(8, 32), (9, 36), (7, 28)]));
    let equal = standings("catan-mso", &event, all);
    assert_eq!(equal.lines[0].values, equal.lines[1].values);
    assert_eq!(
        equal.lines[0].decided_by,
        Some(Decided::By("lot".to_owned()))
    );
}

#[test]
fn worked_value_23_wins_before_vp_before_shares() {
    let event = event(&["b", "c", "d", "a"], 3);
    let two_wins = |player, last, strength| {
        vec![
            game(player, 10, strength, 1, 1),
            game(player, 10, strength, 1, 1),
            game(player, last, 36, 3, 0),
        ]
    };
    let mut all = two_wins(0, 5, 30);
    all.extend(two_wins(3, 7, 36));
    all.extend(two_wins(1, 5, 36));
    all.extend(vec![
        game(2, 10, 30, 1, 1),
        game(2, 9, 30, 2, 0),
        game(2, 9, 30, 2, 0),
    ]);
    assert_eq!(
        order(&event, &standings("catan-championship", &event, all)),
        ["a", "b", "c", "d"]
    );
}

#[test]
fn sc01_the_rounded_figure_decides_nothing() {
    let event = event(&["Ana", "Bo"], 3);
    let mut all = games(0, &[(6, 35), (8, 27), (10, 29)]);
    all.extend(games(1, &[(6, 29), (8, 34), (10, 27)]));
    assert_eq!(
        order(&event, &standings("catan-mso", &event, all)),
        ["Bo", "Ana"]
    );
}

#[test]
fn sc03_equal_players_share_a_rank_until_lots_are_drawn() {
    let names = ["a", "b", "c", "d"];
    let all = vec![
        game(0, 10, 28, 1, 1),
        game(1, 10, 28, 1, 1),
        game(2, 8, 28, 2, 0),
        game(3, 8, 28, 2, 0),
    ];
    let early = event(&names, 1);
    let standings_then = standings("catan-de", &early, all.clone());
    let ranks: Vec<_> = standings_then
        .lines
        .iter()
        .map(|line| line.rank.unwrap())
        .collect();
    assert_eq!(ranks, [1, 1, 3, 3]);
    assert_eq!(standings_then.lines[0].decided_by, Some(Decided::Tie));
    assert_eq!(
        standings_then.lines[1].decided_by,
        Some(Decided::By("vp".to_owned()))
    );

    let done = event(&names, 3);
    let ranks: Vec<_> = standings("catan-de", &done, all)
        .lines
        .iter()
        .map(|line| line.rank.unwrap())
        .collect();
    assert_eq!(ranks, [1, 2, 3, 4]);
}

#[test]
fn sc17_a_guest_leaves_no_hole() {
    let mut event = event(&["Xia", "Yan", "Zoe"], 3);
    event.players[1].guest = true;
    let all = vec![
        game(0, 10, 28, 1, 1),
        game(1, 8, 28, 2, 0),
        game(2, 8, 28, 2, 0),
    ];
    let standings = standings("catan-mso", &event, all);
    assert_eq!(order(&event, &standings), ["Xia", "Zoe", "Yan"]);
    assert_eq!(standings.lines[1].rank, Some(2));
    assert_eq!(standings.lines[1].decided_by, None);
    assert_eq!(standings.lines[2].rank, None);
}

#[test]
fn a_lot_drawn_by_hand_wins_over_the_computed_one() {
    let mut event = event(&["a", "b"], 3);
    for rolled in [0, 1] {
        event.players[rolled].lot = Some(Exact::int(3));
        event.players[1 - rolled].lot = None;
        let all = vec![game(0, 8, 28, 2, 0), game(1, 8, 28, 2, 0)];
        assert_eq!(standings("catan-mso", &event, all).lines[0].player, rolled);
    }
}

proptest::proptest! {
    #[test]
    fn the_order_does_not_depend_on_the_order_of_rows(vps in proptest::collection::vec(0_i64..6, 2..9), turn in 0_usize..9) {
        let names: Vec<String> = (0..vps.len()).map(|at| format!("p{at}")).collect();
        let turned: Vec<usize> = (0..vps.len()).map(|at| (at + turn) % vps.len()).collect();
        let ranked = |order_of_rows: &[usize]| {
            let names: Vec<&str> = order_of_rows.iter().map(|at| names[*at].as_str()).collect();
            let event = event(&names, 3);
            let all = order_of_rows.iter().enumerate().map(|(row, at)| game(row, vps[*at], 30, 1, 0)).collect();
            order(&event, &standings("catan-mso", &event, all))
        };
        let plain: Vec<usize> = (0..vps.len()).collect();
        proptest::prop_assert_eq!(ranked(&plain), ranked(&turned));
    }

    /// Lots come from the seed and the player alone: whoever joins or leaves,
    /// those who were equal stay in the order that the lots gave them.
    #[test]
    fn another_player_changes_nobody_s_lot(many in 2_usize..9, joins in "[a-z]{1,8}", at in 0_usize..9) {
        let mut names: Vec<String> = (0..many).map(|at| format!("p{at}")).collect();
        let ranked = |names: &[String]| {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let event = event(&names, 3);
            let all = (0..names.len()).map(|row| game(row, 8, 28, 1, 0)).collect();
            order(&event, &standings("catan-mso", &event, all))
        };
        let before = ranked(&names);
        names.insert(at.min(many), joins.clone());
        let mut after = ranked(&names);
        after.retain(|name| *name != joins);
        proptest::prop_assert_eq!(before, after);
    }
}
