//! Gradients of all weights: by burn, or on the CPU in our own code, which is several times as fast and
//! needs little memory.

use burn::module::Param;
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor, TensorData};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::LearnConfig;
use super::batch::Batch;
use super::cpu::{HeadGradients, Kernel, LearnPass, NetGradients, kernel_gradients};
use super::loss::{LossParts, Losses, Targets, inputs, rules};
use super::model::{Network, PolicyHead};

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
    let gradients = GradientsParams::from_grads(parts.total(config).backward(), network);
    (parts.read(config), gradients)
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
    let pass = LearnPass::new(network, kernel);
    let affines = network.trunk.affines(rules(batch, device), batch.len);
    let mut values = numbers(affines.clone());
    let (losses, own) = pass.learn(batch, &mut values, config);
    // The gradient of this sum with respect to `affines` is `values`, so that burn carries on
    // from there.
    let shape = affines.dims();
    let carried = (affines * Tensor::from_data(TensorData::new(values, shape), device)).sum();
    let gradients = GradientsParams::from_grads(carried.backward(), network);
    let device = device.clone().without_autodiff();
    let mut register = Register { device, gradients };
    register.trunk(network, &pass, &own);
    register.heads(network, &own.heads);
    (Losses::new(losses.map(|loss| loss as f32), config), register.gradients)
}

/// Hands our gradients to burn, without the padding of our own layout.
struct Register {
    device: Device,
    gradients: GradientsParams,
}

impl Register {
    fn set<const D: usize>(&mut self, param: &Param<Tensor<D>>, values: Vec<f32>) {
        let values = TensorData::new(values, param.dims());
        self.gradients.register(param.id, Tensor::<D>::from_data(values, &self.device));
    }

    fn set_bias(&mut self, bias: Option<&Param<Tensor<1>>>, values: &[f32]) {
        if let Some(bias) = bias {
            self.set(bias, values.to_vec());
        }
    }

    fn trunk(&mut self, network: &Network, pass: &LearnPass, own: &NetGradients) {
        let (trunk, channels) = (&network.trunk, network.config().channels);
        let layers: Vec<_> = pass.trunk.convs().zip(&own.convs).collect();
        let kernels: Vec<Vec<f32>> = layers
            .into_par_iter()
            .map(|(layer, points)| kernel_gradients(layer, points, channels))
            .collect();
        let convs = trunk.blocks.iter().flat_map(|block| [&block.first, &block.second]);
        for (conv, kernels) in std::iter::once(&trunk.stem).chain(convs).zip(kernels) {
            self.set(&conv.weight, kernels);
        }
        for (block, (shift, pooled)) in trunk.blocks.iter().zip(own.shifts.iter().zip(&own.pooled))
        {
            self.set_bias(block.second.bias.as_ref(), &shift[..channels]);
            if let Some(layer) = &block.pooled {
                let halves = pooled.chunks_exact(pooled.len() / 2);
                let rows =
                    halves.flat_map(|half| half.chunks_exact(pass.trunk.channels).take(channels));
                let weights = rows.flat_map(|row| &row[..channels]).copied().collect();
                self.set(&layer.weight, weights);
                self.set_bias(layer.bias.as_ref(), &shift[..channels]);
            }
        }
    }

    fn heads(&mut self, network: &Network, own: &HeadGradients) {
        let Network { policy, value, reply, occupancy, .. } = network;
        let (mut column, mut output) = (0, network.config().value_hidden);
        self.dense(&value.hidden, (&own.pooled, &own.pooled_bias), 0);
        for head in std::iter::once(policy).chain(reply) {
            let PolicyHead { squares, victim, decline } = head;
            column = self.pointwise(squares, own, column);
            column = self.pointwise(victim, own, column);
            output = self.dense(decline, (&own.pooled, &own.pooled_bias), output);
        }
        if let Some(head) = occupancy {
            self.pointwise(&head.squares, own, column);
        }
        let plies_left = self.dense(&value.wdl, (&own.value, &own.value_bias), 0);
        self.dense(&value.plies_left, (&own.value, &own.value_bias), plies_left);
    }

    /// A 1x1 convolution whose outputs begin at `column`; gives the column behind them.
    fn pointwise(&mut self, layer: &Conv2d, own: &HeadGradients, column: usize) -> usize {
        let [outputs, inputs, _, _] = layer.weight.dims();
        let columns = column..column + outputs;
        let weights = columns.clone().flat_map(|column| {
            (0..inputs).map(move |input| own.squares[input * own.width + column])
        });
        self.set(&layer.weight, weights.collect());
        self.set_bias(layer.bias.as_ref(), &own.squares_bias[columns]);
        column + outputs
    }

    /// A dense layer whose outputs begin at `first` of those of several; gives the number behind them.
    fn dense(&mut self, layer: &Linear, (weights, bias): (&[f32], &[f32]), first: usize) -> usize {
        let behind = first + layer.weight.dims()[1];
        let rows = weights.chunks_exact(bias.len()).flat_map(|row| &row[first..behind]);
        self.set(&layer.weight, rows.copied().collect());
        self.set_bias(layer.bias.as_ref(), &bias[first..behind]);
        behind
    }
}

fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.inner().into_data().iter::<f32>().collect()
}

#[cfg(test)]
mod tests;
