//! Winograd's method F(4x4, 3x3). Its six points along a side are 0, ±a, ±b and ∞, with a and b such that rounding
//! errors are no larger than those of F(3x3, 3x3) with 0, 1, −1, 2 and ∞.

use super::gentle::{pair, powers};
use super::lanes::Lanes;

/// Inputs along one side of a window.
const SIX: usize = 6;

/// The points: plus and minus these two, 0 and ∞.
const A: f32 = 0.625;
const B: f32 = 1.5;

/// The matrix of the kernels. The distances of a point from the others are those without 0 times itself.
pub const G: [[f64; 3]; SIX] = [
    [1.0 / (A * A * B * B) as f64, 0.0, 0.0],
    over(powers(A, B), A),
    over(powers(-A, B), -A),
    over(powers(B, A), B),
    over(powers(-B, A), -B),
    [0.0, 0.0, 1.0],
];

const fn over(powers: [f64; 3], point: f32) -> [f64; 3] {
    let point = point as f64;
    [powers[0] / point, powers[1] / point, powers[2] / point]
}

/// Multiplies by the matrix of the inputs:
///
/// ```text
/// a²b²   0   −a²−b²   0      1  0
///  0   −ab²   −b²     a      1  0
///  0    ab²   −b²    −a      1  0
///  0   −a²b   −a²     b      1  0
///  0    a²b   −a²    −b      1  0
///  0    a²b²   0    −a²−b²   0  1
/// ```
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn forward<L: Lanes>(d: [L; SIX]) -> [L; SIX] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (square_a, square_b) = (L::splat(-A * A), L::splat(-B * B));
        let (sum, product) = (L::splat(-A * A - B * B), L::splat(A * A * B * B));
        let [a, minus_a] = pair(d[2].mul_add(square_b, d[4]), d[1].mul_add(square_b, d[3]), A);
        let [b, minus_b] = pair(d[2].mul_add(square_a, d[4]), d[1].mul_add(square_a, d[3]), B);
        let first = d[2].mul_add(sum, d[0].mul_add(product, d[4]));
        let last = d[3].mul_add(sum, d[1].mul_add(product, d[5]));
        [first, a, minus_a, b, minus_b, last]
    }
}

/// Multiplies by the matrix of the outputs:
///
/// ```text
/// 1   1   1   1   1   0
/// 0   a  −a   b  −b   0
/// 0   a²  a²  b²  b²  0
/// 0   a³ −a³  b³ −b³  1
/// ```
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn backward<L: Lanes>(m: [L; SIX]) -> [L; SIX - 2] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (even, odd) = ([m[1].add(m[2]), m[3].add(m[4])], [m[1].sub(m[2]), m[3].sub(m[4])]);
        let zero = L::splat(0.0);
        [
            m[0].add(even[0].add(even[1])),
            odd[0].mul_add(L::splat(A), odd[1].mul_add(L::splat(B), zero)),
            even[0].mul_add(L::splat(A * A), even[1].mul_add(L::splat(B * B), zero)),
            odd[0].mul_add(L::splat(A * A * A), odd[1].mul_add(L::splat(B * B * B), m[5])),
        ]
    }
}
