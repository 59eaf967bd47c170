//! The moves that win at once, found without making every move.
//!
//! The king's capture and his escape are read off the board. All other ends are rare: a quick look
//! says where a move would have to end to bring one about, and such moves are made.

use std::ops::ControlFlow;

use super::arrivals::Arrivals;
use super::board::Board;
use super::capture::Moved;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::{Encirclement, ExitFort, Goal, Piece, Stuck};
use super::square::{Square, SquareSet};
use crate::{Game, Side};

impl<const W: usize> Tafl<W> {
    /// Replaces the contents of `moves` by the moves that win at once.
    pub(super) fn list_wins(&self, position: &Position<W>, moves: &mut Vec<TaflMove>) {
        moves.clear();
        if position.outcome.is_some() {
            return;
        }
        let (board, side) = (&position.board, position.side);
        let _ = self.each_king_win(board, side, &mut |piece, from, to| {
            self.push_choices(board, piece, from, to, moves);
            ControlFlow::Continue(())
        });
        let known = moves.len();
        let _ = self.each_other_win(position, &mut |mv| {
            if !moves[..known].contains(&mv) {
                moves.push(mv);
            }
            ControlFlow::Continue(())
        });
    }

    /// Whether some move wins at once.
    pub(super) fn can_win(&self, position: &Position<W>) -> bool {
        position.outcome.is_none()
            && (self.threatens_king_win(&position.board, position.side)
                || self.each_other_win(position, &mut |_| ControlFlow::Break(())).is_break())
    }

    /// Whether `side` could capture the king, or escape with him, if it were to move.
    #[inline]
    pub(super) fn threatens_king_win(&self, board: &Board<W>, side: Side) -> bool {
        self.each_king_win(board, side, &mut |_, _, _| ControlFlow::Break(())).is_break()
    }

    /// Whether the attackers are to move and lose whatever they do: the king holds the edge and
    /// they cannot capture him.
    pub(super) fn is_too_late(&self, position: &Position<W>) -> bool {
        self.rules.goal == Goal::EdgeHeld
            && position.side == Side::Attackers
            && position.outcome.is_none()
            && position.board.king.is_some_and(|king| self.goal.contains(king))
            && !self.can_win(position)
    }

