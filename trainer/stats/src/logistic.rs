//! Logistic regression: how a score from 0 to 1 goes with other figures of the same game.

use crate::linear::Matrix;
use crate::log_odds::share_of;
use crate::{Confidence, Estimate, Interval};

/// Steps that are far more than ever needed, unless figures tell all scores apart.
const MOST_STEPS: u32 = 30;
/// Log-odds between two games that are no longer worth a step. The slope does not tell: where a figure foretells some
/// scores, it dies away, while each step is still as far as the one before.
const LEAST_STEP: f64 = 1e-6;
/// Log-odds between two games beyond which a figure tells scores apart instead of shifting them.
const FARTHEST: f64 = 50.0;

/// By how many log-odds the expected score rises with each figure, the others being equal: the coefficients of
/// log(p / (1 − p)) = *a* + Σ *b*·*x* that make the scores most likely (McCullagh and Nelder 1989, *Generalized Linear
/// Models*, chapter 4), with intervals from errors that hold for draws, too (White 1982, *Econometrica* 50:1–25).
///
/// Each row is the figures of one game and its score. `None` where the rows cannot tell: fewer than ten for each
/// figure, figures that follow from each other or never change, scores that are all equal, or a figure of which some
/// value foretells the score.
pub fn logistic(rows: &[(Vec<f64>, f64)], confidence: Confidence) -> Option<Vec<Estimate>> {
    let size = rows.first()?.0.len() + 1;
    if rows.len() < 10 * size {
        return None;
    }
    // Around their means, so that large counts do not blur small differences.
    let mean = |place| rows.iter().map(|(row, _)| row[place]).sum::<f64>() / rows.len() as f64;
    let means: Vec<f64> = (0..size - 1).map(mean).collect();
    let centred = |(row, score): &(Vec<f64>, f64)| {
        let figures = row.iter().zip(&means).map(|(figure, mean)| figure - mean);
        (std::iter::once(1.0).chain(figures).collect(), *score)
    };
    let rows: Vec<(Vec<f64>, f64)> = rows.iter().map(centred).collect();
    let spread = |place: usize| {
        let figures = || rows.iter().map(|(row, _)| row[place]);
        let far = figures().fold(f64::MIN, f64::max) - figures().fold(f64::MAX, f64::min);
        far.max(1.0)
    };
    let spreads: Vec<f64> = (0..size).map(spread).collect();
    let mut coefficients = vec![0.0; size];
    for _ in 0..MOST_STEPS {
        let (slope, information) = at(&rows, &coefficients);
        let lower = information.cholesky()?;
        let steps = lower.solve(&slope);
        for (coefficient, step) in coefficients.iter_mut().zip(&steps) {
            *coefficient += step;
        }
        let far =
            |of: &[f64], most: f64| (0..size).any(|place| of[place].abs() * spreads[place] > most);
        if far(&coefficients, FARTHEST) {
            return None;
        }
        if !far(&steps, LEAST_STEP) {
            return Some(estimates(&rows, &coefficients, &lower, confidence));
        }
    }
    None
}

fn expected(figures: &[f64], coefficients: &[f64]) -> f64 {
    let sum: f64 = figures.iter().zip(coefficients).map(|(figure, weight)| figure * weight).sum();
    share_of(sum)
}

/// The gradient of the log-likelihood, and its negated second derivatives.
fn at(rows: &[(Vec<f64>, f64)], coefficients: &[f64]) -> (Vec<f64>, Matrix) {
    let size = coefficients.len();
    let (mut slope, mut information) = (vec![0.0; size], Matrix::new(size));
    for (figures, score) in rows {
        let expected = expected(figures, coefficients);
        let weight = expected * (1.0 - expected);
        for (row, figure) in figures.iter().enumerate() {
            slope[row] += figure * (score - expected);
            for (column, other) in figures.iter().enumerate() {
                information.add(row, column, weight * figure * other);
            }
        }
    }
    (slope, information)
}

