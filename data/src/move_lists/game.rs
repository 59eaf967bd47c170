//! From a list of moves to a game.

use imperial_engine::{Cause, Encode, Outcome, Side};

use super::error::LineTrouble;
use super::words::{Dialect, Said, Word};
use crate::opentafl::shorten;
use crate::record::{GameResult, PlyRecord};

/// A game that was played through.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Played {
    pub first: Side,
    pub plies: Vec<PlyRecord>,
    /// Pieces taken.
    pub taken: u64,
    /// Whether the players went on where a repetition or a limit ends the game.
    pub passed: bool,
    /// What the rules say of the last position.
    end: Option<Outcome>,
}

/// Plays a list of moves from the start.
pub(super) fn play(
    game: &impl Encode,
    dialect: &Dialect,
    moves: &str,
) -> Result<Played, LineTrouble> {
    let first = first(game, dialect, moves);
    let mut position = game.start(first);
    let mut played = Played { first, plies: Vec::new(), taken: 0, passed: false, end: None };
    let mut stopped = false;
    for (text, word) in dialect.words(moves) {
        let (ply, mv) = (played.plies.len() + 1, shorten(text));
        let written = match word {
            Word::End => {
                stopped = true;
                continue;
            }
            Word::Other => {
                let example = dialect.example.clone();
                return Err(LineTrouble::Word { word: mv, ply, example });
            }
            Word::Move(written) => written,
        };
        let over = game.outcome(&position).filter(|outcome| !outcome.cause.can_be_passed());
        if over.is_some() || stopped {
            let outcome = over.map(|over| game.tell(over));
            return Err(LineTrouble::AfterEnd { mv, ply, outcome });
        }
        played.passed |= game.outcome(&position).is_some();
        let before = pieces(game, &position);
        let ours = dialect
            .play(game, &mut position, &written)
            .map_err(|reason| LineTrouble::Move { mv, ply, reason })?;
        played.taken += before.saturating_sub(pieces(game, &position));
        played.plies.push(PlyRecord { mv: ours, ..Default::default() });
    }
    played.end = game.outcome(&position);
    Ok(played)
}

/// Pieces on the board and in hand.
fn pieces<G: Encode>(game: &G, position: &G::Position) -> u64 {
    let mut squares = vec![0; game.board().squares()];
    game.occupancy(position, &mut squares);
    let hands = game.hands(position);
    let on_board = squares.iter().filter(|held| **held != 0).count() as u64;
    on_board + u64::from(hands.attackers) + u64::from(hands.defenders)
}

/// Who moves first: where a lot decides, the side that can make the first move.
fn first(game: &impl Encode, dialect: &Dialect, moves: &str) -> Side {
    let mut sides = Side::ALL.into_iter().filter(|side| game.first().allows(*side));
    let begins = |side: &Side| match dialect.words(moves).next() {
        Some((_, Word::Move(mv))) => dialect.play(game, &mut game.start(*side), &mv).is_ok(),
        _ => false,
    };
    sides.clone().find(begins).or_else(|| sides.next()).unwrap_or(Side::Attackers)
}

impl Said {
    fn told(self, game: &impl Encode) -> String {
        let win = |side| format!("a win of {}", game.side_name(side).the());
        match self {
            Self::Result(GameResult::Attackers) => win(Side::Attackers),
            Self::Result(GameResult::Defenders) => win(Side::Defenders),
            Self::Result(GameResult::Draw) => "a draw".to_owned(),
            Self::Unfinished => "said to be open".to_owned(),
        }
    }
}

impl Played {
    /// Result and cause, given what the file says. What the rules have decided on the board must be
    /// what the file says; a repetition or limit counts where the players went by it.
    pub fn ending(
        &self,
        game: &impl Encode,
        said: Option<Said>,
    ) -> Result<(GameResult, Cause), LineTrouble> {
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
                let outcome = game.tell(outcome);
                return Err(LineTrouble::Ending { said: said.told(game), outcome });
            }
            Some(Said::Result(result)) => return Ok((result, Cause::Given)),
            Some(Said::Unfinished) => return Ok(open),
        };
        // A game that went on past its end was decided by its players.
        Ok((result, if self.passed { Cause::Given } else { outcome.cause }))
    }
}
