//! Select: from the root down to a leaf, one move at a time.

use crate::Game;
use crate::search::backup::Ply;
use crate::search::tree::{NodeId, Tree};
use crate::search::{Proof, RootRule, Search, gumbel, puct};

/// Number of the largest score, the first among equals.
///
/// # Panics
/// Without any score. A position that goes on has a legal move, and one whose moves are all
/// proven lost is proven itself and not searched.
pub(super) fn argmax(scores: impl Iterator<Item = (usize, f32)>) -> usize {
    let best = scores.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("a position that is searched has an open move").0
}

/// Where a walk down the tree comes to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Arrival {
    /// At a position whose result is certain.
    Certain(Proof),
    /// At a leaf that must be evaluated.
    Leaf,
    /// Nowhere before the leaves that wait have been evaluated: at one of those, or the root's
    /// next move depends on them.
    Waits,
}

impl<G: Game> Search<G> {
    /// Walks from the root to the end of a path, which `self.playout` then holds.
    pub(super) fn select(&mut self, game: &G) -> Arrival {
        self.playout.begin(&self.root_position);
        let mut node = Tree::<G::Move>::ROOT;
        loop {
            let Some(nth) = self.select_move(node) else { return Arrival::Waits };
            let edge = self.tree.edge_id(node, nth);
            self.playout.path.push(Ply { node, edge });
            let edge = self.tree.edge(edge);
            game.play(&mut self.playout.leaf, edge.mv);
            if let Some(proof) = edge.proof {
                return Arrival::Certain(proof);
            }
            match edge.child() {
                Some(child) => node = child,
                None if edge.waiting > 0 => {
                    self.root.put_back(&self.params.root);
                    return Arrival::Waits;
                }
                None => {
                    let outcome = game.outcome(&self.playout.leaf);
                    return outcome.map_or(Arrival::Leaf, |end| Arrival::Certain(Proof::end(end)));
                }
            }
        }
    }

    fn select_move(&mut self, node: NodeId) -> Option<usize> {
        let view = self.tree.view(node);
        let rule = &self.params.root;
        if node == Tree::<G::Move>::ROOT {
            return self.root.select(rule, &view);
        }
        Some(match rule {
            RootRule::Gumbel(params) => gumbel::select(params, &view, &mut self.scratch),
            RootRule::Puct(params) => puct::select(params, &view),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Advantage;
    use crate::search::toy::Toy;
    use crate::search::{Scripted, SearchParams};

    #[test]
    fn argmax_takes_the_first_of_equals() {
        assert_eq!(argmax([(3, 0.5), (4, 0.75), (7, 0.75)].into_iter()), 4);
    }

    #[test]
    fn the_way_leads_to_the_leaf() {
        let toy = Toy::new("(a:(c:(x:0 y:0) d:(x:0 y:0)) b:(e:(x:+1 y:0) f:(x:0 y:0)))");
        let mut liking_b = Scripted::new()
            .says("", Advantage(0.0), &[0.0, 5.0])
            .says("b", Advantage(0.9), &[5.0, 0.0])
            .says("be", Advantage(0.9), &[5.0, 0.0]);
        let params = SearchParams { solver: false, ..SearchParams::playing(2) };
        let mut search = Search::new(&toy, &String::new(), params, 0).unwrap();
        search.run(&toy, &mut liking_b).unwrap();
        // Both playouts done: a and b once each. Inside the tree the prior leads from b to e.
        let b = search.tree.edge_id(Tree::<char>::ROOT, 1);
        let node = search.tree.edge(b).child().unwrap();
        assert_eq!(search.select_move(node), Some(0));
        // Without the root's schedule in the way, PUCT walks b, e.
        search.params.root = SearchParams::alpha_zero(9).root;
        assert_eq!(search.select(&toy), Arrival::Leaf);
        assert_eq!(search.playout.leaf, "be");
        assert_eq!(search.playout.path.len(), 2);
    }
}
