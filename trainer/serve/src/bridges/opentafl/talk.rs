//! Lines in and out.

use std::collections::VecDeque;
use std::io::{BufRead, Write};

use imperial_play::lines::{Awaited, Line, LineError, Lines};
use imperial_play::otep::{Clocks, EngineLine, HostLine};

/// Lines that wait for the end of a search; more are left unread.
const MOST_WAITING: usize = 64;

/// A conversation with a host.
pub(super) struct Talk<'a> {
    lines: Lines,
    waiting: VecDeque<Line>,
    closed: bool,
    output: &'a mut dyn Write,
}

impl<'a> Talk<'a> {
    /// Starts to read.
    pub fn open(input: impl BufRead + Send + 'static, output: &'a mut dyn Write) -> Self {
        Self { lines: Lines::open(input), waiting: VecDeque::new(), closed: false, output }
    }

    /// Says a line, whole and at once.
    pub fn say(&mut self, line: &EngineLine) -> std::io::Result<()> {
        self.output.write_all(format!("{line}\n").as_bytes())?;
        self.output.flush()
    }

    /// The next line that can be read; waits for it. Others are answered by an error. `None` at the end of the
    /// input.
    pub fn next(&mut self) -> anyhow::Result<Option<HostLine>> {
        loop {
            let line = match self.waiting.pop_front() {
                Some(line) => line,
                None if self.closed => return Ok(None),
                None => match self.lines.next()? {
                    Some(line) => line,
                    None => return Ok(None),
                },
            };
            let reason = match line {
                Ok(line) if line.trim().is_empty() => continue,
                Ok(line) => match line.parse() {
                    Ok(line) => return Ok(Some(line)),
                    Err(wrong) => format!("{wrong}"),
                },
                Err(error @ LineError::Broken(_)) => return Err(error.into()),
                Err(error) => error.to_string(),
            };
            self.say(&EngineLine::Trouble(reason))?;
        }
    }

    /// Looks, without waiting, whether a search shall end because its question no longer stands, or nobody is left
    /// to hear the answer. A clock that comes is that of the search: it may follow `play`.
    pub fn asks_to_stop(&mut self, clocks: &mut Option<Clocks>) -> bool {
        while self.waiting.len() < MOST_WAITING && !self.closed {
            match self.lines.next_now() {
                Awaited::Nothing => break,
                Awaited::End => self.closed = true,
                Awaited::Line(line) => match line.as_deref().map(str::parse) {
                    Ok(Ok(HostLine::Clock(now))) => *clocks = Some(now),
                    _ => self.waiting.push_back(line),
                },
            }
        }
        self.closed || self.waiting.iter().any(ends_a_search)
    }
}

/// Whether a line asks for something else than the search in progress.
fn ends_a_search(line: &Line) -> bool {
    let Ok(line) = line else { return false };
    match line.parse() {
        Ok(
            HostLine::Hello
            | HostLine::Clock(_)
            | HostLine::Accepted(_)
            | HostLine::Refused(_)
            | HostLine::Ignored(_),
        )
        | Err(_) => false,
        Ok(
            HostLine::Rules(_)
            | HostLine::Position(_)
            | HostLine::Side(_)
            | HostLine::Play(_)
            | HostLine::OpponentMove(..)
            | HostLine::Analyze(..)
            | HostLine::Finish(_)
            | HostLine::Goodbye,
        ) => true,
    }
}
