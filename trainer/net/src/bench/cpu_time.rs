//! The time that this process has computed, all threads together: what other programs do on a busy
//! machine does not count.

/// Seconds of all threads so far; `None` where this program does not know how to ask.
#[cfg(all(target_os = "linux", target_pointer_width = "64"))]
pub fn seconds() -> Option<f64> {
    /// `struct timespec` of 64-bit Linux.
    #[repr(C)]
    struct Time {
        seconds: i64,
        nanoseconds: i64,
    }

    unsafe extern "C" {
        /// POSIX; the standard library links the C library that has it.
        fn clock_gettime(clock: i32, time: *mut Time) -> i32;
    }

    /// `CLOCK_PROCESS_CPUTIME_ID` of Linux.
    const PROCESS: i32 = 2;
    let mut time = Time { seconds: 0, nanoseconds: 0 };
    // SAFETY: the function writes one `struct timespec` through a valid pointer.
    let failed = unsafe { clock_gettime(PROCESS, &raw mut time) } != 0;
    (!failed).then_some(time.seconds as f64 + time.nanoseconds as f64 / 1e9)
}

/// Seconds of all threads so far; `None` where this program does not know how to ask.
#[cfg(not(all(target_os = "linux", target_pointer_width = "64")))]
pub fn seconds() -> Option<f64> {
    None
}

#[cfg(all(test, target_os = "linux", target_pointer_width = "64"))]
mod tests {
    use std::time::{Duration, Instant};

    use super::seconds;

    #[test]
    fn computing_takes_time_and_sleeping_does_not() {
        let (before, started) = (seconds().expect("Linux tells"), Instant::now());
        let mut sum = 0u64;
        while seconds().expect("Linux tells") < before + 0.01 {
            sum = std::hint::black_box(sum + 1);
        }
        assert!(started.elapsed() >= Duration::from_millis(1));
    }
}
