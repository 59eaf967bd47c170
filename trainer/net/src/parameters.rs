//! Tensors by the parameter that they belong to: weights, gradients, moments.

use burn::module::{Module, ModuleVisitor, Param};
use burn::optim::GradientsParams;
use burn::tensor::Tensor;

use super::model::Network;

/// The weights of `network`, without the graph of learning.
pub fn weights(network: &Network) -> GradientsParams {
    let mut collect = Collect(GradientsParams::new());
    network.visit(&mut collect);
    collect.0
}

struct Collect(GradientsParams);

impl ModuleVisitor for Collect {
    fn visit_float<const D: usize>(&mut self, param: &Param<Tensor<D>>) {
        self.0.register(param.id, param.val().inner());
    }
}
