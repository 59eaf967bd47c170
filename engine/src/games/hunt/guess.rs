//! Who stands better, guessed from the board alone.
//!
//! | what | worth |
//! |---|---|
//! | one of the many that is taken | [`MAN`], and more where fewer than all decide the game |
//! | one of the few that is gone | as many men as there were for each of them at the start |
//! | one of the few that is shut in | [`SHUT_IN`] |
//! | a step that one of the few can make | [`FREEDOM`] |
//! | a step of one of the many towards the points that they have to hold | [`STEP`] |
//! | a step of the few towards the points that they have to reach | [`ROAD`] |
//! | no way for the few to these points | [`SEALED`] |
//!
//! All in hundredths of a man. What wins at once is no concern of the guess: the search sees it.

use super::compiled::Hunt;
use super::position::Position;
use super::setup::Pieces;
use crate::{Estimate, Side};

const MAN: i32 = 100;
const SHUT_IN: i32 = 60;
const FREEDOM: i32 = 4;
const STEP: i32 = 5;
const ROAD: i32 = 20;
const SEALED: i32 = 150;
/// The longest way to a goal that is still worth something.
const LONGEST: i32 = 8;

impl Hunt {
    /// Who stands better.
    pub(super) fn guess(&self, position: &Position) -> Estimate {
        let pieces = position.pieces;
        let shut_in = SHUT_IN * self.shut_in(pieces).count() as i32;
        let advance = self.advance(pieces) - self.advance(self.start);
        Estimate(
            self.material(position) + shut_in + STEP * advance
                - FREEDOM * self.freedom(pieces)
                - self.road(pieces),
        )
    }

    /// What was taken so far, as the attackers see it.
    fn material(&self, position: &Position) -> i32 {
        let Position { pieces, hands, .. } = *position;
        let [many, few] = [Side::Attackers, Side::Defenders].map(|side| self.totals[side] as i32);
        let man = match self.rules.few_win_captures as i32 {
            0 => MAN,
            wanted => MAN * many / wanted,
        };
        let few_gone = few - pieces.few.count() as i32 - i32::from(hands.defenders);
        MAN * many / few.max(1) * few_gone - man * self.captured(pieces, hands) as i32
    }

    /// Steps that the few can make.
    fn freedom(&self, pieces: Pieces) -> i32 {
        let empty = self.empty(pieces);
        let steps = self.steps.defenders.iter();
        steps.map(|shift| (shift.ends(pieces.few) & empty).count() as i32).sum()
    }

    /// How far the many have come towards the points that they have to hold, in steps.
    fn advance(&self, pieces: Pieces) -> i32 {
        let nearest_last = self.approach.iter().rev().enumerate();
        nearest_last
            .map(|(worth, points)| worth as i32 * (pieces.many & *points).count() as i32)
            .sum()
    }

    /// What the way of the few to the points that they have to reach is worth to them.
    fn road(&self, pieces: Pieces) -> i32 {
        if self.few_goal.is_empty() {
            return 0;
        }
        let empty = self.empty(pieces);
        let mut reached = pieces.few;
        for length in 0.. {
            if !(reached & self.few_goal).is_empty() {
                return ROAD * (LONGEST - length).max(0);
            }
            let steps = self.steps.defenders.iter();
            let further = steps.fold(reached, |all, shift| all | shift.ends(reached) & empty);
            if further == reached {
                break;
            }
            reached = further;
        }
        -SEALED
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::catalog::{AnyGame, names};
    use crate::estimate::guess;

    #[test]
    fn captives_count() {
        let whole = guess("fox-and-geese", "3/3/7/3f3/ggggggg/ggg/ggg a -");
        let less = guess("fox-and-geese", "3/3/7/3f3/ggggggg/ggg/g1g a -");
        assert!(whole >= less + 100, "{whole} {less}");
        let few_decide = "f3f/5/2g2/5/f3f d g15";
        assert!(guess("bagh-chal", few_decide) < -1000, "four of five are taken");
    }

    #[test]
    fn hounds_that_leave_no_way_are_better() {
        let sealed = guess("fox-and-hounds", "4/4/4/1f2/gggg/4/4/4 a -");
        let past = guess("fox-and-hounds", "4/4/gggg/4/4/1f2/4/4 d -");
        assert!(sealed > past + 200, "{sealed} {past}");
    }

    #[test]
    fn who_has_to_hold_points_goes_there() {
        let back = guess("asalto", "3/f1f/gg3gg/ggggggg/ggggggg/ggg/ggg a -");
        let ahead = guess("asalto", "3/f1f/gg1g1gg/ggg1ggg/ggggggg/ggg/ggg d -");
        assert!(ahead > back, "{ahead} {back}");
    }

    #[test]
    fn nobody_is_far_ahead_at_the_start() {
        for name in names() {
            let game = AnyGame::by_name(name).expect("embedded");
            let AnyGame::Hunt(game) = &game else { continue };
            let start = game.start(game.first().draw(&mut crate::game_stream(1, 1)));
            let found = game.estimate(&start).0;
            assert!(found.abs() < 300, "{name}: {found}");
        }
    }
}
