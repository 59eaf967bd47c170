//! Rule sets.

use std::path::PathBuf;
use std::sync::Arc;

use imperial_data::{LoadedRules, load_rules, rules_hash};
use imperial_engine::catalog::{self, AnyGame};
use imperial_engine::{Encode, First, Game, Side, perft, with_game};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray as _, PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyType;

use crate::classes::{Position, Rules};
use crate::play::{Held, Play};
use crate::way::check_first;
use crate::{errors, numbers};

/// Longer sequences of moves are never counted to the end.
const MOST_PLIES: u32 = 20;

/// Names of the rule sets that come with imperial.
#[pyfunction]
pub fn rule_sets() -> Vec<&'static str> {
    catalog::names().collect()
}

/// A rule set as Python gives it.
#[derive(Debug)]
pub struct GivenRules(pub Arc<LoadedRules>);

impl<'py> FromPyObject<'_, 'py> for GivenRules {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(rules) = given.cast::<Rules>() {
            return Ok(Self(Arc::clone(&rules.get().0)));
        }
        let path: PathBuf = given.extract().map_err(|_| {
            errors::kind(
                "rules must be a Rules, the name of a rule set or the path of a .toml file",
            )
        })?;
        let name = path.to_str().ok_or_else(|| errors::value("the path is not UTF-8"))?;
        Ok(Self(Arc::new(load_rules(name).map_err(errors::value)?)))
    }
}

/// The side called `name`.
pub fn side(name: &str) -> PyResult<Side> {
    name.parse().map_err(errors::value)
}

fn depth_of(given: &Bound<'_, PyAny>) -> PyResult<u32> {
    numbers::whole(given, "depth", 0..=MOST_PLIES)
}

impl Rules {
    fn game(&self) -> &AnyGame {
        &self.0.game
    }
}

#[pymethods]
impl Rules {
    #[new]
    fn new(rules: GivenRules) -> Self {
        Self(rules.0)
    }

    /// Reads a rule set from TOML text.
    ///
    /// Raises:
    ///     ValueError: the text has a mistake; the message has line and key.
    #[classmethod]
    fn from_toml(_class: &Bound<'_, PyType>, text: &str) -> PyResult<Self> {
        let game = AnyGame::from_toml(text).map_err(errors::value)?;
        let rules = LoadedRules { game, text: text.to_owned(), hash: rules_hash(text), file: None };
        Ok(Self(Arc::new(rules)))
    }

    /// The name, as in records: `tablut-linnaeus`.
    #[getter]
    fn name(&self) -> &str {
        self.game().name()
    }

    /// What it is called in headlines.
    #[getter]
    fn title(&self) -> &str {
        self.game().title()
    }

    /// The rule set as TOML text, to be copied and changed.
    #[getter]
    fn toml(&self) -> &str {
        &self.0.text
    }

    /// The first 16 hexadecimal digits of the text's SHA-256, as in records.
    #[getter]
    fn hash(&self) -> &str {
        &self.0.hash
    }

