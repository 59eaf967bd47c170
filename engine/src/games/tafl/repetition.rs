//! Positions that occur again: what that means, and the moves that a ban forbids.

use super::compiled::Tafl;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::{Piece, RepetitionResult};
use super::zobrist;
use crate::{Cause, Game, Outcome, Side};

impl<const W: usize> Tafl<W> {
    /// The end of the game where the position has occurred as often as the rules allow.
    pub(super) fn repetition_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let count = self.repetition_count;
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
