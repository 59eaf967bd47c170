//! Learning by burn alone, on any device.

use burn::module::{Module, ModuleMapper, Param};
use burn::optim::GradientsParams;
use burn::tensor::{Device, Tensor};

use crate::average::blend;
use crate::batch::Batch;
use crate::gradients::{by_burn, losses_by_burn};
use crate::layer::Weights;
use crate::optimiser::Optimiser;
use crate::parameters::weights;
use crate::{LearnConfig, Losses, Network};

/// A network that learns, its average and the optimiser.
pub struct DeviceState {
    latest: Network,
    average: Network,
    optimiser: Optimiser,
}

impl DeviceState {
    /// Takes over the numbers after `steps` steps; `latest` keeps what gradients need.
    pub fn new(
        latest: Network,
        average: Network,
        moments: Option<&[Network; 2]>,
        (config, steps): (&LearnConfig, u64),
    ) -> Self {
        let mut optimiser = Optimiser::new(config.weight_decay, config.clip);
        if let Some([first, second]) = moments {
            optimiser.restore(steps, weights(first), weights(second));
        }
        Self { latest, average, optimiser }
    }

    /// Learns from a batch after `done` steps; `device` is the autodiff device of the weights.
    pub fn step(
        &mut self,
        batch: &Batch,
        config: &LearnConfig,
        done: u64,
        device: &Device,
    ) -> Losses {
        let (losses, gradients) = by_burn(&self.latest, batch, config, device);
        let (rate, network) = (config.schedule.rate(done), self.latest.clone());
        self.latest = self.optimiser.step(rate, network, gradients);
        self.average = blend(self.average.clone(), &self.latest, config.average_keeps(done));
        losses
    }

    /// The losses of the average on a batch.
    pub fn losses(&self, batch: &Batch, config: &LearnConfig) -> Losses {
        losses_by_burn(&self.average, batch, config)
    }

    /// Changes how it learns from the next step on.
    pub fn reconfigure(&mut self, config: &LearnConfig) {
        self.optimiser.reconfigure(config.weight_decay, config.clip);
    }

    /// The average of the weights.
    pub fn average(&self) -> &Network {
        &self.average
    }

    /// Weights, average and both moments; before the first step the moments are zeros.
    pub fn all(&self) -> [Vec<Weights>; 4] {
        let moments = |moments| self.shaped_like_network(moments).weights();
        let Optimiser { first, second, .. } = &self.optimiser;
        [self.latest.weights(), self.average.weights(), moments(first), moments(second)]
    }

    /// The moments as a network, so that they are named and stored as its weights are.
    fn shaped_like_network(&self, moments: &GradientsParams) -> Network {
        self.average.clone().map(&mut Replace(moments))
    }
}

/// Puts the tensors of the same parameters in the place of the weights.
struct Replace<'a>(&'a GradientsParams);

impl ModuleMapper for Replace<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let moment = self.0.get::<D>(param.id);
        param.map(|weights| moment.unwrap_or_else(|| weights.zeros_like()))
    }
}
