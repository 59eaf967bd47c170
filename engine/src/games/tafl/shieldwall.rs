//! The shieldwall: capture of a row of men along the edge (aagenielsen.dk, text of 2024).
//!
//! Neighbouring pieces of one side on an edge line are a *row*, the king among them. It is taken when
//! every *front*, the next square inwards, holds an enemy, and both *ends* are closed: by an enemy, or
//! one of them by a hostile corner. The move must end at one of the ends:
//!
//! ```text
//! 2 . . . D D D . .        2 . . . D D D . .
//! 1 . . D A A A . D   g1   1 . . D . . . D .
//!   a b c d e f g h          a b c d e f g h
//! ```
//!
//! A king in the row stays, but he needs his front closed like the men. The rim closes nothing.

use super::board::Board;
use super::capture::{Moved, Pieces, Victims};
use super::compiled::Tafl;
use super::geometry::{DIRECTIONS, EAST, NORTH};
use super::rules::{KingArms, Piece, Shieldwall};
use super::square::{Square, SquareSet};
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// The men of all rows that the move takes.
    pub(super) fn rows(&self, moved: &Moved<'_, W>) -> SquareSet<W> {
        let rows = (0..DIRECTIONS).filter_map(|direction| self.row_beside(moved, direction));
        rows.fold(SquareSet::EMPTY, |all, row| all | row)
    }

    /// The squares beside the destination that belong to rows which the move takes: by them one row is
    /// chosen out of two.
    pub(super) fn rows_beside(&self, moved: &Moved<'_, W>) -> impl Iterator<Item = Square> {
        let directions = (0..DIRECTIONS).filter(|d| self.row_beside(moved, *d).is_some());
        directions.filter_map(|direction| self.geometry.next(moved.to, direction))
    }

    /// What a move takes that takes the man on `chosen` alone, or the row that he belongs to.
    pub(super) fn one_capture(&self, moved: &Moved<'_, W>, chosen: Square) -> Victims<W> {
        let directions =
            (0..DIRECTIONS).filter(|d| self.geometry.next(moved.to, *d) == Some(chosen));
        let row = directions.filter_map(|direction| self.row_beside(moved, direction)).next();
        row.map_or(Victims::only(chosen), Victims::of_row)
    }

    /// The men of the row that the move takes beside its destination in `direction`. A row is beside
    /// it in one direction only, and no man of it is taken in another way: his neighbour in the row
    /// protects him.
    pub(super) fn row_beside(
        &self,
        moved: &Moved<'_, W>,
        direction: usize,
    ) -> Option<SquareSet<W>> {
        let member = self.geometry.next(moved.to, direction)?;
        let enemy = !moved.piece.side();
        if !self.row_places.contains(moved.to) || !moved.has_piece(enemy, member) {
            return None;
        }
        let is_rim = |square, direction| self.geometry.next(square, direction).is_none();
        let mut across = [1, 3].map(|turn| (direction + turn) % DIRECTIONS).into_iter();
        // At an end of the row the rim is beside both, in front of it beyond the member.
        let outward = across.find(|outward| is_rim(moved.to, *outward)).or_else(|| {
            let in_front = self.rules.shieldwall == Shieldwall::Any && is_rim(member, direction);
            in_front.then_some(direction)
        })?;
        self.closed_row(moved, member, outward)
    }

    /// The men of the row through `member` along the line that has the rim in direction `outward`, if
    /// it is closed on all sides.
    fn closed_row(
        &self,
        moved: &Moved<'_, W>,
        member: Square,
        outward: usize,
    ) -> Option<SquareSet<W>> {
        let enemy = !moved.piece.side();
        let inward = (outward + 2) % DIRECTIONS;
        let mut row: SquareSet<W> = [member].into_iter().collect();
        let mut is_closed_by_piece = false;
        for along in [(outward + 1) % DIRECTIONS, (outward + 3) % DIRECTIONS] {
            let mut end = self.geometry.next(member, along)?;
            while moved.has_piece(enemy, end) {
                row.insert(end);
                end = self.geometry.next(end, along)?;
            }
            let by_piece = self.closes(moved, end);
            is_closed_by_piece |= by_piece;
            if !by_piece && !self.is_closing_corner(moved, end) {
                return None;
            }
        }
        let mut fronts = row.iter().filter_map(|square| self.geometry.next(square, inward));
        if !is_closed_by_piece || row.len() < 2 || !fronts.all(|front| self.closes(moved, front)) {
            return None;
        }
        Some(moved.board.king.map_or(row, |king| row.without(king)))
    }

    /// Whether a piece of the mover's side stands on `square` that may help: the king as hammer
    /// where he has moved, as anvil where he stands.
    fn closes(&self, moved: &Moved<'_, W>, square: Square) -> bool {
        let side = moved.piece.side();
        let role = if moved.piece == Piece::King { KingArms::Hammer } else { KingArms::Anvil };
        moved.has_man(side, square)
            || (side == Side::Defenders && moved.has_king(square) && self.king_may(role))
    }

    fn is_closing_corner(&self, moved: &Moved<'_, W>, square: Square) -> bool {
        let victim = Piece::man_of(!moved.piece.side());
        self.rules.shieldwall_corner
            && self.geometry.corners.contains(square)
            && self.hostile[victim as usize].contains(square)
            && moved.is_empty(square)
    }

    /// Whether the enemies of `side` have two pieces beside each other on the edge, without which no
    /// row can be taken.
    pub(super) fn may_take_row(&self, board: &Board<W>, side: Side) -> bool {
        let row = board.pieces_of(!side) & self.geometry.edge;
        let pairs = |direction| !(self.geometry.before(row, direction) & row).is_empty();
        self.rules.shieldwall != Shieldwall::Off && (pairs(NORTH) || pairs(EAST))
    }
}
