//! The products of a convolution, one for each point of the transformed inputs.

use super::aligned::LINE;
use super::lanes::Lanes;
use super::product::Operands;
use super::winograd::POINTS;

/// What is multiplied: `sums[point][row] = inputs[point][row] · weights[point]` for all points.
#[derive(Clone, Copy)]
pub struct Points {
    /// Rows of `depth` inputs, `input_stride` apart, those of a point `input_pitch` from those of the next.
    pub inputs: *const f32,
    pub input_stride: usize,
    pub input_pitch: usize,
    /// Weights of all points, laid out for the kernel.
    pub weights: *const f32,
    /// Rows of `outputs` sums, without space between them; points are `sum_pitch` apart.
    pub sums: *mut f32,
    pub sum_pitch: usize,
    pub rows: usize,
    pub depth: usize,
    pub outputs: usize,
}

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
    for point in 0..POINTS {
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
