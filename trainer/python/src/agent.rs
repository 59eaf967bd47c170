//! Moves chosen by imperial's agents.

use std::ffi::CString;
use std::iter::once;
use std::sync::{Arc, Mutex, PoisonError};

use imperial_data::LoadedRules;
use imperial_engine::search::SearchParams;
use imperial_engine::{derive_seed, with_game};
use imperial_net::Backend;
use imperial_play::agent::{Agent as Ready, AgentSpec};
use imperial_play::analysis::{Report, Searched, all_cores, leaves_at_once};
use imperial_play::networks;
use imperial_play::playing_agent::PlayingAgent;
use imperial_play::prepare::{Purpose, prepare, with_usual_network};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::PyUserWarning;
use pyo3::prelude::*;

use crate::batch::{Batch, Seat, seats_of};
use crate::classes::Position;
use crate::interrupts::{Interrupts, interruptible};
use crate::network::backend;
use crate::play::{Play, play_of};
use crate::{errors, numbers};

/// An agent of imperial, ready to play any rule set that it fits. One that names no network plays each rule set with
/// the network of imperial for such games.
///
/// Args:
///     agent: as on the command line: `random`, `rollouts:PLAYOUTS`, `network:PLAYOUTS`,
///         `network:PLAYOUTS@FILE`, `puct:PLAYOUTS`, `alphabeta:LIMIT` or `level:NAME`, also with settings.
///     kernel: as in `Network`.
///
/// Raises:
///     ValueError: it is no agent, or its network cannot be loaded.
#[pyclass(frozen, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Agent {
    text: String,
    spec: AgentSpec,
    /// Apart, since it wants to lie at other addresses than objects of Python do.
    backend: Box<Backend>,
    /// As it is written: a network that it does not name is the first of imperial.
    ready: Arc<Ready>,
    /// The same with a network for the games that it was asked about.
    others: Mutex<Vec<(AgentSpec, Arc<Ready>)>>,
}

#[pymethods]
impl Agent {
    #[new]
    #[pyo3(signature = (agent, kernel=None))]
    fn new(py: Python<'_>, agent: &str, kernel: Option<&str>) -> PyResult<Self> {
        let spec: AgentSpec = agent.parse().map_err(errors::value)?;
        if spec.program().is_some() {
            return Err(errors::value(format!(
                "`{agent}` is another program, which only `imperial match` lets play"
            )));
        }
        let backend = backend(kernel)?;
        let ready = ready(py, &spec, &backend)?;
        Ok(Self {
            text: agent.to_owned(),
            spec,
            backend: Box::new(backend),
            ready,
            others: Mutex::default(),
        })
    }

    /// Its name in records: `network-64:1a2b3c4d`. A network that it does not name is the first of imperial here.
    #[getter]
    fn label(&self) -> String {
        self.ready.label()
    }

    fn __repr__(&self) -> String {
        format!("Agent({:?})", self.text)
    }

    /// The move that it would play, in the game's notation. The same as that of `imperial play`.
    ///
    /// Args:
    ///     position: where the game stands; it must go on.
    ///     seed: where all chance comes from.
    ///     threads: for one search; all cores if not given. The move does not depend on them.
    #[pyo3(signature = (position, seed=1855, threads=None))]
    fn best_move(
        &self,
        py: Python<'_>,
        position: &Position,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = threads_of)] threads: Option<u16>,
    ) -> PyResult<String> {
        let agent = self.playing(py, &position.rules)?;
        let found = with_game!(&position.rules.game, |game| {
            let play = play_of(game, &position.held);
            py.detach(|| agent.think(&position.rules, game, play, (seed, threads)))
        });
        found.map(|found| found.mv).map_err(raised)
    }

    /// Everything that its search finds: what `imperial analyse --json` prints, as a dictionary.
    ///
    /// Values are the attackers', whoever is to move: 1 if the attackers win, -1 if the defenders win. `score` is their
    /// expected score from 0 to 1; it is there where the result is certain, or the values were checked against results.
    ///
    /// Args: as in `best_move`.
    ///
    /// Raises:
    ///     ValueError: the game is over, or the agent does not search.
    #[pyo3(signature = (position, seed=1855, threads=None))]
    fn analyse<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        #[pyo3(from_py_with = threads_of)] threads: Option<u16>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let agent = self.playing(py, &position.rules)?;
        let found = with_game!(&position.rules.game, |game| {
            let play = play_of(game, &position.held);
            py.detach(|| agent.think(&position.rules, game, play, (seed, threads)))
        });
        let label = agent.0.label();
        let report = found.map_err(raised)?.report.ok_or_else(|| {
            errors::value(format!("`{label}` does not search, so it has no figures"))
        })?;
        let text = serde_json::to_string(&report).map_err(errors::value)?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// The moves that it would play in many games, as `Batch.step` takes them. Searches go on in all threads, and
    /// a network judges the leaves of several at once.
    ///
    /// Args:
    ///     batch: the games.
    ///     seed: where all chance comes from; every game and ply has its own.
    ///     mask: bool [games]: only where True, else 0; everywhere if not given. Games that are over have 0, too.
    ///
    /// Returns:
    ///     int64 [games]: places among the legal moves of each game.
    #[pyo3(signature = (batch, seed=1855, mask=None))]
    fn best_moves<'py>(
        &self,
        py: Python<'py>,
        batch: &Batch,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let agent = self.playing(py, &batch.rules)?;
        let lock = batch.seats()?;
        let found = with_game!(&batch.rules.game, |game| {
            let seats = seats_of(game, &lock);
            let mask = numbers::mask(mask, seats.len())?;
            py.detach(|| agent.think_together(&batch.rules, game, seats, (seed, &mask)))
        });
        Ok(found.map_err(raised)?.into_pyarray(py))
    }
}

