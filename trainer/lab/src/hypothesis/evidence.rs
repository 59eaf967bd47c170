//! What games say for and against a predicate.

use imperial_stats::Estimate;

/// The probabilities by chance alone of games that support a predicate and that contradict it: 1 where the
/// interval does not say so.
#[derive(Clone, Copy)]
pub(super) struct Evidence {
    pub supports: f64,
    pub contradicts: f64,
}

/// What speaks neither way.
pub(super) const NOTHING: Evidence = Evidence { supports: 1.0, contradicts: 1.0 };

impl Evidence {
    /// For a positive difference, whose probability by chance alone is `p`.
    pub fn of(difference: Estimate, p: f64) -> Self {
        let if_so = |is_so: bool| if is_so { p } else { 1.0 };
        Self { supports: if_so(difference.low > 0.0), contradicts: if_so(difference.high < 0.0) }
    }

    /// For the opposite predicate.
    pub const fn opposite(self) -> Self {
        Self { supports: self.contradicts, contradicts: self.supports }
    }
}
