//! The vector units of the machine as [`Lanes`].

use super::lanes::Lanes;
use super::operands::{Operands, Points};
use super::points::by_vectors;
use super::product::product;

/// Eight lanes in plain Rust, for any machine; the same bits on every x86-64.
#[derive(Clone, Copy)]
pub struct Portable([f32; 8]);

impl Lanes for Portable {
    const WIDTH: usize = 8;
    const COLUMNS: usize = 1;
    const ROWS: usize = 6;

    #[inline(always)]
    unsafe fn splat(value: f32) -> Self {
        Self([value; 8])
    }

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Self {
        // SAFETY: the caller vouches for eight values.
        Self(unsafe { from.cast::<[f32; 8]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: the caller vouches for eight places.
        unsafe { to.cast::<[f32; 8]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] + other.0[i]))
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] - other.0[i]))
    }

    #[inline(always)]
    unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
        // Never fused on x86-64, even where it could be: so all of them give the same bits.
        if cfg!(target_arch = "aarch64") {
            Self(std::array::from_fn(|i| self.0[i].mul_add(factor.0[i], summand.0[i])))
        } else {
            Self(std::array::from_fn(|i| self.0[i] * factor.0[i] + summand.0[i]))
        }
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| if self.0[i] > other.0[i] { self.0[i] } else { other.0[i] }))
    }

    #[inline(always)]
    unsafe fn fetch(_at: *const f32) {}

    unsafe fn product<const ADD: bool>(at: Operands, depth: usize, rows: usize) {
        // SAFETY: the caller vouches for the operands.
        unsafe { product::<Self, ADD>(at, depth, rows) };
    }

    #[inline(always)]
    unsafe fn multiply_points(points: &Points) {
        // SAFETY: the caller vouches for the instructions and for the values.
        unsafe { by_vectors::<Self>(points) };
    }

    #[inline(always)]
    unsafe fn gated(self, gate: Self) -> Self {
        Self(std::array::from_fn(|i| if gate.0[i] > 0.0 { self.0[i] } else { 0.0 }))
    }
}

