//! Boards as tiles read them.

use imperial_engine::BoardShape;

use super::super::tile_unit::SIDE;

/// Most tiles whose sums stay in registers; one more is for inputs and one for weights.
const MOST_TOGETHER: usize = 6;

/// The points of a board with its border, rank after rank. One file of zeros lies between two ranks, which
/// is the border of both. So each tap of a kernel is a step of so many points, the same from every square.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// The board.
    pub board: BoardShape,
    /// Points from a rank to the next.
    pub row: usize,
    /// Tiles of sums that are in the registers together.
    pub together: usize,
    /// How many times so many tiles cover the board.
    pub groups: usize,
    /// Rows of such a tile: one for each point, those of the border between the ranks included.
    pub height: usize,
}

impl Field {
    /// The field of a board.
    pub fn new(board: BoardShape) -> Self {
        let row = board.width + 1;
        let sums = board.height * row - 1;
        let groups = sums.div_ceil(MOST_TOGETHER * SIDE);
        let together = sums.div_ceil(groups * SIDE);
        Self { board, row, together, groups, height: sums.div_ceil(groups * together) }
    }

    /// Points whose sums are computed, from that of the first square on.
    pub fn sums(&self) -> usize {
        self.groups * self.together * self.height
    }

    /// All points, with those behind the board that the last tile reads.
    pub fn points(&self) -> usize {
        self.sums() + 2 * self.row + 2
    }

    /// The point of a square.
    pub fn square(&self, file: usize, rank: usize) -> usize {
        (rank + 1) * self.row + file + 1
    }
}
