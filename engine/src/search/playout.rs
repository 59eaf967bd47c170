//! A playout on its way from the root to the leaf that it wants evaluated.

use crate::search::backup::Ply;
use crate::search::{Proof, Request};
use crate::{Advantage, Game};

/// Where a walk down the tree comes to its end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Arrival {
    /// At a position whose result is certain.
    Certain(Proof),
    /// At a position that is judged without the evaluator.
    Estimate(Advantage),
    /// At a leaf that must be evaluated.
    Leaf,
    /// At a leaf that waits already.
    Taken,
    /// Nowhere: the root's next move depends on the leaves that wait.
    Waits,
}

/// Way, leaf, and what an evaluator must know of the leaf. Its memory is used again and again.
#[derive(Debug)]
pub(super) struct Playout<G: Game> {
    /// The moves from the root on; empty for the root itself.
    pub path: Vec<Ply>,
    pub leaf: G::Position,
    /// Legal moves of the leaf.
    pub moves: Vec<G::Move>,
    /// Of each of them whether it is known to lose, where that was looked at; else nothing.
    pub lost: Vec<bool>,
    /// Ways that led to leaves which waited already, one after the other. They count as visits until
    /// this leaf is answered, so that others look elsewhere.
    pub taken: Vec<Ply>,
    /// The request's random number.
    pub seed: u64,
}

impl<G: Game> Playout<G> {
    /// A playout that stands at `root`.
    pub fn at(root: &G::Position) -> Self {
        Self {
            path: Vec::new(),
            leaf: root.clone(),
            moves: Vec::new(),
            lost: Vec::new(),
            taken: Vec::new(),
            seed: 0,
        }
    }

    /// Goes back to `root`.
    pub fn begin(&mut self, root: &G::Position) {
        self.path.clear();
        self.lost.clear();
        self.taken.clear();
        self.leaf.clone_from(root);
    }

    /// What the evaluator is asked.
    pub fn request(&self) -> Request<'_, G> {
        Request { position: &self.leaf, moves: &self.moves, seed: self.seed }
    }
}
