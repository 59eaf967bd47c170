//! What waits in the queue.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::caps;

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// An agent's move, found in a turn or a few.
    Move,
    /// An analysis or a review, which goes on for many turns.
    Look,
}

impl Kind {
    /// How many that have begun may keep what they have between their turns.
    pub(super) const fn room(self) -> usize {
        match self {
            Self::Move => caps::MOVES,
            Self::Look => caps::ANALYSES,
        }
    }
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

    /// Gives back the memory that it holds, with all that it has found: there is no room to keep it. The next
    /// turn begins anew.
    fn forget(&mut self) {}

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
