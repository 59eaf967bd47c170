//! A place in the queue.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::Queue;

/// A place in the queue. The search ends when it is dropped: its reader has gone.
#[derive(Debug)]
pub struct Ticket {
    queue: Queue,
    id: u64,
    cancelled: Arc<AtomicBool>,
}

impl Ticket {
    pub(super) fn new(queue: Queue, id: u64, cancelled: Arc<AtomicBool>) -> Self {
        Self { queue, id, cancelled }
    }

    /// How many searches come before; `None` once it has begun.
    pub fn place(&self) -> Option<usize> {
        self.queue.place(self.id)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
        self.queue.remove(self.id);
    }
}
