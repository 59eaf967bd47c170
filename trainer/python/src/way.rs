//! How a game came to a position. A position is more than its text: what was played before counts, too. So `pickle`
//! writes how it came about, and plays that again.

use std::sync::Arc;

use imperial_engine::{Encode, Side};
use pyo3::PyResult;

use crate::errors;
use crate::play::Play;
use crate::rules::check_first;

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
    const fn from(begun: Begun) -> Self {
        Self { begun, moves: Vec::new() }
    }

    /// It in texts.
    ///
    /// # Errors
    /// Never: the beginning was read before.
    pub fn told(&self, game: &G) -> PyResult<Told> {
        let (begun, mut position) = match &self.begun {
            Begun::Start(side) => (side.name().to_owned(), game.start(*side)),
            Begun::At(text) => {
                (text.to_string(), game.parse_position(text).map_err(errors::value)?)
            }
        };
        let mut moves = Vec::with_capacity(self.moves.len());
        for mv in &self.moves {
            moves.push(game.format_move(&position, *mv));
            game.play(&mut position, *mv);
        }
        Ok((begun, moves.join(" ")))
    }
}

impl<G: Encode> Play<G> {
    /// The start of the rules with `first` to move.
    pub fn start(game: &G, first: Side) -> Self {
        Self::at(game, game.start(first), Way::from(Begun::Start(first)))
    }

    /// The position of a position string.
    ///
    /// # Errors
    /// `ValueError` where the text is none.
    pub fn read(game: &G, text: &str) -> PyResult<Self> {
        let position = game.parse_position(text).map_err(errors::value)?;
        Ok(Self::at(game, position, Way::from(Begun::At(text.into()))))
    }

    /// The position that a way leads to.
    ///
    /// # Errors
    /// `ValueError` where it goes against the rules, as that of another version may.
    pub fn along(game: &G, (begun, moves): &Told) -> PyResult<Self> {
        let mut play = match begun.parse() {
            Ok(first) => {
                check_first(game, first)?;
                Self::start(game, first)
            }
            Err(_) => Self::read(game, begun)?,
        };
        for text in moves.split_whitespace() {
            if let Some(outcome) = play.outcome {
                return Err(errors::value(format!("`{text}` comes after the end: {outcome}")));
            }
            let mv = game.parse_move(&play.position, text).map_err(errors::value)?;
            play.make(game, mv);
        }
        Ok(play)
    }
}
