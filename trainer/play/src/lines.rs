//! Lines that come in while something else goes on, read by a thread of their own.

use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TryRecvError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::interrupt::{self, Interrupted};

/// Bytes of the longest line that is read: a game of a thousand plies has about twelve thousand.
const LONGEST_LINE: u64 = 1 << 16;
/// Lines that are read before anybody wants them.
const MOST_AHEAD: usize = 64;
/// How long to sleep before looking for an interruption.
const PATIENCE: Duration = Duration::from_millis(100);

/// A line that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LineError {
    /// It is too long.
    #[error("the line is longer than {0} bytes")]
    TooLong(u64),
    /// It is no text.
    #[error("the line is not UTF-8 text")]
    NotText,
    /// The input failed.
    #[error("cannot read on: {0}")]
    Broken(#[from] io::Error),
}

/// A line, or why it cannot be used.
pub type Line = Result<String, LineError>;

/// What a look for a line has brought.
#[derive(Debug)]
pub enum Awaited {
    /// There is one.
    Line(Line),
    /// The input has ended.
    End,
    /// There is none yet.
    Nothing,
}

/// Lines in the order in which they came.
#[derive(Debug)]
pub struct Lines(Receiver<Line>);

impl Lines {
    /// Starts to read. The thread that does it ends with the input or the process.
    pub fn open(input: impl BufRead + Send + 'static) -> Self {
        Self::open_up_to(LONGEST_LINE, input)
    }

    /// The same where a line may have so many bytes.
    pub fn open_up_to(longest: u64, input: impl BufRead + Send + 'static) -> Self {
        let (sender, lines) = sync_channel(MOST_AHEAD);
        thread::spawn(move || read_lines(longest, input, &sender));
        Self(lines)
    }

    /// The next line; waits for it. `None` at the end of the input.
    pub fn next(&self) -> Result<Option<Line>, Interrupted> {
        loop {
            match self.0.recv_timeout(PATIENCE) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => interrupt::check()?,
            }
        }
    }

    /// The next line that comes before `deadline`.
    pub fn next_before(&self, deadline: Instant) -> Result<Awaited, Interrupted> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(Awaited::Nothing);
            }
            match self.0.recv_timeout(left.min(PATIENCE)) {
                Ok(line) => return Ok(Awaited::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Awaited::End),
                Err(RecvTimeoutError::Timeout) => interrupt::check()?,
            }
        }
    }

    /// The next line, if it is there.
    pub fn next_now(&self) -> Awaited {
        match self.0.try_recv() {
            Ok(line) => Awaited::Line(line),
            Err(TryRecvError::Empty) => Awaited::Nothing,
            Err(TryRecvError::Disconnected) => Awaited::End,
        }
    }
}

/// Sends every line until the input ends or nobody listens.
fn read_lines(longest: u64, mut input: impl BufRead, sender: &SyncSender<Line>) {
    loop {
        match read_line(longest, &mut input) {
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

/// How many times as much as a line may have is skipped of one that is longer: a device may have no end.
const MOST_SKIPPED: u64 = 64;

/// Skips the rest of a line.
fn skip_line(longest: u64, input: &mut impl BufRead) -> io::Result<()> {
    let mut rest = input.take(longest * MOST_SKIPPED);
    rest.skip_until(b'\n')?;
    match rest.limit() {
        0 => Err(io::Error::new(io::ErrorKind::FileTooLarge, "a line has no end")),
        _ => Ok(()),
    }
}

/// One line without its end; of a line that is too long the rest is skipped.
fn read_line(longest: u64, input: &mut impl BufRead) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    input.take(longest + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 > longest && bytes.last() != Some(&b'\n') {
        skip_line(longest, input)?;
        return Err(LineError::TooLong(longest));
    }
    String::from_utf8(bytes).map(Some).map_err(|_| LineError::NotText)
}
