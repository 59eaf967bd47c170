//! The learning rate over the course of a run.

use serde::{Deserialize, Serialize};

/// A linear warm-up to the peak, then a cosine down to the end rate, which stays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schedule {
    /// Steps until the peak.
    pub warm_up: u64,
    /// Steps until the end rate, the warm-up included.
    pub total: u64,
    /// Highest learning rate.
    pub peak: f64,
    /// Learning rate from step `total` on.
    pub end: f64,
}

impl Default for Schedule {
    fn default() -> Self {
        Self { warm_up: 500, total: 20_000, peak: 2e-3, end: 1e-5 }
    }
}

impl Schedule {
    /// The learning rate of step number `step`, counted from 0.
    pub fn rate(&self, step: u64) -> f64 {
        if step < self.warm_up {
            return self.peak * (step + 1) as f64 / self.warm_up as f64;
        }
        let span = self.total.saturating_sub(self.warm_up).max(1);
        let done = ((step - self.warm_up) as f64 / span as f64).min(1.0);
        let fall = (1.0 + (std::f64::consts::PI * done).cos()) / 2.0;
        self.end + (self.peak - self.end) * fall
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_climbs_peaks_and_falls_to_its_end() {
        let schedule = Schedule { warm_up: 10, total: 110, peak: 1.0, end: 0.1 };
        assert_eq!(schedule.rate(0), 0.1);
        assert_eq!(schedule.rate(9), 1.0);
        assert_eq!(schedule.rate(10), 1.0);
        assert!((schedule.rate(60) - 0.55).abs() < 1e-12);
        assert!((schedule.rate(110) - 0.1).abs() < 1e-12);
        assert_eq!(schedule.rate(100_000), schedule.rate(110));
    }

    #[test]
    fn a_run_without_warm_up_or_fall_keeps_finite_rates() {
        let schedule = Schedule { warm_up: 0, total: 0, peak: 1.0, end: 0.5 };
        assert_eq!((schedule.rate(0), schedule.rate(1)), (1.0, 0.5));
    }
}
