//! Positions as drawings.

use super::compiled::Hunt;
use super::position::Position;
use super::setup::letter;
use crate::games::line_drawing;

impl Hunt {
    pub(super) fn drawing(&self, position: &Position) -> String {
        let graph = &self.graph;
        let edges = graph.edges.iter().map(|edge| edge.map(|point| graph.place(point)));
        let points = graph.points.iter().map(|point| {
            let sign = letter(position.pieces, point).map(|letter| letter.to_ascii_uppercase());
            (graph.place(point), sign.unwrap_or('.'))
        });
        line_drawing::draw(graph.shape, edges, points) + &self.draw_hands(position)
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
