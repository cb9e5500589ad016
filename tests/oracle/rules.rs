//! What each preset says, put down from the rule texts and the
//! specification; nothing here is read from the program's preset files.

use super::{Number, ratio, whole};

/// The virtual fourth seat of a table of three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Virtual {
    None,
    Exact,
    Nearest,
    Up,
}

/// Which first places are wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wins {
    /// Each place 1, shared or not.
    EveryFirst,
    /// The winner's alone.
    Winner,
    /// A place 1 alone; half for each of two.
    DrawsHalf,
}

/// What the organisers of a game type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Score,
    /// Settlements, cities and so on.
    Components,
    /// Score, cards in hand, progress cards.
    Cards,
    /// Score of two players, and time lost.
    Duel,
    /// Raw scores that add up to a fixed sum.
    Linear,
    /// Any score, decimals too.
    Decimal,
}

/// How opponents' results count where a round was not played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unplayed {
    Plain,
    Fide2009,
    Fide2026,
}

/// The rounds that count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    All,
    Best(usize),
    Drop(usize),
    BestSession(u32),
}

/// The rules of one event.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) form: Form,
    /// The target of each round; the last one goes on.
    pub(super) targets: Vec<i64>,
    pub(super) winner_capped: bool,
    /// How far below the target the others' credit ends.
    pub(super) others_below: Option<i64>,
    /// The points of each place, by table size.
    pub(super) points: Vec<Vec<i64>>,
    /// Ties below the winner are broken by cards, progress cards, seat.
    pub(super) strict: bool,
    /// Each table must have a winner at the target.
    pub(super) winner_demanded: bool,
    pub(super) virtual_seat: Virtual,
    pub(super) wins: Wins,
    pub(super) criteria: Vec<String>,
    /// A lot is drawn only when the last round is complete.
    pub(super) lot_at_the_end: bool,
    pub(super) counted: Counted,
    pub(super) unplayed: Unplayed,
    /// Preliminary rounds; none: as the Event sheet says.
    pub(super) rounds: Option<u32>,
}

impl Rules {
    /// The rules of a built-in preset.
    pub(super) fn of(preset: &str) -> Self {
        match preset {
            "catan-de" | "catan-de-fishermen" => german(10),
            "catan-de-seafarers" => german(14),
            "catan-championship" => championship(),
            "catan-custom" => custom(),
            "catan-mso" => mso(),
            "catan-ck-wbc" => cities_and_knights(),
            "carcassonne-lv" => duel(&["wins", "buchholz", "point_diff", "lot"]),
            "carcassonne-world" => duel(&["wins", "buchholz_cut1", "point_diff", "lot"]),
            "catan-sessions" => Self {
                counted: Counted::BestSession(3),
                rounds: Some(6),
                ..championship()
            },
            "catan-at" => Self {
                criteria: words(&["points", "vp", "share_mean", "lot"]),
                lot_at_the_end: false,
                ..german(10)
            },
            "riichi" => Self {
                form: Form::Linear,
                points: vec![vec![15, 5, -5, -15]],
                criteria: words(&["points", "firsts", "seconds", "lot"]),
                rounds: Some(4),
                ..plain()
            },
            "pods" => Self {
                points: vec![vec![5, 3, 2, 1], vec![5, 3, 1]],
                criteria: words(&["points", "opponents_points", "vp", "lot"]),
                rounds: Some(4),
                ..plain()
            },
            "heats-hmw-p" => Self {
                form: Form::Decimal,
                points: heat_points(),
                criteria: words(&["wins", "points", "vp", "best_finish_ratio", "lot"]),
                ..plain()
            },
            other => panic!("no rules for {other}"),
        }
    }

    /// The target of a round.
    pub(super) fn target(&self, round: u32) -> Option<Number> {
        let at = (round as usize).min(self.targets.len());
        let target = at.checked_sub(1).map(|at| self.targets[at]);
        target.map(whole)
    }

