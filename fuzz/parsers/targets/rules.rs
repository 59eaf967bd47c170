//! Rule files: read or refused, and what is accepted can be played.

#![no_main]

use imperial_engine::catalog::AnyGame;
use imperial_engine::{Game, Side, game_stream, with_game};
use libfuzzer_sys::fuzz_target;

fn play(game: &impl Game) {
    let mut rng = game_stream(1855, 0);
    let mut moves = Vec::new();
    for side in Side::ALL.into_iter().filter(|side| game.first().allows(*side)) {
        let mut position = game.start(side);
        for _ in 0..30 {
            let Some(mv) = game.random_move(&position, &mut rng, &mut moves) else { break };
            game.play(&mut position, mv);
            let text = game.format_position(&position);
            assert!(game.parse_position(&text).is_ok(), "{text}");
        }
    }
}

fuzz_target!(
    init: imperial_fuzz_seeds::write(imperial_fuzz_seeds::rules),
    |text: &str| {
        if let Ok(game) = AnyGame::from_toml(text) {
            with_game!(&game, |game| play(game));
        }
    }
);
