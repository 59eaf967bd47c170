//! Vectors of `f32`, as one trait over the machine's vector units.

use super::operands::{Operands, Points};

/// A vector of `f32`.
///
/// # Safety
/// The methods of an implementation may only run on a machine that has its instructions, and
/// should be inlined into a function that enables them.
pub trait Lanes: Copy {
    /// Values per vector.
    const WIDTH: usize;
    /// Vectors of outputs that the product computes side by side.
    const COLUMNS: usize;
    /// Most rows that the product computes side by side, so that the sums stay in registers.
    const ROWS: usize;
    /// Outputs per block of weights.
    const BLOCK: usize = Self::WIDTH * Self::COLUMNS;
    /// Whether the products of a convolution are those of tiles, all outputs at once, and not of vectors,
    /// a block at a time.
    const TILES: bool = false;
    /// Channels whose inputs of the products share a place: their number in a layer is a multiple of it.
    const INPUT_CHANNELS: usize = Self::WIDTH;

    /// All lanes `value`.
    unsafe fn splat(value: f32) -> Self;
    /// Reads `WIDTH` values.
    unsafe fn load(from: *const f32) -> Self;
    /// Writes `WIDTH` values.
    unsafe fn store(self, to: *mut f32);
    /// `self + other`
    unsafe fn add(self, other: Self) -> Self;
    /// `self - other`
    unsafe fn sub(self, other: Self) -> Self;
    /// `self * factor + summand`
    unsafe fn mul_add(self, factor: Self, summand: Self) -> Self;
    /// The larger of each pair.
    unsafe fn max(self, other: Self) -> Self;
    /// `self` where `gate` is above 0, else 0.
    unsafe fn gated(self, gate: Self) -> Self;
    /// Asks for the cache line at any address, which need not be one of ours.
    unsafe fn fetch(at: *const f32);
    /// The matrix product of [`product`](super::product::product) as a function of its own, where everything else is inlined: it is
    /// long and used in many places.
    unsafe fn product<const ADD: bool>(at: Operands, depth: usize, rows: usize);

    /// Writes inputs of the products of a convolution, those from `channel` on, whose place is `to`. It
    /// writes nothing outside the place of their [`INPUT_CHANNELS`](Self::INPUT_CHANNELS) channels.
    #[inline(always)]
    unsafe fn store_input(self, to: *mut f32, _channel: usize) {
        // SAFETY: the caller vouches for the instructions and for the place.
        unsafe { self.store(to) };
    }

    /// The products of a convolution: of one block of outputs, or of all if [`TILES`](Self::TILES).
    unsafe fn multiply_points(points: &Points);
}
