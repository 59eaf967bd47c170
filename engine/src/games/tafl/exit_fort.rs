//! The exit fort (aagenielsen.dk, text of 2024): the defenders win when the king stands at the edge,
//! can move, and the attackers can never get at him.
//!
//! ```text
//! 2 . . . . D D . .
//! 1 . . . D K . D .      the king steps between f1 and e1 for ever
//!   a b c d e f g h
//! ```

use super::board::Board;
use super::compiled::Tafl;
use super::rules::{ExitFort, Piece};
use super::square::{Square, SquareSet};
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// Whether the king is in an exit fort, whoever is to move.
    pub(super) fn is_exit_fort(&self, board: &Board<W>) -> bool {
        let Some(king) = board.king else { return false };
        self.is_fort_site(board, king)
            && !self.is_open_to_attackers(board, king)
            && !self.movement.arrivals_of_king(&self.geometry, board, king).is_empty()
            && self.lasting_men(board, Side::Defenders, Some(king)).is_some()
    }

    fn is_fort_site(&self, board: &Board<W>, king: Square) -> bool {
        let edge = self.geometry.edge;
        match self.rules.exit_fort {
            ExitFort::Off => false,
            ExitFort::Edge => edge.contains(king),
            ExitFort::Reach => {
                let empty = self.geometry.squares & !board.occupied();
                self.geometry.reaches([king].into_iter().collect(), empty, edge)
            }
        }
    }

    /// A quick look that rules most positions out: attackers beside the king, or beside squares where
    /// they may stop that lead to him.
    fn is_open_to_attackers(&self, board: &Board<W>, king: Square) -> bool {
        let attackers = board.pieces_of(Side::Attackers);
        let king: SquareSet<W> = [king].into_iter().collect();
        let way = self.movement.open_to(Piece::Attacker).0 & !board.men(Side::Defenders);
        self.geometry.reaches(king, way | attackers, attackers)
    }
}
