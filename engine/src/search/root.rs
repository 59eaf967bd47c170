//! The root: noise, candidates, and the choice of the move.

use rand::rngs::ChaCha8Rng;

use crate::search::choice::{Choice, argmax};
use crate::search::gumbel::improved_logits;
use crate::search::halving::Halving;
use crate::search::tree::{Edge, Tree};
use crate::search::view::View;
use crate::search::{Gumbel, Proof, RootNoise, RootRule, distributions, puct};

/// What a search knows about its root beside the tree.
#[derive(Debug)]
pub(super) struct Root<M> {
    /// The legal moves.
    pub moves: Vec<M>,
    /// Logarithm of the evaluator's probability of each.
    pub logits: Vec<f32>,
    /// Gumbel noise of each legal move; zeros where there is none.
    gumbels: Vec<f32>,
    /// Visits of each legal move in earlier searches.
    before: Vec<u32>,
    /// Of each legal move whether it is proven lost.
    lost: Vec<bool>,
    halving: Halving,
    scores: Vec<f32>,
}

impl<M: Copy> Root<M> {
    /// Without any move yet.
    pub fn new() -> Self {
        Self {
            moves: Vec::new(),
            logits: Vec::new(),
            gumbels: Vec::new(),
            before: Vec::new(),
            lost: Vec::new(),
            halving: Halving::default(),
            scores: Vec::new(),
        }
    }

    /// Takes note of the legal moves of an expanded root and the logarithms of their probabilities.
    pub fn meet(&mut self, moves: &[M], logits: impl Iterator<Item = f32>) {
        self.moves.clear();
        self.moves.extend_from_slice(moves);
        self.logits.clear();
        // A logit that underflowed must stay a number.
        self.logits.extend(logits.map(|logit| logit.max(f32::MIN)));
    }

    /// Prepares for `playouts` of a new search.
    pub fn prepare(
        &mut self,
        rule: &RootRule,
        playouts: u32,
        tree: &mut Tree<M>,
        rng: &mut ChaCha8Rng,
    ) {
        let count = self.moves.len();
        self.gumbels.clear();
        self.gumbels.resize(count, 0.0);
        self.before.clear();
        self.before.resize(count, 0);
        for (_, edge) in tree.view(Tree::<M>::ROOT).edges() {
            self.before[usize::from(edge.nth)] = edge.visits;
        }
        self.scores.clear();
        self.scores.extend(self.logits.iter().map(|logit| logit.exp()));
        match rule {
            RootRule::Gumbel(params) => {
                if params.noise {
                    self.gumbels.fill_with(|| distributions::gumbel(rng));
                }
                self.halving.start(playouts, params.candidates);
            }
            RootRule::Puct(params) => {
                if let Some(noise) = params.noise {
                    self.mix_noise(noise, rng);
                }
            }
        }
        // An earlier search may have left its noise.
        tree.set_root_priors(self.scores.iter().copied());
    }

    fn mix_noise(&mut self, noise: RootNoise, rng: &mut ChaCha8Rng) {
        let mut shares = vec![0.0; self.scores.len()];
        distributions::dirichlet(noise.concentration, &mut shares, rng);
        for (prior, share) in self.scores.iter_mut().zip(shares) {
            *prior += noise.fraction * (share - *prior);
        }
    }

