//! When the game is over.

use super::board::Board;
use super::compiled::Tafl;
use super::position::Position;
use super::rules::{Encirclement, ExitFort, Goal};
use super::square::{Square, SquareSet};
use crate::{Cause, Outcome, Side};

impl<const W: usize> Tafl<W> {
    /// The outcome of a position just reached. Where several laws end the game, they decide in this
    /// order: the king captured or escaped, two roads, exit fort, ring, no move, repetition, quiet limit,
    /// ply limit.
    pub(super) fn find_outcome(&self, position: &Position<W>) -> Option<Outcome> {
        if self.has_rare_ends {
            return self.find_rare_outcome(position);
        }
        self.king_decides(&position.board, position.side)
            .or_else(|| self.no_move_decides(position))
            .or_else(|| self.repetition_decides(position))
            .or_else(|| self.limits_decide(position))
    }

    /// The same where formations and bans may decide.
    #[inline(never)]
    fn find_rare_outcome(&self, position: &Position<W>) -> Option<Outcome> {
        self.king_decides(&position.board, position.side)
            .or_else(|| self.formation_decides(position))
            .or_else(|| self.no_move_decides(position).or_else(|| self.ban_decides(position)))
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

    /// Whether a king wins by going from one square to the other, for having run along one side of the edge.
    pub(super) fn is_edge_run(&self, from: Square, to: Square) -> bool {
        let [from, to] = [from, to].map(|square| self.geometry.coordinates(square));
        let is_border = |line: usize| line == 0 || line == self.geometry.size - 1;
        self.rules.goal == Goal::EdgeRun
            && ((from.0 == to.0 && is_border(to.0)) || (from.1 == to.1 && is_border(to.1)))
    }

    /// Squares where the king wins, or may by a run along the edge.
    pub(super) fn aim(&self) -> SquareSet<W> {
        if self.rules.goal == Goal::EdgeRun { self.geometry.edge } else { self.goal }
    }

    /// What stands on the board may decide, whoever brought it about. Only a move of the attackers or
    /// the loss of a man outside closes a ring; a firm one, any move may.
    fn formation_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let may_close = position.side == Side::Defenders
            || position.quiet == 0
            || position.last.is_none()
            || self.rules.encirclement == Encirclement::Firm;
        self.roads_or_fort_decides(&position.board, position.side)
            .or_else(|| may_close.then(|| self.ring_decides(&position.board)).flatten())
    }

    /// Two roads after a move of the defenders, or an exit fort.
    pub(super) fn roads_or_fort_decides(&self, board: &Board<W>, to_move: Side) -> Option<Outcome> {
        let win = |cause| Some(Outcome::win(Side::Defenders, cause));
        if self.rules.two_roads && to_move == Side::Attackers && self.roads(board) >= 2 {
            win(Cause::TwoRoads)
        } else if self.rules.exit_fort != ExitFort::Off && self.is_exit_fort(board) {
            win(Cause::ExitFort)
        } else {
            None
        }
    }

    /// A ring of attackers around all defenders.
    pub(super) fn ring_decides(&self, board: &Board<W>) -> Option<Outcome> {
        (self.rules.encirclement != Encirclement::Off && self.is_encircled(board))
            .then_some(Outcome::win(Side::Attackers, Cause::Encircled))
    }

    fn no_move_decides(&self, position: &Position<W>) -> Option<Outcome> {
        let can_move = self.movement.can_move(&self.geometry, &position.board, position.side);
        (!can_move).then_some(self.rules.stuck.outcome(position.side))
    }

    /// All moves that are left may be forbidden.
    fn ban_decides(&self, position: &Position<W>) -> Option<Outcome> {
        (self.has_bans(position) && !self.can_move_without_repeating(position))
            .then_some(self.rules.stuck.outcome(position.side))
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
