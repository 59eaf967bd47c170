//! The products of a convolution by tiles.

use std::arch::asm;

use super::super::tile_unit::{DEPTH, ROW, SIDE};
use super::field::Field;
use super::weights::TAPS;

/// Where a step reads: 32 channels of one tap.
#[derive(Clone, Copy)]
struct Step {
    /// Inputs of the first tile, numbers of 16 bits.
    inputs: *const u8,
    /// Bytes from a tile's inputs to those of the next.
    tile: usize,
    /// Bytes from a point to the next.
    point: usize,
    weights: *const u8,
    /// Rows of a tile.
    height: usize,
}

/// Asks for a tile of weights, four steps before it is read: those of a large network come from far away.
macro_rules! fetch {
    ($($line:literal)*) => {
        concat!($("prefetcht0 [{weights} + 4096 + 64 * ", $line, "]\n",)*)
    };
}

/// For so many tiles: `$first` stores the sums, each as soon as it is there, and begins new ones with the
/// products of a step; `$step` adds those of another; `$store` stores the sums.
macro_rules! of_tiles {
    ($first:ident $step:ident $store:ident, $($number:literal $register:literal $input:ident),*) => {
        /// # Safety
        /// The registers have their shapes, all tiles lie within the buffers, and `sums` has room for them.
        #[inline(always)]
        unsafe fn $first(step: Step, sums: *mut f32) {
            let Step { inputs, tile, point, weights, height } = step;
            // SAFETY: the caller vouches for AMX, the registers and the addresses. The sums stay in the
            // registers from one piece of assembly to the next: the compiler never uses those itself.
            unsafe {
                asm!(
                    "tileloadd tmm7, [{weights} + {line}]",
                    $(
                        concat!("tilestored [{sums} + {line}], ", $register),
                        "add {sums}, {size}",
                        concat!("tilezero ", $register),
                        concat!("tileloadd tmm6, [{", stringify!($input), "} + {point}]"),
                        concat!("tdpbf16ps ", $register, ", tmm6, tmm7"),
                    )*
                    fetch!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
                    $($input = in(reg) inputs.wrapping_add($number * tile),)*
                    sums = inout(reg) sums => _, size = in(reg) height * ROW,
                    weights = in(reg) weights, line = in(reg) ROW, point = in(reg) point,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack),
                );
            }
        }

        /// # Safety
        /// As for the first step.
        #[inline(always)]
        unsafe fn $step(step: Step) {
            let Step { inputs, tile, point, weights, .. } = step;
            // SAFETY: as for the first step.
            unsafe {
                asm!(
                    "tileloadd tmm7, [{weights} + {line}]",
                    $(
                        concat!("tileloadd tmm6, [{", stringify!($input), "} + {point}]"),
                        concat!("tdpbf16ps ", $register, ", tmm6, tmm7"),
                    )*
                    fetch!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15),
                    $($input = in(reg) inputs.wrapping_add($number * tile),)*
                    weights = in(reg) weights, line = in(reg) ROW, point = in(reg) point,
                    out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                    out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                    options(nostack, readonly, preserves_flags),
                );
            }
        }

        /// # Safety
        /// As for the first step.
        #[inline(always)]
        unsafe fn $store(sums: *mut f32, height: usize) {
            // SAFETY: as for the first step.
            unsafe {
                asm!(
                    $(
                        concat!("tilestored [{sums} + {line}], ", $register),
                        "add {sums}, {size}",
                    )*
                    sums = inout(reg) sums => _, line = in(reg) ROW, size = in(reg) height * ROW,
                    options(nostack),
                );
            }
        }
    };
}

of_tiles!(first_1 step_1 store_1, 0 "tmm0" a);
of_tiles!(first_2 step_2 store_2, 0 "tmm0" a, 1 "tmm1" b);
of_tiles!(first_3 step_3 store_3, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c);
of_tiles!(first_4 step_4 store_4, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d);
of_tiles!(first_5 step_5 store_5, 0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d, 4 "tmm4" e);
of_tiles!(first_6 step_6 store_6,
    0 "tmm0" a, 1 "tmm1" b, 2 "tmm2" c, 3 "tmm3" d, 4 "tmm4" e, 5 "tmm5" f);

/// The sums of one block of 16 outputs of one position.
#[derive(Clone, Copy)]
pub struct Piece {
    /// `[point][depth]`, numbers of 16 bits.
    pub inputs: *const u8,
    /// `[tap][depth / 32][depth / 2][output][depth % 2]`, numbers of 16 bits.
    pub weights: *const u8,
    /// `[point][output]`, for all [`Field::sums`].
    pub sums: *mut f32,
    /// Channels of the inputs.
    pub depth: usize,
}

