//! Position strings: read or refused, and what is read is written and read alike.

#![no_main]

use imperial_engine::{Game, with_game};
use libfuzzer_sys::fuzz_target;

fn read(game: &impl Game, text: &str) {
    let Ok(mut position) = game.parse_position(text) else { return };
    let written = game.format_position(&position);
    let again = game.parse_position(&written).expect("what was written can be read");
    assert_eq!(game.format_position(&again), written);
    assert_eq!(game.outcome(&again), game.outcome(&position));
    let moves = game.moves(&position);
    if let Some(mv) = moves.first() {
        game.play(&mut position, *mv);
        game.outcome(&position);
    }
}

/// Positions of random games, behind the number of their rule set.
fn seeds() -> Vec<Vec<u8>> {
    let all = imperial_fuzz_seeds::catalogue().flat_map(|(number, _, any)| {
        [0, 5, 40].map(|plies| {
            let (text, _) = with_game!(&any, |game| imperial_fuzz_seeds::position(game, plies));
            [&[number], text.as_bytes()].concat()
        })
    });
    all.collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let Some((pick, text)) = data.split_first() else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    with_game!(imperial_fuzz_seeds::compiled(*pick), |game| read(game, text));
});
