//! Searches in turns: whoever has computed least is served next, so that nobody waits for one who asks much.

mod order;
mod work;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Instant;

use crate::caps;
use crate::trouble::Trouble;

use order::{Key, place};
pub use work::{Kind, Next, Work};

/// Clients whose computing time is remembered; those with nothing to do are forgotten beyond it.
const REMEMBERED: usize = 4096;

/// A search that waits for its turn.
struct Waiting {
    id: u64,
    client: String,
    kind: Kind,
    stage: Stage,
    cancelled: Arc<AtomicBool>,
    work: Box<dyn Work>,
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// It has had no turn. A move gets one even where there is no room to keep what it finds: most need no more.
    New,
    /// One turn without room was not enough, so it waits for room.
    Long,
    /// It has room.
    Begun,
}

#[derive(Default)]
struct State {
    waiting: Vec<Waiting>,
    /// Of every search that runs its client.
    running: Vec<String>,
    /// Milliseconds of computing of each client, or what its newcomers start from.
    served: HashMap<String, u64>,
    /// What the client had that was served last.
    floor: u64,
    /// Moves and analyses that have room.
    begun: [usize; 2],
    next: u64,
    closed: bool,
}

/// The queue, which threads serve and connections fill.
#[derive(Clone)]
pub struct Queue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    news: Condvar,
}

/// A place in the queue. The search ends when it is dropped: its reader has gone.
#[derive(Debug)]
pub struct Ticket {
    queue: Queue,
    id: u64,
    cancelled: Arc<AtomicBool>,
}

impl Ticket {
    /// How many searches come before; `None` once it has begun for good.
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

impl std::fmt::Debug for Queue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Queue").field("waiting", &self.lock().waiting.len()).finish()
    }
}

impl Queue {
    /// A queue that so many threads serve.
    pub fn new(threads: usize) -> Self {
        let shared = Shared { state: Mutex::default(), news: Condvar::new() };
        let queue = Self(Arc::new(shared));
        for _ in 0..threads {
            let queue = queue.clone();
            thread::spawn(move || queue.serve());
        }
        queue
    }

    /// Puts `work` of a client in. It ends when the ticket is dropped.
    ///
    /// # Errors
    /// When the client, or all of them together, have too much in it.
    pub fn put(&self, client: &str, kind: Kind, work: Box<dyn Work>) -> Result<Ticket, Trouble> {
        let mut state = self.lock();
        let own = state.waiting.iter().filter(|job| job.client == client).count()
            + state.running.iter().filter(|name| *name == client).count();
        if own >= caps::JOBS_OF_CLIENT {
            return Err(Trouble::busy(format!(
                "this page has {own} searches at work; stop one of them first"
            )));
        }
        if state.waiting.len() + state.running.len() >= caps::JOBS {
            return Err(Trouble::busy("the server has too much to do; try again in a minute"));
        }
        state.remember(client);
        let id = state.next;
        state.next += 1;
        let cancelled = Arc::new(AtomicBool::new(false));
        let ticket = Ticket { queue: self.clone(), id, cancelled: Arc::clone(&cancelled) };
        let client = client.to_owned();
        state.waiting.push(Waiting { id, client, kind, stage: Stage::New, cancelled, work });
        drop(state);
        self.0.news.notify_one();
        Ok(ticket)
    }

    /// How many searches come before this one; `None` once it has begun.
    pub fn place(&self, id: u64) -> Option<usize> {
        let state = self.lock();
        let waits = |job: &&Waiting| job.id == id && job.stage != Stage::Begun;
        let job = state.waiting.iter().find(waits)?;
        let keys = state.waiting.iter().map(|job| state.key(job));
        Some(place(state.key(job), keys) + state.running.len())
    }

    /// Takes out a search that nobody waits for any more.
    fn remove(&self, id: u64) {
        let mut state = self.lock();
        let Some(at) = state.waiting.iter().position(|job| job.id == id) else { return };
        let job = state.waiting.remove(at);
        state.clear(&job);
        // Its end may let another one begin.
        drop(state);
        self.0.news.notify_one();
    }

    /// Searches that run or wait.
    #[cfg(test)]
    pub fn len(&self) -> usize {
        let state = self.lock();
        state.waiting.len() + state.running.len()
    }

    /// Lets its threads end.
    pub fn close(&self) {
        self.lock().closed = true;
        self.0.news.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives turns until the queue is closed.
    fn serve(&self) {
        while let Some(mut job) = self.next() {
            let started = Instant::now();
            let next = work::one_turn(job.work.as_mut(), &job.cancelled);
            let goes_on = next == Next::Again && !job.cancelled.load(Ordering::Relaxed);
            if goes_on && job.stage == Stage::New {
                job.work.forget();
                job.stage = Stage::Long;
            }
            let spent = started.elapsed().as_millis() as u64 + 1;
            let mut state = self.lock();
            state.finish(&job.client, spent);
            if goes_on {
                state.waiting.push(job);
            } else {
                state.clear(&job);
            }
            drop(state);
            self.0.news.notify_one();
        }
    }

    fn next(&self) -> Option<Waiting> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some(job) = state.take() {
                return Some(job);
            }
            state = self.0.news.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

impl State {
    fn key(&self, job: &Waiting) -> Key {
        Key {
            served: self.served.get(&job.client).copied().unwrap_or(0),
            kind: job.kind,
            id: job.id,
        }
    }

    /// Lets a client that comes anew start where the others are.
    fn remember(&mut self, client: &str) {
        let (waiting, running) = (&self.waiting, &self.running);
        if self.served.len() >= REMEMBERED {
            self.served.retain(|name, _| {
                waiting.iter().any(|job| job.client == *name) || running.contains(name)
            });
        }
        let served = self.served.entry(client.to_owned()).or_insert(self.floor);
        *served = (*served).max(self.floor);
    }

    /// Takes out whose turn it is.
    fn take(&mut self) -> Option<Waiting> {
        let has_room = |kind: Kind| self.begun[kind as usize] < kind.room();
        let may = |job: &&Waiting| match job.stage {
            Stage::Begun => true,
            Stage::New => job.kind == Kind::Move || has_room(job.kind),
            Stage::Long => has_room(job.kind),
        };
        let chosen = self.waiting.iter().filter(may).min_by_key(|job| self.key(job))?.id;
        let at = self.waiting.iter().position(|job| job.id == chosen)?;
        let mut job = self.waiting.remove(at);
        if job.stage != Stage::Begun && self.begun[job.kind as usize] < job.kind.room() {
            job.stage = Stage::Begun;
            self.begun[job.kind as usize] += 1;
        }
        self.floor = self.floor.max(self.served.get(&job.client).copied().unwrap_or(0));
        self.running.push(job.client.clone());
        Some(job)
    }

    /// Takes back the room of a search that is over.
    fn clear(&mut self, job: &Waiting) {
        self.begun[job.kind as usize] -= usize::from(job.stage == Stage::Begun);
    }

    fn finish(&mut self, client: &str, spent: u64) {
        if let Some(at) = self.running.iter().position(|name| name == client) {
            self.running.swap_remove(at);
        }
        *self.served.entry(client.to_owned()).or_insert(self.floor) += spent;
    }
}

#[cfg(test)]
mod tests;
