//! Positions that occur again: what that means, and the moves that a ban forbids.

use super::compiled::Tafl;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::{Piece, RepetitionResult};
use super::zobrist;
use crate::{Advantage, Cause, Game, Outcome, Side};

impl<const W: usize> Tafl<W> {
    /// The end of the game where the position has occurred as often as the rules allow.
    pub(super) fn repetition_decides(&self, position: &Position<W>) -> Option<Outcome> {
        (position.occurrences() >= self.repetition_count)
            .then(|| self.repetition_result(!position.side))
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

    /// What comes of it when a position that has occurred before occurs until the rules end the game.
    /// Where whoever repeats loses nobody knows: it is the first to leave the circle.
    pub(super) fn value_of_repeating(&self, position: &Position<W>) -> Option<Advantage> {
        let value = match self.rules.repetition.result {
            RepetitionResult::Draw | RepetitionResult::DefendersOwn => Advantage(0.0),
            RepetitionResult::Defenders => Advantage(1.0),
            RepetitionResult::Loss | RepetitionResult::Banned => return None,
        };
        (position.occurrences() > 1).then_some(value)
    }

    /// Whether a move of the attackers may win because the defenders lose by the repetition that it makes:
    /// some position after such a move has occurred all times but one.
    pub(super) fn can_win_by_repetition(&self, position: &Position<W>) -> bool {
        let count = self.repetition_count as usize;
        if self.rules.repetition.result != RepetitionResult::Defenders
            || position.side != Side::Attackers
            || position.history.len() < 4 * (count - 1)
            || (count > 2 && position.repeated() == 0)
        {
            return false;
        }
        // The position itself is the last, so those after a move of the attackers are every other one.
        let after_moves: Vec<u64> =
            position.history.iter().rev().skip(1).step_by(2).copied().collect();
        let occurs = |key: &u64| after_moves.iter().filter(|other| *other == key).count();
        after_moves.iter().any(|key| occurs(key) + 1 >= count)
    }

    /// Whether some moves of this position may be forbidden, because they bring back an earlier one.
    pub(super) fn has_bans(&self, position: &Position<W>) -> bool {
        self.is_repetition_banned && position.side == Side::Defenders && position.history.len() > 3
    }

    /// Whether a defenders' move brings back an earlier position.
    #[inline(never)]
    pub(super) fn is_banned(&self, position: &Position<W>, mv: TaflMove) -> bool {
        let is_king = position.board.king == Some(mv.from);
        let piece = if is_king { Piece::King } else { Piece::Defender };
        let notice = if position.notice { zobrist::NOTICE } else { 0 };
        let moved = zobrist::key(piece, mv.from) ^ zobrist::key(piece, mv.to);
        let key = position.key ^ zobrist::SIDE ^ moved ^ notice;
        if !position.history.contains(&key) {
            return false;
        }
        // What was taken never comes back.
        let mut next = position.clone();
        self.play(&mut next, mv);
        next.quiet > 0
    }

    /// Whether the side to move has a legal move, where some may be forbidden.
    pub(super) fn can_move_without_repeating(&self, position: &Position<W>) -> bool {
        let arrivals = self.movement.arrivals(&self.geometry, &position.board, position.side);
        // Each earlier position forbids one move at most.
        if arrivals.len() as usize > position.history.len() / 2 {
            return true;
        }
        let mut moves = Vec::new();
        self.list_moves(position, &mut moves);
        !moves.is_empty()
    }
}
