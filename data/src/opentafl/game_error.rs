//! What can be wrong with a game record.

use std::fmt;

use imperial_engine::Outcome;
use imperial_engine::catalog::GameError;

use super::file::{MAX_GAME_BYTES, Tag};
use super::keys::RulesRecordError;
use super::text::shorten;

/// Why a game record was not taken over, and where.
#[derive(Debug)]
pub struct GameFileError {
    /// The line, from 1, where it is one.
    pub line: Option<usize>,
    /// What is the matter.
    pub trouble: GameTrouble,
}

impl fmt::Display for GameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.trouble),
            None => write!(f, "{}", self.trouble),
        }
    }
}

impl std::error::Error for GameFileError {}

/// What can be the matter with a game record.
#[derive(Debug, thiserror::Error)]
pub enum GameTrouble {
    /// Longer than [`MAX_GAME_BYTES`].
    #[error("a game record has at most {MAX_GAME_BYTES} bytes, this has {0}")]
    TooLong(u64),
    /// The text has not the form of a game record.
    #[error("{0}")]
    Form(String),
    /// There is no tag `rules`.
    #[error("there is no tag `rules`")]
    NoRules,
    /// The rules cannot be taken over.
    #[error("rules: {0}")]
    Rules(#[from] RulesRecordError),
    /// The rules are those of no game.
    #[error("rules: {0}")]
    Game(#[from] GameError),
    /// A tag has a value that it cannot have.
    #[error("tag `{key}`: {reason}")]
    Tag {
        /// The type of the tag.
        key: String,
        /// What is wrong.
        reason: String,
    },
    /// A move cannot be played.
    #[error("move `{mv}` (ply {ply}): {reason}")]
    Move {
        /// The move as written, shortened.
        mv: String,
        /// Its number in the game, from 1.
        ply: usize,
        /// Why.
        reason: String,
    },
    /// By the rules the game was over before this move.
    #[error("move `{mv}` (ply {ply}): the game is over: {outcome}")]
    AfterEnd {
        /// The move as written, shortened.
        mv: String,
        /// Its number in the game, from 1.
        ply: usize,
        /// How it ended.
        outcome: Outcome,
    },
    /// The record says another result than the rules.
    #[error("the record says `{tag}:{said}`, but by the rules it is: {outcome}")]
    Ending {
        /// The tag.
        tag: &'static str,
        /// Its value.
        said: String,
        /// How it ended.
        outcome: Outcome,
    },
}

/// Trouble in a line.
pub(super) fn at(line: usize, trouble: impl Into<GameTrouble>) -> GameFileError {
    GameFileError { line: Some(line), trouble: trouble.into() }
}

/// Trouble with a tag.
pub(super) fn bad_tag(tag: &Tag, reason: impl Into<String>) -> GameFileError {
    at(tag.line, GameTrouble::Tag { key: shorten(&tag.key), reason: reason.into() })
}
