//! Proven positions. They are never forgotten, so that each rests on those before it.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Most proofs that are kept: some 200 MiB.
const MOST: usize = 1 << 23;

/// Which positions are proven, by their keys, and the number of the move that wins; 0 where the other side
/// moves.
#[derive(Debug, Default)]
pub(super) struct Proofs(HashMap<u64, u16, BuildHasherDefault<Mixed>>);

impl Proofs {
    /// The move that wins at a proven position.
    pub fn get(&self, key: u64) -> Option<u16> {
        self.0.get(&key).copied()
    }

    /// The first proof counts: a later one may rest on positions that rest on this one.
    pub fn put(&mut self, key: u64, nth: u16) {
        self.0.entry(key).or_insert(nth);
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn is_full(&self) -> bool {
        self.0.len() >= MOST
    }
}

/// Hashes keys, which mostly are hashes already.
#[derive(Default)]
pub(super) struct Mixed(u64);

impl Hasher for Mixed {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u64(u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = crate::streams::split_mix(self.0 ^ key);
    }
}
