//! What a sample teaches, and the losses with their gradients.

use crate::LearnConfig;
use crate::batch::Batch;
use crate::move_targets::MoveTargets;

/// What the heads should say about one sample.
#[derive(Clone, Copy, Debug)]
pub struct Lesson<'a> {
    pub policy: MoveLesson<'a>,
    pub reply: MoveLesson<'a>,
    /// Attackers win, draw, defenders win.
    pub wdl: &'a [f32],
    pub value: Factor,
    pub plies_left: f32,
    pub plies: Factor,
    /// 1 for what a square holds at the end, `[contents][square]`; all 0 if that is not known.
    pub occupancy: &'a [f32],
    /// For each square.
    pub end: Factor,
}

/// What a list of moves should get.
#[derive(Clone, Copy, Debug)]
pub struct MoveLesson<'a> {
    pub pairs: &'a [i32],
    pub choices: &'a [i32],
    pub shares: &'a [f32],
    pub factor: Factor,
}

/// How much a loss counts: in the mean over the batch, and in the sum of all losses, whose gradient is
/// taken.
#[derive(Clone, Copy, Debug)]
pub struct Factor {
    pub of_loss: f32,
    pub of_gradient: f32,
}

impl<'a> Lesson<'a> {
    /// The lesson of a sample of `batch`; `all` is the sum of the weights of its samples.
    pub fn new(batch: &'a Batch, sample: usize, all: f32, config: &LearnConfig) -> Self {
        let squares = batch.board.squares();
        let factor = |total: f32, weight: f32| {
            let of_loss = if total > 0.0 { batch.weights[sample] / total } else { 0.0 };
            Factor { of_loss, of_gradient: of_loss * weight }
        };
        let contents = batch.occupancy.len() / batch.len;
        Self {
            policy: MoveLesson::new(&batch.policy, sample, factor(batch.policy.weight, 1.0)),
            reply: MoveLesson::new(
                &batch.reply,
                sample,
                factor(batch.reply.weight, config.reply_weight),
            ),
            wdl: &batch.wdl[3 * sample..][..3],
            value: factor(all, config.value_weight),
            plies_left: batch.plies_left[sample],
            plies: factor(all, config.plies_left_weight),
            occupancy: &batch.occupancy[contents * sample..][..contents],
            end: factor(batch.occupancy_weight * squares as f32, config.occupancy_weight),
        }
    }
}

impl<'a> MoveLesson<'a> {
    fn new(targets: &'a MoveTargets, sample: usize, factor: Factor) -> Self {
        let row = sample * targets.places..(sample + 1) * targets.places;
        let moves = targets.mask[row.clone()].iter().take_while(|mask| **mask == 0.0).count();
        Self {
            pairs: &targets.pairs[row.clone()][..moves],
            choices: &targets.choices[row.clone()][..moves],
            shares: &targets.shares[row][..moves],
            factor,
        }
    }
}

/// `−target · ln(softmax(logits))`, and the logits replaced by its gradient.
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

/// e²/2 up to |e| = 1 and |e| − 1/2 beyond, and the value replaced by its gradient.
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
