//! Position records of OpenTafl: read or refused, and what is read is written and read alike.

#![no_main]

use imperial_data::opentafl::{read_position, write_position};
use imperial_engine::{Side, with_game};
use libfuzzer_sys::fuzz_target;

/// Positions of random games, in both notations.
fn seeds() -> Vec<String> {
    let all = imperial_fuzz_seeds::catalogue().flat_map(|(_, _, any)| {
        let (ours, _) = with_game!(&any, |game| imperial_fuzz_seeds::position(game, 9));
        [write_position(&ours).unwrap_or_default(), ours]
    });
    all.collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |text: &str| {
    if let Ok(position) = read_position(text, Side::Attackers, 0, 0) {
        let written = write_position(&position).expect("what was read can be written");
        assert_eq!(read_position(&written, Side::Attackers, 0, 0), Ok(position), "{written}");
    }
    // Refusing is fine, a panic is not.
    let _ = write_position(text);
});
