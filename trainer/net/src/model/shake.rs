//! A network without sense in which every weight counts.

use burn::module::{Module, ModuleMapper, Param};
use burn::tensor::{Device, Tensor, TensorData};
use imperial_engine::game_stream;
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::Network;
use crate::NetConfig;

impl Network {
    /// A network with noise on all weights, the same for the same seed. A new network has many weights
    /// of 0, which would hide a wrong use of them from tests and measurements.
    pub fn shaken(config: &NetConfig, device: &Device, seed: u64) -> Self {
        Self::new(config, device, seed).map(&mut Shake(game_stream(seed, 0)))
    }
}

struct Shake(ChaCha8Rng);

impl ModuleMapper for Shake {
    fn map_float<const D: usize>(&mut self, param: Param<Tensor<D>>) -> Param<Tensor<D>> {
        param.map(|weights| {
            let shape = weights.dims();
            let inputs = shape[1..].iter().product::<usize>().max(100);
            let bound = 0.8 / (inputs as f32).sqrt();
            let draw = |_| (self.0.random::<f32>() * 2.0 - 1.0) * bound;
            let noise: Vec<f32> = (0..shape.iter().product()).map(draw).collect();
            let noise = Tensor::from_data(TensorData::new(noise, shape), &weights.device());
            let needed = weights.is_require_grad();
            (weights + noise).detach().set_require_grad(needed)
        })
    }
}
