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

/// A slope with its interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub estimate: Estimate,
    /// What the line rises from the leftmost point to the rightmost.
    pub rise: Estimate,
    /// Probability of a slope as large if there were none.
    pub p: f64,
    /// The least α at which the whole interval of the rise lies within the margin.
    pub negligible: f64,
}

/// The line of least squares, weighted by the precision of the heights. The intervals are those of
/// points drawn anew from their errors (normal ones), stream `0` of `seed`. A rise below `margin` is
/// negligible.
pub(super) fn slope(points: &[Point], margin: f64, options: &Options, seed: u64) -> Slope {
    let value = fitted(points);
    let mut rng = game_stream(seed, 0);
    let resamples = 0..options.resamples.max(100);
    let (mut slopes, mut rises): (Vec<f64>, Vec<f64>) = resamples
        .map(|_| {
            let drawn: Vec<_> = points.iter().map(|point| point.drawn(&mut rng)).collect();
            let slope = fitted(&drawn);
            // Where the points stand nearly above each other the slope alone says nothing: it may be
            // anything, and with it the rise, which is why both come from the same points.
            (slope, slope * width(&drawn))
        })
        .unzip();
    slopes.sort_unstable_by(f64::total_cmp);
    rises.sort_unstable_by(f64::total_cmp);
    // Half of the middle 68.27 %, which is one standard error of a normal distribution and does not
    // mind a few wild slopes.
    let end = |share| quantile(&slopes, share).unwrap_or(value);
    let error = ((end(0.841_345) - end(0.158_655)) / 2.0).max(1e-12);
    Slope {
        estimate: Estimate::new(value, middle(&slopes, value, options)),
        rise: {
            let rise = value * width(points);
            Estimate::new(rise, middle(&rises, rise, options))
        },
        p: (2.0 * Normal::standard().sf(value.abs() / error)).min(1.0),
        negligible: beyond(&rises, margin),
    }
}

/// The percentile interval of ascending `drawn` figures.
fn middle(drawn: &[f64], value: f64, options: &Options) -> Interval {
    let tail = options.confidence.alpha() / 2.0;
    let end = |share| quantile(drawn, share).unwrap_or(value);
    Interval { low: end(tail), high: end(1.0 - tail) }
}

/// Twice the share of the drawn figures that lie beyond `margin` on the worse side.
fn beyond(drawn: &[f64], margin: f64) -> f64 {
    let above = drawn.iter().filter(|rise| **rise >= margin).count();
    let below = drawn.iter().filter(|rise| **rise <= -margin).count();
    // One more than were seen: none of a few resamples is not never.
    (2.0 * (above.max(below) + 1) as f64 / (drawn.len() + 1) as f64).min(1.0)
}

/// The distance from the leftmost point to the rightmost.
fn width(points: &[Point]) -> f64 {
    let ends = points.iter().fold((f64::MAX, f64::MIN), |(a, b), p| (a.min(p.x), b.max(p.x)));
    (ends.1 - ends.0).max(0.0)
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
        let found = slope(&points, 0.05, &Options::default(), 1);
        assert!((found.estimate.value - 0.1).abs() < 1e-12);
        assert!((found.rise.value - 0.5).abs() < 1e-12 && found.rise.interval().contains(0.5));
        assert!(found.estimate.interval().contains(0.1));
        assert!(found.p < 1e-6 && found.negligible > 0.99);
        let flat = slope(&[point(0.0, 0.5), point(5.0, 0.5)], 0.05, &Options::default(), 1);
        assert!(flat.p > 0.9 && flat.negligible < 0.01, "{flat:?}");
        assert!(flat.rise.low > -0.05 && flat.rise.high < 0.05, "{flat:?}");
    }

    #[test]
    fn points_nearly_above_each_other_are_not_negligible() {
        // Equal ratings, scores thirty points apart: no line says what strength does.
        let apart = [point(0.0, 0.3), point(0.0, 0.6)];
        let found = slope(&apart, 0.05, &Options::default(), 1);
        assert!(found.negligible > 0.5, "{found:?}");
        assert!(found.rise.low < -0.2 && found.rise.high > 0.2, "{found:?}");
        let vague =
            [(0.0, 0.48), (0.001, 0.52)].map(|(x, y)| Point { y_error: 0.1, ..point(x, y) });
        assert!(slope(&vague, 0.05, &Options::default(), 1).negligible > 0.3);
    }

    #[test]
    fn negligible_means_the_whole_interval_within_the_margin() {
        for tenth in 0..=10 {
            let points = [point(0.0, 0.5), point(5.0, 0.5 + 0.01 * f64::from(tenth))];
            let found = slope(&points, 0.05, &Options::default(), 7);
            let within = found.rise.low > -0.05 && found.rise.high < 0.05;
            assert_eq!(found.negligible < 0.05, within, "{found:?}");
        }
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
