//! Which vector unit computes.

use std::str::FromStr;

use imperial_engine::BoardShape;

use super::lanes::Lanes;
use super::layers::Conv;
use super::vectors::Portable;
use super::window::Tiling;
use super::{fours, gentle, winograd};
use crate::layer::Weights;

/// How exact evaluations and gradients are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// As fast as the kernel can. Where there are matrix tiles, what the trunk's convolutions and their gradients
    /// multiply is rounded to 16 bits (bf16). The weights that learn stay in `f32`.
    #[default]
    Fast,
    /// All of `f32`, to rounding.
    Exact,
}

/// A kernel that does not compute here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KernelError {
    /// This machine lacks its instructions.
    #[error("this machine cannot run the kernel `{0}`; it has {has}", has = names(Kernel::is_available))]
    Lacking(&'static str),
    /// Nothing is called that.
    #[error("`{0}` is not a kernel; expected one of {all}", all = names(|_| true))]
    Unknown(String),
}

/// The names of some kernels.
fn names(which: impl Fn(Kernel) -> bool) -> String {
    let kernels = Kernel::ALL.into_iter().filter(|kernel| which(*kernel));
    kernels.map(Kernel::name).collect::<Vec<_>>().join(", ")
}

/// Code for one kind of processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kernel {
    /// x86-64 with AVX-512F, AVX-512 BF16 and AMX-BF16, on a system that grants the tiles of AMX.
    /// [Exact](Precision::Exact) learning is that of [`Avx512`](Self::Avx512).
    Amx,
    /// x86-64 with AVX-512F.
    Avx512,
    /// x86-64 with AVX2 and FMA.
    Avx2,
    /// Any processor. All x86-64 compute the same bits.
    Portable,
}

impl FromStr for Kernel {
    type Err = KernelError;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let known = Self::ALL.into_iter().find(|kernel| kernel.name() == name);
        known.ok_or_else(|| KernelError::Unknown(name.to_owned()))
    }
}

impl Kernel {
    /// All kernels, the fastest first.
    pub const ALL: [Self; 4] = [Self::Amx, Self::Avx512, Self::Avx2, Self::Portable];

    /// The fastest kernel of this machine.
    pub fn best() -> Self {
        Self::ALL.into_iter().find(|kernel| kernel.is_available()).unwrap_or(Self::Portable)
    }

    /// This one, if this machine has it.
    ///
    /// # Errors
    /// When it does not; the message names those that it has.
    pub fn or_lacking(self) -> Result<Self, KernelError> {
        if self.is_available() { Ok(self) } else { Err(KernelError::Lacking(self.name())) }
    }

    /// Whether this machine has the instructions.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Amx => super::tile_unit::is_available(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => is_x86_feature_detected!("avx512f"),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma"),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Amx | Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
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

    /// The kernel that computes what is not done in tiles, such as the heads.
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

    /// Whether convolutions are direct ones of numbers of 16 bits.
    pub(super) fn is_direct(self, precision: Precision) -> bool {
        (self, precision) == (Self::Amx, Precision::Fast)
    }

    /// Into which tiles a board is cut for inference. The weights for tiles of AMX are those of 3x3.
    pub(super) fn tiling(self, board: BoardShape) -> Tiling {
        if self == Self::Amx { Tiling::Threes } else { Tiling::of(board) }
    }

    /// A 3x3 convolution for inference.
    pub(super) fn conv(self, precision: Precision, layer: &Weights, tiling: Tiling) -> Conv {
        match self {
            #[cfg(target_arch = "x86_64")]
            _ if self.is_direct(precision) => super::direct::laid_out(layer, self.block()),
            #[cfg(target_arch = "x86_64")]
            Self::Amx => super::tiles::tiled(&Conv::at_points(layer, self.block(), &gentle::G)),
            _ => match tiling {
                Tiling::Threes => Conv::at_points(layer, self.block(), &winograd::G),
                Tiling::Fours => Conv::at_points(layer, self.block(), &fours::G),
            },
        }
    }
}
