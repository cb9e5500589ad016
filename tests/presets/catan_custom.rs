//! rules/004, second part: components, titles, claimed victory, criteria.

use crate::harness::{Ran, Standings, Test, event};

const HEADER: &str =
    "Table,Player,Settlements,Cities,VP cards,Knights,Army,Roads,Longest road,Road,Claimed,VP\n";

/// A player's board as it is typed.
#[derive(Clone, Copy)]
struct Board {
    settlements: u32,
    cities: u32,
    cards: u32,
    knights: u32,
    army: &'static str,
    roads: u32,
    length: u32,
    road: &'static str,
    claimed: &'static str,
    vp: &'static str,
}

/// Two settlements, three roads: two VP.
const PLAIN: Board = Board {
    settlements: 2,
    cities: 0,
    cards: 0,
    knights: 0,
    army: "",
    roads: 3,
    length: 3,
    road: "",
    claimed: "",
    vp: "",
};

const NAMES: [&str; 4] = ["Ann", "Ben", "Cem", "Dea"];

fn sheet(boards: &[Board]) -> String {
    let line = |(name, b): (&str, &Board)| {
        format!(
            "1,{name},{},{},{},{},{},{},{},{},{},{}\n",
            b.settlements,
            b.cities,
            b.cards,
            b.knights,
            b.army,
            b.roads,
            b.length,
            b.road,
            b.claimed,
            b.vp
        )
    };
    let rows: String = NAMES.into_iter().zip(boards).map(line).collect();
    format!("{HEADER}{rows}")
}

fn custom(settings: &str, boards: &[Board]) -> Test {
    event("catan-custom", settings, &NAMES[..boards.len()]).round(1, &sheet(boards))
}

fn scored(boards: &[Board]) -> Standings {
    custom("Rounds,1\n", boards).standings()
}

fn told(boards: &[Board]) -> Ran {
    custom("", boards).run("run open --as csv --format json")
}

/// A board worth so many VP, from settlements, cities and cards.
fn worth(vp: u32) -> Board {
    let cities = (vp.saturating_sub(2) / 2).min(4);
    let settlements = (vp - 2 * cities).min(5);
    Board {
        settlements,
        cities,
        cards: vp - 2 * cities - settlements,
        ..PLAIN
    }
}

fn places_and_points(boards: &[Board]) -> (Vec<String>, Vec<String>) {
    let standings = scored(boards);
    let names = &NAMES[..boards.len()];
    (
        standings.games(names, 1, "vp"),
        standings.games(names, 1, "points"),
    )
}

#[test]
fn game_victory_points_come_from_the_board() {
    let rich = Board {
        settlements: 3,
        cities: 2,
        cards: 1,
        knights: 3,
        roads: 7,
        length: 6,
        ..PLAIN
    };
    // 3 + 4 + 1, and both titles.
    let standings = scored(&[rich, PLAIN, PLAIN, PLAIN]);
    assert_eq!(standings.games(&["Ann", "Ben"], 1, "vp"), ["12", "2"]);
}

#[test]
fn worked_values_14_to_16_shares_and_split_points() {
    let three = [worth(10), worth(7), worth(5)];
    let standings = scored(&three);
    assert_eq!(standings.games(&["Ann"], 1, "virtual_vp"), ["8"]);
    assert_eq!(standings.games(&["Ann"], 1, "share"), ["100/3"]);
    assert_eq!(standings.games(&NAMES[..3], 1, "points"), ["5", "3", "2"]);
    let csv = custom("Rounds,1\n", &three);
    csv.standings();
    assert!(csv.read("open/out/standings.csv").contains("33.333"));
    let off = custom("Rounds,1\nVirtual seat,off\n", &three);
    assert_eq!(off.standings().games(&["Ann"], 1, "share"), ["500/11"]);
    assert!(off.read("open/out/standings.csv").contains("45.454"));

    let (_, points) = places_and_points(&[worth(10), worth(8), worth(8), worth(5)]);
    assert_eq!(points, ["5", "5/2", "5/2", "1"]);
    let (_, points) = places_and_points(&[worth(10), worth(6), worth(6)]);
    assert_eq!(points, ["5", "5/2", "5/2"]);
}

