//! Words of tables.

use crate::Evidence;

/// What the evidence is called in tables.
pub(crate) const fn evidence(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Shown => "shown",
        Evidence::Suggested => "perhaps",
        Evidence::Equivalent => "negligible",
        Evidence::Open => "not shown",
        Evidence::Withheld => "no statement",
    }
}

/// A probability with three decimals.
pub(crate) fn probability(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}
