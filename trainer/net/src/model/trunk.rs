//! Stem and residual blocks by burn, conditioned by the rule vector.

use burn::tensor::Tensor;
use burn::tensor::activation::relu;

use crate::modules::Modules;

/// The trunk of `blocks` blocks: `[b, planes, height, width]` to `[b, channels, height, width]`, never
/// negative.
///
/// A block is `relu(x + second(relu(rules(first(x)))) + pooled)`, where `pooled` is a bias of every
/// channel, in some of the blocks.
pub fn forward(
    trunk: &Modules<'_>,
    blocks: usize,
    planes: Tensor<4>,
    rules: Option<Tensor<2>>,
) -> Tensor<4> {
    let rules = embed(trunk, rules);
    let stem = condition(trunk, "stem_rules", trunk.conv("stem", planes), rules.as_ref());
    (0..blocks).fold(relu(stem), |x, number| {
        let block = trunk.within(&format!("blocks.{number}"));
        let first = block.conv("first", x.clone());
        let inner = relu(condition(&block, "rules", first, rules.as_ref()));
        let sum = x + block.conv("second", inner.clone());
        relu(if block.has("pooled") {
            sum + over_board(block.dense("pooled", pool(inner)))
        } else {
            sum
        })
    })
}

/// # Panics
/// When there is a rule vector and no layer to read it, or the other way round.
fn embed(trunk: &Modules<'_>, rules: Option<Tensor<2>>) -> Option<Tensor<2>> {
    assert_eq!(
        trunk.has("embedding"),
        rules.is_some(),
        "a rule vector where the network reads one"
    );
    rules.map(|rules| relu(trunk.dense("embedding", rules)))
}

/// `x * (1 + scale) + shift` per channel (Perez et al. 2018, "FiLM").
fn condition(
    part: &Modules<'_>,
    layer: &str,
    x: Tensor<4>,
    rules: Option<&Tensor<2>>,
) -> Tensor<4> {
    let Some(rules) = rules else { return x };
    let channels = x.dims()[1];
    let both = part.dense(layer, rules.clone());
    let scale = both.clone().narrow(1, 0, channels) + 1.0;
    let shift = both.narrow(1, channels, channels);
    x * over_board(scale) + over_board(shift)
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
