//! Networks that know fewer inputs than a game shows.
//!
//! New planes and new numbers of the rule vector are added behind the others (`Encode::planes`,
//! `Encode::rule_names`). A network says in its [`NetConfig`] how many it knows: the first ones. To play,
//! it is shown these alone, which is the same as weights of zero for the rest, to the last bit. To learn
//! on, it gets these weights.

use burn::tensor::Device;
use imperial_engine::Encode;

use super::NetConfig;
use super::arch;
use super::arrays::Array;
use super::model::Network;

/// Writes the planes of `position` that fit into `known`; `all` is scratch space.
pub(super) fn encode_known<G: Encode>(
    game: &G,
    position: &G::Position,
    all: &mut Vec<f32>,
    known: &mut [f32],
) {
    let shown = game.planes().len() * game.board().squares();
    if shown == known.len() {
        return game.encode(position, known);
    }
    all.resize(shown, 0.0);
    game.encode(position, all);
    known.copy_from_slice(&all[..known.len()]);
}

impl Network {
    /// The same network with the inputs of `config`, which are as many or more; weights of zero read the
    /// new ones, so that it says the same.
    ///
    /// # Panics
    /// When `config` differs in more than the numbers of inputs, or has fewer of them.
    #[must_use]
    pub fn widened(self, config: &NetConfig, device: &Device) -> Self {
        if self.config() == config {
            return self;
        }
        assert_eq!(config.check_widens(self.config()), Ok(()));
        let shapes = arch::layers(config).into_iter().flat_map(|layer| layer.parameters());
        let padded = |(array, (_, shape)): (Array, (String, Vec<usize>))| array.padded(&shape);
        let arrays = self.arrays().into_iter().zip(shapes).map(padded).collect();
        let wide = Self::from_arrays(config, arrays, device).expect("the same layers");
        wide.of_training(self.training().map(str::to_owned))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use imperial_engine::Side;
    use imperial_engine::catalog::AnyGame;
    use imperial_engine::search::{Evaluate, Evaluation, Request};
    use imperial_engine::with_game;

    use super::*;
    use crate::cpu::CpuNet;
    use crate::{CpuEvaluator, device_named};

    /// What a network says of the start.
    fn evaluate(network: &Network, game: &impl Encode) -> Evaluation {
        let position = game.start(Side::Attackers);
        let moves = game.moves(&position);
        let request = Request { position: &position, moves: &moves, seed: 0 };
        let net = Arc::new(CpuNet::new(network));
        let mut evaluator = CpuEvaluator::new(net, game).expect("a tafl network");
        evaluator.evaluate(game, &[request]).remove(0)
    }

    #[test]
    fn a_widened_network_says_the_same() {
        let device = device_named("cpu").expect("the CPU");
        let game = AnyGame::by_name("tawlbwrdd-notice").expect("embedded");
        let narrow = Network::new(&NetConfig::new("tafl", 19, 44), &device, 7);
        let config = NetConfig { planes: 20, rules: 56, ..narrow.config().clone() };
        let wide = narrow.clone().widened(&config, &device);
        assert_eq!(*wide.config(), config);
        let [before, after] =
            [narrow, wide].map(|network| with_game!(&game, |game| evaluate(&network, game)));
        let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
        assert!(near(before.wdl.attackers, after.wdl.attackers), "{before:?} {after:?}");
        assert!(before.logits.iter().zip(&after.logits).all(|(a, b)| near(*a, *b)));
    }
}
