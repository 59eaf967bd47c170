//! Numbers of 16 bits, for GPUs: they compute with them several times as fast.

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{DType, Device, Tensor, TensorData, f16};
use half::slice::HalfFloatSliceExt as _;

use super::model::Network;

/// Numbers that play is computed in. They are 8 times as exact as bf16, whose larger range only gradients need.
pub(super) const HALF: DType = DType::F16;
/// Numbers that learning is computed in; the weights that learn stay in `f32`.
pub(super) const BRAIN: DType = DType::BF16;

/// Numbers of the host on a device, as this kind.
pub(super) fn tensor<const D: usize>(
    values: &[f32],
    shape: [usize; D],
    device: &Device,
    kind: DType,
) -> Tensor<D> {
    if kind == DType::F32 {
        return Tensor::from_data(TensorData::new(values.to_vec(), shape), device);
    }
    // Fewer bytes go over, and the host rounds to f16 by one instruction.
    let mut halves = vec![f16::ZERO; values.len()];
    halves.convert_from_f32_slice(values);
    let halves = Tensor::from_data(TensorData::new(halves, shape), (device, HALF));
    if kind == HALF { halves } else { halves.cast(kind) }
}

/// The axes of weights or boards as GPUs want them in memory: the channels last.
pub(super) const CHANNELS_LAST: [usize; 4] = [0, 2, 3, 1];
/// The way back.
pub(super) const CHANNELS_FIRST: [usize; 4] = [0, 3, 1, 2];

/// The tensor with its axes in another order, if it has four.
pub(super) fn reordered<const D: usize>(tensor: Tensor<D>, order: [usize; 4]) -> Tensor<D> {
    if D == 4 {
        tensor.permute(std::array::from_fn::<_, D, _>(|place| order[place]))
    } else {
        tensor
    }
}

impl Network {
    /// The same network in halves, for play on a GPU.
    pub(super) fn in_halves(self) -> Self {
        self.map(&mut Halves)
    }
}

struct Halves;

impl ModuleMapper for Halves {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weights| {
            let device = weights.device();
            // Only numbers that come from the host are sure to lie in the order of their axes.
            let numbers = reordered(weights.cast(HALF), CHANNELS_LAST).into_data();
            reordered(Tensor::from_data(numbers, (&device, HALF)), CHANNELS_FIRST)
        })
    }
}
