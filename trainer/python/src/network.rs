//! Positions judged by a network.

use std::path::PathBuf;
use std::sync::Arc;

use imperial_data::LoadedRules;
use imperial_engine::search::Request;
use imperial_engine::{Encode, Outcome, Wdl, with_game};
use imperial_net::{
    Asked, Backend, CpuEvaluator, CpuNet, EvaluateMixed as _, Kernel, Leaf, Precision,
};
use imperial_play::networks as shipped;
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray1, PyArray2};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::batch::{Batch, seats_of};
use crate::classes::Position;
use crate::errors;
use crate::legal::offsets;
use crate::play::{Held, Play, play_of};

/// Positions that a thread has judged together.
const AT_ONCE: usize = 64;

/// Names of the networks that come with imperial, the one that plays by default first.
#[pyfunction]
pub fn networks() -> Vec<&'static str> {
    shipped::names().collect()
}

/// What a network says of n positions with m legal moves in all.
///
/// Attributes:
///     wdl: float32 [n, 3], the probabilities that the attackers win, of a draw, and that the defenders win,
///         whoever is to move. Where a game is over it is the result.
///     policy: float32 [m], the probability of each legal move, 1 together in each position.
///     move_offsets: int64 [n + 1], where the moves of each position begin and end in `policy`.
#[pyclass(frozen, get_all, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Evaluation {
    wdl: Py<PyArray2<f32>>,
    policy: Py<PyArray1<f32>>,
    move_offsets: Py<PyArray1<i64>>,
}

/// A network on the CPU.
///
/// Args:
///     name: the path of a network's file, or the name of one that comes with imperial (`networks()` lists
///         them); the first of these if not given.
///     kernel: the code that computes, `amx`, `avx512`, `avx2` or `portable`; the fastest of this machine if not
///         given. Each rounds in its own way.
///
/// Raises:
///     ValueError: there is no such network or kernel, or the file is damaged.
#[pyclass(frozen, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Network(Arc<CpuNet>);

/// A kernel by name.
pub fn backend(kernel: Option<&str>) -> PyResult<Backend> {
    let kernel = kernel.map(str::parse::<Kernel>).transpose().map_err(errors::value)?;
    Backend::named("cpu", kernel).map_err(errors::value)
}

#[pymethods]
impl Network {
    #[new]
    #[pyo3(signature = (name=None, kernel=None))]
    fn new(py: Python<'_>, name: Option<PathBuf>, kernel: Option<&str>) -> PyResult<Self> {
        let backend = backend(kernel)?;
        let kernel = backend.kernel().unwrap_or(Kernel::best());
        let loaded = py.detach(move || shipped::load(name.as_deref(), backend.device()));
        let network = loaded.map_err(|error| errors::chain(&error))?;
        Ok(Self(Arc::new(CpuNet::with_kernel(&network, kernel, Precision::Fast))))
    }

    /// SHA-256 of configuration and weights, in hexadecimal digits. Records name a network by the first eight.
    #[getter]
    fn hash(&self) -> &str {
        self.0.hash()
    }

    /// The family of games that it was made for, as `Rules.family` names it.
    #[getter]
    fn family(&self) -> &str {
        &self.0.config().family
    }

    fn __repr__(&self) -> String {
        format!("<network {} for {}>", &self.0.hash()[..8], self.0.config().family)
    }

    /// Judges positions, without any search.
    ///
    /// An answer depends on its position alone. Other threads of Python run meanwhile.
    ///
    /// Args:
    ///     positions: a `Batch`, a `Position`, or a list of positions of any rule sets of the network's family.
    ///
    /// Raises:
    ///     ValueError: the network was made for other games.
    fn evaluate(&self, py: Python<'_>, positions: &Bound<'_, PyAny>) -> PyResult<Evaluation> {
        if let Ok(batch) = positions.cast::<Batch>() {
            let (rules, lock) = (&batch.get().rules, batch.get().seats()?);
            let seats: &Held = &lock;
            self.check(rules)?;
            let answers = py.detach(|| {
                with_game!(&rules.game, |game| {
                    self.judge(&seen_seats(game, &game.rule_vector(), seats))
                })
            });
            return answers.into_evaluation(py);
        }
        let list: Vec<Py<Position>> = match positions.cast::<Position>() {
            Ok(one) => vec![one.clone().unbind()],
            Err(_) => positions.extract().map_err(|_| {
                errors::kind("positions must be a Batch, a Position or a list of positions")
            })?,
        };
        let list: Vec<&Position> = list.iter().map(Py::get).collect();
        list.iter().try_for_each(|position| self.check(&position.rules))?;
        let vector =
            |position: &&Position| with_game!(&position.rules.game, |game| game.rule_vector());
        let rules: Vec<Vec<f32>> = list.iter().map(vector).collect();
        let answers = py.detach(|| self.judge(&seen_positions(&list, &rules)));
        answers.into_evaluation(py)
    }
}

