//! How much the tests look at.

use std::env;

/// How many times as much as usual: the number in `IMPERIAL_DEEP`, which `scripts/deep.sh` sets.
pub fn depth() -> u64 {
    env::var("IMPERIAL_DEEP").map_or(1, |times| times.parse().expect("IMPERIAL_DEEP is a number"))
}
