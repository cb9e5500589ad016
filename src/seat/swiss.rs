//! Two-player tables: who meets whom in the next round, by rank.
//!
//! Pure and exact. `nearest` finds the best pairing without a rematch;
//! where there is none, or too much to look through, `matching` takes over.
//! It knows ranks and who has met; it knows no points and no stages.

use super::draw::Draw;
use super::{matching, nearest};
use crate::model::{PairPlayer, PairReason, PairRequest, PairedRound, PlayerIx, Rematches, Starts};
use std::collections::BTreeMap;

/// The field of a round: only positions in the ranking and who has met.
pub(super) struct Field {
    /// For each position the positions met, with the latest round.
    pub(super) met: Vec<BTreeMap<usize, u32>>,
    /// The round before.
    pub(super) before: u32,
}

impl Field {
    fn new(players: &[&PairPlayer], round: u32) -> Self {
        let position: BTreeMap<PlayerIx, usize> =
            players.iter().map(|p| p.player).zip(0..).collect();
        let mut met = vec![BTreeMap::new(); players.len()];
        for (at, player) in players.iter().enumerate() {
            for (other, round) in &player.met {
                let Some(&other) = position.get(other).filter(|other| **other != at) else {
                    continue;
                };
                // Known from either side, it counts for both.
                for (a, b) in [(at, other), (other, at)] {
                    let latest = met[a].entry(b).or_insert(0);
                    *latest = (*latest).max(*round);
                }
            }
        }
        let before = round.saturating_sub(1);
        Self { met, before }
    }

    /// How many play.
    pub(super) fn len(&self) -> usize {
        self.met.len()
    }

    /// The latest round in which two met.
    pub(super) fn last(&self, a: usize, b: usize) -> Option<u32> {
        self.met[a].get(&b).copied()
    }

    fn just_met(&self, a: usize, b: usize) -> bool {
        self.last(a, b) == Some(self.before)
    }
}

/// Pairings as positions in the ranking, the higher first.
type Pairs = Vec<((usize, usize), PairReason)>;

/// Pairs one round of one group.
#[must_use]
pub fn pair(request: &PairRequest) -> PairedRound {
    let (mut players, left_out) = field(&request.players);
    let mut draw = Draw::new(
        &request.seed,
        &format!("pairing {} {}", request.round, request.label),
    );
    if request.round <= 1 {
        // By key first, so that the order of rows does not matter.
        players.sort_by(|a, b| a.key.cmp(&b.key));
        draw.shuffle(&mut players);
    }
    let bye = bye(&mut players, request.round);
    let field = Field::new(&players, request.round);
    let pairs = if request.round <= 1 {
        neighbours(field.len(), PairReason::Random)
    } else {
        match request.rematches {
            Rematches::Allowed => neighbours(field.len(), PairReason::ByRank),
            Rematches::Consecutive => not_twice_running(&field),
            Rematches::Never => without_rematch(&field),
        }
    };
    let mut round = PairedRound {
        pairs: Vec::new(),
        bye,
        left_out,
        rematches: Vec::new(),
        reasons: Vec::new(),
    };
    for ((a, b), reason) in pairs {
        let (higher, lower) = (players[a], players[b]);
        if field.last(a, b).is_some() {
            round.rematches.push((higher.player, lower.player));
        }
        let turned = request.round > 1
            && request.starts == Starts::FewerStarts
            && lower.starts < higher.starts;
        let seats = [higher.player, lower.player];
        round
            .pairs
            .push(if turned { [seats[1], seats[0]] } else { seats });
        round.reasons.push(reason);
    }
    round
}

/// Who plays, and the reserve when it is not needed.
fn field(players: &[PairPlayer]) -> (Vec<&PairPlayer>, Option<PlayerIx>) {
    let mut playing: Vec<&PairPlayer> = players.iter().collect();
    let reserve = playing.iter().position(|p| p.reserve);
    let left_out = reserve.filter(|_| !playing.len().is_multiple_of(2));
    let left_out = left_out.map(|at| playing.remove(at).player);
    (playing, left_out)
}

/// Takes out who has the bye: the last with the fewest byes so far; the last
/// drawn in round 1.
fn bye(players: &mut Vec<&PairPlayer>, round: u32) -> Option<PlayerIx> {
    if players.len().is_multiple_of(2) {
        return None;
    }
    let byes = |p: &PairPlayer| if round <= 1 { 0 } else { p.byes };
    let at = (0..players.len())
        .rev()
        .filter(|at| !players[*at].reserve)
        .min_by_key(|at| byes(players[*at]))
        .unwrap_or(players.len() - 1);
    Some(players.remove(at).player)
}

/// First with second, third with fourth, and so on.
fn neighbours(count: usize, reason: PairReason) -> Pairs {
    (0..count / 2)
        .map(|k| ((2 * k, 2 * k + 1), reason))
        .collect()
}

/// Neighbours, but nobody against the opponent of the round before.
fn not_twice_running(field: &Field) -> Pairs {
    let mut pairs = Pairs::new();
    let mut at = 0;
    while at + 1 < field.len() {
        let (a, b) = (at, at + 1);
        if !field.just_met(a, b) {
            pairs.push(((a, b), PairReason::ByRank));
            at += 2;
        } else if at + 3 < field.len() {
            // Who has just met each other has just met nobody else.
            pairs.push(((a, a + 2), PairReason::MovedDown));
            pairs.push(((b, a + 3), PairReason::MovedDown));
            at += 4;
        } else {
            match pairs.pop() {
                Some(((above, below), _)) => {
                    pairs.push(((above, a), PairReason::MovedUp));
                    pairs.push(((below, b), PairReason::MovedUp));
                }
                None => pairs.push(((a, b), PairReason::Rematch)),
            }
            at += 2;
        }
    }
    pairs
}

/// The nearest pairing without a rematch, else with as few as possible.
fn without_rematch(field: &Field) -> Pairs {
    let mates = match nearest::pairing(field) {
        nearest::Found::Best(mates) => mates,
        nearest::Found::None | nearest::Found::TooMuch => matching::pairing(field),
    };
    let reason = |a: usize, b: usize| {
        if field.last(a, b).is_some() {
            PairReason::Rematch
        } else if b == a + 1 && a.is_multiple_of(2) {
            PairReason::ByRank
        } else {
            PairReason::AvoidsRematch
        }
    };
    let firsts = mates.iter().enumerate().filter(|(a, b)| *a < **b);
    firsts.map(|(a, &b)| ((a, b), reason(a, b))).collect()
}

#[cfg(test)]
mod tests;
