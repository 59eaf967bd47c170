//! What waits to be looked at: the urgent first, then in the order in which it was asked.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::desk::Position;

/// Positions that wait before more input is read.
const MOST_WAITING: usize = 10_000;

/// A position with the query that it belongs to.
pub(super) struct Job {
    id: Arc<Value>,
    pub position: Position,
    /// Shared with the queue while somebody looks.
    cancelled: Arc<AtomicBool>,
}

impl Job {
    /// Whether nobody wants the answer any more.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
    /// What somebody looks at.
    running: Vec<(Arc<Value>, Arc<AtomicBool>)>,
    next: u64,
    closed: bool,
}

/// The queue, which one thread fills and others serve.
#[derive(Default)]
pub(super) struct Queue {
    state: Mutex<State>,
    news: Condvar,
}

impl Queue {
    /// Puts positions in; waits while there is no room.
    pub fn put(&self, id: &Arc<Value>, priority: i64, positions: Vec<Position>) {
        let mut state = self.lock();
        while state.waiting.len() >= MOST_WAITING && !state.closed {
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        for position in positions {
            let key = (Reverse(priority), state.next);
            state.next += 1;
            let job = Job { id: Arc::clone(id), position, cancelled: Arc::default() };
            state.waiting.insert(key, job);
        }
        drop(state);
        self.news.notify_all();
    }

    /// The most urgent position; `None` when there will be no more.
    pub fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                state.running.push((Arc::clone(&job.id), Arc::clone(&job.cancelled)));
                self.news.notify_all();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Nobody looks at the position any more. Whether its answer is wanted.
    pub fn finish(&self, job: &Job) -> bool {
        let mut state = self.lock();
        state.running.retain(|(_, cancelled)| !Arc::ptr_eq(cancelled, &job.cancelled));
        !job.is_cancelled()
    }

    /// Forgets what waits of a query, and ends the searches of it; how many positions that were.
    pub fn cancel(&self, id: &Value) -> usize {
        let mut state = self.lock();
        let before = state.waiting.len();
        state.waiting.retain(|_, job| *job.id != *id);
        let running = state
            .running
            .iter()
            .filter(|(of, cancelled)| **of == *id && !cancelled.swap(true, Ordering::Relaxed));
        before - state.waiting.len() + running.count()
    }

    /// Nothing more will be put in.
    pub fn close(&self) {
        self.lock().closed = true;
        self.news.notify_all();
    }

    /// The same, and what waits is forgotten.
    pub fn close_now(&self) {
        let mut state = self.lock();
        state.closed = true;
        state.waiting.clear();
        drop(state);
        self.news.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
