//! The same functions for every kernel, chosen when they are called.

use std::sync::Arc;

use super::cpu_net::CpuNet;
use super::kernel::Kernel;
use super::play::Scratch;
use super::tape::{Group, LearnPass, NetGradients};
use super::trunk::Conditioning;
use super::vectors::Portable;
use crate::batch::BatchRow;

impl Kernel {
    /// Multiplies and adds in registers alone, `rounds` times a fixed number of vectors or tiles, and gives
    /// the number of operations: how fast it does so is the peak of one core. The second result
    /// depends on all of the work of vectors.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    pub fn exercise(self, rounds: u64) -> (u64, f32) {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Amx {
            assert!(self.is_available(), "this machine has no {self:?}");
            // SAFETY: the kernel is available.
            return (unsafe { super::tile_unit::exercise(rounds) }, 0.0);
        }
        let (mut start, mut operations) = ([0.5; 16], 0);
        multiply_and_add(self, rounds, &mut start, &mut operations);
        (operations, start[0])
    }
}

/// A function for any kernel of vectors, from one that is generic over [`Lanes`] and inlined.
macro_rules! dispatched {
    ($(#[$doc:meta])* $name:ident = $generic:path, $($argument:ident: $type:ty),*) => {
        $(#[$doc])*
        ///
        /// # Panics
        /// When this machine does not have the kernel.
        pub fn $name(kernel: Kernel, $($argument: $type),*) {
            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx512f")]
            unsafe fn avx512($($argument: $type),*) {
                use $generic as generic;
                // SAFETY: the caller vouches for AVX-512F.
                unsafe { generic::<super::vectors::Avx512>($($argument),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn avx2($($argument: $type),*) {
                use $generic as generic;
                // SAFETY: the caller vouches for AVX2 and FMA.
                unsafe { generic::<super::vectors::Avx2>($($argument),*) }
            }

            use $generic as generic;
            assert!(kernel.is_available(), "this machine has no {kernel:?}");
            match kernel.of_vectors() {
                // SAFETY: the kernel is available.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx512 => unsafe { avx512($($argument),*) },
                // SAFETY: the kernel is available.
                #[cfg(target_arch = "x86_64")]
                Kernel::Avx2 => unsafe { avx2($($argument),*) },
                // SAFETY: plain Rust runs everywhere.
                _ => unsafe { generic::<Portable>($($argument),*) },
            }
        }
    };
}

/// Runs a network on the planes of the first positions in `scratch`, one for each of `rules`, which say what the
/// rules of a position do to the network, and leaves the outputs there.
///
/// # Panics
/// When there are more than its [`capacity`](Scratch::capacity), or it was made for another network.
pub fn run(net: &CpuNet, rules: &[Arc<Conditioning>], scratch: &mut Scratch) {
    let kernel = net.kernel();
    #[cfg(target_arch = "x86_64")]
    if kernel == Kernel::Amx {
        #[target_feature(enable = "avx512f,avx512bf16")]
        unsafe fn amx(net: &CpuNet, rules: &[Arc<Conditioning>], scratch: &mut Scratch) {
            // SAFETY: the caller vouches for the instructions.
            unsafe { super::play::run::<super::vectors::Amx>(net, rules, scratch) };
        }

        assert!(kernel.is_available(), "this machine has no {kernel:?}");
        // SAFETY: the kernel is available.
        return unsafe {
            if kernel.is_direct(net.precision()) {
                super::play::run_direct(net, rules, scratch);
            } else {
                amx(net, rules, scratch);
            }
        };
    }
    run_by_vectors(kernel, net, rules, scratch);
}

dispatched! {
    /// As [`run`], without tiles.
    run_by_vectors = super::play::run,
    net: &CpuNet,
    rules: &[Arc<Conditioning>],
    scratch: &mut Scratch
}

dispatched! {
    /// Multiplies and adds in registers alone.
    multiply_and_add = super::peak::multiply_and_add,
    rounds: u64,
    start: &mut [f32; 16],
    operations: &mut u64
}

dispatched! {
    /// Runs samples forwards and backwards.
    learn = super::tape::learn,
    pass: &LearnPass,
    group: &mut Group,
    rows: &[BatchRow<'_>],
    weights: &[f32],
    gradients: &mut NetGradients
}
