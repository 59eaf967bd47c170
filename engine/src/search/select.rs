//! Select: from the root down to a leaf, one move at a time.

use crate::Game;
use crate::search::backup::Ply;
use crate::search::choice::Choice;
use crate::search::playout::Arrival;
use crate::search::tree::{Edge, EdgeId, NodeId, Tree};
use crate::search::view::View;
use crate::search::{Proof, Search, TreeRule, gumbel, puct};

impl<G: Game> Search<G> {
    /// Walks from the root to the end of a path, which `self.playout` then holds.
    pub(super) fn select(&mut self, game: &G) -> Arrival {
        self.playout.begin(&self.root_position);
        let mut node = Tree::<G::Move>::ROOT;
        loop {
            let Some(choice) = self.select_move(node) else { return Arrival::Waits };
            let id = match choice {
                Choice::Known(edge) => edge,
                Choice::New(nth) => self.add_edge(game, node, nth),
            };
            self.playout.path.push(Ply { node, edge: id });
            let edge = self.tree.edge(id);
            game.play(&mut self.playout.leaf, edge.mv);
            if let Some(proof) = edge.proof {
                return Arrival::Certain(proof);
            }
            match edge.child() {
                Some(child) => node = child,
                None if edge.waiting > 0 => {
                    self.root.put_back(&self.params.root);
                    return Arrival::Taken;
                }
                None => return self.look_at_leaf(game),
            }
        }
    }

    /// Gives move number `nth` of `node`, where the playout stands, an edge.
    fn add_edge(&mut self, game: &G, node: NodeId, nth: usize) -> EdgeId {
        if node != Tree::<G::Move>::ROOT {
            game.legal_moves(&self.playout.leaf, &mut self.playout.moves);
            return self.tree.add_edge(node, nth, self.playout.moves[nth]);
        }
        self.tree.add_edge(node, nth, self.root.moves[nth])
    }

    /// What is known of a leaf before anybody evaluates it.
    fn look_at_leaf(&mut self, game: &G) -> Arrival {
        let leaf = &self.playout.leaf;
        if let Some(outcome) = game.outcome(leaf) {
            return Arrival::Certain(Proof::end(outcome));
        }
        if self.looks_ahead(1)
            && let Some(proof) = self.lookahead.next_ply(game, leaf)
        {
            return Arrival::Certain(proof);
        }
        game.legal_moves(leaf, &mut self.playout.moves);
        if self.looks_ahead(3) {
            self.lookahead.replies(game, leaf, &self.playout.moves, &mut self.playout.lost);
            if !self.playout.lost.is_empty() && self.playout.lost.iter().all(|lost| *lost) {
                let winner = Some(!game.side_to_move(leaf));
                return Arrival::Certain(Proof { winner, plies: 2 });
            }
        }
        let repeated = game.repetition_value(leaf).filter(|_| self.looks_ahead(1));
        repeated.map_or(Arrival::Leaf, Arrival::Estimate)
    }

    /// Whether forced wins within `plies` are looked for.
    pub(super) fn looks_ahead(&self, plies: u8) -> bool {
        self.params.solver && self.params.lookahead >= plies
    }

    fn select_move(&mut self, node: NodeId) -> Option<Choice> {
        let view = self.tree.view(node);
        if node == Tree::<G::Move>::ROOT {
            return self.root.select(&self.params.root, &view);
        }
        if explores(self.params.breadth, view.tries()) {
            return Some(least_tried(&view));
        }
        Some(match &self.tree_rule {
            TreeRule::Gumbel(sigma) => gumbel::select(sigma, &view),
            TreeRule::Puct(params) => puct::select(params, &view),
        })
    }
}

/// Whether the next playout of a node with `tries` is one of the `breadth·sqrt(N)` that explore.
fn explores(breadth: f32, tries: u32) -> bool {
    let explored = |tries: u32| (breadth * (tries as f32).sqrt()).floor();
    explored(tries + 1) > explored(tries)
}

/// The move that was tried least; among equals the most likely one.
fn least_tried<M>(view: &View<'_, M>) -> Choice {
    if let Some((nth, _)) = view.untried() {
        return Choice::New(nth);
    }
    let open = view.edges().filter(|(_, edge)| view.is_open(edge));
    let least = open.min_by(|(_, a), (_, b)| {
        let prior = |edge: &Edge<M>| view.prior(edge.nth);
        a.tries().cmp(&b.tries()).then(prior(b).total_cmp(&prior(a))).then(a.nth.cmp(&b.nth))
    });
    Choice::Known(least.expect("a position that is searched has an open move").0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Advantage;
    use crate::search::toy::Toy;
    use crate::search::{Scripted, SearchParams};

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
        let (_, b) = search.tree.view(Tree::<char>::ROOT).find(1).unwrap();
        let node = b.child().unwrap();
        assert_eq!(search.select_move(node), Some(Choice::New(0)));
        // Without the root's schedule in the way, PUCT walks b, e.
        search.params.root = SearchParams::alpha_zero(9).root;
        assert_eq!(search.select(&toy), Arrival::Leaf);
        assert_eq!(search.playout.leaf, "be");
        assert_eq!(search.playout.path.len(), 2);
    }
}
