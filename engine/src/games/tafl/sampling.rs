//! Counting the moves and drawing one of them without listing them.

use rand::{Rng, RngExt};

use super::arrivals::Arrivals;
use super::compiled::Tafl;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::Piece;

impl<const W: usize> Tafl<W> {
    /// The number of legal moves; `choices` is scratch space.
    pub(super) fn number_of_moves(
        &self,
        position: &Position<W>,
        choices: &mut Vec<TaflMove>,
    ) -> u64 {
        if position.is_decided() {
            return 0;
        }
        let arrivals = self.movement.arrivals(&self.geometry, &position.board, position.side);
        self.list_further_choices(position, &arrivals, choices);
        u64::from(arrivals.len()) + choices.len() as u64
    }

    /// A uniformly drawn legal move; `None` where there is none. `choices` is scratch space.
    ///
    /// Every pair of squares counts once, for the first of its choices, and every further choice counts
    /// once more.
    pub(super) fn draw_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        choices: &mut Vec<TaflMove>,
    ) -> Option<TaflMove> {
        if position.is_decided() {
            return None;
        }
        let arrivals = self.movement.arrivals(&self.geometry, &position.board, position.side);
        self.list_further_choices(position, &arrivals, choices);
        let pairs = arrivals.len();
        let total = pairs + choices.len() as u32;
        if total == 0 {
            return None;
        }
        let index = rng.random_range(0..total);
        if index >= pairs {
            return Some(choices[(index - pairs) as usize]);
        }
        let (from, to) = arrivals.nth(&self.geometry, &position.board, index);
        if !self.has_choices {
            return Some(TaflMove { from, to, take: Take::Every });
        }
        let piece = if position.board.king == Some(from) {
            Piece::King
        } else {
            Piece::man_of(position.side)
        };
        choices.clear();
        self.push_choices(&position.board, piece, from, to, choices);
        choices.first().copied()
    }

    /// Replaces the contents of `further` by all choices but the first of every pair of squares.
    fn list_further_choices(
        &self,
        position: &Position<W>,
        arrivals: &Arrivals<W>,
        further: &mut Vec<TaflMove>,
    ) {
        further.clear();
        if !self.has_choices {
            return;
        }
        self.for_each_hot(&position.board, position.side, arrivals, |piece, from, to| {
            let first = further.len();
            self.push_choices(&position.board, piece, from, to, further);
            further.swap_remove(first);
        });
    }
}
