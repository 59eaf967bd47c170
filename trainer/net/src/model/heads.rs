//! Policy and value heads.

use burn::module::Module;
use burn::nn::Linear;
use burn::nn::conv::Conv2d;
use burn::tensor::Tensor;
use burn::tensor::activation::relu;
use imperial_engine::Choice;

use super::Initialiser;
use crate::NetConfig;

/// Scores every move from one square to another: `F[from] · T[to] / √d`, plus a score of the
/// choice that goes with it. It fits every board and every kind of movement.
#[derive(Module, Debug)]
pub struct PolicyHead {
    /// The vectors F and T of every square, one after the other: 2d channels.
    pub squares: Conv2d,
    /// How good a victim stands on each square: one channel.
    pub victim: Conv2d,
    /// How good it is to decline a capture, from the pooled trunk.
    pub decline: Linear,
}

/// Scores from which the logit of any move is gathered.
#[derive(Debug)]
pub struct PolicyScores {
    /// Of every pair of squares, index `from * s + to`: `[b, s * s]`.
    pub pairs: Tensor<2>,
    /// Of every choice, see [`choice_index`](Self::choice_index): `[b, 2 + s]`.
    pub choices: Tensor<2>,
}

/// Judges the whole position.
#[derive(Module, Debug)]
pub struct ValueHead {
    pub hidden: Linear,
    /// Logits of attackers win, draw, defenders win.
    pub wdl: Linear,
    /// Logarithm of one plus the plies left.
    pub plies_left: Linear,
}

/// Foresees what every square holds when the game ends.
#[derive(Module, Debug)]
pub struct OccupancyHead {
    /// One channel for each thing that a square can hold.
    pub squares: Conv2d,
}

impl PolicyHead {
    pub fn new(config: &NetConfig, init: &mut Initialiser<'_>) -> Self {
        Self {
            squares: init.conv(config.channels, 2 * config.policy_width, 1, 1.0),
            victim: init.conv(config.channels, 1, 1, 0.0),
            decline: init.dense(2 * config.channels, 1, 0.0),
        }
    }

    pub fn forward(&self, trunk: Tensor<4>, pooled: Tensor<2>) -> PolicyScores {
        let [batch, _, height, width] = trunk.dims();
        let squares = height * width;
        let vectors = self.squares.forward(trunk.clone());
        let d = vectors.dims()[1] / 2;
        let vectors = vectors.reshape([batch, 2 * d, squares]);
        let from = vectors.clone().narrow(1, 0, d).transpose();
        let to = vectors.narrow(1, d, d);
        let pairs = from.matmul(to) / (d as f32).sqrt();
        let victim = self.victim.forward(trunk).reshape([batch, squares]);
        let plain = victim.clone().narrow(1, 0, 1).zeros_like();
        let choices = Tensor::cat(vec![plain, self.decline.forward(pooled), victim], 1);
        PolicyScores { pairs: pairs.reshape([batch, squares * squares]), choices }
    }
}

impl PolicyScores {
    /// Column of a choice in [`choices`](Self::choices): nothing to choose scores 0.
    pub const fn choice_index(choice: Choice) -> i32 {
        match choice {
            Choice::Plain => 0,
            Choice::Decline => 1,
            Choice::Square(square) => 2 + square as i32,
        }
    }
}

impl ValueHead {
    pub fn new(config: &NetConfig, init: &mut Initialiser<'_>) -> Self {
        Self {
            hidden: init.dense(2 * config.channels, config.value_hidden, std::f32::consts::SQRT_2),
            wdl: init.dense(config.value_hidden, 3, 0.0),
            plies_left: init.dense(config.value_hidden, 1, 0.0),
        }
    }

    /// From the pooled trunk, `[b, 2c]`, to logits `[b, 3]` and plies left `[b]`.
    pub fn forward(&self, pooled: Tensor<2>) -> (Tensor<2>, Tensor<1>) {
        let batch = pooled.dims()[0];
        let hidden = relu(self.hidden.forward(pooled));
        (self.wdl.forward(hidden.clone()), self.plies_left.forward(hidden).reshape([batch]))
    }
}

impl OccupancyHead {
    pub fn new(config: &NetConfig, init: &mut Initialiser<'_>) -> Self {
        Self { squares: init.conv(config.channels, config.contents, 1, 0.0) }
    }

    /// Logits `[b, contents, s]`.
    pub fn forward(&self, trunk: Tensor<4>) -> Tensor<3> {
        let logits = self.squares.forward(trunk);
        let [batch, contents, height, width] = logits.dims();
        logits.reshape([batch, contents, height * width])
    }
}
