//! The sizes of Winograd's methods: F(3x3, 3x3) and F(4x4, 3x3).

use imperial_engine::BoardShape;

/// Outputs along one side of a tile of F(3x3, 3x3), by which networks learn.
pub const TILE: usize = 3;
/// Inputs along one side of its window.
pub const WINDOW: usize = 5;
/// Values of a transformed tile.
pub const POINTS: usize = WINDOW * WINDOW;

/// Into what a board is cut.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tiling {
    /// Tiles of 3x3 outputs.
    Threes,
    /// Tiles of 4x4 outputs.
    Fours,
}

impl Tiling {
    /// The one with fewer products for a board: 9x9 is nine tiles of three, 7x7 four of four.
    pub fn of(board: BoardShape) -> Self {
        let products = |tiling: Self| tiling.tiles(board) * tiling.points();
        if products(Self::Fours) < products(Self::Threes) { Self::Fours } else { Self::Threes }
    }

    /// Outputs along one side of a tile.
    pub const fn side(self) -> usize {
        match self {
            Self::Threes => TILE,
            Self::Fours => TILE + 1,
        }
    }

    /// Values of a transformed tile.
    pub const fn points(self) -> usize {
        (self.side() + 2) * (self.side() + 2)
    }

    /// Tiles of a board.
    pub const fn tiles(self, board: BoardShape) -> usize {
        board.width.div_ceil(self.side()) * board.height.div_ceil(self.side())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_cut_so_that_little_is_multiplied() {
        let of = |side| Tiling::of(BoardShape { width: side, height: side });
        for side in [7, 8, 11, 13, 19] {
            assert_eq!(of(side), Tiling::Fours, "{side}x{side}");
        }
        for side in [3, 5, 9] {
            assert_eq!(of(side), Tiling::Threes, "{side}x{side}");
        }
    }
}
