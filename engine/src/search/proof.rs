//! Proven results (MCTS-Solver: Winands, Björnsson and Saito 2008).
//!
//! The tree has no transpositions, so a proof holds for the path on which it stands, results by
//! repetition and by limits included.

use crate::{Advantage, Outcome, Side};

/// A result that is certain under the best play that the search has proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The winning side; `None` is a draw.
    pub winner: Option<Side>,
    /// Plies until the game ends in the proven line: an upper bound of the shortest win.
    pub plies: u16,
}

impl Proof {
    /// The proof that a finished game is.
    pub(super) const fn end(outcome: Outcome) -> Self {
        Self { winner: outcome.winner, plies: 0 }
    }

    /// The certain value.
    pub const fn advantage(self) -> Advantage {
        match self.winner {
            Some(Side::Attackers) => Advantage(1.0),
            None => Advantage(0.0),
            Some(Side::Defenders) => Advantage(-1.0),
        }
    }

    /// Whether `side` wins.
    pub fn is_won_by(self, side: Side) -> bool {
        self.winner == Some(side)
    }

    /// Whether `side` loses.
    pub fn is_lost_by(self, side: Side) -> bool {
        self.winner == Some(!side)
    }

    /// The same result seen one ply earlier.
    pub(super) const fn ply_before(self) -> Self {
        Self { winner: self.winner, plies: self.plies.saturating_add(1) }
    }
}
