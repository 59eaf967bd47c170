//! The exponential average of the weights, which plays better than the latest weights.

use burn::module::{Module, ModuleMapper, Param};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;

use super::model::Network;
use super::parameters::weights;

/// `average · decay + latest · (1 − decay)`, weight by weight.
///
/// In the first steps the average forgets faster: it would otherwise consist of the random start.
pub fn blend(average: Network, latest: &Network, decay: f32, step: u64) -> Network {
    let young = (1.0 + step as f32) / (10.0 + step as f32);
    average.map(&mut Blend { latest: weights(latest), decay: decay.min(young) })
}

struct Blend {
    latest: GradientsParams,
    decay: f32,
}

impl ModuleMapper for Blend {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        match self.latest.remove::<D>(param.id) {
            Some(latest) => param.map(|average| average * self.decay + latest * (1.0 - self.decay)),
            None => param,
        }
    }
}
