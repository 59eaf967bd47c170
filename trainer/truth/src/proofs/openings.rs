//! Openings that are drawn, as games begin.

use imperial_data::LoadedRules;
use imperial_engine::{Encode, derive_seed, game_stream, with_game};

use super::Opening;

/// Openings of one length that are drawn before a shorter one is taken.
const ATTEMPTS: u32 = 1000;

/// `count` openings of a rule set, each of so many plies drawn uniformly. Those that end the game are drawn again.
pub fn draw(rules: &LoadedRules, count: u64, plies: u32, seed: u64) -> Vec<Opening<'_>> {
    let seed = derive_seed(seed, &format!("prove {}", rules.game.name()));
    with_game!(&rules.game, |game| (0..count)
        .map(|nth| one(game, rules, nth, plies, seed))
        .collect())
}

fn one<'a>(
    game: &impl Encode,
    rules: &'a LoadedRules,
    number: u64,
    plies: u32,
    seed: u64,
) -> Opening<'a> {
    let mut rng = game_stream(seed, number);
    let first = game.first().draw(&mut rng);
    let (mut moves, mut scratch) = (Vec::new(), Vec::new());
    for attempt in 0.. {
        let mut position = game.start(first);
        moves.clear();
        let wanted = plies.saturating_sub(attempt / ATTEMPTS);
        while moves.len() < wanted as usize && game.outcome(&position).is_none() {
            let Some(mv) = game.random_move(&position, &mut rng, &mut scratch) else { break };
            moves.push(game.format_move(&position, mv));
            game.play(&mut position, mv);
        }
        if game.outcome(&position).is_none() {
            break;
        }
    }
    Opening { rules, number, first, moves }
}