    /// The root move of the next playout; `None` where that depends on playouts that wait.
    pub fn select(&mut self, rule: &RootRule, view: &View<'_, M>) -> Option<Choice> {
        match rule {
            RootRule::Gumbel(params) => {
                let nth = self.next_candidate(params, view)?;
                let known = view.find(nth).map(|(id, _)| Choice::Known(id));
                Some(known.unwrap_or(Choice::New(nth)))
            }
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

    fn next_candidate(&mut self, params: &Gumbel, view: &View<'_, M>) -> Option<usize> {
        self.lost.clear();
        self.lost.resize(self.moves.len(), false);
        for (_, edge) in view.edges() {
            self.lost[usize::from(edge.nth)] = !view.is_open(edge);
        }
        loop {
            if let Some(nth) = self.halving.next(|nth| !self.lost[nth]) {
                return Some(nth);
            }
            if view.node.waiting > 0 && !self.halving.phase_goes_on() {
                return None;
            }
            improved_logits(&params.sigma, view, &self.logits, &mut self.scores);
            add(&mut self.scores, &self.gumbels);
            self.halving.begin_pass(&self.scores, |nth| !self.lost[nth]);
        }
    }

    /// The move to play: its place among the legal moves. Among proven moves the shortest win or the
    /// longest loss; else the most visited move that is not proven lost, equals by `g + logit + σ(q)`
    /// (Gumbel) or by mean (PUCT). Gumbel search counts the visits of this search, whose schedule
    /// chose them. A proven draw is preferred to a move that looks worse than a draw.
    pub fn choose(&self, rule: &RootRule, view: &View<'_, M>, proof: Option<Proof>) -> usize {
        let mover = view.node.to_move;
        let edges = view.by_move();
        let plies = |nth: &usize| {
            edges[*nth].and_then(|edge| edge.proof).map_or(0.0, |proof| f32::from(proof.plies))
        };
        let sound = || (0..edges.len()).filter(|nth| is_sound(view, proof, edges[*nth]));
        match proof {
            Some(win) if win.is_won_by(mover) => argmax(sound().map(|nth| (nth, -plies(&nth)))),
            Some(loss) if loss.is_lost_by(mover) => argmax(sound().map(|nth| (nth, plies(&nth)))),
            _ => {
                let visits = |nth: usize| match (rule, edges[nth]) {
                    (RootRule::Gumbel(_), Some(edge)) => edge.visits - self.before[nth],
                    (RootRule::Puct(_), Some(edge)) => edge.visits,
                    (_, None) => 0,
                };
                let most = sound().map(visits).max().unwrap_or(0);
                let finalists = sound().filter(|nth| visits(*nth) == most);
                let best = self.best_of(rule, view, &edges, finalists);
                certain_draw(view, &edges, best).unwrap_or(best)
            }
        }
    }

    fn best_of(
        &self,
        rule: &RootRule,
        view: &View<'_, M>,
        edges: &[Option<&Edge<M>>],
        finalists: impl Iterator<Item = usize>,
    ) -> usize {
        match rule {
            RootRule::Gumbel(params) => {
                let mut scores = Vec::new();
                improved_logits(&params.sigma, view, &self.logits, &mut scores);
                add(&mut scores, &self.gumbels);
                argmax(finalists.map(|nth| (nth, scores[nth])))
            }
            // Without any visit the prior decides.
            RootRule::Puct(_) => argmax(finalists.map(|nth| {
                let q = edges[nth].and_then(|edge| view.q(edge));
                (nth, q.map_or(self.logits[nth], |q| q.0))
            })),
        }
    }
}

/// A proven draw where the `best` move looks worse than that.
fn certain_draw<M>(view: &View<'_, M>, edges: &[Option<&Edge<M>>], best: usize) -> Option<usize> {
    let looks_worse = edges[best].and_then(|edge| view.q(edge)).is_some_and(|q| q.0 < 0.0);
    let is_drawn = |edge: &Option<&Edge<M>>| edge.is_some_and(|edge| view.is_drawn(edge));
    if looks_worse { edges.iter().position(is_drawn) } else { None }
}

fn add(scores: &mut [f32], gumbels: &[f32]) {
    for (score, gumbel) in scores.iter_mut().zip(gumbels) {
        *score += gumbel;
    }
}

/// Whether a root move is not known to throw something away: it keeps the root's proven result,
/// or is not proven lost while the root is open.
pub(super) fn is_sound<M>(view: &View<'_, M>, root: Option<Proof>, edge: Option<&Edge<M>>) -> bool {
    match root {
        Some(root) => {
            edge.and_then(|edge| edge.proof).is_some_and(|proof| proof.winner == root.winner)
        }
        None => edge.is_none_or(|edge| view.is_open(edge)),
    }
}
