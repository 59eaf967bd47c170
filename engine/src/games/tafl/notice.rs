//! Notice instead of the king's capture: "watch your king" (Robert ap Ifan, 1587).
//!
//! Who would take the king says so instead, and the king may leave, wherever he goes. He falls when
//! the reply of his side neither moves him nor ends the capture.

use super::compiled::Tafl;
use super::geometry::{DIRECTIONS, Geometry};
use super::layout::Layout;
use super::position::Position;
use super::rules::{Camps, KingCapture, Piece, RuleSet};
use super::square::Square;
use super::zobrist;
use crate::Side;

/// Words that hold the largest board.
const WORDS: usize = 6;

impl RuleSet {
    /// Whether the attackers of the starting layout are enough to capture the king somewhere on the
    /// board.
    pub(super) fn king_can_be_captured(&self) -> bool {
        let Ok(layout) = Layout::from_drawing(&self.setup, self.size) else { return false };
        let geometry = Geometry::new(self.size);
        let fewest = geometry.all().filter_map(|king| self.fewest_captors(&geometry, king)).min();
        fewest.is_some_and(|fewest| layout.count(Piece::Attacker) >= fewest)
    }

    /// The fewest attackers who could capture a king on this square; `None` where none could.
    fn fewest_captors(&self, geometry: &Geometry<WORDS>, king: Square) -> Option<usize> {
        let needed = |square: &Square| usize::from(!self.helps_to_capture(geometry, *square));
        let beside = geometry.neighbours(king);
        let around = || beside.iter().flatten().map(needed).sum::<usize>().max(1);
        let flanked = || {
            let axes = (0..DIRECTIONS / 2).map(|d| [beside[d], beside[d + DIRECTIONS / 2]]);
            let both = axes.filter_map(|[one, other]| Some(needed(&one?) + needed(&other?)));
            both.map(|captors| captors.max(1)).min()
        };
        let is_inside = beside.iter().all(Option::is_some);
        let near_throne =
            king == geometry.throne || geometry.around[geometry.throne.index()].contains(king);
        let by_law = match self.king_capture {
            KingCapture::Linnaean if near_throne => {
                Some(if king == geometry.throne { 4 } else { 3 })
            }
            KingCapture::Two | KingCapture::Linnaean => flanked(),
            KingCapture::Four => is_inside.then(around),
            KingCapture::Enclosed => Some(around()),
        };
        let shut_in = self.immobilisation.then(around);
        by_law.into_iter().chain(shut_in).min()
    }

    /// Whether the square besieges the king without an attacker on it, be it at times only.
    fn helps_to_capture(&self, geometry: &Geometry<WORDS>, square: Square) -> bool {
        let throne =
            self.throne_hostile.king.is_some() || self.king_capture == KingCapture::Enclosed;
        (square == geometry.throne && throne)
            || (geometry.corners.contains(square) && self.corner_hostile.contains(&Piece::King))
            || (self.camps != Camps::None && geometry.all_camps().contains(square))
    }
}

impl<const W: usize> Tafl<W> {
    /// Answers a notice and gives one, where the rules have it. Whether the king falls.
    pub(super) fn follow_notice(
        &self,
        position: &mut Position<W>,
        piece: Piece,
        is_besieged: bool,
    ) -> bool {
        let falls = self.rules.king_notice && self.answer_notice(position, piece);
        if self.rules.king_notice && is_besieged {
            Self::set_notice(position, true);
        }
        falls
    }

    /// Notice ends with the reply that a move of `piece` has made. Whether the king falls.
    fn answer_notice(&self, position: &mut Position<W>, piece: Piece) -> bool {
        if !position.notice {
            return false;
        }
        Self::set_notice(position, false);
        let held = |king: &Square| piece != Piece::King && self.is_held(&position.board, *king);
        let Some(king) = position.board.king.filter(held) else { return false };
        self.take(position, Piece::King, king);
        true
    }

    fn set_notice(position: &mut Position<W>, notice: bool) {
        if position.notice != notice {
            position.notice = notice;
            position.key ^= zobrist::NOTICE;
        }
    }

    /// Why the king of this position cannot have been given notice, if so.
    pub(super) fn refuse_notice(&self, position: &Position<W>) -> Option<&'static str> {
        let is_held = |king| self.is_held(&position.board, king);
        if !self.rules.king_notice {
            Some("these rules know no notice")
        } else if position.side != Side::Defenders {
            Some("notice is answered by the defenders, who are not to move")
        } else if !position.board.king.is_some_and(is_held) {
            Some("the king is not held, so he cannot have been given notice")
        } else {
            None
        }
    }
}
