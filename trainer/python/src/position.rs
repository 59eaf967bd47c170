//! Positions.

use std::sync::Arc;

use imperial_engine::{Encode, Game as _, with_game};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray2, PyArrayDyn};
use pyo3::prelude::*;

use crate::classes::{Position, Rules};
use crate::errors;
use crate::legal::{Legal, Lists};
use crate::planes;
use crate::play::{Held, Play, play_of};

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

/// A move as Python gives it.
#[derive(FromPyObject)]
enum GivenMove {
    /// Its place among the legal moves.
    Place(i64),
    /// Its notation.
    Text(String),
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
    fn play(&self, r#move: GivenMove) -> PyResult<Self> {
        with_game!(&self.rules.game, |game| {
            let next = played(game, play_of(game, &self.held), r#move)?;
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
}

fn moves<G: Encode>(game: &G, play: &Play<G>) -> Vec<String> {
    play.moves.iter().map(|mv| game.format_move(&play.position, *mv)).collect()
}

fn played<G: Encode>(game: &G, play: &Play<G>, given: GivenMove) -> PyResult<Play<G>> {
    let count = play.moves.len();
    let over = |outcome| format!("the game is over: {outcome}; nothing can be played");
    let mv = match (given, play.outcome) {
        (_, Some(outcome)) => return Err(errors::value(over(outcome))),
        (GivenMove::Text(text), None) => {
            game.parse_move(&play.position, &text).map_err(errors::value)?
        }
        (GivenMove::Place(place), None) => {
            let found = usize::try_from(place).ok().and_then(|place| play.moves.get(place));
            let missing =
                || format!("move {place} does not exist: there are {count}, counted from 0");
            *found.ok_or_else(|| errors::index(missing()))?
        }
    };
    let mut next = Play { position: play.position.clone(), moves: Vec::new(), outcome: None };
    next.make(game, mv);
    Ok(next)
}

fn pieces<G: Encode>(game: &G, play: &Play<G>) -> ((usize, usize), Vec<u8>) {
    let board = game.board();
    let content = |square: usize| {
        game.piece_on(&play.position, square as u16).map_or(0, |kind| kind as u8 + 1)
    };
    ((board.height, board.width), (0..board.squares()).map(content).collect())
}
