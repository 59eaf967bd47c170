//! The formulas of Gumbel search (Danihelka et al. 2022, in the form of mctx).

use crate::Utility;
use crate::search::Gumbel;
use crate::search::select::argmax;
use crate::search::tree::View;

/// `v_mix`: the value of a position as its evaluator and its visited moves see it together,
/// `(v̂ + ΣN·(Σ π·q / Σ π)) / (1 + ΣN)`, the inner sums over visited moves (appendix D).
///
/// `visited` has prior, visits and utility of each visited move.
fn mixed_value(raw: Utility, visited: impl Iterator<Item = (f32, u32, Utility)>) -> Utility {
    let (mut visits, mut mass, mut weighted) = (0, 0.0, 0.0);
    for (prior, count, q) in visited {
        // A prior may have underflowed to zero; a visited move must still weigh something.
        let prior = prior.max(f32::MIN_POSITIVE);
        visits += count;
        mass += prior;
        weighted += prior * q.0;
    }
    if visits == 0 {
        return raw;
    }
    let visits = visits as f32;
    Utility((raw.0 + visits * weighted / mass) / (1.0 + visits))
}

/// Stretches values to 0..=1; equal values become 0.
fn rescale(values: &mut [f32]) {
    let least = values.iter().copied().fold(f32::INFINITY, f32::min);
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let span = (most - least).max(1e-8);
    for value in values {
        *value = (*value - least) / span;
    }
}

/// Replaces the contents of `out` by the logits of the improved policy, one for each move:
/// `logit + σ(completed q)`, where an unvisited move's q is completed by `v_mix` and
/// `σ(q) = (c_visit + max N)·c_scale·q`.
pub(super) fn improved_logits<M>(params: &Gumbel, view: &View<'_, M>, out: &mut Vec<f32>) {
    let visited = view.edges.iter().filter_map(|e| Some((e.prior, e.visits, view.q(e)?)));
    let mixed = mixed_value(view.raw(), visited);
    out.clear();
    out.extend(view.edges.iter().map(|edge| view.q(edge).unwrap_or(mixed).0));
    if params.rescale {
        rescale(out);
    }
    let most_visits = view.edges.iter().map(|edge| edge.visits).max().unwrap_or(0);
    let scale = (params.c_visit + most_visits as f32) * params.c_scale;
    for (value, edge) in out.iter_mut().zip(view.edges) {
        *value = edge.logit + scale * *value;
    }
}

/// Turns logits into probabilities in place.
fn softmax(logits: &mut [f32]) {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for logit in logits.iter_mut() {
        *logit = (*logit - largest).exp();
        sum += *logit;
    }
    for probability in logits {
        *probability /= sum;
    }
}

/// The move to try inside the tree: the largest `π'(a) − N(a) / (1 + ΣN)`, so that visits come to
/// be distributed as the improved policy π' (section 5). N counts playouts whose leaf waits, too.
/// `scratch` is overwritten.
pub(super) fn select<M>(params: &Gumbel, view: &View<'_, M>, scratch: &mut Vec<f32>) -> usize {
    improved_logits(params, view, scratch);
    softmax(scratch);
    let total = 1.0 + view.tries() as f32;
    let open = view.edges.iter().enumerate().filter(|(_, edge)| view.is_open(edge));
    argmax(open.map(|(nth, edge)| (nth, scratch[nth] - edge.tries() as f32 / total)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::{Edge, Tree};
    use crate::{Advantage, Side};

    const ROOT: crate::search::tree::NodeId = Tree::<char>::ROOT;

    fn close(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-4, "{found:?} is not {expected:?}");
        }
    }

    /// Defenders to move, raw value 0.2 for the attackers. Priors 1/2, 1/4, 1/4. Move a: three
    /// visits of −0.6, 0 and 0; move b: one visit of 0.4; move c unvisited. Values absolute.
    fn node() -> Tree<char> {
        let mut tree = Tree::new();
        let priors = [('a', 0.5f32), ('b', 0.25), ('c', 0.25)];
        let edges = priors.map(|(mv, prior)| Edge::new(mv, prior.ln(), prior));
        tree.add(None, Side::Defenders, Advantage(0.2), edges.into_iter());
        let edges = tree.edges_mut(ROOT);
        for value in [-0.6, 0.0, 0.0] {
            edges[0].add(Advantage(value));
        }
        edges[1].add(Advantage(0.4));
        tree
    }

    #[test]
    fn mixed_value_by_hand() {
        // q: a = 0.2, b = −0.4. Σπq / Σπ = (0.1 − 0.1) / 0.75 = 0. (−0.2 + 4·0) / 5 = −0.04.
        let visited = [(0.5, 3, Utility(0.2)), (0.25, 1, Utility(-0.4))];
        close(&[mixed_value(Utility(-0.2), visited.into_iter()).0], &[-0.04]);
        // (0.3 + 2·0.9) / 3 = 0.7, whatever the prior of the only visited move.
        for prior in [0.5, 1e-3, 0.0] {
            let visited = [(prior, 2, Utility(0.9))];
            close(&[mixed_value(Utility(0.3), visited.into_iter()).0], &[0.7]);
        }
        assert_eq!(mixed_value(Utility(0.3), [].into_iter()), Utility(0.3));
    }

    #[test]
    fn improved_logits_by_hand() {
        let (tree, mut out) = (node(), Vec::new());
        // Scale (50 + 3)·1 = 53; completed q: 0.2, −0.4, −0.04.
        let params = Gumbel { c_scale: 1.0, ..Gumbel::default() };
        improved_logits(&params, &tree.view(ROOT), &mut out);
        let (half, quarter) = (0.5f32.ln(), 0.25f32.ln());
        close(&out, &[half + 10.6, quarter - 21.2, quarter - 2.12]);
        // Rescaled 1, 0 and 0.36 / 0.6; scale (50 + 3)·0.1 = 5.3.
        let params = Gumbel { rescale: true, c_scale: 0.1, ..Gumbel::default() };
        improved_logits(&params, &tree.view(ROOT), &mut out);
        close(&out, &[half + 5.3, quarter, quarter + 3.18]);
    }

    #[test]
    fn nothing_visited_leaves_the_policy_as_it_was() {
        let mut tree = node();
        for edge in tree.edges_mut(ROOT) {
            *edge = Edge::new(edge.mv, edge.logit, edge.prior);
        }
        for rescale in [false, true] {
            let mut out = Vec::new();
            let params = Gumbel { rescale, ..Gumbel::default() };
            improved_logits(&params, &tree.view(ROOT), &mut out);
            softmax(&mut out);
            close(&out, &[0.5, 0.25, 0.25]);
        }
    }

    #[test]
    fn selection_tracks_the_improved_policy() {
        // With σ = 0 the improved policy is the prior: 1/2 − 3/5, 1/4 − 1/5, 1/4 − 0.
        let params = Gumbel { c_scale: 0.0, ..Gumbel::default() };
        let mut tree = node();
        assert_eq!(select(&params, &tree.view(ROOT), &mut Vec::new()), 2);
        for _ in 0..15 {
            let nth = select(&params, &tree.view(ROOT), &mut Vec::new());
            tree.edges_mut(ROOT)[nth].add(Advantage(0.0));
        }
        let visits: Vec<u32> = tree.view(ROOT).edges.iter().map(|edge| edge.visits).collect();
        assert_eq!(visits.iter().sum::<u32>(), 19);
        assert!(visits[0] >= 9 && visits[1] >= 4 && visits[2] >= 4, "{visits:?}");
    }
}
