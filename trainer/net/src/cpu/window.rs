//! The sizes of Winograd's method F(3x3, 3x3).

/// Outputs along one side of a tile.
pub const TILE: usize = 3;
/// Inputs along one side of a tile.
pub const WINDOW: usize = 5;
/// What one side of a kernel is multiplied by.
pub type Matrix = [[f64; 3]; WINDOW];
/// Values of a transformed tile.
pub const POINTS: usize = WINDOW * WINDOW;
