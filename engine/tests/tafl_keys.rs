//! Keys of tafl positions: what is kept up to date move by move is what a fresh look gives.

use std::collections::HashMap;

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::Tafl;
use imperial_engine::{Game, Side, game_stream};

const GAMES: u64 = 60;

#[test]
fn keys_stand_for_pieces_and_side_to_move() {
    for name in ["imperial-contest", "tablut-corner"] {
        match AnyGame::by_name(name).expect(name) {
            AnyGame::TaflMedium(game) => check(&game),
            other => panic!("{other:?} is played on another board"),
        }
    }
}

fn check<const W: usize>(game: &Tafl<W>) {
    let mut scratch = Vec::new();
    let mut seen: HashMap<u64, String> = HashMap::new();
    for number in 0..GAMES {
        let mut rng = game_stream(1855, number);
        let mut position = game.start(Side::Attackers);
        loop {
            let text = game.format_position(&position);
            let read = game.parse_position(&text).expect("its own text");
            assert_eq!(position.key(), read.key(), "{text}");
            // Pieces and side to move; the counters do not belong to the key.
            let words: Vec<&str> = text.split(' ').take(2).collect();
            let known = seen.entry(position.key()).or_insert_with(|| words.join(" "));
            assert_eq!(*known, words.join(" "), "two positions have one key");
            if game.outcome(&position).is_some() {
                break;
            }
            let mv = game.random_move(&position, &mut rng, &mut scratch).expect("undecided");
            game.play(&mut position, mv);
        }
    }
    assert!(seen.len() > 1000, "too few positions to mean anything");
}