    /// The points of the places at a table, none where the preset has none.
    pub(super) fn points_of(&self, size: usize) -> Option<&[i64]> {
        let row = self.points.iter().find(|row| row.len() == size);
        row.map(Vec::as_slice)
    }

    pub(super) fn has_points(&self) -> bool {
        !self.points.is_empty()
    }
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|word| (*word).to_owned()).collect()
}

fn plain() -> Rules {
    Rules {
        form: Form::Score,
        targets: Vec::new(),
        winner_capped: false,
        others_below: None,
        points: Vec::new(),
        strict: false,
        winner_demanded: false,
        virtual_seat: Virtual::None,
        wins: Wins::EveryFirst,
        criteria: Vec::new(),
        lot_at_the_end: false,
        counted: Counted::All,
        unplayed: Unplayed::Plain,
        rounds: None,
    }
}

/// rules/003, sections 1 and 2.
fn german(target: i64) -> Rules {
    Rules {
        targets: vec![target],
        winner_capped: true,
        others_below: Some(0),
        points: vec![vec![5, 3, 2, 1], vec![5, 3, 1]],
        criteria: words(&[
            "points",
            "vp",
            "share_mean",
            "firsts",
            "seconds",
            "thirds",
            "lot",
        ]),
        // Scenario SC03: equal after round 1 of 3 means a shared rank.
        lot_at_the_end: true,
        rounds: Some(3),
        ..plain()
    }
}

/// rules/004, first part.
fn championship() -> Rules {
    Rules {
        targets: vec![10],
        winner_capped: true,
        others_below: Some(0),
        winner_demanded: true,
        virtual_seat: Virtual::Nearest,
        wins: Wins::Winner,
        criteria: words(&["wins", "vp", "share_sum", "seconds", "thirds", "lot"]),
        rounds: Some(3),
        ..plain()
    }
}

/// rules/004, second part.
fn custom() -> Rules {
    Rules {
        form: Form::Components,
        targets: vec![10],
        points: vec![vec![5, 3, 2, 1], vec![5, 3, 2]],
        virtual_seat: Virtual::Up,
        criteria: words(&["points", "vp", "share_sum", "wins", "name", "id"]),
        ..plain()
    }
}

/// rules/000, "Scoring" and clarifications 7 and 8.
fn mso() -> Rules {
    Rules {
        targets: vec![10],
        winner_capped: true,
        others_below: Some(1),
        virtual_seat: Virtual::Exact,
        wins: Wins::Winner,
        criteria: words(&["vp", "share_sum", "lot"]),
        rounds: Some(3),
        ..plain()
    }
}

/// rules/001, "Tournament Structure" and "HMW-P".
fn cities_and_knights() -> Rules {
    Rules {
        form: Form::Cards,
        targets: vec![13],
        points: vec![vec![1000, 100, 10, 1], vec![1000, 100, 10]],
        strict: true,
        criteria: words(&["wins", "points", "vp", "best_finish_ratio", "lot"]),
        ..plain()
    }
}

/// rules/002, "Classic tournament" and "Game rules".
fn duel(criteria: &[&str]) -> Rules {
    Rules {
        form: Form::Duel,
        wins: Wins::DrawsHalf,
        criteria: words(criteria),
        rounds: Some(6),
        ..plain()
    }
}

fn heat_points() -> Vec<Vec<i64>> {
    let places = [1000, 100, 10, 1, 0, 0];
    (2..=6).map(|size| places[..size].to_vec()).collect()
}

/// The virtual seat of a table of three with this total.
pub(super) fn virtual_vp(kind: Virtual, total: &Number) -> Option<Number> {
    let mean = total / whole(3);
    match kind {
        Virtual::None => None,
        Virtual::Exact => Some(mean),
        Virtual::Nearest => Some((mean + ratio(1, 2)).floor()),
        Virtual::Up => Some(mean.ceil()),
    }
}
