//! Buffers of `f32` that start at a cache line, so that no vector straddles two lines; the
//! same for the stack.

use std::mem::MaybeUninit;
use std::ops::{Deref, DerefMut};

/// Values of a cache line.
pub const LINE: usize = 16;

/// A cache line, and a vector of AVX-512.
#[derive(Clone, Copy, Debug)]
#[repr(C, align(64))]
struct Line([f32; LINE]);

/// A fixed number of `f32`, aligned to 64 bytes.
#[derive(Clone, Debug, Default)]
pub struct Aligned {
    lines: Vec<Line>,
    len: usize,
}

impl Aligned {
    /// `len` zeros.
    pub fn zeros(len: usize) -> Self {
        Self { lines: vec![Line([0.0; LINE]); len.div_ceil(LINE)], len }
    }
}

impl From<&[f32]> for Aligned {
    fn from(values: &[f32]) -> Self {
        let mut aligned = Self::zeros(values.len());
        aligned.copy_from_slice(values);
        aligned
    }
}

impl Deref for Aligned {
    type Target = [f32];

    fn deref(&self) -> &[f32] {
        // SAFETY: the lines are contiguous arrays of f32 without padding (`repr(C)`, 64 bytes of
        // content and alignment 64), and `len` is at most `LINE` times their number.
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.len) }
    }
}

impl DerefMut for Aligned {
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as in `deref`, and `self` is borrowed mutably.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.len) }
    }
}

/// Makes the compiler align to a line what the function that this is inlined into keeps on the stack: where
/// vectors of AVX-512 straddled two pages there, a product took half as long again.
#[inline(always)]
pub fn align_stack() {
    let line = MaybeUninit::<Line>::uninit();
    #[cfg(target_arch = "x86_64")]
    // SAFETY: no instruction at all; only the address of `line` is asked for.
    unsafe {
        std::arch::asm!("/* {} */", in(reg) &raw const line, options(readonly, nostack, preserves_flags));
    }
    let _ = line;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buffers_start_at_a_line_and_keep_their_length() {
        let mut buffer = Aligned::from(&[1.0, 2.0, 3.0][..]);
        assert_eq!(buffer.as_ptr() as usize % 64, 0);
        buffer[2] = 5.0;
        assert_eq!(*buffer, [1.0, 2.0, 5.0]);
        assert_eq!(Aligned::zeros(0).len(), 0);
    }
}
