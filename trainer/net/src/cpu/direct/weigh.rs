//! Products over points: from inputs and gradients to the gradients of weights.

use std::arch::asm;

use super::super::tile_unit::{DEPTH, ROW, SIDE};
use super::field::Field;
use super::shorts::{room, summed};
use super::unit::Unit;
use super::weights::TAPS;

/// Inputs and outputs of a square of four tiles.
pub const SQUARE: usize = 2 * SIDE;

/// Positions whose factors for a square stay in the fastest memory together.
const CLOSE: usize = 2;

/// Values of four tiles.
pub const FOUR: usize = SQUARE * SQUARE;

/// What is multiplied of one position, in numbers of 16 bits.
#[derive(Clone, Copy, Debug)]
pub struct Factors {
    /// `[channel][point]`, for all points of [`room`].
    pub inputs: *const u16,
    /// `[point / 2][channel][point % 2]`, for all points of [`summed`].
    pub gradients: *const u16,
}

/// Adds the products of some positions to the gradients of weights, which are
/// `[tap][inputs / 32][outputs / 32][2][2][input % 16][output % 16]`. The order of the summands is that of the
/// positions and their points.
///
/// # Safety
/// The machine has the unit, whose registers have 16 rows; all factors are as long as
/// they are said to be.
pub unsafe fn weigh(
    unit: Unit,
    field: &Field,
    factors: &[Factors],
    [depth, outputs]: [usize; 2],
    sums: &mut [f32],
) {
    assert!(depth.is_multiple_of(SQUARE) && outputs.is_multiple_of(SQUARE));
    assert!(sums.len() == TAPS * depth * outputs);
    let (room, steps) = (room(field), summed(field) / DEPTH);
    let squares = (depth / SQUARE) * (outputs / SQUARE);
    // All taps of a square read the same, which stays in the fastest memory meanwhile.
    for (square, factors) in
        (0..squares).flat_map(|square| factors.chunks(CLOSE).map(move |factors| (square, factors)))
    {
        let (inputs, block) = (square / (outputs / SQUARE), square % (outputs / SQUARE));
        for tap in 0..TAPS {
            let shift = tap / 3 * field.row + tap % 3;
            // SAFETY: the shift is less than what the room has behind the summed points, the caller vouches for
            // the rest.
            let places = factors.iter().map(|factors| unsafe {
                Place {
                    inputs: factors.inputs.add(inputs * SQUARE * room + shift),
                    gradients: factors.gradients.add(block * SQUARE * 2),
                    input_row: room,
                    gradient_row: 2 * outputs,
                    steps,
                }
            });
            let sums = &mut sums[(tap * squares + square) * FOUR..][..FOUR];
            match unit {
                // SAFETY: as above.
                Unit::Tiles => unsafe { by_tiles(places, sums) },
                // SAFETY: as above.
                #[cfg(test)]
                Unit::Plain => places.for_each(|place| unsafe { place.plain(sums) }),
            }
        }
    }
}

/// Where the products of one position for four tiles begin. Rows are counted in numbers of 16 bits.
#[derive(Clone, Copy)]
struct Place {
    inputs: *const u16,
    gradients: *const u16,
    input_row: usize,
    gradient_row: usize,
    /// Times 32 points.
    steps: usize,
}

/// # Safety
/// As for [`weigh`]; there are four tiles of sums.
#[inline(always)]
unsafe fn by_tiles(places: impl Iterator<Item = Place>, sums: &mut [f32]) {
    assert!(sums.len() == FOUR);
    let sums = sums.as_mut_ptr();
    // SAFETY: the caller vouches for AMX, the registers and the addresses. The sums stay in the registers from one
    // piece of assembly to the next: the compiler never uses those itself.
    unsafe {
        asm!(
            "tileloadd tmm0, [{sums} + {line}]",
            "tileloadd tmm1, [{sums} + {line} + 1024]",
            "tileloadd tmm2, [{sums} + {line} + 2048]",
            "tileloadd tmm3, [{sums} + {line} + 3072]",
            sums = in(reg) sums, line = in(reg) ROW,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            options(nostack, readonly, preserves_flags),
        );
        for Place { inputs, gradients, input_row, gradient_row, steps } in places {
            asm!(
                "2:",
                "tileloadd tmm6, [{gradients} + {gradient_row}]",
                "tileloadd tmm4, [{inputs} + {input_row}]",
                "tdpbf16ps tmm0, tmm4, tmm6",
                "tileloadd tmm7, [{gradients} + {gradient_row} + 64]",
                "tdpbf16ps tmm1, tmm4, tmm7",
                "tileloadd tmm5, [{others} + {input_row}]",
                "tdpbf16ps tmm2, tmm5, tmm6",
                "tdpbf16ps tmm3, tmm5, tmm7",
                "add {inputs}, 64",
                "add {others}, 64",
                "add {gradients}, {step}",
                "dec {steps}",
                "jnz 2b",
                inputs = inout(reg) inputs => _,
                others = inout(reg) inputs.add(SIDE * input_row) => _,
                gradients = inout(reg) gradients => _,
                steps = inout(reg) steps => _,
                input_row = in(reg) 2 * input_row,
                gradient_row = in(reg) 2 * gradient_row,
                step = in(reg) SIDE * 2 * gradient_row,
                out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
                out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
                options(nostack, readonly),
            );
        }
        asm!(
            "tilestored [{sums} + {line}], tmm0",
            "tilestored [{sums} + {line} + 1024], tmm1",
            "tilestored [{sums} + {line} + 2048], tmm2",
            "tilestored [{sums} + {line} + 3072], tmm3",
            sums = in(reg) sums, line = in(reg) ROW,
            options(nostack, preserves_flags),
        );
    }
}

