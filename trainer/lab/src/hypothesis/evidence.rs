//! What games say for and against a predicate.

/// The probabilities by chance alone of games that support a predicate and that contradict it: 1 where the
/// interval does not say so.
#[derive(Clone, Copy)]
pub(super) struct Evidence {
    pub supports: f64,
    pub contradicts: f64,
}
