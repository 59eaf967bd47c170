//! The tree as text, for golden tests and for the curious.

use std::fmt::Write;

use crate::Game;
use crate::search::tree::{Edge, NodeId, Tree};
use crate::search::view::View;
use crate::search::{Proof, Search};

impl<G: Game> Search<G> {
    /// The visited moves of the first `depth` plies, one per line and indented by ply, most
    /// visited first: move, visits, utility to its mover, the evaluator's probability, and what
    /// is proven.
    pub fn outline(&self, game: &G, depth: usize) -> String {
        let mut text = format!("{} playouts, {} nodes\n", self.playouts(), self.nodes());
        if !self.tree.is_empty() {
            self.outline_node(game, &self.root_position, Tree::<G::Move>::ROOT, depth, &mut text);
        }
        text
    }

    fn outline_node(
        &self,
        game: &G,
        position: &G::Position,
        node: NodeId,
        depth: usize,
        text: &mut String,
    ) {
        let view = self.tree.view(node);
        let mut visited: Vec<_> =
            view.edges().map(|(_, edge)| edge).filter(|edge| edge.visits > 0).collect();
        visited.sort_by_key(|edge| (std::cmp::Reverse(edge.visits), edge.nth));
        for edge in visited {
            let indent =
                "  ".repeat(game.ply(position).abs_diff(game.ply(&self.root_position)) as usize);
            let mv = game.format_move(position, edge.mv);
            writeln!(text, "{indent}{mv} {}", figures(&view, edge)).expect("strings take all text");
            if let Some(child) = edge.child().filter(|_| depth > 1) {
                let mut next = position.clone();
                game.play(&mut next, edge.mv);
                self.outline_node(game, &next, child, depth - 1, text);
            }
        }
    }
}

/// Figures of a visited move: `12 +0.250 0.111 win in 3`.
fn figures<M>(view: &View<'_, M>, edge: &Edge<M>) -> String {
    // Adding zero turns −0 into 0.
    let q = view.q(edge).map_or(0.0, |q| q.0 + 0.0);
    let proof = edge.proof.map(Proof::ply_before).map_or(String::new(), |proof| {
        let word = match proof.winner {
            None => "draw",
            Some(winner) if winner == view.node.to_move => "win",
            Some(_) => "loss",
        };
        format!(" {word} in {}", proof.plies)
    });
    format!("{} {q:+.3} {:.3}{proof}", edge.visits, view.prior(edge.nth))
}
