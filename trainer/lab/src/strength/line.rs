//! A straight line, or parallel ones, through points that are uncertain in both directions.

use std::f64::consts::{FRAC_PI_2, PI};

use imperial_engine::game_stream;
use rand::{Rng, RngExt};
use statrs::distribution::{ChiSquared, ContinuousCDF, Normal};

use super::Misfit;
use crate::Options;
use imperial_stats::{Estimate, Interval, Matrix, quantile};

/// Least standard error of a coordinate, which keeps weights finite.
const LEAST_ERROR: f64 = 1e-4;
/// Least share of the mean variance of the places that each point has alone.
const ALONE: f64 = 1e-9;
/// Angles at which the line that fits best is looked for.
const ANGLES: u32 = 360;
/// Steps of the search between two angles; each leaves two thirds.
const REFINEMENTS: u32 = 40;

/// A point with the standard errors of its coordinates.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub x: f64,
    pub x_error: f64,
    pub y: f64,
    pub y_error: f64,
}

/// Points whose places across may err together, as ratings from the same games do.
#[derive(Clone, Debug)]
pub(super) struct Points {
    points: Vec<Point>,
    /// Per point the number of the line that it lies on: parallel lines, each at its own height.
    heights: Vec<usize>,
    /// Covariance of the places, and its Cholesky factor.
    covariance: Matrix,
    lower: Matrix,
}

/// A slope with its interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Slope {
    pub estimate: Estimate,
    /// What the line rises from the leftmost point to the rightmost, the widest one of several.
    pub rise: Estimate,
    /// Probability of a slope as large if there were none.
    pub p: f64,
    /// The least α at which the whole interval of the rise lies within the margin.
    pub negligible: f64,
}

impl Points {
    /// Points with the correlations of the errors of their places.
    pub fn new(points: Vec<Point>, correlation: impl Fn(usize, usize) -> f64) -> Self {
        let size = points.len();
        let errors: Vec<f64> = points.iter().map(|p| p.x_error.max(LEAST_ERROR)).collect();
        // An error that all points share moves a line along itself and changes neither slope nor
        // misfit. It makes the covariance positive definite where the places are measured from their
        // own mean; a little of it for each point alone does where they all err alike.
        let shared = errors.iter().map(|error| error * error).sum::<f64>() / size.max(1) as f64;
        let mut covariance = Matrix::new(size);
        for row in 0..size {
            covariance.add(row, row, ALONE * shared);
            for column in 0..size {
                let together = correlation(row, column) * errors[row] * errors[column];
                covariance.add(row, column, together + shared);
            }
        }
        // Without a factor, which finite numbers always have, the places count as exact.
        let lower = covariance.cholesky().unwrap_or_else(|| Matrix::new(size));
        Self { heights: vec![0; size], points, covariance, lower }
    }

    /// The same points on parallel lines: for each the number of its line, from 0.
    pub fn with_heights(self, heights: Vec<usize>) -> Self {
        debug_assert_eq!(heights.len(), self.points.len());
        Self { heights, ..self }
    }

    /// Number of parallel lines.
    fn lines(&self) -> usize {
        self.heights.iter().max().map_or(0, |last| last + 1)
    }

    /// The same points drawn anew from their errors (normal ones).
    fn drawn(&self, rng: &mut impl Rng) -> Vec<Point> {
        let mut normal = || Normal::standard().inverse_cdf(rng.random_range(1e-12..1.0));
        let along: Vec<f64> = self.points.iter().map(|_| normal()).collect();
        let moves = self.lower.lower_times(&along);
        let moved = self.points.iter().zip(moves).map(|(point, moved)| Point {
            x: point.x + moved,
            y: point.y + point.y_error * normal(),
            ..*point
        });
        moved.collect()
    }

    /// The line of least squares, weighted by the precision of the heights. The intervals are those
    /// of points drawn anew, stream `0` of `seed`. A rise below `margin` is negligible.
    pub fn slope(&self, margin: f64, options: &Options, seed: u64) -> Slope {
        let value = self.fitted(&self.points);
        let mut rng = game_stream(seed, 0);
        let resamples = 0..options.resamples.max(100);
        let (mut slopes, mut rises): (Vec<f64>, Vec<f64>) = resamples
            .map(|_| {
                let drawn = self.drawn(&mut rng);
                let slope = self.fitted(&drawn);
                // Where the points stand nearly above each other the slope alone says nothing: it may
                // be anything, and with it the rise, which is why both come from the same points.
                (slope, slope * self.width(&drawn))
            })
            .unzip();
        slopes.sort_unstable_by(f64::total_cmp);
        rises.sort_unstable_by(f64::total_cmp);
        // Half of the middle 68.27 %, which is one standard error of a normal distribution and does
        // not mind a few wild slopes.
        let end = |share| quantile(&slopes, share).unwrap_or(value);
        let error = ((end(0.841_345) - end(0.158_655)) / 2.0).max(1e-12);
        let rise = value * self.width(&self.points);
        Slope {
            estimate: Estimate::new(value, middle(&slopes, value, options)),
            rise: Estimate::new(rise, middle(&rises, rise, options)),
            p: (2.0 * Normal::standard().sf(value.abs() / error)).min(1.0),
            negligible: beyond(&rises, margin),
        }
    }

