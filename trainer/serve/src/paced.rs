//! A computation that cannot be put down, made to pause: it has a thread of its own, which runs in its turns alone.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::trouble::Trouble;

/// Time between two looks at whether anybody still waits.
const LOOK: Duration = Duration::from_millis(20);

/// How long a computation goes on.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// When it pauses.
    pub pause: Instant,
    /// When it shall end with what it has.
    pub end: Instant,
}

/// A computation that goes on in turns. It ends soon after this is dropped.
#[derive(Debug)]
pub struct Paced<T>(Arc<Gate<T>>);

/// The computation's side: it asks here, often, whether to end, and is held up between its turns.
#[derive(Debug)]
pub struct Pace<T> {
    gate: Arc<Gate<T>>,
    turn: Turn,
}

#[derive(Debug)]
struct Gate<T> {
    phase: Mutex<Phase<T>>,
    news: Condvar,
    /// Whether nobody waits for it any more.
    left: AtomicBool,
}

#[derive(Debug)]
enum Phase<T> {
    Paused,
    Runs(Turn),
    /// With what was found; nothing where it has failed.
    Over(Option<T>),
}

impl<T> Gate<T> {
    fn lock(&self) -> MutexGuard<'_, Phase<T>> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn turn_to(&self, phase: Phase<T>) {
        *self.lock() = phase;
        self.news.notify_all();
    }

    fn leave(&self) {
        self.left.store(true, Ordering::Relaxed);
        // Whoever is about to wait has the lock, and looks before it waits.
        drop(self.lock());
        self.news.notify_all();
    }

    /// Waits for the next turn; nothing when nobody wants one.
    fn next(&self) -> Option<Turn> {
        let mut phase = self.lock();
        loop {
            if self.left.load(Ordering::Relaxed) {
                return None;
            }
            if let Phase::Runs(turn) = *phase {
                return Some(turn);
            }
            phase = self.news.wait(phase).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Tells what was found, or that nothing was where the computation panicked.
struct Tells<T>(Arc<Gate<T>>, Option<T>);

impl<T> Tells<T> {
    fn tell(&mut self, found: T) {
        self.1 = Some(found);
    }
}

impl<T> Drop for Tells<T> {
    fn drop(&mut self) {
        self.0.turn_to(Phase::Over(self.1.take()));
    }
}

impl<T: Send + 'static> Paced<T> {
    /// A computation that waits for its first turn.
    ///
    /// # Errors
    /// When the system gives no more threads.
    pub fn start(
        compute: impl FnOnce(&mut Pace<T>) -> T + Send + 'static,
    ) -> Result<Self, Trouble> {
        let (phase, news, left) =
            (Mutex::new(Phase::Paused), Condvar::new(), AtomicBool::new(false));
        let gate = Arc::new(Gate { phase, news, left });
        let mut tells = Tells(Arc::clone(&gate), None);
        let run = move || {
            if let Some(turn) = tells.0.next() {
                tells.tell(compute(&mut Pace { gate: Arc::clone(&tells.0), turn }));
            }
        };
        match thread::Builder::new().name("search".to_owned()).spawn(run) {
            Ok(_) => Ok(Self(gate)),
            Err(error) => Err(Trouble::busy(format!(
                "the system lets no more searches begin ({error}); try again in a minute"
            ))),
        }
    }
}

impl<T> Paced<T> {
    /// Lets it go on for a turn. Tells what was found once it is over; nothing if it goes on, or was `cancelled`.
    ///
    /// # Errors
    /// When it has failed, or was over before.
    pub fn go_on(&mut self, turn: Turn, cancelled: &AtomicBool) -> Result<Option<T>, Trouble> {
        let mut phase = self.0.lock();
        if let Phase::Paused = *phase {
            *phase = Phase::Runs(turn);
            self.0.news.notify_all();
        }
        while let Phase::Runs(_) = *phase {
            if cancelled.load(Ordering::Relaxed) {
                self.0.left.store(true, Ordering::Relaxed);
                return Ok(None);
            }
            let waited = self.0.news.wait_timeout(phase, LOOK);
            phase = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        match &mut *phase {
            Phase::Over(found) => found.take().map(Some).ok_or_else(|| {
                Trouble::failed("the search has failed; take a move back and go on")
            }),
            Phase::Paused | Phase::Runs(_) => Ok(None),
        }
    }
}

impl<T> Drop for Paced<T> {
    fn drop(&mut self) {
        self.0.leave();
    }
}

impl<T> Pace<T> {
    /// Whether to end with what was found. Between two turns this takes until the next one.
    pub fn shall_end(&mut self) -> bool {
        if self.gate.left.load(Ordering::Relaxed) {
            return true;
        }
        if Instant::now() >= self.turn.pause {
            self.gate.turn_to(Phase::Paused);
            match self.gate.next() {
                Some(turn) => self.turn = turn,
                None => return true,
            }
        }
        Instant::now() >= self.turn.end
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHORT: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(60);
    static NOT: AtomicBool = AtomicBool::new(false);

    fn turn(pause: Duration, end: Duration) -> Turn {
        let now = Instant::now();
        Turn { pause: now + pause, end: now + end }
    }

    /// Counts until it is told to end.
    fn counting() -> Paced<u64> {
        let count = |pace: &mut Pace<u64>| {
            let mut count = 0;
            while !pace.shall_end() {
                count += 1;
            }
            count
        };
        Paced::start(count).expect("a thread")
    }

    #[test]
    fn a_computation_pauses_and_goes_on_and_ends_in_time() {
        let mut paced = counting();
        for _ in 0..3 {
            assert_eq!(paced.go_on(turn(SHORT, LONG), &NOT).expect("it works"), None);
            assert!(matches!(*paced.0.lock(), Phase::Paused));
        }
        let found = paced.go_on(turn(LONG, SHORT), &NOT).expect("it works");
        assert!(found.is_some_and(|count| count > 0));
        assert!(paced.go_on(turn(LONG, SHORT), &NOT).is_err(), "it was over");
    }

    #[test]
    fn whoever_waits_no_more_ends_it() {
        let (mut paced, waiting) = (counting(), counting());
        assert_eq!(paced.go_on(turn(LONG, LONG), &AtomicBool::new(true)).expect("it works"), None);
        let gates = [paced, waiting].map(|paced| Arc::clone(&paced.0));
        let since = Instant::now();
        while !gates.iter().all(|gate| matches!(*gate.lock(), Phase::Over(_))) {
            assert!(since.elapsed() < LONG, "a thread is left");
            thread::sleep(SHORT);
        }
    }

    #[test]
    fn a_panic_is_told() {
        let mut paced = Paced::<u64>::start(|_| panic!("on purpose")).expect("a thread");
        let trouble = paced.go_on(turn(LONG, LONG), &NOT).expect_err("it has failed");
        assert_eq!(trouble.status, 500);
    }
}
