//! Seeded starting weights.

use burn::module::{Param, ParamId};
use burn::nn::conv::{Conv2d, Conv2dConfig};
use burn::nn::{Linear, LinearConfig, PaddingConfig2d};
use burn::tensor::{Device, Tensor, TensorData};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

/// Makes layers whose weights follow from one seed, whatever the device, and whose parameters
/// are numbered in the order of creation.
pub struct Initialiser<'a> {
    device: &'a Device,
    rng: ChaCha8Rng,
    made: u64,
}

impl<'a> Initialiser<'a> {
    pub fn new(device: &'a Device, seed: u64) -> Self {
        Self { device, rng: ChaCha8Rng::seed_from_u64(seed), made: 0 }
    }

    /// A convolution that keeps the board's size. `gain` 1 keeps the variance through a layer,
    /// √2 through a layer with ReLU, 0 makes a layer of zeros.
    pub fn conv(&mut self, inputs: usize, outputs: usize, kernel: usize, gain: f32) -> Conv2d {
        let border = kernel / 2;
        let mut conv = Conv2dConfig::new([inputs, outputs], [kernel, kernel])
            .with_padding(PaddingConfig2d::Explicit(border, border, border, border))
            .with_initializer(burn::nn::Initializer::Zeros)
            .init(self.device);
        let bound = bound(gain, inputs * kernel * kernel);
        conv.weight = self.uniform([outputs, inputs, kernel, kernel], bound);
        conv.bias = Some(self.uniform([outputs], 0.0));
        conv
    }

    /// A dense layer; `gain` as for [`conv`](Self::conv).
    pub fn dense(&mut self, inputs: usize, outputs: usize, gain: f32) -> Linear {
        let mut dense = LinearConfig::new(inputs, outputs)
            .with_initializer(burn::nn::Initializer::Zeros)
            .init(self.device);
        dense.weight = self.uniform([inputs, outputs], bound(gain, inputs));
        dense.bias = Some(self.uniform([outputs], 0.0));
        dense
    }

    /// Values between −`bound` and `bound`. A uniform draw needs no logarithm or cosine, which
    /// differ between platforms in the last bit.
    fn uniform<const D: usize>(&mut self, shape: [usize; D], bound: f32) -> Param<Tensor<D>> {
        let count = shape.iter().product();
        let values: Vec<f32> =
            (0..count).map(|_| (self.rng.random::<f32>() * 2.0 - 1.0) * bound).collect();
        let tensor = Tensor::from_data(TensorData::new(values, shape), self.device);
        self.made += 1;
        Param::initialized(
            ParamId::from(self.made),
            tensor.set_require_grad(self.device.is_autodiff()),
        )
    }
}

/// Half the width of a uniform distribution with variance `gain²` / `inputs`.
fn bound(gain: f32, inputs: usize) -> f32 {
    gain * (3.0 / inputs as f32).sqrt()
}
