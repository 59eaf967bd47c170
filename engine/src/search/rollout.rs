//! Rollouts: random games to the end, the evaluator that needs no knowledge.

use std::num::NonZeroU32;

use rand::rngs::Xoshiro256PlusPlus;
use rand::{RngExt, SeedableRng};

use crate::search::{Evaluate, Evaluation, Request};
use crate::{Game, Side, Wdl};

/// Largest logit of a move: enough to order the moves, too little to matter otherwise.
const TIE_BREAK: f32 = 1e-3;

/// Plays uniformly random games from a leaf and reports how often each result occurred. All
/// chance comes from the request's seed.
///
/// The policy is flat but for a random order of the moves: with fewer playouts than moves a search
/// would otherwise only ever try the first moves of the list.
///
/// The games end by the rules alone, so these need an end to every game: a limit of plies, or of
/// plies without a capture.
#[derive(Debug)]
pub struct Rollouts<G: Game> {
    games: NonZeroU32,
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
        Self::averaging(NonZeroU32::MIN)
    }

    /// The mean of `games` games per leaf.
    pub fn averaging(games: NonZeroU32) -> Self {
        Self { games, position: None, moves: Vec::new() }
    }

    /// Who wins a random game from `start`.
    fn winner(
        &mut self,
        game: &G,
        start: &G::Position,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Option<Side> {
        let position = match &mut self.position {
            Some(position) => {
                position.clone_from(start);
                position
            }
            empty => empty.insert(start.clone()),
        };
        loop {
            if let Some(outcome) = game.outcome(position) {
                return outcome.winner;
            }
            let mv = game.random_move(position, rng, &mut self.moves);
            game.play(position, mv.expect("a game that goes on has a legal move"));
        }
    }

    fn wdl(&mut self, game: &G, request: &Request<'_, G>, rng: &mut Xoshiro256PlusPlus) -> Wdl {
        let (mut attackers, mut defenders) = (0u32, 0u32);
        for _ in 0..self.games.get() {
            match self.winner(game, request.position, rng) {
                Some(Side::Attackers) => attackers += 1,
                Some(Side::Defenders) => defenders += 1,
                None => {}
            }
        }
        let games = self.games.get();
        let share = |count: u32| count as f32 / games as f32;
        let draw = share(games - attackers - defenders);
        Wdl { attackers: share(attackers), draw, defenders: share(defenders) }
    }
}

impl<G: Game> Evaluate<G> for Rollouts<G> {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        let answer = |request: &Request<'_, G>| {
            let mut rng = Xoshiro256PlusPlus::seed_from_u64(request.seed);
            let logits = request.moves.iter().map(|_| rng.random_range(0.0..TIE_BREAK)).collect();
            Evaluation { wdl: self.wdl(game, request, &mut rng), logits }
        };
        requests.iter().map(answer).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::tic_tac_toe::TicTacToe;

    fn evaluate(text: &str, games: u32, seed: u64) -> Evaluation {
        let position = TicTacToe.parse_position(text).unwrap();
        let moves = TicTacToe.moves(&position);
        let request = Request { position: &position, moves: &moves, seed };
        let mut rollouts = Rollouts::averaging(NonZeroU32::new(games).unwrap());
        let [answer]: [Evaluation; 1] =
            rollouts.evaluate(&TicTacToe, &[request]).try_into().unwrap();
        answer
    }

    #[test]
    fn frequencies_come_near_the_true_shares() {
        // A random game from the empty board: crosses win 0.585, noughts 0.288 (exact shares of
        // uniformly random play: 737/1260, 121/420, 8/63).
        let wdl = evaluate(".../.../...", 20_000, 7).wdl;
        assert!((wdl.attackers - 0.585).abs() < 0.015, "{wdl:?}");
        assert!((wdl.defenders - 0.288).abs() < 0.015, "{wdl:?}");
        assert!((wdl.draw - 0.127).abs() < 0.015, "{wdl:?}");
    }

    #[test]
    fn a_forced_end_is_found_by_one_game() {
        // Crosses fill the last square: no line in one board, a line in the other.
        let wdl = evaluate("xox/xoo/ox.", 1, 0).wdl;
        assert_eq!(wdl, Wdl { attackers: 0.0, draw: 1.0, defenders: 0.0 });
        let wdl = evaluate("xoo/oxx/xo.", 1, 0).wdl;
        assert_eq!(wdl, Wdl { attackers: 1.0, draw: 0.0, defenders: 0.0 });
    }

    #[test]
    fn the_seed_decides_everything() {
        let answers: Vec<_> = (0..20).map(|seed| evaluate(".../.../...", 1, seed)).collect();
        let again: Vec<_> = (0..20).map(|seed| evaluate(".../.../...", 1, seed)).collect();
        assert_eq!(answers, again);
        assert!(answers.iter().any(|answer| answer.wdl != answers[0].wdl));
        let first = |answer: &Evaluation| {
            let logits = answer.logits.iter().enumerate();
            logits.max_by(|a, b| a.1.total_cmp(b.1)).map(|(nth, _)| nth)
        };
        assert!(answers.iter().any(|answer| first(answer) != first(&answers[0])), "one order");
    }
}
