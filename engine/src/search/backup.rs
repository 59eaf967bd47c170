//! Back up: the value of a leaf, or a proof, goes up the path to the root.

use crate::Advantage;
use crate::search::Proof;
use crate::search::node_proof::prove;
use crate::search::tree::{EdgeId, NodeId, Tree};

/// One ply of the path of a playout.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ply {
    /// The node where the move was made.
    pub node: NodeId,
    /// The move.
    pub edge: EdgeId,
}

/// What a playout found at the end of its path.
#[derive(Clone, Copy, Debug)]
pub(super) enum Found {
    /// An estimate.
    Estimate(Advantage),
    /// A certain result: the game was over, or the position had been proven.
    Certain(Proof),
}

/// Adds what was found to every edge of `path`, leaf first. With the solver a proof climbs as far
/// as it proves the node above; from there on the proven value is backed up.
pub(super) fn back_up<M>(tree: &mut Tree<M>, path: &[Ply], found: Found) {
    let (mut value, mut proof) = match found {
        Found::Estimate(value) => (value, None),
        Found::Certain(proof) => (proof.advantage(), Some(proof)),
    };
    for ply in path.iter().rev() {
        let edge = tree.edge_mut(ply.edge);
        if let Some(proof) = proof {
            edge.proof = Some(proof);
        }
        // While the leaf waited, another playout may have proven a node above it.
        if let Some(proof) = edge.proof {
            value = proof.advantage();
        }
        tree.count(ply.node, ply.edge, value);
        if proof.is_some() {
            proof = prove(&tree.view(ply.node));
        }
    }
    if proof.is_some() {
        tree.root_proof = proof;
    }
}

/// Adds a virtual visit to every edge of `path`, whose leaf begins to wait.
pub(super) fn begin_waiting<M>(tree: &mut Tree<M>, path: &[Ply]) {
    for ply in path {
        tree.begin_waiting(ply.node, ply.edge);
    }
}

/// Takes the virtual visits back.
pub(super) fn end_waiting<M>(tree: &mut Tree<M>, path: &[Ply]) {
    for ply in path {
        tree.end_waiting(ply.node, ply.edge);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Side;

    const ROOT: NodeId = Tree::<char>::ROOT;

    /// Attackers to move at the root with moves a and b; after b the defenders have c and d. The
    /// ways b and b, d; and the edge of a.
    fn two_levels(solver: bool) -> (Tree<char>, [Ply; 2], Ply) {
        let mut tree = Tree::new();
        tree.clear(solver);
        tree.add(None, Side::Attackers, Advantage(0.0), [0.5; 2].into_iter());
        let [a, b] = [(0, 'a'), (1, 'b')].map(|(nth, mv)| tree.add_edge(ROOT, nth, mv));
        tree.add(Some(b), Side::Defenders, Advantage(0.5), [0.5; 2].into_iter());
        back_up(&mut tree, &[Ply { node: ROOT, edge: b }], Found::Estimate(Advantage(0.5)));
        let child = tree.edge(b).child().unwrap();
        let d = tree.add_edge(child, 1, 'd');
        let path = [Ply { node: ROOT, edge: b }, Ply { node: child, edge: d }];
        (tree, path, Ply { node: ROOT, edge: a })
    }

    fn certain(winner: Side) -> Found {
        Found::Certain(Proof { winner: Some(winner), plies: 0 })
    }

    #[test]
    fn estimates_are_absolute_on_every_ply() {
        let (mut tree, path, _) = two_levels(true);
        back_up(&mut tree, &path, Found::Estimate(Advantage(-1.0)));
        assert_eq!(tree.edge(path[1].edge).value(), Some(Advantage(-1.0)));
        assert_eq!(tree.edge(path[0].edge).value(), Some(Advantage(-0.25)));
        assert_eq!(tree.edge(path[0].edge).visits, 2);
    }

    #[test]
    fn without_the_solver_only_the_end_itself_is_certain() {
        let (mut tree, path, _) = two_levels(false);
        back_up(&mut tree, &path, certain(Side::Defenders));
        assert!(tree.edge(path[1].edge).proof.is_some());
        assert_eq!(tree.edge(path[0].edge).proof, None);
        assert_eq!(tree.edge(path[0].edge).value(), Some(Advantage(-0.25)));
    }
}
