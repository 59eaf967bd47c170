//! Where pieces go, and where the royal piece ends.

use imperial_engine::Cause;
use serde::{Deserialize, Serialize};

use super::board::BoardFacts;

/// Counts by square; squares are counted rank by rank from `a1`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Places {
    /// For each kind of piece, in the order of [`BoardFacts::pieces`].
    pub kinds: Vec<KindPlaces>,
    /// Games in which the royal piece escaped, by the square where it stood at the end.
    pub escapes: Vec<u64>,
    /// Games in which the royal piece was captured, by the square where it stood last.
    pub falls: Vec<u64>,
}

/// Where one kind of piece went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KindPlaces {
    /// Moves to each square.
    pub arrivals: Vec<u64>,
    /// Pieces captured on each square.
    pub losses: Vec<u64>,
}

impl Places {
    pub(super) fn empty(board: &BoardFacts) -> Self {
        let none = vec![0; board.width * board.height];
        let kind = KindPlaces { arrivals: none.clone(), losses: none.clone() };
        Self { kinds: vec![kind; board.pieces.len()], escapes: none.clone(), falls: none }
    }

    /// Adds the counts of one game.
    pub(super) fn add(&mut self, game: &GamePlaces, cause: Cause) {
        for &(kind, square) in &game.arrivals {
            self.kinds[kind].arrivals[usize::from(square)] += 1;
        }
        for &(kind, square) in &game.losses {
            self.kinds[kind].losses[usize::from(square)] += 1;
        }
        let ends = match cause {
            Cause::KingEscaped => &mut self.escapes,
            Cause::KingCaptured => &mut self.falls,
            _ => return,
        };
        if let Some(square) = game.royal {
            ends[usize::from(square)] += 1;
        }
    }
}

/// The same of one game, which counts only once the whole game is known to be true.
#[derive(Clone, Debug, Default)]
pub(super) struct GamePlaces {
    /// Kind and square of each move's arrival.
    pub(super) arrivals: Vec<(usize, u16)>,
    /// Kind and square of each captured piece.
    pub(super) losses: Vec<(usize, u16)>,
    /// Where a royal piece stood last.
    pub(super) royal: Option<u16>,
}
