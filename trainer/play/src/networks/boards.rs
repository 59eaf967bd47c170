//! Boards, as far as it matters on which ones a network has learned.

use std::fmt;

use imperial_engine::catalog::AnyGame;
use imperial_engine::{BoardShape, Encode, with_game};

/// The board of a game, whatever pieces stand on it: equal for rule sets that are played on the same board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// The family of its game: networks of other families know nothing of it.
    family: &'static str,
    shape: BoardShape,
    /// The squares that it has, of the rectangle around it.
    points: Vec<u16>,
    /// The lines between its points; none on a board of squares.
    lines: Vec<[u16; 2]>,
}

impl Board {
    /// The board of `game`.
    pub fn of(game: &AnyGame) -> Self {
        with_game!(game, |game| Self::of_game(game))
    }

    fn of_game(game: &impl Encode) -> Self {
        let shape = game.board();
        let points = (0..shape.squares() as u16).filter(|square| game.is_point(*square)).collect();
        let mut lines = game.lines();
        lines.sort_unstable();
        Self { family: game.family(), shape, points, lines }
    }

    /// The family of its game.
    pub const fn family(&self) -> &'static str {
        self.family
    }

    /// Whether it has lines, and no squares: then its measures say little about it.
    pub(super) const fn has_lines(&self) -> bool {
        !self.lines.is_empty()
    }
}

/// `9x9`.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.shape.width, self.shape.height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_equal_where_squares_and_lines_are() {
        let board = |name: &str| Board::of(&AnyGame::by_name(name).expect(name));
        assert_eq!(board("tablut-linnaeus"), board("imperial-contest"));
        assert_ne!(board("tablut-linnaeus"), board("brandubh"));
        assert_eq!(board("fox-and-geese"), board("halatafl"), "other pieces on the same cross");
        assert_ne!(board("fox-and-geese"), board("fox-and-geese-zorya"), "further diagonals");
        assert_ne!(board("dablot"), board("dablot-mini"));
        assert_eq!(board("copenhagen").to_string(), "11x11");
    }

    #[test]
    fn a_board_belongs_to_a_family() {
        let board = |name: &str| Board::of(&AnyGame::by_name(name).expect(name));
        assert_eq!(board("brandubh").family(), "tafl");
        assert_eq!(board("bagh-chal").family(), "hunt");
        assert!(board("bagh-chal").has_lines() && !board("brandubh").has_lines());
    }
}
