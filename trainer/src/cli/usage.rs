//! Wrong usage as opposed to failure: another exit code.

use std::fmt;

use anyhow::anyhow;
use imperial_play::sentence::sentence;

/// Marks an error as the user's: a wrong name, option or file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Usage;

impl fmt::Display for Usage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("wrong input")
    }
}

/// The error of a user, in words.
pub(super) fn wrong<T>(message: impl fmt::Display) -> anyhow::Result<T> {
    Err(anyhow!("{message}")).or_usage()
}

/// Marks the errors of a result.
pub(super) trait OrUsage<T> {
    /// The same result; its error leads to exit code 2.
    fn or_usage(self) -> anyhow::Result<T>;
}

impl<T, E: Into<anyhow::Error>> OrUsage<T> for Result<T, E> {
    fn or_usage(self) -> anyhow::Result<T> {
        self.map_err(|error| error.into().context(Usage))
    }
}

/// An error and its causes in one sentence, without the mark of wrong input.
pub(super) fn in_words(error: &anyhow::Error) -> String {
    let causes = error.chain().map(ToString::to_string);
    sentence(causes.filter(|cause| *cause != Usage.to_string()))
}

/// The same error without that mark, for answers of which nobody asks the exit code.
#[expect(clippy::needless_pass_by_value, reason = "it is the way of `map_err`")]
pub(super) fn unmarked(error: anyhow::Error) -> anyhow::Error {
    anyhow::anyhow!(in_words(&error))
}
