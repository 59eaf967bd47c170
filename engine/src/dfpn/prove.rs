//! From a question to an answer that was checked.

use super::check::{Checker, Proof, Propose, Refusal};
use super::proofs::Proofs;
use super::search::{Halt, Search};
use crate::{Game, Side};

/// What came of an attempt to prove a win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attempt<M> {
    /// How it ended.
    pub end: End<M>,
    /// Positions that the search looked at; checking a proof comes on top.
    pub nodes: u64,
}

/// How an attempt to prove a win ended. All but the first say nothing about the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End<M> {
    /// The win is proven, and the proof was checked.
    Proven(Proof<M>),
    /// The search has found no proof and knows nothing more to try. That is no proof of the opposite.
    Exhausted,
    /// The limit of nodes was reached.
    Limit,
    /// The caller stopped it.
    Stopped,
    /// A proof was found that does not hold in the real game: an earlier position comes back, or a limit
    /// comes first.
    Refused,
    /// The game has no keys of positions.
    NoKeys,
}

impl<M> Attempt<M> {
    /// The proof, if there is one.
    pub const fn proof(&self) -> Option<&Proof<M>> {
        match &self.end {
            End::Proven(proof) => Some(proof),
            _ => None,
        }
    }
}

/// Tries to prove that `side` wins from `position`, whoever is to move, looking at no more than about `nodes`
/// positions. `stop` is asked from time to time whether to give up.
///
/// A game that is over is proven where `side` has won on the board.
pub fn prove<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    nodes: u64,
    stop: &mut dyn FnMut() -> bool,
) -> Attempt<G::Move> {
    let Some(key) = game.board_key(position) else {
        return Attempt { end: End::NoKeys, nodes: 0 };
    };
    let (mut proofs, mut looked) = (Proofs::default(), 0);
    if game.outcome(position).is_none() {
        let mut search = Search::new(game, (position, key), side, nodes, stop);
        let found = proven(&mut search);
        looked = search.nodes();
        if let Err(end) = found {
            return Attempt { end, nodes: looked };
        }
        proofs = search.into_proofs();
    }
    let propose = |bare: &G::Position, moves: &[G::Move]| {
        moves.get(usize::from(proofs.get(game.board_key(bare)?)?)).copied()
    };
    Attempt { nodes: looked, ..check(game, position, side, &propose, stop) }
}

/// Checks that `side` wins from `position`, whoever is to move, with the moves that `propose` chooses of the legal
/// ones at a position without a past. That is how a win becomes a proof that was found in another way, as in a table
/// of exact values. Everything else is as with [`prove`].
pub fn check<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    propose: Propose<'_, G>,
    stop: &mut dyn FnMut() -> bool,
) -> Attempt<G::Move> {
    let end = match Checker::new(game, side, propose, stop).proof(position) {
        Ok(proof) => End::Proven(proof),
        Err(Refusal::Stopped) => End::Stopped,
        Err(Refusal::Wrong) => End::Refused,
    };
    Attempt { end, nodes: 0 }
}

/// Searches until the root is proven, in as many passes as bring something new.
fn proven<G: Game>(search: &mut Search<'_, G>) -> Result<(), End<G::Move>> {
    loop {
        let before = search.proofs().len();
        if search.pass().is_won() {
            return Ok(());
        }
        match search.halt() {
            Some(Halt::Limit) => return Err(End::Limit),
            Some(Halt::Stopped) => return Err(End::Stopped),
            None if search.proofs().len() == before => return Err(End::Exhausted),
            None => {}
        }
    }
}