    /// Visits each piece and pair of squares whose move captures the king or lets him escape.
    #[inline]
    fn each_king_win(
        &self,
        board: &Board<W>,
        side: Side,
        visit: &mut impl FnMut(Piece, Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let Some(king) = board.king else { return ControlFlow::Continue(()) };
        match side {
            Side::Attackers => self.each_capture_of_king(board, king, visit),
            Side::Defenders => self.each_escape(board, king, visit),
        }
    }

    fn each_escape(
        &self,
        board: &Board<W>,
        king: Square,
        visit: &mut impl FnMut(Piece, Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let arrivals = self.movement.arrivals_of_king(&self.geometry, board, king);
        match self.rules.goal {
            // Held edges are won by surviving there, not by arriving.
            Goal::EdgeHeld => return ControlFlow::Continue(()),
            Goal::EdgeRun => return self.each_edge_run(board, king, &arrivals, visit),
            Goal::Edge | Goal::Corner => {}
        }
        for direction in 0..DIRECTIONS {
            let reached = arrivals.0[direction] & self.goal_along[direction];
            for number in reached.iter() {
                visit(Piece::King, king, self.geometry.back(direction, number))?;
            }
        }
        ControlFlow::Continue(())
    }

    fn each_edge_run(
        &self,
        board: &Board<W>,
        king: Square,
        arrivals: &Arrivals<W>,
        visit: &mut impl FnMut(Piece, Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut runs = SquareSet::<W>::EMPTY;
        arrivals.for_each_from(&self.geometry, board, king, |to| {
            if self.is_edge_run(king, to) {
                runs.insert(to);
            }
        });
        runs.iter().try_for_each(|to| visit(Piece::King, king, to))
    }

    fn each_capture_of_king(
        &self,
        board: &Board<W>,
        king: Square,
        visit: &mut impl FnMut(Piece, Square, Square) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Who would take him says so instead.
        if self.rules.king_notice {
            return ControlFlow::Continue(());
        }
        let piece = Piece::Attacker;
        // Where one more attacker would do. That he is missing where he comes from takes nothing off
        // the king's dangers: he cannot come past the king from a throne that turns hostile.
        let would_do = |to: &Square| {
            self.rules.immobilisation
                || self.king_falls(&Moved { board, piece, from: *to, to: *to })
        };
        let beside = self.geometry.around[king.index()] & !board.occupied();
        let mut squares = beside.iter().filter(would_do).peekable();
        if squares.peek().is_none() {
            return ControlFlow::Continue(());
        }
        let arrivals = self.movement.arrivals(&self.geometry, board, Side::Attackers);
        for to in squares {
            for nth in 0..arrivals.count_to(&self.geometry, to) {
                let from = arrivals.nth_to(&self.geometry, board, to, nth);
                let from = from.expect("there are as many pieces as were counted");
                if self.king_falls(&Moved { board, piece, from, to }) {
                    visit(piece, from, to)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits each move that wins in another way.
    fn each_other_win(
        &self,
        position: &Position<W>,
        visit: &mut impl FnMut(TaflMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let suspects = self.suspects(position);
        if suspects.is_empty() {
            return ControlFlow::Continue(());
        }
        let mut next = position.clone();
        for mv in self.moves(position).into_iter().filter(|mv| suspects.contains(mv.to)) {
            next.clone_from(position);
            self.make(&mut next, mv);
            if next.outcome.is_some_and(|outcome| outcome.winner == Some(position.side)) {
                visit(mv)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The squares where a move may end that wins otherwise than by the king.
    fn suspects(&self, position: &Position<W>) -> SquareSet<W> {
        let (board, side) = (&position.board, position.side);
        let mut squares = match self.rules.stuck {
            Stuck::Loss => self.could_block(board, side),
            Stuck::Draw => SquareSet::EMPTY,
        };
        let anywhere = match side {
            Side::Attackers => self.is_repetition_banned || self.can_win_by_repetition(position),
            Side::Defenders => self.rules.two_roads,
        };
        if anywhere {
            squares = self.geometry.squares;
        } else if side == Side::Defenders && self.rules.exit_fort != ExitFort::Off {
            squares = squares | self.fort_makers(board);
        } else if side == Side::Attackers && self.rules.encirclement != Encirclement::Off {
            squares = squares | self.ring_closers(board);
        }
        squares & !board.occupied()
    }

    /// The squares where a move of `side` may take something, some where it may not among them.
    pub(super) fn captures_at(&self, board: &Board<W>, side: Side) -> SquareSet<W> {
        if self.captures_depend_on_the_way(board, side) {
            return self.geometry.squares;
        }
        let [north, east, south, west] = self.flanking(board, side);
        // A throne that the mover leaves may be hostile afterwards.
        let near_throne = self.geometry.around[self.geometry.throne.index()];
        let beyond = near_throne
            .iter()
            .fold(near_throne, |near, square| near | self.geometry.around[square.index()]);
        north | east | south | west | self.row_places | beyond
    }

    /// The squares where a move of `side` may end that leaves the other side without moves: beside
    /// all those who can step now, since a move takes or blocks none but its neighbours.
    fn could_block(&self, board: &Board<W>, side: Side) -> SquareSet<W> {
        let steppers = self.movement.steppers(&self.geometry, board, !side);
        let near = self.far_reach(board, side);
        let mut squares = self.geometry.squares & !board.occupied();
        for stepper in (steppers & !near).iter() {
            squares = squares & self.geometry.around[stepper.index()];
            if squares.is_empty() {
                break;
            }
        }
        squares
    }

    /// The squares where a move of `side` may take men who do not stand beside its destination.
    fn far_reach(&self, board: &Board<W>, side: Side) -> SquareSet<W> {
        // An emptied throne may stifle its neighbours; the king's shield is taken from all sides.
        let rows = if self.row_places.is_empty() { SquareSet::EMPTY } else { self.geometry.edge };
        if self.rules.immobilisation || self.shield_threatened(board, side) {
            rows | self.geometry.around[self.geometry.throne.index()]
        } else {
            rows
        }
    }
}
