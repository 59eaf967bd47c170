//! Many games of one rule set, stepped together.

use std::sync::Arc;

use imperial_data::LoadedRules;
use imperial_engine::{Cause, Encode, Game as _, Outcome, Side, game_stream, with_game};
use numpy::{IntoPyArray as _, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use crate::classes::{Position, Rules};
use crate::legal::{Legal, Lists};
use crate::play::{Held, Play, play_of};
use crate::rules::GivenRules;
use crate::{errors, numbers, planes};

/// More games hardly fit into memory.
const MOST_GAMES: usize = 1 << 20;
/// Games that a thread takes at once.
const AT_ONCE: usize = 16;

/// Many games of one rule set at once.
///
/// Every game has a random stream of its own, which decides who begins where the rules leave it to a coin and which
/// moves `step_random` draws. So a game depends on the seed and on its number alone.
///
/// All methods work on all games by all threads, and let other threads of Python run meanwhile.
///
/// Args:
///     rules: a `Rules`, or what `Rules` takes.
///     games: how many, from 1 to 1048576.
///     seed: from 0 to 2**64 - 1.
///     start: the position that every game begins with; the start of the rules if not given.
#[pyclass(module = "imperial_tafl")]
#[derive(Debug)]
pub struct Batch {
    pub rules: Arc<LoadedRules>,
    /// `Vec<Seat<G>>`, at least one.
    seats: Held,
    /// `Play<G>`, where the games begin elsewhere than the rules say.
    start: Option<Py<Position>>,
}

/// One game of a batch.
pub struct Seat<G: Encode> {
    /// Where it stands.
    pub play: Play<G>,
    /// Its random numbers.
    rng: ChaCha8Rng,
}

impl<G: Encode> AsRef<Play<G>> for Seat<G> {
    fn as_ref(&self) -> &Play<G> {
        &self.play
    }
}

/// The games that are held.
pub fn seats_of<'a, G: Encode + 'static>(_game: &G, held: &'a Held) -> &'a [Seat<G>] {
    held.get::<Vec<Seat<G>>>()
}

fn seats_mut<'a, G: Encode + 'static>(_game: &G, held: &'a mut Held) -> &'a mut [Seat<G>] {
    held.get_mut::<Vec<Seat<G>>>()
}

impl<G: Encode + 'static> Seat<G> {
    fn new(game: &G, start: Option<&Play<G>>, mut rng: ChaCha8Rng) -> Self {
        let play = begin(game, start, &mut rng);
        Self { play, rng }
    }

    fn restart(&mut self, game: &G, start: Option<&Play<G>>) {
        self.play = begin(game, start, &mut self.rng);
    }

    /// Makes the move at `place` among the legal ones.
    fn step(&mut self, game: &G, place: usize) {
        if let Some(mv) = self.play.moves.get(place).copied() {
            self.play.make(game, mv);
        }
    }

    fn step_random(&mut self, game: &G) {
        if !self.play.moves.is_empty() {
            let place = self.rng.random_range(0..self.play.moves.len());
            self.step(game, place);
        }
    }
}

/// The beginning of a game.
fn begin<G: Encode>(game: &G, start: Option<&Play<G>>, rng: &mut ChaCha8Rng) -> Play<G> {
    match start {
        Some(start) => start.clone(),
        None => Play::at(game, game.start(game.first().draw(rng))),
    }
}

/// What a result counts for the attackers.
fn sign(outcome: Option<Outcome>) -> i8 {
    match outcome.and_then(|outcome| outcome.winner) {
        Some(Side::Attackers) => 1,
        None => 0,
        Some(Side::Defenders) => -1,
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (rules, games, seed=0, start=None))]
    fn new(
        py: Python<'_>,
        rules: GivenRules,
        games: usize,
        seed: u64,
        start: Option<Py<Position>>,
    ) -> PyResult<Self> {
        let rules = rules.0;
        if !(1..=MOST_GAMES).contains(&games) {
            let message = format!("games must be from 1 to {MOST_GAMES}, not {games}");
            return Err(errors::value(message));
        }
        let from = start.as_ref().map(Py::get);
        from.map_or(Ok(()), |start| start.check_rules(&rules))?;
        let seats = py.detach(|| {
            with_game!(&rules.game, |game| seated(game, games, seed, from.map(|start| &start.held)))
        });
        Ok(Self { rules, seats, start })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(&self.rules))
    }

    /// Number of games.
    fn __len__(&self) -> usize {
        with_game!(&self.rules.game, |game| seats_of(game, &self.seats).len())
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}>", self.__len__(), self.rules.game.name())
    }

    /// The legal moves of all games.
    fn legal(&self, py: Python<'_>) -> PyResult<Legal> {
        let lists = py.detach(|| {
            with_game!(&self.rules.game, |game| Lists::of(game, seats_of(game, &self.seats)))
        });
        lists.into_legal(py)
    }

    /// float32 [games, planes, ranks, files]: what a network sees of each game. Rank 0 is the lowest.
    ///
    /// Args:
    ///     out: an array of this shape to write into, contiguous; a new one if not given. One array for all steps
    ///         saves the time of asking for memory.
    #[pyo3(signature = (out=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &self.seats);
            let [planes, height, width] = planes::shape_of(game);
            let shape = [seats.len(), planes, height, width];
            planes::filled(py, &shape, out, |values| planes::encode_all(game, seats, values))
        })
    }

    /// Makes one move in every game that goes on.
    ///
    /// Args:
    ///     moves: whole numbers [games], each a place among the legal moves of its game, from 0. Numbers of games
    ///         that are over are passed over.
    ///
    /// Returns:
    ///     bool [games]: the games that this step has ended.
    ///
    /// Raises:
    ///     ValueError: a move does not exist, or their number is wrong. Nothing has been played then.
    fn step<'py>(
        &mut self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let places = numbers::whole_numbers(moves, self.__len__(), "moves (one for each game)")?;
        let Self { rules, seats, .. } = self;
        let ended = py.detach(|| {
            with_game!(&rules.game, |game| step(game, seats_mut(game, seats), &places))
        })?;
        Ok(ended.into_pyarray(py))
    }

    /// Makes a random legal move in every game that goes on, drawn from its own stream.
    ///
    /// Args:
    ///     mask: bool [games]: only where True; everywhere if not given.
    ///
    /// Returns:
    ///     bool [games]: the games that this step has ended.
    #[pyo3(signature = (mask=None))]
    fn step_random<'py>(
        &mut self,
        py: Python<'py>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = numbers::mask(mask, self.__len__())?;
        let Self { rules, seats, .. } = self;
        let ended = py.detach(|| {
            with_game!(&rules.game, |game| {
                each(seats_mut(game, seats), |place, seat| {
                    if mask[place] {
                        seat.step_random(game);
                    }
                })
            })
        });
        Ok(ended.into_pyarray(py))
    }

    /// Begins games anew.
    ///
    /// Args:
    ///     mask: bool [games]: only where True, such as `batch.over`; all if not given.
    #[pyo3(signature = (mask=None))]
    fn reset(&mut self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = numbers::mask(mask, self.__len__())?;
        let Self { rules, seats, start } = self;
        let start = start.as_ref().map(Py::get);
        py.detach(|| {
            with_game!(&rules.game, |game| {
                let start = start.map(|start| play_of(game, &start.held));
                each(seats_mut(game, seats), |place, seat| {
                    if mask[place] {
                        seat.restart(game, start);
                    }
                });
            });
        });
        Ok(())
    }

    /// bool [games]: which games are over.
    #[getter]
    fn over<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        self.outcomes(|outcome| outcome.is_some()).into_pyarray(py)
    }

    /// int8 [games]: 1 where the attackers have won, -1 where the defenders have, else 0.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        self.outcomes(sign).into_pyarray(py)
    }

    /// bool [games]: which games were cut off at a limit of plies, not played to an end.
    #[getter]
    fn cut_off<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let cut = |outcome: Option<Outcome>| outcome.is_some_and(|one| one.cause.is_cut_off());
        self.outcomes(cut).into_pyarray(py)
    }

    /// What has ended each game, as in records; None where it goes on.
    #[getter]
    fn causes(&self) -> Vec<Option<&'static str>> {
        self.outcomes(|outcome| outcome.map(|outcome| Cause::name(outcome.cause)))
    }

    /// bool [games]: where the attackers are to move.
    #[getter]
    fn attackers_to_move<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<bool>> {
        let to_move = with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &self.seats).iter();
            seats
                .map(|seat| game.side_to_move(&seat.play.position) == Side::Attackers)
                .collect::<Vec<_>>()
        });
        to_move.into_pyarray(py)
    }

    /// uint32 [games]: plies played so far.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let plies = with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &self.seats).iter();
            seats.map(|seat| game.ply(&seat.play.position)).collect::<Vec<_>>()
        });
        plies.into_pyarray(py)
    }

    /// The position of one game.
    ///
    /// Args:
    ///     game: its number, from 0.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    fn position(&self, game: usize) -> PyResult<Position> {
        let held = with_game!(&self.rules.game, |rules| {
            seats_of(rules, &self.seats).get(game).map(|seat| Held::new(seat.play.clone()))
        });
        let count = self.__len__();
        let missing = || format!("game {game} does not exist: there are {count}, counted from 0");
        let held = held.ok_or_else(|| errors::index(missing()))?;
        Ok(Position { rules: Arc::clone(&self.rules), held })
    }
}

