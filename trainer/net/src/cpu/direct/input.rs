//! From the planes of a game to what the first convolution reads.

use std::arch::x86_64::*;

use super::super::aligned::LINE;
use super::field::Field;

/// Where the squares of a board lie among inputs of `depth` channels.
#[derive(Debug)]
pub struct Placement {
    /// Numbers of 32 bits, which are pairs of channels, up to each square; whole vectors of squares.
    places: Vec<i32>,
    squares: usize,
    depth: usize,
    /// Numbers of 32 bits of all points.
    len: usize,
}

impl Placement {
    /// The places on a field.
    pub fn new(field: &Field, depth: usize) -> Self {
        let (width, squares) = (field.board.width, field.board.squares());
        let pairs = depth / 2;
        let place = |square: usize| field.square(square % width, square / width) * pairs;
        let mut places: Vec<i32> = (0..squares)
            .map(|square| i32::try_from(place(square)).expect("a board of some squares"))
            .collect();
        places.resize(squares.next_multiple_of(LINE), 0);
        Self { places, squares, depth, len: field.points() * pairs }
    }

    /// Rounds planes, one after the other, to 16 bits and writes them to their channels: `[point][channel]`.
    ///
    /// # Safety
    /// The machine has AVX-512F and AVX-512 BF16.
    #[target_feature(enable = "avx512f,avx512bf16")]
    pub unsafe fn interleave(&self, planes: &[f32], inputs: &mut [f32]) {
        assert!(planes.len() <= self.depth * self.squares && inputs.len() == self.len);
        for (pair, planes) in planes.chunks(2 * self.squares).enumerate() {
            let (even, odd) = planes.split_at(self.squares);
            for (chunk, places) in self.places.chunks_exact(LINE).enumerate() {
                let first = chunk * LINE;
                let within = u16::MAX >> (LINE - LINE.min(self.squares - first));
                // SAFETY: the caller vouches for the instructions. The mask leaves out what lies behind the
                // planes, and every place is one of the inputs with `depth / 2` pairs behind it.
                unsafe {
                    let even = rounded(_mm512_maskz_loadu_ps(within, even.as_ptr().add(first)));
                    let odd = match odd {
                        [] => _mm512_setzero_si512(),
                        odd => rounded(_mm512_maskz_loadu_ps(within, odd.as_ptr().add(first))),
                    };
                    let pairs = _mm512_or_si512(even, _mm512_slli_epi32::<16>(odd));
                    let places = _mm512_loadu_si512(places.as_ptr().cast());
                    let base = inputs.as_mut_ptr().add(pair).cast();
                    _mm512_mask_i32scatter_epi32::<4>(base, within, places, pairs);
                }
            }
        }
    }
}

/// Numbers of 16 bits in the low halves of lanes of 32.
#[inline]
#[target_feature(enable = "avx512f,avx512bf16")]
fn rounded(values: __m512) -> __m512i {
    let short = _mm512_cvtneps_pbh(values);
    // SAFETY: both are 256 bits.
    _mm512_cvtepu16_epi32(unsafe { std::mem::transmute::<__m256bh, __m256i>(short) })
}
