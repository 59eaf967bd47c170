//! Move texts in a position some plies into a game: read or refused, and what is read is legal.

#![no_main]

use imperial_engine::{Game, game_stream, with_game};
use libfuzzer_sys::fuzz_target;

fn read(game: &impl Game, plies: u8, text: &str) {
    let mut position = game.start(game.first().usual());
    let mut rng = game_stream(u64::from(plies), 0);
    let mut moves = Vec::new();
    for _ in 0..plies % 64 {
        let Some(mv) = game.random_move(&position, &mut rng, &mut moves) else { break };
        game.play(&mut position, mv);
    }
    let Ok(mv) = game.parse_move(&position, text) else { return };
    game.legal_moves(&position, &mut moves);
    assert!(moves.contains(&mv), "`{text}` was read as {mv:?}");
    let full = game.format_move(&position, mv);
    assert_eq!(game.parse_move(&position, &full), Ok(mv));
}

/// Legal moves, behind the number of their rule set and the plies before.
fn seeds() -> Vec<Vec<u8>> {
    let all = imperial_fuzz_seeds::catalogue().flat_map(|(number, _, any)| {
        [0_u8, 9, 33].map(|plies| {
            let (_, mv) =
                with_game!(&any, |game| imperial_fuzz_seeds::position(game, plies.into()));
            [&[number, plies], mv.unwrap_or_default().as_bytes()].concat()
        })
    });
    all.collect()
}

fuzz_target!(init: imperial_fuzz_seeds::write(seeds), |data: &[u8]| {
    let [pick, plies, text @ ..] = data else { return };
    let Ok(text) = str::from_utf8(text) else { return };
    with_game!(imperial_fuzz_seeds::compiled(*pick), |game| read(game, *plies, text));
});
