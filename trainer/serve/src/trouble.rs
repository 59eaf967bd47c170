//! What goes wrong with a request, as an answer in plain words.

use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

/// Characters of a message; garbage can be long.
const LONGEST: usize = 400;

/// An answer that says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{words}")]
pub struct Trouble {
    /// What kind of answer it is.
    pub status: StatusCode,
    /// What is wrong.
    pub words: String,
}

impl Trouble {
    /// The request cannot be understood or carried out.
    pub fn bad(words: impl ToString) -> Self {
        Self::new(StatusCode::BAD_REQUEST, words)
    }

    /// Somebody asks for too much at once.
    pub fn busy(words: impl ToString) -> Self {
        Self::new(StatusCode::TOO_MANY_REQUESTS, words)
    }

    /// Something is larger than it may be.
    pub fn large(words: impl ToString) -> Self {
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, words)
    }

    /// The request does not come from the page.
    pub fn forbidden(words: impl ToString) -> Self {
        Self::new(StatusCode::FORBIDDEN, words)
    }

    /// The server has failed.
    pub fn failed(words: impl ToString) -> Self {
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, words)
    }

    #[expect(clippy::needless_pass_by_value, reason = "errors are made into words on the spot")]
    fn new(status: StatusCode, words: impl ToString) -> Self {
        let words = words.to_string();
        let plain = |c: char| if c.is_control() && c != '\n' { ' ' } else { c };
        let mut short: String = words.chars().take(LONGEST).map(plain).collect();
        if words.chars().nth(LONGEST).is_some() {
            short.push('…');
        }
        Self { status, words: short }
    }

    /// The message as JSON.
    pub fn json(&self) -> String {
        serde_json::json!({ "error": self.words }).to_string()
    }
}

impl IntoResponse for Trouble {
    fn into_response(self) -> Response {
        (self.status, [(header::CONTENT_TYPE, "application/json")], self.json()).into_response()
    }
}

/// Errors of the engine and of records are about what was sent.
macro_rules! from_errors {
    ($($error:ty),* $(,)?) => {
        $(impl From<$error> for Trouble {
            fn from(error: $error) -> Self {
                Self::bad(error)
            }
        })*
    };
}

from_errors!(
    imperial_engine::MoveError,
    imperial_engine::PositionError,
    imperial_engine::catalog::GameError,
    imperial_engine::search::SearchError,
    imperial_play::analysis::SetupError,
    imperial_play::analysis::AnalysisError,
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_short_and_plain() {
        let trouble = Trouble::bad(format!("\u{1b}[31m{}", "ä".repeat(5000)));
        assert!(trouble.words.chars().count() == LONGEST + 1);
        assert!(!trouble.words.contains('\u{1b}'));
    }
}
