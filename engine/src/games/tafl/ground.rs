//! Where besiegers may stand, by the rule set alone.

use super::movement::Movement;
use super::rules::{Piece, RuleSet};
use super::square::SquareSet;
use crate::Side;

/// What the besiegers of a wall may do, by the rule set alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ground<const W: usize> {
    /// Squares where their men may stop.
    pub stops: SquareSet<W>,
    /// Whether their men may pass over the empty throne.
    pub crosses_throne: bool,
}

impl<const W: usize> Ground<W> {
    pub fn new(rules: &RuleSet, movement: &Movement<W>, besieger: Side) -> Self {
        let man = Piece::man_of(besieger);
        let crosses_throne = rules.throne_pass.includes(man) && rules.men_reach != Some(1);
        Self { stops: movement.open_to(man).0, crosses_throne }
    }
}