#[test]
fn worked_value_17_a_claimed_victory() {
    let claimed = Board {
        claimed: "x",
        ..worth(10)
    };
    let (vps, points) = places_and_points(&[worth(11), claimed, worth(8), worth(8)]);
    assert_eq!(vps, ["11", "10", "8", "8"]);
    assert_eq!(points, ["3", "5", "3/2", "3/2"]);
}

#[test]
fn a_claim_needs_two_with_ten_and_then_must_be_marked() {
    let errors = |boards: &[Board]| told(boards).problems("error");
    let unmarked = errors(&[worth(11), worth(10), worth(8), worth(8)]);
    assert_eq!(unmarked, ["winner-unmarked round-1.csv K3"]);
    let below = Board {
        claimed: "x",
        ..worth(8)
    };
    assert_eq!(
        errors(&[worth(11), worth(10), below, worth(8)]),
        ["claim-too-early round-1.csv K4"]
    );
    let both = Board {
        claimed: "x",
        ..worth(10)
    };
    assert_eq!(
        errors(&[both, both, worth(8), worth(8)]),
        ["two-winners round-1.csv K3"]
    );
}

#[test]
fn every_impossible_board_is_told_with_its_cell() {
    let cases: [(Board, &str); 10] = [
        (
            Board {
                settlements: 6,
                ..PLAIN
            },
            "out-of-range round-1.csv C2",
        ),
        (Board { cities: 5, ..PLAIN }, "out-of-range round-1.csv D2"),
        (Board { cards: 6, ..PLAIN }, "out-of-range round-1.csv E2"),
        (
            Board {
                knights: 15,
                ..PLAIN
            },
            "out-of-range round-1.csv F2",
        ),
        (
            Board {
                roads: 1,
                length: 1,
                ..PLAIN
            },
            "out-of-range round-1.csv H2",
        ),
        (Board { roads: 16, ..PLAIN }, "out-of-range round-1.csv H2"),
        (
            Board {
                roads: 4,
                length: 5,
                ..PLAIN
            },
            "impossible-board round-1.csv I2",
        ),
        (
            Board {
                settlements: 1,
                ..PLAIN
            },
            "impossible-board round-1.csv C2",
        ),
        (
            Board { army: "x", ..PLAIN },
            "bonus-misplaced round-1.csv G2",
        ),
        (
            Board { road: "x", ..PLAIN },
            "bonus-misplaced round-1.csv J2",
        ),
    ];
    for (board, expected) in cases {
        let ran = told(&[board, PLAIN, PLAIN, PLAIN]);
        assert_eq!(ran.status, 1, "{expected}");
        assert!(
            ran.problems("error").contains(&expected.to_owned()),
            "{expected}: {}",
            ran.stdout
        );
    }
}

#[test]
fn limits_of_the_whole_table() {
    let cards = Board { cards: 3, ..PLAIN };
    assert_eq!(
        told(&[cards, cards, PLAIN, PLAIN]).problems("error"),
        ["impossible-board round-1.csv E5"]
    );
    let knights = Board {
        knights: 5,
        ..PLAIN
    };
    let most = Board {
        knights: 7,
        ..PLAIN
    };
    assert_eq!(
        told(&[
            knights,
            most,
            Board {
                knights: 3,
                ..PLAIN
            },
            PLAIN
        ])
        .problems("error"),
        ["impossible-board round-1.csv F5"]
    );
}

