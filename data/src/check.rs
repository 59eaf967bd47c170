//! What can be wrong with a record, and the part of it that shows without knowing the game.

use std::fmt;

use imperial_engine::{Cause, Outcome, PositionError, Side};

use crate::record::{GameRecord, GameResult, PlyRecord, is_known};

/// By how much the shares of a policy may exceed 1 together: rounding of a few hundred `f32`.
const POLICY_SLACK: f64 = 1e-4;

/// A record that is not true: which game, where in it, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordError {
    /// Number of the game in its job.
    pub game: u64,
    /// The ply, from 1; `None` where the flaw is of the whole game.
    pub ply: Option<usize>,
    /// The move in question: the one played, or one of the lists beside it.
    pub mv: Option<String>,
    /// What is wrong.
    pub flaw: Flaw,
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {}", self.game)?;
        if let Some(ply) = self.ply {
            write!(f, ", ply {ply}")?;
        }
        if let Some(mv) = &self.mv {
            write!(f, ", move `{mv}`")?;
        }
        write!(f, ": {}", self.flaw)
    }
}

impl std::error::Error for RecordError {}

/// A list of moves in a [`PlyRecord`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveList {
    /// [`PlyRecord::visits`].
    Visits,
    /// [`PlyRecord::policy`].
    Policy,
}

impl fmt::Display for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Visits => "visits",
            Self::Policy => "policy",
        })
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// The record is of a format that this program does not know.
    #[error("format {0} is not known")]
    Format(u32),
    /// The opening is longer than the game.
    #[error("an opening of {opening} plies in a game of {plies}")]
    Opening {
        /// Plies of the opening.
        opening: u32,
        /// Plies of the game.
        plies: usize,
    },
    /// A game that was broken off has a winner.
    #[error("an unfinished game is recorded as a draw, not as won by the {0}")]
    Unfinished(Side),
    /// A root value is outside −1 to 1 or not a number.
    #[error("value {0} is not between -1 and 1")]
    Value(f32),
    /// A policy share is outside 0 to 1 or not a number.
    #[error("policy share {0} is not between 0 and 1")]
    Share(f32),
    /// The shares of a policy exceed 1 together.
    #[error("the policy's shares sum to {0}, more than 1")]
    ShareSum(f64),
    /// A list names a move twice.
    #[error("stands twice in `{0}`")]
    Twice(MoveList),
    /// The record is of another rule set than it was replayed with.
    #[error("the record is of rule set `{record}`, not of `{game}`")]
    RuleSet {
        /// Rule set of the record.
        record: String,
        /// Rule set of the game given.
        game: String,
    },
    /// The rules, or the start position, have the other side move first.
    #[error("the {0} cannot move first here")]
    First(Side),
    /// The start position cannot be read.
    #[error("bad start: {0}")]
    Start(PositionError),
    /// The move played is not legal; the text is the reason.
    #[error("not legal: {0}")]
    Illegal(String),
    /// A move in a list is not legal; the text is the reason.
    #[error("in `{list}`, not legal: {reason}")]
    IllegalInList {
        /// The list.
        list: MoveList,
        /// Why it cannot be played.
        reason: String,
    },
    /// The plies go on although the game is over.
    #[error("played after the end of the game: {0}")]
    AfterEnd(Outcome),
    /// The plies stop although the game goes on.
    #[error("the game is not over after its last ply")]
    NotOver,
    /// The rules say that the game ended otherwise.
    #[error("recorded as {} ({}), but the rules say {} ({})", .recorded.0.name(), .recorded.1,
        .played.0.name(), .played.1)]
    Ending {
        /// Result and cause in the record.
        recorded: (GameResult, Cause),
        /// Result and cause after the rules.
        played: (GameResult, Cause),
    },
}

impl GameRecord {
    /// Checks what can be checked without the rules: the format, the opening's length, and the
    /// range of every number. [`replay`](crate::replay) checks the rest.
    ///
    /// # Errors
    /// The first flaw found.
    pub fn check(&self) -> Result<(), RecordError> {
        if !is_known(self.format.into()) {
            return Err(self.flawed(Flaw::Format(self.format)));
        }
        if self.opening as usize > self.plies.len() {
            let flaw = Flaw::Opening { opening: self.opening, plies: self.plies.len() };
            return Err(self.flawed(flaw));
        }
        if self.cause == Cause::Unfinished
            && let Some(winner) = self.result.winner()
        {
            return Err(self.flawed(Flaw::Unfinished(winner)));
        }
        for (index, ply) in self.plies.iter().enumerate() {
            check_numbers(ply)
                .map_err(|(mv, flaw)| RecordError { mv, ..self.flawed_at(index, flaw) })?;
        }
        Ok(())
    }

    /// An error about the whole game.
    pub(crate) fn flawed(&self, flaw: Flaw) -> RecordError {
        RecordError { game: self.game, ply: None, mv: None, flaw }
    }

    /// An error about the ply at `index` (from 0) and its move.
    pub(crate) fn flawed_at(&self, index: usize, flaw: Flaw) -> RecordError {
        let mv = self.plies.get(index).map(|ply| ply.mv.clone());
        RecordError { game: self.game, ply: Some(index + 1), mv, flaw }
    }
}

/// Ranges of the search's numbers; an error names the move.
fn check_numbers(ply: &PlyRecord) -> Result<(), (Option<String>, Flaw)> {
    if let Some(value) = ply.value.filter(|value| !(-1.0..=1.0).contains(value)) {
        return Err((Some(ply.mv.clone()), Flaw::Value(value)));
    }
    if let Some((mv, share)) = ply.policy.iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
        return Err((Some(mv.to_string()), Flaw::Share(*share)));
    }
    let sum: f64 = ply.policy.iter().map(|(_, share)| f64::from(*share)).sum();
    if sum > 1.0 + POLICY_SLACK {
        return Err((Some(ply.mv.clone()), Flaw::ShareSum(sum)));
    }
    Ok(())
}
