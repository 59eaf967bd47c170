//! Which men a move takes.
//!
//! All captures are judged on the same board: after the piece has moved and before anything is
//! removed.

use super::board::Board;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::rules::{KingArms, LinnaeanCapture, Piece};
use super::square::{Square, SquareSet};
use crate::Side;

/// The most men that can be taken at once: three flanked, one shielding the king, and those that
/// lose their last free square beside the squares that the mover left and reached.
const MOST_VICTIMS: usize = 12;

/// Squares of men that a move may take: those beside the destination in the order north, east,
/// south, west, then distant ones in ascending order; and the men of rows along the edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Victims<const W: usize> {
    squares: [Square; MOST_VICTIMS],
    len: usize,
    /// The men of all rows; none of them is among the others.
    pub rows: SquareSet<W>,
}

impl<const W: usize> Victims<W> {
    pub const NONE: Self =
        Self { squares: [Square(0); MOST_VICTIMS], len: 0, rows: SquareSet::EMPTY };

    fn add(&mut self, square: Square) {
        if !self.as_slice().contains(&square) {
            self.squares[self.len] = square;
            self.len += 1;
        }
    }

    pub fn only(square: Square) -> Self {
        let mut victims = Self::NONE;
        victims.add(square);
        victims
    }

    /// The men of one row.
    pub fn of_row(rows: SquareSet<W>) -> Self {
        Self { rows, ..Self::NONE }
    }

    /// Those that are not of a row.
    pub fn as_slice(&self) -> &[Square] {
        &self.squares[..self.len]
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0 && self.rows.is_empty()
    }
}

/// The board after a piece has moved, before anything is removed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved<'a, const W: usize> {
    pub board: &'a Board<W>,
    pub piece: Piece,
    pub from: Square,
    pub to: Square,
}

/// Where pieces stand, before or after a move.
pub(super) trait Pieces {
    /// Whether a man of `side` stands on `square`.
    fn has_man(&self, side: Side, square: Square) -> bool;

    /// Whether the king stands on `square`.
    fn has_king(&self, square: Square) -> bool;

    /// Whether any piece of `side` stands on `square`.
    #[inline]
    fn has_piece(&self, side: Side, square: Square) -> bool {
        self.has_man(side, square) || (side == Side::Defenders && self.has_king(square))
    }

    #[inline]
    fn is_empty(&self, square: Square) -> bool {
        Side::ALL.into_iter().all(|side| !self.has_piece(side, square))
    }
}

impl<const W: usize> Pieces for Board<W> {
    #[inline]
    fn has_man(&self, side: Side, square: Square) -> bool {
        self.has_piece(side, square) && self.king != Some(square)
    }

    #[inline]
    fn has_king(&self, square: Square) -> bool {
        self.king == Some(square)
    }
}

impl<const W: usize> Pieces for Moved<'_, W> {
    #[inline]
    fn has_man(&self, side: Side, square: Square) -> bool {
        if square == self.to {
            self.piece == Piece::man_of(side)
        } else {
            square != self.from && self.board.has_man(side, square)
        }
    }

    #[inline]
    fn has_king(&self, square: Square) -> bool {
        match self.piece {
            Piece::King => square == self.to,
            Piece::Attacker | Piece::Defender => self.board.king == Some(square),
        }
    }
}

impl<const W: usize> Tafl<W> {
    /// The men that moving `piece` from `from` to `to` may take.
    #[inline]
    pub(super) fn victims(
        &self,
        board: &Board<W>,
        piece: Piece,
        from: Square,
        to: Square,
    ) -> Victims<W> {
        if self.can_capture(board, piece.side(), to) {
            self.find_victims(&Moved { board, piece, from, to })
        } else {
            Victims::NONE
        }
    }

    fn find_victims(&self, moved: &Moved<'_, W>) -> Victims<W> {
        let mut victims = Victims::NONE;
        self.add_flanked(moved, &mut victims);
        let beside = victims.len;
        self.add_linnaean(moved, &mut victims);
        self.add_immobilised(moved, &mut victims);
        self.sort(moved.to, beside, &mut victims);
        if self.row_places.contains(moved.to) {
            victims.rows = self.rows(moved);
        }
        victims
    }

    /// A quick look that rules most captures out.
    #[inline]
    fn can_capture(&self, board: &Board<W>, side: Side, to: Square) -> bool {
        let enemies = self.geometry.around[to.index()] & board.pieces_of(!side);
        !enemies.is_empty()
            || self.rules.immobilisation
            || (self.siege.contains(to) && self.shield_threatened(board, side))
    }

    /// Custodial capture: an enemy man between the mover and an anvil or a hostile square.
    #[inline]
    fn add_flanked(&self, moved: &Moved<'_, W>, victims: &mut Victims<W>) {
        if moved.piece == Piece::King && !self.king_may(KingArms::Hammer) {
            return;
        }
        let side = moved.piece.side();
        let men = moved.board.men(!side);
        // The mover cannot be an anvil of its own: it would have to jump over its victim.
        let anvils = self.anvils(moved.board, side, moved.is_empty(self.geometry.throne));
        for (beside, opposite) in self.geometry.ahead(moved.to) {
            if men.contains(*beside) && anvils.contains(*opposite) {
                victims.add(*beside);
            }
        }
    }

