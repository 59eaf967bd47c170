//! The products of Winograd's method by matrix tiles, almost as exact as those of vectors.
//!
//! A factor is the sum of two numbers of 16 bits, as `tiles` says, and a product that of the four products of
//! the parts: four operations on tiles, still several times as fast as vectors.

use std::arch::asm;

use super::operands::Points;
use super::tile_unit::{DEPTH, SIDE, Shapes, release};
use super::tiles::BLOCK;
use super::window::POINTS;

/// Multiplies all outputs of all points.
///
/// A row of sums is the same whatever the other rows are: each element of a tile is a sum of its own, and
/// the order of its summands is that of the depth, with any number of tiles.
///
/// # Safety
/// AMX [is available](super::tile_unit::is_available), the weights are those of a [`tiled`](super::tiles::tiled) convolution of this depth and
/// number of outputs, inputs hold a line of high parts and one of low parts for every 32 channels, and all
/// values lie within the buffers.
pub unsafe fn multiply(points: &Points) {
    let Points { rows, depth, outputs, .. } = *points;
    assert!(
        points.points == POINTS
            && rows > 0
            && depth > 0
            && depth.is_multiple_of(DEPTH)
            && outputs.is_multiple_of(BLOCK)
    );
    // Tiles are of one height; the last one overlaps the one before it where they do not come out even.
    let tiles = rows.div_ceil(SIDE);
    let height = rows.div_ceil(tiles);
    let blocks = outputs / BLOCK;
    // SAFETY: AMX is available. The registers keep their shapes until they are released, as nothing else on
    // this thread uses them.
    unsafe { Shapes::new(height, 2).load() };
    for point in 0..POINTS {
        for block in 0..blocks {
            // SAFETY: the caller vouches for the buffers; `start + height` is at most `rows`.
            unsafe {
                let weights = points.weights.add((point * blocks + block) * depth * BLOCK);
                let mut next = weights.wrapping_add(depth * outputs);
                let product = |tile: usize| {
                    let start = (tile * height).min(rows - height);
                    let input = point * points.input_pitch + start * points.input_stride;
                    let sums = point * points.sum_pitch + start * outputs + block * BLOCK;
                    (points.inputs.add(input), points.sums.add(sums))
                };
                let strides = (4 * points.input_stride, 4 * outputs);
                for tile in (0..tiles).step_by(2) {
                    let (at, steps) = ((weights, next), depth / DEPTH);
                    if tile + 1 < tiles {
                        pair(product(tile), product(tile + 1), strides, at, steps);
                    } else {
                        single(product(tile), strides, at, steps);
                    }
                    next = next.wrapping_add(depth * BLOCK / 2);
                }
            }
        }
    }
    // SAFETY: AMX is available.
    unsafe { release() };
}

/// Asks for four cache lines, `$first` bytes after `next`, which need not be ours.
macro_rules! fetch {
    ($first:literal) => {
        concat!(
            "prefetcht1 [{next} + ",
            $first,
            "]\nprefetcht1 [{next} + 64 + ",
            $first,
            "]\nprefetcht1 [{next} + 128 + ",
            $first,
            "]\nprefetcht1 [{next} + 192 + ",
            $first,
            "]"
        )
    };
}

