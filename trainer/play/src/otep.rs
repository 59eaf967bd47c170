//! The lines of OTEP, OpenTafl's engine protocol, as both ends say them. `docs/otep.md` is the whole of it for users.
//!
//! - `host_line`: what a host says to an engine.
//! - `engine_line`: what an engine says to its host.
//! - `clocks`: the time that is left, and how much of it a move may take.
//!
//! Nothing is acknowledged, and each line is written at once: OpenTafl takes what one read brings for whole lines.

mod clocks;
mod engine_line;
mod host_line;
#[cfg(test)]
mod tests;

pub use clocks::{Clock, Clocks};
pub use engine_line::{EngineLine, Evaluated};
pub use host_line::{End, HostLine};

/// A line that is none of the protocol, with the reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{line}`: {reason}")]
pub struct WrongLine {
    /// The line, shortened.
    pub line: String,
    /// What is wrong with it.
    pub reason: String,
}

/// Characters of a line that an error shows.
const LONGEST_SHOWN: usize = 120;

impl WrongLine {
    fn new(line: &str, reason: impl Into<String>) -> Self {
        Self { line: plain(line, LONGEST_SHOWN), reason: reason.into() }
    }
}

/// A text for one line of the protocol: ASCII without control characters, and not too long. It may hold anything
/// that came in.
pub fn plain(text: &str, longest: usize) -> String {
    let plain = |letter: char| match letter {
        '…' => '.',
        letter if letter.is_control() => ' ',
        letter if letter.is_ascii() => letter,
        _ => '?',
    };
    text.chars().take(longest).map(plain).collect()
}
