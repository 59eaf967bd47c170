//! PUCT: the mean so far, plus a bonus for moves that the prior likes and few playouts tried.

use crate::search::choice::{Choice, argmax};
use crate::search::view::View;
use crate::search::{Fpu, Puct};

/// The weight of exploration after `visits` playouts through the node.
fn weight(params: &Puct, visits: u32) -> f32 {
    let growth = ((visits as f32 + params.cpuct_base) / params.cpuct_base).ln();
    params.cpuct + params.cpuct_factor * growth
}

/// What an unvisited move is taken to be worth to the side to move.
fn first_play<M>(fpu: Fpu, view: &View<'_, M>) -> f32 {
    match fpu {
        Fpu::Utility(utility) => utility,
        Fpu::Reduction(reduction) => {
            view.mean().seen_by(view.node.to_move).0 - reduction * view.node.mass.sqrt()
        }
    }
}

/// The move with the largest `q + c·prior·sqrt(N) / (1 + n)`. Before the node's first visit `N`
/// counts as 1, so that the prior decides. `N` and `n` include playouts whose leaf waits.
pub(super) fn select<M>(params: &Puct, view: &View<'_, M>) -> Choice {
    let visits = view.tries();
    let root = (visits.max(1) as f32).sqrt();
    let new = view.untried();
    let bonus = weight(params, visits) * root;
    let unvisited = first_play(params.fpu, view);
    let open = view.edges().filter(|(_, edge)| view.is_open(edge)).map(|(id, edge)| {
        let q = view.q(edge).map_or(unvisited, |q| q.0);
        let score = q + bonus * view.prior(edge.nth) / (1.0 + edge.tries() as f32);
        (Choice::Known(id), score)
    });
    let new = new.map(|(nth, prior)| (Choice::New(nth), unvisited + bonus * prior));
    argmax(open.chain(new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Proof;
    use crate::search::tree::{EdgeId, NodeId, Tree};
    use crate::{Advantage, Side};

    const ROOT: NodeId = Tree::<char>::ROOT;

    /// Defenders to move in an even position.
    fn node(priors: &[f32]) -> Tree<char> {
        let mut tree = Tree::new();
        tree.add(None, Side::Defenders, Advantage(0.0), priors.iter().copied());
        tree
    }

    /// Visits move `nth` once with `value`.
    fn visit(tree: &mut Tree<char>, nth: usize, value: f32) -> EdgeId {
        let known = tree.view(ROOT).find(nth).map(|(id, _)| id);
        let edge = known.unwrap_or_else(|| tree.add_edge(ROOT, nth, 'm'));
        tree.count(ROOT, edge, Advantage(value));
        edge
    }

    #[test]
    fn the_weight_grows_as_published() {
        assert_eq!(weight(&Puct::default(), 0), Puct::default().cpuct);
        let expected = Puct::default().cpuct + 2f32.ln();
        assert!((weight(&Puct::default(), 19652) - expected).abs() < 1e-6);
        let constant = Puct { cpuct_factor: 0.0, ..Puct::default() };
        assert_eq!(weight(&constant, 100_000), Puct::default().cpuct);
    }

    #[test]
    fn the_prior_decides_first() {
        let tree = node(&[0.2, 0.5, 0.3]);
        assert_eq!(select(&Puct::default(), &tree.view(ROOT)), Choice::New(1));
    }

    #[test]
    fn fpu_reduction_by_hand() {
        let mut tree = node(&[0.25, 0.75]);
        visit(&mut tree, 0, 0.8);
        // Mean (0 + 0.8) / 2 for the attackers, −0.4 for the mover; 0.2·sqrt(0.25) less.
        let found = first_play(Fpu::Reduction(0.2), &tree.view(ROOT));
        assert!((found + 0.5).abs() < 1e-6);
        assert_eq!(first_play(Fpu::Utility(1.0), &tree.view(ROOT)), 1.0);
    }

    #[test]
    fn scores_by_hand_at_the_turning_point() {
        // One visit each: a lost (q = −1), b won (q = 1) for the defenders, who are to move.
        let mut tree = node(&[0.5, 0.5]);
        let a = visit(&mut tree, 0, 1.0);
        let b = visit(&mut tree, 1, -1.0);
        let puct = |cpuct| Puct { cpuct, cpuct_factor: 0.0, ..Puct::default() };
        assert_eq!(select(&puct(1.0), &tree.view(ROOT)), Choice::Known(b));
        // b once more: a = −1 + c·0.5·sqrt(3)/2, b = 1 + c·0.5·sqrt(3)/3: equal at c = 8·sqrt(3).
        visit(&mut tree, 1, -1.0);
        assert_eq!(select(&puct(13.8), &tree.view(ROOT)), Choice::Known(b));
        assert_eq!(select(&puct(13.9), &tree.view(ROOT)), Choice::Known(a));
    }

    #[test]
    fn proven_losses_are_not_tried_again() {
        let loss = Some(Proof { winner: Some(Side::Attackers), plies: 0 });
        let lost = |solver| {
            let mut tree = Tree::new();
            tree.clear(solver);
            tree.add(None, Side::Defenders, Advantage(0.0), [0.9, 0.1].into_iter());
            let edge = tree.add_edge(ROOT, 0, 'a');
            tree.edge_mut(edge).proof = loss;
            (tree, edge)
        };
        assert_eq!(select(&Puct::default(), &lost(true).0.view(ROOT)), Choice::New(1));
        let eager = Puct { cpuct: 10.0, ..Puct::default() };
        let (tree, edge) = lost(false);
        assert_eq!(select(&eager, &tree.view(ROOT)), Choice::Known(edge));
    }
}
