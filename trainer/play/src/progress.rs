//! Progress: a bar on a terminal, a plain line now and then elsewhere.

use std::fmt;
use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use crate::tell;
use crate::tell::BARS;
use crate::terminal::plain;

/// Seconds between plain lines.
const PLAIN_INTERVAL: Duration = Duration::from_secs(10);

/// Done, half done and not done yet.
const BAR: &str = "━╸─";

/// The unit of files.
const BYTES: &str = "bytes";

/// A time left, of another one.
type Left = dyn Fn(Duration) -> Duration + Send + Sync;

/// The progress of one piece of work: so many of so many units, and what else is counted meanwhile.
pub struct Progress {
    bar: ProgressBar,
    name: String,
    total: u64,
    unit: &'static str,
    /// What is counted beside the units, such as plies.
    counted: &'static str,
    counter: AtomicU64,
    started: Instant,
    /// Units that were done before this started; they do not count towards the speed.
    before: u64,
    /// Makes the time left of that which the units alone would say.
    left: Arc<Left>,
    plain: Option<Mutex<Instant>>,
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Progress {
    /// Starts at `before` of `total` units. `counted` names what [`count`](Self::count) counts.
    pub fn start(
        name: &str,
        unit: &'static str,
        counted: &'static str,
        before: u64,
        total: u64,
    ) -> Self {
        let terminal = std::io::stderr().is_terminal();
        let bar = if terminal { BARS.add(ProgressBar::new(total)) } else { ProgressBar::hidden() };
        bar.set_length(total);
        let template = "{prefix:<28} [{bar:24.cyan/dim}] {pos}/{len} {msg}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars(BAR));
        }
        let name = plain(name).into_owned();
        bar.set_prefix(name.clone());
        bar.set_position(before);
        bar.reset_eta();
        if terminal {
            bar.enable_steady_tick(Duration::from_millis(200));
        }
        let started = Instant::now();
        let plain = (!terminal).then(|| Mutex::new(started));
        let counter = AtomicU64::new(0);
        Self {
            bar,
            name,
            total,
            unit,
            counted,
            counter,
            started,
            before,
            left: Arc::new(|left| left),
            plain,
        }
    }

    /// Shows as time left what `left` makes of the time that the units alone would say.
    #[must_use]
    pub fn with_time_left(
        mut self,
        left: impl Fn(Duration) -> Duration + Send + Sync + 'static,
    ) -> Self {
        let left: Arc<Left> = Arc::new(left);
        let asked = Arc::clone(&left);
        let shown = move |state: &ProgressState, out: &mut dyn fmt::Write| {
            // A bar shows what it can; there is nobody to tell.
            let _ = write!(out, "{:#}", HumanDuration(asked(state.eta())));
        };
        self.bar.set_style(self.bar.style().with_key("eta", shown));
        self.left = left;
        self
    }

    /// Progress through files whose size shows only on the way; for [`set`](Self::set).
    pub fn of_bytes(name: &str) -> Self {
        let progress = Self::start(name, BYTES, "", 0, 0);
        let template = "{prefix:<28} [{bar:24.cyan/dim}] {bytes}/{total_bytes}  {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            progress.bar.set_style(style.progress_chars(BAR));
        }
        progress
    }

    /// So much of so much is done.
    pub fn set(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
        if let Some(last) = &self.plain {
            self.print_line(last);
        }
    }

    /// Removes the bar without a word.
    pub fn clear(self) {
        self.remove();
    }

    fn remove(&self) {
        self.bar.finish_and_clear();
        BARS.remove(&self.bar);
    }

    /// Adds to what is counted beside the units.
    pub fn count(&self, number: u64) {
        self.counter.fetch_add(number, Ordering::Relaxed);
        self.show();
    }

    /// Shows `text` beside the numbers, such as the current losses.
    pub fn note(&self, text: &str) {
        self.bar.set_message(format!("{} {text}", self.unit));
    }

    /// One more unit is done.
    pub fn advance(&self) {
        self.bar.inc(1);
        self.show();
    }

    fn show(&self) {
        if !self.counted.is_empty() {
            let rate = self.rate(self.counter.load(Ordering::Relaxed));
            self.bar.set_message(format!("{}  {rate:.0} {}/s", self.unit, self.counted));
        }
        if let Some(last) = &self.plain {
            self.print_line(last);
        }
    }

    fn rate(&self, number: u64) -> f64 {
        number as f64 / self.started.elapsed().as_secs_f64().max(1e-3)
    }

    fn print_line(&self, last: &Mutex<Instant>) {
        let Ok(mut last) = last.try_lock() else { return };
        if last.elapsed() < PLAIN_INTERVAL {
            return;
        }
        *last = Instant::now();
        let done = self.bar.position();
        let speed = self.rate(done.saturating_sub(self.before));
        let total = self.bar.length().unwrap_or(self.total);
        let left = total.saturating_sub(done) as f64 / speed.max(1e-9);
        let left = HumanDuration((self.left)(Duration::from_secs(left.min(1e7) as u64)));
        let (name, message) = (&self.name, self.bar.message());
        if self.unit == BYTES {
            let (done, total) = (HumanBytes(done), HumanBytes(total));
            return tell!("{name}: {done} of {total}, {left} left");
        }
        let message = if message.is_empty() { self.unit.to_owned() } else { message };
        if done == self.before {
            return tell!("{name}: {done}/{total} {message}");
        }
        tell!("{name}: {done}/{total} {message}, {left} left");
    }

    /// Removes the bar and says what was done and how fast.
    pub fn finish(self) {
        self.remove();
        let elapsed = self.started.elapsed();
        // A bar that is finished stands at its end, which may lie before the start.
        let done = self.bar.position().saturating_sub(self.before);
        let mut line =
            format!("{}: {done} {} in {:.1} s", self.name, self.unit, elapsed.as_secs_f64());
        let counted = self.counter.load(Ordering::Relaxed);
        if counted > 0 {
            line += &format!(", {:.0} {}/s", self.rate(counted), self.counted);
        }
        tell!("{line}");
    }
}
