//! When the game is over.

use super::board::Board;
use super::compiled::Tafl;
use super::position::Position;
use super::rules::{Goal, RepetitionResult, Stuck};
use super::square::SquareSet;
use crate::{Cause, Outcome, Side};

impl<const W: usize> Tafl<W> {
    /// The outcome of a position just reached. Where several laws end the game, they decide in this
    /// order: the king captured or escaped, no move, repetition, quiet limit, ply limit.
    pub(super) fn find_outcome(&self, position: &Position<W>) -> Option<Outcome> {
        self.king_decides(&position.board, position.side)
            .or_else(|| self.no_move_decides(position))
            .or_else(|| self.repetition_decides(position))
            .or_else(|| self.limits_decide(position))
    }

    /// A king who is gone has been captured; one on a goal square has escaped.
    fn king_decides(&self, board: &Board<W>, to_move: Side) -> Option<Outcome> {
        let Some(king) = board.king else {
            return Some(Outcome::win(Side::Attackers, Cause::KingCaptured));
        };
        let in_time = self.rules.goal != Goal::EdgeHeld || to_move == Side::Defenders;
        (in_time && self.goal.contains(king))
            .then_some(Outcome::win(Side::Defenders, Cause::KingEscaped))
    }

    /// Squares where the king wins, or may by a run along the edge.
    pub(super) fn aim(&self) -> SquareSet<W> {
        if self.rules.goal == Goal::EdgeRun { self.geometry.edge } else { self.goal }
    }

    fn no_move_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let can_move = self.movement.can_move(&self.geometry, &position.board, position.side);
        (!can_move).then_some(match self.rules.stuck {
            Stuck::Loss => Outcome::win(!position.side, Cause::Stuck),
            Stuck::Draw => Outcome::draw(Cause::Stuck),
        })
    }

    fn repetition_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let count = self.rules.repetition.count?;
        // From one occurrence to the next each side needs at least two plies.
        if position.history.len() <= 4 * (count as usize - 1) {
            return None;
        }
        (position.occurrences() >= count).then(|| self.repetition_result(!position.side))
    }

    /// The end by a repetition that a move of `mover` made.
    fn repetition_result(&self, mover: Side) -> Outcome {
        let loser = match self.rules.repetition.result {
            RepetitionResult::Draw | RepetitionResult::Banned => None,
            RepetitionResult::Loss => Some(mover),
            RepetitionResult::Defenders => Some(Side::Defenders),
            RepetitionResult::DefendersOwn => Some(mover).filter(|side| *side == Side::Defenders),
        };
        loser.map_or(Outcome::draw(Cause::Repetition), |loser| {
            Outcome::win(!loser, Cause::Repetition)
        })
    }

    fn limits_decide(&self, position: &Position<W>) -> Option<Outcome> {
        if self.rules.quiet_limit.is_some_and(|limit| position.quiet >= limit) {
            Some(Outcome::draw(Cause::QuietLimit))
        } else if position.ply >= self.rules.ply_limit {
            Some(Outcome::draw(Cause::PlyLimit))
        } else {
            None
        }
    }
}
