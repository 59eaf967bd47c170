//! A position with what is asked of it again and again, and the way to it where the type of its game is not
//! known.

use std::any::Any;
use std::fmt;

use imperial_engine::{Encode, Outcome, Side};
use pyo3::PyResult;

use crate::errors;
use crate::way::{Told, Way, check_first};

/// A position, its legal moves and its outcome.
pub struct Play<G: Encode> {
    /// The position.
    pub position: G::Position,
    /// Its legal moves, in the engine's order; none where the game is over.
    pub moves: Vec<G::Move>,
    /// How the game ended, if it has.
    pub outcome: Option<Outcome>,
    /// How the game came there.
    pub way: Way<G>,
}

impl<G: Encode> Clone for Play<G> {
    fn clone(&self) -> Self {
        Self { moves: self.moves.clone(), outcome: self.outcome, ..self.unseen() }
    }
}

impl<G: Encode> Play<G> {
    /// Looks at `position`, which `way` has led to.
    pub fn at(game: &G, position: G::Position, way: Way<G>) -> Self {
        let mut play = Self { position, moves: Vec::new(), outcome: None, way };
        play.look(game);
        play
    }

    /// Makes a legal move.
    pub fn make(&mut self, game: &G, mv: G::Move) {
        game.play(&mut self.position, mv);
        self.way.moves.push(mv);
        self.look(game);
    }

    /// The position after a legal move.
    pub fn after(&self, game: &G, mv: G::Move) -> Self {
        let mut next = self.unseen();
        next.make(game, mv);
        next
    }

    /// The same without moves and outcome, which take time to copy.
    fn unseen(&self) -> Self {
        let (position, way) = (self.position.clone(), self.way.clone());
        Self { position, moves: Vec::new(), outcome: None, way }
    }

    fn look(&mut self, game: &G) {
        self.outcome = game.outcome(&self.position);
        match self.outcome {
            None => game.legal_moves(&self.position, &mut self.moves),
            Some(_) => self.moves.clear(),
        }
    }
}

impl<G: Encode> Play<G> {
    /// The start of the rules with `first` to move.
    pub fn start(game: &G, first: Side) -> Self {
        Self::at(game, game.start(first), Way::start(first))
    }

    /// The position of a position string.
    ///
    /// # Errors
    /// `ValueError` where the text is none.
    pub fn read(game: &G, text: &str) -> PyResult<Self> {
        let position = game.parse_position(text).map_err(errors::value)?;
        Ok(Self::at(game, position, Way::at(text)))
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
                return Err(errors::value(format!(
                    "`{text}` comes after the end: {}",
                    game.tell(outcome)
                )));
            }
            let mv = game.parse_move(&play.position, text).map_err(errors::value)?;
            play.make(game, mv);
        }
        Ok(play)
    }
}

/// Something whose type depends on that of a game, such as `Play<G>`: the classes of Python have no parameters.
///
/// Whoever holds one keeps the game beside it, so that `with_game!` leads back to the type.
pub struct Held(Box<dyn Any + Send + Sync>);

impl Held {
    /// Holds `value`.
    pub fn new<T: Any + Send + Sync>(value: T) -> Self {
        Self(Box::new(value))
    }

    /// What is held.
    ///
    /// # Panics
    /// When that is of another type: when the game beside it is not the one that it was made with.
    pub fn get<T: Any>(&self) -> &T {
        self.0.downcast_ref().expect("what is held belongs to the game beside it")
    }

    /// The same, to be changed.
    ///
    /// # Panics
    /// As [`get`](Self::get).
    pub fn get_mut<T: Any>(&mut self) -> &mut T {
        self.0.downcast_mut().expect("what is held belongs to the game beside it")
    }
}

impl fmt::Debug for Held {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Held")
    }
}

/// The position of `game` that is held.
pub fn play_of<'a, G: Encode + 'static>(_game: &G, held: &'a Held) -> &'a Play<G> {
    held.get()
}
