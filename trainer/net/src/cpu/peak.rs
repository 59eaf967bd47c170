//! How many multiplications and additions this machine can do, to compare the kernels with.

use super::lanes::Lanes;

/// Most sums that a vector unit keeps in registers.
const MOST: usize = 18;

/// Multiplies and adds in registers alone, `rounds` times as many vectors as a product sums up there, from `start`;
/// leaves the total there, so that the work counts, and says how many multiplications and additions it was.
///
/// # Safety
/// The machine has the instructions of `L`.
#[inline(always)]
pub unsafe fn multiply_and_add<L: Lanes>(rounds: u64, start: &mut [f32; 16], operations: &mut u64) {
    const { assert!(L::WIDTH <= 16 && L::ROWS * L::COLUMNS <= MOST) };
    // SAFETY: the caller vouches for the instructions, and `start` holds a vector.
    unsafe {
        let (factor, summand) = (L::load(start.as_ptr()), L::splat(0.25));
        let mut sums = [summand; MOST];
        let sums = &mut sums[..L::ROWS * L::COLUMNS];
        for _ in 0..rounds {
            for sum in &mut *sums {
                *sum = sum.mul_add(factor, summand);
            }
        }
        let total = sums.iter().fold(L::splat(0.0), |total, sum| total.add(*sum));
        total.store(start.as_mut_ptr());
        *operations = 2 * rounds * (sums.len() * L::WIDTH) as u64;
    }
}
