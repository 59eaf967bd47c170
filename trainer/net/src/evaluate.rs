//! The network as an evaluator of the search: on the CPU by our own code, elsewhere by burn.

use std::sync::Arc;

use burn::module::Module;
use burn::tensor::activation::softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Encode, Wdl};

use super::cpu::{self, Conditioning, CpuNet, Scratch};
use super::known::{encode_known, known_rules};
use super::model::{Network, Outputs};
use super::move_targets::MoveTargets;
use super::{MismatchError, NetConfig};

/// Evaluates by a [`CpuNet`]. Each thread has its own.
#[derive(Debug)]
pub struct CpuEvaluator {
    net: Arc<CpuNet>,
    /// The rule vector of the last game, and what it does to the network.
    rules: Vec<f32>,
    conditioning: Conditioning,
    scratch: Scratch,
    /// The planes of a position where the network does not know all of them.
    planes: Vec<f32>,
}

impl CpuEvaluator {
    /// An evaluator for `game` and others of its family.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub fn new(net: Arc<CpuNet>, game: &impl Encode) -> Result<Self, MismatchError> {
        let conditioning = net.conditioning(game)?;
        let scratch = Scratch::new(&net, game.board());
        Ok(Self { net, rules: game.rule_vector(), conditioning, scratch, planes: Vec::new() })
    }

    /// The network.
    pub fn net(&self) -> &Arc<CpuNet> {
        &self.net
    }

    /// Prepares for `game`, if the last one had other rules or another board.
    fn turn_to(&mut self, game: &impl Encode) {
        let rules = game.rule_vector();
        if self.rules != rules {
            self.conditioning = self
                .net
                .conditioning(game)
                .unwrap_or_else(|error| panic!("an evaluator keeps to one family: {error}"));
            self.rules = rules;
        }
        if self.scratch.board() != game.board() {
            self.scratch = Scratch::new(&self.net, game.board());
        }
    }
}

impl<G: Encode> Evaluate<G> for CpuEvaluator {
    /// # Panics
    /// When `game` is of another family than the one that the evaluator was made for.
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        self.turn_to(game);
        let Self { net, conditioning, scratch, planes, .. } = self;
        let mut evaluations = Vec::with_capacity(requests.len());
        for requests in requests.chunks(scratch.capacity()) {
            for (position, request) in requests.iter().enumerate() {
                encode_known(game, request.position, planes, scratch.planes_mut(position));
            }
            cpu::run(net, conditioning, scratch, requests.len());
            evaluations.extend(requests.iter().enumerate().map(|(position, request)| {
                let logit = |mv: &G::Move| scratch.logit(net, position, game.action(*mv));
                let logits = request.moves.iter().map(logit).collect();
                Evaluation { wdl: scratch.wdl(position), logits }
            }));
        }
        evaluations
    }
}

/// Evaluates by burn, all positions of a call in one batch: for GPUs.
///
/// Results may differ in the last bits with the size of the batch.
#[derive(Debug)]
pub struct BurnEvaluator {
    network: Network,
    device: Device,
}

impl BurnEvaluator {
    /// An evaluator on the device where the weights of `network` are.
    ///
    /// # Errors
    /// When the network was made for other games than `game`.
    pub fn new(network: Network, game: &impl Encode) -> Result<Self, MismatchError> {
        network.config().check_game(game)?;
        let device = network.device();
        // Without a graph of the computation, which only learning needs.
        let network = if device.is_autodiff() { network.valid() } else { network };
        Ok(Self { network, device: device.without_autodiff() })
    }

    /// Sizes of the network.
    pub fn config(&self) -> &NetConfig {
        self.network.config()
    }

    fn forward<G: Encode>(&self, game: &G, requests: &[Request<'_, G>]) -> Outputs {
        let (board, planes) = (game.board(), self.config().planes);
        let mut all = Vec::new();
        let batch = requests.len();
        let mut values = vec![0.0; batch * planes * board.squares()];
        for (request, chunk) in
            requests.iter().zip(values.chunks_exact_mut(planes * board.squares()))
        {
            encode_known(game, request.position, &mut all, chunk);
        }
        let shape = [batch, planes, board.height, board.width];
        let planes = Tensor::from_data(TensorData::new(values, shape), &self.device);
        let rules = known_rules(self.config(), game);
        let rules = (!rules.is_empty()).then(|| {
            let shape = [batch, rules.len()];
            Tensor::from_data(TensorData::new(rules.repeat(batch), shape), &self.device)
        });
        self.network.forward(planes, rules)
    }

    /// Indices of all moves as the policy wants them, padded with 0 to `width` moves.
    fn moves<G: Encode>(
        &self,
        requests: &[Request<'_, G>],
        width: usize,
        index: impl Fn(&G::Move) -> i32,
    ) -> Tensor<2, Int> {
        let mut values = vec![0; requests.len() * width];
        for (request, row) in requests.iter().zip(values.chunks_exact_mut(width)) {
            row.iter_mut().zip(request.moves).for_each(|(place, mv)| *place = index(mv));
        }
        Tensor::from_data(TensorData::new(values, [requests.len(), width]), &self.device)
    }
}

impl<G: Encode> Evaluate<G> for BurnEvaluator {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        if requests.is_empty() {
            return Vec::new();
        }
        let width = requests.iter().map(|request| request.moves.len()).max().unwrap_or(0).max(1);
        let squares = game.board().squares() as i32;
        let pair = |mv: &G::Move| {
            let action = game.action(*mv);
            i32::from(action.from) * squares + i32::from(action.to)
        };
        let choices = |mv: &G::Move| MoveTargets::choice_indices(game.action(*mv).choice);
        let of_moves = requests.iter().flat_map(|request| request.moves);
        let most = of_moves.map(|mv| choices(mv).count()).max().unwrap_or(0);
        let nth = |nth| move |mv: &G::Move| choices(mv).nth(nth).unwrap_or(0);
        let chosen = (0..most).map(|place| self.moves(requests, width, nth(place))).collect();
        let Outputs { policy, value, .. } = self.forward(game, requests);
        let logits = policy.logits(self.moves(requests, width, pair), chosen);
        let logits: Vec<f32> = logits.into_data().iter::<f32>().collect();
        let values: Vec<f32> = softmax(value, 1).into_data().iter::<f32>().collect();
        let answer = |((request, logits), wdl): ((&Request<'_, G>, &[f32]), &[f32])| Evaluation {
            wdl: Wdl { attackers: wdl[0], draw: wdl[1], defenders: wdl[2] },
            logits: logits[..request.moves.len()].to_vec(),
        };
        requests.iter().zip(logits.chunks(width)).zip(values.chunks(3)).map(answer).collect()
    }
}

#[cfg(test)]
mod tests;
