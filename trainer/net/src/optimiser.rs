//! AdamW with the gradient clipped by the norm over all weights.

use burn::module::{Module, ModuleMapper, ModuleVisitor, Param, ParamId};
use burn::optim::{
    AdamW, AdamWConfig, AdamWState, AdaptiveMomentumState, GradientsParams, Optimizer,
};
use burn::tensor::Tensor;

use super::model::Network;

/// The optimiser and its memory of earlier gradients.
///
/// The arithmetic is burn's; the moments are kept here, by parameter, so that a checkpoint can
/// name them as it names the weights, and so that the clipping sees all weights at once.
pub struct Optimiser {
    adam: AdamW,
    clip: f32,
    /// Steps taken.
    pub steps: usize,
    /// Running means of the gradients.
    pub first: GradientsParams,
    /// Running means of their squares.
    pub second: GradientsParams,
}

impl Optimiser {
    /// `clip` is the largest norm of a gradient that passes unchanged.
    pub fn new(weight_decay: f32, clip: f32) -> Self {
        Self {
            adam: AdamWConfig::new().with_weight_decay(weight_decay).build(),
            clip,
            steps: 0,
            first: GradientsParams::new(),
            second: GradientsParams::new(),
        }
    }

    /// Changes the two parameters, the memory stays.
    pub fn reconfigure(&mut self, weight_decay: f32, clip: f32) {
        self.adam = AdamWConfig::new().with_weight_decay(weight_decay).build();
        self.clip = clip;
    }

    /// Moves the weights of `network` against `gradients`.
    pub fn step(&mut self, rate: f64, network: Network, gradients: GradientsParams) -> Network {
        let mut norm = SquaredNorm { gradients: &gradients, sum: None };
        network.visit(&mut norm);
        let Some(squares) = norm.sum else { return network };
        let scale = (squares.sqrt() + f32::MIN_POSITIVE).recip() * self.clip;
        let scale = scale.clamp_max(1.0);
        let mut update = Update { optimiser: self, gradients, scale, rate };
        let network = network.map(&mut update);
        self.steps += 1;
        network
    }

    /// Takes over the memory of a run that was saved after `steps` steps.
    pub fn restore(&mut self, steps: u64, first: GradientsParams, second: GradientsParams) {
        self.steps = usize::try_from(steps).expect("fewer steps than there are addresses");
        (self.first, self.second) = (first, second);
    }

    /// Forgets and gives back what is known about one parameter.
    fn take_state<const D: usize>(&mut self, id: ParamId) -> Option<AdamWState<D>> {
        let (first, second) = (self.first.remove(id)?, self.second.remove(id)?);
        Some(AdamWState::new(AdaptiveMomentumState::new(self.steps, first, second)))
    }
}

/// Adds up the squares of all gradients, in the order of the parameters.
struct SquaredNorm<'a> {
    gradients: &'a GradientsParams,
    sum: Option<Tensor<1>>,
}

impl ModuleVisitor for SquaredNorm<'_> {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        let Some(gradient) = self.gradients.get::<D>(param.id) else { return };
        let squares = gradient.square().sum();
        self.sum = Some(match self.sum.take() {
            Some(sum) => sum + squares,
            None => squares,
        });
    }
}

struct Update<'a> {
    optimiser: &'a mut Optimiser,
    gradients: GradientsParams,
    /// What every gradient is multiplied by, one number.
    scale: Tensor<1>,
    rate: f64,
}

impl ModuleMapper for Update<'_> {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        let (id, weights, mapper) = param.consume();
        let Some(gradient) = self.gradients.remove::<D>(id) else {
            return Param::from_mapped_value(id, weights, mapper);
        };
        let gradient = gradient * self.scale.clone().reshape([1; D]);
        let state = self.optimiser.take_state(id);
        let (weights, state) =
            self.optimiser.adam.step(self.rate, weights.inner(), gradient, state);
        if let Some(AdamWState { momentum }) = state {
            self.optimiser.first.register(id, momentum.moment_1);
            self.optimiser.second.register(id, momentum.moment_2);
        }
        Param::from_mapped_value(id, Tensor::from_inner(weights).require_grad(), mapper)
    }
}
