//! What can go wrong with a command.

use std::io;

use imperial_engine::search::SearchError;

use super::command::CommandError;
use imperial_play::analysis::{AnalysisError, SetupError};
use imperial_play::interrupt::Interrupted;
use imperial_play::lines::LineError;
use imperial_play::sentence::sentence;

/// Characters of an error line that are shown; garbage can be long.
const LONGEST: usize = 300;

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error(transparent)]
    Line(#[from] LineError),
    #[error(transparent)]
    Command(#[from] CommandError),
    #[error(transparent)]
    Setup(#[from] SetupError),
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    #[error(transparent)]
    Search(#[from] SearchError),
    #[error("the count was stopped before its end")]
    CountStopped,
    /// A rule set or a network that cannot be loaded or does not fit.
    #[error("{}", sentence(.0.chain().map(ToString::to_string)))]
    Option(anyhow::Error),
    /// The conversation cannot go on.
    #[error(transparent)]
    Output(#[from] io::Error),
    /// The user ends the program.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl Trouble {
    /// The message without line breaks and control characters, cut where it gets long: it may hold
    /// anything that came in.
    pub fn in_one_line(&self) -> String {
        let plain = |c: char| if c.is_control() { ' ' } else { c };
        let text: String = self.to_string().chars().take(LONGEST + 1).map(plain).collect();
        match text.char_indices().nth(LONGEST) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text,
        }
    }
}
