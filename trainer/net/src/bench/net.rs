//! How fast the network evaluates positions and learns, by kernel, batch, size and number of threads,
//! beside burn's own code and beside what the vector unit could do.

pub mod figure;
pub mod positions;
pub mod work;

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use burn::module::Module as _;
use imperial_engine::catalog::AnyGame;
use imperial_engine::search::Evaluation;
use imperial_engine::{Encode, with_game};

use super::clock::{Clock, Measured};
use super::figure::BenchFigure;
use crate::{
    Backend, BurnEvaluator, CpuEvaluator, CpuNet, Device, Kernel, NetConfig, Network, Precision,
    Safetensors, Sample,
};
use figure::NetFigure;
use positions::{Positions, numbers};
use work::{Code, Evaluations, Peak, Steps};

/// What is measured.
#[derive(Clone, Debug)]
pub struct NetPlan {
    /// Where burn computes.
    pub backend: Backend,
    /// Time for each measurement.
    pub time: Duration,
    /// Blocks and channels of every network.
    pub sizes: Vec<(usize, usize)>,
    /// Our kernels, and burn as `None`.
    pub codes: Vec<Option<Kernel>>,
    /// How exact our kernels are.
    pub precision: Precision,
    /// Positions in a call; empty: evaluations are not measured.
    pub batches: Vec<usize>,
    /// Positions in a step of learning; empty: learning is not measured.
    pub steps: Vec<usize>,
    /// Numbers of threads, each measured on its own.
    pub threads: Vec<NonZeroUsize>,
    /// Where the last network is written for other programs, with positions and what it says to them.
    pub weights: Option<PathBuf>,
}

impl NetPlan {
    /// Number of measurements.
    pub fn measurements(&self) -> usize {
        let peaks = self.codes.iter().flatten().count();
        let (codes, kinds) = (self.codes.len(), self.batches.len() + self.steps.len());
        let each = codes * self.threads.len() * kinds;
        peaks + self.sizes.len() * each
    }
}

/// Measures by `plan` in positions of `game`, and hands every figure to `report` as soon as it is there.
///
/// # Errors
/// When the file of weights cannot be written.
pub fn bench(
    game: &AnyGame,
    plan: &NetPlan,
    report: &mut dyn FnMut(NetFigure),
) -> anyhow::Result<()> {
    with_game!(game, |game| Bench::new(game, plan, report).run())
}

/// A plan with everything that it needs.
struct Bench<'a, G: Encode> {
    plan: &'a NetPlan,
    report: &'a mut dyn FnMut(NetFigure),
    game: &'a G,
    positions: Positions<G>,
    samples: Vec<Sample>,
    /// Operations a second of one core, by name of the kernel.
    peaks: HashMap<&'static str, f64>,
}

/// What a figure was measured on.
#[derive(Default)]
struct Subject {
    name: &'static str,
    unit: &'static str,
    network: Option<String>,
    kernel: Option<Kernel>,
    batch: Option<usize>,
    threads: usize,
    /// Operations of a unit of work.
    operations: Option<u64>,
    difference: Option<f32>,
}

impl<'a, G: Encode> Bench<'a, G> {
    fn new(game: &'a G, plan: &'a NetPlan, report: &'a mut dyn FnMut(NetFigure)) -> Self {
        let positions = Positions::new(game);
        let most = plan.steps.iter().copied().max().unwrap_or(0);
        let samples = positions.samples(game, most);
        Self { plan, report, game, positions, samples, peaks: HashMap::new() }
    }

    fn run(&mut self) -> anyhow::Result<()> {
        self.measure_peaks();
        for (blocks, channels) in &self.plan.sizes {
            let config = NetConfig::for_game(self.game).with_trunk(*blocks, *channels);
            let network = Network::shaken(&config, &Device::flex(), 1855);
            self.measure(&network);
            if let Some(path) = &self.plan.weights {
                let mut file = Safetensors::of(&network);
                let answers = self.answers(&network, None);
                self.positions.add_to(&mut file, self.game, network.config(), &answers);
                file.write(path)?;
            }
        }
        Ok(())
    }

    fn clock(&self, threads: NonZeroUsize) -> Clock {
        Clock { time: self.plan.time, threads }
    }

    fn measure_peaks(&mut self) {
        for kernel in self.plan.codes.iter().flatten() {
            let mut measured = self.clock(NonZeroUsize::MIN).measure(&Peak(*kernel));
            let seconds = measured.computed(1).unwrap_or(measured.seconds);
            self.peaks.insert(kernel.name(), measured.units as f64 / seconds);
            measured.units /= 1_000_000;
            let subject = Subject {
                name: "peak",
                unit: "MFLOP/s",
                kernel: Some(*kernel),
                threads: 1,
                ..Subject::default()
            };
            self.report(subject, &measured);
        }
    }

