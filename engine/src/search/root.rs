//! The root: noise, candidates, and the choice of the move.

use rand::rngs::ChaCha8Rng;

use crate::search::gumbel::improved_logits;
use crate::search::halving::Halving;
use crate::search::noise;
use crate::search::puct;
use crate::search::select::argmax;
use crate::search::tree::{Edge, Tree, View};
use crate::search::{Gumbel, Proof, RootNoise, RootRule};

/// What a search knows about its root beside the tree. Drawn anew for every search.
#[derive(Debug, Default)]
pub(super) struct Root {
    /// Gumbel noise of each legal move; zeros where there is none.
    gumbels: Vec<f32>,
    /// Visits of each legal move in earlier searches.
    before: Vec<u32>,
    halving: Halving,
    scores: Vec<f32>,
}

impl Root {
    /// Prepares for `playouts` from a root that is expanded.
    pub fn prepare<M>(
        &mut self,
        rule: &RootRule,
        playouts: u32,
        tree: &mut Tree<M>,
        rng: &mut ChaCha8Rng,
    ) {
        let edges = tree.edges_mut(Tree::<M>::ROOT);
        self.gumbels.clear();
        self.gumbels.resize(edges.len(), 0.0);
        self.before.clear();
        self.before.extend(edges.iter().map(|edge| edge.visits));
        // An earlier search may have left its noise.
        edges.iter_mut().for_each(|edge| edge.prior = edge.logit.exp());
        match rule {
            RootRule::Gumbel(params) => {
                if params.noise {
                    self.gumbels.fill_with(|| noise::gumbel(rng));
                }
                self.halving.start(playouts, params.candidates);
            }
            RootRule::Puct(params) => {
                if let Some(noise) = params.noise {
                    self.mix_noise(noise, edges, rng);
                }
            }
        }
    }

    fn mix_noise<M>(&mut self, noise: RootNoise, edges: &mut [Edge<M>], rng: &mut ChaCha8Rng) {
        self.scores.resize(edges.len(), 0.0);
        noise::dirichlet(noise.concentration, &mut self.scores, rng);
        for (edge, share) in edges.iter_mut().zip(&self.scores) {
            edge.prior += noise.fraction * (share - edge.prior);
        }
    }

    /// The root move of the next playout; `None` where that depends on playouts that wait.
    pub fn select<M>(&mut self, rule: &RootRule, view: &View<'_, M>) -> Option<usize> {
        match rule {
            RootRule::Gumbel(params) => self.next_candidate(params, view),
            RootRule::Puct(params) => Some(puct::select(params, view)),
        }
    }

    /// Takes back the last selection, which could not become a playout.
    pub fn put_back(&mut self, rule: &RootRule) {
        match rule {
            RootRule::Gumbel(_) => self.halving.put_back(),
            RootRule::Puct(_) => {}
        }
    }

    fn next_candidate<M>(&mut self, params: &Gumbel, view: &View<'_, M>) -> Option<usize> {
        let is_open = |nth: usize| view.is_open(&view.edges[nth]);
        loop {
            if let Some(nth) = self.halving.next(is_open) {
                return Some(nth);
            }
            if view.waits() && !self.halving.phase_goes_on() {
                return None;
            }
            improved_logits(params, view, &mut self.scores);
            add(&mut self.scores, &self.gumbels);
            self.halving.begin_pass(&self.scores, is_open);
        }
    }

    /// The move to play. Among proven moves the shortest win or the longest loss; else the most
    /// visited move that is not proven lost, equals by `g + logit + σ(q)` (Gumbel) or by mean
    /// (PUCT). Gumbel search counts the visits of this search, whose schedule chose them. A proven
    /// draw is preferred to a move that looks worse than a draw.
    pub fn choose<M>(&self, rule: &RootRule, view: &View<'_, M>, proof: Option<Proof>) -> usize {
        let mover = view.node.to_move;
        let plies = |edge: &Edge<M>| edge.proof.map_or(0.0, |proof| f32::from(proof.plies));
        let sound = || view.edges.iter().enumerate().filter(|(_, e)| is_sound(view, proof, e));
        match proof {
            Some(win) if win.is_won_by(mover) => argmax(sound().map(|(n, e)| (n, -plies(e)))),
            Some(loss) if loss.is_lost_by(mover) => argmax(sound().map(|(n, e)| (n, plies(e)))),
            _ => {
                let visits = |nth: usize, edge: &Edge<M>| match rule {
                    RootRule::Gumbel(_) => edge.visits - self.before[nth],
                    RootRule::Puct(_) => edge.visits,
                };
                let most = sound().map(|(n, edge)| visits(n, edge)).max().unwrap_or(0);
                let finalists = sound().filter(|(n, edge)| visits(*n, edge) == most);
                let finalists = finalists.map(|(n, _)| n);
                let best = self.best_of(rule, view, finalists);
                certain_draw(view, best).unwrap_or(best)
            }
        }
    }

    fn best_of<M>(
        &self,
        rule: &RootRule,
        view: &View<'_, M>,
        finalists: impl Iterator<Item = usize>,
    ) -> usize {
        match rule {
            RootRule::Gumbel(params) => {
                let mut scores = Vec::new();
                improved_logits(params, view, &mut scores);
                add(&mut scores, &self.gumbels);
                argmax(finalists.map(|nth| (nth, scores[nth])))
            }
            // Without any visit the prior decides.
            RootRule::Puct(_) => argmax(finalists.map(|nth| {
                let edge = &view.edges[nth];
                (nth, view.q(edge).map_or(edge.prior, |q| q.0))
            })),
        }
    }
}

/// A proven draw where the `best` move looks worse than that.
fn certain_draw<M>(view: &View<'_, M>, best: usize) -> Option<usize> {
    let looks_worse = view.q(&view.edges[best]).is_some_and(|q| q.0 < 0.0);
    if looks_worse { view.edges.iter().position(|edge| view.is_drawn(edge)) } else { None }
}

fn add(scores: &mut [f32], gumbels: &[f32]) {
    for (score, gumbel) in scores.iter_mut().zip(gumbels) {
        *score += gumbel;
    }
}

/// Whether a root move is not known to throw something away: it keeps the root's proven result,
/// or is not proven lost while the root is open.
pub(super) fn is_sound<M>(view: &View<'_, M>, root: Option<Proof>, edge: &Edge<M>) -> bool {
    match root {
        Some(root) => edge.proof.is_some_and(|proof| proof.winner == root.winner),
        None => view.is_open(edge),
    }
}
