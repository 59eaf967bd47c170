//! What is proven about a node by its moves.

use crate::search::Proof;
use crate::search::view::View;

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
    use crate::{Advantage, Side};

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
