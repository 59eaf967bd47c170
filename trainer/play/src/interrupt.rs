//! Ctrl-C, and the signals by which a system ends programs: the first asks for an orderly end, the second
//! ends at once. Work that does not look for it within a second has nothing to save, and is ended too.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context as _;

use crate::tell;

static REQUESTED: AtomicBool = AtomicBool::new(false);
/// Whether the work has seen the request, so that it is about to end.
static SEEN: AtomicBool = AtomicBool::new(false);

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
    let asked = Instant::now();
    while asked.elapsed() < PATIENCE {
        if SEEN.load(Ordering::Relaxed) {
            return;
        }
        thread::sleep(PATIENCE / 20);
    }
    tell!("interrupted");
    std::process::exit(EXIT_CODE.into());
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
