//! Standard output, whose reader may go away: `imperial rules | head`.

use std::fmt;
use std::io::{self, ErrorKind, Write as _};
use std::process;

use imperial_play::tell;
use imperial_play::terminal::coloured;

/// Prints a line as `println!` does. Where nobody reads any more the program ends, as it was asked
/// to; where the output cannot be written it ends with an error.
macro_rules! sayln {
    ($($text:tt)*) => { $crate::cli::say::write(format_args!("{}\n", format_args!($($text)*))) };
}

/// The same without a new line.
macro_rules! say {
    ($($text:tt)*) => { $crate::cli::say::write(format_args!($($text)*)) };
}

pub(super) use {say, sayln};

/// Writes `text`, without what a terminal would obey beside colours, or ends the program.
pub(super) fn write(text: fmt::Arguments<'_>) {
    or_end(io::stdout().lock().write_all(coloured(&text.to_string()).as_bytes()));
}

/// The standard output for what another program reads; what cannot be written ends the program in the same way.
#[derive(Debug)]
pub(super) struct Output;

impl io::Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        or_end(io::stdout().lock().write_all(bytes));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        or_end(io::stdout().lock().flush());
        Ok(())
    }
}

fn or_end(written: io::Result<()>) {
    match written {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(0),
        Err(error) => {
            tell!("error: cannot write to the standard output: {error}");
            process::exit(1)
        }
    }
}
