//! Which vector unit computes.

use burn::nn::conv::Conv2d;

use super::forward::Scratch;
use super::lanes::Lanes;
use super::layers::Conv;
use super::lesson::Lesson;
use super::tape::{Group, LearnPass, NetGradients};
use super::vectors::Portable;
use super::{Conditioning, CpuNet, gentle, winograd};

/// Code for one kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// x86-64 with AVX-512F, AVX-512 BF16 and AMX-BF16, on a system that grants the tiles of AMX. Learning
    /// is that of [`Avx512`](Self::Avx512).
    Amx,
    /// x86-64 with AVX-512F.
    Avx512,
    /// x86-64 with AVX2 and FMA.
    Avx2,
    /// Any processor.
    Portable,
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: [Self; 4] = [Self::Amx, Self::Avx512, Self::Avx2, Self::Portable];

    /// The fastest kernel of this machine.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Self::Portable)
    }

    /// Whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => super::amx::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Amx | Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// Multiplies and adds in registers alone, `rounds` times a fixed number of vectors, and gives
    /// the number of operations: how fast it does so is the peak of one core. The second result
    /// depends on all of the work. For [`Amx`](Self::Amx) this is done in vectors too.
    ///
    /// # Panics
    /// When this machine does not have the kernel.
    pub fn exercise(self, rounds: u64) -> (u64, f32) {
        let mut start = [0.5; 16];
        multiply_and_add(self, rounds, &mut start);
        (super::peak::operations(rounds, self.width()), start[0])
    }

    /// Its name: `amx`, `avx512`, `avx2`, `portable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Amx => "amx",
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        }
    }

    /// The kernel that computes what is not done in tiles, such as learning.
    pub(super) const fn of_vectors(self) -> Self {
        match self {
            Self::Amx => Self::Avx512,
            other => other,
        }
    }

    /// Values per vector.
    pub(super) const fn width(self) -> usize {
        match self.of_vectors() {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::vectors::Avx512::WIDTH,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::vectors::Avx2::WIDTH,
            _ => Portable::WIDTH,
        }
    }

    /// Outputs per block of weights.
    pub(super) const fn block(self) -> usize {
        match self.of_vectors() {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::vectors::Avx512::BLOCK,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::vectors::Avx2::BLOCK,
            _ => Portable::BLOCK,
        }
    }

    /// Outputs of a convolution of `outputs` outputs that are summed up together.
    pub(super) fn sums_together(self, outputs: usize) -> usize {
        if self == Self::Amx { outputs } else { self.block() }
    }

    /// A 3x3 convolution for inference.
    pub(super) fn conv(self, layer: &Conv2d) -> Conv {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => super::tiles::tiled(&Conv::at_points(layer, self.block(), &gentle::G)),
            _ => Conv::at_points(layer, self.block(), &winograd::G),
        }
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

/// Runs a network on the planes of the first positions in `scratch` and leaves the outputs there.
///
/// # Panics
/// When this machine does not have the kernel.
pub fn run(
    kernel: Kernel,
    net: &CpuNet,
    conditioning: &Conditioning,
    scratch: &mut Scratch,
    positions: usize,
) {
    #[cfg(target_arch = "x86_64")]
    if kernel == Kernel::Amx {
        #[target_feature(enable = "avx512f,avx512bf16")]
        unsafe fn amx(
            net: &CpuNet,
            conditioning: &Conditioning,
            scratch: &mut Scratch,
            positions: usize,
        ) {
            // SAFETY: the caller vouches for the instructions.
            unsafe {
                super::forward::run::<super::vectors::Amx>(net, conditioning, scratch, positions);
            }
        }

        assert!(kernel.is_available(), "this machine has no {kernel:?}");
        // SAFETY: the kernel is available.
        return unsafe { amx(net, conditioning, scratch, positions) };
    }
    run_by_vectors(kernel, net, conditioning, scratch, positions);
}

dispatched! {
    /// As [`run`], without tiles.
    run_by_vectors = super::forward::run,
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
