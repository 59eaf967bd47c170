//! Moves of one piece that do more than go: promotion, replacement, captures in passing, shots, castling, and
//! pieces that carry others.

use super::board::{Board, LETTERS, Letter};
use super::compiled::{Castling, Chess};
use super::danger::{Guard, View};
use super::kinds::go;
use super::moves::{ChessMove, Form};
use super::position::Position;
use super::squares::Squares;
use crate::Side;

impl Chess {
    /// Adds the moves of the piece on a square that do more than go.
    #[inline]
    pub(super) fn list_special(
        &self,
        position: &Position,
        guard: Guard,
        letter: Letter,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let kind = self.kind(letter);
        if kind.is_pawn {
            if !self.promotes_to.is_empty() {
                self.list_promotions(position, guard, letter, from, moves);
            }
            if !position.passed.squares.is_empty() {
                self.list_passing(position, guard, from, moves);
            }
        }
        if kind.brings != 0 {
            self.list_replacements(position, guard, letter, from, moves);
        }
        if !kind.shots.is_empty() {
            self.list_shots(position, guard, letter, from, moves);
        }
        if kind.carries && self.rules.hitching {
            self.list_hitched(position, guard, letter, from, moves);
        }
        if guard.throne == Some(from) && position.rights != 0 && !guard.is_check {
            self.list_castlings(position, moves);
        }
    }

    fn list_promotions(
        &self,
        position: &Position,
        guard: Guard,
        letter: Letter,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let (board, side) = (&position.board, position.side);
        let targets = self.targets(board, side, letter, from) & self.last_rank[side];
        if targets.is_empty() {
            return;
        }
        for to in self.safe(position, guard, from, targets).iter() {
            let lost = self.promotes_to.iter().filter(|kind| self.is_lost(board, side, **kind));
            moves.extend(lost.map(|kind| ChessMove { from, to, form: Form::Into(*kind) }));
        }
    }

    /// Whether a side has fewer pieces of a kind than at the start.
    pub(super) fn is_lost(&self, board: &Board, side: Side, letter: Letter) -> bool {
        u32::from(board.count(side, letter)) < self.kind(letter).home[side].count()
    }

    fn list_replacements(
        &self,
        position: &Position,
        guard: Guard,
        letter: Letter,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let (board, side) = (&position.board, position.side);
        let last = self.last_rank[side];
        let targets = self.targets(board, side, letter, from) & last;
        if targets.is_empty() || last.has(from) {
            return;
        }
        let brings = self.kind(letter).brings;
        for to in targets.iter() {
            let Some(home) = self.place_at_home(board, side, letter, (from, to)) else { continue };
            // At home it may stand between its royal piece and an enemy.
            let enemies = board.of(!side).without(to);
            let occupied = board.all().without(from).with(to).with(home);
            let throne = guard.throne.map(|throne| if throne == from { home } else { throne });
            let view = View { board, enemies, occupied };
            if !guard.free.has(from) && !self.is_unharmed(view, side, Guard { throne, ..guard }) {
                continue;
            }
            let kinds = (0..LETTERS as u8).filter(|kind| brings >> kind & 1 != 0);
            let lost = kinds.filter(|kind| self.is_lost(board, side, *kind));
            moves.extend(lost.map(|kind| ChessMove { from, to, form: Form::Into(kind) }));
        }
    }

    /// Where a piece that brings another back goes: the first of its kind's squares that is empty after its move.
    pub(super) fn place_at_home(
        &self,
        board: &Board,
        side: Side,
        letter: Letter,
        (from, to): (u8, u8),
    ) -> Option<u8> {
        let occupied = board.all().without(from).with(to);
        (self.kind(letter).home[side] & !occupied).first()
    }