#[cfg(target_arch = "x86_64")]
pub use x86::{Amx, Avx2, Avx512};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::super::{aligned::align_stack, amx, tile_unit};
    use super::{Lanes, Operands, Points, by_vectors, product};

    /// Sixteen lanes of AVX-512F.
    #[derive(Clone, Copy)]
    pub struct Avx512(__m512);

    /// Sixteen lanes of AVX-512F, and AVX-512 BF16 and AMX for the products of convolutions.
    #[derive(Clone, Copy)]
    pub struct Amx(__m512);

    /// Eight lanes of AVX2 with FMA.
    #[derive(Clone, Copy)]
    pub struct Avx2(__m256);

    /// The methods of [`Lanes`] by intrinsics of the same name.
    macro_rules! lanes_by_intrinsics {
        ($features:literal, $splat:ident, $load:ident, $store:ident, $mul_add:ident, $($pairs:ident = $of_pairs:ident),*) => {
            #[inline(always)]
            unsafe fn product<const ADD: bool>(at: Operands, depth: usize, rows: usize) {
                #[target_feature(enable = $features)]
                unsafe fn outlined<L: Lanes, const ADD: bool>(
                    at: Operands,
                    depth: usize,
                    rows: usize,
                ) {
                    align_stack();
                    // SAFETY: the caller vouches for the operands.
                    unsafe { product::<L, ADD>(at, depth, rows) };
                }

                // SAFETY: the caller vouches for the instructions and the operands.
                unsafe { outlined::<Self, ADD>(at, depth, rows) };
            }

            #[inline(always)]
            unsafe fn fetch(at: *const f32) {
                // SAFETY: a hint never faults, whatever the address.
                unsafe { _mm_prefetch::<_MM_HINT_T1>(at.cast()) };
            }

            #[inline(always)]
            unsafe fn splat(value: f32) -> Self {
                // SAFETY: the caller vouches for the instructions.
                Self(unsafe { $splat(value) })
            }

            #[inline(always)]
            unsafe fn load(from: *const f32) -> Self {
                // SAFETY: the caller vouches for the instructions and for `WIDTH` values.
                Self(unsafe { $load(from) })
            }

            #[inline(always)]
            unsafe fn store(self, to: *mut f32) {
                // SAFETY: the caller vouches for the instructions and for `WIDTH` places.
                unsafe { $store(to, self.0) }
            }

            #[inline(always)]
            unsafe fn mul_add(self, factor: Self, summand: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                Self(unsafe { $mul_add(self.0, factor.0, summand.0) })
            }

            $(#[inline(always)]
            unsafe fn $pairs(self, other: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                Self(unsafe { $of_pairs(self.0, other.0) })
            })*
        };
    }

    /// What the two vector units with the registers of AVX-512F have in common.
    macro_rules! lanes_of_avx512 {
        () => {
            const WIDTH: usize = 16;
            const COLUMNS: usize = 2;
            // 18 of the 32 registers hold sums.
            const ROWS: usize = 9;

            #[inline(always)]
            unsafe fn gated(self, gate: Self) -> Self {
                // SAFETY: the caller vouches for the instructions.
                unsafe {
                    let open = _mm512_cmp_ps_mask::<_CMP_GT_OQ>(gate.0, _mm512_setzero_ps());
                    Self(_mm512_maskz_mov_ps(open, self.0))
                }
            }

            lanes_by_intrinsics!(
                "avx512f",
                _mm512_set1_ps,
                _mm512_loadu_ps,
                _mm512_storeu_ps,
                _mm512_fmadd_ps,
                add = _mm512_add_ps,
                sub = _mm512_sub_ps,
                max = _mm512_max_ps
            );
        };
    }

    impl Lanes for Avx512 {
        #[inline(always)]
        unsafe fn multiply_points(points: &Points) {
            // SAFETY: the caller vouches for the instructions and for the values.
            unsafe { by_vectors::<Self>(points) };
        }

        lanes_of_avx512!();
    }

    impl Lanes for Amx {
        const TILES: bool = true;
        const INPUT_CHANNELS: usize = tile_unit::DEPTH;

        #[inline(always)]
        unsafe fn store_input(self, to: *mut f32, channel: usize) {
            // Two vectors share a line of high and a line of low parts.
            let back = channel % tile_unit::DEPTH / 2;
            // SAFETY: the caller vouches for the instructions and for the place, which is two lines from
            // `channel % 32` values before it.
            unsafe {
                let high = _mm512_cvtneps_pbh(self.0);
                let bits = std::mem::transmute::<__m256bh, __m256i>(high);
                let wide = _mm512_slli_epi32::<16>(_mm512_cvtepu16_epi32(bits));
                let rest = _mm512_sub_ps(self.0, _mm512_castsi512_ps(wide));
                let low = std::mem::transmute::<__m256bh, __m256i>(_mm512_cvtneps_pbh(rest));
                let line = to.sub(back);
                _mm256_storeu_si256(line.cast(), bits);
                _mm256_storeu_si256(line.add(Self::WIDTH).cast(), low);
            }
        }

        #[inline(always)]
        unsafe fn multiply_points(points: &Points) {
            // SAFETY: the caller vouches for the instructions and for the values.
            unsafe { amx::multiply(points) };
        }

        lanes_of_avx512!();
    }

    impl Lanes for Avx2 {
        const WIDTH: usize = 8;
        const COLUMNS: usize = 2;
        // 12 of the 16 registers hold sums.
        const ROWS: usize = 6;

        #[inline(always)]
        unsafe fn multiply_points(points: &Points) {
            // SAFETY: the caller vouches for the instructions and for the values.
            unsafe { by_vectors::<Self>(points) };
        }

        #[inline(always)]
        unsafe fn gated(self, gate: Self) -> Self {
            // SAFETY: the caller vouches for the instructions.
            unsafe {
                let open = _mm256_cmp_ps::<_CMP_GT_OQ>(gate.0, _mm256_setzero_ps());
                Self(_mm256_and_ps(open, self.0))
            }
        }

        lanes_by_intrinsics!(
            "avx2,fma",
            _mm256_set1_ps,
            _mm256_loadu_ps,
            _mm256_storeu_ps,
            _mm256_fmadd_ps,
            add = _mm256_add_ps,
            sub = _mm256_sub_ps,
            max = _mm256_max_ps
        );
    }
}
