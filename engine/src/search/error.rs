//! What can go wrong in a search.

use crate::search::ParamsError;

/// Why a search cannot start or go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// There is nothing to search: the game is over, and this is how.
    #[error("there is no move to search for: {0}")]
    GameOver(String),
    /// A parameter is out of range.
    #[error(transparent)]
    Params(#[from] ParamsError),
    /// An answer came although nothing was asked.
    #[error("an evaluation was supplied that nobody had asked for")]
    NotRequested,
    /// The evaluator returned another number of evaluations than it got requests.
    #[error("the evaluator answered {found} of {expected} requests")]
    AnswerCount {
        /// Number of requests.
        expected: usize,
        /// Number of evaluations.
        found: usize,
    },
    /// The policy has another length than the list of legal moves.
    #[error("the evaluation has {found} policy logits for {expected} legal moves")]
    PolicyLength {
        /// Number of legal moves.
        expected: usize,
        /// Number of logits.
        found: usize,
    },
    /// A value or a logit is infinite or not a number.
    #[error("the evaluation has a value or a logit that is not a finite number")]
    NotFinite,
}
