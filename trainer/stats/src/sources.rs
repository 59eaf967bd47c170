//! How far sources of figures are apart beyond the errors of each: an error that no sample size removes.

use statrs::distribution::{ContinuousCDF, StudentsT};

use crate::Confidence;

/// A mean of one source with its squared standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Score {
    /// The mean.
    pub value: f64,
    /// Its squared standard error.
    pub variance: f64,
}

/// The standard deviation between sources with its degrees of freedom, from a row of scores for each
/// condition: the mean square around the rows' means, less what the errors of the scores would cause. `None`
/// where there is nothing to compare.
pub fn deviation_between(rows: &[Vec<Score>]) -> Option<(f64, u32)> {
    let (mut squares, mut by_error, mut freedom) = (0.0, 0.0, 0);
    for row in rows.iter().filter(|row| row.len() > 1) {
        let size = row.len() as f64;
        let mean = row.iter().map(|score| score.value).sum::<f64>() / size;
        squares += row.iter().map(|score| (score.value - mean).powi(2)).sum::<f64>();
        by_error += row.iter().map(|score| score.variance).sum::<f64>() * (size - 1.0) / size;
        freedom += row.len() as u32 - 1;
    }
    (freedom > 0).then(|| (((squares - by_error) / f64::from(freedom)).max(0.0).sqrt(), freedom))
}

/// Half the widths of the intervals of another source's score around the mean of `sources`, and of a difference
/// between two conditions seen by one source (Student's *t*). `None` without degrees of freedom.
pub fn half_widths(
    deviation: f64,
    freedom: u32,
    sources: usize,
    confidence: Confidence,
) -> Option<[f64; 2]> {
    let student = StudentsT::new(0.0, 1.0, f64::from(freedom)).ok()?;
    let t = student.inverse_cdf(1.0 - confidence.alpha() / 2.0);
    let another = (1.0 + 1.0 / sources as f64).sqrt();
    Some([another, 2.0_f64.sqrt()].map(|factor| t * deviation * factor))
}

#[cfg(test)]
mod tests {
    use imperial_engine::game_stream;
    use rand::{Rng, RngExt};
    use statrs::distribution::Normal;

    use super::*;

    fn normal(rng: &mut impl Rng) -> f64 {
        Normal::standard().inverse_cdf(rng.random_range(1e-12..1.0))
    }

    /// Scores of `trainings` networks under eight rule sets: between trainings they vary by `deviation`,
    /// and 400 games blur each of them by 2.5 points.
    fn simulated(deviation: f64, trainings: usize, rng: &mut impl Rng) -> Vec<Vec<Score>> {
        let blur = 0.025;
        let score = |rng: &mut _| Score {
            value: 0.5 + deviation * normal(rng) + blur * normal(rng),
            variance: blur * blur,
        };
        (0..8).map(|_| (0..trainings).map(|_| score(rng)).collect()).collect()
    }

    #[test]
    fn the_deviation_between_trainings_is_found_whatever_the_games_blur() {
        for truth in [0.02, 0.06] {
            let mut rng = game_stream(1855, 0);
            let runs = 400;
            let found = (0..runs).filter_map(|_| deviation_between(&simulated(truth, 3, &mut rng)));
            let mean = found.map(|(s, _)| s * s).sum::<f64>() / f64::from(runs);
            assert!((mean.sqrt() / truth - 1.0).abs() < 0.05, "{} instead of {truth}", mean.sqrt());
        }
    }

    #[test]
    fn another_training_is_within_the_half_width_as_often_as_promised() {
        let (truth, runs) = (0.06, 1000);
        let mut rng = game_stream(1732, 0);
        let held = (0..runs).filter(|_| {
            let rows = simulated(truth, 3, &mut rng);
            let (deviation, freedom) = deviation_between(&rows).expect("three trainings");
            assert_eq!(freedom, 16);
            let [another, difference] =
                half_widths(deviation, freedom, 3, Confidence::P95).expect("freedom");
            assert!((difference / another - (2.0_f64 / (4.0 / 3.0)).sqrt()).abs() < 1e-12);
            let mean: f64 = (0..3).map(|_| truth * normal(&mut rng)).sum::<f64>() / 3.0;
            (truth * normal(&mut rng) - mean).abs() < another
        });
        let share = held.count() as f64 / f64::from(runs);
        assert!((0.925..0.975).contains(&share), "{share}");
    }

    #[test]
    fn scores_that_only_games_tell_apart_have_no_deviation() {
        let row = [0.5, 0.51].map(|value| Score { value, variance: 0.000_6 });
        assert_eq!(deviation_between(&[row.to_vec()]), Some((0.0, 1)));
        assert_eq!(deviation_between(&[vec![row[0]]]), None, "one training is compared with none");
        // Without blur: 0.02 around the mean, 0.04 apart.
        let row = [0.4, 0.44].map(|value| Score { value, variance: 0.0 });
        let (deviation, _) = deviation_between(&[row.to_vec()]).expect("two");
        assert!((deviation - 0.02 * 2.0_f64.sqrt()).abs() < 1e-12);
        // scipy.stats.t.ppf(0.975, 16) = 2.1199
        let [another, _] = half_widths(0.1, 16, 3, Confidence::P95).expect("freedom");
        assert!((another - 2.119_905 * 0.1 * (4.0_f64 / 3.0).sqrt()).abs() < 1e-6, "{another}");
    }
}
