//! Positions as drawings.

use super::compiled::Hunt;
use super::points::Points;
use super::position::Position;
use super::setup::letter;
use crate::games::line_drawing;
use crate::{Game, Side};

/// A sign for empty points.
struct Sign {
    sign: char,
    meaning: String,
    points: Points,
}

impl Hunt {
    pub(super) fn drawing(&self, position: &Position) -> String {
        self.draw_points(position, &[]) + &self.draw_hands(position)
    }

    /// The same with signs on the empty points that are a goal, and a line that explains them.
    pub(super) fn signed_drawing(&self, position: &Position) -> String {
        let signs = self.goal_signs();
        let meant: Vec<String> =
            signs.iter().map(|Sign { sign, meaning, .. }| format!("{sign} {meaning}")).collect();
        let legend =
            if meant.is_empty() { String::new() } else { format!("    {}\n", meant.join("   ")) };
        self.draw_points(position, &signs) + &legend + &self.draw_hands(position)
    }

    fn goal_signs(&self) -> Vec<Sign> {
        let goals = [('+', Side::Defenders, self.few_goal), ('x', Side::Attackers, self.many_goal)];
        let signs = goals.into_iter().filter(|(_, _, points)| !points.is_empty());
        let sign = |(sign, side, points)| {
            let meaning = format!("goal of {}", self.side_name(side).the());
            Sign { sign, meaning, points }
        };
        signs.map(sign).collect()
    }

    /// The board with its pieces; empty points have a sign or a dot.
    fn draw_points(&self, position: &Position, signs: &[Sign]) -> String {
        let graph = &self.graph;
        let edges = graph.edges.iter().map(|edge| edge.map(|point| graph.place(point)));
        let points = graph.points.iter().map(|point| {
            let piece = letter(position.pieces, point).map(|letter| letter.to_ascii_uppercase());
            let sign = signs.iter().find(|sign| sign.points.has(point)).map(|found| found.sign);
            (graph.place(point), piece.or(sign).unwrap_or('.'))
        });
        line_drawing::draw(graph.shape, edges, points)
    }

    fn draw_hands(&self, position: &Position) -> String {
        let sides = &self.rules.sides;
        let hands = [
            (position.hands.attackers, &sides.attackers),
            (position.hands.defenders, &sides.defenders),
        ];
        let hands = hands.into_iter().filter(|(number, _)| *number > 0);
        hands.map(|(number, who)| format!("    in hand: {number} ({who})\n")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::AnyGame;

    #[test]
    fn goals_have_signs() {
        let game = AnyGame::by_name("fox-and-hounds").expect("embedded");
        let AnyGame::Hunt(game) = &game else { panic!("a hunt") };
        let position = game.parse_position("4/4/4/4/g1g1/g1g1/1f2/4 d -").expect("a position");
        let text = game.draw_signs(&position);
        assert!(text.contains("\n 1  +       +       +       +\n"), "{text}");
        assert!(text.ends_with("\n    + goal of the fox\n"), "{text}");
        assert!(!game.draw(&position).contains('+'));
    }
}
