//! Stem and residual blocks, conditioned by the rule vector.

use burn::module::Module;
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use super::Initialiser;
use crate::NetConfig;

/// The convolutional body that both heads read.
#[derive(Module, Debug)]
pub struct Trunk {
    /// Reads the rule vector; `None` where the family has none.
    pub embedding: Option<Linear>,
    /// From the planes to the trunk's channels.
    pub stem: Conv2d,
    /// What the rules do to the stem.
    pub stem_rules: Option<Linear>,
    pub blocks: Vec<Block>,
}

/// A residual block: `relu(x + second(relu(rules(first(x)))) + pooled bias)`.
///
/// The second convolution starts as zero, so that every block starts as the identity and no
/// normalisation is needed (Zhang, Dauphin and Ma 2019, "Fixup").
#[derive(Module, Debug)]
pub struct Block {
    pub first: Conv2d,
    pub rules: Option<Linear>,
    pub second: Conv2d,
    /// From the pooled channels to a bias of every channel, in some of the blocks.
    pub pooled: Option<Linear>,
}

impl Trunk {
    pub fn new(config: &NetConfig, init: &mut Initialiser<'_>) -> Self {
        let has_rules = config.rules > 0;
        Self {
            embedding: has_rules.then(|| init.dense(config.rules, config.rule_hidden, RELU_GAIN)),
            stem: init.conv(config.planes, config.channels, 3, RELU_GAIN),
            stem_rules: rule_layer(config, init),
            blocks: (0..config.blocks).map(|block| Block::new(config, block, init)).collect(),
        }
    }

    /// `[b, planes, height, width]` to `[b, channels, height, width]`, never negative.
    pub fn forward(&self, planes: Tensor<4>, rules: Option<Tensor<2>>) -> Tensor<4> {
        let rules = self.embed(rules);
        let stem = condition(self.stem.forward(planes), self.stem_rules.as_ref(), rules.as_ref());
        self.blocks.iter().fold(relu(stem), |x, block| block.forward(x, rules.as_ref()))
    }
}

impl Trunk {
    fn embed(&self, rules: Option<Tensor<2>>) -> Option<Tensor<2>> {
        match (&self.embedding, rules) {
            (Some(embedding), Some(rules)) => Some(relu(embedding.forward(rules))),
            (None, None) => None,
            _ => panic!("a rule vector is given exactly where the network reads one"),
        }
    }

    /// What happens to the sums of the stem and of every block's first convolution, for `batch`
    /// samples: a scale and a shift of every channel, the convolution's bias included,
    /// `[b, 2 * channels * (1 + blocks)]`.
    pub fn affines(&self, rules: Option<Tensor<2>>, batch: usize) -> Tensor<2> {
        let rules = self.embed(rules);
        let convs = std::iter::once((&self.stem, &self.stem_rules))
            .chain(self.blocks.iter().map(|block| (&block.first, &block.rules)));
        let parts = convs.flat_map(|(conv, layer)| affine(conv, layer, rules.as_ref(), batch));
        Tensor::cat(parts.collect(), 1)
    }
}

impl Block {
    fn new(config: &NetConfig, block: usize, init: &mut Initialiser<'_>) -> Self {
        let channels = config.channels;
        Self {
            first: init.conv(channels, channels, 3, RELU_GAIN),
            rules: rule_layer(config, init),
            second: init.conv(channels, channels, 3, 0.0),
            pooled: config.pools(block).then(|| init.dense(2 * channels, channels, 0.0)),
        }
    }

    fn forward(&self, x: Tensor<4>, rules: Option<&Tensor<2>>) -> Tensor<4> {
        let inner = relu(condition(self.first.forward(x.clone()), self.rules.as_ref(), rules));
        let sum = x + self.second.forward(inner.clone());
        relu(match &self.pooled {
            Some(pooled) => sum + over_board(pooled.forward(pool(inner))),
            None => sum,
        })
    }
}

/// Gain of a layer before a ReLU (He et al. 2015).
const RELU_GAIN: f32 = std::f32::consts::SQRT_2;

/// The layer that turns the embedded rules into a scale and a shift of every channel.
fn rule_layer(config: &NetConfig, init: &mut Initialiser<'_>) -> Option<Linear> {
    (config.rules > 0).then(|| init.dense(config.rule_hidden, 2 * config.channels, 0.0))
}

/// `x * (1 + scale) + shift` per channel (Perez et al. 2018, "FiLM").
fn condition(x: Tensor<4>, layer: Option<&Linear>, rules: Option<&Tensor<2>>) -> Tensor<4> {
    let (Some(layer), Some(rules)) = (layer, rules) else { return x };
    let channels = x.dims()[1];
    let both = layer.forward(rules.clone());
    let scale = both.clone().narrow(1, 0, channels) + 1.0;
    let shift = both.narrow(1, channels, channels);
    x * over_board(scale) + over_board(shift)
}

/// [`condition`] after `conv`, as scale and shift of the sums, `[b, c]` each:
/// `(sum + bias) * (1 + scale) + shift`, multiplied out.
fn affine(
    conv: &Conv2d,
    layer: &Option<Linear>,
    rules: Option<&Tensor<2>>,
    batch: usize,
) -> [Tensor<2>; 2] {
    let [channels, _, _, _] = conv.weight.dims();
    let bias = conv.bias.as_ref().expect("all convolutions have a bias").val();
    let bias = bias.reshape([1, channels]).expand([batch, channels]);
    let (Some(layer), Some(rules)) = (layer, rules) else { return [bias.ones_like(), bias] };
    let both = layer.forward(rules.clone());
    let scale = both.clone().narrow(1, 0, channels) + 1.0;
    let shift = bias * scale.clone() + both.narrow(1, channels, channels);
    [scale, shift]
}

/// One value per channel, `[b, c]`, as `[b, c, 1, 1]`.
fn over_board(values: Tensor<2>) -> Tensor<4> {
    let [batch, channels] = values.dims();
    values.reshape([batch, channels, 1, 1])
}

/// Mean and maximum of every channel over the board: `[b, c, height, width]` to `[b, 2c]`.
pub fn pool(x: Tensor<4>) -> Tensor<2> {
    let [batch, channels, height, width] = x.dims();
    let squares = x.reshape([batch, channels, height * width]);
    let mean = squares.clone().mean_dim(2).reshape([batch, channels]);
    let max = squares.max_dim(2).reshape([batch, channels]);
    Tensor::cat(vec![mean, max], 1)
}