/// Two tiles of inputs times a block of weights; `steps` times 32 channels. Strides are in bytes. Half as
/// much as the weights is fetched into the cache meanwhile, from `next` on.
///
/// # Safety
/// As for [`multiply`]; the registers have their shapes.
#[inline(always)]
unsafe fn pair(
    (first, first_sums): (*const f32, *mut f32),
    (second, second_sums): (*const f32, *mut f32),
    (input_stride, sum_stride): (usize, usize),
    (weights, next): (*const f32, *const f32),
    steps: usize,
) {
    // SAFETY: the caller vouches for AMX, the registers and the addresses.
    unsafe {
        asm!(
            "tilezero tmm0", "tilezero tmm1",
            "tilezero tmm2", "tilezero tmm3",
            "2:",
            "tileloadd tmm4, [{first} + {input_stride} + 64]",
            "tileloadd tmm6, [{weights} + {line}]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            fetch!(0),
            "tileloadd tmm7, [{weights} + {line} + 1024]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{second} + {input_stride} + 64]",
            fetch!(256),
            "tdpbf16ps tmm2, tmm5, tmm6", "tdpbf16ps tmm3, tmm5, tmm7",
            "tileloadd tmm4, [{first} + {input_stride}]",
            fetch!(512),
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{second} + {input_stride}]",
            fetch!(768),
            "tdpbf16ps tmm2, tmm5, tmm6", "tdpbf16ps tmm3, tmm5, tmm7",
            "tileloadd tmm6, [{weights} + {line} + 2048]",
            fetch!(1024),
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tileloadd tmm7, [{weights} + {line} + 3072]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            fetch!(1280),
            "tdpbf16ps tmm2, tmm5, tmm6", "tdpbf16ps tmm3, tmm5, tmm7",
            "tileloadd tmm4, [{first} + {input_stride} + 64]",
            fetch!(1536),
            "tdpbf16ps tmm0, tmm4, tmm6",
            "tdpbf16ps tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{second} + {input_stride} + 64]",
            fetch!(1792),
            "tdpbf16ps tmm2, tmm5, tmm6", "tdpbf16ps tmm3, tmm5, tmm7",
            "add {first}, 128", "add {second}, 128",
            "add {weights}, 4096", "add {next}, 2048",
            "dec {steps}", "jnz 2b",
            "tilestored [{first_sums} + {sum_stride}], tmm0", "tilestored [{first_sums} + {sum_stride} + 64], tmm1",
            "tilestored [{second_sums} + {sum_stride}], tmm2", "tilestored [{second_sums} + {sum_stride} + 64], tmm3",
            first = inout(reg) first => _, second = inout(reg) second => _,
            weights = inout(reg) weights => _, next = inout(reg) next => _, steps = inout(reg) steps => _,
            first_sums = in(reg) first_sums, second_sums = in(reg) second_sums,
            input_stride = in(reg) input_stride, sum_stride = in(reg) sum_stride,
            line = in(reg) 64_usize,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

/// One tile of inputs times a block of weights; otherwise as [`pair`].
///
/// # Safety
/// As for [`pair`].
#[inline(always)]
unsafe fn single(
    (input, sums): (*const f32, *mut f32),
    (input_stride, sum_stride): (usize, usize),
    (weights, next): (*const f32, *const f32),
    steps: usize,
) {
    // SAFETY: the caller vouches for AMX, the registers and the addresses.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "2:",
            "tileloadd tmm4, [{input} + {input_stride} + 64]",
            "tileloadd tmm6, [{weights} + {line}]",
            "tdpbf16ps tmm0, tmm4, tmm6",
            fetch!(0),
            "tileloadd tmm7, [{weights} + {line} + 1024]",
            "tdpbf16ps tmm1, tmm4, tmm7",
            fetch!(256),
            "tileloadd tmm5, [{input} + {input_stride}]",
            "tdpbf16ps tmm0, tmm5, tmm6",
            fetch!(512),
            "tdpbf16ps tmm1, tmm5, tmm7",
            fetch!(768),
            "tileloadd tmm6, [{weights} + {line} + 2048]",
            "tdpbf16ps tmm0, tmm5, tmm6",
            fetch!(1024),
            "tileloadd tmm7, [{weights} + {line} + 3072]",
            "tdpbf16ps tmm1, tmm5, tmm7",
            fetch!(1280),
            "tdpbf16ps tmm0, tmm4, tmm6",
            fetch!(1536),
            "tdpbf16ps tmm1, tmm4, tmm7",
            fetch!(1792),
            "add {input}, 128",
            "add {weights}, 4096",
            "add {next}, 2048",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {sum_stride}], tmm0",
            "tilestored [{sums} + {sum_stride} + 64], tmm1",
            input = inout(reg) input => _,
            weights = inout(reg) weights => _,
            next = inout(reg) next => _,
            steps = inout(reg) steps => _,
            sums = in(reg) sums,
            input_stride = in(reg) input_stride,
            sum_stride = in(reg) sum_stride,
            line = in(reg) 64_usize,
            out("tmm0") _, out("tmm1") _, out("tmm4") _, out("tmm5") _,
            out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::super::aligned::Aligned;
    use super::super::lanes::Lanes;
    use super::super::layers::Conv;
    use super::super::points::pitch;
    use super::super::tile_unit::is_available;
    use super::super::tiles::tiled;
    use super::super::vectors::Amx;
    use super::*;

    /// What is no sum of the tests.
    const UNTOUCHED: f32 = 1e9;

    /// Some value between −1 and 1.
    fn value(number: usize) -> f32 {
        (number * 7919 % 1009) as f32 / 504.5 - 1.0
    }

    #[target_feature(enable = "avx512f,avx512bf16")]
    unsafe fn store(values: &[f32], to: *mut f32, channel: usize) {
        // SAFETY: the caller vouches for the instructions, sixteen values and the place.
        unsafe { Amx::load(values.as_ptr()).store_input(to, channel) };
    }

    /// Multiplies rows by the weights of a convolution and compares with exact sums.
    fn check(rows: usize, depth: usize, outputs: usize) {
        let weight = |point: usize, k: usize, output: usize| value(3 * point + 31 * k + output);
        let input = |point: usize, row: usize, k: usize| value(11 * point + 17 * row + k);
        let mut conv = Conv {
            depth,
            outputs,
            weights: Aligned::zeros(POINTS * depth * outputs),
            bias: Aligned::zeros(outputs),
        };
        for place in 0..conv.weights.len() {
            let (row, column) = (place / BLOCK, place % BLOCK);
            let (k, point, block) = (row % depth, row / depth % POINTS, row / depth / POINTS);
            conv.weights[place] = weight(point, k, block * BLOCK + column);
        }
        let conv = tiled(&conv);
        let (stride, input_pitch) = (conv.depth, pitch(rows, conv.depth));
        let mut inputs = Aligned::zeros(POINTS * input_pitch);
        for (point, row) in (0..POINTS).flat_map(|point| (0..rows).map(move |row| (point, row))) {
            for channel in (0..conv.depth).step_by(16) {
                let at = |k| if k < depth { input(point, row, k) } else { 0.0 };
                let values: [f32; 16] = std::array::from_fn(|lane| at(channel + lane));
                let place = point * input_pitch + row * stride + channel;
                // SAFETY: AMX is available, and the place is one of the buffer.
                unsafe { store(&values, inputs.as_mut_ptr().add(place), channel) };
            }
        }
        let sum_pitch = pitch(rows, outputs);
        let mut sums = Aligned::zeros(POINTS * sum_pitch);
        sums.fill(UNTOUCHED);
        let points = Points {
            inputs: inputs.as_ptr(),
            input_stride: stride,
            input_pitch,
            weights: conv.weights.as_ptr(),
            sums: sums.as_mut_ptr(),
            sum_pitch,
            points: POINTS,
            rows,
            depth: conv.depth,
            outputs,
        };
        // SAFETY: AMX is available, and the buffers are as large as said.
        unsafe { multiply(&points) };
        for point in 0..POINTS {
            // The address sanitizer does not see what assembly writes.
            let behind = &sums[point * sum_pitch..][rows * outputs..sum_pitch];
            assert!(behind.iter().all(|&value| value == UNTOUCHED), "written behind the sums");
            for (row, output) in (0..rows).flat_map(|row| (0..outputs).map(move |o| (row, o))) {
                let term =
                    |k| f64::from(input(point, row, k)) * f64::from(weight(point, k, output));
                let expected: f64 = (0..depth).map(term).sum();
                let found = f64::from(sums[point * sum_pitch + row * outputs + output]);
                let tolerance = 1.6e-5 * depth as f64;
                assert!(
                    (found - expected).abs() < tolerance,
                    "{rows}x{depth}x{outputs}: {found} and {expected}"
                );
            }
        }
    }

    #[test]
    fn rows_of_any_number_and_depth_are_multiplied() {
        if !is_available() {
            return;
        }
        for (rows, depth, outputs) in
            [(1, 1, 32), (9, 32, 32), (16, 20, 64), (18, 64, 64), (36, 33, 32), (63, 70, 96)]
        {
            check(rows, depth, outputs);
        }
    }
}
