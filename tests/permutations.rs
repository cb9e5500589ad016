//! What must not change a result: the order of rows, of sheets and of
//! players, one row for each player or one for each table, one sheet for each
//! round or one for all. Random events, through files and the command line.

use proptest::prelude::*;

use crate::harness::{Test, event};

/// A played round: tables, each with its players and their VP; the first has
/// won.
type Played = Vec<Vec<(usize, i64)>>;

const NAMES: [&str; 9] = [
    "Ann", "Ben", "Cem", "Dea", "Eva", "Finn", "Gus", "Hoa", "Ida",
];

/// Two rounds of eight or nine players at tables of four and three, with ties
/// among those who did not win.
fn rounds() -> impl Strategy<Value = Vec<Played>> {
    let order = Just((0..8).collect::<Vec<usize>>()).prop_shuffle();
    let nine = Just((0..9).collect::<Vec<usize>>()).prop_shuffle();
    let players = prop_oneof![
        (order.clone(), order).prop_map(|(a, b)| vec![a, b]),
        (nine.clone(), nine).prop_map(|(a, b)| vec![a, b])
    ];
    (players, proptest::collection::vec(2_i64..10, 18)).prop_map(|(players, vps)| {
        let mut vps = vps.into_iter();
        let size = if players[0].len() == 8 { 4 } else { 3 };
        let mut round = |order: &Vec<usize>| -> Played {
            let tables = order.chunks(size);
            let mut seat = |(at, player): (usize, &usize)| {
                let vp = vps.next().unwrap_or(5);
                (*player, if at == 0 { 10 } else { vp })
            };
            tables
                .map(|table| table.iter().enumerate().map(&mut seat).collect())
                .collect()
        };
        players.iter().map(&mut round).collect()
    })
}

fn mark(at: usize) -> &'static str {
    if at == 0 { "x" } else { "" }
}

/// A round's rows, one for each player.
fn lines(round: &Played) -> Vec<String> {
    let of_table = |(table, seats): (usize, &Vec<(usize, i64)>)| {
        let row = |(at, (player, vp)): (usize, &(usize, i64))| {
            format!(
                "{},{},{},{vp},{}",
                table + 1,
                at + 1,
                NAMES[*player],
                mark(at)
            )
        };
        seats.iter().enumerate().map(row).collect::<Vec<_>>()
    };
    round.iter().enumerate().flat_map(of_table).collect()
}

/// A round's rows, one for each table.
fn wide(round: &Played) -> String {
    let widest = round.iter().map(Vec::len).max().unwrap_or(0);
    let heads: Vec<String> = (1..=widest)
        .map(|at| format!("Player {at},VP {at}"))
        .collect();
    let rows: Vec<String> = round
        .iter()
        .enumerate()
        .map(|(table, seats)| {
            let cells: Vec<String> = seats
                .iter()
                .map(|(player, vp)| format!("{},{vp}", NAMES[*player]))
                .collect();
            format!("{},{},{}\n", table + 1, cells.join(","), NAMES[seats[0].0])
        })
        .collect();
    format!("Table,{},Winner\n{}", heads.join(","), rows.concat())
}

const HEADER: &str = "Table,Seat,Player,VP,Winner\n";

fn turned<T: Clone>(all: &[T], by: usize) -> Vec<T> {
    let mut turned = all.to_vec();
    turned.rotate_left(by % all.len());
    turned.reverse();
    turned
}

fn event_of(preset: &str, names: &[&str], rounds: &[Played], turn: Option<usize>) -> Test {
    let mut test = event(preset, "Rounds,2\n", names);
    for (round, number) in rounds.iter().zip(1_u32..) {
        let lines = lines(round);
        let lines = turn.map_or_else(|| lines.clone(), |by| turned(&lines, by));
        test = test.round(number, &format!("{HEADER}{}\n", lines.join("\n")));
    }
    test
}

/// Ranks, values, and each game, by player.
fn outcome(test: &Test) -> String {
    test.runs("run open --as csv");
    let all = test.json("open/out/standings.json");
    format!("{}\n{}", all["standings"], all["qualifiers"])
}

fn named(rounds: &[Played]) -> Vec<&'static str> {
    let many = rounds[0].iter().map(Vec::len).sum();
    NAMES.iter().take(many).copied().collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// Rows and the list of players in any order give the same standings.
    #[test]
    fn the_order_of_rows_and_players_changes_nothing(rounds in rounds(), turn in 1_usize..8, which in 0_usize..3) {
        let preset = ["catan-de", "catan-mso", "catan-ck-wbc"][which];
        let rounds: Vec<Played> = if preset == "catan-ck-wbc" { distinct(&rounds) } else { rounds };
        let names = named(&rounds);
        let plain = outcome(&event_of(preset, &names, &rounds, None));
        let other = outcome(&event_of(preset, &turned(&names, turn), &rounds, Some(turn)));
        prop_assert_eq!(plain, other);
    }

    /// The same results as one sheet for all rounds, and with a row for each
    /// table.
    #[test]
    fn the_form_of_the_sheets_changes_nothing(rounds in rounds()) {
        let names = named(&rounds);
        let plain = outcome(&event_of("catan-de", &names, &rounds, None));
        let all: String = [2_u32, 1].into_iter().map(|number| (&rounds[number as usize - 1], number)).flat_map(|(round, number)| {
            lines(round).into_iter().map(move |line| format!("{number},{line}\n"))
        }).collect();
        let one_sheet = event("catan-de", "Rounds,2\n", &names)
            .file("open/results.csv", format!("Round,{HEADER}{all}"));
        prop_assert_eq!(&plain, &outcome(&one_sheet));
        let mut by_table = event("catan-de", "Rounds,2\n", &names);
        for (round, number) in rounds.iter().zip(1_u32..) {
            by_table = by_table.round(number, &wide(round));
        }
        prop_assert_eq!(&plain, &outcome(&by_table));
    }

    /// Somebody who joins and has played nothing yet moves nobody: points and
    /// lots stay.
    #[test]
    fn who_joins_moves_nobody(rounds in rounds(), late in "[a-z]{2,6}") {
        let names = named(&rounds);
        let order = |test: &Test| test.standings().order();
        let plain = order(&event_of("catan-custom", &names, &[], None));
        let mut more = names.clone();
        more.push(&late);
        let mut other = order(&event_of("catan-custom", &more, &[], None));
        other.retain(|name| *name != late);
        prop_assert_eq!(plain, other);
        // A third round, so that somebody can come for it.
        let three = || {
            let test = event_of("catan-mso", &names, &rounds, None);
            test.write("open/event.csv", test.read("open/event.csv").replace("Rounds,2", "Rounds,3"));
            test
        };
        let plain = order(&three());
        let late_line = three();
        let list: String = names.iter().map(|name| format!("{name},{name},\n")).collect();
        late_line.write("open/players.csv", format!("ID,Name,From\n{late},{late},3\n{list}"));
        let mut other = order(&late_line);
        other.retain(|name| *name != late);
        prop_assert_eq!(plain, other);
    }
}

/// The same with no two equal scores at a table, where a preset asks for
/// cards otherwise.
fn distinct(rounds: &[Played]) -> Vec<Played> {
    let mut rounds = rounds.to_vec();
    for table in rounds.iter_mut().flatten() {
        for (seat, vp) in table.iter_mut().zip([13, 9, 7, 4]) {
            seat.1 = vp;
        }
    }
    rounds
}
