//! What is kept of a watched game.

use imperial_engine::{Action, PerSide};

use super::ends::Ended;
use super::losses::Count;
use super::special::Uses;
use super::summary::GameSummary;

/// Pieces of each kind, in the order of [`Encode::piece_kinds`](imperial_engine::Encode::piece_kinds).
pub(super) type Counts = Vec<u32>;

/// What is kept of a game.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) summary: GameSummary,
    /// Its first moves, mirrored so that equal openings are equal; empty where the game began
    /// elsewhere than at the start, or with plies drawn at random, which no agent chose.
    pub(super) opening: Vec<Action>,
    /// The least that the winner ever expected, from −1 to 1; `None` where nobody searched or won.
    pub(super) winners_worst: Option<f32>,
    pub(super) pieces: PerSide<Count>,
    /// What is left after half of the plies.
    pub(super) middle: Counts,
    pub(super) uses: Uses,
}

impl Watched {
    pub(super) const fn ended(&self) -> Ended {
        Ended::of(self.summary.result, self.summary.cause)
    }
}
