//! PUCT: the mean so far, plus a bonus for moves that the prior likes and few playouts tried.

use crate::search::select::argmax;
use crate::search::tree::View;
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
            let visited = view.edges.iter().filter(|edge| edge.visits > 0);
            let mass: f32 = visited.map(|edge| edge.prior).sum();
            view.mean().seen_by(view.node.to_move).0 - reduction * mass.sqrt()
        }
    }
}

/// The move with the largest `q + c·prior·sqrt(N) / (1 + n)`. Before the node's first visit `N`
/// counts as 1, so that the prior decides. `N` and `n` include playouts whose leaf waits.
pub(super) fn select<M>(params: &Puct, view: &View<'_, M>) -> usize {
    let visits = view.tries();
    let bonus = weight(params, visits) * (visits.max(1) as f32).sqrt();
    let unvisited = first_play(params.fpu, view);
    let open = view.edges.iter().enumerate().filter(|(_, edge)| view.is_open(edge));
    argmax(open.map(|(nth, edge)| {
        let q = view.q(edge).map_or(unvisited, |q| q.0);
        (nth, q + bonus * edge.prior / (1.0 + edge.tries() as f32))
    }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Proof;
    use crate::search::tree::{Edge, NodeId, Tree};
    use crate::{Advantage, Side};

    const ROOT: NodeId = Tree::<char>::ROOT;

    /// Defenders to move in an even position.
    fn node(priors: &[f32]) -> Tree<char> {
        with_solver(true, priors)
    }

    fn with_solver(solver: bool, priors: &[f32]) -> Tree<char> {
        let mut tree = Tree::new();
        tree.clear(solver);
        let edges = ('a'..).zip(priors).map(|(mv, &prior)| Edge::new(mv, prior.ln(), prior));
        tree.add(None, Side::Defenders, Advantage(0.0), edges);
        tree
    }

    #[test]
    fn the_weight_grows_as_published() {
        assert_eq!(weight(&Puct::default(), 0), 1.25);
        let expected = 1.25 + 2f32.ln();
        assert!((weight(&Puct::default(), 19652) - expected).abs() < 1e-6);
        let constant = Puct { cpuct_factor: 0.0, ..Puct::default() };
        assert_eq!(weight(&constant, 100_000), 1.25);
    }

    #[test]
    fn the_prior_decides_first() {
        assert_eq!(select(&Puct::default(), &node(&[0.2, 0.5, 0.3]).view(ROOT)), 1);
    }

    #[test]
    fn fpu_reduction_by_hand() {
        let mut tree = node(&[0.25, 0.75]);
        tree.edges_mut(ROOT)[0].add(Advantage(0.8));
        // Mean (0 + 0.8) / 2 for the attackers, −0.4 for the mover; 0.2·sqrt(0.25) less.
        let found = first_play(Fpu::Reduction(0.2), &tree.view(ROOT));
        assert!((found + 0.5).abs() < 1e-6);
        assert_eq!(first_play(Fpu::Utility(1.0), &tree.view(ROOT)), 1.0);
    }

    #[test]
    fn scores_by_hand_at_the_turning_point() {
        // One visit each: a lost (q = −1), b won (q = 1) for the defenders, who are to move.
        let mut tree = node(&[0.5, 0.5]);
        tree.edges_mut(ROOT)[0].add(Advantage(1.0));
        tree.edges_mut(ROOT)[1].add(Advantage(-1.0));
        let puct = |cpuct| Puct { cpuct, cpuct_factor: 0.0, ..Puct::default() };
        assert_eq!(select(&puct(1.0), &tree.view(ROOT)), 1);
        // b once more: a = −1 + c·0.5·sqrt(3)/2, b = 1 + c·0.5·sqrt(3)/3: equal at c = 8·sqrt(3).
        tree.edges_mut(ROOT)[1].add(Advantage(-1.0));
        assert_eq!(select(&puct(13.8), &tree.view(ROOT)), 1);
        assert_eq!(select(&puct(13.9), &tree.view(ROOT)), 0);
    }

    #[test]
    fn proven_losses_are_not_tried_again() {
        let mut tree = node(&[0.9, 0.1]);
        let loss = Some(Proof { winner: Some(Side::Attackers), plies: 0 });
        tree.edges_mut(ROOT)[0].proof = loss;
        assert_eq!(select(&Puct::default(), &tree.view(ROOT)), 1);
        let mut plain = with_solver(false, &[0.9, 0.1]);
        plain.edges_mut(ROOT)[0].proof = loss;
        let eager = Puct { cpuct: 10.0, ..Puct::default() };
        assert_eq!(select(&eager, &plain.view(ROOT)), 0);
    }
}
