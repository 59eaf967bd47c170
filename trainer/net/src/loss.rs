//! What learning makes small: the losses, and the two that heads are built from, by burn and on the CPU.

use burn::tensor::activation::log_softmax;
use burn::tensor::{Device, Tensor};

use super::LearnConfig;
use super::batch::{Batch, BatchRow};

/// A loss of a head.
#[derive(Clone, Copy, Debug)]
pub struct LossKind {
    /// Its name in [`Losses`].
    pub name: &'static str,
    /// Its weight in the sum.
    pub weight: fn(&LearnConfig) -> f32,
}

/// The losses of one step, before it. Each is a mean over the samples that have the target, by
/// their weights, and 0 where there are none or the network has no such head.
#[derive(Clone, Debug, PartialEq)]
pub struct Losses {
    /// The weighted sum.
    pub total: f32,
    parts: Vec<(&'static str, f32)>,
}

impl Losses {
    /// From the losses in the order of `kinds`.
    pub(super) fn new(kinds: &[LossKind], values: &[f32], config: &LearnConfig) -> Self {
        let total =
            kinds.iter().zip(values).map(|(kind, value)| value * (kind.weight)(config)).sum();
        let parts = kinds.iter().zip(values).map(|(kind, value)| (kind.name, *value)).collect();
        Self { total, parts }
    }

    /// The loss of this name, or 0 where no head has it: `policy`, `value`, `reply` and `occupancy` are
    /// cross-entropies in nats (of the occupancy the mean over the squares), `plies_left` is the Huber
    /// loss of the logarithm of one plus the plies left.
    pub fn get(&self, name: &str) -> f32 {
        self.parts.iter().find(|(known, _)| *known == name).map_or(0.0, |(_, loss)| *loss)
    }

    /// All names and losses.
    pub fn parts(&self) -> &[(&'static str, f32)] {
        &self.parts
    }
}

/// How much a loss of one sample counts: in the mean over the batch, and in the sum of all losses, whose
/// gradient is taken.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    /// In the mean.
    pub of_loss: f32,
    /// In the sum.
    pub of_gradient: f32,
}

impl Factor {
    /// That of a sample where the weights of the samples with the target sum to `total`; `weight` is that of
    /// the loss.
    #[inline(always)]
    pub fn new(row: BatchRow<'_>, total: f32, weight: f32) -> Self {
        let of_loss = if total > 0.0 { row.batch.weights[row.number] / total } else { 0.0 };
        Self { of_loss, of_gradient: of_loss * weight }
    }
}

/// The weights of the samples, `[b]`, so that the sum over those with a target, whose weights sum to
/// `total`, is a mean.
pub fn mean_over(batch: &Batch, total: f32, device: &Device) -> Tensor<1> {
    let share = if total > 0.0 { 1.0 / total } else { 0.0 };
    Tensor::from_data(&batch.weights[..], device) * share
}

/// `−target · ln(softmax(logits))` of every sample, both `[b, n]`.
pub fn entropy_of(logits: Tensor<2>, target: Tensor<2>) -> Tensor<1> {
    -(log_softmax(logits, 1) * target).sum_dim(1).squeeze_dim(1)
}

/// The same for the logits of one sample, which are replaced by its gradient.
#[inline(always)]
pub fn cross_entropy(
    logits: &mut [f32],
    targets: impl Iterator<Item = f32> + Clone,
    factor: Factor,
) -> f32 {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let sum: f32 = logits.iter().map(|logit| (logit - largest).exp()).sum();
    let (log_sum, total) = (largest + sum.ln(), targets.clone().sum::<f32>());
    let mut loss = 0.0;
    for (logit, target) in logits.iter_mut().zip(targets) {
        loss += target * (log_sum - *logit);
        *logit = ((*logit - log_sum).exp() * total - target) * factor.of_gradient;
    }
    loss * factor.of_loss
}

/// e²/2 up to |e| = 1 and |e| − 1/2 beyond, of every error.
pub fn huber_of(error: Tensor<1>) -> Tensor<1> {
    let size = error.abs();
    let inner = size.clone().clamp_max(1.0);
    inner.clone() * inner.clone() / 2.0 + (size - inner)
}

/// The same for one value, which is replaced by its gradient.
#[inline(always)]
pub fn huber(value: &mut f32, target: f32, factor: Factor) -> f32 {
    let error = *value - target;
    let (size, inner) = (error.abs(), error.abs().min(1.0));
    *value = error.clamp(-1.0, 1.0) * factor.of_gradient;
    (inner * inner / 2.0 + (size - inner)) * factor.of_loss
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: Factor = Factor { of_loss: 1.0, of_gradient: 1.0 };

    #[test]
    fn losses_fall_against_their_gradients() {
        let targets = [0.5, 0.25, 0.0];
        let logits = [0.3, -1.2, 2.0];
        let loss =
            |logits: [f32; 3]| cross_entropy(&mut logits.clone(), targets.into_iter(), WHOLE);
        let mut gradient = logits;
        cross_entropy(&mut gradient, targets.into_iter(), WHOLE);
        for index in 0..3 {
            let (mut above, mut below) = (logits, logits);
            above[index] += 1e-2;
            below[index] -= 1e-2;
            let slope = (loss(above) - loss(below)) / 2e-2;
            assert!((slope - gradient[index]).abs() < 1e-3, "{slope} and {}", gradient[index]);
        }
    }

    #[test]
    fn far_errors_count_evenly() {
        let at = |mut value: f32| (huber(&mut value, 1.0, WHOLE), value);
        assert_eq!(at(1.5), (0.125, 0.5));
        assert_eq!(at(4.0), (2.5, 1.0));
        assert_eq!(at(-2.0), (2.5, -1.0));
    }
}
