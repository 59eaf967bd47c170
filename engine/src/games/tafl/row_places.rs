//! Where a shieldwall may be closed, by the rule set alone.

use super::geometry::{DIRECTIONS, Geometry};
use super::rules::{RuleSet, Shieldwall};
use super::square::SquareSet;

/// The squares where a move may take a row.
pub(super) fn row_places<const W: usize>(rules: &RuleSet, geometry: &Geometry<W>) -> SquareSet<W> {
    let fronts = (0..DIRECTIONS).fold(SquareSet::EMPTY, |fronts, direction| {
        fronts | geometry.before(geometry.edge, direction)
    });
    match rules.shieldwall {
        Shieldwall::Off => SquareSet::EMPTY,
        Shieldwall::Flank => geometry.edge,
        Shieldwall::Any => (geometry.edge | fronts) & geometry.squares,
    }
}
