//! Squares that the rules single out, for whoever draws a board.

use super::compiled::Tafl;
use super::rules::{Camps, CornerStop, Goal, KingCapture, ThroneHostile, ThroneRight};
use super::square::SquareSet;

/// The squares of a board that are not like the others, numbered rank by rank from `a1`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SpecialSquares {
    /// The throne, where the rules treat it apart.
    pub throne: Option<u16>,
    /// Corners where no man may stop.
    pub corners: Vec<u16>,
    /// Where the king escapes by arriving.
    pub goals: Vec<u16>,
    /// The attackers' camps.
    pub camps: Vec<u16>,
}

impl<const W: usize> Tafl<W> {
    /// The squares that these rules single out.
    pub fn special_squares(&self) -> SpecialSquares {
        let numbers = |squares: SquareSet<W>| squares.iter().map(|square| square.0).collect();
        let rules = &self.rules;
        let has_camps = rules.camps != Camps::None;
        let has_corners = rules.corner_stop == CornerStop::King;
        let only = |there, squares| if there { numbers(squares) } else { Vec::new() };
        SpecialSquares {
            throne: self.has_throne().then_some(self.geometry.throne.0),
            corners: only(has_corners, self.geometry.corners),
            goals: numbers(self.goal),
            camps: only(has_camps, self.geometry.all_camps()),
        }
    }

    /// Whether any law treats the square in the middle apart.
    pub(super) fn has_throne(&self) -> bool {
        let rules = &self.rules;
        rules.throne_stop != ThroneRight::Anyone
            || rules.throne_pass != ThroneRight::Anyone
            || rules.throne_hostile != ThroneHostile::default()
            || matches!(rules.king_capture, KingCapture::Linnaean | KingCapture::Enclosed)
    }

    /// Whether any law treats the corners apart.
    pub(super) fn has_corners(&self) -> bool {
        let rules = &self.rules;
        rules.corner_stop != CornerStop::Anyone
            || !rules.corner_hostile.is_empty()
            || rules.goal == Goal::Corner
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::AnyGame;

    #[test]
    fn goals_and_camps_are_those_of_the_rules() {
        let of = |name: &str| {
            AnyGame::by_name(name).expect("embedded").special_squares().expect("a tafl game")
        };
        assert_eq!(of("tablut-linnaeus").goals.len(), 32, "the whole edge");
        let camps = of("tablut-unibo");
        assert_eq!((camps.goals.len(), camps.camps.len()), (20, 16), "no goal in a camp");
        assert!(camps.camps.iter().all(|camp| !camps.goals.contains(camp)));
        // d1 and e2, numbered from a1.
        assert!(camps.camps.contains(&3) && camps.camps.contains(&13));
        assert_eq!(of("tablut-corner").goals, [0, 8, 72, 80]);
        assert_eq!(of("brandubh").throne, Some(24));
        assert_eq!(of("brandubh-throneless").throne, None);
        assert!(AnyGame::by_name("tic-tac-toe").expect("embedded").special_squares().is_none());
    }
}