#[test]
fn a_board_with_one_piece_is_only_doubtful() {
    let lone = Board {
        settlements: 0,
        cities: 1,
        ..PLAIN
    };
    let ran = told(&[lone, PLAIN, PLAIN, PLAIN]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert_eq!(ran.problems("warning"), ["doubtful-board round-1.csv C2"]);
}

#[test]
fn titles_stay_with_who_had_them_first() {
    let equal = Board {
        knights: 4,
        roads: 8,
        length: 6,
        ..PLAIN
    };
    let errors = told(&[equal, equal, PLAIN, PLAIN]).problems("error");
    assert_eq!(
        errors,
        [
            "bonus-unmarked round-1.csv G2",
            "bonus-unmarked round-1.csv J2"
        ]
    );
    let first = Board {
        army: "x",
        road: "x",
        ..equal
    };
    let standings = scored(&[equal, first, PLAIN, PLAIN]);
    assert_eq!(standings.games(&NAMES, 1, "vp"), ["2", "6", "2", "2"]);
    let both = told(&[first, first, PLAIN, PLAIN]).problems("error");
    assert_eq!(both.len(), 2, "{both:?}");
}

#[test]
fn nobody_may_hold_the_road_and_a_note_says_so() {
    let equal = Board {
        roads: 8,
        length: 6,
        road: "nobody",
        ..PLAIN
    };
    let ran = told(&[equal, Board { road: "", ..equal }, PLAIN, PLAIN]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert!(
        ran.problems("note")
            .iter()
            .any(|note| note.starts_with("bonus-nobody"))
    );
    let standings = scored(&[equal, Board { road: "", ..equal }, PLAIN, PLAIN]);
    assert_eq!(standings.games(&NAMES, 1, "vp"), ["2"; 4]);
}

/// The word nobody, typed where somebody holds the road alone, or by somebody
/// who is not among the equals.
#[test]
fn nobody_is_refused_where_somebody_holds_the_road() {
    let long = Board {
        roads: 8,
        length: 6,
        ..PLAIN
    };
    let says = Board {
        road: "nobody",
        ..PLAIN
    };
    let errors = told(&[long, says, PLAIN, PLAIN]).problems("error");
    assert_eq!(errors, ["bonus-misplaced round-1.csv J3"]);
    let errors = told(&[long, Board { road: "x", ..long }, says, PLAIN]).problems("error");
    assert_eq!(errors, ["bonus-misplaced round-1.csv J4"]);
    let errors = told(&[long, long, says, PLAIN]).problems("error");
    assert_eq!(
        errors,
        [
            "bonus-unmarked round-1.csv J2",
            "bonus-misplaced round-1.csv J4"
        ]
    );
}

#[test]
fn a_title_below_its_least_goes_to_nobody() {
    let short = Board {
        knights: 2,
        roads: 4,
        length: 4,
        ..PLAIN
    };
    let standings = scored(&[short, PLAIN, PLAIN, PLAIN]);
    assert_eq!(standings.games(&NAMES, 1, "vp"), ["2"; 4]);
}

#[test]
fn a_typed_total_that_differs_is_told_and_the_board_counts() {
    let ran = told(&[Board { vp: "3", ..PLAIN }, PLAIN, PLAIN, PLAIN]);
    assert_eq!(ran.status, 0);
    assert_eq!(ran.problems("warning"), ["value-differs round-1.csv L2"]);
    let standings = scored(&[Board { vp: "3", ..PLAIN }, PLAIN, PLAIN, PLAIN]);
    assert_eq!(standings.games(&["Ann"], 1, "vp"), ["2"]);
}

#[test]
fn a_board_that_is_not_entered_is_not_zero() {
    let text = sheet(&[PLAIN, PLAIN, PLAIN, PLAIN]).replace("1,Dea,2,0,0,0", "1,Dea,2,,0,0");
    let test = event("catan-custom", "", &NAMES).round(1, &text);
    let ran = test.runs("run open --as csv --format json");
    assert_eq!(
        ran.json()["event"]["waiting_for_tables"],
        serde_json::json!([1])
    );
    assert_eq!(ran.problems("warning"), ["table-incomplete round-1.csv D5"]);
}

#[test]
fn equal_players_are_listed_by_name_and_nothing_is_drawn() {
    let standings = scored(&[PLAIN, PLAIN, PLAIN, PLAIN]);
    assert_eq!(standings.order(), NAMES);
    assert_eq!(standings.lines()[0]["decided_by"], "name");
    assert_eq!(standings.0["qualifiers"], serde_json::json!([]));
}

#[test]
fn criteria_in_any_order_or_subset() {
    let standings = custom(
        "Rounds,1\nCriteria,\"wins, vp\"\n",
        &[worth(8), worth(6), worth(6), worth(4)],
    )
    .standings();
    assert_eq!(
        standings.0["criteria"],
        serde_json::json!(["wins", "vp", "name", "id"])
    );
    let decided: Vec<&str> = standings.lines()[..3]
        .iter()
        .map(|line| line["decided_by"].as_str().unwrap())
        .collect();
    assert_eq!(decided, ["wins", "name", "vp"]);
    let none =
        custom("Criteria,\",\"\n", &[PLAIN, PLAIN, PLAIN, PLAIN]).run("run open --format json");
    assert_eq!(none.problems("error"), ["bad-setting event.csv B8"]);
}
