//! What an engine can do wrong.

use std::io;
use std::process::ExitStatus;
use std::time::Duration;

use imperial_engine::MoveError;

use crate::interrupt::Interrupted;

/// Why an engine did not answer as it should.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// It cannot be started.
    #[error("cannot be started: {0}")]
    Start(io::Error),
    /// It ended, or closed its output.
    #[error("ended while `{waiting_for}` was expected of it{}{}", in_brackets(.status.as_ref()), quoted(.last_words))]
    Died {
        /// The answer that did not come.
        waiting_for: &'static str,
        /// How it ended, if it did.
        status: Option<ExitStatus>,
        /// The last line of its standard error output.
        last_words: String,
    },
    /// It took too long.
    #[error("did not answer `{waiting_for}` within {:.1} s", .after.as_secs_f64())]
    Silent {
        /// The answer that did not come.
        waiting_for: &'static str,
        /// The time that it had.
        after: Duration,
    },
    /// It said `error: …`.
    #[error("says `{0}`")]
    Complaint(String),
    /// It has no option that the user sets.
    #[error("has no option `{name}`; it has {}", list(.known))]
    NoOption {
        /// The option.
        name: String,
        /// What it has.
        known: Vec<String>,
    },
    /// It played what the rules forbid.
    #[error("played a move that cannot be played: {0}")]
    Move(#[from] MoveError),
    /// The user ends the program.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Fault {
    /// Whether a new process may do better.
    pub(super) fn is_passing(&self) -> bool {
        matches!(self, Self::Died { .. } | Self::Silent { .. })
    }
}

fn in_brackets(status: Option<&ExitStatus>) -> String {
    status.map(|status| format!(" ({status})")).unwrap_or_default()
}

fn quoted(words: &str) -> String {
    if words.is_empty() { String::new() } else { format!("; its last words: {words}") }
}

fn list(names: &[String]) -> String {
    if names.is_empty() { "none".to_owned() } else { names.join(", ") }
}
