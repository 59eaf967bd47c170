//! Connect Four on seven files and six ranks: small enough to be solved (Allis and Allen, 1988: the
//! first player wins), large enough that a search has to be good.
//!
//! Stones fall to the lowest empty square of a file; four in a line win, along files, ranks and
//! diagonals. Yellow starts and is the attackers. [`Solver`] tells who wins any position.

mod bits;
mod encode;
mod guess;
mod notation;
mod solver;
mod stones;

pub use solver::Solver;
pub use stones::{Landing, Stones};

use crate::{Cause, Estimate, First, Game, MoveError, Outcome, PositionError, Side, SideName};

use bits::{SQUARES, has_line, landings};
use stones::each;

/// The rules; there is nothing to choose.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour;

impl Game for ConnectFour {
    type Position = Stones;
    type Move = Landing;

    fn name(&self) -> &'static str {
        "connect-four"
    }

    fn side_name(&self, side: Side) -> SideName<'_> {
        SideName::player(match side {
            Side::Attackers => "Yellow",
            Side::Defenders => "Red",
        })
    }

    fn first(&self) -> First {
        First::Side(Side::Attackers)
    }

    fn start(&self, _first: Side) -> Stones {
        Stones::NONE
    }

    fn side_to_move(&self, position: &Stones) -> Side {
        position.mover()
    }

    fn ply(&self, position: &Stones) -> u32 {
        position.count()
    }

    fn legal_moves(&self, position: &Stones, moves: &mut Vec<Landing>) {
        moves.clear();
        if self.outcome(position).is_none() {
            moves.extend(each(landings(position.all())).map(Landing::new));
        }
    }

    fn play(&self, position: &mut Stones, mv: Landing) {
        match position.mover() {
            Side::Attackers => position.yellow |= mv.bit(),
            Side::Defenders => position.red |= mv.bit(),
        }
    }

    fn outcome(&self, position: &Stones) -> Option<Outcome> {
        match Side::ALL.into_iter().find(|side| has_line(position.of(*side))) {
            Some(side) => Some(Outcome::win(side, Cause::Line)),
            None if position.count() == SQUARES => Some(Outcome::draw(Cause::BoardFull)),
            None => None,
        }
    }

    fn estimate(&self, position: &Stones) -> Estimate {
        guess::guess(*position)
    }

    fn is_in_danger(&self, position: &Stones) -> bool {
        guess::completes(*position, !position.mover())
    }

    fn can_win(&self, position: &Stones, _moves: &mut Vec<Landing>) -> bool {
        self.outcome(position).is_none() && guess::completes(*position, position.mover())
    }

    fn key(&self, position: &Stones) -> Option<u64> {
        Some(position.key())
    }

    fn format_move(&self, _position: &Stones, mv: Landing) -> String {
        notation::write_move(mv)
    }

    fn parse_move(&self, position: &Stones, text: &str) -> Result<Landing, MoveError> {
        let mv = notation::read_move(text)?;
        let error = |reason| Err(MoveError::new(text, reason));
        if self.outcome(position).is_some() {
            error("the game is over")
        } else if position.all() & mv.bit() != 0 {
            error("the square is taken")
        } else if landings(position.all()) & mv.bit() == 0 {
            error("a stone falls to the lowest empty square")
        } else {
            Ok(mv)
        }
    }

    fn format_position(&self, position: &Stones) -> String {
        notation::write_position(*position)
    }

    fn parse_position(&self, text: &str) -> Result<Stones, PositionError> {
        notation::read_position(text).map_err(|reason| PositionError::new(text, reason))
    }

    fn draw(&self, position: &Stones) -> String {
        notation::draw(*position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    /// Different positions after each number of plies (OEIS A212693).
    #[test]
    fn positions_are_as_many_as_published() {
        let mut layer = HashSet::from([Stones::NONE]);
        let mut moves = Vec::new();
        for expected in [1, 7, 49, 238, 1120, 4263, 16422, 54859] {
            assert_eq!(layer.len(), expected);
            let mut next = HashSet::new();
            for position in layer {
                ConnectFour.legal_moves(&position, &mut moves);
                next.extend(moves.iter().map(|mv| {
                    let mut position = position;
                    ConnectFour.play(&mut position, *mv);
                    position
                }));
            }
            layer = next;
        }
    }

    #[test]
    fn a_full_board_is_a_draw() {
        let text = "xxoxxoo/ooxooxx/xxoxxoo/ooxooxx/xxoxxoo/ooxooxx";
        let position = ConnectFour.parse_position(text).unwrap();
        assert_eq!(ConnectFour.outcome(&position), Some(Outcome::draw(Cause::BoardFull)));
        assert_eq!(position.all(), bits::BOARD);
    }
}
