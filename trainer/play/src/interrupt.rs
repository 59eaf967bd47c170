//! Ctrl-C, and the signals by which a system ends programs: the first asks for an orderly end, the second
//! ends at once.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context as _;

use crate::tell;

static REQUESTED: AtomicBool = AtomicBool::new(false);

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
    ctrlc::set_handler(|| {
        if REQUESTED.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_CODE.into());
        }
        tell!("\nstopping; press Ctrl-C again to stop at once");
    })
    .context("could not listen for Ctrl-C")
}

/// Ends the work in hand when the user has asked for it.
///
/// # Errors
/// [`Interrupted`] when an end was asked for.
pub fn check() -> Result<(), Interrupted> {
    if REQUESTED.load(Ordering::Relaxed) { Err(Interrupted) } else { Ok(()) }
}