    /// For each direction the squares whose neighbour in that direction a man of `side` flanks when he
    /// arrives there. Who leaves a hostile throne flanks no more: the throne is no anvil of a move
    /// that would have to jump over its victim.
    #[inline]
    pub(super) fn flanking(&self, board: &Board<W>, side: Side) -> [SquareSet<W>; DIRECTIONS] {
        let men = board.men(!side);
        let anvils = self.anvils(board, side, board.is_empty(self.geometry.throne));
        let flanking = |direction| {
            let before = |squares| self.geometry.before(squares, direction);
            before(men & before(anvils))
        };
        [flanking(0), flanking(1), flanking(2), flanking(3)]
    }

    /// What closes a custodial capture by `side`: its pieces, as far as they may, and squares hostile
    /// to its enemy's men.
    #[inline]
    fn anvils(&self, board: &Board<W>, side: Side, throne_empty: bool) -> SquareSet<W> {
        let pieces =
            if self.king_may(KingArms::Anvil) { board.pieces_of(side) } else { board.men(side) };
        pieces | self.hostile_to_men[!side][usize::from(throne_empty)]
    }

    /// Whether the piece of `side` on `from` takes by moving: a man, or an armed king.
    pub(super) fn may_hammer(&self, board: &Board<W>, from: Square) -> bool {
        self.king_may(KingArms::Hammer) || board.king != Some(from)
    }

    pub(super) fn king_may(&self, role: KingArms) -> bool {
        self.rules.king_arms == role || self.rules.king_arms == KingArms::Both
    }

    /// Whether a move of `side` may take a man who shields the king on the throne. Three of the four
    /// attackers that this takes must stand there already.
    #[inline]
    pub(super) fn shield_threatened(&self, board: &Board<W>, side: Side) -> bool {
        side == Side::Attackers
            && board.king == Some(self.geometry.throne)
            && match self.rules.linnaean_capture {
                LinnaeanCapture::Off => false,
                LinnaeanCapture::AnyMan => true,
                LinnaeanCapture::LastMan => board.men(Side::Defenders).len() == 1,
            }
            && (board.men(Side::Attackers) & self.siege).len() >= 3
    }

    /// The Linnaean capture (Linnaeus 1732; Jaques 1855, law 11): the man who shields a king on the
    /// throne from the fourth attacker, the other three standing beside the king.
    fn add_linnaean(&self, moved: &Moved<'_, W>, victims: &mut Victims<W>) {
        if !self.shield_threatened(moved.board, moved.piece.side()) {
            return;
        }
        let beside = self.geometry.neighbours(self.geometry.throne);
        for direction in 0..DIRECTIONS {
            let Some(shield) = beside[direction] else { continue };
            let Some(beyond) = self.geometry.next(shield, direction) else { continue };
            let besiegers = || {
                let others = (0..DIRECTIONS).filter(move |other| *other != direction);
                others.filter_map(|other| beside[other]).chain([beyond])
            };
            if moved.has_man(Side::Defenders, shield)
                && besiegers().all(|square| moved.has_man(Side::Attackers, square))
                && besiegers().any(|square| square == moved.to)
            {
                victims.add(shield);
            }
        }
    }

    /// Men that this move has deprived of their last safe neighbouring square.
    fn add_immobilised(&self, moved: &Moved<'_, W>, victims: &mut Victims<W>) {
        if !self.rules.immobilisation {
            return;
        }
        let enemy = !moved.piece.side();
        let near = [moved.to, moved.from].map(|square| self.geometry.neighbours(square));
        for square in near.into_iter().flatten().flatten() {
            if moved.has_man(enemy, square)
                && self.is_newly_immobilised(moved, Piece::man_of(enemy), square)
            {
                victims.add(square);
            }
        }
    }

    /// Whether `piece` on `square` can no longer breathe because of this very move.
    pub(super) fn is_newly_immobilised(
        &self,
        moved: &Moved<'_, W>,
        piece: Piece,
        square: Square,
    ) -> bool {
        self.is_immobilised(moved, piece, square)
            && !self.is_immobilised(moved.board, piece, square)
    }

    /// Enemies, squares hostile to it or the rim on all sides.
    pub(super) fn is_immobilised(
        &self,
        pieces: &impl Pieces,
        piece: Piece,
        square: Square,
    ) -> bool {
        let throne_empty = pieces.is_empty(self.geometry.throne);
        let side = piece.side();
        self.geometry.neighbours(square).into_iter().flatten().all(|beside| {
            !pieces.has_piece(side, beside)
                && (pieces.has_piece(!side, beside) || self.is_hostile(piece, beside, throne_empty))
        })
    }

    /// Puts the first `beside` victims, already in order, before the rest in ascending order; a
    /// victim beside the destination belongs to the first group however it was found.
    fn sort(&self, to: Square, beside: usize, victims: &mut Victims<W>) {
        if victims.len > beside {
            let neighbours = self.geometry.neighbours(to);
            let rank = |square: &Square| {
                let direction = neighbours.iter().position(|next| *next == Some(*square));
                (direction.unwrap_or(DIRECTIONS), *square)
            };
            victims.squares[..victims.len].sort_by_key(rank);
        }
    }
}