    fn measure(&mut self, network: &Network) {
        let expected = self.answers(network, None);
        let elsewhere = network.clone().to_device(self.plan.backend.device());
        let on_cpu = self.plan.backend.kernel().is_some();
        for kernel in &self.plan.codes {
            let network = if kernel.is_none() { &elsewhere } else { network };
            let differs = kernel.is_some() || !on_cpu;
            let difference = differs.then(|| largest(&expected, &self.answers(network, *kernel)));
            for threads in &self.plan.threads {
                for batch in &self.plan.batches {
                    self.measure_evaluations(network, *kernel, (*batch, *threads), difference);
                }
                for batch in &self.plan.steps {
                    self.measure_learning(network, *kernel, (*batch, *threads));
                }
            }
        }
    }

    fn measure_evaluations(
        &mut self,
        network: &Network,
        kernel: Option<Kernel>,
        (batch, threads): (usize, NonZeroUsize),
        difference: Option<f32>,
    ) {
        let net = kernel
            .map(|kernel| Arc::new(CpuNet::with_kernel(network, kernel, self.plan.precision)));
        let operations = net.as_ref().map(|net| net.operations(self.game.board()));
        let burn = Code::Burn(network, self.burn_precision());
        let code = net.map_or(burn, Code::Ours);
        let (game, positions) = (self.game, &self.positions);
        let measured = self.clock(threads).measure(&Evaluations { game, positions, code, batch });
        let subject = Subject {
            name: "evaluations",
            unit: "positions/s",
            network: Some(size(network)),
            kernel,
            batch: Some(batch),
            threads: threads.get(),
            operations,
            difference,
        };
        self.report(subject, &measured);
    }

    fn measure_learning(
        &mut self,
        network: &Network,
        kernel: Option<Kernel>,
        (batch, threads): (usize, NonZeroUsize),
    ) {
        let code = (kernel, self.plan.precision);
        let backend = &self.plan.backend;
        let samples = &self.samples[..batch];
        let steps = Steps::new(network.config(), code, backend, samples, threads.get());
        // The threads are the learner's own.
        let measured = self.clock(NonZeroUsize::MIN).measure(&steps);
        let subject = Subject {
            name: "learning",
            unit: "positions/s",
            network: Some(size(network)),
            kernel,
            batch: Some(batch),
            threads: threads.get(),
            ..Subject::default()
        };
        self.report(subject, &measured);
    }

    fn report(&mut self, subject: Subject, measured: &Measured) {
        let Subject { name, unit, network, kernel, batch, threads, operations, difference } =
            subject;
        let code = kernel.map_or("burn", Kernel::name);
        let seconds = measured.computed(threads);
        let rate = |seconds: f64| measured.units as f64 / seconds;
        let peak_share = self.peaks.get(code).zip(operations).map(|(peak, operations)| {
            let seconds = seconds.unwrap_or(measured.seconds * threads as f64);
            rate(seconds) * operations as f64 / peak
        });
        let figure = BenchFigure {
            name,
            rules: self.game.name().to_owned(),
            value: rate(measured.seconds),
            unit,
            threads,
            checksum: measured.checksum,
        };
        let per_cpu_second = seconds.map(rate);
        (self.report)(NetFigure {
            figure,
            network,
            code,
            batch,
            per_cpu_second,
            peak_share,
            difference,
        });
    }

    /// How exact burn is: as in play where a GPU computes, and else exact.
    fn burn_precision(&self) -> Precision {
        let NetPlan { backend, precision, .. } = self.plan;
        match backend.kernel() {
            None if *precision == Precision::Fast => backend.precision(),
            _ => Precision::Exact,
        }
    }

    /// What burn or a kernel says to all positions.
    fn answers(&self, network: &Network, kernel: Option<Kernel>) -> Vec<Evaluation> {
        const FITS: &str = "the network was made for this game";
        let Self { game, positions, .. } = self;
        match kernel {
            None => {
                let mut evaluator = BurnEvaluator::mixed(network.clone(), self.burn_precision());
                positions.evaluate(game, &mut evaluator, positions.count())
            }
            Some(kernel) => {
                let net = Arc::new(CpuNet::with_kernel(network, kernel, self.plan.precision));
                let mut evaluator = CpuEvaluator::new(net, *game).expect(FITS);
                positions.evaluate(game, &mut evaluator, positions.count())
            }
        }
    }
}

fn size(network: &Network) -> String {
    let NetConfig { blocks, channels, .. } = network.config();
    format!("{blocks}x{channels}")
}

fn largest(expected: &[Evaluation], found: &[Evaluation]) -> f32 {
    let differences = numbers(expected).zip(numbers(found)).map(|(a, b)| (a - b).abs());
    differences.fold(0.0, f32::max)
}
