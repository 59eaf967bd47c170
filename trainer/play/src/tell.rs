//! Standard error, for what a person may want to know: nobody need listen.

use std::fmt;
use std::io::{self, Write as _};
use std::sync::LazyLock;

use indicatif::MultiProgress;

use crate::terminal::plain;

/// All bars that are shown now, one below the other.
pub(crate) static BARS: LazyLock<MultiProgress> = LazyLock::new(MultiProgress::new);

/// Prints a line on standard error as `eprintln!` does. What cannot be written is left out: a message
/// is no reason to lose work.
#[macro_export]
macro_rules! tell {
    ($($text:tt)*) => { $crate::tell::write(format_args!($($text)*)) };
}

/// Writes `text`, without what a terminal would obey, and a new line, if it can be written, above all bars.
pub fn write(text: fmt::Arguments<'_>) {
    BARS.suspend(|| {
        let _ = writeln!(io::stderr().lock(), "{}", plain(&text.to_string()));
    });
}