/// Computes a piece in as many steps as [`steps`] says, and does something else after each: what vectors do is
/// then done while the tiles still multiply. The last sums stay in the registers; the place where they belong
/// comes back. Those that are there before are stored at `waiting`.
///
/// # Safety
/// The registers have the [shapes](super::super::tile_unit::Shapes) of the field, and all values lie within
/// the buffers; `waiting` has room for a group of tiles.
#[inline(always)]
pub unsafe fn multiply(
    field: &Field,
    piece: &Piece,
    mut waiting: *mut f32,
    mut between: impl FnMut(),
) -> *mut f32 {
    let Field { together, height, row, .. } = *field;
    let point = piece.depth * 2;
    let (tile, of_rank) = (height * point, 3 * piece.depth / DEPTH);
    for group in 0..field.groups {
        let mut weights = piece.weights;
        let first = group * together * height;
        // SAFETY: the caller vouches for the registers and the buffers; the points are among those of the
        // field. The channels of a point's neighbour follow its own, so the inputs of a rank's taps lie one
        // behind the other.
        unsafe {
            for rank in 0..3 {
                let mut inputs = piece.inputs.add((first + rank * row) * point);
                for number in 0..of_rank {
                    let step = Step { inputs, tile, point, weights, height };
                    match (together, rank + number) {
                        (1, 0) => first_1(step, waiting),
                        (2, 0) => first_2(step, waiting),
                        (3, 0) => first_3(step, waiting),
                        (4, 0) => first_4(step, waiting),
                        (5, 0) => first_5(step, waiting),
                        (_, 0) => first_6(step, waiting),
                        (1, _) => step_1(step),
                        (2, _) => step_2(step),
                        (3, _) => step_3(step),
                        (4, _) => step_4(step),
                        (5, _) => step_5(step),
                        _ => step_6(step),
                    }
                    between();
                    inputs = inputs.add(ROW);
                    weights = weights.add(SIDE * ROW);
                }
            }
            waiting = piece.sums.add(first * SIDE);
        }
    }
    waiting
}

/// Stores the sums in the registers.
///
/// # Safety
/// As for [`multiply`].
pub unsafe fn store(field: &Field, waiting: *mut f32) {
    let height = field.height;
    // SAFETY: the caller vouches for the registers and the place.
    unsafe {
        match field.together {
            1 => store_1(waiting, height),
            2 => store_2(waiting, height),
            3 => store_3(waiting, height),
            4 => store_4(waiting, height),
            5 => store_5(waiting, height),
            _ => store_6(waiting, height),
        }
    }
}

/// Steps in which a piece of `depth` channels is computed.
pub fn steps(field: &Field, depth: usize) -> usize {
    field.groups * TAPS * depth / DEPTH
}

#[cfg(test)]
mod tests {
    use imperial_engine::BoardShape;

    use super::super::super::aligned::{Aligned, LINE};
    use super::super::super::tile_unit::{Shapes, is_available, release, rounded};
    use super::super::weights::laid_out;
    use super::*;
    use crate::layer::{Kind, Layer, Weights};

    /// What is no sum of the tests.
    const UNTOUCHED: f32 = 1e9;

    /// A small whole number, so that every sum is exact.
    fn value(number: usize) -> f32 {
        (number * 7919 % 13) as f32 - 6.0
    }

    /// Convolves a board of numbers with kernels of numbers and compares every square.
    fn check(width: usize, height: usize, [inputs, outputs]: [usize; 2]) {
        let field = Field::new(BoardShape { width, height });
        let layer = Layer::new("layer", Kind::Conv, [inputs, outputs], 1.0);
        let weights: Vec<f32> = (0..TAPS * inputs * outputs).map(value).collect();
        let conv = laid_out(&Weights { layer, weights, bias: vec![0.0; outputs] }, 32);
        let input =
            |file: usize, rank: usize, channel: usize| value(31 * file + 17 * rank + channel);
        let mut image = vec![0u16; field.points() * conv.depth];
        for (rank, file) in (0..height).flat_map(|rank| (0..width).map(move |file| (rank, file))) {
            for channel in 0..inputs {
                let place = field.square(file, rank) * conv.depth + channel;
                image[place] = rounded(input(file, rank, channel));
            }
        }
        let mut sums = Aligned::zeros(field.sums() * SIDE + LINE);
        for (block, weights) in conv.weights.chunks_exact(TAPS * conv.depth * SIDE / 2).enumerate()
        {
            sums.fill(UNTOUCHED);
            let piece = Piece {
                inputs: image.as_ptr().cast(),
                weights: weights.as_ptr().cast(),
                sums: sums.as_mut_ptr(),
                depth: conv.depth,
            };
            let mut done = 0;
            // SAFETY: AMX is available, and the buffers are those of the field.
            unsafe {
                Shapes::new(field.height, 1).load();
                // What is in the registers is overwritten.
                let waiting = multiply(&field, &piece, piece.sums, || done += 1);
                store(&field, waiting);
                release();
            }
            assert_eq!(done, steps(&field, conv.depth));
            // The address sanitizer does not see what assembly writes.
            assert!(sums[field.sums() * SIDE..].iter().all(|&sum| sum == UNTOUCHED));
            for (rank, file) in
                (0..height).flat_map(|rank| (0..width).map(move |file| (rank, file)))
            {
                for output in (block * SIDE..(block + 1) * SIDE).take_while(|o| *o < outputs) {
                    let term = |number: usize| {
                        let (channel, y, x) = (number / TAPS, number % TAPS / 3, number % 3);
                        let weight = value(TAPS * inputs * output + number);
                        match (rank + y, file + x) {
                            (1.., 1..) if rank + y <= height && file + x <= width => {
                                weight * input(file + x - 1, rank + y - 1, channel)
                            }
                            _ => 0.0,
                        }
                    };
                    let expected: f32 = (0..TAPS * inputs).map(term).sum();
                    let found = sums[(rank * field.row + file) * SIDE + output % SIDE];
                    assert_eq!(found, expected, "{width}x{height} {inputs} to {outputs}");
                }
            }
        }
    }

    #[test]
    fn boards_of_any_size_are_convolved() {
        if !is_available() {
            return;
        }
        for (width, height) in [(1, 1), (3, 3), (5, 5), (7, 7), (4, 8), (9, 9), (13, 2), (19, 19)] {
            check(width, height, [20, 32]);
        }
        check(9, 9, [64, 48]);
        check(11, 11, [70, 32]);
    }
}
