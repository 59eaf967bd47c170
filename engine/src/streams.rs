//! Random streams: every game of a run has its own, so results do not depend on threads.

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

/// The random stream of game number `game` in a run seeded with `seed`.
pub fn game_stream(seed: u64, game: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(game);
    rng
}

/// The seed of a named part of a run (FNV-1a of the label, then the finaliser of SplitMix64).
///
/// ```
/// use imperial_engine::derive_seed;
///
/// assert_ne!(derive_seed(1855, "simulate"), derive_seed(1855, "compare"));
/// assert_ne!(derive_seed(1855, "simulate"), derive_seed(1856, "simulate"));
/// ```
pub fn derive_seed(seed: u64, label: &str) -> u64 {
    let hash = label.bytes().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    split_mix(split_mix(seed) ^ hash)
}

/// One step of SplitMix64 (Steele, Lea and Flood 2014): a good hash of `value`.
pub(crate) const fn split_mix(value: u64) -> u64 {
    let z = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
