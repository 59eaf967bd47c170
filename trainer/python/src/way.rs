//! How a game came to a position. A position is more than its text: what was played before counts, too. So `pickle`
//! writes how it came about, and plays that again.

use std::sync::Arc;

use imperial_engine::{Encode, Game, Side};
use imperial_play::analysis::Setup;
use pyo3::PyResult;

use crate::errors;

/// Where a game began, and what was played since.
pub struct Way<G: Encode> {
    /// Where it began.
    begun: Begun,
    /// What was played since.
    pub moves: Vec<G::Move>,
}

/// Where a game began.
#[derive(Clone, Debug)]
enum Begun {
    /// At the start of the rules, with this side to move.
    Start(Side),
    /// At a position string.
    At(Arc<str>),
}

/// A way as texts: where the game began, a side or a position string, and the moves with spaces between.
pub type Told = (String, String);

impl<G: Encode> Clone for Way<G> {
    fn clone(&self) -> Self {
        Self { begun: self.begun.clone(), moves: self.moves.clone() }
    }
}

impl<G: Encode> Way<G> {
    /// From the start of the rules with `first` to move.
    pub const fn start(first: Side) -> Self {
        Self { begun: Begun::Start(first), moves: Vec::new() }
    }

    /// From a position string, which was read.
    pub fn at(text: &str) -> Self {
        Self { begun: Begun::At(text.into()), moves: Vec::new() }
    }

    /// It in texts.
    pub fn told(&self, game: &G) -> Told {
        let begun = match &self.begun {
            Begun::Start(side) => side.name().to_owned(),
            Begun::At(text) => text.to_string(),
        };
        (begun, self.texts(game).join(" "))
    }

    /// It as searches take it.
    pub fn setup(&self, game: &G) -> Setup {
        let start = match &self.begun {
            Begun::Start(side) if *side == game.first().usual() => None,
            Begun::Start(side) => Some(game.format_position(&game.start(*side))),
            Begun::At(text) => Some(text.to_string()),
        };
        Setup { start, moves: self.texts(game) }
    }

    /// The moves as texts.
    fn texts(&self, game: &G) -> Vec<String> {
        let mut position = match &self.begun {
            Begun::Start(side) => game.start(*side),
            Begun::At(text) => game.parse_position(text).expect("it was read before"),
        };
        let write = |mv: &G::Move| {
            let text = game.format_move(&position, *mv);
            game.play(&mut position, *mv);
            text
        };
        self.moves.iter().map(write).collect()
    }
}

/// Checks that `first` may move first.
pub fn check_first(game: &impl Game, first: Side) -> PyResult<()> {
    if game.first().allows(first) {
        return Ok(());
    }
    let usual = game.first().usual();
    Err(errors::value(format!("under {} the {usual} move first", game.name())))
}