/// All coefficients but the first. The squared error of each is one entry of H⁻¹·(Σ s·sᵀ)·H⁻¹, with the second
/// derivatives H and each game's part s of the gradient.
fn estimates(
    rows: &[(Vec<f64>, f64)],
    coefficients: &[f64],
    lower: &Matrix,
    confidence: Confidence,
) -> Vec<Estimate> {
    let error = |place: usize| {
        let mut unit = vec![0.0; coefficients.len()];
        unit[place] = 1.0;
        let inverse = lower.solve(&unit);
        let part = |(figures, score): &(Vec<f64>, f64)| {
            let sum: f64 = figures.iter().zip(&inverse).map(|(a, b)| a * b).sum();
            (sum * (score - expected(figures, coefficients))).powi(2)
        };
        rows.iter().map(part).sum::<f64>().sqrt()
    };
    let estimate = |place: usize| {
        let (value, half) = (coefficients[place], confidence.z() * error(place));
        Estimate::new(value, Interval { low: value - half, high: value + half })
    };
    (1..coefficients.len()).map(estimate).collect()
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    /// Two figures and a score of each game.
    const GAMES: [(u8, u8, f64); 16] = [
        (16, 8, 1.0),
        (14, 8, 0.5),
        (12, 6, 1.0),
        (15, 7, 0.0),
        (10, 8, 0.0),
        (16, 5, 1.0),
        (13, 6, 0.5),
        (11, 7, 0.0),
        (9, 8, 0.0),
        (12, 4, 1.0),
        (14, 5, 1.0),
        (15, 8, 0.0),
        (8, 6, 0.0),
        (10, 7, 0.5),
        (16, 7, 1.0),
        (13, 3, 0.0),
    ];

    fn games() -> Vec<(Vec<f64>, f64)> {
        // Twice the same, so that there are enough; errors are smaller by √2 then.
        let game = |(a, b, score): (u8, u8, f64)| (vec![f64::from(a), f64::from(b)], score);
        GAMES.into_iter().chain(GAMES).map(game).collect()
    }

    #[test]
    fn coefficients_and_errors_agree_with_statsmodels() {
        // statsmodels.api.GLM(score, add_constant(figures), family=Binomial()).fit(cov_type="HC0"): params and bse
        let found = logistic(&games(), Confidence::P95).expect("they can be told");
        let errors = [0.178_296_05, 0.437_312_94].map(|error: f64| error / 2.0_f64.sqrt());
        for ((found, value), error) in found.iter().zip([0.433_431_19, -0.356_052_75]).zip(errors) {
            assert!((found.value - value).abs() < 1e-7, "{found:?}");
            let half = Confidence::P95.z() * error;
            assert!((found.high - value - half).abs() < 1e-6, "{found:?}, {half}");
            assert!((value - half - found.low).abs() < 1e-6);
        }
    }

    #[test]
    fn what_cannot_be_told_is_not() {
        assert_eq!(logistic(&[], Confidence::P95), None);
        assert_eq!(logistic(&games()[..20], Confidence::P95), None);
        let constant: Vec<_> = games().iter().map(|(row, y)| (vec![row[0], 3.0], *y)).collect();
        assert_eq!(logistic(&constant, Confidence::P95), None);
        let equal: Vec<_> = games().into_iter().map(|(row, _)| (row, 1.0)).collect();
        assert_eq!(logistic(&equal, Confidence::P95), None, "all won");
        // Who has lost a man has always won, but that are four of a hundred games.
        let rare = (0..100)
            .map(|i| (vec![f64::from(u8::from(i < 4))], f64::from(u8::from(i < 4 || i % 2 == 0))));
        assert_eq!(
            logistic(&rare.collect::<Vec<_>>(), Confidence::P95),
            None,
            "a figure foretells some"
        );
        let foretold = (0..40).map(|i| (vec![f64::from(i)], f64::from(u8::from(i > 20))));
        assert_eq!(logistic(&foretold.collect::<Vec<_>>(), Confidence::P95), None);
    }

    #[test]
    fn intervals_hold_the_truth_as_often_as_they_say() {
        let truth = [0.3, -0.6];
        let mut rng = ChaCha8Rng::seed_from_u64(1732);
        let mut held = 0;
        for _ in 0..500 {
            let game = |_: u32| {
                let row =
                    vec![f64::from(rng.random_range(0..6)), f64::from(rng.random_range(0..3))];
                let p = expected(&row, &truth);
                // A third of the games is drawn or not independently of the expected score.
                let decided = rng.random_bool(2.0 / 3.0);
                let score = if decided { f64::from(u8::from(rng.random_bool(p))) } else { p };
                (row, score)
            };
            let rows: Vec<_> = (0..200).map(game).collect();
            let found = logistic(&rows, Confidence::P95).expect("they can be told");
            held += u32::from(found[1].interval().contains(truth[1]));
        }
        // 95 % of 500 are 475, with a standard error of 5.
        assert!((460..=490).contains(&held), "{held}");
    }
}
