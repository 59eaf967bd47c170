//! Who stands better, guessed from the board alone.

use crate::{Advantage, Side};

/// A guess of who stands better, in hundredths of a man: above 0 the attackers do, whoever is to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Estimate(pub i32);

impl Estimate {
    /// The lead that is worth about three wins in four.
    const LEAD: f32 = 600.0;

    /// What this is worth to `side`.
    pub const fn seen_by(self, side: Side) -> i32 {
        match side {
            Side::Attackers => self.0,
            Side::Defenders => -self.0,
        }
    }

    /// The expected result, as far as such a guess tells.
    pub fn advantage(self) -> Advantage {
        Advantage((self.0 as f32 / Self::LEAD).tanh())
    }
}

/// The guess of an embedded game at a position.
#[cfg(test)]
pub(crate) fn guess(rules: &str, position: &str) -> i32 {
    use crate::Game as _;

    let game = crate::catalog::AnyGame::by_name(rules).expect("embedded");
    crate::with_game!(&game, |game| {
        game.estimate(&game.parse_position(position).expect("a position")).0
    })
}