impl Batch {
    /// The games, without their type.
    pub fn seats(&self) -> &Held {
        &self.seats
    }

    fn outcomes<T>(&self, read: impl Fn(Option<Outcome>) -> T) -> Vec<T> {
        with_game!(&self.rules.game, |game| {
            seats_of(game, &self.seats).iter().map(|seat| read(seat.play.outcome)).collect()
        })
    }
}

fn seated<G: Encode + 'static>(game: &G, games: usize, seed: u64, start: Option<&Held>) -> Held {
    let start = start.map(|held| play_of(game, held));
    let seat = |number| Seat::new(game, start, game_stream(seed, number));
    Held::new((0..games as u64).into_par_iter().map(seat).collect::<Vec<_>>())
}

/// Does `change` to every game, and says which have ended by it.
fn each<G: Encode + 'static>(
    seats: &mut [Seat<G>],
    change: impl Fn(usize, &mut Seat<G>) + Sync,
) -> Vec<bool> {
    let changed = |(place, seat): (usize, &mut Seat<G>)| {
        let went_on = seat.play.outcome.is_none();
        change(place, seat);
        went_on && seat.play.outcome.is_some()
    };
    seats.par_iter_mut().enumerate().with_min_len(AT_ONCE).map(changed).collect()
}

/// Makes the moves at `places`, if all of them exist.
fn step<G: Encode + 'static>(
    game: &G,
    seats: &mut [Seat<G>],
    places: &[i64],
) -> PyResult<Vec<bool>> {
    for (number, (seat, place)) in seats.iter().zip(places).enumerate() {
        let moves = seat.play.moves.len();
        let exists = usize::try_from(*place).is_ok_and(|place| place < moves);
        if seat.play.outcome.is_none() && !exists {
            return Err(errors::value(format!(
                "game {number} has {moves} legal moves, counted from 0, so there is no move {place}; \
                 nothing was played"
            )));
        }
    }
    Ok(each(seats, |number, seat| seat.step(game, places[number] as usize)))
}
