//! 3x3 convolution by Winograd's methods F(3x3, 3x3) and F(4x4, 3x3) (Lavin and Gray 2015, "Fast Algorithms for
//! Convolutional Neural Networks").
//!
//! The board is cut into tiles of 3x3 outputs, each of which needs a window of 5x5 inputs. Inputs are
//! transformed to 25 values, in which the convolution is a product point by point, and
//! transformed back: 25 multiplications instead of 81. The five points are 0, 1, −1, 2 and ∞, or for tiles of AMX
//! those of `gentle`. Tiles of 4x4 outputs have 36 values instead of 144, at the points of `fours`.

// Indices say more than iterators here, and both become the same unrolled code.
#![allow(clippy::needless_range_loop)]

use super::lanes::Lanes;
use super::window::{POINTS, TILE, WINDOW};
use super::{fours, gentle};

/// The matrix of the kernels.
pub const G: [[f64; 3]; WINDOW] = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// Transforms one 3x3 kernel (rows from the lowest rank) to its values by the `matrix` of the points.
pub fn transform_kernel(kernel: &[f32; 9], matrix: &[[f64; 3]], values: &mut [f32]) {
    let kernel = kernel.map(f64::from);
    for (u, values) in values.chunks_exact_mut(matrix.len()).enumerate() {
        let half: [f64; 3] =
            std::array::from_fn(|x| (0..3).map(|y| matrix[u][y] * kernel[3 * y + x]).sum());
        for (value, row) in values.iter_mut().zip(matrix) {
            *value = (0..3).map(|x| half[x] * row[x]).sum::<f64>() as f32;
        }
    }
}

/// The adjoint of [`transform_kernel`]: from the gradient of the 25 values to that of the kernel.
pub fn kernel_gradient(points: &[f32; POINTS]) -> [f32; 9] {
    let points = points.map(f64::from);
    let half: [[f64; WINDOW]; 3] = std::array::from_fn(|y| {
        std::array::from_fn(|v| (0..WINDOW).map(|u| G[u][y] * points[WINDOW * u + v]).sum())
    });
    std::array::from_fn(|i| {
        let (y, x) = (i / 3, i % 3);
        (0..WINDOW).map(|v| half[y][v] * G[v][x]).sum::<f64>() as f32
    })
}

/// Transforms the window of `W` x `W` inputs at `input` (pixels `pixel` values apart, rows `row` apart) to as many
/// values, `point` apart from each other at `output`; the vector of channels that starts at `channel`.
///
/// # Safety
/// The machine has the instructions of `L` and all values lie within the buffers.
#[inline(always)]
pub unsafe fn transform_input<L: Lanes, const W: usize>(
    input: *const f32,
    (row, pixel): (usize, usize),
    (output, point): (*mut f32, usize),
    channel: usize,
) {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; W]; W];
        for x in 0..W {
            let mut column = [zero; W];
            for y in 0..W {
                column[y] = L::load(input.add(x * pixel + y * row));
            }
            let column = forward(column);
            for u in 0..W {
                half[u][x] = column[u];
            }
        }
        for u in 0..W {
            let values = forward(half[u]);
            for v in 0..W {
                values[v].store_input(output.add((u * W + v) * point), channel);
            }
        }
    }
}

/// Transforms `W` x `W` sums, `point` apart from each other at `input`, back to `T` x `T` outputs in rows.
///
/// # Safety
/// As for [`transform_input`].
#[inline(always)]
pub unsafe fn transform_output<L: Lanes, const W: usize, const T: usize>(
    input: *const f32,
    point: usize,
) -> [[L; T]; T] {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; W]; T];
        for v in 0..W {
            let mut column = [zero; W];
            for u in 0..W {
                column[u] = L::load(input.add((u * W + v) * point));
            }
            let column = backward::<L, W, T>(column);
            for y in 0..T {
                half[y][v] = column[y];
            }
        }
        let mut rows = [[zero; T]; T];
        for y in 0..T {
            rows[y] = backward(half[y]);
        }
        rows
    }
}

/// Multiplies by the matrix of the inputs.
#[inline(always)]
unsafe fn forward<L: Lanes, const W: usize>(d: [L; W]) -> [L; W] {
    const { assert!(W == WINDOW || W == WINDOW + 1) };
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let mut values = d;
        match W {
            WINDOW if L::TILES => {
                values.copy_from_slice(&gentle::forward([d[0], d[1], d[2], d[3], d[4]]));
            }
            WINDOW => values.copy_from_slice(&forward_of_five([d[0], d[1], d[2], d[3], d[4]])),
            _ => values.copy_from_slice(&fours::forward([d[0], d[1], d[2], d[3], d[4], d[5]])),
        }
        values
    }
}

