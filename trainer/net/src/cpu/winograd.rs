//! 3x3 convolution by Winograd's method F(3x3, 3x3) (Lavin and Gray 2015, "Fast Algorithms for
//! Convolutional Neural Networks").
//!
//! The board is cut into tiles of 3x3 outputs, each of which needs 5x5 inputs. Inputs are
//! transformed to 25 values, in which the convolution is a product point by point, and
//! transformed back: 25 multiplications instead of 81. The five points are 0, 1, −1, 2 and ∞, or for tiles
//! those of `gentle`.

// Indices say more than iterators here, and both become the same unrolled code.
#![allow(clippy::needless_range_loop)]

use super::gentle;
use super::lanes::Lanes;
use super::window::{Matrix, POINTS, TILE, WINDOW};

/// The matrix of the kernels.
pub const G: Matrix = [
    [1.0 / 2.0, 0.0, 0.0],
    [-1.0 / 2.0, -1.0 / 2.0, -1.0 / 2.0],
    [-1.0 / 6.0, 1.0 / 6.0, -1.0 / 6.0],
    [1.0 / 6.0, 1.0 / 3.0, 2.0 / 3.0],
    [0.0, 0.0, 1.0],
];

/// Transforms one 3x3 kernel (rows from the lowest rank) to its 25 values by the `matrix` of the points.
pub fn transform_kernel(kernel: &[f32; 9], matrix: &Matrix) -> [f32; POINTS] {
    let kernel = kernel.map(f64::from);
    let half: [[f64; 3]; WINDOW] = std::array::from_fn(|u| {
        std::array::from_fn(|x| (0..3).map(|y| matrix[u][y] * kernel[3 * y + x]).sum())
    });
    std::array::from_fn(|point| {
        let (u, v) = (point / WINDOW, point % WINDOW);
        (0..3).map(|x| half[u][x] * matrix[v][x]).sum::<f64>() as f32
    })
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

/// Transforms the 5x5 window at `input` (pixels `pixel` values apart, rows `row` apart) to 25
/// values, `point` apart from each other at `output`; the vector of channels that starts at `channel`.
///
/// # Safety
/// The machine has the instructions of `L` and all values lie within the buffers.
#[inline(always)]
pub unsafe fn transform_input<L: Lanes>(
    input: *const f32,
    (row, pixel): (usize, usize),
    (output, point): (*mut f32, usize),
    channel: usize,
) {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; WINDOW]; WINDOW];
        for x in 0..WINDOW {
            let at = input.add(x * pixel);
            let column = forward([
                L::load(at),
                L::load(at.add(row)),
                L::load(at.add(2 * row)),
                L::load(at.add(3 * row)),
                L::load(at.add(4 * row)),
            ]);
            for u in 0..WINDOW {
                half[u][x] = column[u];
            }
        }
        for u in 0..WINDOW {
            let values = forward(half[u]);
            for v in 0..WINDOW {
                values[v].store_input(output.add((u * WINDOW + v) * point), channel);
            }
        }
    }
}

/// Transforms 25 sums, `point` apart from each other at `input`, back to 3x3 outputs in rows.
///
/// # Safety
/// As for [`transform_input`].
#[inline(always)]
pub unsafe fn transform_output<L: Lanes>(input: *const f32, point: usize) -> [[L; TILE]; TILE] {
    // SAFETY: the caller vouches for the instructions and the addresses.
    unsafe {
        let zero = L::splat(0.0);
        let mut half = [[zero; WINDOW]; TILE];
        for v in 0..WINDOW {
            let at = input.add(v * point);
            let row = WINDOW * point;
            let column = backward([
                L::load(at),
                L::load(at.add(row)),
                L::load(at.add(2 * row)),
                L::load(at.add(3 * row)),
                L::load(at.add(4 * row)),
            ]);
            for y in 0..TILE {
                half[y][v] = column[y];
            }
        }
        [backward(half[0]), backward(half[1]), backward(half[2])]
    }
}

/// Multiplies by the matrix of the inputs, which is for vectors:
///
/// ```text
/// 2 −1 −2  1  0
/// 0 −2 −1  1  0
/// 0  2 −3  1  0
/// 0 −1  0  1  0
/// 0  2 −1 −2  1
/// ```
#[inline(always)]
unsafe fn forward<L: Lanes>(d: [L; WINDOW]) -> [L; WINDOW] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        if L::TILES {
            return gentle::forward(d);
        }
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

/// Multiplies by the matrix of the outputs, which is for vectors:
///
/// ```text
/// 1  1  1  1  0
/// 0  1 −1  2  0
/// 0  1  1  4  1
/// ```
#[inline(always)]
unsafe fn backward<L: Lanes>(m: [L; WINDOW]) -> [L; TILE] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        if L::TILES {
            return gentle::backward(m);
        }
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

    #[test]
    fn a_tile_is_convolved() {
        let input: Vec<f32> = (0..25).map(|i| ((i * 7) % 11) as f32 - 4.0).collect();
        let kernel: [f32; 9] = std::array::from_fn(|i| ((i * 5) % 7) as f32 / 3.0 - 1.0);
        // Eight channels of the same values.
        let wide: Vec<f32> = input.iter().flat_map(|value| [*value; 8]).collect();
        let mut points = vec![0.0; POINTS * 8];
        // SAFETY: plain Rust, and both buffers hold 25 vectors of eight.
        unsafe { transform_input::<Portable>(wide.as_ptr(), (40, 8), (points.as_mut_ptr(), 8), 0) };
        for (sums, weight) in points.chunks_exact_mut(8).zip(transform_kernel(&kernel, &G)) {
            sums.iter_mut().for_each(|sum| *sum *= weight);
        }
        // SAFETY: as above.
        let rows = unsafe { transform_output::<Portable>(points.as_ptr(), 8) };
        for y in 0..TILE {
            for x in 0..TILE {
                let mut found = [0.0; 8];
                // SAFETY: eight places.
                unsafe { rows[y][x].store(found.as_mut_ptr()) };
                let term = |i: usize| kernel[i] * input[(y + i / 3) * WINDOW + x + i % 3];
                let expected: f32 = (0..9).map(term).sum();
                assert!((found[5] - expected).abs() < 1e-4, "{} and {expected}", found[5]);
            }
        }
    }
}
