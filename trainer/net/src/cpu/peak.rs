//! How many multiplications and additions this machine can do, to compare the kernels with.

use super::lanes::Lanes;

/// Sums that are computed side by side: enough to hide that one takes some cycles, few enough for
/// registers.
const SUMS: usize = 12;

/// Multiplies and adds in registers alone, `rounds` times [`SUMS`] vectors, from `start`; leaves one
/// of the sums there, so that the work counts.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn multiply_and_add<L: Lanes>(rounds: u64, start: &mut [f32; 16]) {
    assert!(L::WIDTH <= start.len());
    // SAFETY: the caller vouches for the instructions, and `start` holds a vector.
    unsafe {
        let (factor, summand) = (L::load(start.as_ptr()), L::splat(0.25));
        let mut sums = [summand; SUMS];
        for _ in 0..rounds {
            for sum in &mut sums {
                *sum = sum.mul_add(factor, summand);
            }
        }
        let total = sums.into_iter().fold(L::splat(0.0), |total, sum| total.add(sum));
        total.store(start.as_mut_ptr());
    }
}

/// Multiplications and additions of `rounds` rounds with vectors of `width` values.
pub const fn operations(rounds: u64, width: usize) -> u64 {
    2 * rounds * (SUMS * width) as u64
}
