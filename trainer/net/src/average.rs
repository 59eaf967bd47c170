//! The exponential average of the weights, which plays better than the latest weights.

use burn::module::{Module, ModuleMapper, Param};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;

use super::model::Network;
use super::parameters::weights;

/// `average · keeps + latest · (1 − keeps)`, weight by weight.
pub fn blend(average: Network, latest: &Network, keeps: f32) -> Network {
    average.map(&mut Blend { latest: weights(latest), keeps })
}

struct Blend {
    latest: GradientsParams,
    keeps: f32,
}

impl ModuleMapper for Blend {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        match self.latest.remove::<D>(param.id) {
            Some(latest) => param.map(|average| average * self.keeps + latest * (1.0 - self.keeps)),
            None => param,
        }
    }
}
