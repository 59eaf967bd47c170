//! A straight line through points that are uncertain in both directions.

use imperial_engine::game_stream;
use rand::{Rng, RngExt};
use statrs::distribution::{ContinuousCDF, Normal};

use crate::balance::Options;
use crate::stats::{Estimate, Interval, quantile};

/// Least standard error of a height, which keeps weights finite.
const LEAST_ERROR: f64 = 1e-4;

/// A point with the standard errors of its coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub x_error: f64,
    pub y: f64,
    pub y_error: f64,
}

/// A slope with its interval, and the probabilities of one as large if there were none, and of one
/// as small if it were `margin`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub estimate: Estimate,
    pub p: f64,
    pub negligible: f64,
}

/// The line of least squares, weighted by the precision of the heights. The interval is that of the
/// slopes of points drawn anew from their errors (normal ones), stream `0` of `seed`.
pub(super) fn slope(points: &[Point], margin: f64, options: &Options, seed: u64) -> Slope {
    let value = fitted(points);
    let mut rng = game_stream(seed, 0);
    let mut drawn: Vec<f64> = (0..options.resamples.max(100))
        .map(|_| fitted(&points.iter().map(|point| point.drawn(&mut rng)).collect::<Vec<_>>()))
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let tail = options.confidence.alpha() / 2.0;
    let end = |share| quantile(&drawn, share).unwrap_or(value);
    let interval = Interval { low: end(tail), high: end(1.0 - tail) };
    // Half of the middle 68.27 %, which is one standard error of a normal distribution and does not
    // mind a few wild slopes.
    let error = ((end(0.841_345) - end(0.158_655)) / 2.0).max(1e-12);
    let tail = |deviation: f64| Normal::standard().sf(deviation / error);
    Slope {
        estimate: Estimate::new(value, interval),
        p: (2.0 * tail(value.abs())).min(1.0),
        negligible: tail(value + margin).max(tail(margin - value)),
    }
}

impl Point {
    fn drawn(&self, rng: &mut impl Rng) -> Self {
        let mut normal = || Normal::standard().inverse_cdf(rng.random_range(1e-12..1.0));
        Self { x: self.x + self.x_error * normal(), y: self.y + self.y_error * normal(), ..*self }
    }

    fn weight(&self) -> f64 {
        self.y_error.max(LEAST_ERROR).powi(-2)
    }
}

/// The slope; 0 where all points stand above each other.
fn fitted(points: &[Point]) -> f64 {
    let total: f64 = points.iter().map(Point::weight).sum();
    let mean = |of: &dyn Fn(&Point) -> f64| {
        points.iter().map(|point| point.weight() * of(point)).sum::<f64>() / total
    };
    let (x, y) = (mean(&|point| point.x), mean(&|point| point.y));
    let spread = mean(&|point| (point.x - x).powi(2));
    if spread > 0.0 { mean(&|point| (point.x - x) * (point.y - y)) / spread } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point { x, x_error: 0.1, y, y_error: 0.01 }
    }

    #[test]
    fn a_line_is_found() {
        let points = [point(0.0, 0.1), point(2.0, 0.3), point(5.0, 0.6)];
        let found = slope(&points, 0.001, &Options::default(), 1);
        assert!((found.estimate.value - 0.1).abs() < 1e-12);
        assert!(found.estimate.interval().contains(0.1));
        assert!(found.p < 1e-6 && found.negligible > 0.99);
        let flat = slope(&[point(0.0, 0.5), point(5.0, 0.5)], 0.01, &Options::default(), 1);
        assert!(flat.p > 0.9 && flat.negligible < 0.01, "{flat:?}");
    }

    #[test]
    fn points_above_each_other_have_no_slope() {
        assert_eq!(fitted(&[point(1.0, 0.1), point(1.0, 0.9)]), 0.0);
        assert_eq!(fitted(&[point(1.0, 0.1)]), 0.0);
    }

    #[test]
    fn precise_points_count_for_more() {
        let vague = Point { y_error: 1.0, ..point(10.0, 9.0) };
        let found = fitted(&[point(0.0, 0.1), point(5.0, 0.6), vague]);
        assert!((found - 0.1).abs() < 0.01, "{found}");
    }
}
