//! The tree: nodes and edges in two vectors of bounded size, reused from one search to the next.
//!
//! Nodes stand in the order in which they were added, parents before their children, and so do
//! their edges.

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
    /// Virtual visits: playouts through this edge whose leaf waits for its evaluation.
    pub waiting: u16,
    /// What is certain after the move. Without the solver only finished games are.
    pub proof: Option<Proof>,
    child: Option<NonZeroU32>,
    /// Sum of the absolute values backed up.
    sum: f64,
}

impl<M> Edge<M> {
    /// An edge that nobody has visited.
    pub fn new(mv: M, logit: f32, prior: f32) -> Self {
        Self { mv, logit, prior, visits: 0, waiting: 0, proof: None, child: None, sum: 0.0 }
    }

    /// The node after the move, once expanded.
    pub fn child(&self) -> Option<NodeId> {
        self.child.map(|index| NodeId(index.get()))
    }

    /// Playouts through this edge, those included that wait.
    pub fn tries(&self) -> u32 {
        self.visits + u32::from(self.waiting)
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

    /// The same, with those that wait.
    pub fn tries(&self) -> u32 {
        self.edges.iter().map(Edge::tries).sum()
    }

    /// Whether a leaf below waits for its evaluation.
    pub fn waits(&self) -> bool {
        self.edges.iter().any(|edge| edge.waiting > 0)
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
    /// Most memory in bytes.
    bound: usize,
    full: bool,
}

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

/// Place of an edge in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(u32);

impl<M> Tree<M> {
    /// The root's place.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without nodes.
    pub const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            root_proof: None,
            solver: true,
            bound: usize::MAX,
            full: false,
        }
    }

    /// Forgets all nodes and keeps the memory.
    pub fn clear(&mut self, solver: bool) {
        self.nodes.clear();
        self.edges.clear();
        self.root_proof = None;
        self.solver = solver;
        self.full = false;
    }

    /// Sets the bound of the memory, which holds from the next node on.
    pub fn set_bound(&mut self, mebibytes: u32) {
        self.bound = (mebibytes as usize).saturating_mul(MIB);
        self.full = false;
    }

    /// Bytes of all nodes and edges.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice()) + size_of_val(self.edges.as_slice())
    }

    /// Whether another node with this number of edges fits into the memory and the numbers of
    /// places. Once one did not, the tree is full.
    pub fn has_room(&mut self, edges: usize) -> bool {
        let more = size_of::<Node>() + edges * size_of::<Edge<M>>();
        self.full |= self.bytes().saturating_add(more) > self.bound
            || self.edges.len() + edges > u32::MAX as usize;
        !self.full
    }

    /// Whether less than half of the memory is left.
    pub fn is_half_full(&self) -> bool {
        self.bytes() > self.bound / 2
    }

    /// Whether a node was refused for lack of memory.
    pub const fn is_full(&self) -> bool {
        self.full
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
        let (least, most) = edges.size_hint();
        self.make_room(most.unwrap_or(least));
        self.edges.extend(edges);
        let edge_count = index(self.edges.len()) - first_edge;
        let child = index(self.nodes.len());
        self.nodes.push(Node { to_move, raw, first_edge, edge_count });
        if let Some(parent) = parent {
            self.edge_mut(parent).child = NonZeroU32::new(child);
        }
    }

    /// Makes the child of `edge` the root and drops all that is not below it. Without a child the
    /// tree is empty afterwards.
    pub fn keep_below(&mut self, edge: EdgeId) {
        let Edge { child, proof, .. } = self.edge(edge);
        let (root, proof) = (*child, *proof);
        self.full = false;
        self.root_proof = root.and(proof);
        let kept = self.reachable(root);
        let places = places(&kept);
        let (mut nodes, mut edges) = (0, 0);
        // All that is kept moves towards the front, into room that is no longer needed.
        for old in (0..kept.len()).filter(|old| kept[*old]) {
            let range = self.range(NodeId(index(old)));
            self.nodes[nodes] = Node { first_edge: index(edges), ..self.nodes[old] };
            nodes += 1;
            for from in range {
                self.edges.swap(edges, from);
                let edge = &mut self.edges[edges];
                edge.child = edge.child.and_then(|old| NonZeroU32::new(places[old.get() as usize]));
                edges += 1;
            }
        }
        self.nodes.truncate(nodes);
        self.edges.truncate(edges);
    }

    /// Of each node, whether it is `root` or below it.
    fn reachable(&self, root: Option<NonZeroU32>) -> Vec<bool> {
        let mut reached = vec![false; self.nodes.len()];
        if let Some(root) = root {
            reached[root.get() as usize] = true;
        }
        // Parents stand before their children.
        for node in 0..reached.len() {
            if reached[node] {
                let children = self.edges[self.range(NodeId(index(node)))].iter();
                children
                    .filter_map(|edge| edge.child)
                    .for_each(|c| reached[c.get() as usize] = true);
            }
        }
        reached
    }

    /// Lets the vectors grow, to twice their size but not beyond the bound.
    fn make_room(&mut self, edges: usize) {
        grow(&mut self.nodes, 1, self.bound);
        grow(&mut self.edges, edges, self.bound);
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

/// The place of each kept node among those that are kept; of the others that of the next one.
fn places(kept: &[bool]) -> Vec<u32> {
    let mut next = 0;
    let place = |kept: &bool| {
        let place = next;
        next += u32::from(*kept);
        place
    };
    kept.iter().map(place).collect()
}

/// Makes room for `more` elements without taking more than `bound` bytes for spare ones.
fn grow<T>(vector: &mut Vec<T>, more: usize, bound: usize) {
    let wanted = vector.len() + more;
    if wanted > vector.capacity() {
        let most = bound / size_of::<T>();
        let capacity = (2 * vector.capacity()).min(most).max(wanted);
        vector.reserve_exact(capacity - vector.len());
    }
}

/// A place in the vectors; [`Tree::has_room`] sees to it that there is none beyond.
fn index(len: usize) -> u32 {
    u32::try_from(len).expect("a tree has fewer than 2^32 edges")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_stay_small() {
        assert_eq!(size_of::<Edge<u16>>(), 32);
        assert_eq!(size_of::<Edge<crate::games::tafl::TaflMove>>(), 40);
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = Tree::new();
        tree.set_bound(1);
        let mut parent = None;
        while tree.has_room(100) {
            let edges = (0..100u32).map(|mv| Edge::new(mv, 0.0, 0.01));
            tree.add(parent, Side::Attackers, Advantage(0.0), edges);
            parent = Some(EdgeId(index(tree.edges.len()) - 1));
        }
        assert!(tree.is_full() && tree.bytes() <= MIB && tree.bytes() > MIB - 5000);
        assert!(tree.edges.capacity() * size_of::<Edge<u32>>() <= MIB);
        tree.clear(true);
        assert!(tree.has_room(100) && !tree.is_full());
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
