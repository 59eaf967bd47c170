//! The network as an evaluator of the search by our own code, on the CPU.

use std::sync::Arc;

use imperial_engine::search::{Evaluate, Evaluation, Request};
use imperial_engine::{BoardShape, Encode};

use super::MismatchError;
use super::asked::{Asked, EvaluateMixed, by_board, evaluate_requests};
use super::cpu::{self, Conditioning, CpuNet, Scratch};

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

    /// An evaluator for all games that the network was made for ([`check_game`](crate::NetConfig::check_game)).
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

#[cfg(test)]
mod tests;
