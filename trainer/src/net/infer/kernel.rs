//! Which vector unit computes.

use super::forward::{self, Scratch};
use super::lanes::{Lanes, Portable};
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

    /// Runs the network on the planes in `scratch` and leaves the outputs there.
    pub(super) fn run(net: &CpuNet, conditioning: &Conditioning, scratch: &mut Scratch) {
        match net.kernel() {
            // SAFETY: a `CpuNet` exists only for a kernel that is available.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => unsafe { run_avx512(net, conditioning, scratch) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => unsafe { run_avx2(net, conditioning, scratch) },
            // SAFETY: plain Rust runs everywhere.
            _ => unsafe { forward::run::<Portable>(net, conditioning, scratch) },
        }
    }
}

/// # Safety
/// The machine has AVX-512F.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
unsafe fn run_avx512(net: &CpuNet, conditioning: &Conditioning, scratch: &mut Scratch) {
    // SAFETY: the caller vouches for the instructions.
    unsafe { forward::run::<super::lanes::Avx512>(net, conditioning, scratch) }
}

/// # Safety
/// The machine has AVX2 and FMA.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,fma")]
unsafe fn run_avx2(net: &CpuNet, conditioning: &Conditioning, scratch: &mut Scratch) {
    // SAFETY: the caller vouches for the instructions.
    unsafe { forward::run::<super::lanes::Avx2>(net, conditioning, scratch) }
}
