//! Seeded starting weights.

use burn::module::{Param, ParamId};
use burn::nn::conv::Conv2dConfig;
use burn::nn::{LinearConfig, PaddingConfig2d};
use burn::tensor::{Device, Tensor, TensorData};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

use crate::layer::{Kind, Layer};
use crate::modules::LayerModule;

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

    /// A layer with random weights and a bias of 0. Convolutions keep the board's size.
    pub fn layer(&mut self, layer: &Layer) -> LayerModule {
        let Layer { kind, inputs, outputs, gain, .. } = *layer;
        // Half the width of a uniform distribution with variance `gain²` / `fan_in`.
        let bound = gain * (3.0 / layer.fan_in() as f32).sqrt();
        let zeros = burn::nn::Initializer::Zeros;
        let size = match kind {
            Kind::Conv => 3,
            Kind::Squares => 1,
            Kind::Pooled | Kind::Rules | Kind::After(_) => {
                let config = LinearConfig::new(inputs, outputs).with_initializer(zeros);
                let mut dense = config.init(self.device);
                dense.weight = self.uniform([inputs, outputs], bound);
                dense.bias = Some(self.uniform([outputs], 0.0));
                return LayerModule::Dense(dense);
            }
        };
        let border = size / 2;
        let mut conv = Conv2dConfig::new([inputs, outputs], [size, size])
            .with_padding(PaddingConfig2d::Explicit(border, border, border, border))
            .with_initializer(zeros)
            .init(self.device);
        conv.weight = self.uniform([outputs, inputs, size, size], bound);
        conv.bias = Some(self.uniform([outputs], 0.0));
        LayerModule::Conv(conv)
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
