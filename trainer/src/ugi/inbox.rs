//! The lines that come in, read by a thread of their own.

use std::collections::VecDeque;
use std::io::{self, BufRead, Read as _, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::{self, Interrupted};

/// Bytes of the longest line that is read: a game of a thousand plies has about twelve thousand.
const LONGEST_LINE: usize = 1 << 16;
/// Lines that wait for the end of a search.
const MOST_WAITING: usize = 64;
/// How long to sleep before looking for an interruption.
const PATIENCE: Duration = Duration::from_millis(100);

/// A line that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(super) enum LineError {
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    #[error("the line is not UTF-8 text")]
    NotText,
    #[error("cannot read on: {0}")]
    Broken(#[from] io::Error),
}

pub(super) type Line = Result<String, LineError>;

/// What a wait for a line has brought.
pub(super) enum Awaited {
    Line(Line),
    /// The input has ended.
    End,
    /// The time is up.
    Nothing,
}

/// Lines in the order in which they came.
pub(super) struct Inbox {
    lines: Receiver<Line>,
    waiting: VecDeque<Line>,
    closed: bool,
}

impl Inbox {
    /// Starts to read.
    pub fn open(input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(MOST_WAITING);
        thread::spawn(move || read_lines(input, &sender));
        Self { lines, waiting: VecDeque::new(), closed: false }
    }

    /// The next line; waits for it. `None` at the end of the input.
    pub fn next(&mut self) -> Result<Option<Line>, Interrupted> {
        if let Some(line) = self.waiting.pop_front() {
            return Ok(Some(line));
        }
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => interrupt::check()?,
            }
        }
    }

    /// The next line that comes before `deadline`.
    pub fn next_before(&mut self, deadline: Instant) -> Result<Awaited, Interrupted> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(PATIENCE)) {
                Ok(line) if !left.is_zero() => return Ok(Awaited::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Awaited::End),
                _ if left.is_zero() => return Ok(Awaited::Nothing),
                _ => interrupt::check()?,
            }
        }
    }

    /// Looks, without waiting, whether the work in hand shall end: at `stop` and `quit`, or when
    /// more lines have come than can wait. `isready` is answered at once, other lines wait.
    pub fn asks_to_stop(&mut self, output: &mut dyn Write) -> io::Result<bool> {
        while self.waiting.len() < MOST_WAITING {
            let line = match self.lines.try_recv() {
                Ok(line) => line,
                Err(TryRecvError::Empty) => return Ok(false),
                Err(TryRecvError::Disconnected) => {
                    self.closed = true;
                    return Ok(false);
                }
            };
            match line.as_deref().map(str::trim) {
                Ok("stop") => return Ok(true),
                Ok("isready") => {
                    writeln!(output, "readyok")?;
                    output.flush()?;
                }
                Ok("quit") => {
                    self.waiting.push_back(line);
                    return Ok(true);
                }
                _ => self.waiting.push_back(line),
            }
        }
        Ok(true)
    }

    /// Waits until [`asks_to_stop`](Self::asks_to_stop) would say yes, or the input ends.
    pub fn wait_for_stop(&mut self, output: &mut dyn Write) -> io::Result<()> {
        while !self.asks_to_stop(output)? && !self.closed && interrupt::check().is_ok() {
            thread::sleep(PATIENCE / 10);
        }
        Ok(())
    }

    /// Whether the input was seen to end while somebody was looking.
    pub fn is_closed(&self) -> bool {
        self.closed
    }
}

/// Sends every line until the input ends or nobody listens.
fn read_lines(mut input: impl BufRead, sender: &SyncSender<Line>) {
    loop {
        match read_line(&mut input) {
            Ok(None) => return,
            Ok(Some(line)) => {
                if sender.send(Ok(line)).is_err() {
                    return;
                }
            }
            Err(error) => {
                let last = matches!(error, LineError::Broken(_));
                if sender.send(Err(error)).is_err() || last {
                    return;
                }
            }
        }
    }
}

/// One line without its end; of a line that is too long the rest is skipped.
fn read_line(input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    input.take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() > LONGEST_LINE && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Err(LineError::TooLong);
    }
    String::from_utf8(bytes).map(Some).map_err(|_| LineError::NotText)
}
