//! The ring (aagenielsen.dk, text of 2024): the attackers win when no defender can get to the edge.
//!
//! ```text
//! 8 . . . . . A . . . . .
//! 7 . . . . A . A . . . .      men who stand cornerwise close the ring,
//! 6 . . . A D K . A . . .      as pieces go along ranks and files
//! 5 . . . . A D A . . . .
//! 4 . . . . . A . . . . .
//!   a b c d e f g h i j k
//! ```

use super::board::Board;
use super::compiled::Tafl;
use super::rules::Encirclement;
use super::square::SquareSet;
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// Whether the attackers stand in a ring around all defenders, whoever is to move.
    pub(super) fn is_encircled(&self, board: &Board<W>) -> bool {
        let is_held_by = |ring: SquareSet<W>| {
            let inside = board.pieces_of(Side::Defenders);
            !self.geometry.reaches(inside, self.geometry.squares & !ring, self.geometry.edge)
        };
        let attackers = board.pieces_of(Side::Attackers);
        match self.rules.encirclement {
            Encirclement::Off => false,
            Encirclement::Ring => is_held_by(attackers),
            // Those who last are some of the attackers, so the quicker look comes first.
            Encirclement::Firm => {
                is_held_by(attackers)
                    && self.lasting_men(board, Side::Attackers, None).is_some_and(is_held_by)
            }
        }
    }
}
