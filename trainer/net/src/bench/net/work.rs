//! What is measured of the network.

use std::sync::Arc;

use imperial_engine::Encode;
use rayon::ThreadPool;

use super::positions::{Positions, numbers};
use crate::bench::clock::{Done, Work};
use crate::{
    Backend, Batch, BurnEvaluator, CpuEvaluator, CpuNet, Kernel, LearnConfig, Learner, NetConfig,
    Network, Precision, Sample, Schedule,
};

/// Multiplying and adding in registers alone. A piece is some milliseconds of it; units are operations.
#[derive(Debug)]
pub struct Peak(pub Kernel);

impl Work for Peak {
    type Worker = ();

    const CHECKED: u64 = 1;

    fn worker(&self) {}

    fn piece(&self, (): &mut (), _number: u64) -> Done {
        let (units, sum) = self.0.exercise(1 << 20);
        Done { units, result: sum.to_bits().into() }
    }
}

/// Evaluating positions in calls of some size. A piece is all positions once; units are positions.
#[derive(Debug)]
pub struct Evaluations<'a, G: Encode> {
    /// The game.
    pub game: &'a G,
    /// What is evaluated.
    pub positions: &'a Positions<G>,
    /// What evaluates.
    pub code: Code<'a>,
    /// Positions in a call.
    pub batch: usize,
}

/// A network, and the code that runs it.
#[derive(Debug)]
pub enum Code<'a> {
    /// By our own code.
    Ours(Arc<CpuNet>),
    /// By burn, as exact as that.
    Burn(&'a Network, Precision),
}

/// A thread's evaluator.
#[derive(Debug)]
pub enum Worker {
    /// By our own code.
    Ours(Box<CpuEvaluator>),
    /// By burn, which must not use more than the one thread.
    Burn(Box<BurnEvaluator>, ThreadPool),
}

impl<G: Encode> Work for Evaluations<'_, G> {
    type Worker = Worker;

    const CHECKED: u64 = 1;

    fn worker(&self) -> Worker {
        const FITS: &str = "the network was made for this game";
        match &self.code {
            Code::Ours(net) => {
                Worker::Ours(Box::new(CpuEvaluator::new(Arc::clone(net), self.game).expect(FITS)))
            }
            Code::Burn(network, precision) => {
                let evaluator = BurnEvaluator::mixed((*network).clone(), *precision);
                Worker::Burn(Box::new(evaluator), pool(1))
            }
        }
    }

    fn piece(&self, worker: &mut Worker, _number: u64) -> Done {
        let results = match worker {
            Worker::Ours(evaluator) => self.positions.evaluate(self.game, evaluator, self.batch),
            Worker::Burn(evaluator, pool) => {
                pool.install(|| self.positions.evaluate(self.game, evaluator, self.batch))
            }
        };
        // So that large batches, which repeat positions, give the same.
        let bits = numbers(&results[..self.positions.count()]).map(f32::to_bits);
        let hash = bits.fold(0u64, |hash, bits| {
            (hash ^ u64::from(bits)).wrapping_mul(0x0000_0100_0000_01b3).rotate_left(17)
        });
        Done { units: results.len() as u64, result: hash }
    }
}

/// Steps of learning, all of one learner. A piece is a step; units are samples.
#[derive(Debug)]
pub struct Steps<'a> {
    config: &'a NetConfig,
    code: (Option<Kernel>, Precision),
    backend: &'a Backend,
    batch: Batch,
    pool: ThreadPool,
}

impl<'a> Steps<'a> {
    /// Steps from `samples` by one of our kernels, or by burn alone on its device, on `threads` threads.
    pub fn new(
        config: &'a NetConfig,
        code: (Option<Kernel>, Precision),
        backend: &'a Backend,
        samples: &[Sample],
        threads: usize,
    ) -> Self {
        let untouched: Vec<(&Sample, usize)> = samples.iter().map(|sample| (sample, 0)).collect();
        Self { config, code, backend, batch: Batch::new(&untouched), pool: pool(threads) }
    }
}

impl Work for Steps<'_> {
    type Worker = Learner;

    const CHECKED: u64 = 3;

    fn worker(&self) -> Learner {
        let (kernel, precision) = self.code;
        // Without warm-up the first steps are large enough to show in the losses.
        let schedule = Schedule { warm_up: 0, ..Schedule::default() };
        let learn = LearnConfig { schedule, ..LearnConfig::default() };
        let learner = Learner::new(self.config, learn, self.backend, 1855);
        // Only the CPU has kernels to choose from.
        match self.backend.kernel() {
            Some(_) => learner.with_kernel(kernel, precision),
            None => learner,
        }
    }

    fn piece(&self, learner: &mut Learner, _number: u64) -> Done {
        let losses = self.pool.install(|| learner.step(&self.batch));
        let losses = losses.expect("some steps from a new network stay finite");
        Done { units: self.batch.len as u64, result: losses.total.to_bits().into() }
    }
}

fn pool(threads: usize) -> ThreadPool {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    pool.expect("the system starts threads")
}
