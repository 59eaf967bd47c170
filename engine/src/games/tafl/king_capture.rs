//! When the king is taken.

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
        let enclosed = match self.rules.king_capture {
            KingCapture::Two => self.is_flanked_king(moved, king),
            KingCapture::Four => self.is_enclosed_king(moved, king),
            KingCapture::Linnaean => self.is_linnaean_king(moved, king),
        };
        enclosed
            || (self.rules.immobilisation && self.is_newly_immobilised(moved, Piece::King, king))
    }

    /// An attacker, or a square hostile to the king.
    fn besieges(&self, moved: &Moved<'_, W>, square: Square) -> bool {
        moved.has_man(Side::Attackers, square)
            || self.is_hostile(Piece::King, square, moved.is_empty(self.geometry.throne))
    }

    /// By two, one of them the attacker that moved.
    fn is_flanked_king(&self, moved: &Moved<'_, W>, king: Square) -> bool {
        (0..DIRECTIONS)
            .filter(|direction| self.geometry.next(moved.to, *direction) == Some(king))
            .filter_map(|direction| self.geometry.next(king, direction))
            .any(|opposite| self.besieges(moved, opposite))
    }

    /// By four. At the edge he has fewer than four sides and is safe.
    fn is_enclosed_king(&self, moved: &Moved<'_, W>, king: Square) -> bool {
        self.geometry
            .neighbours(king)
            .into_iter()
            .all(|beside| beside.is_some_and(|square| self.besieges(moved, square)))
    }

    /// By four attackers on the throne, by three beside it, by two elsewhere. The throne closes the
    /// fourth side unless a defenders' man stands on it.
    fn is_linnaean_king(&self, moved: &Moved<'_, W>, king: Square) -> bool {
        let throne = self.geometry.throne;
        let beside_throne = self.geometry.around[throne.index()].contains(king);
        if king != throne && !beside_throne {
            return self.is_flanked_king(moved, king);
        }
        self.geometry.neighbours(king).into_iter().flatten().all(|square| {
            if square == throne {
                !moved.has_man(Side::Defenders, throne)
            } else {
                moved.has_man(Side::Attackers, square)
            }
        })
    }
}
