//! Positions as drawings.

use super::board::written;
use super::compiled::Chess;
use super::position::Position;
use crate::Game;
use crate::games::ranks;

impl Chess {
    pub(super) fn drawing(&self, position: &Position) -> String {
        let shape = self.lines.shape;
        let mut drawing = ranks::draw((shape.width, shape.height), 2, |file, rank| {
            let piece = position.board.on((rank * shape.width + file) as u8);
            piece.map_or('.', |(side, letter)| written(side, letter))
        });
        if let Some(charge) = position.charge {
            let charges = self.side_name(position.side).does("charge");
            let file = char::from(b'a' + charge.file);
            drawing += &format!("   {charges}, file {file}\n");
        }
        drawing
    }
}
