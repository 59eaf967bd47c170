//! Positions.

use std::hash::{BuildHasher as _, BuildHasherDefault};
use std::sync::Arc;

use imperial_engine::{Encode, Game as _, with_game};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2, PyArrayDyn};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType};

use crate::classes::{Position, Rules};
use crate::legal::{Legal, Lists};
use crate::play::{Held, Play, play_of};
use crate::way::Told;
use crate::{errors, numbers, planes};

/// How a game ended.
///
/// Attributes:
///     winner: `attackers`, `defenders`, or None in a draw.
///     cause: what ended it, as in records: `king-escaped`.
///     cut_off: whether it was cut off at a limit of plies, not played to an end.
#[pyclass(frozen, get_all, eq, hash, module = "imperial_tafl")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    winner: Option<&'static str>,
    cause: &'static str,
    cut_off: bool,
}

impl From<imperial_engine::Outcome> for Outcome {
    fn from(outcome: imperial_engine::Outcome) -> Self {
        let winner = outcome.winner.map(imperial_engine::Side::name);
        Self { winner, cause: outcome.cause.name(), cut_off: outcome.cause.is_cut_off() }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        match self.winner {
            Some(winner) => format!("<{winner} win: {}>", self.cause),
            None => format!("<draw: {}>", self.cause),
        }
    }
}

#[pymethods]
impl Position {
    /// The rule set.
    #[getter]
    fn rules(&self) -> Rules {
        Rules(Arc::clone(&self.rules))
    }

    /// The side to move: `attackers` or `defenders`.
    #[getter]
    fn to_move(&self) -> &'static str {
        with_game!(&self.rules.game, |game| {
            game.side_to_move(&play_of(game, &self.held).position).name()
        })
    }

    /// Plies played so far.
    #[getter]
    fn ply(&self) -> u32 {
        with_game!(&self.rules.game, |game| game.ply(&play_of(game, &self.held).position))
    }

    /// How the game ended; None while it goes on.
    #[getter]
    fn outcome(&self) -> Option<Outcome> {
        with_game!(&self.rules.game, |game| play_of(game, &self.held).outcome.map(Outcome::from))
    }

    /// The legal moves in the game's notation, in the engine's order; none where the game is over.
    #[getter]
    fn moves(&self) -> Vec<String> {
        with_game!(&self.rules.game, |game| moves(game, play_of(game, &self.held)))
    }

    /// The legal moves as arrays, of one position.
    fn legal(&self, py: Python<'_>) -> PyResult<Legal> {
        with_game!(&self.rules.game, |game| Lists::of(game, &[play_of(game, &self.held)]))
            .into_legal(py)
    }

    /// The position after a move.
    ///
    /// Args:
    ///     move: its notation, such as `d4-d7`, or its place in `moves`, from 0.
    ///
    /// Raises:
    ///     ValueError: the move is not legal, or the game is over; the message says why.
    ///     IndexError: there is no such place.
    #[pyo3(signature = (r#move))]
    fn play(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        with_game!(&self.rules.game, |game| {
            let play = play_of(game, &self.held);
            let next = play.after(game, chosen(game, play, r#move)?);
            Ok(Self { rules: Arc::clone(&self.rules), held: Held::new(next) })
        })
    }

    /// float32 [planes, ranks, files]: what a network sees, each number from 0 to 1. Rank 0 is the lowest.
    ///
    /// Args:
    ///     out: an array of this shape to write into; a new one if not given.
    #[pyo3(signature = (out=None))]
    fn planes<'py>(
        &self,
        py: Python<'py>,
        out: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyArrayDyn<f32>>> {
        with_game!(&self.rules.game, |game| {
            let play = play_of(game, &self.held);
            let shape = planes::shape_of(game);
            planes::filled(py, &shape, out, |values| game.encode(&play.position, values))
        })
    }

    /// uint8 [ranks, files]: what stands on each square, 0 for nothing, else a place in `Rules.piece_names`
    /// counted from 1. Rank 0 is the lowest.
    #[getter]
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let (shape, pieces) =
            with_game!(&self.rules.game, |game| pieces(game, play_of(game, &self.held)));
        Ok(Array2::from_shape_vec(shape, pieces).map_err(errors::value)?.into_pyarray(py))
    }

    /// The board drawn in several lines of text.
    fn draw(&self) -> String {
        with_game!(&self.rules.game, |game| game.draw(&play_of(game, &self.held).position))
    }

    fn __str__(&self) -> String {
        with_game!(&self.rules.game, |game| {
            game.format_position(&play_of(game, &self.held).position)
        })
    }

    fn __repr__(&self) -> String {
        format!("<{} {}>", self.rules.game.name(), self.__str__())
    }

    /// Positions are equal when the same rules see no difference: pieces, side to move, plies, last move, and the
    /// earlier positions that may recur.
    fn __eq__(&self, other: &Self) -> bool {
        self.check_rules(&other.rules).is_ok()
            && with_game!(&self.rules.game, |game| {
                play_of(game, &self.held).position == play_of(game, &other.held).position
            })
    }

    fn __hash__(&self) -> u64 {
        let hasher = BuildHasherDefault::<std::hash::DefaultHasher>::default();
        hasher.hash_one((&self.rules.hash, self.__str__(), self.ply()))
    }

    /// How `pickle` makes it again: by playing its moves.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (Rules, Told))> {
        let told = with_game!(&self.rules.game, |game| play_of(game, &self.held).way.told(game));
        Ok((py.get_type::<Self>().getattr("_along")?, (self.rules(), told)))
    }

    /// The position that a way leads to, for `pickle`.
    #[classmethod]
    #[expect(clippy::needless_pass_by_value, reason = "Python has no references to give")]
    fn _along(_class: &Bound<'_, PyType>, rules: &Rules, way: Told) -> PyResult<Self> {
        let held = with_game!(&rules.0.game, |game| Held::new(Play::along(game, &way)?));
        Ok(Self { rules: Arc::clone(&rules.0), held })
    }

    /// It never changes, so a copy is itself.
    fn __copy__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }
}

fn moves<G: Encode>(game: &G, play: &Play<G>) -> Vec<String> {
    play.moves.iter().map(|mv| game.format_move(&play.position, *mv)).collect()
}

/// The legal move that Python gives, by its notation or its place among the legal ones.
fn chosen<G: Encode>(game: &G, play: &Play<G>, given: &Bound<'_, PyAny>) -> PyResult<G::Move> {
    if let Some(outcome) = play.outcome {
        let outcome = game.tell(outcome);
        let message = format!("the game is over: {outcome}; nothing can be played");
        return Err(errors::value(message));
    }
    if let Ok(text) = given.cast::<PyString>() {
        return game.parse_move(&play.position, &text.to_cow()?).map_err(errors::value);
    }
    let place = ("move", "its notation or its place in `moves`");
    Ok(play.moves[numbers::place(given, place, play.moves.len())?])
}

fn pieces<G: Encode>(game: &G, play: &Play<G>) -> ((usize, usize), Vec<u8>) {
    let board = game.board();
    let content = |square: usize| {
        game.piece_on(&play.position, square as u16).map_or(0, |kind| kind as u8 + 1)
    };
    ((board.height, board.width), (0..board.squares()).map(content).collect())
}
