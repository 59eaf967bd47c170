//! One network on a device for many threads: what they ask at about the same time is judged together.
//!
//! A GPU wants thousands of positions at once, and one thread that talks to it: where many do, they wait for each
//! other. The threads that ask sleep meanwhile, so there may be more of them than cores, and both GPU and cores are
//! busy.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use imperial_engine::search::Evaluation;

use super::asked::{Asked, EvaluateMixed};
use super::burn_evaluator::{Answer, BurnEvaluator, MOST, Question, placed};
use super::{NetConfig, Network, Precision};

/// A question, and where the answer goes.
struct Order {
    question: Question,
    answer: Sender<Answer>,
}

/// Asks a network on a device. Clones ask the same one; the threads that answer end with the last of them.
#[derive(Clone, Debug)]
pub struct SharedEvaluator {
    net: Arc<NetConfig>,
    orders: Sender<Order>,
}

impl SharedEvaluator {
    /// Starts the threads that answer, on the device where the weights of `network` are: while one waits for the
    /// device, the other brings it new questions.
    pub fn start(network: Network, precision: Precision) -> Self {
        let net = Arc::new(network.config().clone());
        let (orders, desk) = channel();
        let desk = Arc::new(Mutex::new(Desk { orders: desk, put_off: VecDeque::new() }));
        for network in [network.clone(), network] {
            let (desk, evaluator) = (Arc::clone(&desk), BurnEvaluator::mixed(network, precision));
            thread::spawn(move || answer_all(&desk, &evaluator));
        }
        Self { net, orders }
    }

    /// Sends a question, whose answer will come.
    fn ask(&self, question: Question) -> Receiver<Answer> {
        let (answer, coming) = channel();
        // Where nobody takes it, nobody answers either.
        let _ = self.orders.send(Order { question, answer });
        coming
    }
}

impl EvaluateMixed for SharedEvaluator {
    /// # Panics
    /// When a position is of a game that the network was not made for, or the device fails.
    fn evaluate_mixed(&mut self, asked: &[&dyn Asked]) -> Vec<Evaluation> {
        let ask = |(question, places)| (self.ask(question), places);
        // All are asked before the first is waited for.
        let coming: Vec<_> = Question::all(&self.net, asked).into_iter().map(ask).collect();
        let answer = |(coming, places): (Receiver<Answer>, _)| {
            (coming.recv().expect("the device answers"), places)
        };
        placed(asked.len(), coming.into_iter().map(answer))
    }
}

/// Where questions arrive.
struct Desk {
    orders: Receiver<Order>,
    /// Those that did not go with the others.
    put_off: VecDeque<Order>,
}

impl Desk {
    /// What is judged next: the oldest question and what goes with it. `None` when nobody is left who could ask.
    fn next(&mut self) -> Option<Vec<Order>> {
        let first = match self.put_off.pop_front() {
            Some(order) => order,
            None => self.orders.recv().ok()?,
        };
        let mut size = first.question.len();
        let mut together = vec![first];
        let mut waiting = std::mem::take(&mut self.put_off);
        loop {
            let order = match waiting.pop_front() {
                Some(order) => order,
                None => match self.orders.try_recv() {
                    Ok(order) => order,
                    Err(TryRecvError::Empty | TryRecvError::Disconnected) => break,
                },
            };
            let grown = size + order.question.len();
            if grown <= MOST && order.question.goes_with(&together[0].question) {
                size = grown;
                together.push(order);
            } else {
                self.put_off.push_back(order);
            }
        }
        Some(together)
    }
}

/// Answers until nobody is left who could ask.
fn answer_all(desk: &Mutex<Desk>, evaluator: &BurnEvaluator) {
    loop {
        let next = desk.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(orders) = next else { return };
        let (questions, those): (Vec<_>, Vec<_>) =
            orders.into_iter().map(|order| (order.question, order.answer)).unzip();
        let sizes: Vec<usize> = questions.iter().map(Question::len).collect();
        let joined = questions.into_iter().reduce(|mut all, one| {
            all.append(one);
            all
        });
        let Some(question) = joined else { continue };
        for (own, answer) in evaluator.judge(question).split(&sizes).into_iter().zip(those) {
            // Who asked may be gone.
            let _ = answer.send(own);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Barrier;

    use burn::tensor::Device;
    use imperial_engine::Game as _;
    use imperial_engine::search::Request;

    use super::*;
    use crate::Leaf;
    use crate::test_game::Meadow;

    /// Positions of two boards, for threads of different number.
    fn answers(
        evaluator: &mut impl EvaluateMixed,
        games: &[Meadow],
        thread: u64,
    ) -> Vec<Evaluation> {
        let game = |number: u64| &games[number as usize % games.len()];
        let seeds = 100 * thread..100 * thread + 20;
        let positions: Vec<_> = seeds.map(|seed| (seed, game(seed).moves(&seed))).collect();
        let leaf = |(position, moves)| {
            let request = Request { position, moves, seed: 0 };
            Leaf { game: game(*position), rules: &game(*position).rules, laws: "", request }
        };
        let pairs = positions.iter().map(|(seed, moves)| (seed, &moves[..]));
        let leaves: Vec<Leaf<'_, Meadow>> = pairs.map(leaf).collect();
        let asked: Vec<&dyn Asked> = leaves.iter().map(|leaf| leaf as &dyn Asked).collect();
        evaluator.evaluate_mixed(&asked)
    }

    #[test]
    fn every_thread_gets_its_own_answers() {
        let games = [Meadow::square(9), Meadow::square(7), Meadow::square(9)];
        let net = NetConfig::for_game(&games[0]).with_trunk(2, 16);
        let network = Network::shaken(&net, &Device::flex(), 3);
        let shared = SharedEvaluator::start(network.clone(), Precision::Exact);
        let together = Barrier::new(8);
        thread::scope(|scope| {
            for thread in 0..8 {
                let (mut shared, network) = (shared.clone(), network.clone());
                let (games, together) = (&games, &together);
                scope.spawn(move || {
                    let mut alone = BurnEvaluator::mixed(network, Precision::Exact);
                    let expected = answers(&mut alone, games, thread);
                    for _ in 0..5 {
                        together.wait();
                        let found = answers(&mut shared, games, thread);
                        for (found, expected) in found.iter().zip(&expected) {
                            assert_eq!(found.logits.len(), expected.logits.len());
                            let pairs = found.logits.iter().zip(&expected.logits);
                            assert!(pairs.into_iter().all(|(a, b)| (a - b).abs() < 1e-4));
                            assert!((found.wdl.attackers - expected.wdl.attackers).abs() < 1e-4);
                        }
                        assert_eq!(found.len(), expected.len());
                    }
                });
            }
        });
    }
}
