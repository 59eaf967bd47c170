//! Games so small that all their positions are solved, and none is searched.

use imperial_engine::catalog::AnyGame;
use imperial_engine::dfpn::{self, Attempt};
use imperial_engine::{Encode, Side, with_game};

use crate::keys::{Keys, bound};
use crate::retrograde::{Exact, Retrograde};

/// Most positions that a game may have to be solved for its proofs: some seconds, and a gigabyte.
const MOST: f64 = 4e6;

/// The exact values of a small game.
#[derive(Debug)]
pub struct Solved(Retrograde);

impl Solved {
    /// Solves `game` from its start; `None` where it is too large.
    ///
    /// # Errors
    /// When the user interrupts.
    pub fn of(game: &AnyGame) -> anyhow::Result<Option<Self>> {
        let has_numbers = with_game!(game, |game| Keys::new(game).is_ok());
        if !has_numbers || bound(game) > MOST {
            return Ok(None);
        }
        Ok(Some(Self(Retrograde::solve_with(game, Vec::new())?)))
    }

    /// What `position` is worth without a past; `None` where it does not come up after the start.
    pub(super) fn value<G: Encode>(&self, game: &G, position: &G::Position) -> Option<Exact> {
        self.0.value(game, position)
    }

    /// The proof that `side` wins from `position`, where that is its value: walked with what was played before.
    pub(super) fn win<G: Encode>(
        &self,
        game: &G,
        position: &G::Position,
        side: Side,
        stop: &mut dyn FnMut() -> bool,
    ) -> Attempt<G::Move> {
        let propose = |bare: &G::Position, moves: &[G::Move]| self.soonest(game, bare, moves, side);
        dfpn::check(game, position, side, &propose, stop)
    }

    /// The move by which `side` wins soonest; of several the first.
    fn soonest<G: Encode>(
        &self,
        game: &G,
        position: &G::Position,
        moves: &[G::Move],
        side: Side,
    ) -> Option<G::Move> {
        let plies = |mv: &G::Move| {
            let mut next = position.clone();
            game.play(&mut next, *mv);
            let exact = self.value(game, &next)?;
            (exact.winner == Some(side)).then_some(exact.plies)
        };
        let wins = moves.iter().filter_map(|mv| Some((plies(mv)?, *mv)));
        wins.min_by_key(|(plies, _)| *plies).map(|(_, mv)| mv)
    }
}
