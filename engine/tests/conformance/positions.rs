//! Where the positions come from that the suite looks at.

use std::fs;
use std::path::Path;

use imperial_engine::Game;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;

use super::starters;

/// Random games that are played, and the plies after which one is left.
const GAMES: usize = 4;
const PLIES: usize = 120;
/// Position strings that are taken from random games.
const TEXTS: usize = 12;

/// Positions of random games with their past, some of them finished.
pub fn of_random_games<G: Game>(game: &G, rng: &mut ChaCha8Rng) -> Vec<G::Position> {
    let mut found = Vec::new();
    let sides: Vec<_> = starters(game).collect();
    for number in 0..GAMES {
        let mut position = game.start(sides[number % sides.len()]);
        for _ in 0..PLIES {
            if rng.random_bool(0.2) || game.outcome(&position).is_some() {
                found.push(position.clone());
            }
            let Some(mv) = game.moves(&position).choose(rng).copied() else { break };
            game.play(&mut position, mv);
        }
    }
    found
}

/// Position strings of random games.
pub fn texts_of_random_games<G: Game>(game: &G, rng: &mut ChaCha8Rng) -> Vec<String> {
    let positions = of_random_games(game, rng);
    let chosen = positions.sample(rng, TEXTS);
    chosen.map(|position| game.format_position(position)).collect()
}

/// The odd positions of the perft file of this rule set.
pub fn of_perft_file(name: &str) -> Vec<String> {
    let file = format!("tests/perft/{name}.perft");
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    text.lines().filter_map(|line| line.strip_prefix("position ")).map(str::to_owned).collect()
}
