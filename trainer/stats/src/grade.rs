//! How far the games support a statement.

use serde::{Deserialize, Serialize};

/// How far the games support a comparison or a finding. Comparisons are shown, suggested, equivalent, open
/// or withheld.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// The interval leaves out "no difference", also after the correction for many comparisons.
    Shown,
    /// "No difference" is not left out, and a difference as large as the margin of equivalence is.
    Equivalent,
    /// The interval leaves out "no difference", but among so many comparisons that may be chance.
    Suggested,
    /// A figure with an interval that no test belongs to.
    Estimate,
    /// The games leave both signs possible.
    Open,
    /// Nothing is said: too few games are distinct.
    Withheld,
    /// What the reader must know before using other figures.
    Caution,
}

impl Grade {
    /// The word for it in tables and badges.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Shown => "shown",
            Self::Equivalent => "equivalent",
            Self::Suggested => "suggested",
            Self::Estimate => "estimate",
            Self::Open => "open",
            Self::Withheld => "withheld",
            Self::Caution => "caution",
        }
    }
}
