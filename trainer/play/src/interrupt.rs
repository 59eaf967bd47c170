//! Ctrl-C, and the signals by which a system ends programs: the first asks for an orderly end, the second
//! ends at once. Work that does not look for it within a second has nothing to save, and is ended too, unless it
//! [holds](hold) the program.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;

use crate::tell;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the work has seen the request, so that it is about to end.
static SEEN: AtomicBool = AtomicBool::new(false);
/// How many works have something to save.
static HELD: AtomicUsize = AtomicUsize::new(0);

/// How long it may take until the work sees it.
const PATIENCE: Duration = Duration::from_millis(800);

/// Exit code of a program that was interrupted and has saved its state.
pub const EXIT_CODE: u8 = 130;

/// Work that was broken off on request; everything finished is saved.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("interrupted; what is finished is saved, the same command continues")]
pub struct Interrupted;

/// Starts listening.
///
/// # Errors
/// When the system refuses the handler.
pub fn listen() -> anyhow::Result<()> {
    hear_of_long_files();
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
        tell!("\nstopping; press Ctrl-C again to stop at once");
        thread::spawn(end_what_does_not_look);
    })
    .context("could not listen for Ctrl-C")
}

/// A file that may not grow further is an error like others, and no reason for the system to end the program.
fn hear_of_long_files() {
    #[cfg(target_os = "linux")]
    // SAFETY: the signal is ignored, so no code of ours runs for it.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}

/// Ends the program unless the work sees the request in time.
fn end_what_does_not_look() {
    if !is_seen(&SEEN, PATIENCE) {
        tell!("interrupted");
        std::process::exit(EXIT_CODE.into());
    }
}

/// Waits until the work has seen the request; false when it did not within `patience`, in which nothing was held.
fn is_seen(seen: &AtomicBool, patience: Duration) -> bool {
    const LOOKS: u32 = 20;
    // Counted, as a machine may sleep longer than this thread asks for.
    let mut left = LOOKS;
    while left > 0 {
        if seen.load(Ordering::Relaxed) {
            return true;
        }
        thread::sleep(patience / LOOKS);
        left = if HELD.load(Ordering::Relaxed) > 0 { LOOKS } else { left - 1 };
    }
    false
}

/// As long as this lives, the first request for an end does not end the program before the work sees it.
#[derive(Debug)]
pub struct Held(());

/// Holds the program for work that has something to save, and whose single steps may be long. The work itself
/// [looks](check) between them.
#[must_use]
pub fn hold() -> Held {
    HELD.fetch_add(1, Ordering::Relaxed);
    Held(())
}

impl Drop for Held {
    fn drop(&mut self) {
        HELD.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Ends the work in hand when the user has asked for it.
///
/// # Errors
/// [`Interrupted`] when an end was asked for.
pub fn check() -> Result<(), Interrupted> {
    if !REQUESTED.load(Ordering::Relaxed) {
        return Ok(());
    }
    SEEN.store(true, Ordering::Relaxed);
    Err(Interrupted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_that_has_something_to_save_is_not_ended_before_it_looks() {
        const SHORT: Duration = Duration::from_millis(40);
        static LOOKED: AtomicBool = AtomicBool::new(false);
        assert!(!is_seen(&LOOKED, SHORT));
        let held = hold();
        let watch = thread::spawn(|| is_seen(&LOOKED, SHORT));
        thread::sleep(5 * SHORT);
        assert!(!watch.is_finished(), "a step may take long");
        LOOKED.store(true, Ordering::Relaxed);
        assert!(watch.join().expect("it only waits"));
        LOOKED.store(false, Ordering::Relaxed);
        drop(held);
        assert!(!is_seen(&LOOKED, SHORT), "what was saved may be ended");
    }
}
