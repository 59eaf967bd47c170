//! Positions as drawings.

use super::compiled::Dablot;
use super::position::Position;
use crate::games::line_drawing;

impl Dablot {
    pub(super) fn drawing(&self, position: &Position) -> String {
        let board = &self.board;
        let edges = board.edges.iter().map(|edge| edge.map(|point| board.place(point)));
        let points = board.points.iter().map(|point| {
            let sign = position.pieces.on(point).map(|(side, kind)| kind.letter(side));
            (board.place(point), sign.unwrap_or('.'))
        });
        let mut drawing = line_drawing::draw(board.shape, edges, points);
        if self.is_in_turn(position) {
            let who = &self.rules.sides[position.side];
            drawing += &format!("    actions left: {} ({who})\n", position.left);
        }
        drawing
    }
}