fn threads_of(given: &Bound<'_, PyAny>) -> PyResult<Option<u16>> {
    let number = || numbers::whole(given, "threads", 1..=u16::MAX);
    (!given.is_none()).then(number).transpose()
}

/// Errors of a search; an interrupt stays what it is.
fn raised(error: anyhow::Error) -> PyErr {
    error.downcast::<PyErr>().unwrap_or_else(|error| errors::chain(&error))
}

/// A move with what was found about it.
struct Found {
    /// In the game's notation.
    mv: String,
    /// Nothing for agents that do not search.
    report: Option<Report>,
}

/// Makes an agent ready.
fn ready(py: Python<'_>, spec: &AgentSpec, backend: &Backend) -> PyResult<Arc<Ready>> {
    let ready = py.detach(|| prepare(spec, Purpose::Measuring, backend));
    ready.map(Arc::new).map_err(|error| errors::chain(&error))
}

impl Agent {
    /// The agent with its network for these rules; a warning where that has never learned on such boards.
    fn playing(&self, py: Python<'_>, rules: &LoadedRules) -> PyResult<Playing> {
        let agent = self.with_network(py, rules)?;
        let Some(network) = agent.at(&rules.game).network() else { return Ok(Playing(agent)) };
        let (text, name) = (&self.text, rules.game.name());
        network.check_game(&rules.game).map_err(|error| {
            errors::value(format!("`{text}` cannot play {name}: {error}; rollouts:PLAYOUTS can"))
        })?;
        if let Some(caution) = networks::caution(network.label(), &rules.game) {
            let caution = CString::new(caution).map_err(errors::value)?;
            PyErr::warn(py, &py.get_type::<PyUserWarning>(), &caution, 1)?;
        }
        Ok(Playing(agent))
    }

    /// The agent with its network for these rules, loaded once.
    fn with_network(&self, py: Python<'_>, rules: &LoadedRules) -> PyResult<Arc<Ready>> {
        let spec = with_usual_network(&self.spec, once(&rules.game));
        if spec == self.spec {
            return Ok(Arc::clone(&self.ready));
        }
        let others = || self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = others().iter().find(|(known, _)| *known == spec) {
            return Ok(Arc::clone(known));
        }
        // Nobody may wait for Python while he holds the lock.
        let agent = ready(py, &spec, &self.backend)?;
        others().push((spec, Arc::clone(&agent)));
        Ok(agent)
    }
}

/// An agent with its network for some game.
struct Playing(Arc<Ready>);

impl Playing {
    fn think<G: Searched>(
        &self,
        rules: &LoadedRules,
        game: &G,
        play: &Play<G>,
        (seed, threads): (u64, Option<u16>),
    ) -> anyhow::Result<Found> {
        let agent = self.0.at(&rules.game).clone().with_search(|params| SearchParams {
            batch: leaves_at_once(params.playouts),
            ..params
        });
        let threads = threads.unwrap_or_else(all_cores);
        let mut interrupts = Interrupts::new();
        let mut playing = PlayingAgent::new(&agent, rules, seed, threads);
        let found = playing.think_while(game, &play.way.setup(game), &mut |_| {
            interrupts.check()?;
            Ok(true)
        })?;
        let report = found
            .result
            .map(|result| Report::new(game, &rules.game, &play.position, self.0.label(), &result));
        Ok(Found { mv: game.format_move(&play.position, found.mv), report })
    }

    fn think_together<G: Searched>(
        &self,
        rules: &LoadedRules,
        game: &G,
        seats: &[Seat<G>],
        (seed, mask): (u64, &[bool]),
    ) -> anyhow::Result<Vec<i64>> {
        let wanted = |number: &usize| mask[*number] && seats[*number].play.outcome.is_none();
        let wanted: Vec<usize> = (0..seats.len()).filter(wanted).collect();
        let with_seed = |number: &usize| {
            let position = &seats[*number].play.position;
            let seed = derive_seed(seed, &format!("ply {}", game.ply(position)));
            (position, derive_seed(seed, &format!("game {number}")))
        };
        let places: Vec<(&G::Position, u64)> = wanted.iter().map(with_seed).collect();
        let agent = self.0.at(&rules.game);
        let moves = interruptible(|stop| game.moves_at(agent, &places, stop))?;
        let mut chosen = vec![0; seats.len()];
        for (number, mv) in wanted.into_iter().zip(moves) {
            let place = seats[number].play.moves.iter().position(|legal| *legal == mv);
            chosen[number] = place.expect("agents make legal moves") as i64;
        }
        Ok(chosen)
    }
}
