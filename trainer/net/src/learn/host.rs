//! Learning on the CPU: all numbers in plain memory, and gradients by our own kernels.

use burn::tensor::Device;

use crate::adam::{AdamStep, Diverged, Part, check_finite};
use crate::batch::Batch;
use crate::cpu::Method;
use crate::gradients::by_cpu;
use crate::layer::Weights;
use crate::{Kernel, LearnConfig, Losses, NetConfig, Network, Precision};

/// A network that learns, its average and the moments of its gradients: an array for each parameter.
#[derive(Debug)]
pub struct HostState {
    pub kernel: Kernel,
    pub precision: Precision,
    pub config: NetConfig,
    /// The training that it comes from.
    training: Option<String>,
    latest: Vec<Weights>,
    average: Vec<Weights>,
    moments: [Vec<Weights>; 2],
}

impl HostState {
    /// Takes over the numbers; without moments nothing was learned yet.
    pub fn new(
        latest: &Network,
        average: &Network,
        moments: Option<&[Network; 2]>,
        kernel: Kernel,
    ) -> Self {
        let zeros = || latest.layers().map(|(layer, _)| Weights::zeros(layer.clone())).collect();
        Self {
            kernel,
            precision: Precision::Fast,
            config: latest.config().clone(),
            training: average.training().map(str::to_owned),
            latest: latest.weights(),
            average: average.weights(),
            moments: moments.map_or_else(
                || [zeros(), zeros()],
                |moments| moments.each_ref().map(Network::weights),
            ),
        }
    }

    /// Learns from a batch, as step number `done` + 1.
    pub fn step(
        &mut self,
        batch: &Batch,
        config: &LearnConfig,
        done: u64,
    ) -> Result<Losses, Diverged> {
        let code = (self.kernel, Method::of(self.kernel, self.precision));
        let (losses, gradients) = by_cpu(&self.latest, &self.config, batch, config, code);
        check_finite(&[losses.total])?;
        let step = AdamStep::after(done, config);
        let [first, second] = &mut self.moments;
        let weights = arrays_of(&mut self.latest).zip(arrays_of(&mut self.average));
        let moments = arrays_of(first).zip(arrays_of(second));
        step.take(weights.zip(moments).zip(&gradients).map(
            |(((latest, average), (first, second)), gradient)| Part {
                latest,
                average,
                first,
                second,
                gradient,
            },
        ))?;
        Ok(losses)
    }

    /// The losses of the average on a batch.
    pub fn losses(&self, batch: &Batch, config: &LearnConfig) -> Losses {
        let code = (self.kernel, Method::of(self.kernel, self.precision));
        by_cpu(&self.average, &self.config, batch, config, code).0
    }

    /// The latest weights, for `device`.
    pub fn latest(&self, device: &Device) -> Network {
        self.network(&self.latest, device)
    }

    /// The average of the weights, for `device`.
    pub fn average(&self, device: &Device) -> Network {
        self.network(&self.average, device)
    }

    /// Weights, average and both moments.
    pub fn all(&self) -> [&[Weights]; 4] {
        let [first, second] = &self.moments;
        [&self.latest, &self.average, first, second]
    }

    fn network(&self, weights: &[Weights], device: &Device) -> Network {
        let network = Network::from_weights(&self.config, weights, device);
        network.of_training(self.training.clone())
    }
}

/// The numbers of all parameters, in their order.
fn arrays_of(layers: &mut [Weights]) -> impl Iterator<Item = &mut [f32]> {
    layers.iter_mut().flat_map(|layer| [&mut layer.weights[..], &mut layer.bias[..]])
}
