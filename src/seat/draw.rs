//! Chance: the only place that knows `rand`.
//!
//! Every number comes from the event's seed and a purpose, so that the same
//! sheets give the same draw on every machine. It knows nothing of players.

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// A stream of chance for one purpose.
pub(super) struct Draw(ChaCha8Rng);

impl Draw {
    /// The stream that belongs to a seed and a purpose.
    pub(super) fn new(seed: &str, purpose: &str) -> Self {
        let mut hash = Sha256::new();
        // The length first, so that no two (seed, purpose) pairs collide.
        hash.update((seed.len() as u64).to_le_bytes());
        hash.update(seed.as_bytes());
        hash.update(purpose.as_bytes());
        Self(ChaCha8Rng::from_seed(hash.finalize().into()))
    }

    /// A number from 0 to `n - 1`, each equally likely; 0 when `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let n = n as u32;
        if n < 2 {
            return 0;
        }
        // Lemire's method: the few low products that would favour some
        // numbers are drawn again.
        let unfair = n.wrapping_neg() % n;
        loop {
            let product = u64::from(self.0.next_u32()) * u64::from(n);
            if product as u32 >= unfair {
                return (product >> 32) as usize;
            }
        }
    }

    /// A stream for a search, begun by this one.
    pub(super) fn dice(&mut self) -> Dice {
        Dice(self.0.next_u64())
    }

    /// Puts the items in an order drawn fairly.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let other = self.below(end + 1);
            items.swap(end, other);
        }
    }
}

/// A quick stream for the millions of moves of a search.
///
/// A search decides nothing by lot, it only looks around; so speed counts here
/// and fairness to the last digit does not.
pub(super) struct Dice(u64);

impl Dice {
    /// Thirty-two bits (SplitMix64).
    pub(super) fn bits(&mut self) -> u32 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((bits ^ (bits >> 31)) >> 32) as u32
    }

    /// A number from 0 to `n - 1`; 0 when `n` is 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        ((u64::from(self.bits()) * n as u64) >> 32) as usize
    }

    /// Puts the items in some order.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let other = self.below(end + 1);
            items.swap(end, other);
        }
    }
}
