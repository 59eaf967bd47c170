//! What becomes of the sums of a convolution.

use std::arch::x86_64::*;

use super::super::tile_unit::SIDE;
use super::field::Field;

/// What is done with a sum.
#[derive(Clone, Copy)]
pub enum Rule {
    /// `max(0, sum * scale + shift)`, kept in `f32` as well.
    Start { scale: *const f32, shift: *const f32 },
    /// `max(0, sum * scale + shift)`
    Inner { scale: *const f32, shift: *const f32 },
    /// `max(0, x + sum + shift)`, where `x` is what was kept in `f32`, and kept there.
    Residual { shift: *const f32 },
}

/// Where the sums of one block of 16 outputs of one position go. All places are those of the first
/// of these channels.
#[derive(Clone, Copy)]
pub struct Finish {
    pub rule: Rule,
    /// The result in numbers of 16 bits, from the first square on.
    pub short: *mut u16,
    /// What is kept in `f32`, from the first square on; so many values lie between two ranks.
    pub kept: *mut f32,
    pub kept_row: usize,
    /// Means of the result and, as many values behind as there are channels, maxima.
    pub pooled: *mut f32,
    pub channels: usize,
}

impl Finish {
    /// Finishes a rank, from `sums`, which are `[point][output]`. All ranks of a board are finished in their
    /// order.
    ///
    /// # Safety
    /// The machine has AVX-512F and AVX-512 BF16, and all values lie within the buffers.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bf16")]
    pub unsafe fn rank(&self, field: &Field, sums: *const f32, rank: usize) {
        // SAFETY: the caller vouches for the values.
        unsafe {
            match self.rule {
                Rule::Start { scale, shift } => {
                    let (scale, shift) = (_mm512_loadu_ps(scale), _mm512_loadu_ps(shift));
                    let result = |sum, _| _mm512_fmadd_ps(sum, scale, shift);
                    self.rank_by::<false, true>(field, sums, rank, result);
                }
                Rule::Inner { scale, shift } => {
                    let (scale, shift) = (_mm512_loadu_ps(scale), _mm512_loadu_ps(shift));
                    let result = |sum, _| _mm512_fmadd_ps(sum, scale, shift);
                    self.rank_by::<false, false>(field, sums, rank, result);
                }
                Rule::Residual { shift } => {
                    let shift = _mm512_loadu_ps(shift);
                    let result = |sum, x| _mm512_add_ps(x, _mm512_add_ps(sum, shift));
                    self.rank_by::<true, true>(field, sums, rank, result);
                }
            }
        }
    }

    /// As [`rank`](Self::rank); `result` makes the result, but for the ReLU, of a sum and, if `READ`, of what
    /// was kept. `KEEP` says whether the result is kept.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bf16")]
    unsafe fn rank_by<const READ: bool, const KEEP: bool>(
        &self,
        field: &Field,
        sums: *const f32,
        rank: usize,
        result: impl Fn(__m512, __m512) -> __m512,
    ) {
        // SAFETY: the caller vouches for the values.
        unsafe {
            let zero = _mm512_setzero_ps();
            let maxima = self.pooled.add(self.channels);
            // No result is below zero.
            let (mut total, mut largest) = (zero, zero);
            if rank > 0 {
                (total, largest) = (_mm512_loadu_ps(self.pooled), _mm512_loadu_ps(maxima));
            }
            let first = rank * field.row;
            let mut kept = self.kept.add(rank * self.kept_row);
            let mut short = self.short.add(first * self.channels);
            for file in 0..field.board.width {
                let sum = _mm512_loadu_ps(sums.add((first + file) * SIDE));
                let before = if READ { _mm512_loadu_ps(kept) } else { zero };
                let result = _mm512_max_ps(result(sum, before), zero);
                if KEEP {
                    _mm512_storeu_ps(kept, result);
                }
                let rounded = std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(result));
                _mm256_storeu_si256(short.cast(), rounded);
                total = _mm512_add_ps(total, result);
                largest = _mm512_max_ps(largest, result);
                kept = kept.wrapping_add(self.channels);
                short = short.wrapping_add(self.channels);
            }
            if rank + 1 == field.board.height {
                let share = _mm512_set1_ps(1.0 / field.board.squares() as f32);
                total = _mm512_mul_ps(total, share);
            }
            _mm512_storeu_ps(self.pooled, total);
            _mm512_storeu_ps(maxima, largest);
        }
    }
}
