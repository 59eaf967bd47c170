//! The lines that come in, and what they want of a search in progress.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::thread;
use std::time::Duration;

use imperial_play::interrupt::{self, Interrupted};
use imperial_play::lines::{Awaited, Line, Lines};

/// Lines that wait for the end of a search; more are left unread.
const MOST_WAITING: usize = 64;
/// How long to sleep between two looks for `stop`.
const PAUSE: Duration = Duration::from_millis(10);

/// Lines in the order in which they came.
pub(super) struct Inbox {
    lines: Lines,
    waiting: VecDeque<Line>,
    closed: bool,
}

impl Inbox {
    /// Starts to read.
    pub fn open(input: impl BufRead + Send + 'static) -> Self {
        Self { lines: Lines::open(input), waiting: VecDeque::new(), closed: false }
    }

    /// The next line; waits for it. `None` at the end of the input.
    pub fn next(&mut self) -> Result<Option<Line>, Interrupted> {
        match self.waiting.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }

    /// Looks, without waiting, whether the work in hand shall end: at `stop` or `quit`, and where it
    /// is `endless` at any other command and at the end of the input, which else would wait for ever.
    ///
    /// `isready` is answered at once, unless it asks whether something is done that waits. What comes
    /// after a `go` that waits is meant for that.
    pub fn asks_to_stop(&mut self, endless: bool, output: &mut dyn Write) -> io::Result<bool> {
        while self.waiting.len() < MOST_WAITING {
            match self.lines.next_now() {
                Awaited::Nothing => break,
                Awaited::End => {
                    self.closed = true;
                    break;
                }
                Awaited::Line(line) => match text(&line) {
                    "" if line.is_ok() => {}
                    "isready" if self.waiting.is_empty() => {
                        writeln!(output, "readyok")?;
                        output.flush()?;
                    }
                    _ => self.waiting.push_back(line),
                },
            }
        }
        let meant = || self.waiting.iter().map(text).take_while(|text| !is_go(text));
        if let Some(stop) = meant().position(|text| text == "stop") {
            self.waiting.remove(stop);
            return Ok(true);
        }
        let asked = meant().any(|text| text == "quit");
        Ok(asked || endless && (self.closed || !self.waiting.is_empty()))
    }

    /// Waits until endless work [shall end](Self::asks_to_stop), or the user interrupts.
    pub fn wait_for_stop(&mut self, output: &mut dyn Write) -> io::Result<()> {
        while !self.asks_to_stop(true, output)? && interrupt::check().is_ok() {
            thread::sleep(PAUSE);
        }
        Ok(())
    }
}

/// A line without the space around it; nothing where it cannot be used.
fn text(line: &Line) -> &str {
    line.as_deref().unwrap_or_default().trim()
}

fn is_go(text: &str) -> bool {
    text.split_whitespace().next() == Some("go")
}
