//! Positions as drawings, for terminals and messages.

use super::compiled::Tafl;
use super::notation::letter;
use super::position::Position;
use super::rules::{Camps, Goal};
use super::square::{Square, SquareSet};
use crate::games::ranks;

/// A sign for empty squares.
struct Sign<const W: usize> {
    sign: char,
    meaning: &'static str,
    squares: SquareSet<W>,
}

impl<const W: usize> Tafl<W> {
    /// The board with its pieces; empty squares are points.
    pub(super) fn draw_board(&self, position: &Position<W>) -> String {
        self.drawing(position, |_| '.')
    }

    /// The same with signs on the empty squares that the rules treat apart and on the one that the last
    /// move left, and a line that explains them.
    pub(super) fn draw_signs(&self, position: &Position<W>) -> String {
        let signs = self.signs(position);
        let sign = |square| signs.iter().find(|sign| sign.squares.contains(square));
        let board = self.drawing(position, |square| sign(square).map_or('.', |found| found.sign));
        let meant: Vec<String> =
            signs.iter().map(|Sign { sign, meaning, .. }| format!("{sign} {meaning}")).collect();
        if meant.is_empty() { board } else { format!("{board}   {}\n", meant.join("   ")) }
    }

    fn drawing(&self, position: &Position<W>, empty: impl Fn(Square) -> char) -> String {
        let size = self.geometry.size;
        ranks::draw((size, size), 2, |file, rank| {
            let square = self.geometry.square(file, rank);
            position.board.piece_at(square).map_or_else(|| empty(square), letter)
        })
    }

    /// The signs that these rules and this position need. Of two for one square the first is drawn.
    fn signs(&self, position: &Position<W>) -> Vec<Sign<W>> {
        let (rules, geometry) = (&self.rules, &self.geometry);
        let only = |square: Square| [square].into_iter().collect::<SquareSet<W>>();
        let mut signs = Vec::new();
        let mut add = |sign, meaning, squares| signs.push(Sign { sign, meaning, squares });
        if let Some((from, _)) = position.last {
            add('*', "left by the last move", only(from));
        }
        if self.has_throne() {
            add('x', "throne", only(geometry.throne));
        }
        if self.has_corners() {
            let meaning = if rules.goal == Goal::Corner { "goal" } else { "corner" };
            add('+', meaning, geometry.corners);
        }
        if rules.camps != Camps::None {
            add(',', "camp", geometry.all_camps());
        }
        signs
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::AnyGame;
    use crate::{Encode, with_game};

    /// The drawing of a position after some moves.
    fn draw_after(game: &impl Encode, position: &str, moves: &[&str]) -> String {
        let mut position = game.parse_position(position).expect("a position");
        for text in moves {
            let mv = game.parse_move(&position, text).expect("a move");
            game.play(&mut position, mv);
        }
        game.draw_signs(&position)
    }

    fn drawn(rules: &str, position: &str, moves: &[&str]) -> String {
        let game = AnyGame::by_name(rules).expect("embedded");
        with_game!(&game, |game| draw_after(game, position, moves))
    }

    #[test]
    fn squares_that_the_rules_treat_apart_have_signs() {
        let text = drawn("brandubh", "7/7/3k3/7/7/a6/7 a", &["a2-a3"]);
        let expected = " 7 + . . . . . +
 6 . . . . . . .
 5 . . . K . . .
 4 . . . x . . .
 3 A . . . . . .
 2 * . . . . . .
 1 + . . . . . +
   a b c d e f g
   * left by the last move   x throne   + goal
";
        assert_eq!(text, expected);
        let text = drawn("tablut-unibo", "9/9/9/9/4k4/9/9/9/3a5 a", &[]);
        assert!(text.starts_with(" 9 . . . , , , . . .\n 8 . . . . , . . . .\n"), "{text}");
        assert!(text.contains("\n 1 . . . A , , . . .\n"), "{text}");
        assert!(text.ends_with("   x throne   , camp\n"), "{text}");
    }

    #[test]
    fn ordinary_squares_have_none() {
        let text = drawn("tic-tac-toe", "x../.../...", &[]);
        assert_eq!(text.lines().count(), 4, "{text}");
        let text = drawn("brandubh-throneless", "7/7/3k3/7/7/a6/7 a", &[]);
        assert!(text.ends_with("   + goal\n") && text.contains("\n 4 . . . . . . .\n"), "{text}");
    }
}
