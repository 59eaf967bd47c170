//! Rollouts: random games to the end, the evaluator that needs no knowledge.

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::search::{Evaluate, Evaluation, Request};
use crate::{Game, Outcome};

/// Largest logit of a move: enough to order the moves, too little to matter otherwise.
const TIE_BREAK: f32 = 1e-3;

/// Plays one uniformly random game from a leaf and reports its result. All chance comes from the request's seed.
///
/// The policy is flat but for a random order of the moves: with fewer playouts than moves a search
/// would otherwise only ever try the first moves of the list.
///
/// The games end by the rules alone, so these need an end to every game: a limit of plies, or of
/// plies without a capture.
#[derive(Debug)]
pub struct Rollouts<G: Game> {
    position: Option<G::Position>,
    moves: Vec<G::Move>,
}

impl<G: Game> Default for Rollouts<G> {
    fn default() -> Self {
        Self::new()
    }
}

impl<G: Game> Rollouts<G> {
    /// One game per leaf.
    pub fn new() -> Self {
        Self { position: None, moves: Vec::new() }
    }

    /// How a random game from `start` ends.
    fn end(&mut self, game: &G, start: &G::Position, rng: &mut Xoshiro256PlusPlus) -> Outcome {
        let position = match &mut self.position {
            Some(position) => {
                position.clone_from(start);
                position
            }
            empty => empty.insert(start.clone()),
        };
        loop {
            if let Some(outcome) = game.outcome(position) {
                return outcome;
            }
            let mv = game.random_move(position, rng, &mut self.moves);
            game.play(position, mv.expect("a game that goes on has a legal move"));
        }
    }
}

impl<G: Game> Evaluate<G> for Rollouts<G> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        let answer = |request: &Request<'_, G>| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
            let logits = request.moves.iter().map(|_| rng.random_range(0.0..TIE_BREAK)).collect();
            Evaluation { wdl: self.end(game, request.position, &mut rng).wdl(), logits }
        };
        requests.iter().map(answer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Wdl;
    use crate::games::tic_tac_toe::TicTacToe;

    fn evaluate(text: &str, seeds: std::ops::Range<u64>) -> Vec<Evaluation> {
        let position = TicTacToe.parse_position(text).unwrap();
        let moves = TicTacToe.moves(&position);
        let request = |seed| Request { position: &position, moves: &moves, seed };
        Rollouts::new().evaluate(&TicTacToe, &seeds.map(request).collect::<Vec<_>>())
    }

    #[test]
    fn frequencies_come_near_the_true_shares() {
        // A random game from the empty board: crosses win 0.585, noughts 0.288 (exact shares of
        // uniformly random play: 737/1260, 121/420, 8/63).
        let answers = evaluate(".../.../...", 0..20_000);
        let mean = |of: fn(&Wdl) -> f32| answers.iter().map(|a| of(&a.wdl)).sum::<f32>() / 20_000.0;
        assert!((mean(|wdl| wdl.attackers) - 0.585).abs() < 0.015);
        assert!((mean(|wdl| wdl.defenders) - 0.288).abs() < 0.015);
        assert!((mean(|wdl| wdl.draw) - 0.127).abs() < 0.015);
    }

    #[test]
    fn a_forced_end_is_found_by_one_game() {
        // Crosses fill the last square: no line in one board, a line in the other.
        let draw = Wdl { attackers: 0.0, draw: 1.0, defenders: 0.0 };
        assert_eq!(evaluate("xox/xoo/ox.", 0..1)[0].wdl, draw);
        let win = Wdl { attackers: 1.0, draw: 0.0, defenders: 0.0 };
        assert_eq!(evaluate("xoo/oxx/xo.", 0..1)[0].wdl, win);
    }

    #[test]
    fn the_seed_decides_everything() {
        let answers = evaluate(".../.../...", 0..20);
        let again = evaluate(".../.../...", 0..20);
        assert_eq!(answers, again);
        assert!(answers.iter().any(|answer| answer.wdl != answers[0].wdl));
        let first = |answer: &Evaluation| {
            let logits = answer.logits.iter().enumerate();
            logits.max_by(|a, b| a.1.total_cmp(b.1)).map(|(nth, _)| nth)
        };
        assert!(answers.iter().any(|answer| first(answer) != first(&answers[0])), "one order");
    }
}
