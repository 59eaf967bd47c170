//! What a position looks like before it is searched.

use super::numbers::Numbers;
use crate::{Game, Outcome, Side};

/// What makes a line look longer where nobody threatens anything: the loser is free, or the winner has to
/// save himself first.
const DETOUR: u32 = 20;
/// Hundredths of a man that make a proof, or a refutation, look one position longer.
const LEAD: i32 = 100;
/// Most that the guess makes of it.
const MOST_GUESSED: i32 = 6;

/// Whether the board shows that `side` has won. Wins by repetition and limits do not count: they depend on
/// what was played before.
pub(super) fn is_win(outcome: Outcome, side: Side) -> bool {
    outcome.winner == Some(side) && !outcome.cause.can_be_passed()
}

/// The numbers of a position whose game goes on, at first sight, for a proof that `side` wins; `scratch` is memory.
pub(super) fn at_first_sight<G: Game>(
    game: &G,
    position: &G::Position,
    side: Side,
    scratch: &mut Vec<G::Move>,
) -> Numbers {
    let is_mover = game.side_to_move(position) == side;
    if game.can_win(position, scratch) {
        return if is_mover { Numbers::WON } else { Numbers::REFUTED };
    }
    if game.is_lost(position) {
        return if is_mover { Numbers::REFUTED } else { Numbers::WON };
    }
    guessed(game, position, side, is_mover)
}

/// Of an open position. A loser who has to answer a threat is nearly caught; a winner who has to answer one
/// loses time.
fn guessed<G: Game>(game: &G, position: &G::Position, side: Side, is_mover: bool) -> Numbers {
    let is_forced = game.is_in_danger(position) != is_mover;
    let lead = game.estimate(position).seen_by(side) / LEAD;
    let part = |lead: i32| lead.clamp(0, MOST_GUESSED) as u32;
    let (near, far) = if is_forced { (0, DETOUR) } else { (DETOUR, 0) };
    Numbers { proof: 1 + near + part(-lead), disproof: 1 + far + part(lead) }
}
