//! Moves of several pieces: a rank that advances, and a charge, whose turn has many plies.

use super::compiled::Chess;
use super::danger::{Guard, View};
use super::moves::{ChessMove, Form};
use super::position::{Charge, Position};
use super::squares::Squares;
use crate::Side;

impl Chess {
    /// Adds the advances of ranks and the sign to charge.
    #[inline]
    pub(super) fn list_together(
        &self,
        position: &Position,
        guard: Guard,
        moves: &mut Vec<ChessMove>,
    ) {
        if position.charge.is_some() {
            return;
        }
        if self.rules.deployment {
            self.list_deployments(position, guard, moves);
        }
        if self.can_charge(position) {
            moves.push(ChessMove { from: 0, to: 0, form: Form::Charge });
        }
    }

    fn list_deployments(&self, position: &Position, guard: Guard, moves: &mut Vec<ChessMove>) {
        let (board, side) = (&position.board, position.side);
        for (rank, next) in self.deployments(position) {
            let (from, to) = (self.lines.rank(rank), self.lines.rank(next));
            let occupied = (board.all() & !from) | to;
            let view = View { board, enemies: board.of(!side), occupied };
            let square = |rank| rank * self.lines.shape.width as u8;
            let throne = guard.throne.map(|throne| match from.has(throne) {
                true => throne - square(rank) + square(next),
                false => throne,
            });
            if throne.is_none_or(|throne| !self.is_attacked(view, !side, throne)) {
                moves.push(ChessMove { from: square(rank), to: square(next), form: Form::Deploy });
            }
        }
    }

    /// Full ranks that have an empty one ahead, with that one.
    pub(super) fn deployments(&self, position: &Position) -> impl Iterator<Item = (u8, u8)> {
        let (board, side) = (&position.board, position.side);
        let ranks = 0..self.lines.shape.height as u8;
        let ahead = move |rank| Some((rank, self.rank_ahead(side, rank)?));
        ranks.filter_map(ahead).filter(move |(from, to)| {
            let is_full = (self.lines.rank(*from) & !board.of(side)).is_empty();
            is_full && (self.lines.rank(*to) & board.all()).is_empty()
        })
    }

    /// The rank ahead of a rank, both from 0.
    fn rank_ahead(&self, side: Side, rank: u8) -> Option<u8> {
        match side {
            Side::Attackers => Some(rank + 1).filter(|next| *next < self.lines.shape.height as u8),
            Side::Defenders => rank.checked_sub(1),
        }
    }

    /// The squares of an advancing rank, and where each piece comes.
    pub(super) fn deployed(&self, mv: ChessMove) -> impl Iterator<Item = (u8, u8)> + use<> {
        let width = self.lines.shape.width as u8;
        (0..width).map(move |file| (mv.from + file, mv.to + file))
    }

    /// Whether so many pieces can capture that they may charge.
    fn can_charge(&self, position: &Position) -> bool {
        let least = self.rules.charge as usize;
        if least == 0 {
            return false;
        }
        let (board, side) = (&position.board, position.side);
        let captures =
            |square: &u8| !self.victims(board, side, board.letter(*square), *square).is_empty();
        board.of(side).iter().filter(captures).take(least).count() == least
    }

    /// How a charge goes on after a ply of it: with the next file that has a piece to move. `None` where it is over.
    pub(super) fn next_charge(
        &self,
        position: &Position,
        first: u8,
        moved: Squares,
    ) -> Option<Charge> {
        (first..self.lines.shape.width as u8)
            .map(|file| Charge { file, moved })
            .find(|charge| self.goes_on(position, *charge))
    }

    /// Whether the file of a charge has a piece to move.
    pub(super) fn goes_on(&self, position: &Position, charge: Charge) -> bool {
        let (board, side) = (&position.board, position.side);
        let pieces = board.of(side) & self.lines.file(charge.file) & !charge.moved;
        // A charge has no royal pieces to mind.
        let guard = Guard { throne: None, is_check: false, free: board.of(side) };
        let mut list = Vec::new();
        pieces.iter().any(|from| self.piece_can_move(position, guard, from, &mut list))
    }
}