#[cfg(test)]
impl Place {
    /// What the tiles do, in plain code.
    ///
    /// # Safety
    /// The factors are as long as they are said to be.
    unsafe fn plain(self, sums: &mut [f32]) {
        for (number, sum) in sums.iter_mut().enumerate() {
            let [input, output] = place_of(number);
            for point in 0..self.steps * DEPTH {
                // SAFETY: the caller vouches for the factors.
                let (a, b) = unsafe {
                    (
                        *self.inputs.add(input * self.input_row + point),
                        *self.gradients.add(point / 2 * self.gradient_row + 2 * output + point % 2),
                    )
                };
                *sum += wide(a) * wide(b);
            }
        }
    }
}

/// Input and output of a value among those of four tiles.
pub fn place_of(number: usize) -> [usize; 2] {
    let (tile, row, column) = (number / (SIDE * SIDE), number / SIDE % SIDE, number % SIDE);
    [tile / 2 * SIDE + row, tile % 2 * SIDE + column]
}

/// A number of 16 bits as one of 32.
#[cfg(test)]
pub fn wide(short: u16) -> f32 {
    f32::from_bits(u32::from(short) << 16)
}

#[cfg(test)]
mod tests {
    use imperial_engine::BoardShape;

    use super::super::super::aligned::Aligned;
    use super::super::super::tile_unit::rounded;
    use super::super::shorts::{interleave, shorts_mut, transpose, zeros};
    use super::*;

    /// A small whole number, so that every sum is exact.
    fn value(number: usize) -> f32 {
        (number * 7919 % 13) as f32 - 6.0
    }

    /// A board of numbers, `[point][channel]`.
    fn board(field: &Field, channels: usize, seed: usize) -> Aligned {
        let mut points = zeros(room(field) * channels);
        for (rank, file) in squares(field) {
            for channel in 0..channels {
                let place = field.square(file, rank) * channels + channel;
                shorts_mut(&mut points)[place] = rounded(at(seed, file, rank, channel));
            }
        }
        points
    }

    fn at(seed: usize, file: usize, rank: usize, channel: usize) -> f32 {
        value(31 * file + 17 * rank + 7 * channel + seed)
    }

    fn squares(field: &Field) -> impl Iterator<Item = (usize, usize)> + use<> {
        let BoardShape { width, height } = field.board;
        (0..height).flat_map(move |rank| (0..width).map(move |file| (rank, file)))
    }

    fn check(unit: Unit, width: usize, height: usize, [depth, outputs]: [usize; 2]) {
        let field = Field::new(BoardShape { width, height });
        let positions: Vec<[Aligned; 2]> = (0..3)
            .map(|seed| {
                let inputs = board(&field, depth, seed);
                let mut turned = inputs.clone();
                transpose(&inputs, depth, &mut turned);
                let mut pairs = zeros(summed(&field) * outputs);
                interleave(&field, &board(&field, outputs, 100 + seed), outputs, &mut pairs);
                [turned, pairs]
            })
            .collect();
        let factors = |[inputs, gradients]: &[Aligned; 2]| Factors {
            inputs: inputs.as_ptr().cast(),
            gradients: gradients.as_ptr().cast(),
        };
        let factors: Vec<Factors> = positions.iter().map(factors).collect();
        let mut sums = Aligned::zeros(TAPS * depth * outputs);
        // SAFETY: the unit is available, and the factors are those of the field.
        unsafe {
            unit.begin(SIDE);
            weigh(unit, &field, &factors[..1], [depth, outputs], &mut sums);
            // What is there is added to.
            weigh(unit, &field, &factors[1..], [depth, outputs], &mut sums);
            unit.end();
        }
        for (number, sum) in sums.iter().enumerate() {
            let [input, output] = place_of(number % FOUR);
            let (block, rest) =
                (number / FOUR % (outputs / SQUARE), number / FOUR / (outputs / SQUARE));
            let (inputs, tap) = (rest % (depth / SQUARE), rest / (depth / SQUARE));
            let (input, output) = (inputs * SQUARE + input, block * SQUARE + output);
            let term = |seed: usize| -> f32 {
                let of_square = |(rank, file): (usize, usize)| {
                    let (y, x) = (rank + tap / 3, file + tap % 3);
                    let inside = (1..=height).contains(&y) && (1..=width).contains(&x);
                    let input = if inside { at(seed, x - 1, y - 1, input) } else { 0.0 };
                    input * at(100 + seed, file, rank, output)
                };
                squares(&field).map(of_square).sum()
            };
            let expected: f32 = (0..3).map(term).sum();
            assert_eq!(*sum, expected, "{width}x{height}, tap {tap}, {input} to {output}");
        }
    }

    #[test]
    fn weights_gather_their_products_over_boards_of_any_size() {
        for unit in Unit::available() {
            for (width, height) in [(1, 1), (5, 5), (4, 8), (9, 9), (13, 2)] {
                check(unit, width, height, [32, 32]);
            }
            check(unit, 7, 7, [64, 32]);
            check(unit, 11, 11, [32, 64]);
        }
    }
}
