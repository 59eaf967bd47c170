//! What a position is worth to the side to move: an estimate, or a win or loss after so many plies.

use crate::search::Proof;
use crate::{Advantage, Estimate, Outcome, Side};

/// The score of a win now; one after `n` plies of the search is less by `n`.
const WIN: i32 = 1_000_000;
/// Scores beyond this are wins.
const LEAST_WIN: i32 = WIN - 10_000;

/// More than every score.
pub(super) const INFINITE: i32 = WIN + 1;

/// The best move of the root after some depth.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// Its number in the list of legal moves.
    pub nth: usize,
    pub score: i32,
    /// Plies that all lines were followed.
    pub depth: u8,
}

impl Found {
    /// Nothing is known: any move.
    pub const fn nothing() -> Self {
        Self { nth: 0, score: -INFINITE, depth: 0 }
    }
}

/// The score of a win `ply` plies after the root.
pub(super) const fn win_at(ply: usize) -> i32 {
    WIN - ply as i32
}

/// The score of a game that is over at `ply`, to `side`.
pub(super) fn over(outcome: Outcome, side: Side, ply: usize) -> i32 {
    match outcome.winner {
        Some(winner) if winner == side => win_at(ply),
        Some(_) => -win_at(ply),
        None => 0,
    }
}

/// An estimate never looks like a win.
pub(super) fn estimated(estimate: Estimate, side: Side) -> i32 {
    estimate.seen_by(side).clamp(1 - LEAST_WIN, LEAST_WIN - 1)
}

/// Plies from the root to the win or the loss, if it is one.
pub(super) const fn plies(score: i32) -> Option<u16> {
    if score.abs() > LEAST_WIN { Some((WIN - score.abs()) as u16) } else { None }
}

/// A score at `ply` as one that counts from its own position, for the table.
pub(super) const fn from_here(score: i32, ply: usize) -> i32 {
    match plies(score) {
        Some(_) if score > 0 => score + ply as i32,
        Some(_) => score - ply as i32,
        None => score,
    }
}

/// The other way round.
pub(super) const fn from_root(score: i32, ply: usize) -> i32 {
    match plies(score) {
        Some(_) if score > 0 => score - ply as i32,
        Some(_) => score + ply as i32,
        None => score,
    }
}

/// The result that a score proves, to the side that it belongs to.
pub(super) fn proof(score: i32, side: Side) -> Option<Proof> {
    let winner = if score > 0 { side } else { !side };
    plies(score).map(|plies| Proof { winner: Some(winner), plies })
}

/// The expected result.
pub(super) fn advantage(score: i32, side: Side) -> Advantage {
    match proof(score, side) {
        Some(proof) => proof.advantage(),
        None => Estimate(Estimate(score).seen_by(side)).advantage(),
    }
}
