//! What a head is.

use burn::tensor::{Device, Tensor};

use crate::NetConfig;
use crate::batch::{Batch, BatchRow};
use crate::cpu::View;
use crate::layer::Layer;
use crate::loss::LossKind;
use crate::modules::Modules;

/// Something that a network says about a position, and what it learns from that.
pub trait Head: Sync {
    /// Its part of the names of its layers: `policy`.
    fn name(&self) -> &'static str;

    /// Its layers in a network of this configuration, by their names within the head; none if that network
    /// does not have the head.
    fn layers(&self, config: &NetConfig) -> Vec<Layer>;

    /// Its losses.
    fn losses(&self) -> &'static [LossKind];

    /// The losses by burn, as tensors of one number, means over the batch by the weights of its samples.
    fn losses_by_burn(
        &self,
        layers: &Modules<'_>,
        trunk: &TrunkOutput,
        batch: &Batch,
        device: &Device,
    ) -> Vec<Tensor<1>>;

    /// The parts that one sample has in the losses, on the CPU. Leaves the gradients of the outputs of its
    /// layers in `view`, for losses that count by `weights` in their sum.
    fn compare(&self, view: &mut View<'_>, row: BatchRow<'_>, weights: &[f32]) -> [f32; 2];
}

/// What the heads read.
#[derive(Clone, Debug)]
pub struct TrunkOutput {
    /// `[b, channels, height, width]`
    pub squares: Tensor<4>,
    /// Mean and maximum of every channel, `[b, 2 * channels]`.
    pub pooled: Tensor<2>,
}
