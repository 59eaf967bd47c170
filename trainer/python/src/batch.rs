//! Many games of one rule set, stepped together.

use std::sync::{Arc, RwLock, RwLockReadGuard, RwLockWriteGuard, TryLockError};

use imperial_data::LoadedRules;
use imperial_engine::{Cause, Encode, Game as _, Outcome, Side, game_stream, with_game};
use numpy::{IntoPyArray as _, PyArray1, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyType;
use rand::RngExt as _;
use rand::rngs::ChaCha8Rng;
use rayon::prelude::*;

use crate::classes::{Position, Rules};
use crate::legal::{Legal, Lists};
use crate::play::{Held, Play, play_of};
use crate::rules::GivenRules;
use crate::way::Told;
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
#[pyclass(frozen, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Batch {
    pub rules: Arc<LoadedRules>,
    /// How many there are, at least one.
    games: usize,
    /// `Vec<Seat<G>>`. Nobody waits for the lock: he would hold up other threads of Python.
    seats: RwLock<Held>,
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

/// A game as `pickle` writes it: how it came about, and the state of its random numbers.
type ToldSeat = (Told, Vec<u8>);

impl<G: Encode> Clone for Seat<G> {
    fn clone(&self) -> Self {
        let rng = ChaCha8Rng::deserialize_state(&self.rng.serialize_state());
        Self { play: self.play.clone(), rng }
    }
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
        None => Play::start(game, game.first().draw(rng)),
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
        #[pyo3(from_py_with = games_of)] games: usize,
        #[pyo3(from_py_with = numbers::seed)] seed: u64,
        start: Option<Py<Position>>,
    ) -> PyResult<Self> {
        let rules = rules.0;
        let from = start.as_ref().map(Py::get);
        from.map_or(Ok(()), |start| start.check_rules(&rules))?;
        let seats = py.detach(|| {
            with_game!(&rules.game, |game| seated(game, games, seed, from.map(|start| &start.held)))
        });
        Ok(Self { rules, games, seats: RwLock::new(seats), start })
    }

    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(&self.rules))
    }

    /// Number of games.
    const fn __len__(&self) -> usize {
        self.games
    }

    fn __repr__(&self) -> String {
        format!("<{} games of {}>", self.games, self.rules.game.name())
    }

    /// Another batch whose games go on like these by themselves: they have the same random numbers.
    fn __copy__(&self, py: Python<'_>) -> PyResult<Self> {
        let lock = self.seats()?;
        let seats: &Held = &lock;
        let copied = py.detach(|| {
            with_game!(&self.rules.game, |game| Held::new(seats_of(game, seats).to_vec()))
        });
        let start = self.start.as_ref().map(|start| start.clone_ref(py));
        let (rules, games) = (Arc::clone(&self.rules), self.games);
        Ok(Self { rules, games, seats: RwLock::new(copied), start })
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Self> {
        self.__copy__(py)
    }

    /// How `pickle` makes it again: by playing all its moves.
    #[expect(clippy::type_complexity, reason = "the protocol wants it")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Rules, Option<Py<Position>>, Vec<ToldSeat>))> {
        let lock = self.seats()?;
        let seats: &Held = &lock;
        let told = py.detach(|| with_game!(&self.rules.game, |game| told(game, seats)));
        let start = self.start.as_ref().map(|start| start.clone_ref(py));
        Ok((py.get_type::<Self>().getattr("_along")?, (self.rules(), start, told)))
    }

    /// The batch of these games, for `pickle`.
    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "Python has no references to give")]
    fn _along(
        _class: &Bound<'_, PyType>,
        py: Python<'_>,
        rules: &Rules,
        start: Option<Py<Position>>,
        seats: Vec<ToldSeat>,
    ) -> PyResult<Self> {
        let (rules, games) = (Arc::clone(&rules.0), seats.len());
        start.as_ref().map_or(Ok(()), |start| start.get().check_rules(&rules))?;
        let seats = py.detach(|| with_game!(&rules.game, |game| seated_along(game, &seats)))?;
        Ok(Self { rules, games, seats: RwLock::new(seats), start })
    }

    /// The legal moves of all games.
    fn legal(&self, py: Python<'_>) -> PyResult<Legal> {
        let lock = self.seats()?;
        let seats: &Held = &lock;
        let lists = py
            .detach(|| with_game!(&self.rules.game, |game| Lists::of(game, seats_of(game, seats))));
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
        let lock = self.seats()?;
        with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &lock);
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
        &self,
        py: Python<'py>,
        moves: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let places = numbers::whole_numbers(moves, self.games, "moves (one for each game)")?;
        let mut lock = self.seats_to_change()?;
        let seats: &mut Held = &mut lock;
        let ended = py.detach(|| {
            with_game!(&self.rules.game, |game| step(game, seats_mut(game, seats), &places))
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
        &self,
        py: Python<'py>,
        mask: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let mask = numbers::mask(mask, self.games)?;
        let mut lock = self.seats_to_change()?;
        let seats: &mut Held = &mut lock;
        let ended = py.detach(|| {
            with_game!(&self.rules.game, |game| {
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
    fn reset(&self, py: Python<'_>, mask: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
        let mask = numbers::mask(mask, self.games)?;
        let mut lock = self.seats_to_change()?;
        let seats: &mut Held = &mut lock;
        let start = self.start.as_ref().map(Py::get);
        py.detach(|| {
            with_game!(&self.rules.game, |game| {
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
    fn over<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        Ok(self.outcomes(|outcome| outcome.is_some())?.into_pyarray(py))
    }

    /// int8 [games]: 1 where the attackers have won, -1 where the defenders have, else 0.
    #[getter]
    fn results<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<i8>>> {
        Ok(self.outcomes(sign)?.into_pyarray(py))
    }

    /// bool [games]: which games were cut off at a limit of plies, not played to an end.
    #[getter]
    fn cut_off<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let cut = |outcome: Option<Outcome>| outcome.is_some_and(|one| one.cause.is_cut_off());
        Ok(self.outcomes(cut)?.into_pyarray(py))
    }

    /// What has ended each game, as in records; None where it goes on.
    #[getter]
    fn causes(&self) -> PyResult<Vec<Option<&'static str>>> {
        self.outcomes(|outcome| outcome.map(|outcome| Cause::name(outcome.cause)))
    }

    /// bool [games]: where the attackers are to move.
    #[getter]
    fn attackers_to_move<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<bool>>> {
        let lock = self.seats()?;
        let to_move = with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &lock).iter();
            seats
                .map(|seat| game.side_to_move(&seat.play.position) == Side::Attackers)
                .collect::<Vec<_>>()
        });
        Ok(to_move.into_pyarray(py))
    }

    /// uint32 [games]: plies played so far.
    #[getter]
    fn plies<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u32>>> {
        let lock = self.seats()?;
        let plies = with_game!(&self.rules.game, |game| {
            let seats = seats_of(game, &lock).iter();
            seats.map(|seat| game.ply(&seat.play.position)).collect::<Vec<_>>()
        });
        Ok(plies.into_pyarray(py))
    }

    /// The position of one game.
    ///
    /// Args:
    ///     game: its number, from 0.
    ///
    /// Raises:
    ///     IndexError: there is no such game.
    fn position(&self, game: &Bound<'_, PyAny>) -> PyResult<Position> {
        let place = numbers::place(game, ("game", "a whole number"), self.games)?;
        let lock = self.seats()?;
        let held = with_game!(&self.rules.game, |game| {
            Held::new(seats_of(game, &lock)[place].play.clone())
        });
        Ok(Position { rules: Arc::clone(&self.rules), held })
    }
}

impl Batch {
    /// The games, without their type.
    ///
    /// # Errors
    /// `RuntimeError` while another thread changes them.
    pub fn seats(&self) -> PyResult<RwLockReadGuard<'_, Held>> {
        lent(self.seats.try_read())
    }

    /// The same, to be changed.
    ///
    /// # Errors
    /// `RuntimeError` while another thread reads or changes them.
    fn seats_to_change(&self) -> PyResult<RwLockWriteGuard<'_, Held>> {
        lent(self.seats.try_write())
    }

    fn outcomes<T>(&self, read: impl Fn(Option<Outcome>) -> T) -> PyResult<Vec<T>> {
        let lock = self.seats()?;
        Ok(with_game!(&self.rules.game, |game| {
            seats_of(game, &lock).iter().map(|seat| read(seat.play.outcome)).collect()
        }))
    }
}

/// What a lock lends, if it is free.
fn lent<T>(found: Result<T, TryLockError<T>>) -> PyResult<T> {
    match found {
        Ok(lent) => Ok(lent),
        // Each game by itself is whole, whatever has happened to the others.
        Err(TryLockError::Poisoned(error)) => Ok(error.into_inner()),
        Err(TryLockError::WouldBlock) => Err(errors::state(
            "another thread works on this batch; wait for it, or give each thread a batch of its own",
        )),
    }
}

fn games_of(given: &Bound<'_, PyAny>) -> PyResult<usize> {
    numbers::whole(given, "games", 1..=MOST_GAMES)
}

fn seated<G: Encode + 'static>(game: &G, games: usize, seed: u64, start: Option<&Held>) -> Held {
    let start = start.map(|held| play_of(game, held));
    let seat = |number| Seat::new(game, start, game_stream(seed, number));
    Held::new((0..games as u64).into_par_iter().map(seat).collect::<Vec<_>>())
}

/// Games as `pickle` writes them.
fn told<G: Encode + 'static>(game: &G, held: &Held) -> Vec<ToldSeat> {
    let tell = |seat: &Seat<G>| (seat.play.way.told(game), seat.rng.serialize_state().into());
    seats_of(game, held).par_iter().map(tell).collect()
}

/// The games that `pickle` has written.
fn seated_along<G: Encode + 'static>(game: &G, told: &[ToldSeat]) -> PyResult<Held> {
    let seat = |(way, state): &ToldSeat| {
        let state = state.as_slice().try_into().map_err(errors::value)?;
        let rng = ChaCha8Rng::deserialize_state(state);
        Ok(Seat { play: Play::along(game, way)?, rng })
    };
    Ok(Held::new(told.par_iter().map(seat).collect::<PyResult<Vec<_>>>()?))
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
