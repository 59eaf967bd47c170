//! Other points for Winograd's method: ±a, ±b and ∞, with a and b such that rounding errors grow little, on
//! average to 2.6 times those of a convolution along one side, against 6.0 with 0, 1, −1, 2 and ∞. Parts of
//! 16 bits need that.

use super::lanes::Lanes;
use super::window::{TILE, WINDOW};

/// The points: plus and minus these two, and ∞.
const A: f32 = 0.375;
const B: f32 = 1.25;

/// The matrix of the kernels.
pub const G: [[f64; 3]; WINDOW] =
    [powers(A, B), powers(-A, B), powers(B, A), powers(-B, A), [0.0, 0.0, 1.0]];

/// The powers of a point over its distances from the others, which are `-point` and both of `other`.
pub const fn powers(point: f32, other: f32) -> [f64; 3] {
    let (point, other) = (point as f64, other as f64);
    let distances = 2.0 * point * (point * point - other * other);
    [1.0 / distances, point / distances, point * point / distances]
}

/// Multiplies by the matrix of the inputs:
///
/// ```text
/// −ab²  −b²    a       1  0
///  ab²  −b²   −a       1  0
/// −a²b  −a²    b       1  0
///  a²b  −a²   −b       1  0
///  a²b²   0  −a²−b²    0  1
/// ```
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn forward<L: Lanes>(d: [L; WINDOW]) -> [L; WINDOW] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (square_a, square_b) = (L::splat(-A * A), L::splat(-B * B));
        let [a, minus_a] = pair(d[1].mul_add(square_b, d[3]), d[0].mul_add(square_b, d[2]), A);
        let [b, minus_b] = pair(d[1].mul_add(square_a, d[3]), d[0].mul_add(square_a, d[2]), B);
        let rest = d[0].mul_add(L::splat(A * A * B * B), d[4]);
        [a, minus_a, b, minus_b, d[2].mul_add(L::splat(-A * A - B * B), rest)]
    }
}

/// Multiplies by the matrix of the outputs:
///
/// ```text
/// 1   1  1   1  0
/// a  −a  b  −b  0
/// a²  a² b²  b² 1
/// ```
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn backward<L: Lanes>(m: [L; WINDOW]) -> [L; TILE] {
    // SAFETY: the caller vouches for the instructions.
    unsafe {
        let (even, odd) = ([m[0].add(m[1]), m[2].add(m[3])], [m[0].sub(m[1]), m[2].sub(m[3])]);
        let first = odd[1].mul_add(L::splat(B), L::splat(0.0));
        let second = even[1].mul_add(L::splat(B * B), m[4]);
        [
            even[0].add(even[1]),
            odd[0].mul_add(L::splat(A), first),
            even[0].mul_add(L::splat(A * A), second),
        ]
    }
}

/// A polynomial at `point` and at `-point`, from its even terms and the factor of its odd ones.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn pair<L: Lanes>(even: L, odd: L, point: f32) -> [L; 2] {
    // SAFETY: the caller vouches for the instructions.
    unsafe { [odd.mul_add(L::splat(point), even), odd.mul_add(L::splat(-point), even)] }
}

#[cfg(test)]
mod tests {
    use super::super::vectors::Portable;
    use super::*;

    #[test]
    fn a_row_is_convolved() {
        let (input, kernel) = ([1.5, -2.0, 0.25, 3.0, -1.0], [0.5, -1.25, 2.0]);
        let mut points = [0.0; 8];
        // SAFETY: plain Rust, and all vectors hold eight values.
        let sums = unsafe {
            let values = forward(input.map(|value: f32| Portable::splat(value)));
            let mut products = values;
            for (u, row) in G.iter().enumerate() {
                let weight = row.iter().zip(kernel).map(|(g, k)| g * k).sum::<f64>() as f32;
                products[u] = values[u].mul_add(Portable::splat(weight), Portable::splat(0.0));
            }
            backward(products)
        };
        for (x, sum) in sums.into_iter().enumerate() {
            // SAFETY: eight places.
            unsafe { sum.store(points.as_mut_ptr()) };
            let expected: f64 = (0..3).map(|k| f64::from(input[x + k]) * kernel[k]).sum();
            assert!((f64::from(points[3]) - expected).abs() < 1e-5, "{} and {expected}", points[3]);
        }
    }
}
