//! What the seating engine is asked and what it answers.

use super::PlayerIx;

/// A goal of the seating; a list of them is strictly lexicographic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Goal {
    /// Three-player games spread evenly.
    ThreePlayerBalance,
    /// Sum over pairs of m(m-1)/2 for m meetings.
    Repeats,
    /// Each player in each seat as evenly as possible.
    SeatBalance,
    /// Pairs with a label in common at one table.
    Avoid,
}

/// How seats at a table are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SeatRule {
    /// As evenly as possible.
    Balanced,
    /// Drawn.
    Drawn,
}

/// Whether players paired by rank may meet again (spec 4, "Two-player
/// tables").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Rematches {
    /// Not in two rounds running.
    #[default]
    Consecutive,
    /// Never.
    Never,
    /// As the ranking has it.
    Allowed,
}

/// Who starts among players paired by rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Starts {
    /// The one with the better rank.
    #[default]
    BetterRank,
    /// The one who started less often.
    FewerStarts,
}

/// What is asked: rounds `first..=last` for these players.
#[derive(Clone, Debug)]
pub struct DrawRequest {
    /// The event's seed.
    pub seed: String,
    /// Everybody, by [`PlayerIx`] of the event.
    pub players: Vec<DrawPlayer>,
    /// Table sizes, the preferred first (`[4, 3]`).
    pub sizes: Vec<usize>,
    /// The goals, the highest first.
    pub goals: Vec<Goal>,
    /// How seats are given.
    pub seats: SeatRule,
    /// Rounds 1 to `first - 1` as they were seated; each a list of tables.
    pub played: Vec<Vec<PlayedTable>>,
    /// First round to seat.
    pub first: u32,
    /// Last round to plan for.
    pub last: u32,
}

/// One player of a request.
#[derive(Clone, Debug)]
pub struct DrawPlayer {
    /// Who, stable under any order of rows.
    pub key: String,
    /// For each of rounds 1 to `last`, whether the player plays it.
    pub plays: Vec<bool>,
    /// Labels that keep players apart.
    pub avoid: Vec<String>,
    /// A fixed table, from 1.
    pub table: Option<u32>,
}

/// A table of an earlier round.
#[derive(Clone, Debug)]
pub struct PlayedTable {
    /// Its number.
    pub number: u32,
    /// Player and seat (from 1, where known).
    pub seats: Vec<(PlayerIx, Option<u32>)>,
}

/// What is answered.
#[derive(Clone, Debug)]
pub struct Seating {
    /// The rounds asked for, ascending.
    pub rounds: Vec<SeatedRound>,
    /// How good it is, every round so far and those planned counted.
    pub figures: Figures,
}

/// One seated round.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedRound {
    /// Its number.
    pub number: u32,
    /// Tables by number (the first is table 1), players in seat order.
    pub tables: Vec<Vec<PlayerIx>>,
}

/// The figures of a seating (spec 6, `seating`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figures {
    /// Sum over pairs of m(m-1)/2 for m meetings.
    pub repeat_cost: u64,
    /// A proven bound on it.
    pub repeat_lower_bound: u64,
    /// Each pair's meetings beyond the first.
    pub repeat_meetings: u64,
    /// Most meetings of a pair.
    pub max_meetings: u32,
    /// Most minus least three-player games among those who play every round.
    pub three_player_spread: u32,
    /// Most minus least times in one seat, for the most uneven player.
    pub seat_spread: u32,
    /// Pairs with a label in common at one table.
    pub avoid_broken: u64,
    /// Whether each goal is at its bound.
    pub proven_optimal: bool,
}

/// Why nobody can be seated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DrawError {
    /// The number cannot be split into tables.
    #[error("{players} players cannot be split into tables of {sizes} in round {round}")]
    CannotSplit {
        /// How many.
        players: usize,
        /// The sizes, as a person says them.
        sizes: String,
        /// Which round.
        round: u32,
    },
}

/// What is asked of a pairing: one round of one group.
#[derive(Clone, Debug)]
pub struct PairRequest {
    /// The event's seed.
    pub seed: String,
    /// The round, from 1.
    pub round: u32,
    /// Those who play, in ranking order, the best first; the reserve among
    /// them, whether it will be needed or not.
    pub players: Vec<PairPlayer>,
    /// Who may meet again.
    pub rematches: Rematches,
    /// Who starts.
    pub starts: Starts,
    /// The group's name, or nothing: groups draw apart from each other.
    pub label: String,
}