    fn list_passing(
        &self,
        position: &Position,
        guard: Guard,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let (board, side) = (&position.board, position.side);
        let targets = self.pawns.passing[side][usize::from(from)] & position.passed.squares;
        let is_safe = |to: &u8| {
            let enemies = board.of(!side).without(position.passed.pawn);
            let occupied = board.all().without(position.passed.pawn).without(from).with(*to);
            self.is_unharmed(View { board, enemies, occupied }, side, guard)
        };
        let to = targets.iter().filter(is_safe);
        moves.extend(to.map(|to| ChessMove { from, to, form: Form::Passing }));
    }

    /// Whether a royal piece that stays is not attacked.
    fn is_unharmed(&self, view: View<'_>, side: Side, guard: Guard) -> bool {
        guard.throne.is_none_or(|throne| !self.is_attacked(view, !side, throne))
    }

    fn list_shots(
        &self,
        position: &Position,
        guard: Guard,
        letter: Letter,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let (board, side) = (&position.board, position.side);
        let victims = self.shots(letter, from) & board.of(!side);
        let is_safe = |to: &u8| {
            let enemies = board.of(!side).without(*to);
            let occupied = board.all().without(*to);
            self.is_unharmed(View { board, enemies, occupied }, side, guard)
        };
        let to = victims.iter().filter(is_safe);
        moves.extend(to.map(|to| ChessMove { from, to, form: Form::Shoot }));
    }

    fn list_hitched(
        &self,
        position: &Position,
        guard: Guard,
        letter: Letter,
        from: u8,
        moves: &mut Vec<ChessMove>,
    ) {
        let (board, side) = (&position.board, position.side);
        let moved = position.charge.map_or(Squares::NONE, |charge| charge.moved);
        let beside = self.lines.orthogonal[usize::from(from)] & board.of(side) & !moved;
        let rides = |square: &u8| self.kind(board.letter(*square)).rides;
        for rider in beside.iter().filter(rides) {
            for to in self.targets(board, side, letter, from).iter() {
                let Some(seat) = self.seat(rider, (from, to)) else { continue };
                if seat != from && board.all().has(seat) {
                    continue;
                }
                let enemies = board.of(!side).without(to);
                let left = board.all().without(from).without(rider);
                let occupied = left.with(to).with(seat);
                let view = View { board, enemies, occupied };
                let throne = guard.throne.map(|at| match at {
                    at if at == from => to,
                    at if at == rider => seat,
                    at => at,
                });
                if self.is_unharmed(view, side, Guard { throne, ..guard }) {
                    moves.push(ChessMove { from, to, form: Form::Carry(rider) });
                }
            }
        }
    }

    /// Where a rider comes that keeps its place beside a piece that moves.
    pub(super) fn seat(&self, rider: u8, (from, to): (u8, u8)) -> Option<u8> {
        let width = self.lines.shape.width as i32;
        let apart = |part: fn(i32, i32) -> i32| part(to.into(), width) - part(from.into(), width);
        go(self.lines.shape, rider, (apart(|square, width| square % width), apart(|s, w| s / w)))
    }

    fn list_castlings(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        let had = (0_u8..).zip(&self.castlings).filter(|(place, castling)| {
            position.rights >> place & 1 != 0 && castling.side == position.side
        });
        for (place, castling) in had {
            if self.can_castle(&position.board, castling) {
                let (from, to) = castling.king;
                moves.push(ChessMove { from, to, form: Form::Castle(place) });
            }
        }
    }

    /// Whether the way is free and safe; the king is not in check.
    fn can_castle(&self, board: &Board, castling: &Castling) -> bool {
        let (side, all) = (castling.side, board.all());
        if !(castling.between & all).is_empty() {
            return false;
        }
        let enemies = board.of(!side);
        let view = View { board, enemies, occupied: all };
        let (king, rook) = (castling.king, castling.rook);
        let occupied = all.without(king.0).without(rook.0).with(king.1).with(rook.1);
        let after = View { board, enemies, occupied };
        castling.safe.iter().all(|square| !self.is_attacked(view, !side, square))
            && !self.is_attacked(after, !side, king.1)
    }
}
