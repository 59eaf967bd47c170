//! What waits in the queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An agent's move, found in one turn.
    Move,
    /// An analysis or a review, which goes on for many turns.
    Look,
}

/// Whether a search wants another turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Next {
    /// It goes on.
    Again,
    /// It is over.
    Done,
}

/// A search that computes for a while at a time, and tells what it found.
pub trait Work: Send {
    /// Computes until its turn is over or nobody waits any more.
    fn turn(&mut self, cancelled: &AtomicBool) -> Next;

    /// Tells that it has failed, by an error of the program.
    fn fail(&mut self);
}

/// One turn. A panic ends this search and no other.
pub(super) fn one_turn(work: &mut dyn Work, cancelled: &AtomicBool) -> Next {
    if cancelled.load(Ordering::Relaxed) {
        return Next::Done;
    }
    match catch_unwind(AssertUnwindSafe(|| work.turn(cancelled))) {
        Ok(next) => next,
        Err(_) => {
            // What is told of it may fail, too; then there is nothing left to say.
            let _ = catch_unwind(AssertUnwindSafe(|| work.fail()));
            Next::Done
        }
    }
}
