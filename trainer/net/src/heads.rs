//! The heads of a network, one file each: layers, what burn makes of them, losses, and the same on the CPU.
//!
//! A new head is a file here and a line in the list; `recall` is one that only tests have. Play asks policy
//! and value alone. The others make the trunk learn more from a game.

mod head;
mod moves;
mod occupancy;
mod policy;
#[cfg(test)]
mod recall;
mod reply;
mod value;

pub(super) use head::{Head, TrunkOutput};
pub use moves::PolicyScores;
pub(super) use moves::{PlayedMoves, PlayedPolicy, scores};
pub(super) use value::{PlayedValue, ValueAnswer, outputs};

use crate::batch::BatchRow;
use crate::cpu::{HeadScratch, PlacedLayers, View};
use crate::loss::LossKind;

/// Makes the list of the heads, and a function that calls each of them as compiled for its caller.
macro_rules! heads {
    ($($(#[$when:meta])* $head:path,)*) => {
        /// All heads, in the order of their layers in a network.
        pub(super) const HEADS: &[&dyn Head] = &[$($(#[$when])* &$head,)*];

        /// Compares what the heads of a network say about a sample with what they should say: adds to
        /// the `losses`, and leaves the gradients of the outputs in `scratch`. `weights` are those of
        /// the losses in their sum.
        #[inline(always)]
        pub(super) fn compare(
            placed: &PlacedLayers,
            scratch: &mut HeadScratch,
            row: BatchRow<'_>,
            weights: &[f32],
            losses: &mut [f64],
        ) {
            let (mut head, mut first) = (0, 0);
            $($(#[$when])* {
                let kinds = $head.losses().len();
                if let Some(mut view) = View::new(placed, head, scratch) {
                    let weights = &weights[first..first + kinds];
                    let parts = $head.compare(&mut view, row, weights);
                    let sums = losses[first..first + kinds].iter_mut();
                    sums.zip(parts).for_each(|(sum, part)| *sum += f64::from(part));
                }
                head += 1;
                first += kinds;
            })*
            debug_assert_eq!((head, first), (HEADS.len(), losses.len()));
        }
    };
}

heads! {
    policy::POLICY,
    value::Value,
    reply::REPLY,
    occupancy::Occupancy,
    #[cfg(test)]
    recall::Recall,
}

/// The losses of all heads, in their order.
pub(super) fn loss_kinds() -> Vec<LossKind> {
    HEADS.iter().flat_map(|head| head.losses()).copied().collect()
}
