//! The reply: what the opponent will play next.

use super::moves::MoveHead;
use crate::loss::LossKind;

/// Scores the moves of the next ply. Only learning uses it.
pub const REPLY: MoveHead = MoveHead {
    name: "reply",
    is_in: |config| config.reply,
    losses: &[LossKind { name: "reply", weight: |config| config.reply_weight }],
    targets: |batch| &batch.reply,
};