/// Multiplies by the matrix of the outputs.
#[inline(always)]
unsafe fn backward<L: Lanes, const W: usize, const T: usize>(m: [L; W]) -> [L; T] {
    const { assert!((W == WINDOW || W == WINDOW + 1) && T + 2 == W) };
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let mut outputs = [m[0]; T];
        match W {
            WINDOW if L::TILES => {
                outputs.copy_from_slice(&gentle::backward([m[0], m[1], m[2], m[3], m[4]]));
            }
            WINDOW => outputs.copy_from_slice(&backward_of_five([m[0], m[1], m[2], m[3], m[4]])),
            _ => outputs.copy_from_slice(&fours::backward([m[0], m[1], m[2], m[3], m[4], m[5]])),
        }
        outputs
    }
}

/// Multiplies by the matrix of the inputs for vectors and tiles of 3x3:
///
/// ```text
/// 2 −1 −2  1  0
/// 0 −2 −1  1  0
/// 0  2 −3  1  0
/// 0 −1  0  1  0
/// 0  2 −1 −2  1
/// ```
#[inline(always)]
unsafe fn forward_of_five<L: Lanes>(d: [L; WINDOW]) -> [L; WINDOW] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (two, minus_two, minus_three) = (L::splat(2.0), L::splat(-2.0), L::splat(-3.0));
        let difference = d[3].sub(d[1]);
        [
            d[0].sub(d[2]).mul_add(two, difference),
            d[1].mul_add(minus_two, d[3].sub(d[2])),
            d[1].mul_add(two, d[2].mul_add(minus_three, d[3])),
            difference,
            difference.mul_add(minus_two, d[4].sub(d[2])),
        ]
    }
}

/// Multiplies by the matrix of the outputs for vectors and tiles of 3x3:
///
/// ```text
/// 1  1  1  1  0
/// 0  1 −1  2  0
/// 0  1  1  4  1
/// ```
#[inline(always)]
unsafe fn backward_of_five<L: Lanes>(m: [L; WINDOW]) -> [L; TILE] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let sum = m[1].add(m[2]);
        [
            m[0].add(sum).add(m[3]),
            m[3].mul_add(L::splat(2.0), m[1].sub(m[2])),
            m[3].mul_add(L::splat(4.0), sum.add(m[4])),
        ]
    }
}

/// The adjoint of [`transform_output`]: spreads 3x3 values over 25 points.
///
/// # Safety
/// As for [`transform_input`].
#[inline(always)]
pub unsafe fn spread_output<L: Lanes>(squares: [[L; TILE]; TILE], output: *mut f32, point: usize) {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; TILE]; WINDOW];
        for x in 0..TILE {
            let column = backward_adjoint([squares[0][x], squares[1][x], squares[2][x]]);
            for u in 0..WINDOW {
                half[u][x] = column[u];
            }
        }
        for u in 0..WINDOW {
            let values = backward_adjoint(half[u]);
            for v in 0..WINDOW {
                values[v].store(output.add((u * WINDOW + v) * point));
            }
        }
    }
}

/// The adjoint of [`transform_input`]: adds what 25 points amount to to the 5x5 window at `output`.
///
/// # Safety
/// As for [`transform_input`].
#[inline(always)]
pub unsafe fn gather_input<L: Lanes>(
    input: *const f32,
    point: usize,
    output: *mut f32,
    (row, pixel): (usize, usize),
) {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; WINDOW]; WINDOW];
        for v in 0..WINDOW {
            let at = input.add(v * point);
            let step = WINDOW * point;
            let column = forward_adjoint([
                L::load(at),
                L::load(at.add(step)),
                L::load(at.add(2 * step)),
                L::load(at.add(3 * step)),
                L::load(at.add(4 * step)),
            ]);
            for y in 0..WINDOW {
                half[y][v] = column[y];
            }
        }
        for y in 0..WINDOW {
            let values = forward_adjoint(half[y]);
            for x in 0..WINDOW {
                let at = output.add(y * row + x * pixel);
                L::load(at).add(values[x]).store(at);
            }
        }
    }
}

/// Multiplies by the transposed matrix of the inputs.
#[inline(always)]
unsafe fn forward_adjoint<L: Lanes>(u: [L; WINDOW]) -> [L; WINDOW] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (two, minus_two, minus_three) = (L::splat(2.0), L::splat(-2.0), L::splat(-3.0));
        let twice = u[0].add(u[0]);
        // 2 (u2 − u1 + u4) − (u0 + u3)
        let middle = u[2].sub(u[1]).add(u[4]).mul_add(two, L::splat(0.0).sub(u[0].add(u[3])));
        [
            twice,
            middle,
            u[2].mul_add(minus_three, L::splat(0.0).sub(twice.add(u[1]).add(u[4]))),
            u[4].mul_add(minus_two, u[0].add(u[1]).add(u[2].add(u[3]))),
            u[4],
        ]
    }
}

