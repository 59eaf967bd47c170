//! Layers as modules of burn, found by their names.

use burn::module::{Module, Param};
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::tensor::{DType, Tensor};

use super::layer::{Layer, Weights};

/// A layer with its weights on a device.
#[derive(Module, Debug)]
pub enum LayerModule {
    /// A convolution of a board.
    Conv(Conv2d),
    /// A dense layer.
    Dense(Linear),
}

impl LayerModule {
    /// The numbers of `layer`, fetched from the device.
    pub fn weights(&self, layer: &Layer) -> Weights {
        let (weights, bias) = match self {
            Self::Conv(conv) => (numbers(conv.weight.val()), bias_of(&conv.bias)),
            Self::Dense(dense) => (numbers(dense.weight.val()), bias_of(&dense.bias)),
        };
        Weights { layer: layer.clone(), weights, bias: numbers(bias.val()) }
    }

    /// The bias, `[outputs]`.
    pub fn bias(&self) -> &Param<Tensor<1>> {
        match self {
            Self::Conv(conv) => bias_of(&conv.bias),
            Self::Dense(dense) => bias_of(&dense.bias),
        }
    }
}

fn bias_of(bias: &Option<Param<Tensor<1>>>) -> &Param<Tensor<1>> {
    bias.as_ref().expect("every layer is made with a bias")
}

/// The numbers of a tensor, on the host and without the graph of learning.
pub fn numbers<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    let data = tensor.inner().cast(DType::F32).into_data();
    data.try_into_vec().expect("numbers in `f32`")
}

/// The layers of a part of a network.
#[derive(Clone, Debug)]
pub struct Modules<'a> {
    layers: &'a [Layer],
    modules: &'a [LayerModule],
    /// What the names begin with: `policy`.
    part: String,
}

impl<'a> Modules<'a> {
    /// The layers whose names begin with `part.`; `modules` are those of `layers`.
    pub fn new(layers: &'a [Layer], modules: &'a [LayerModule], part: &str) -> Self {
        Self { layers, modules, part: part.to_owned() }
    }

    /// The layers of a part of this part.
    pub fn within(&self, part: &str) -> Self {
        Self { part: format!("{}.{part}", self.part), ..*self }
    }

    /// Whether there is a layer of this name.
    pub fn has(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// A convolution: `[b, inputs, height, width]` to `[b, outputs, height, width]`.
    ///
    /// # Panics
    /// When there is no convolution of this name.
    pub fn conv(&self, name: &str, x: Tensor<4>) -> Tensor<4> {
        match self.find(name) {
            Some(LayerModule::Conv(conv)) => conv.forward(x),
            _ => panic!("no convolution `{}.{name}`", self.part),
        }
    }

    /// A dense layer: `[b, inputs]` to `[b, outputs]`.
    ///
    /// # Panics
    /// When there is no dense layer of this name.
    pub fn dense(&self, name: &str, x: Tensor<2>) -> Tensor<2> {
        match self.find(name) {
            Some(LayerModule::Dense(dense)) => dense.forward(x),
            _ => panic!("no dense layer `{}.{name}`", self.part),
        }
    }

    fn find(&self, name: &str) -> Option<&'a LayerModule> {
        let mut all = self.layers.iter().zip(self.modules);
        all.find(|(layer, _)| layer.is(&self.part, name)).map(|(_, found)| found)
    }
}