    /// The family of games that share planes, rule numbers and networks: `tafl`.
    #[getter]
    fn family(&self) -> &'static str {
        with_game!(self.game(), |game| game.family())
    }

    /// Height and width of the board in squares; of one that is no rectangle, of the rectangle around it.
    #[getter]
    fn board(&self) -> (usize, usize) {
        let board = with_game!(self.game(), |game| game.board());
        (board.height, board.width)
    }

    /// Who moves first: `attackers`, `defenders`, or `lot` where a coin decides.
    #[getter]
    fn first(&self) -> &'static str {
        match with_game!(self.game(), |game| game.first()) {
            First::Side(side) => side.name(),
            First::Lot => "lot",
        }
    }

    /// What players call the attackers and the defenders.
    #[getter]
    fn side_names(&self) -> (String, String) {
        let name = |side| with_game!(self.game(), |game| game.side_name(side).to_string());
        (name(Side::Attackers), name(Side::Defenders))
    }

    /// Whether two legal moves may have the same squares and differ in what they take.
    #[getter]
    fn has_choices(&self) -> bool {
        self.game().has_choices()
    }

    /// Names of the planes, in order.
    #[getter]
    fn plane_names(&self) -> Vec<&'static str> {
        with_game!(self.game(), |game| game.planes().to_vec())
    }

    /// float32 [numbers]: the rule set as numbers from -1 to 1; none for games without variants.
    #[getter]
    fn rule_vector<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<f32>> {
        with_game!(self.game(), |game| game.rule_vector()).into_pyarray(py)
    }

    /// Names of the numbers of `rule_vector`, in order.
    #[getter]
    fn rule_vector_names(&self) -> Vec<&'static str> {
        with_game!(self.game(), |game| game.rule_names().to_vec())
    }

    /// Names of the kinds of pieces, in the order of `Position.pieces`: 1 is the first.
    #[getter]
    fn piece_names(&self) -> Vec<String> {
        with_game!(self.game(), |game| {
            (0..game.piece_kinds().len()).map(|kind| game.kind_name(kind)).collect()
        })
    }

    /// uint16 [k, squares]: the board symmetries that keep rules and start, the identity first. What stands on
    /// square `s` goes to square `symmetries[i, s]`.
    #[getter]
    fn symmetries<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u16>>> {
        let all = with_game!(self.game(), |game| game.symmetries());
        let squares = with_game!(self.game(), |game| game.board().squares());
        let flat = all.iter().flatten().copied().collect();
        let array = Array2::from_shape_vec((all.len(), squares), flat).map_err(errors::value)?;
        Ok(array.into_pyarray(py))
    }

    /// The starting position.
    ///
    /// Args:
    ///     first: who moves first, `attackers` or `defenders`; needed only where a coin decides, and then the
    ///         attackers if not given.
    #[pyo3(signature = (first=None))]
    fn start(&self, first: Option<&str>) -> PyResult<Position> {
        let first = first.map(side).transpose()?;
        with_game!(self.game(), |game| {
            let first = first.unwrap_or_else(|| game.first().usual());
            check_first(game, first)?;
            Ok(self.holding(Held::new(Play::start(game, first))))
        })
    }

    /// Reads a position string; what was played before is not in it.
    ///
    /// Raises:
    ///     ValueError: the text is no position of this game; the message says where and why.
    fn position(&self, text: &str) -> PyResult<Position> {
        with_game!(self.game(), |game| Ok(self.holding(Held::new(Play::read(game, text)?))))
    }

    /// Number of sequences of exactly `depth` legal plies, from 0 to 20; the usual check of a move generator.
    ///
    /// A game that is decided on the board goes no further; repetition and limits are passed over.
    ///
    /// Args:
    ///     depth: plies.
    ///     position: where to begin; the start if not given.
    #[pyo3(signature = (depth, position=None))]
    fn perft(
        &self,
        py: Python<'_>,
        #[pyo3(from_py_with = depth_of)] depth: u32,
        position: Option<&Position>,
    ) -> PyResult<u64> {
        let start;
        let position = match position {
            Some(position) => position,
            None => {
                start = self.start(None)?;
                &start
            }
        };
        position.check_rules(&self.0)?;
        py.detach(|| with_game!(self.game(), |game| Ok(perft_of(game, &position.held, depth))))
    }

    fn __repr__(&self) -> String {
        format!("Rules({:?})", self.name())
    }

    /// Rule sets are equal when their texts are.
    fn __eq__(&self, other: &Self) -> bool {
        self.0.text == other.0.text
    }

    fn __hash__(&self) -> u64 {
        u64::from_str_radix(&self.0.hash, 16).unwrap_or_default()
    }

    /// How `pickle` makes it again.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let class = py.get_type::<Self>();
        Ok((class.getattr("from_toml")?, (self.0.text.clone(),)))
    }
}

impl Rules {
    fn holding(&self, held: Held) -> Position {
        Position { rules: Arc::clone(&self.0), held }
    }
}

fn perft_of<G: Encode + 'static>(game: &G, held: &Held, depth: u32) -> u64 {
    perft::perft(game, &crate::play::play_of(game, held).position, depth)
}