    /// How badly the best of all straight lines fits; `None` where they go through all points anyway.
    pub fn misfit(&self) -> Option<Misfit> {
        let freedom =
            self.points.len().checked_sub(self.lines() + 1).filter(|freedom| *freedom > 0)?;
        let chi_square = self.least_chi_square();
        let p = ChiSquared::new(freedom as f64).ok()?.sf(chi_square);
        Some(Misfit { chi_square, freedom: freedom as u32, p })
    }

    /// The sum of squared residuals of the line that makes it least. Lines are gone through by their
    /// angle, so that steep ones are among them, and the best is refined by thirds.
    fn least_chi_square(&self) -> f64 {
        let spread = |of: fn(&Point) -> f64| {
            let ends =
                self.points.iter().map(of).fold((f64::MAX, f64::MIN), |(low, high), value| {
                    (low.min(value), high.max(value))
                });
            (ends.1 - ends.0).max(LEAST_ERROR)
        };
        let scale = spread(|point| point.y) / spread(|point| point.x);
        let at = |angle: f64| self.chi_square(scale * angle.tan());
        let step = PI / ANGLES as f64;
        let angles = (0..ANGLES).map(|place| -FRAC_PI_2 + step * (place as f64 + 0.5));
        let best = angles.min_by(|a, b| at(*a).total_cmp(&at(*b))).unwrap_or(0.0);
        let (mut low, mut high) = (best - step, best + step);
        for _ in 0..REFINEMENTS {
            let third = (high - low) / 3.0;
            if at(low + third) < at(high - third) { high -= third } else { low += third }
        }
        at(best).min(at((low + high) / 2.0))
    }

    /// The sum of squared residuals of the best line of this slope, each weighed by all errors
    /// together: of heights, and of places as far as the slope turns them into heights.
    fn chi_square(&self, slope: f64) -> f64 {
        let size = self.points.len();
        let mut covariance = Matrix::new(size);
        for (row, point) in self.points.iter().enumerate() {
            covariance.add(row, row, point.weight().recip());
            for column in 0..size {
                covariance.add(row, column, slope * slope * self.covariance.at(row, column));
            }
        }
        let Some(lower) = covariance.cholesky() else { return f64::INFINITY };
        let mut residuals: Vec<f64> = self.points.iter().map(|p| p.y - slope * p.x).collect();
        let Some(heights) = self.best_heights(&lower, &residuals) else { return f64::INFINITY };
        for (residual, line) in residuals.iter_mut().zip(&self.heights) {
            *residual -= heights[*line];
        }
        dot(&lower.solve(&residuals), &residuals)
    }

    /// The height of each line, by generalised least squares; `lower` is the factor of the covariance
    /// of what is left of the points.
    fn best_heights(&self, lower: &Matrix, rest: &[f64]) -> Option<Vec<f64>> {
        let on = |line: usize| -> Vec<f64> {
            self.heights.iter().map(|own| f64::from(u8::from(*own == line))).collect()
        };
        let mut normal = Matrix::new(self.lines());
        let mut sums = Vec::new();
        for row in 0..self.lines() {
            let weights = lower.solve(&on(row));
            sums.push(dot(&weights, rest));
            for column in 0..self.lines() {
                normal.add(row, column, dot(&weights, &on(column)));
            }
        }
        Some(normal.cholesky()?.solve(&sums))
    }

    /// The slope through `points`, which are these or others in their places; 0 where all points of a
    /// line stand above each other.
    fn fitted(&self, points: &[Point]) -> f64 {
        let (mut rise, mut spread) = (0.0, 0.0);
        for line in 0..self.lines() {
            let own = || points.iter().zip(&self.heights).filter(|(_, at)| **at == line);
            let sum = |of: &dyn Fn(&Point) -> f64| -> f64 {
                own().map(|(point, _)| point.weight() * of(point)).sum()
            };
            let total = sum(&|_| 1.0);
            let (x, y) = (sum(&|point| point.x) / total, sum(&|point| point.y) / total);
            rise += sum(&|point| (point.x - x) * (point.y - y));
            spread += sum(&|point| (point.x - x).powi(2));
        }
        if spread > 0.0 { rise / spread } else { 0.0 }
    }

