//! Ctrl-C while a search goes on.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;

/// How often a search asks Python whether the user has interrupted it.
const ASKS: Duration = Duration::from_millis(200);

/// Asks Python now and then whether the user has interrupted the program. Python answers its main thread alone.
#[derive(Debug)]
pub struct Interrupts(Instant);

impl Interrupts {
    /// Asks first after a while.
    pub fn new() -> Self {
        Self(Instant::now())
    }

    /// The exception, if there is one.
    pub fn check(&mut self) -> PyResult<()> {
        if self.0.elapsed() < ASKS {
            return Ok(());
        }
        self.0 = Instant::now();
        ask()
    }
}

#[expect(clippy::redundant_closure_for_method_calls, reason = "of one lifetime only")]
fn ask() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Does `work` on other threads. Meanwhile this one asks Python; what `work` is given says whether to end early.
///
/// # Errors
/// Those of `work`, or the exception.
pub fn interruptible<T: Send>(
    work: impl FnOnce(&(dyn Fn() -> bool + Sync)) -> anyhow::Result<T> + Send,
) -> anyhow::Result<T> {
    let stopped = AtomicBool::new(false);
    let (done, end) = channel::<()>();
    let mut asked = Ok(());
    let found = thread::scope(|scope| {
        let worker = scope.spawn(|| {
            let _done = done;
            work(&|| stopped.load(Ordering::Relaxed))
        });
        while asked.is_ok() && end.recv_timeout(ASKS) == Err(RecvTimeoutError::Timeout) {
            asked = ask();
        }
        stopped.store(asked.is_err(), Ordering::Relaxed);
        worker.join()
    });
    asked?;
    found.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}