/// One player of a [`PairRequest`].
#[derive(Clone, Debug)]
pub struct PairPlayer {
    /// Who.
    pub player: PlayerIx,
    /// Who, stable under any order of rows.
    pub key: String,
    /// Plays only when the others are odd.
    pub reserve: bool,
    /// Byes so far.
    pub byes: u32,
    /// Times in the first seat so far.
    pub starts: u32,
    /// Opponents so far, each with its round.
    pub met: Vec<(PlayerIx, u32)>,
}

/// A round of pairings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PairedRound {
    /// Pairings in the order of their tables; the first of each starts.
    pub pairs: Vec<[PlayerIx; 2]>,
    /// Who has a bye.
    pub bye: Option<PlayerIx>,
    /// The reserve, when it is not needed.
    pub left_out: Option<PlayerIx>,
    /// Those of the pairings whose players had met before.
    pub rematches: Vec<(PlayerIx, PlayerIx)>,
    /// Why each pairing is as it is, in the order of `pairs`.
    pub reasons: Vec<PairReason>,
}

/// Why two players meet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PairReason {
    /// Drawn.
    Random,
    /// Neighbours in the ranking.
    ByRank,
    /// The higher of two who had just met plays one place lower.
    MovedDown,
    /// The lower of the last two, who had just met, plays one place higher.
    MovedUp,
    /// The nearest pairing in which nobody meets again.
    AvoidsRematch,
    /// They meet again, because nothing better was left.
    Rematch,
}

/// What is asked of pods: one round of tables down the ranking.
#[derive(Clone, Debug)]
pub struct PodRequest {
    /// The event's seed.
    pub seed: String,
    /// The round, from 1; round 1 is drawn.
    pub round: u32,
    /// The group's name, or nothing.
    pub label: String,
    /// Table sizes, the preferred first.
    pub sizes: Vec<usize>,
    /// How many ranks a player may be moved beyond those of a table.
    pub window: usize,
    /// Those who play, in ranking order, the best first.
    pub players: Vec<PodPlayer>,
    /// The goals, the highest first.
    pub goals: Vec<Goal>,
    /// How seats are given.
    pub seats: SeatRule,
}

/// One player of a [`PodRequest`].
#[derive(Clone, Debug)]
pub struct PodPlayer {
    /// Who.
    pub player: PlayerIx,
    /// Who, stable under any order of rows.
    pub key: String,
    /// Everybody met so far, each meeting with its round.
    pub met: Vec<(PlayerIx, u32)>,
    /// Seats had so far, from 1.
    pub seats: Vec<u32>,
    /// Tables below the preferred size so far.
    pub short_tables: u32,
    /// Labels that keep players apart.
    pub avoid: Vec<String>,
}

/// A round of pods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PodRound {
    /// Tables down the ranking, the players of each in seat order.
    pub tables: Vec<Vec<PlayerIx>>,
    /// Those who sit at another table than their rank says.
    pub moved: Vec<PlayerIx>,
    /// Pairs at one table who had met before.
    pub rematches: Vec<(PlayerIx, PlayerIx)>,
}

/// What is asked when players drop out of rounds that are planned already.
#[derive(Clone, Debug)]
pub struct RepairRequest {
    /// Table sizes, the preferred first.
    pub sizes: Vec<usize>,
    /// The goals, the highest first.
    pub goals: Vec<Goal>,
    /// How seats are given.
    pub seats: SeatRule,
    /// Rounds as they were played, with everybody who sat in them.
    pub played: Vec<Vec<PlayedTable>>,
    /// Rounds planned and not yet played, ascending.
    pub planned: Vec<SeatedRound>,
    /// Who has dropped out, and the first round they miss.
    pub gone: Vec<(PlayerIx, u32)>,
    /// Pairs to keep apart.
    pub apart: Vec<(PlayerIx, PlayerIx)>,
    /// Who keeps their table as long as anybody else can be moved.
    pub kept: Vec<PlayerIx>,
}

/// A plan after drop-outs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repair {
    /// The planned rounds with what had to change; a table that nobody is left
    /// at is an empty list, so that the other numbers stay.
    pub rounds: Vec<SeatedRound>,
    /// The tables that changed, by round and number.
    pub changes: Vec<TableChange>,
}

/// A planned table that changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableChange {
    /// The round.
    pub round: u32,
    /// The table's number.
    pub table: u32,
    /// Players in seat order, as planned.
    pub before: Vec<PlayerIx>,
    /// Players in seat order now.
    pub after: Vec<PlayerIx>,
    /// Those of them who were planned for another table.
    pub joined: Vec<PlayerIx>,
}
