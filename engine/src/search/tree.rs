//! The tree: nodes, the moves that were tried, and the priors of all moves, in three vectors of
//! bounded size, reused from one search to the next.
//!
//! Most moves of most nodes are never tried. So a node keeps one number for each of its legal moves,
//! the prior, and an edge only for those that some playout has begun with. A move is known by its
//! place among the legal moves; the search knows the position and lists them again where it tries a
//! new one.
//!
//! Nodes and edges stand in the order in which they were added: an edge after the node that it leads
//! from, a node after the edge that leads to it.

use std::num::NonZeroU32;
use std::ops::Range;

use crate::search::Proof;
use crate::{Advantage, Side};

/// An expanded position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The side to move.
    pub to_move: Side,
    /// The evaluator's value of the position itself.
    pub raw: Advantage,
    /// Playouts through the node, without the one that expanded it.
    pub visits: u32,
    /// Those of them that wait for an evaluation and are not counted yet.
    pub waiting: u32,
    /// Sum of the absolute values of the playouts.
    pub sum: f64,
    /// Sum of the priors of the moves that were tried.
    pub mass: f32,
    /// Number of legal moves, and of those that were tried.
    pub moves: u16,
    pub tried: u16,
    /// Moves that are known to lose, without an edge.
    pub lost: u16,
    first_prior: u32,
    /// The edge that was added last.
    newest: Option<EdgeId>,
}

/// A node's place. The root is nobody's child, so a child's number is never zero.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NodeId(u32);

/// Place of an edge in the tree, counted from one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct EdgeId(NonZeroU32);

impl EdgeId {
    fn new(place: usize) -> Self {
        Self(NonZeroU32::MIN.saturating_add(index(place)))
    }

