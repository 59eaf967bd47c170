//! What selection sees of a node, from the mover's side.

use crate::search::tree::{Edge, EdgeId, Node, NodeId, Tree};
use crate::{Advantage, Utility};

/// A node with its moves.
#[derive(Debug)]
pub(super) struct View<'a, M> {
    pub node: &'a Node,
    /// The priors of the legal moves, negative for those that have an edge or are given up.
    pub(super) priors: &'a [f32],
    pub(super) tree: &'a Tree<M>,
}

impl<M> Tree<M> {
    /// A node with its moves.
    pub fn view(&self, node: NodeId) -> View<'_, M> {
        let (node, priors) = self.node(node);
        View { node, priors, tree: self }
    }
}

impl<'a, M> View<'a, M> {
    /// The moves that were tried or are proven, the newest first.
    pub fn edges(&self) -> impl Iterator<Item = (EdgeId, &'a Edge<M>)> + use<'a, M> {
        let tree = self.tree;
        let with_edge = move |id| (id, tree.edge(id));
        let first = Tree::<M>::newest(self.node).map(with_edge);
        std::iter::successors(first, move |(_, edge)| edge.older().map(with_edge))
    }

    /// The edge of move number `nth`, if it has one.
    pub fn find(&self, nth: usize) -> Option<(EdgeId, &'a Edge<M>)> {
        self.edges().find(|(_, edge)| usize::from(edge.nth) == nth)
    }

    /// The edge of each legal move, where it has one.
    pub fn by_move(&self) -> Vec<Option<&'a Edge<M>>> {
        let mut edges = vec![None; self.moves()];
        self.edges().for_each(|(_, edge)| edges[usize::from(edge.nth)] = Some(edge));
        edges
    }

    /// Number of legal moves.
    pub fn moves(&self) -> usize {
        self.priors.len()
    }

    /// The probability that selection explores move number `nth` with.
    pub fn prior(&self, nth: u16) -> f32 {
        self.priors[usize::from(nth)].abs()
    }

    /// The most likely move that nobody has tried, the first among equals, and its prior.
    pub fn untried(&self) -> Option<(usize, f32)> {
        // As whole numbers positive floats keep their order, and the negative ones come before.
        let bits = |prior: &f32| prior.to_bits().cast_signed();
        let most = self.priors.iter().map(bits).max().filter(|most| *most >= 0)?;
        let nth = self.priors.iter().position(|prior| bits(prior) == most)?;
        Some((nth, self.priors[nth]))
    }

    /// What the evaluator thought of the position.
    pub fn raw(&self) -> Utility {
        self.node.raw.seen_by(self.node.to_move)
    }

    /// What the playouts think of a move; nothing before the first.
    pub fn q(&self, edge: &Edge<M>) -> Option<Utility> {
        edge.value().map(|value| value.seen_by(self.node.to_move))
    }

    /// Whether a playout may go there: with the solver not into a proven loss.
    pub fn is_open(&self, edge: &Edge<M>) -> bool {
        let lost = edge.proof.is_some_and(|proof| proof.is_lost_by(self.node.to_move));
        !(self.tree.solver() && lost)
    }

    /// Whether the solver knows that a move draws.
    pub fn is_drawn(&self, edge: &Edge<M>) -> bool {
        self.tree.solver() && edge.proof.is_some_and(|proof| proof.winner.is_none())
    }

    /// Playouts through the node, those that wait included.
    pub fn tries(&self) -> u32 {
        self.node.visits + self.node.waiting
    }

    /// Mean of the position's own value and of all playouts through it.
    pub fn mean(&self) -> Advantage {
        let sum = self.node.sum + f64::from(self.node.raw.0);
        Advantage((sum / (f64::from(self.node.visits) + 1.0)) as f32)
    }
}
