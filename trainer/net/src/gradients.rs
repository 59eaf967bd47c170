//! Gradients of all weights: by burn, or on the CPU in our own code, which is several times as fast and
//! needs little memory.

use burn::tensor::{Device, Gradients, Tensor};

use super::batch::Batch;
use super::bits::Boards;
use super::cpu::{Kernel, LearnPass, Method};
use super::halves::tensor;
use super::heads::loss_kinds;
use super::layer::Weights;
use super::loss::Losses;
use super::model::Network;
use super::modules::numbers;
use super::{LearnConfig, NetConfig};

/// Gradients by burn, on any device. `device` is the autodiff device of the weights.
pub fn by_burn(
    network: &Network,
    batch: &Batch,
    config: &LearnConfig,
    device: &Device,
) -> (Losses, Gradients) {
    let (kinds, losses) = (loss_kinds(), tensors_of_losses(network, batch, device));
    let weighted =
        kinds.iter().zip(&losses).map(|(kind, loss)| loss.clone() * (kind.weight)(config));
    let total = weighted.reduce(|sum, loss| sum + loss).expect("a network has losses");
    let gradients = total.backward();
    // Fetched from the device in one go.
    let values = numbers(Tensor::cat(losses, 0));
    (Losses::new(&kinds, &values, config), gradients)
}

/// The losses alone, by burn, on the device of the weights.
pub fn losses_by_burn(network: &Network, batch: &Batch, config: &LearnConfig) -> Losses {
    let losses = tensors_of_losses(network, batch, &network.device());
    Losses::new(&loss_kinds(), &numbers(Tensor::cat(losses, 0)), config)
}

/// The losses of all heads, in their order, as tensors of one number.
fn tensors_of_losses(network: &Network, batch: &Batch, device: &Device) -> Vec<Tensor<1>> {
    let planes = batch.planes.len() / batch.len / batch.board.squares();
    let kind = network.kind();
    let planes =
        Boards::of(&batch.planes, planes, batch.board).on(planes, batch.board, (device, kind));
    let shape = [batch.len, batch.rules.len() / batch.len];
    let rules = (shape[1] > 0).then(|| tensor(&batch.rules, shape, device, kind));
    network.losses(planes, rules, batch, device)
}

/// The same in our own code: an array for each parameter, in the order of the layers.
///
/// # Panics
/// When the batch has other planes or rule vectors than the network.
pub fn by_cpu(
    weights: &[Weights],
    net: &NetConfig,
    batch: &Batch,
    config: &LearnConfig,
    code: (Kernel, Method),
) -> (Losses, Vec<Vec<f32>>) {
    let pass = LearnPass::new(weights, net, code);
    let (losses, own) = pass.learn(batch, config);
    let mut named = pass.gradients(&own);
    let names = weights.iter().flat_map(|layer| layer.layer.parameters());
    let gradients = names.map(|(name, _)| named.remove(&name).unwrap_or_else(|| panic!("{name}")));
    let gradients = gradients.collect();
    debug_assert!(named.is_empty(), "gradients of no parameter: {:?}", named.keys());
    let losses: Vec<f32> = losses.into_iter().map(|loss| loss as f32).collect();
    (Losses::new(&loss_kinds(), &losses, config), gradients)
}

#[cfg(test)]
mod tests;
