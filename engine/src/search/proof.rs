//! Proven results (MCTS-Solver: Winands, Björnsson and Saito 2008).
//!
//! The tree has no transpositions, so a proof holds for the path on which it stands, results by
//! repetition and by limits included.

use crate::search::view::View;
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

/// What the moves of a node prove about it: won with one winning move (the shortest counts), else
/// with all moves proven drawn or lost (the longest loss counts).
pub(super) fn prove<M>(view: &View<'_, M>) -> Option<Proof> {
    if !view.tree.solver() {
        return None;
    }
    let mover = view.node.to_move;
    let proofs = || view.edges().filter_map(|(_, edge)| edge.proof);
    let win = proofs().filter(|proof| proof.is_won_by(mover)).min_by_key(|proof| proof.plies);
    let given_up = usize::from(view.node.lost);
    if win.is_none() && proofs().count() + given_up < view.moves() {
        return None;
    }
    let draw = || proofs().find(|proof| proof.winner.is_none());
    // Moves that were given up lose to the very next ply.
    let at_least = (given_up > 0).then_some(Proof { winner: Some(!mover), plies: 1 });
    let loss = || proofs().chain(at_least).max_by_key(|proof| proof.plies);
    win.or_else(draw).or_else(loss).map(Proof::ply_before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::Tree;

    fn proven(proofs: &[Option<Proof>]) -> Option<Proof> {
        let mut tree = Tree::new();
        let priors = vec![0.1; proofs.len()];
        tree.add(None, Side::Defenders, Advantage(0.0), priors.into_iter());
        for (nth, proof) in proofs.iter().enumerate() {
            if proof.is_some() {
                let edge = tree.add_edge(Tree::<usize>::ROOT, nth, nth);
                tree.edge_mut(edge).proof = *proof;
            }
        }
        prove(&tree.view(Tree::<usize>::ROOT))
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
