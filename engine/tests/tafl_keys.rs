//! Keys of tafl positions: what is kept up to date move by move is what a fresh look gives.

use std::collections::HashMap;

use imperial_engine::catalog::AnyGame;
use imperial_engine::games::tafl::Tafl;
use imperial_engine::{Encode, Game, Side, game_stream, with_game};

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

/// Positions of one fingerprint fill the same planes: a cache of evaluations stands on it.
#[test]
fn fingerprints_stand_for_planes() {
    for name in ["brandubh", "tablut-linnaeus", "copenhagen", "connect-four"] {
        let game = AnyGame::by_name(name).expect(name);
        let met_again = with_game!(&game, |game| check_fingerprints(game));
        assert!(
            met_again > 100,
            "{name}: {met_again} positions came twice, too few to mean anything"
        );
    }
}

/// Plays at random; gives how many positions came up more than once.
fn check_fingerprints(game: &impl Encode) -> u64 {
    let mut planes = vec![0.0; game.planes().len() * game.board().squares()];
    let mut seen: HashMap<Vec<u64>, Vec<f32>> = HashMap::new();
    let (mut scratch, mut met_again) = (Vec::new(), 0);
    for number in 0..400 {
        // Few openings, so that many games share their first plies.
        let mut rng = game_stream(1855, number % 40);
        let mut position = game.start(Side::Attackers);
        for ply in 0..60 {
            let mut words = Vec::new();
            game.fingerprint(&position, &mut |word| words.push(word));
            game.encode(&position, &mut planes);
            match seen.get(&words) {
                Some(known) => {
                    assert_eq!(*known, planes, "{}", game.format_position(&position));
                    met_again += 1;
                }
                None => drop(seen.insert(words, planes.clone())),
            }
            if game.outcome(&position).is_some() {
                break;
            }
            if ply == 2 {
                rng = game_stream(1951, number);
            }
            let mv = game.random_move(&position, &mut rng, &mut scratch).expect("undecided");
            game.play(&mut position, mv);
        }
    }
    met_again
}
