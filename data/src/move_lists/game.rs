//! From a list of moves to a game.

use imperial_engine::{Cause, Encode, Outcome, Side};

use super::error::LineTrouble;
use super::words::{Said, Word, words};
use crate::opentafl::{play_written, shorten};
use crate::record::{GameResult, PlyRecord};

/// A game that was played through.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    pub first: Side,
    pub plies: Vec<PlyRecord>,
    /// Men taken.
    pub taken: u64,
    /// Whether the players went on where a repetition or a limit ends the game.
    pub passed: bool,
    /// What the rules say of the last position.
    end: Option<Outcome>,
}

/// Plays a list of moves from the start.
pub(super) fn play(game: &impl Encode, moves: &str) -> Result<Played, LineTrouble> {
    let first = first(game, moves);
    let mut position = game.start(first);
    let mut played = Played { first, plies: Vec::new(), taken: 0, passed: false, end: None };
    let mut stopped = false;
    for (text, word) in words(moves) {
        let (ply, mv) = (played.plies.len() + 1, shorten(text));
        let written = match word {
            Word::End => {
                stopped = true;
                continue;
            }
            Word::Other => return Err(LineTrouble::Word { word: mv, ply }),
            Word::Move(written) => written,
        };
        let over = game.outcome(&position).filter(|outcome| !outcome.cause.can_be_passed());
        if over.is_some() || stopped {
            return Err(LineTrouble::AfterEnd { mv, ply, outcome: over });
        }
        played.passed |= game.outcome(&position).is_some();
        let ours = play_written(game, &mut position, &written)
            .map_err(|reason| LineTrouble::Move { mv, ply, reason })?;
        played.taken += ours.matches('x').count() as u64;
        played.plies.push(PlyRecord { mv: ours, ..Default::default() });
    }
    played.end = game.outcome(&position);
    Ok(played)
}

/// Who moves first: where a lot decides, the side that can make the first move.
fn first(game: &impl Encode, moves: &str) -> Side {
    let mut sides = Side::ALL.into_iter().filter(|side| game.first().allows(*side));
    let begins = |side: &Side| match words(moves).next() {
        Some((_, Word::Move(mv))) => play_written(game, &mut game.start(*side), &mv).is_ok(),
        _ => false,
    };
    sides.clone().find(begins).or_else(|| sides.next()).unwrap_or(Side::Attackers)
}

impl Played {
    /// Result and cause, given what the file says. What the rules have decided on the board must be
    /// what the file says; a repetition or limit counts where the players went by it.
    pub fn ending(&self, said: Option<Said>) -> Result<(GameResult, Cause), LineTrouble> {
        let open = (GameResult::Draw, Cause::Unfinished);
        let Some(outcome) = self.end else {
            return Ok(match said {
                Some(Said::Result(result)) => (result, Cause::Given),
                Some(Said::Unfinished) | None => open,
            });
        };
        let by_the_rules = GameResult::from(outcome);
        let result = match said {
            None => by_the_rules,
            Some(Said::Result(result)) if result == by_the_rules => result,
            Some(said) if !outcome.cause.can_be_passed() => {
                let said = if let Said::Result(result) = said { Some(result) } else { None };
                return Err(LineTrouble::Ending { said, outcome });
            }
            Some(Said::Result(result)) => return Ok((result, Cause::Given)),
            Some(Said::Unfinished) => return Ok(open),
        };
        // A game that went on past its end was decided by its players.
        Ok((result, if self.passed { Cause::Given } else { outcome.cause }))
    }
}
