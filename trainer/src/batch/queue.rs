//! What waits to be looked at: the urgent first, then in the order in which it was asked.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::desk::Position;

/// Positions that wait before more input is read.
const MOST_WAITING: usize = 10_000;

/// A position with the query that it belongs to.
pub(super) struct Job {
    id: Value,
    pub position: Position,
}

#[derive(Default)]
struct State {
    waiting: BTreeMap<(Reverse<i64>, u64), Job>,
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
    pub fn put(&self, id: &Value, priority: i64, positions: Vec<Position>) {
        let mut state = self.lock();
        while state.waiting.len() >= MOST_WAITING && !state.closed {
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        for position in positions {
            let key = (Reverse(priority), state.next);
            state.next += 1;
            state.waiting.insert(key, Job { id: id.clone(), position });
        }
        drop(state);
        self.news.notify_all();
    }

    /// The most urgent position; `None` when there will be no more.
    pub fn take(&self) -> Option<Job> {
        let mut state = self.lock();
        loop {
            if let Some((_, job)) = state.waiting.pop_first() {
                self.news.notify_all();
                return Some(job);
            }
            if state.closed {
                return None;
            }
            state = self.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Forgets what waits of a query; how many positions that were.
    pub fn cancel(&self, id: &Value) -> usize {
        let mut state = self.lock();
        let before = state.waiting.len();
        state.waiting.retain(|_, job| job.id != *id);
        before - state.waiting.len()
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
