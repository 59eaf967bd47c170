//! Moves.

use super::square::Square;

/// What a move takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Take {
    /// Everything that it flanks, often nothing: the rules leave no choice, or all is chosen.
    Every,
    /// Nothing although something is flanked.
    Nothing,
    /// The man on this square out of those flanked; or the row along the edge that has this square
    /// beside the destination.
    One(Square),
}

/// A move of one piece along a rank or file, with the choice of what it takes.
///
/// Equal moves of one position are the same move: [`Take::Nothing`] and [`Take::One`] occur only
/// where something is flanked and the rules leave a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TaflMove {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square where it stops.
    pub to: Square,
    /// What it takes.
    pub take: Take,
}
