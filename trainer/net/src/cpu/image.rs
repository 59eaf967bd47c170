//! Boards as the convolutions see them.

use imperial_engine::BoardShape;

use super::aligned::Aligned;
use super::window::Tiling;

/// A board cut into tiles, with a border of zeros around it and some more files and ranks of zeros, so that the
/// tiles fill it.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub board: BoardShape,
    pub tiling: Tiling,
    /// Tiles in a row.
    pub tiles_across: usize,
    /// All tiles.
    pub tiles: usize,
    /// Squares in a row, the border included.
    pub row: usize,
    /// Rows, the border included.
    pub rows: usize,
}

/// A value per channel and square, channels together: `[rank][file][channel]` with the border.
#[derive(Debug)]
pub struct Image {
    pub values: Aligned,
    pub channels: usize,
}

impl Grid {
    pub fn new(board: BoardShape, tiling: Tiling) -> Self {
        let side = tiling.side();
        let (across, up) = (board.width.div_ceil(side), board.height.div_ceil(side));
        Self {
            board,
            tiling,
            tiles_across: across,
            tiles: tiling.tiles(board),
            row: across * side + 2,
            rows: up * side + 2,
        }
    }

    /// Numbers of the board's squares among those of an image.
    pub fn squares(&self) -> impl Iterator<Item = usize> {
        let grid = *self;
        (0..grid.board.height)
            .flat_map(move |rank| (0..grid.board.width).map(move |file| grid.square(file, rank)))
    }

    /// Number of a square among those of an image.
    pub fn square(&self, file: usize, rank: usize) -> usize {
        (rank + 1) * self.row + file + 1
    }
}

impl Image {
    pub fn new(grid: &Grid, channels: usize) -> Self {
        Self { values: Aligned::zeros(grid.row * grid.rows * channels), channels }
    }

    /// Copies planes, one after the other, into the channels.
    pub fn interleave(&mut self, grid: &Grid, planes: &[f32]) {
        let BoardShape { width, height } = grid.board;
        for (channel, plane) in planes.chunks_exact(width * height).enumerate() {
            for (rank, row) in plane.chunks_exact(width).enumerate() {
                let start = grid.square(0, rank) * self.channels + channel;
                let squares = self.values[start..].iter_mut().step_by(self.channels);
                squares.zip(row).for_each(|(square, value)| *square = *value);
            }
        }
    }

    /// Whether the image is one of `grid`.
    pub fn fits(&self, grid: &Grid) -> bool {
        self.values.len() == grid.row * grid.rows * self.channels
    }
}
