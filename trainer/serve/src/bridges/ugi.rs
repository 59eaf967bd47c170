//! The engine protocol UGI on a stream of lines: what lets other programs play against this one.
//!
//! The Universal Game Interface of `cutegames` is UCI with `ugi` and `ugiok` in place of `uci` and
//! `uciok`, the command `uginewgame`, and `query gameover`, `query p1turn`, `query result`. Player
//! one is the attackers. As chess engines do, this one also knows `d` and `go perft N`.
//!
//! Whatever cannot be read or done is answered by one line `error: …`, and changes nothing.
//! `docs/ugi.md` is the whole of it for users.

mod command;
mod count;
mod evaluator;
mod inbox;
mod options;
mod position;
mod session;
#[cfg(test)]
mod tests;
mod think;
mod trouble;

use std::io::{BufRead, Write};

use imperial_play::lines::LineError;

use inbox::Inbox;
pub use options::{MOST_PLAYOUTS, Options};
use session::Session;
use trouble::Trouble;

/// Answers the lines of `input` on `output`, with these options at first, until `quit` or the end
/// of the input. A search in progress is finished when the input ends.
///
/// A thread of its own reads `input`, so that `stop` is heard during a search; it ends with the
/// input or the process.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written, or the user has interrupted the program.
pub fn serve(
    options: Options,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut inbox = Inbox::open(input);
    let mut session = Session::new(options);
    while let Some(line) = inbox.next()? {
        if let Err(error @ LineError::Broken(_)) = line {
            return Err(error.into());
        }
        let awaits_move = line.as_ref().is_ok_and(|line| is_search(line));
        let answer =
            line.map_err(Trouble::from).and_then(|line| session.obey(&line, &mut inbox, output));
        match answer {
            Ok(true) => break,
            Ok(false) => {}
            Err(Trouble::Output(error)) => return Err(error.into()),
            Err(Trouble::Interrupted(interrupted)) => return Err(interrupted.into()),
            Err(trouble) => {
                writeln!(output, "error: {}", trouble.in_one_line())?;
                // Who asked for a move waits for an answer.
                if awaits_move {
                    writeln!(output, "bestmove none")?;
                }
            }
        }
        output.flush()?;
    }
    Ok(())
}

/// Whether a line asks for a move, rightly or not.
fn is_search(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next() == Some("go") && words.next() != Some("perft")
}
