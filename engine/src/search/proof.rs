//! Proven results (MCTS-Solver: Winands, Björnsson and Saito 2008).
//!
//! The tree has no transpositions, so a proof holds for the path on which it stands, results by
//! repetition and by limits included.

use crate::search::tree::Edge;
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

/// What the moves of a node prove about it, `mover` being to move: won with one winning move
/// (the shortest counts), else with all moves proven drawn or lost (the longest loss counts).
pub(super) fn prove<M>(mover: Side, edges: &[Edge<M>]) -> Option<Proof> {
    let proofs = || edges.iter().filter_map(|edge| edge.proof);
    let win = proofs().filter(|proof| proof.is_won_by(mover)).min_by_key(|proof| proof.plies);
    if win.is_none() && edges.iter().any(|edge| edge.proof.is_none()) {
        return None;
    }
    let draw = || proofs().find(|proof| proof.winner.is_none());
    let loss = || proofs().max_by_key(|proof| proof.plies);
    win.or_else(draw).or_else(loss).map(Proof::ply_before)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn proven(proofs: &[Option<Proof>]) -> Option<Proof> {
        let edges: Vec<Edge<usize>> = proofs
            .iter()
            .enumerate()
            .map(|(mv, &proof)| {
                let mut edge = Edge::new(mv, 0.0, 1.0);
                edge.proof = proof;
                edge
            })
            .collect();
        prove(Side::Defenders, &edges)
    }

    const fn win(plies: u16) -> Option<Proof> {
        Some(Proof { winner: Some(Side::Defenders), plies })
    }

    const fn loss(plies: u16) -> Option<Proof> {
        Some(Proof { winner: Some(Side::Attackers), plies })
    }

    const DRAW: Option<Proof> = Some(Proof { winner: None, plies: 4 });

    #[test]
    fn one_winning_move_wins_by_the_shortest() {
        assert_eq!(proven(&[None, win(6), loss(0), win(2), DRAW]), win(3));
    }

    #[test]
    fn all_moves_lost_lose_by_the_longest() {
        assert_eq!(proven(&[loss(0), loss(6), loss(2)]), loss(7));
    }

    #[test]
    fn a_draw_beats_losses_once_all_is_proven() {
        assert_eq!(proven(&[loss(0), DRAW]), Some(Proof { winner: None, plies: 5 }));
    }

    #[test]
    fn an_open_move_keeps_the_node_open() {
        assert_eq!(proven(&[loss(0), None]), None);
        assert_eq!(proven(&[DRAW, None]), None);
    }
}