impl Network {
    fn check(&self, rules: &LoadedRules) -> PyResult<()> {
        let checked = with_game!(&rules.game, |game| self.0.config().check_game(game));
        let name = rules.game.name();
        checked.map_err(|error| {
            errors::value(format!(
                "the network cannot judge {name}: {error}; give one that has learned such games"
            ))
        })
    }

    /// Has all positions judged by all threads.
    fn judge(&self, seen: &[Seen<'_>]) -> Answers {
        let evaluator = || CpuEvaluator::mixed(Arc::clone(&self.0));
        let parts = seen.par_chunks(AT_ONCE).map_init(evaluator, judge_part);
        Answers(parts.flatten_iter().collect())
    }
}

/// Has some positions judged by one thread.
fn judge_part(evaluator: &mut CpuEvaluator, seen: &[Seen<'_>]) -> Vec<(Wdl, Vec<f32>)> {
    let open = seen.iter().filter(|one| one.known.is_none());
    let asked: Vec<&dyn Asked> = open.map(|one| &*one.asked as &dyn Asked).collect();
    let mut judged = evaluator.evaluate_mixed(&asked).into_iter();
    let mut next = || {
        let evaluation = judged.next();
        evaluation.map_or((NOBODY_KNOWS, Vec::new()), |one| (one.wdl, softmax(one.logits)))
    };
    seen.iter().map(|one| one.known.map_or_else(&mut next, |wdl| (wdl, Vec::new()))).collect()
}

/// Stands where an evaluator answers less than it was asked, which none does.
const NOBODY_KNOWS: Wdl = Wdl { attackers: 0.0, draw: 1.0, defenders: 0.0 };

/// Probabilities of results and moves, one for each position.
struct Answers(Vec<(Wdl, Vec<f32>)>);

impl Answers {
    fn into_evaluation(self, py: Python<'_>) -> PyResult<Evaluation> {
        let ends = offsets(self.0.iter().map(|(_, policy)| policy.len()));
        let wdl = self.0.iter().flat_map(|(wdl, _)| [wdl.attackers, wdl.draw, wdl.defenders]);
        let wdl =
            Array2::from_shape_vec((self.0.len(), 3), wdl.collect()).map_err(errors::value)?;
        let policy: Vec<f32> = self.0.into_iter().flat_map(|(_, policy)| policy).collect();
        Ok(Evaluation {
            wdl: wdl.into_pyarray(py).unbind(),
            policy: policy.into_pyarray(py).unbind(),
            move_offsets: ends.into_pyarray(py).unbind(),
        })
    }
}

/// Turns logits into probabilities.
fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = (*logit - largest).exp());
    let total: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|share| *share /= total);
    logits
}

/// A position of whatever game, as a network sees it.
struct Seen<'a> {
    /// The result, where the game is over.
    known: Option<Wdl>,
    /// What is asked otherwise.
    asked: Box<dyn Asked + Send + Sync + 'a>,
}

impl<'a> Seen<'a> {
    /// The position of `play`, whose game has this rule vector.
    fn new<G: Encode>(game: &'a G, rules: &'a [f32], play: &'a Play<G>) -> Self {
        let Play { position, moves, outcome, .. } = play;
        let request = Request { position, moves, seed: 0 };
        let leaf = Leaf { game, rules, laws: game.name(), request };
        Self { known: outcome.map(Outcome::wdl), asked: Box::new(leaf) }
    }
}

/// Positions, each with the rule vector of its game.
fn seen_positions<'a>(positions: &[&'a Position], rules: &'a [Vec<f32>]) -> Vec<Seen<'a>> {
    let see = |(position, rules): (&&'a Position, &'a Vec<f32>)| {
        let Position { rules: loaded, held } = *position;
        with_game!(&loaded.game, |game| Seen::new(game, rules, play_of(game, held)))
    };
    positions.iter().zip(rules).map(see).collect()
}

/// The games of a batch, all with one rule vector.
fn seen_seats<'a, G: Encode + 'static>(
    game: &'a G,
    rules: &'a [f32],
    held: &'a Held,
) -> Vec<Seen<'a>> {
    seats_of(game, held).iter().map(|seat| Seen::new(game, rules, &seat.play)).collect()
}
