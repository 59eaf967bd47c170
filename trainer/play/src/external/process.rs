//! A program that is talked to line by line.

use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use super::birth::spawn;
use super::fault::Fault;
use crate::interrupt;
use crate::lines::{Awaited, Lines};

/// How long a program may take to end when it is asked to.
const GRACE: Duration = Duration::from_millis(300);
/// Bytes of a line of its error output that are kept.
const LONGEST_WORDS: u64 = 500;

/// A running program. It is ended when this is dropped.
pub(super) struct Process {
    child: Child,
    /// The number of its process group, until that is ended.
    group: Option<u32>,
    input: ChildStdin,
    output: Lines,
    last_words: Arc<Mutex<String>>,
    /// Who reads them; it ends with the program's error output.
    listener: JoinHandle<()>,
    /// What asks it to end.
    farewell: &'static str,
}

impl Process {
    /// Starts a program; `command` is its name and its arguments. It ends at the line `farewell`, or is ended.
    pub fn start(command: &[String], farewell: &'static str) -> Result<Self, Fault> {
        let (program, arguments) = command.split_first().map_or(("", &[][..]), |(p, a)| (p, a));
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        apart(&mut command);
        let mut child = spawn(command).map_err(Fault::Start)?;
        let pipes = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(errors)) = pipes else {
            return Err(Fault::Start(std::io::ErrorKind::BrokenPipe.into()));
        };
        let last_words = Arc::new(Mutex::new(String::new()));
        let kept = Arc::clone(&last_words);
        let listener = thread::spawn(move || keep_last_line(errors, &kept));
        let output = Lines::open(BufReader::new(output));
        let group = Some(child.id());
        Ok(Self { child, group, input, output, last_words, listener, farewell })
    }

    /// Says a line, whole: some programs take what one read brings for lines. A program that no longer listens
    /// is noticed by its silence.
    pub fn say(&mut self, line: &str) {
        let line = format!("{line}\n");
        let _ = self.input.write_all(line.as_bytes()).and_then(|()| self.input.flush());
    }

    /// Waits for a line of which `wanted` makes something. Lines that are no text are passed over.
    pub fn hear<T>(
        &mut self,
        waiting_for: &'static str,
        patience: Duration,
        mut wanted: impl FnMut(&str) -> Option<Result<T, Fault>>,
    ) -> Result<T, Fault> {
        let deadline = Instant::now() + patience;
        loop {
            match self.output.next_before(deadline)? {
                Awaited::Line(Ok(line)) => {
                    if let Some(found) = wanted(line.trim()) {
                        return found;
                    }
                }
                Awaited::Line(Err(_)) => {}
                Awaited::End => return Err(self.died(waiting_for)),
                Awaited::Nothing => return Err(Fault::Silent { waiting_for, after: patience }),
            }
        }
    }

    fn died(&mut self, waiting_for: &'static str) -> Fault {
        let status = self.ends_within(GRACE);
        // What it said last may not have been read yet.
        let deadline = Instant::now() + GRACE;
        while !self.listener.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let last_words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Fault::Died { waiting_for, status, last_words }
    }

    fn ends_within(&mut self, time: Duration) -> Option<std::process::ExitStatus> {
        let deadline = Instant::now() + time;
        loop {
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                Ok(Some(status)) => {
                    self.end_group();
                    return Some(status);
                }
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Ends what a script has started, which may go on without it. Once: later another group may have its number.
    fn end_group(&mut self) {
        if let Some(group) = self.group.take() {
            end_group(group);
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(self.farewell);
        let grace = if interrupt::check().is_ok() { GRACE } else { Duration::ZERO };
        if self.ends_within(grace).is_none() {
            self.end_group();
            // Nothing more can be done about a program that survives this.
            let _ = self.child.kill().and_then(|()| self.child.wait());
        }
    }
}

/// Keeps Ctrl-C for ourselves: engines in a process group of their own do not get it.
#[cfg(unix)]
fn apart(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn apart(_: &mut Command) {}

/// Ends a program that was started [`apart`], and all that it has started.
#[cfg(unix)]
fn end_group(leader: u32) {
    let Ok(group) = libc::pid_t::try_from(leader) else { return };
    // SAFETY: the call only passes numbers.
    unsafe {
        libc::kill(-group, libc::SIGKILL);
    }
}

#[cfg(not(unix))]
fn end_group(_: u32) {}

/// Reads to the end, so that the program never waits for us, and keeps the last line that says
/// something.
fn keep_last_line(errors: impl Read, kept: &Mutex<String>) {
    let mut errors = BufReader::new(errors);
    let mut line = Vec::new();
    loop {
        line.clear();
        match errors.by_ref().take(LONGEST_WORDS).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => return,
            Ok(_) => {
                let text = String::from_utf8_lossy(&line).trim().to_owned();
                if !text.is_empty() {
                    *kept.lock().unwrap_or_else(PoisonError::into_inner) = text;
                }
            }
        }
    }
}
