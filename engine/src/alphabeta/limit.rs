//! When a search ends.

/// Plies that are looked at beyond the depth, as long as there is danger.
pub(super) const QUIET_PLIES: usize = 4;

/// When a search ends. Time is the caller's: it says when to stop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// After all lines of so many plies; at least 1, at most [`MOST_PLIES`](Self::MOST_PLIES).
    Depth(u8),
    /// After so many positions, at least those that one ply takes.
    Nodes(u64),
    /// Only when the caller says so, or everything is known.
    None,
}

impl Limit {
    /// Bound of the depth.
    pub const MOST_PLIES: u8 = 64;

    /// The depth that is not gone beyond.
    pub(super) const fn depth(self) -> u8 {
        match self {
            Self::Depth(plies) if plies < Self::MOST_PLIES => plies,
            _ => Self::MOST_PLIES,
        }
    }

    /// The number of positions that is not gone beyond.
    pub(super) const fn nodes(self) -> u64 {
        match self {
            Self::Nodes(nodes) => nodes,
            _ => u64::MAX,
        }
    }
}