    const fn place(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A move that was tried, or that is proven.
#[derive(Clone, Debug)]
pub(super) struct Edge<M> {
    /// The move.
    pub mv: M,
    /// Its place among the legal moves.
    pub nth: u16,
    /// Virtual visits: playouts through this edge whose leaf waits for its evaluation.
    pub waiting: u16,
    /// Playouts through this edge.
    pub visits: u32,
    /// What is certain after the move. Without the solver only finished games are.
    pub proof: Option<Proof>,
    child: Option<NonZeroU32>,
    /// The edge of the same node that was added before.
    older: Option<EdgeId>,
    /// Sum of the absolute values backed up.
    sum: f64,
}

impl<M> Edge<M> {
    /// The node after the move, once expanded.
    pub fn child(&self) -> Option<NodeId> {
        self.child.map(|index| NodeId(index.get()))
    }

    /// The edge of the same node that was added before.
    pub const fn older(&self) -> Option<EdgeId> {
        self.older
    }

    /// Playouts through this edge, those included that wait.
    pub fn tries(&self) -> u32 {
        self.visits + u32::from(self.waiting)
    }

    /// The proven value, else the mean of the playouts; nothing before the first.
    pub fn value(&self) -> Option<Advantage> {
        let mean = || Advantage((self.sum / f64::from(self.visits)) as f32);
        let known = self.proof.map(Proof::advantage);
        known.or_else(|| (self.visits > 0).then(mean))
    }
}

/// All nodes and edges of one search.
#[derive(Debug)]
pub(super) struct Tree<M> {
    nodes: Vec<Node>,
    edges: Vec<Edge<M>>,
    /// The prior of each legal move of each node; negative once the move has an edge or is given up.
    priors: Vec<f32>,
    /// What is certain about the root.
    pub root_proof: Option<Proof>,
    solver: bool,
    /// Most memory in bytes.
    bound: usize,
    full: bool,
}

/// Bytes of a mebibyte.
const MIB: usize = 1 << 20;

impl<M> Tree<M> {
    /// The root's place.
    pub const ROOT: NodeId = NodeId(0);

    /// A tree without nodes.
    pub const fn new() -> Self {
        Self {
            nodes: Vec::new(),
            edges: Vec::new(),
            priors: Vec::new(),
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
        self.priors.clear();
        self.root_proof = None;
        self.solver = solver;
        self.full = false;
    }

    /// Sets the bound of the memory, which holds from the next node on. What an earlier search holds
    /// beyond it is given back.
    pub fn set_bound(&mut self, mebibytes: u32) {
        self.bound = (mebibytes as usize).saturating_mul(MIB);
        self.full = false;
        if self.held() > self.bound {
            self.nodes.shrink_to_fit();
            self.edges.shrink_to_fit();
            self.priors.shrink_to_fit();
        }
    }

    /// Bytes of all nodes, edges and priors.
    pub fn bytes(&self) -> usize {
        size_of_val(self.nodes.as_slice())
            + size_of_val(self.edges.as_slice())
            + size_of_val(self.priors.as_slice())
    }

    /// Bytes that the vectors hold, in use or not.
    const fn held(&self) -> usize {
        self.nodes.capacity() * size_of::<Node>()
            + self.edges.capacity() * size_of::<Edge<M>>()
            + self.priors.capacity() * size_of::<f32>()
    }

    /// Makes room for another node with this number of moves and for another edge, if the memory and
    /// the numbers of places allow it. Once they did not, the tree is full.
    pub fn has_room(&mut self, moves: usize) -> bool {
        let mut spare = self.bound.saturating_sub(self.held());
        let places = self.priors.len().max(self.edges.len() + 1) + moves;
        self.full |= places >= u32::MAX as usize
            || !grow(&mut self.nodes, 1, &mut spare)
            || !grow(&mut self.edges, 1, &mut spare)
            || !grow(&mut self.priors, moves, &mut spare);
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

    /// Adds a node after `parent`, or the root, with the priors of its legal moves.
    pub fn add(
        &mut self,
        parent: Option<EdgeId>,
        to_move: Side,
        raw: Advantage,
        priors: impl ExactSizeIterator<Item = f32>,
    ) {
        let (first_prior, child) = (index(self.priors.len()), index(self.nodes.len()));
        let moves = u16::try_from(priors.len()).expect("a position has fewer than 65536 moves");
        self.priors.extend(priors);
        self.nodes.push(Node {
            to_move,
            raw,
            visits: 0,
            waiting: 0,
            sum: 0.0,
            mass: 0.0,
            moves,
            tried: 0,
            lost: 0,
            first_prior,
            newest: None,
        });
        if let Some(parent) = parent {
            self.edge_mut(parent).child = NonZeroU32::new(child);
        }
    }

    /// Gives up the moves of the newest node that are marked as lost; the priors of the others make up
    /// for them.
    pub fn give_up(&mut self, lost: &[bool]) {
        let node = self.nodes.len() - 1;
        let range = self.prior_range(NodeId(index(node)));
        let priors = &mut self.priors[range];
        let kept: f32 = priors.iter().zip(lost).filter(|(_, lost)| !**lost).map(|(p, _)| p).sum();
        for (prior, lost) in priors.iter_mut().zip(lost) {
            *prior = if *lost { -0.0 } else { *prior / kept.max(f32::MIN_POSITIVE) };
        }
        self.nodes[node].lost = lost.iter().filter(|lost| **lost).count() as u16;
    }

    /// Takes up again what was given up at the root.
    pub fn take_up(&mut self) {
        let with_edge: Vec<_> =
            self.view(Self::ROOT).by_move().iter().map(Option::is_some).collect();
        let range = self.prior_range(Self::ROOT);
        for (prior, has_edge) in self.priors[range].iter_mut().zip(with_edge) {
            *prior = if has_edge { *prior } else { prior.abs() };
        }
        self.nodes[0].lost = 0;
    }

    /// Adds an edge for the move `mv`, number `nth` of `node`, which must not have one.
    pub fn add_edge(&mut self, node: NodeId, nth: usize, mv: M) -> EdgeId {
        // Mostly there is room already; edges that wait for their nodes may take a little more.
        let mut spare = usize::MAX;
        grow(&mut self.edges, 1, &mut spare);
        let place = self.nodes[node.0 as usize].first_prior as usize + nth;
        let prior = self.priors[place];
        self.priors[place] = -prior;
        let id = EdgeId::new(self.edges.len());
        let from = &mut self.nodes[node.0 as usize];
        from.tried += 1;
        from.mass += prior;
        let older = from.newest.replace(id);
        let nth = u16::try_from(nth).expect("a position has fewer than 65536 moves");
        self.edges.push(Edge {
            mv,
            nth,
            waiting: 0,
            visits: 0,
            proof: None,
            child: None,
            older,
            sum: 0.0,
        });
        id
    }

    /// Counts a playout that went from `node` through `edge` and was worth `value`.
    pub fn count(&mut self, node: NodeId, edge: EdgeId, value: Advantage) {
        let value = f64::from(value.0);
        let edge = self.edge_mut(edge);
        edge.visits += 1;
        edge.sum += value;
        let node = &mut self.nodes[node.0 as usize];
        node.visits += 1;
        node.sum += value;
    }

    /// Counts a playout that went from `node` through `edge` and waits.
    pub fn begin_waiting(&mut self, node: NodeId, edge: EdgeId) {
        self.edge_mut(edge).waiting += 1;
        self.nodes[node.0 as usize].waiting += 1;
    }

    /// Takes that back.
    pub fn end_waiting(&mut self, node: NodeId, edge: EdgeId) {
        self.edge_mut(edge).waiting -= 1;
        self.nodes[node.0 as usize].waiting -= 1;
    }

    /// Gives every move of the root another prior.
    pub fn set_root_priors(&mut self, priors: impl Iterator<Item = f32>) {
        let range = self.prior_range(Self::ROOT);
        let mut mass = 0.0;
        for (old, new) in self.priors[range].iter_mut().zip(priors) {
            if old.is_sign_negative() {
                mass += new;
            }
            *old = new.copysign(*old);
        }
        self.nodes[0].mass = mass;
    }

    /// Makes the child of `edge` the root and drops all that is not below it. Without a child the
    /// tree is empty afterwards.
    pub fn keep_below(&mut self, edge: EdgeId) {
        let root = self.edge(edge).child;
        self.full = false;
        self.root_proof = None;
        let (nodes, edges) = self.reachable(root);
        // All that is kept moves towards the front, into room that is no longer needed.
        self.move_nodes(&nodes, &edges);
        self.move_edges(&nodes, &edges);
    }

    /// The new places of the nodes at or below `root` and of their edges, counted from one; of the
    /// others none.
    fn reachable(&self, root: Option<NonZeroU32>) -> (Vec<Option<NonZeroU32>>, Vec<bool>) {
        let mut nodes = vec![None; self.nodes.len()];
        let mut edges = vec![false; self.edges.len()];
        if let Some(root) = root {
            nodes[root.get() as usize] = Some(NonZeroU32::MIN);
        }
        // Parents stand before their children.
        let mut kept = 0;
        for place in 0..nodes.len() {
            if nodes[place].is_some() {
                kept += 1;
                nodes[place] = NonZeroU32::new(kept);
                for (id, edge) in self.view(NodeId(index(place))).edges() {
                    edges[id.place()] = true;
                    if let Some(child) = edge.child {
                        nodes[child.get() as usize] = Some(NonZeroU32::MIN);
                    }
                }
            }
        }
        (nodes, edges)
    }

    fn move_nodes(&mut self, nodes: &[Option<NonZeroU32>], edges: &[bool]) {
        let edge_places = places(edges);
        let (mut kept, mut priors) = (0, 0);
        for old in (0..nodes.len()).filter(|old| nodes[*old].is_some()) {
            let range = self.prior_range(NodeId(index(old)));
            let first_prior = index(priors);
            priors += range.len();
            self.priors.copy_within(range, first_prior as usize);
            let node = self.nodes[old];
            let newest = node.newest.map(|id| EdgeId::new(edge_places[id.place()]));
            self.nodes[kept] = Node { first_prior, newest, ..node };
            kept += 1;
        }
        self.nodes.truncate(kept);
        self.priors.truncate(priors);
    }

    fn move_edges(&mut self, nodes: &[Option<NonZeroU32>], edges: &[bool]) {
        let places = places(edges);
        let child_of = |child: NonZeroU32| {
            let place = nodes[child.get() as usize].map_or(0, |from_one| from_one.get() - 1);
            NonZeroU32::new(place)
        };
        for old in (0..edges.len()).filter(|old| edges[*old]) {
            self.edges.swap(places[old], old);
            let edge = &mut self.edges[places[old]];
            edge.child = edge.child.and_then(child_of);
            edge.older = edge.older.map(|id| EdgeId::new(places[id.place()]));
        }
        self.edges.truncate(edges.iter().filter(|kept| **kept).count());
    }

    fn prior_range(&self, node: NodeId) -> Range<usize> {
        let Node { first_prior, moves, .. } = self.nodes[node.0 as usize];
        first_prior as usize..first_prior as usize + usize::from(moves)
    }

    /// A node, and the priors of its legal moves.
    pub fn node(&self, node: NodeId) -> (&Node, &[f32]) {
        (&self.nodes[node.0 as usize], &self.priors[self.prior_range(node)])
    }

    /// The newest edge of a node.
    pub const fn newest(node: &Node) -> Option<EdgeId> {
        node.newest
    }

    /// An edge.
    pub fn edge(&self, edge: EdgeId) -> &Edge<M> {
        &self.edges[edge.place()]
    }

    /// An edge.
    pub fn edge_mut(&mut self, edge: EdgeId) -> &mut Edge<M> {
        &mut self.edges[edge.place()]
    }
}

/// The place of each kept element among those that are kept; of the others that of the next one.
fn places(kept: &[bool]) -> Vec<usize> {
    let mut next = 0;
    let place = |kept: &bool| {
        let place = next;
        next += usize::from(*kept);
        place
    };
    kept.iter().map(place).collect()
}

/// Makes room for `more` elements, and for an eighth more than there was if `spare` bytes allow it;
/// takes what it needs from them. Whether there was enough.
fn grow<T>(vector: &mut Vec<T>, more: usize, spare: &mut usize) -> bool {
    let (len, capacity) = (vector.len(), vector.capacity());
    let needed = (len + more).saturating_sub(capacity);
    if needed == 0 {
        return true;
    }
    let added = (capacity / 8).max(64).min(*spare / size_of::<T>()).max(needed);
    let bytes = added * size_of::<T>();
    if bytes > *spare {
        return false;
    }
    *spare -= bytes;
    vector.reserve_exact(capacity - len + added);
    true
}

/// A place in the vectors; [`Tree::has_room`] sees to it that there is none beyond.
fn index(len: usize) -> u32 {
    u32::try_from(len).expect("a tree has fewer than 2^32 places")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_playout_takes_little_memory() {
        assert_eq!(size_of::<Node>(), 40);
        assert_eq!(size_of::<Edge<u16>>(), 32);
        assert_eq!(size_of::<Edge<crate::games::tafl::TaflMove>>(), 40);
        // One node, one edge and a hundred priors.
        assert!(size_of::<Node>() + size_of::<Edge<u16>>() + 100 * size_of::<f32>() < 500);
    }

    #[test]
    fn memory_is_bounded() {
        let mut tree = Tree::new();
        tree.set_bound(1);
        let mut parent = None;
        while tree.has_room(100) {
            tree.add(parent, Side::Attackers, Advantage(0.0), [0.01; 100].into_iter());
            parent = Some(tree.add_edge(NodeId(index(tree.len()) - 1), 7, 'm'));
        }
        assert!(tree.is_full() && tree.bytes() <= tree.held() && tree.bytes() > MIB / 8 * 7);
        // The last edge leads to a node that found no room.
        assert!(tree.held() <= MIB + 64 * size_of::<Edge<char>>(), "{}", tree.held());
        tree.clear(true);
        assert!(tree.has_room(100) && !tree.is_full());
        tree.set_bound(0);
        assert_eq!(tree.held(), 0);
    }
}
