//! The products of a convolution, one for each point of the transformed inputs.

use super::aligned::LINE;
use super::lanes::Lanes;
use super::operands::{Operands, Points};

/// Values from one point to the next for `rows` rows of `width` values. An odd number of cache lines, so
/// that the values of one row at all points lie in different sets of the cache.
pub const fn pitch(rows: usize, width: usize) -> usize {
    ((rows * width).div_ceil(LINE) | 1) * LINE
}

/// Multiplies one block of outputs, point by point.
///
/// # Safety
/// The machine has the instructions of `L`, and all values lie within the buffers.
#[inline(always)]
pub unsafe fn by_vectors<L: Lanes>(points: &Points) {
    debug_assert_eq!(points.outputs, L::BLOCK);
    for point in 0..points.points {
        // SAFETY: the caller vouches for the instructions and for all points.
        unsafe {
            let weights = points.weights.add(point * points.depth * L::BLOCK);
            let at = Operands {
                input: points.inputs.add(point * points.input_pitch),
                input_stride: points.input_stride,
                weights,
                weights_stride: L::BLOCK,
                output: points.sums.add(point * points.sum_pitch),
                output_stride: L::BLOCK,
                next: weights.wrapping_add(points.depth * L::BLOCK),
            };
            L::product::<false>(at, points.depth, points.rows);
        }
    }
}
