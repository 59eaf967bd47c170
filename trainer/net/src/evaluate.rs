//! The network as an evaluator of the search: on the CPU by our own code, elsewhere by burn.

use std::sync::Arc;

use burn::module::Module;
use burn::tensor::activation::softmax;
use burn::tensor::{Device, Int, Tensor, TensorData};
use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{Action, BoardShape, Encode, Wdl};

use super::asked::{Asked, EvaluateMixed, by_board, evaluate_requests};
use super::cpu::{self, Conditioning, CpuNet, Scratch};
use super::model::{Network, Outputs};
use super::move_targets::MoveTargets;
use super::{MismatchError, NetConfig};

/// Evaluates by a [`CpuNet`]. Each thread has its own.
#[derive(Debug)]
pub struct CpuEvaluator {
    net: Arc<CpuNet>,
    /// Rule vectors that were met lately, and what they do to the network.
    conditionings: Vec<(Vec<f32>, Arc<Conditioning>)>,
    /// Buffers for every board that was met.
    scratches: Vec<Scratch>,
    /// The planes of a position where the network does not know all of them.
    planes: Vec<f32>,
}

/// Rule sets whose conditioning an evaluator remembers.
const MOST_RULES: usize = 64;

impl CpuEvaluator {
    /// An evaluator for `game` and others of its family.
    ///
    /// # Errors
    /// When the network was made for other games.
    pub fn new(net: Arc<CpuNet>, game: &impl Encode) -> Result<Self, MismatchError> {
        net.config().check_game(game)?;
        Ok(Self::mixed(net))
    }

    /// An evaluator for all games that the network was made for ([`NetConfig::check_game`]).
    pub fn mixed(net: Arc<CpuNet>) -> Self {
        Self { net, conditionings: Vec::new(), scratches: Vec::new(), planes: Vec::new() }
    }

    /// The network.
    pub fn net(&self) -> &Arc<CpuNet> {
        &self.net
    }

    /// What a rule set does to the network.
    fn conditioning(&mut self, rules: &[f32]) -> Arc<Conditioning> {
        if let Some((_, known)) = self.conditionings.iter().find(|(known, _)| known == rules) {
            return Arc::clone(known);
        }
        let new = Arc::new(self.net.conditioning(rules));
        if self.conditionings.len() == MOST_RULES {
            self.conditionings.remove(0);
        }
        self.conditionings.push((rules.to_vec(), Arc::clone(&new)));
        new
    }

    /// Takes the buffers for a board; they go back when they were used.
    fn take_scratch(&mut self, board: BoardShape) -> Scratch {
        match self.scratches.iter().position(|scratch| scratch.board() == board) {
            Some(place) => self.scratches.swap_remove(place),
            None => Scratch::new(&self.net, board),
        }
    }

    /// Judges as many positions of one board as go together.
    fn evaluate_together(
        &mut self,
        scratch: &mut Scratch,
        asked: &[&dyn Asked],
    ) -> Vec<Evaluation> {
        let mut rules = Vec::with_capacity(asked.len());
        for (place, position) in asked.iter().enumerate() {
            position.encode(&mut self.planes, scratch.planes_mut(place));
            rules.push(self.conditioning(position.rules()));
        }
        cpu::run(&self.net, &rules, scratch);
        let answer = |(place, position): (usize, &&dyn Asked)| {
            let mut logits = Vec::new();
            position.actions(&mut |action| logits.push(scratch.logit(&self.net, place, action)));
            Evaluation { wdl: scratch.wdl(place), logits }
        };
        asked.iter().enumerate().map(answer).collect()
    }
}

impl EvaluateMixed for CpuEvaluator {
    /// # Panics
    /// When a position is of a game that the network was not made for.
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let mut answers: Vec<Option<Evaluation>> = vec![None; asked.len()];
        for (board, places) in by_board(asked) {
            let mut scratch = self.take_scratch(board);
            for places in places.chunks(scratch.capacity()) {
                let together: Vec<&dyn Asked> = places.iter().map(|place| asked[*place]).collect();
                let judged = self.evaluate_together(&mut scratch, &together);
                places.iter().zip(judged).for_each(|(place, one)| answers[*place] = Some(one));
            }
            self.scratches.push(scratch);
        }
        answers.into_iter().flatten().collect()
    }
}

