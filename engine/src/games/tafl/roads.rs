//! The king's clear ways to the edge: Jaques' laws of 1855, number 7 and 8.

use super::board::Board;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::position::Position;
use super::rules::Goal;
use crate::Side;

impl<const W: usize> Tafl<W> {
    /// The number of directions in which the king, were it his turn, could go to the last square
    /// before the rim.
    ///
    /// ```text
    /// 5 A . . K .      two: to the north and to the east; a5 is taken
    /// 4 . . . D .
    ///   a b c d e
    /// ```
    pub(super) fn roads(&self, board: &Board<W>) -> usize {
        let Some(king) = board.king else { return 0 };
        let arrivals = self.movement.arrivals_of_king(&self.geometry, board, king);
        let (file, rank) = self.geometry.coordinates(king);
        let last = self.geometry.size - 1;
        let ends = [(file, last), (last, rank), (file, 0), (0, rank)];
        let is_open = |direction: &usize| {
            let (file, rank) = ends[*direction];
            let end = self.geometry.square(file, rank);
            arrivals.0[*direction].contains(self.geometry.along(end)[*direction])
        };
        (0..DIRECTIONS).filter(is_open).count()
    }

    /// What the players call out at this position.
    pub(super) fn players_call(&self, position: &Position<W>) -> Option<&'static str> {
        if position.notice {
            return Some("Watch your king!");
        }
        let is_race = self.rules.goal == Goal::Edge && position.side == Side::Attackers;
        match self.roads(&position.board) {
            _ if !is_race => None,
            0 => None,
            1 => Some("Going!"),
            _ => Some("Gone!"),
        }
    }
}
