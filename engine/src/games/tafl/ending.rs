//! When the game is over.

use super::board::Board;
use super::compiled::Tafl;
use super::position::Position;
use super::rules::{Goal, RepetitionResult, Stuck};
use crate::{Advantage, Cause, Outcome, Side};

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

    fn no_move_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let can_move = self.movement.can_move(&self.geometry, &position.board, position.side);
        (!can_move).then_some(match self.rules.stuck {
            Stuck::Loss => Outcome::win(!position.side, Cause::Stuck),
            Stuck::Draw => Outcome::draw(Cause::Stuck),
        })
    }

    fn repetition_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let mover = !position.side;
        let count = self.rules.repetition.count;
        // From one occurrence to the next each side needs at least two plies.
        if position.history.len() <= 4 * (count as usize - 1) {
            return None;
        }
        (position.occurrences() >= count).then_some(match (self.rules.repetition.result, mover) {
            (RepetitionResult::Draw, _) | (RepetitionResult::DefendersLose, Side::Attackers) => {
                Outcome::draw(Cause::Repetition)
            }
            (RepetitionResult::Loss, _) | (RepetitionResult::DefendersLose, Side::Defenders) => {
                Outcome::win(!mover, Cause::Repetition)
            }
        })
    }

    /// What comes of it when a position that has occurred before occurs until the rules end the game.
    /// Where the side that repeats loses nobody knows: it is the first to leave the circle.
    pub(super) fn value_of_repeating(&self, position: &Position<W>) -> Option<Advantage> {
        let value = match self.rules.repetition.result {
            RepetitionResult::Draw => Advantage(0.0),
            RepetitionResult::DefendersLose => Advantage(1.0),
            RepetitionResult::Loss => return None,
        };
        (position.history.len() > 4 && position.occurrences() > 1).then_some(value)
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
