//! Who stands better, guessed from the board alone.
//!
//! | what | worth |
//! |---|---|
//! | a man of the attackers | [`MAN`] |
//! | a man of the defenders | as many men as there were attackers for each at the start |
//! | an attacker beside the king | [`BESIDE`], more where two take him |
//! | a square where the king can go now | [`FREEDOM`] |
//! | a move of his after which he could leave with the next | [`ROAD`], for [`MOST_ROADS`] at most |
//! | the share of the goals that attackers do not wall off | [`OPEN`] |
//! | all of them walled off | [`SEALED`] |
//!
//! All in hundredths of a man. What wins at once is no concern of the guess: the search sees it.

use super::board::Board;
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::rules::{Goal, KingCapture, Piece};
use super::square::{Square, SquareSet};
use crate::{Estimate, Side};

const MAN: i32 = 100;
const BESIDE: i32 = 25;
const FREEDOM: i32 = 5;
const ROAD: i32 = 30;
const MOST_ROADS: u32 = 4;
const OPEN: i32 = 120;
const SEALED: i32 = 150;

impl<const W: usize> Tafl<W> {
    /// Who stands better.
    pub(super) fn guess(&self, board: &Board<W>) -> Estimate {
        let Some(king) = board.king else { return Estimate(0) };
        Estimate(self.material(board) + self.pressure(board, king) - self.outlook(board, king))
    }

    /// What was taken so far, as the attackers see it.
    fn material(&self, board: &Board<W>) -> i32 {
        let lost = |side| (self.start.men(side).len() as i32) - board.men(side).len() as i32;
        let [attackers, guards] =
            [Side::Attackers, Side::Defenders].map(|side| self.start.men(side).len() as i32);
        let guard = MAN * attackers / guards.max(1);
        guard * lost(Side::Defenders) - MAN * lost(Side::Attackers)
    }

    /// How near the attackers are to the king.
    fn pressure(&self, board: &Board<W>, king: Square) -> i32 {
        let beside = self.geometry.around[king.index()] & board.pieces_of(Side::Attackers);
        let weight = match self.rules.king_capture {
            KingCapture::Two | KingCapture::Linnaean => 2 * BESIDE,
            KingCapture::Four | KingCapture::Enclosed => BESIDE,
        };
        weight * beside.len() as i32
    }

    /// What the king may hope for.
    fn outlook(&self, board: &Board<W>, king: Square) -> i32 {
        let arrivals = self.movement.arrivals_of_king(&self.geometry, board, king);
        let aim = self.aim();
        let mut roads = 0;
        arrivals.for_each_from(&self.geometry, board, king, |square| {
            if roads < MOST_ROADS {
                roads += u32::from(self.sees_goal(board, square));
            }
        });
        FREEDOM * arrivals.len() as i32 + ROAD * roads as i32 + self.openness(board, king, aim)
    }

    /// Whether a king on the empty `square` could leave from there.
    fn sees_goal(&self, board: &Board<W>, square: Square) -> bool {
        let arrivals = self.movement.arrivals_of_king(&self.geometry, board, square);
        if self.rules.goal == Goal::EdgeRun {
            let mut runs = false;
            arrivals.for_each_from(&self.geometry, board, square, |to| {
                runs |= self.is_edge_run(square, to);
            });
            return runs;
        }
        (0..DIRECTIONS).any(|d| !(arrivals.0[d] & self.goal_along[d]).is_empty())
    }

    /// How many goals are within reach past the attackers; the defenders' own men can make way.
    fn openness(&self, board: &Board<W>, king: Square, aim: SquareSet<W>) -> i32 {
        let (stops, passes) = self.movement.open_to(Piece::King);
        let open = (stops | passes) & self.geometry.squares & !board.pieces_of(Side::Attackers);
        let seed: SquareSet<W> = [king].into_iter().collect();
        let reached = self.geometry.flood(seed, open) & aim;
        match (reached.len() as i32, aim.len() as i32) {
            (0, _) => -SEALED,
            (reached, all) => OPEN * reached / all,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::{self, AnyGame};
    use crate::estimate::guess;
    use crate::{Game as _, with_game};

    #[test]
    fn men_freedom_and_walls_count() {
        let few = guess("tablut-linnaeus", "4a4/9/9/9/4k4/9/9/9/a3d3a a");
        let more = guess("tablut-linnaeus", "4a4/9/9/9/4k4/9/9/9/a7a a");
        assert!(more > few + 100, "a defender is worth more than an attacker: {more} {few}");
        let free = guess("tablut-corner", "4a4/9/9/9/4k4/9/9/9/9 a");
        let beset = guess("tablut-corner", "9/9/9/4a4/4k4/9/9/9/9 a");
        assert!(beset > free, "{beset} {free}");
        let wall = "2a3a2/2a1k1a2/2a3a2/2aaaaa2/9";
        let sealed = guess("tablut-corner", &format!("9/9/2aaaaa2/{wall}/9 a"));
        let gap = guess("tablut-corner", &format!("9/9/2aa1aa2/{wall}/5a3 a"));
        assert!(sealed > gap + 100, "{sealed} {gap}");
    }

    /// By a run along the edge the king has roads where he comes to it, and has room there.
    #[test]
    fn runs_along_the_edge_are_roads() {
        let text = catalog::text("tablut-linnaeus").expect("embedded");
        let runs = text.replace("goal = \"edge\"", "goal = \"edge-run\"");
        assert_ne!(runs, text);
        let game = AnyGame::from_toml(&runs).expect("a rule set");
        let guess = |board: &str| {
            with_game!(&game, |game| {
                game.estimate(&game.parse_position(board).expect("a position")).0
            })
        };
        let open = guess("a8/9/9/9/1k7/9/9/9/a8 a 0 0");
        let shut = guess("9/9/9/a8/1k7/a8/9/9/9 a 0 0");
        assert_eq!(shut - open, super::ROAD, "from a5 he could run");
    }
}
