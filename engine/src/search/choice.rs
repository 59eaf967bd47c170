//! A move that selection picks.

use crate::search::tree::EdgeId;

/// Number of the largest score, the first among equals.
///
/// # Panics
/// Without any score. A position that goes on has a legal move, and one whose moves are all
/// proven lost is proven itself and not searched.
pub(super) fn argmax<T>(scores: impl Iterator<Item = (T, f32)>) -> T {
    let best = scores.reduce(|best, next| if next.1 > best.1 { next } else { best });
    best.expect("a position that is searched has an open move").0
}

/// What selection picks at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// A move that has an edge.
    Known(EdgeId),
    /// A move that has none: its place among the legal moves.
    New(usize),
}
