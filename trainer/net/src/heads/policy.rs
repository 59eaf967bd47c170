//! The policy: what to play.

use super::moves::MoveHead;
use crate::loss::LossKind;

/// Scores the moves of the position.
pub const POLICY: MoveHead = MoveHead {
    name: "policy",
    is_in: |_| true,
    losses: &[LossKind { name: "policy", weight: |_| 1.0 }],
    targets: |batch| &batch.policy,
};
