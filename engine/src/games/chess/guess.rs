//! Who stands better, guessed from the board alone.
//!
//! | what | worth |
//! |---|---|
//! | a piece | by the squares that it reaches, see `worth` |
//! | a pawn | as `worth` has it |
//! | a rank that a pawn has come nearer to the last one | [`ADVANCE`] |
//!
//! All in hundredths of a pawn. Royal pieces are left out: both sides have theirs until the end.

use super::compiled::Chess;
use super::position::Position;
use crate::{Estimate, Side};

/// What a pawn gains with each rank.
const ADVANCE: i32 = 4;

impl Chess {
    /// Who stands better.
    pub(super) fn guess(&self, position: &Position) -> Estimate {
        let own = |side| self.material(position, side);
        Estimate(own(Side::Attackers) - own(Side::Defenders))
    }

    fn material(&self, position: &Position, side: Side) -> i32 {
        let board = &position.board;
        let worth = |square: u8| {
            let kind = self.kind(board.letter(square));
            let advance = if kind.is_pawn { ADVANCE * self.come(side, square) } else { 0 };
            kind.worth + advance
        };
        board.of(side).iter().map(worth).sum()
    }

    /// How many ranks a square lies from a side's first one.
    fn come(&self, side: Side, square: u8) -> i32 {
        let rank = usize::from(square) / self.lines.shape.width;
        match side {
            Side::Attackers => rank as i32,
            Side::Defenders => (self.lines.shape.height - 1 - rank) as i32,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{AnyGame, names};
    use crate::estimate::guess;
    use crate::{Game, Side};

    #[test]
    fn pieces_that_reach_more_are_worth_more() {
        let worth = |piece: &str| {
            guess("emperors-game", &format!("5k4/10/10/10/10/10/10/10/{piece}9/5K4 a -"))
        };
        let order = ["P", "N", "B", "R", "A", "Q", "G"].map(worth);
        assert!(order.is_sorted(), "{order:?}");
        assert_eq!(order[0], 104);
    }

    #[test]
    fn pawns_that_have_come_far_are_better() {
        let far = guess("emperors-game", "5k4/10/P9/10/10/10/10/10/10/5K4 a -");
        let near = guess("emperors-game", "5k4/10/10/10/10/10/10/10/P9/5K4 a -");
        assert_eq!(far - near, 6 * 4);
    }

    #[test]
    fn sides_that_stand_alike_are_even() {
        for name in names() {
            let game = AnyGame::by_name(name).expect("embedded");
            let AnyGame::Chess(game) = &game else { continue };
            let found = game.estimate(&game.start(Side::Attackers)).0;
            // Against the Maharajah Black has everything but the royal piece.
            assert!(found == 0 || name == "maharajah" && found < -1000, "{name}: {found}");
        }
    }
}
