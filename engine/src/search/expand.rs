//! Expand: a leaf and its evaluation become a node with a prior for each legal move.

use crate::Side;
use crate::search::tree::{EdgeId, Tree};
use crate::search::{Evaluation, SearchError};

/// Adds the node after `parent`, or the root, for a position with `moves` legal moves. In a full tree
/// there is no node, but for the root. Returns what must be taken off a logit to make it the
/// logarithm of a probability.
///
/// # Errors
/// When the evaluation does not fit the moves or is not finite; the tree stays as it was.
pub(super) fn expand<M>(
    tree: &mut Tree<M>,
    parent: Option<EdgeId>,
    to_move: Side,
    moves: usize,
    evaluation: &Evaluation,
) -> Result<f32, SearchError> {
    let raw = evaluation.wdl.advantage();
    let logits = &evaluation.logits;
    if !raw.0.is_finite() || logits.iter().any(|logit| !logit.is_finite()) {
        return Err(SearchError::NotFinite);
    }
    if !logits.is_empty() && logits.len() != moves {
        return Err(SearchError::PolicyLength { expected: moves, found: logits.len() });
    }
    let total = log_sum_exp(logits, moves);
    if parent.is_none() || tree.has_room(moves) {
        let log_prior = |nth: usize| logits.get(nth).copied().unwrap_or(0.0) - total;
        tree.add(parent, to_move, raw, (0..moves).map(|nth| log_prior(nth).exp()));
    }
    Ok(total)
}

/// `ln Σ exp(logit)`, the logits of `count` moves being zero where there are none.
fn log_sum_exp(logits: &[f32], count: usize) -> f32 {
    if logits.is_empty() {
        return (count as f32).ln();
    }
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    largest + logits.iter().map(|logit| (logit - largest).exp()).sum::<f32>().ln()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Advantage, Wdl};

    fn expanded(moves: usize, logits: &[f32]) -> Result<Tree<char>, SearchError> {
        let wdl = Wdl { attackers: 0.5, draw: 0.25, defenders: 0.25 };
        let evaluation = Evaluation { wdl, logits: logits.to_vec() };
        let mut tree = Tree::new();
        expand(&mut tree, None, Side::Defenders, moves, &evaluation)?;
        Ok(tree)
    }

    #[test]
    fn logits_become_priors_whatever_their_offset() {
        let tree = expanded(2, &[100.0, 100.0 + 3f32.ln()]).unwrap();
        let view = tree.view(Tree::<char>::ROOT);
        assert!((view.prior(0) - 0.25).abs() < 1e-5);
        assert!((view.prior(1) - 0.75).abs() < 1e-5);
        assert_eq!(view.node.raw, Advantage(0.25));
    }

    #[test]
    fn no_logits_mean_equal_priors() {
        let tree = expanded(4, &[]).unwrap();
        let view = tree.view(Tree::<char>::ROOT);
        assert!((0..4).all(|nth| (view.prior(nth) - 0.25).abs() < 1e-6));
    }

    #[test]
    fn bad_evaluations_are_refused() {
        let length = SearchError::PolicyLength { expected: 2, found: 1 };
        assert_eq!(expanded(2, &[1.0]).unwrap_err(), length);
        let masked = expanded(2, &[1.0, f32::NEG_INFINITY]);
        assert_eq!(masked.unwrap_err(), SearchError::NotFinite);
    }
}