/// Multiplies by the transposed matrix of the outputs.
#[inline(always)]
unsafe fn backward_adjoint<L: Lanes>(d: [L; TILE]) -> [L; WINDOW] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let even = d[0].add(d[2]);
        let odd = d[2].mul_add(L::splat(4.0), d[1].mul_add(L::splat(2.0), d[0]));
        [d[0], even.add(d[1]), even.sub(d[1]), odd, d[2]]
    }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Portable;
    use super::*;

    /// Convolves a tile of `T` x `T` outputs by the matrix of its kernels.
    fn check<const W: usize, const T: usize>(matrix: &[[f64; 3]; W]) {
        let input: Vec<f32> = (0..W * W).map(|i| ((i * 7) % 11) as f32 - 4.0).collect();
        let kernel: [f32; 9] = std::array::from_fn(|i| ((i * 5) % 7) as f32 / 3.0 - 1.0);
        // Eight channels of the same values.
        let wide: Vec<f32> = input.iter().flat_map(|value| [*value; 8]).collect();
        let (mut points, mut weights) = (vec![0.0; W * W * 8], vec![0.0; W * W]);
        let places = ((8 * W, 8), (points.as_mut_ptr(), 8));
        // SAFETY: plain Rust, and both buffers hold `W * W` vectors of eight.
        unsafe { transform_input::<Portable, W>(wide.as_ptr(), places.0, places.1, 0) };
        transform_kernel(&kernel, matrix, &mut weights);
        for (sums, weight) in points.chunks_exact_mut(8).zip(weights) {
            sums.iter_mut().for_each(|sum| *sum *= weight);
        }
        // SAFETY: as above.
        let rows = unsafe { transform_output::<Portable, W, T>(points.as_ptr(), 8) };
        for y in 0..T {
            for x in 0..T {
                let mut found = [0.0; 8];
                // SAFETY: eight places.
                unsafe { rows[y][x].store(found.as_mut_ptr()) };
                let term = |i: usize| kernel[i] * input[(y + i / 3) * W + x + i % 3];
                let expected: f32 = (0..9).map(term).sum();
                assert!((found[5] - expected).abs() < 1e-4, "{} and {expected}", found[5]);
            }
        }
    }

    /// The root mean square of what is lost by rounding when 64 channels are summed up.
    fn rounding<const W: usize, const T: usize>(matrix: &[[f64; 3]; W]) -> f64 {
        let random = |number: usize| (number * 7919 % 10_007) as f32 / 5003.5 - 1.0;
        let (mut points, mut weights) = (vec![0.0; W * W * 8], vec![0.0; W * W]);
        let mut sums = vec![0.0; W * W * 8];
        // Eight boards, one in each lane.
        let mut exact = [[[0.0; 8]; T]; T];
        for channel in 0..64 {
            let input: Vec<f32> = (0..W * W * 8).map(|i| random(1000 * channel + i)).collect();
            let kernel: [f32; 9] = std::array::from_fn(|i| random(9 * channel + i + 77_777));
            let places = ((8 * W, 8), (points.as_mut_ptr(), 8));
            // SAFETY: plain Rust, and all buffers hold `W * W` vectors of eight.
            unsafe { transform_input::<Portable, W>(input.as_ptr(), places.0, places.1, 0) };
            transform_kernel(&kernel, matrix, &mut weights);
            for (place, sum) in sums.iter_mut().enumerate() {
                *sum += points[place] * weights[place / 8];
            }
            for (y, x, lane, i) in places_of::<T>() {
                let value = input[((y + i / 3) * W + x + i % 3) * 8 + lane];
                exact[y][x][lane] += f64::from(kernel[i]) * f64::from(value);
            }
        }
        // SAFETY: as above.
        let rows = unsafe { transform_output::<Portable, W, T>(sums.as_ptr(), 8) };
        let mut errors = 0.0;
        for (y, x) in (0..T).flat_map(|y| (0..T).map(move |x| (y, x))) {
            let mut found = [0.0; 8];
            // SAFETY: eight places.
            unsafe { rows[y][x].store(found.as_mut_ptr()) };
            let error = |lane: usize| (f64::from(found[lane]) - exact[y][x][lane]).powi(2);
            errors += (0..8).map(error).sum::<f64>();
        }
        (errors / (8 * T * T) as f64).sqrt()
    }

    /// Row, column, board and number of the factor of everything that is summed up.
    fn places_of<const T: usize>() -> impl Iterator<Item = (usize, usize, usize, usize)> {
        (0..T * T * 8 * 9).map(|n| (n / (T * 72), n / 72 % T, n / 9 % 8, n % 9))
    }

    #[test]
    fn larger_tiles_lose_no_more_by_rounding() {
        let (threes, fours) = (rounding::<WINDOW, TILE>(&G), rounding::<6, 4>(&fours::G));
        assert!(0.0 < fours && fours <= threes, "{fours} and {threes}");
    }

    #[test]
    fn a_tile_is_convolved() {
        check::<WINDOW, TILE>(&G);
        check::<6, 4>(&fours::G);
    }
}