    /// The distance from the leftmost point to the rightmost of the widest line.
    fn width(&self, points: &[Point]) -> f64 {
        let range = |line: usize| {
            let own = points.iter().zip(&self.heights).filter(|(_, at)| **at == line);
            let (low, high) =
                own.fold((f64::MAX, f64::MIN), |(a, b), (p, _)| (a.min(p.x), b.max(p.x)));
            high - low
        };
        (0..self.lines()).map(range).fold(0.0, f64::max)
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

impl Point {
    fn weight(&self) -> f64 {
        self.y_error.max(LEAST_ERROR).powi(-2)
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: f64, y: f64) -> Point {
        Point { x, x_error: 0.1, y, y_error: 0.01 }
    }

    /// Points whose places err apart from each other.
    fn apart(points: &[Point]) -> Points {
        Points::new(points.to_vec(), |a, b| f64::from(u8::from(a == b)))
    }

    #[test]
    fn a_line_is_found() {
        let points = apart(&[point(0.0, 0.1), point(2.0, 0.3), point(5.0, 0.6)]);
        let found = points.slope(0.05, &Options::default(), 1);
        assert!((found.estimate.value - 0.1).abs() < 1e-12);
        assert!((found.rise.value - 0.5).abs() < 1e-12 && found.rise.interval().contains(0.5));
        assert!(found.estimate.interval().contains(0.1));
        assert!(found.p < 1e-6 && found.negligible > 0.99);
        let flat = apart(&[point(0.0, 0.5), point(5.0, 0.5)]);
        let flat = flat.slope(0.05, &Options::default(), 1);
        assert!(flat.p > 0.9 && flat.negligible < 0.01, "{flat:?}");
        assert!(flat.rise.low > -0.05 && flat.rise.high < 0.05, "{flat:?}");
    }

    #[test]
    fn points_nearly_above_each_other_are_not_negligible() {
        // Equal ratings, scores thirty points apart: no line says what strength does.
        let scores = [point(0.0, 0.3), point(0.0, 0.6)];
        let found = apart(&scores).slope(0.05, &Options::default(), 1);
        assert!(found.negligible > 0.5, "{found:?}");
        assert!(found.rise.low < -0.2 && found.rise.high > 0.2, "{found:?}");
        let vague =
            [(0.0, 0.48), (0.001, 0.52)].map(|(x, y)| Point { y_error: 0.1, ..point(x, y) });
        assert!(apart(&vague).slope(0.05, &Options::default(), 1).negligible > 0.3);
    }

    #[test]
    fn negligible_means_the_whole_interval_within_the_margin() {
        for tenth in 0..=10 {
            let points = [point(0.0, 0.5), point(5.0, 0.5 + 0.01 * f64::from(tenth))];
            let found = apart(&points).slope(0.05, &Options::default(), 7);
            let within = found.rise.low > -0.05 && found.rise.high < 0.05;
            assert_eq!(found.negligible < 0.05, within, "{found:?}");
        }
    }

    #[test]
    fn the_misfit_agrees_with_orthogonal_regression() {
        // Errors of 0.1 both ways: the least eigenvalue of the scatter matrix over the variance,
        // numpy.linalg.eigvalsh(3 * numpy.cov([0, 1, 2, 3], [0, 2, 1, 4], bias=True) * 4 / 3)[0] / 0.01
        let both = |x, y| Point { x, x_error: 0.1, y, y_error: 0.1 };
        let points = apart(&[both(0.0, 0.0), both(1.0, 2.0), both(2.0, 1.0), both(3.0, 4.0)]);
        let found = points.misfit().expect("more than two points");
        let (xx, yy, xy): (f64, f64, f64) = (5.0, 8.75, 5.5);
        let least = (xx + yy - ((xx - yy).powi(2) + 4.0 * xy * xy).sqrt()) / 2.0;
        assert!((found.chi_square - least / 0.01).abs() < 1e-3, "{found:?}");
        assert_eq!(found.freedom, 2);
        // The survival function of two degrees of freedom is exp(-x / 2).
        assert!((found.p - (-found.chi_square / 2.0).exp()).abs() < 1e-9);
        assert_eq!(apart(&[both(0.0, 0.0), both(1.0, 2.0)]).misfit(), None);
    }

    #[test]
    fn points_on_a_line_fit_and_a_bend_does_not() {
        let bent = [point(0.0, 0.1), point(2.0, 0.5), point(4.0, 0.2)];
        assert!(apart(&bent).misfit().expect("three points").p < 1e-6);
        let straight = [point(0.0, 0.1), point(2.0, 0.31), point(4.0, 0.49)];
        assert!(apart(&straight).misfit().expect("three points").p > 0.1);
        let vague = bent.map(|point| Point { x_error: 5.0, ..point });
        assert!(apart(&vague).misfit().expect("three points").p > 0.1, "they may stand anywhere");
    }

    #[test]
    fn the_test_of_a_line_is_wrong_at_its_rate() {
        let truth = apart(
            &[0.0, 1.0, 2.0, 3.0, 5.0].map(|x| Point { x_error: 0.2, ..point(x, 0.1 + 0.05 * x) }),
        );
        let mut rng = game_stream(1855, 0);
        let rejected = (0..2000).filter(|_| {
            apart(&truth.drawn(&mut rng)).misfit().is_some_and(|misfit| misfit.p < 0.05)
        });
        // 100 are expected, with a standard error of 10.
        let rejected = rejected.count();
        assert!((60..=140).contains(&rejected), "{rejected}");
    }

    #[test]
    fn an_error_that_all_share_moves_no_line() {
        let points = [point(0.0, 0.1), point(2.0, 0.3), point(5.0, 0.6)];
        let far = points.map(|point| Point { x_error: 30.0, ..point });
        let together = Points::new(far.to_vec(), |_, _| 1.0);
        let found = together.slope(0.001, &Options::default(), 1).estimate;
        assert!(found.low > 0.08 && found.high < 0.12, "{found:?}");
        let found = apart(&far).slope(0.001, &Options::default(), 1).estimate;
        assert!(found.interval().contains(0.0), "{found:?}");
    }

    #[test]
    fn points_above_each_other_have_no_slope() {
        let value = |points: &[Point]| apart(points).fitted(points);
        assert_eq!(value(&[point(1.0, 0.1), point(1.0, 0.9)]), 0.0);
        assert_eq!(value(&[point(1.0, 0.1)]), 0.0);
    }

    #[test]
    fn parallel_lines_have_one_slope() {
        // Two lines 0.3 apart that rise by 0.1; one line through all of them rises by much more.
        let points =
            [point(0.0, 0.1), point(1.0, 0.2), point(2.0, 0.3), point(3.0, 0.7), point(4.0, 0.8)];
        let one = apart(&points);
        let two = apart(&points).with_heights(vec![0, 0, 0, 1, 1]);
        assert!((two.fitted(&points) - 0.1).abs() < 1e-12 && one.fitted(&points) > 0.15);
        let [one, two] = [one, two].map(|points| points.misfit().expect("enough points"));
        assert_eq!((one.freedom, two.freedom), (3, 2));
        assert!(one.p < 1e-3 && two.chi_square < 1e-6 && two.p > 0.99, "{one:?} {two:?}");
        let slope =
            apart(&points).with_heights(vec![0, 0, 0, 1, 1]).slope(0.05, &Options::default(), 1);
        assert!((slope.rise.value - 0.2).abs() < 1e-9, "over the wider line: {slope:?}");
        let alone = apart(&points[1..4]).with_heights(vec![0, 0, 1]);
        assert_eq!(alone.misfit(), None, "two heights and a slope go through any three points");
    }

    #[test]
    fn the_misfit_of_parallel_lines_has_its_distribution() {
        let truth: Vec<Point> = (0..6)
            .map(|at| point(f64::from(at), 0.1 * f64::from(at) + 0.4 * f64::from(at % 2)))
            .collect();
        let truth = apart(&truth).with_heights(vec![0, 1, 0, 1, 0, 1]);
        let mut rng = game_stream(1732, 0);
        let small = (0..400).filter(|_| {
            let drawn = apart(&truth.drawn(&mut rng)).with_heights(truth.heights.clone());
            drawn.misfit().is_some_and(|misfit| misfit.p < 0.05)
        });
        let share = small.count() as f64 / 400.0;
        assert!((0.015..0.095).contains(&share), "{share}");
    }

    #[test]
    fn precise_points_count_for_more() {
        let vague = Point { y_error: 1.0, ..point(10.0, 9.0) };
        let points = [point(0.0, 0.1), point(5.0, 0.6), vague];
        let found = apart(&points).fitted(&points);
        assert!((found - 0.1).abs() < 0.01, "{found}");
    }
}
