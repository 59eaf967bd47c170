//! A search with an evaluator of one's own: the more men a side has left, the better for it.
//!
//! `cargo run --release -p imperial-engine --example own_evaluator`

use std::error::Error;

use imperial_engine::catalog::AnyGame;
use imperial_engine::search::{self, Evaluate, Evaluation, Request, SearchError, SearchParams};
use imperial_engine::{Encode, PerSide, Side, Wdl, with_game};

/// Counts pieces. Its policy is empty: all moves are alike.
struct Material;

impl<G: Encode> Evaluate<G> for Material {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        requests.iter().map(|request| evaluation(game, request.position)).collect()
    }
}

fn evaluation<G: Encode>(game: &G, position: &G::Position) -> Evaluation {
    let squares = 0..game.board().squares() as u16;
    let mut men = PerSide::from_fn(|_| 0);
    for kind in squares.filter_map(|square| game.piece_on(position, square)) {
        men[game.piece_kinds()[kind].side] += 1;
    }
    // Tafl begins with two attackers for each defender.
    let attackers = f64::from(men[Side::Attackers]);
    let share = attackers / (attackers + 2.0 * f64::from(men[Side::Defenders])).max(1.0);
    let attackers = share as f32;
    let wdl = Wdl { attackers, draw: 0.0, defenders: 1.0 - attackers };
    Evaluation { wdl, logits: Vec::new() }
}

fn analyse(game: &impl Encode) -> Result<(), SearchError> {
    let position = game.start(Side::Attackers);
    // Without a policy PUCT over equal priors explores; Gumbel search needs one.
    let params = SearchParams::rollouts(2000);
    let result = search::run(game, &position, params, 1732, &mut Material)?;
    println!("{}", game.draw(&position));
    println!("best {}, value {:+.3}", game.format_move(&position, result.best), result.value.0);
    let mut moves = result.moves;
    moves.sort_by_key(|stats| std::cmp::Reverse(stats.visits));
    for stats in moves.iter().take(5) {
        println!("{:8} {:5} visits", game.format_move(&position, stats.mv), stats.visits);
    }
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let game = AnyGame::by_name("tablut-linnaeus")?;
    Ok(with_game!(&game, |game| analyse(game))?)
}
