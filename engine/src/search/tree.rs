//! The tree: nodes and edges in two vectors, reused from one search to the next.

use std::num::NonZeroU32;
use std::ops::Range;

use crate::search::Proof;
use crate::{Advantage, Side, Utility};

/// An expanded position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The side to move.
    pub to_move: Side,
    /// The evaluator's value of the position itself.
    pub raw: Advantage,
    first_edge: u32,
    edge_count: u32,
}

/// A node's place. The root is nobody's child, so a child's number is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// A legal move of an expanded position.
#[derive(Clone, Debug)]
pub(super) struct Edge<M> {
    /// The move.
    pub mv: M,
    /// Logarithm of the evaluator's probability of the move.
    pub logit: f32,
    /// The probability that PUCT explores with: the evaluator's, with noise at a root.
    pub prior: f32,
    /// Playouts through this edge.
    pub visits: u32,
    /// What is certain after the move. Without the solver only finished games are.
    pub proof: Option<Proof>,
    child: Option<NonZeroU32>,
    /// Sum of the absolute values backed up.
    sum: f64,
}

impl<M> Edge<M> {
    /// An edge that nobody has visited.
    pub fn new(mv: M, logit: f32, prior: f32) -> Self {
        Self { mv, logit, prior, visits: 0, proof: None, child: None, sum: 0.0 }
    }

    /// The node after the move, once expanded.
    pub fn child(&self) -> Option<NodeId> {
        self.child.map(|index| NodeId(index.get()))
    }

    /// Counts a playout that was worth `value`.
    pub fn add(&mut self, value: Advantage) {
        self.visits += 1;
        self.sum += f64::from(value.0);
    }

    /// The proven value, else the mean of the playouts; nothing before the first.
    pub fn value(&self) -> Option<Advantage> {
        let mean = || Advantage((self.sum / f64::from(self.visits)) as f32);
        let known = self.proof.map(Proof::advantage);
        known.or_else(|| (self.visits > 0).then(mean))
    }
}

/// What selection sees of a node: the position's own value and its moves, from the mover's side.
#[derive(Debug)]
pub(super) struct View<'a, M> {
    pub node: Node,
    pub edges: &'a [Edge<M>],
    solver: bool,
}

impl<M> View<'_, M> {
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
        !(self.solver && lost)
    }

    /// Whether the solver knows that a move draws.
    pub fn is_drawn(&self, edge: &Edge<M>) -> bool {
        self.solver && edge.proof.is_some_and(|proof| proof.winner.is_none())
    }

    /// Playouts through the node, without the one that expanded it.
    pub fn visits(&self) -> u32 {
        self.edges.iter().map(|edge| edge.visits).sum()
    }

    /// Mean of the position's own value and of all playouts through it.
    pub fn mean(&self) -> Advantage {
        let sum: f64 = self.edges.iter().map(|edge| edge.sum).sum();
        let count = f64::from(self.visits()) + 1.0;
        Advantage(((sum + f64::from(self.node.raw.0)) / count) as f32)
    }
}

/// All nodes and edges of one search.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// What is certain about the root.
    pub root_proof: Option<Proof>,
    solver: bool,
}

/// Place of an edge in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

impl<M> Tree<M> {
    /// The root's place.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without nodes.
    pub const fn new() -> Self {
        Self { nodes: Vec::new(), edges: Vec::new(), root_proof: None, solver: true }
    }

    /// Forgets all nodes and keeps the memory.
    pub fn clear(&mut self, solver: bool) {
        self.nodes.clear();
        self.edges.clear();
        self.root_proof = None;
        self.solver = solver;
    }

    /// Whether proofs are backed up and obeyed.
    pub const fn solver(&self) -> bool {
        self.solver
    }

    /// Whether not even the root has been expanded.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a node after `parent`, or the root; its moves are the `edges`.
    pub fn add(
        &mut self,
        parent: Option<EdgeId>,
        to_move: Side,
        raw: Advantage,
        edges: impl Iterator<Item = Edge<M>>,
    ) {
        let first_edge = index(self.edges.len());
        self.edges.extend(edges);
        let edge_count = index(self.edges.len()) - first_edge;
        let child = index(self.nodes.len());
        self.nodes.push(Node { to_move, raw, first_edge, edge_count });
        if let Some(parent) = parent {
            self.edge_mut(parent).child = NonZeroU32::new(child);
        }
    }

    fn range(&self, node: NodeId) -> Range<usize> {
        let Node { first_edge, edge_count, .. } = self.nodes[node.0 as usize];
        first_edge as usize..(first_edge + edge_count) as usize
    }

    /// A node with its moves.
    pub fn view(&self, node: NodeId) -> View<'_, M> {
        let edges = &self.edges[self.range(node)];
        View { node: self.nodes[node.0 as usize], edges, solver: self.solver }
    }

    /// The moves of a node.
    pub fn edges_mut(&mut self, node: NodeId) -> &mut [Edge<M>] {
        let range = self.range(node);
        &mut self.edges[range]
    }

    /// The place of the `nth` move of a node.
    pub fn edge_id(&self, node: NodeId, nth: usize) -> EdgeId {
        EdgeId(self.nodes[node.0 as usize].first_edge + index(nth))
    }

    /// An edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge<M> {
        &self.edges[edge.0 as usize]
    }

    /// An edge.
    pub fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge<M> {
        &mut self.edges[edge.0 as usize]
    }
}

/// A place in the vectors. Four thousand million edges would need over 100 GB.
fn index(len: usize) -> u32 {
    u32::try_from(len).expect("a tree has fewer than 2^32 edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stay_small() {
        assert_eq!(size_of::<Edge<u32>>(), 32);
    }

    #[test]
    fn means_are_absolute_and_utilities_the_movers() {
        let mut tree = Tree::new();
        let edges = ["a", "b"].map(|mv| Edge::new(mv, 0.0, 0.5));
        tree.add(None, Side::Defenders, Advantage(0.5), edges.into_iter());
        let b = tree.edge_id(Tree::<&str>::ROOT, 1);
        tree.edge_mut(b).add(Advantage(-1.0));
        tree.edge_mut(b).add(Advantage(-0.5));
        let view = tree.view(Tree::<&str>::ROOT);
        assert_eq!(view.raw(), Utility(-0.5));
        assert_eq!(view.q(&view.edges[0]), None);
        assert_eq!(view.q(&view.edges[1]), Some(Utility(0.75)));
        assert_eq!((view.visits(), view.mean()), (2, Advantage(-1.0 / 3.0)));
    }
}
