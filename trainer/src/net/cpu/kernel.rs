//! Which vector unit computes.

use super::forward::Scratch;
use super::lanes::{Lanes, Portable};
use super::lesson::Lesson;
use super::tape::{Group, LearnPass, NetGradients};
use super::{Conditioning, CpuNet};

/// Code for one kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// x86-64 with AVX-512F.
    Avx512,
    /// x86-64 with AVX2 and FMA.
    Avx2,
    /// Any processor.
    Portable,
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// The fastest kernel of this machine.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// Multiplies and adds in registers alone, `rounds` times a fixed number of vectors, and gives
    /// the number of operations: how fast it does so is the peak of one core. The second result
    /// depends on all of the work.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    pub fn exercise(self, rounds: u64) -> (u64, f32) {
        let mut start = [0.5; 16];
        multiply_and_add(self, rounds, &mut start);
        (super::peak::operations(rounds, self.width()), start[0])
    }

    /// Its name: `avx512`, `avx2`, `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// Values per vector.
    pub(super) const fn width(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::lanes::Avx512::WIDTH,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::lanes::Avx2::WIDTH,
            _ => Portable::WIDTH,
        }
    }

    /// Outputs per block of weights.
    pub(super) const fn block(self) -> usize {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::lanes::Avx512::BLOCK,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::lanes::Avx2::BLOCK,
            _ => Portable::BLOCK,
        }
    }
}

/// A function for any kernel, from one that is generic over [`Lanes`] and inlined.
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
                unsafe { generic::<super::lanes::Avx512>($($argument),*) }
            }

            #[cfg(target_arch = "x86_64")]
            #[target_feature(enable = "avx2,fma")]
            unsafe fn avx2($($argument: $type),*) {
                use $generic as generic;
                // SAFETY: the caller vouches for AVX2 and FMA.
                unsafe { generic::<super::lanes::Avx2>($($argument),*) }
            }

            use $generic as generic;
            assert!(kernel.is_available(), "this machine has no {kernel:?}");
            match kernel {
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

dispatched! {
    /// Runs a network on the planes of the first positions in `scratch` and leaves the outputs there.
    run = super::forward::run,
    net: &CpuNet,
    conditioning: &Conditioning,
    scratch: &mut Scratch,
    positions: usize
}

dispatched! {
    /// Multiplies and adds in registers alone.
    multiply_and_add = super::peak::multiply_and_add, rounds: u64, start: &mut [f32; 16]
}

dispatched! {
    /// Runs samples forwards and backwards.
    learn = super::tape::learn,
    pass: &LearnPass,
    group: &mut Group,
    lessons: &[Lesson<'_>],
    gradients: &mut NetGradients,
    losses: &mut [f64; 5]
}