impl<G: Encode> Evaluate<G> for CpuEvaluator {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        evaluate_requests(self, game, requests)
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
        Ok(Self::mixed(network))
    }

    /// The same for all games that the network was made for ([`NetConfig::check_game`]).
    pub fn mixed(network: Network) -> Self {
        let device = network.device();
        // Without a graph of the computation, which only learning needs.
        let network = if device.is_autodiff() { network.valid() } else { network };
        Self { network, device: device.without_autodiff() }
    }

    /// Sizes of the network.
    pub fn config(&self) -> &NetConfig {
        self.network.config()
    }

    fn forward(&self, board: BoardShape, asked: &[&dyn Asked]) -> Outputs {
        let NetConfig { planes, rules, .. } = *self.config();
        let batch = asked.len();
        let mut all = Vec::new();
        let mut values = vec![0.0; batch * planes * board.squares()];
        let chunks = values.chunks_exact_mut(planes * board.squares());
        asked.iter().zip(chunks).for_each(|(position, chunk)| position.encode(&mut all, chunk));
        let shape = [batch, planes, board.height, board.width];
        let planes = Tensor::from_data(TensorData::new(values, shape), &self.device);
        let vectors = (rules > 0).then(|| {
            let vectors = asked.iter().flat_map(|position| &position.rules()[..rules]);
            let vectors = TensorData::new(vectors.copied().collect(), [batch, rules]);
            Tensor::from_data(vectors, &self.device)
        });
        self.network.forward(planes, vectors)
    }

    /// Indices of all moves as the policy wants them, padded with 0 to `width` moves.
    fn moves(
        &self,
        actions: &[Vec<Action>],
        width: usize,
        index: impl Fn(&Action) -> i32,
    ) -> Tensor<2, Int> {
        let mut values = vec![0; actions.len() * width];
        for (actions, row) in actions.iter().zip(values.chunks_exact_mut(width)) {
            row.iter_mut().zip(actions).for_each(|(place, action)| *place = index(action));
        }
        Tensor::from_data(TensorData::new(values, [actions.len(), width]), &self.device)
    }

    fn evaluate_together(&self, board: BoardShape, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let actions = |position: &&dyn Asked| {
            let mut actions = Vec::new();
            position.actions(&mut |action| actions.push(action));
            actions
        };
        let actions: Vec<Vec<Action>> = asked.iter().map(actions).collect();
        let width = actions.iter().map(Vec::len).max().unwrap_or(0).max(1);
        let squares = board.squares() as i32;
        let pair = |action: &Action| i32::from(action.from) * squares + i32::from(action.to);
        let choices = |action: &Action| MoveTargets::choice_indices(action.choice);
        let most =
            actions.iter().flatten().map(|action| choices(action).count()).max().unwrap_or(0);
        let nth = |nth| move |action: &Action| choices(action).nth(nth).unwrap_or(0);
        let chosen = (0..most).map(|place| self.moves(&actions, width, nth(place))).collect();
        let Outputs { policy, value, .. } = self.forward(board, asked);
        let logits = policy.logits(self.moves(&actions, width, pair), chosen);
        let logits: Vec<f32> = logits.into_data().iter::<f32>().collect();
        let values: Vec<f32> = softmax(value, 1).into_data().iter::<f32>().collect();
        let answer = |((actions, logits), wdl): ((&Vec<Action>, &[f32]), &[f32])| Evaluation {
            wdl: Wdl { attackers: wdl[0], draw: wdl[1], defenders: wdl[2] },
            logits: logits[..actions.len()].to_vec(),
        };
        actions.iter().zip(logits.chunks(width)).zip(values.chunks(3)).map(answer).collect()
    }
}

impl EvaluateMixed for BurnEvaluator {
    /// # Panics
    /// When a position is of a game that the network was not made for.
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let mut answers: Vec<Option<Evaluation>> = vec![None; asked.len()];
        for (board, places) in by_board(asked) {
            let together: Vec<&dyn Asked> = places.iter().map(|place| asked[*place]).collect();
            let judged = self.evaluate_together(board, &together);
            places.iter().zip(judged).for_each(|(place, one)| answers[*place] = Some(one));
        }
        answers.into_iter().flatten().collect()
    }
}

impl<G: Encode> Evaluate<G> for BurnEvaluator {
    fn evaluate(&mut self, game: &G, requests: &[Request<'_, G>]) -> Vec<Evaluation> {
        evaluate_requests(self, game, requests)
    }
}

#[cfg(test)]
mod tests;
