//! Wrong usage as opposed to failure: another exit code.

use std::fmt;

use anyhow::anyhow;

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
