//! Pieces of work on some threads for some time.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::cpu_time;

/// Something to measure, in pieces that are known by their number: the same number is the same work,
/// whoever does it and whenever.
pub trait Work: Sync {
    /// What a thread keeps from piece to piece.
    type Worker;

    /// Pieces that are always done; their results make the checksum.
    const CHECKED: u64;

    /// What a thread starts with.
    fn worker(&self) -> Self::Worker;

    /// Does piece number `number`.
    fn piece(&self, worker: &mut Self::Worker, number: u64) -> Done;
}

/// What a piece of work came to.
#[derive(Clone, Copy, Debug)]
pub struct Done {
    /// Units of work, such as plies.
    pub units: u64,
    /// A number that changes when the work does.
    pub result: u64,
}

/// How long to measure, and on how many threads.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    /// Time after which no new piece is begun, once those that are always done are done.
    pub time: Duration,
    /// Number of threads.
    pub threads: NonZeroUsize,
}

/// What was measured.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measured {
    /// Seconds from the first piece's start to the last one's end.
    pub seconds: f64,
    /// Seconds that all threads of the program computed meanwhile, where the system tells.
    pub cpu_seconds: Option<f64>,
    /// Units done.
    pub units: u64,
    /// Pieces done.
    pub pieces: u64,
    /// Of the pieces that are always done: the same on every machine and for every number of threads.
    pub checksum: u64,
}

impl Measured {
    /// Seconds that `threads` threads computed, if that can be: other work of the process would count
    /// too.
    pub fn computed(&self, threads: usize) -> Option<f64> {
        let most = self.seconds * threads as f64 * 1.1;
        self.cpu_seconds.filter(|seconds| *seconds > 0.0 && *seconds <= most)
    }

    /// Seconds that it would have taken if no other program had had a share of the cores. Where the
    /// system does not tell that, the seconds that it took.
    pub fn undisturbed(&self, threads: usize) -> f64 {
        let cores = std::thread::available_parallelism().map_or(threads, NonZeroUsize::get);
        let at_once = threads.min(cores) as f64;
        self.computed(threads).map_or(self.seconds, |seconds| seconds / at_once)
    }
}

impl Clock {
    /// Does pieces until the time is over. One piece, with the highest number, is done before to warm up.
    pub fn measure<W: Work>(&self, work: &W) -> Measured {
        work.piece(&mut work.worker(), u64::MAX);
        let next = AtomicU64::new(0);
        let (before, started) = (cpu_time::seconds(), Instant::now());
        let parts: Vec<Measured> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads.get())
                .map(|_| scope.spawn(|| self.share(work, &next, started)))
                .collect();
            threads.into_iter().map(|thread| thread.join().expect("a thread's share")).collect()
        });
        let seconds = started.elapsed().as_secs_f64();
        let cpu_seconds = cpu_time::seconds().zip(before).map(|(after, before)| after - before);
        let mut whole = Measured { seconds, cpu_seconds, ..Default::default() };
        for part in parts {
            whole.units += part.units;
            whole.pieces += part.pieces;
            whole.checksum = whole.checksum.wrapping_add(part.checksum);
        }
        whole
    }

    /// One thread's share.
    fn share<W: Work>(&self, work: &W, next: &AtomicU64, started: Instant) -> Measured {
        let mut worker = work.worker();
        let mut share = Measured::default();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= W::CHECKED && started.elapsed() >= self.time {
                return share;
            }
            let done = work.piece(&mut worker, number);
            share.units += done.units;
            share.pieces += 1;
            if number < W::CHECKED {
                share.checksum = share.checksum.wrapping_add(mix(number, done.result));
            }
        }
    }
}

/// A hash of a piece's number and result (the finaliser of SplitMix64).
fn mix(number: u64, result: u64) -> u64 {
    let z = result ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Squares numbers.
    struct Squares;

    impl Work for Squares {
        type Worker = ();

        const CHECKED: u64 = 100;

        fn worker(&self) {}

        fn piece(&self, (): &mut (), number: u64) -> Done {
            Done { units: 2, result: number.wrapping_mul(number) }
        }
    }

    #[test]
    fn the_checksum_depends_on_the_work_alone() {
        let measure = |threads, millis| {
            let threads = NonZeroUsize::new(threads).expect("some");
            Clock { time: Duration::from_millis(millis), threads }.measure(&Squares)
        };
        let (short, long, shared) = (measure(1, 0), measure(1, 200), measure(3, 1));
        assert_eq!((short.pieces, short.units), (100, 200));
        assert!(long.pieces > short.pieces);
        assert_eq!(short.checksum, long.checksum);
        assert_eq!(short.checksum, shared.checksum);
    }

    #[test]
    fn other_programs_take_no_time() {
        let measured = Measured { seconds: 8.0, cpu_seconds: Some(2.0), ..Default::default() };
        assert_eq!(measured.undisturbed(1), 2.0);
        let unknown = Measured { cpu_seconds: None, ..measured };
        assert_eq!(unknown.undisturbed(1), 8.0);
        let others_work = Measured { cpu_seconds: Some(100.0), ..measured };
        assert_eq!(others_work.undisturbed(1), 8.0);
    }

    #[test]
    fn exchanged_results_change_the_checksum() {
        assert_ne!(mix(0, 5).wrapping_add(mix(1, 6)), mix(0, 6).wrapping_add(mix(1, 5)));
    }
}
