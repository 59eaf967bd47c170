//! The formulas of Gumbel search (Danihelka et al. 2022, in the form of mctx).

use crate::Utility;
use crate::search::Sigma;
use crate::search::choice::{Choice, argmax};
use crate::search::view::View;

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

/// What stands in for the value of a move that nobody has visited.
fn completion<M>(view: &View<'_, M>) -> Utility {
    let visited = view.edges().filter(|(_, edge)| edge.visits > 0);
    mixed_value(
        view.raw(),
        visited.filter_map(|(_, edge)| Some((view.prior(edge.nth), edge.visits, view.q(edge)?))),
    )
}

/// The factor of a value in `σ(q) = (c_visit + max N)·c_scale·q`.
fn scale<M>(sigma: &Sigma, view: &View<'_, M>) -> f32 {
    let most_visits = view.edges().map(|(_, edge)| edge.visits).max().unwrap_or(0);
    (sigma.c_visit + most_visits as f32) * sigma.c_scale
}

/// The least of some values and how far the largest is above it, never quite nothing.
fn span(values: impl Iterator<Item = f32>) -> (f32, f32) {
    let (least, most) = values
        .fold((f32::INFINITY, f32::NEG_INFINITY), |(least, most), v| (least.min(v), most.max(v)));
    (least, (most - least).max(1e-8))
}

/// Replaces the contents of `out` by the logits of the improved policy, one for each move:
/// `logit + σ(completed q)`, where an unvisited move's q is completed by `v_mix`.
pub(super) fn improved_logits<M>(
    sigma: &Sigma,
    view: &View<'_, M>,
    logits: &[f32],
    out: &mut Vec<f32>,
) {
    out.clear();
    out.resize(logits.len(), completion(view).0);
    for (_, edge) in view.edges() {
        if let Some(q) = view.q(edge) {
            out[usize::from(edge.nth)] = q.0;
        }
    }
    if sigma.rescale {
        let (least, span) = span(out.iter().copied());
        out.iter_mut().for_each(|value| *value = (*value - least) / span);
    }
    let scale = scale(sigma, view);
    for (value, logit) in out.iter_mut().zip(logits) {
        *value = logit + scale * *value;
    }
}

/// The move to try inside the tree: the largest `π'(a) − N(a) / (1 + ΣN)`, so that visits come to
/// be distributed as the improved policy π' (section 5). N counts playouts whose leaf waits, too.
///
/// All moves without an edge share one value, so the most likely of them stands for all.
pub(super) fn select<M>(sigma: &Sigma, view: &View<'_, M>) -> Choice {
    let unknown = completion(view).0;
    let known = || view.edges().filter_map(|(_, edge)| Some(view.q(edge)?.0));
    let mut factor = scale(sigma, view);
    if sigma.rescale {
        factor /= span(known().chain([unknown])).1;
    }
    let most = known().fold(unknown, f32::max);
    let weight = |prior: f32, q: f32| prior * (factor * (q - most)).exp();
    let value = |edge| view.q(edge).map_or(unknown, |q| q.0);
    let mut total = weight((1.0 - view.node.mass).max(0.0), unknown);
    for (_, edge) in view.edges() {
        total += weight(view.prior(edge.nth), value(edge));
    }
    let total = total.max(f32::MIN_POSITIVE);
    let all = 1.0 + view.tries() as f32;
    let open = view.edges().filter(|(_, edge)| view.is_open(edge)).map(|(id, edge)| {
        let share = weight(view.prior(edge.nth), value(edge)) / total;
        (Choice::Known(id), share - edge.tries() as f32 / all)
    });
    let new = view.untried();
    let new = new.map(|(nth, prior)| (Choice::New(nth), weight(prior, unknown) / total));
    argmax(open.chain(new))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::tree::{NodeId, Tree};
    use crate::{Advantage, Side};

    const ROOT: NodeId = Tree::<char>::ROOT;

    fn close(found: &[f32], expected: &[f32]) {
        assert_eq!(found.len(), expected.len());
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-4, "{found:?} is not {expected:?}");
        }
    }

    const PRIORS: [f32; 3] = [0.5, 0.25, 0.25];

    /// Defenders to move, raw value 0.2 for the attackers. Priors 1/2, 1/4, 1/4. Move a: three
    /// visits of −0.6, 0 and 0; move b: one visit of 0.4; move c unvisited. Values absolute.
    fn node() -> Tree<char> {
        let mut tree = Tree::new();
        tree.add(None, Side::Defenders, Advantage(0.2), PRIORS.into_iter());
        let a = tree.add_edge(ROOT, 0, 'a');
        for value in [-0.6, 0.0, 0.0] {
            tree.count(ROOT, a, Advantage(value));
        }
        let b = tree.add_edge(ROOT, 1, 'b');
        tree.count(ROOT, b, Advantage(0.4));
        tree
    }

    fn logits() -> [f32; 3] {
        PRIORS.map(f32::ln)
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
        let sigma = Sigma { c_scale: 1.0, ..Sigma::default() };
        improved_logits(&sigma, &tree.view(ROOT), &logits(), &mut out);
        let [half, quarter, _] = logits();
        close(&out, &[half + 10.6, quarter - 21.2, quarter - 2.12]);
        // Rescaled 1, 0 and 0.36 / 0.6; scale (50 + 3)·0.1 = 5.3.
        let sigma = Sigma { rescale: true, c_scale: 0.1, ..Sigma::default() };
        improved_logits(&sigma, &tree.view(ROOT), &logits(), &mut out);
        close(&out, &[half + 5.3, quarter, quarter + 3.18]);
    }

    #[test]
    fn nothing_visited_leaves_the_policy_as_it_was() {
        let mut tree = Tree::<char>::new();
        tree.add(None, Side::Defenders, Advantage(0.2), PRIORS.into_iter());
        for rescale in [false, true] {
            let mut out = Vec::new();
            let sigma = Sigma { rescale, ..Sigma::default() };
            improved_logits(&sigma, &tree.view(ROOT), &logits(), &mut out);
            let total: f32 = out.iter().map(|logit| logit.exp()).sum();
            close(&out.iter().map(|logit| logit.exp() / total).collect::<Vec<_>>(), &PRIORS);
        }
    }

    #[test]
    fn selection_tracks_the_improved_policy() {
        // With σ = 0 the improved policy is the prior: 1/2 − 3/5, 1/4 − 1/5, 1/4 − 0.
        let sigma = Sigma { c_scale: 0.0, ..Sigma::default() };
        let mut tree = node();
        assert_eq!(select(&sigma, &tree.view(ROOT)), Choice::New(2));
        for _ in 0..15 {
            let edge = match select(&sigma, &tree.view(ROOT)) {
                Choice::Known(edge) => edge,
                Choice::New(nth) => tree.add_edge(ROOT, nth, 'c'),
            };
            tree.count(ROOT, edge, Advantage(0.0));
        }
        let visits = |nth| tree.view(ROOT).find(nth).map_or(0, |(_, edge)| edge.visits);
        assert_eq!(tree.view(ROOT).node.visits, 19);
        assert!(visits(0) >= 9 && visits(1) >= 4 && visits(2) >= 4);
    }
}
