//! Who stands better, guessed from the board alone.
//!
//! | what | worth |
//! |---|---|
//! | a piece | [`RANK`] for each step of the ladder that its kind stands on; the leader's loss is the game's |
//! | the best enemy that the side to move can jump over | half of it |
//! | a rank that a man has come nearer to the last one, where men become officers there | [`ADVANCE`] |
//!
//! All in hundredths of a man. Leaders are left out: what takes one wins at once, and the search sees it.

use super::compiled::Dablot;
use super::pieces::{Kind, Pieces};
use super::points::Points;
use super::position::Position;
use crate::{Estimate, Side};

const RANK: i32 = 100;
const ADVANCE: i32 = 4;

impl Dablot {
    /// Who stands better.
    pub(super) fn guess(&self, position: &Position) -> Estimate {
        let pieces = &position.pieces;
        let own = |side| self.material(pieces, side) + self.advance(pieces, side);
        // A capture is often answered by another: half of it counts.
        let hanging = self.best_victim(position) / 2;
        let mover = match position.side {
            Side::Attackers => hanging,
            Side::Defenders => -hanging,
        };
        Estimate(own(Side::Attackers) - own(Side::Defenders) + mover)
    }

    fn material(&self, pieces: &Pieces, side: Side) -> i32 {
        let worth = |kind: Kind| self.worth(kind) * pieces.of(side, kind).count() as i32;
        Kind::ALL.into_iter().filter(|kind| *kind != Kind::Leader).map(worth).sum()
    }

    fn worth(&self, kind: Kind) -> i32 {
        RANK * i32::from(self.ladder[kind as usize])
    }

    /// What the highest enemy is worth that one jump of the side to move takes.
    fn best_victim(&self, position: &Position) -> i32 {
        let (pieces, side) = (&position.pieces, position.side);
        let empty = self.empty(pieces);
        let mut found = Points::NONE;
        for kind in Kind::ALL {
            let movers = pieces.of(side, kind);
            let victims = self.up_to(pieces, !side, self.ladder[kind as usize]);
            for leap in &self.leaps {
                let movers = movers & self.starts(leap, position, kind.is_man());
                found |= leap.captive(leap.ends(movers, victims, empty));
            }
        }
        let is_found = |kind: &Kind| !(pieces.of(!side, *kind) & found).is_empty();
        Kind::ALL.into_iter().filter(is_found).map(|kind| self.worth(kind)).max().unwrap_or(0)
    }

    /// How far the men have come that may become officers.
    fn advance(&self, pieces: &Pieces, side: Side) -> i32 {
        if self.far_rank[side].is_empty() {
            return 0;
        }
        let last = self.board.shape.height - 1;
        let come = |point: u8| match side {
            Side::Attackers => self.board.rank_of(point) as i32,
            Side::Defenders => (last - self.board.rank_of(point)) as i32,
        };
        ADVANCE * pieces.of(side, Kind::Man).iter().map(come).sum::<i32>()
    }
}

#[cfg(test)]
mod tests {
    use crate::Game;
    use crate::catalog::{AnyGame, names};
    use crate::estimate::guess;

    #[test]
    fn captives_count_by_their_ranks() {
        let even = guess("dablot-mini", "k2p/3/4/m2/4/2M/4/3/P2K a -");
        assert_eq!(even, 0);
        assert_eq!(guess("dablot-mini", "k2p/3/4/3/4/2M/4/3/P2K a -"), 100);
        assert_eq!(guess("dablot-mini", "k2p/3/4/m2/4/2M/4/3/3K a -"), -200);
        let four = guess("dablot-mini-four-ranks", "k2p/3/4/m2/4/2M/4/3/3K a -");
        assert!((-320..=-280).contains(&four), "{four}");
    }

    #[test]
    fn what_can_be_taken_counts_for_who_moves() {
        let board = "k3/3/4/1m1/1M2/3/4/3/3K";
        assert_eq!(guess("dablot-mini", &format!("{board} a -")), 50);
        assert_eq!(guess("dablot-mini", &format!("{board} d -")), -50);
    }

    #[test]
    fn men_who_come_near_the_last_rank_are_better() {
        let far = guess("dablot-mini-promotion", "k3/2m/4/3/4/3/4/M2/3K a -");
        let near = guess("dablot-mini-promotion", "k3/M1m/4/3/4/3/4/3/3K a -");
        assert!(near > far, "{near} {far}");
    }

    #[test]
    fn sides_that_stand_alike_are_even() {
        for name in names() {
            let game = AnyGame::by_name(name).expect("embedded");
            let AnyGame::Dablot(game) = &game else { continue };
            let start = game.start(game.first().draw(&mut crate::game_stream(1, 1)));
            assert_eq!(game.estimate(&start).0, 0, "{name}");
        }
    }
}
