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

    /// Thirty-two fair bits.
    pub(super) fn bits(&mut self) -> u32 {
        self.0.next_u32()
    }

    /// Puts the items in an order drawn fairly.
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for end in (1..items.len()).rev() {
            let other = self.below(end + 1);
            items.swap(end, other);
        }
    }
}
