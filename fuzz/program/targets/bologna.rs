//! What a server of the Tablut competition says: followed while it plays by the rules, or refused.
//!
//! Each line of the input is a message, and the target says how long it is; behind a `!` the input is taken as it is.

#![no_main]

use imperial_serve::fuzzing::{bologna_game, play_bologna};
use libfuzzer_sys::fuzz_target;

/// The beginning of a game, a board alone, and lengths that lie.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<_> = [1, 4, 12].map(|plies| bologna_game(plies).into_bytes()).into();
    seeds.push(bologna_game(1).replace("WHITE\"}", "DRAW\"}").into_bytes());
    for length in [0, 3, u32::MAX] {
        seeds.push([&b"!"[..], &length.to_be_bytes(), b"{}"].concat());
    }
    seeds
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let messages = match data.strip_prefix(b"!") {
        Some(raw) => raw.to_vec(),
        None => {
            let message = |line: &[u8]| [&(line.len() as u32).to_be_bytes()[..], line].concat();
            data.split(|byte| *byte == b'\n').flat_map(message).collect()
        }
    };
    // Refusing is fine, a panic is not.
    let _ = play_bologna(&messages);
});
