//! Keys that rule files of all families have.

/// Keys that say what a rule set is called and where it comes from; they are no laws.
pub(super) const LABELS: [&str; 5] = ["name", "title", "source", "house_rules", "sides"];
