//! The lot: one number for each player from the event's seed and the player
//! alone, so that it never changes when others join or leave. Knows neither
//! the event nor the standings.

use sha2::{Digest, Sha256};

/// Gives a player's lot; the higher one wins. SHA-256 over a version mark,
/// the seed and the player's key, of which the first eight bytes count.
#[must_use]
pub fn lot(seed: &str, player: &str) -> u64 {
    let mut hash = Sha256::new();
    hash.update(b"tabletally lot 1\n");
    hash.update((seed.len() as u64).to_be_bytes());
    hash.update(seed.as_bytes());
    hash.update(player.as_bytes());
    hash.finalize()
        .iter()
        .take(8)
        .fold(0, |value, byte| value << 8 | u64::from(*byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lot_depends_on_seed_and_player_alone() {
        assert_eq!(lot("a", "id:7"), lot("a", "id:7"));
        assert_ne!(lot("a", "id:7"), lot("b", "id:7"));
        assert_ne!(lot("a", "id:7"), lot("a", "id:8"));
        assert_ne!(lot("ab", "c"), lot("a", "bc"));
    }
}
