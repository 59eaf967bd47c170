//! When the king is taken.

use super::board::Board;
use super::capture::{Moved, Pieces};
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::rules::{KingCapture, Piece};
use super::square::Square;
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// Whether this move captures the king: one of the attackers', ending next to him.
    pub(super) fn king_falls(&self, moved: &Moved<'_, W>) -> bool {
        let Some(king) = moved.board.king else { return false };
        if moved.piece != Piece::Attacker || !self.geometry.around[moved.to.index()].contains(king)
        {
            return false;
        }
        self.is_surrounded(moved, king, &[moved.to])
            || (self.rules.immobilisation && self.is_newly_immobilised(moved, Piece::King, king))
    }

    /// Whether the king on `king` is held as one is who is taken, whichever piece moved last.
    pub(super) fn is_held(&self, board: &Board<W>, king: Square) -> bool {
        let attackers = self.geometry.around[king.index()] & board.pieces_of(Side::Attackers);
        let hammers: Vec<Square> = attackers.iter().collect();
        self.is_surrounded(board, king, &hammers)
            || (self.rules.immobilisation && self.is_immobilised(board, Piece::King, king))
    }

    /// The law of his capture, with attackers on the squares `hammers` beside him, one of whom is the
    /// piece that moved, or counts as it.
    fn is_surrounded(&self, pieces: &impl Pieces, king: Square, hammers: &[Square]) -> bool {
        match self.rules.king_capture {
            KingCapture::Two => self.is_flanked_king(pieces, king, hammers),
            KingCapture::Four => self.is_enclosed_king(pieces, king),
            KingCapture::Linnaean => self.is_linnaean_king(pieces, king, hammers),
            KingCapture::Enclosed => self.is_walled_king(pieces, king),
        }
    }

    /// An attacker, or a square hostile to the king.
    fn besieges(&self, pieces: &impl Pieces, square: Square) -> bool {
        pieces.has_man(Side::Attackers, square)
            || self.is_hostile(Piece::King, square, pieces.is_empty(self.geometry.throne))
    }

    /// By two, one of them the attacker that moved.
    fn is_flanked_king(&self, pieces: &impl Pieces, king: Square, hammers: &[Square]) -> bool {
        let from = |hammer: Square| {
            (0..DIRECTIONS)
                .filter(move |direction| self.geometry.next(hammer, *direction) == Some(king))
                .filter_map(|direction| self.geometry.next(king, direction))
        };
        hammers.iter().any(|hammer| from(*hammer).any(|opposite| self.besieges(pieces, opposite)))
    }

    /// By four. At the edge he has fewer than four sides and is safe.
    fn is_enclosed_king(&self, pieces: &impl Pieces, king: Square) -> bool {
        self.geometry
            .neighbours(king)
            .into_iter()
            .all(|beside| beside.is_some_and(|square| self.besieges(pieces, square)))
    }

    /// By attackers on all sides, for whom the empty throne and the rim may stand.
    fn is_walled_king(&self, pieces: &impl Pieces, king: Square) -> bool {
        let throne = self.geometry.throne;
        self.geometry.neighbours(king).into_iter().flatten().all(|square| {
            pieces.has_man(Side::Attackers, square) || (square == throne && pieces.is_empty(throne))
        })
    }

    /// By four attackers on the throne, by three beside it, by two elsewhere. The throne closes the
    /// fourth side unless a defenders' man stands on it.
    fn is_linnaean_king(&self, pieces: &impl Pieces, king: Square, hammers: &[Square]) -> bool {
        let throne = self.geometry.throne;
        let beside_throne = self.geometry.around[throne.index()].contains(king);
        if king != throne && !beside_throne {
            return self.is_flanked_king(pieces, king, hammers);
        }
        self.geometry.neighbours(king).into_iter().flatten().all(|square| {
            if square == throne {
                !pieces.has_man(Side::Defenders, throne)
            } else {
                pieces.has_man(Side::Attackers, square)
            }
        })
    }
}
