//! Gradients of all weights: by burn, or on the CPU in our own code, which is several times as fast and
//! needs little memory.

use std::collections::BTreeMap;

use burn::module::Param;
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};

use super::LearnConfig;
use super::batch::Batch;
use super::cpu::{Kernel, LearnPass};
use super::heads::loss_kinds;
use super::loss::Losses;
use super::model::Network;
use super::modules::{LayerModule, numbers};

/// Gradients by burn, on any device. `device` is the autodiff device of the weights.
pub fn by_burn(
    network: &Network,
    batch: &Batch,
    config: &LearnConfig,
    device: &Device,
) -> (Losses, GradientsParams) {
    let (height, width) = (batch.board.height, batch.board.width);
    let planes = batch.planes.len() / batch.len / (height * width);
    let shape = [batch.len, planes, height, width];
    let planes = Tensor::from_data(TensorData::new(batch.planes.clone(), shape), device);
    let (kinds, losses) =
        (loss_kinds(), network.losses(planes, rules(batch, device), batch, device));
    let weighted =
        kinds.iter().zip(&losses).map(|(kind, loss)| loss.clone() * (kind.weight)(config));
    let total = weighted.reduce(|sum, loss| sum + loss).expect("a network has losses");
    let gradients = GradientsParams::from_grads(total.backward(), network);
    // Fetched from the device in one go.
    let values = numbers(Tensor::cat(losses, 0));
    (Losses::new(&kinds, &values, config), gradients)
}

/// The same in our own code.
///
/// burn still differentiates the rule layers, which give the trunk a scale and a shift for every
/// channel: a small part of the work.
pub fn by_cpu(
    network: &Network,
    batch: &Batch,
    config: &LearnConfig,
    device: &Device,
    kernel: Kernel,
) -> (Losses, GradientsParams) {
    let pass = LearnPass::new(&network.weights(), network.config(), kernel);
    let affines = network.affines(rules(batch, device), batch.len);
    let mut values = numbers(affines.clone());
    let (losses, own) = pass.learn(batch, &mut values, config);
    // The gradient of this sum with respect to `affines` is `values`, so that burn carries on
    // from there.
    let shape = affines.dims();
    let carried = (affines * Tensor::from_data(TensorData::new(values, shape), device)).sum();
    let mut gradients = GradientsParams::from_grads(carried.backward(), network);
    register(network, pass.gradients(&own), &device.clone().without_autodiff(), &mut gradients);
    let losses: Vec<f32> = losses.into_iter().map(|loss| loss as f32).collect();
    (Losses::new(&loss_kinds(), &losses, config), gradients)
}

/// Rule vectors of `batch` on `device`, `[b, rules]`, or `None` where they are empty.
fn rules(batch: &Batch, device: &Device) -> Option<Tensor<2>> {
    let shape = [batch.len, batch.rules.len() / batch.len];
    let rules = || Tensor::from_data(TensorData::new(batch.rules.clone(), shape), device);
    (shape[1] > 0).then(rules)
}

/// Hands gradients by the names of their parameters to burn.
fn register(
    network: &Network,
    mut named: BTreeMap<String, Vec<f32>>,
    device: &Device,
    gradients: &mut GradientsParams,
) {
    for (layer, module) in network.layers() {
        let [(weight, _), (bias, _)] = layer.parameters();
        if let Some(values) = named.remove(&weight) {
            match module {
                LayerModule::Conv(conv) => set(&conv.weight, values, device, gradients),
                LayerModule::Dense(dense) => set(&dense.weight, values, device, gradients),
            }
        }
        if let Some(values) = named.remove(&bias) {
            set(module.bias(), values, device, gradients);
        }
    }
    debug_assert!(named.is_empty(), "gradients of no parameter: {:?}", named.keys());
}

fn set<const D: usize>(
    param: &Param<Tensor<D>>,
    values: Vec<f32>,
    device: &Device,
    gradients: &mut GradientsParams,
) {
    let values = TensorData::new(values, param.dims());
    gradients.register(param.id, Tensor::<D>::from_data(values, device));
}

#[cfg(test)]
mod tests;
