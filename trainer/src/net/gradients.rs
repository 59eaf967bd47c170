//! Gradients of all weights: by burn, or on the CPU with the trunk in our own code, which is
//! several times as fast and needs little memory.

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};

use super::LearnConfig;
use super::batch::Batch;
use super::cpu::{Kernel, TrunkGradients, TrunkPass, kernel_gradients};
use super::loss::{LossParts, Losses, Targets, inputs, rules};
use super::model::Network;

/// Gradients by burn, on any device. `device` is the autodiff device of the weights.
pub fn by_burn(
    network: &Network,
    batch: &Batch,
    config: &LearnConfig,
    device: &Device,
) -> (Losses, GradientsParams) {
    let (planes, rules) = inputs(batch, device);
    let outputs = network.foresee(network.trunk.forward(planes, rules));
    let parts = LossParts::new(outputs, Targets::new(batch, device));
    let total = parts.total(config);
    let gradients = GradientsParams::from_grads(total.backward(), network);
    (parts.read(total), gradients)
}

/// The same with the trunk's forward and backward pass in our own code.
///
/// burn still differentiates the rule layers, which give the trunk a scale and a shift for every
/// channel, and the heads, which read the trunk's output: only the trunk has a derivative written
/// by hand.
pub fn by_cpu(
    network: &Network,
    batch: &Batch,
    config: &LearnConfig,
    device: &Device,
    kernel: Kernel,
) -> (Losses, GradientsParams) {
    let pass = TrunkPass::new(&network.trunk, kernel);
    let affines = network.trunk.affines(rules(batch, device), batch.len);
    let mut values = numbers(affines.clone());
    let channels = network.config().channels;
    let shape = [batch.len, channels, batch.board.height, batch.board.width];
    let output = TensorData::new(pass.forward(batch, &values), shape);
    let output = Tensor::<4>::from_data(output, device).require_grad();

    let parts = LossParts::new(network.foresee(output.clone()), Targets::new(batch, device));
    let total = parts.total(config);
    let mut graph = total.backward();
    let gradient = output.grad_remove(&mut graph).expect("the loss depends on the trunk");
    let mut gradients = GradientsParams::from_grads(graph, network);

    let of_trunk = pass.backward(batch, &mut values, &numbers(gradient));
    // The gradient of this sum with respect to `affines` is `values`, so that burn carries on
    // from there.
    let shape = affines.dims();
    let carried = (affines * Tensor::from_data(TensorData::new(values, shape), device)).sum();
    let of_rules = GradientsParams::from_grads(carried.backward(), network);
    network.visit(&mut Merge { from: of_rules, into: &mut gradients });
    let plain = device.clone().without_autodiff();
    register(network, &pass, &of_trunk, &plain, &mut gradients);
    (parts.read(total), gradients)
}

/// Hands the gradients of the trunk to burn, without the padding of our own layout.
fn register(
    network: &Network,
    pass: &TrunkPass,
    of_trunk: &TrunkGradients,
    device: &Device,
    into: &mut GradientsParams,
) {
    let channels = network.config().channels;
    let convs = network.trunk.blocks.iter().flat_map(|block| [&block.first, &block.second]);
    let convs = std::iter::once(&network.trunk.stem).chain(convs);
    for ((layer, conv), points) in pass.trunk.convs().zip(convs).zip(&of_trunk.convs) {
        into.register(conv.weight.id, kernel_gradients(layer, points, channels, device));
    }
    for (block, (shift, pooled)) in
        network.trunk.blocks.iter().zip(of_trunk.shifts.iter().zip(&of_trunk.pooled))
    {
        let shift = Tensor::<1>::from_data(&shift[..channels], device);
        register_bias(block.second.bias.as_ref(), &shift, into);
        if let Some(layer) = &block.pooled {
            let halves = pooled.chunks_exact(pooled.len() / 2);
            let rows =
                halves.flat_map(|half| half.chunks_exact(pass.trunk.channels).take(channels));
            let weights: Vec<f32> = rows.flat_map(|row| &row[..channels]).copied().collect();
            let weights = TensorData::new(weights, [2 * channels, channels]);
            into.register(layer.weight.id, Tensor::<2>::from_data(weights, device));
            register_bias(layer.bias.as_ref(), &shift, into);
        }
    }
}

fn register_bias(
    bias: Option<&Param<Tensor<1>>>,
    gradient: &Tensor<1>,
    into: &mut GradientsParams,
) {
    if let Some(bias) = bias {
        into.register(bias.id, gradient.clone());
    }
}

/// Moves gradients from one container to another.
struct Merge<'a> {
    from: GradientsParams,
    into: &'a mut GradientsParams,
}

impl ModuleVisitor for Merge<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        if let Some(gradient) = self.from.remove::<D>(param.id) {
            self.into.register(param.id, gradient);
        }
    }
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.inner().into_data().iter::<f32>().collect()
}

#[cfg(test)]
mod tests;
