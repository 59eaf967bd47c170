//! What follows at the end of the depth where a king is about to be taken, or to escape.

use super::node::Searcher;
use super::score::{self, INFINITE};
use crate::Game;

impl<G: Game> Searcher<'_, G> {
    /// The value of the undecided position at `ply`, whose mover cannot win at once: the estimate, unless he
    /// has to save himself first. Repetitions and limits are passed over, so that the value depends on the
    /// board alone.
    pub(super) fn quiet(&mut self, ply: usize, left: usize, mut alpha: i32, beta: i32) -> i32 {
        let (game, position) = (self.game, &self.line[ply].position);
        if left == 0 || !game.is_in_danger(position) {
            return score::estimated(game.estimate(position), game.side_to_move(position));
        }
        let mut moves = std::mem::take(&mut self.line[ply].moves);
        game.legal_moves(&self.line[ply].position, &mut moves);
        let mut best = -INFINITE;
        for mv in &moves {
            self.go(ply, *mv);
            let score = if self.goes_on(ply) {
                self.after(ply + 1, left - 1, alpha, beta)
            } else {
                -self.after(ply + 1, left - 1, -beta, -alpha)
            };
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta || self.has_stopped() {
                break;
            }
        }
        self.line[ply].moves = moves;
        best
    }

    /// The value of the position at `ply` after a move that may have met the danger.
    fn after(&mut self, ply: usize, left: usize, alpha: i32, beta: i32) -> i32 {
        if !self.count() {
            return 0;
        }
        let (game, position) = (self.game, &self.line[ply].position);
        let side = game.side_to_move(position);
        match game.outcome(position) {
            Some(outcome) if outcome.cause.can_be_passed() => {
                score::estimated(game.estimate(position), side)
            }
            Some(outcome) => score::over(outcome, side, ply),
            None => match self.decided_next(ply) {
                Some(score) => score,
                None => self.quiet(ply, left, alpha, beta),
            },
        }
    }
}
