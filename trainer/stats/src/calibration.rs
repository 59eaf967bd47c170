//! From the value of a search to the score that comes true.

use serde::{Deserialize, Serialize};

use crate::log_odds::share_of;

/// Steps that are far more than ever needed.
const MOST_STEPS: u32 = 50;
/// A step that is no longer worth taking.
const LEAST_STEP: f64 = 1e-10;
/// Values this near to certainty are taken for no nearer.
const SUREST: f64 = 0.999;
/// Log-odds beyond which foretold scores are told apart, and not weighed.
const FARTHEST: f64 = 50.0;

/// How the value of a search becomes an expected score: logit(score) = intercept + slope · logit((1 + value) / 2).
///
/// Values are discounted, and searches are as sure as they have learned to be. So a value of 0.4 need not mean that 70 %
/// of the points are scored; a calibration says what it does mean (Platt 1999, *Probabilistic outputs for support
/// vector machines*; Guo and others 2017, arXiv 1706.04599).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Calibration {
    /// What a value of 0 means, in log-odds.
    pub intercept: f64,
    /// How much surer a position is than its value.
    pub slope: f64,
}

/// Values of about one size, and the scores that came of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Foretold {
    /// Their mean, from −1 to 1.
    pub value: f64,
    /// Mean score, from 0 to 1.
    pub score: f64,
    /// How many there are.
    pub games: u64,
}

impl Foretold {
    /// Both together.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let games = self.games + other.games;
        let share = if games == 0 { 0.0 } else { other.games as f64 / games as f64 };
        let mean = |one: f64, two: f64| one + share * (two - one);
        Self { value: mean(self.value, other.value), score: mean(self.score, other.score), games }
    }
}

impl Default for Calibration {
    fn default() -> Self {
        Self::AS_IS
    }
}

impl Calibration {
    /// Values as they are.
    pub const AS_IS: Self = Self { intercept: 0.0, slope: 1.0 };

    /// The calibration that makes the scores most likely; `None` where they cannot tell, as when all are won.
    pub fn fit(groups: &[Foretold]) -> Option<Self> {
        let mut found = Self::AS_IS;
        for _ in 0..MOST_STEPS {
            let (mut slope, mut curve) = ([0.0; 2], [0.0; 3]);
            for group in groups {
                let (x, expected) = (odds(group.value), found.score(group.value));
                let games = group.games as f64;
                let (miss, weight) =
                    (games * (group.score - expected), games * expected * (1.0 - expected));
                slope = [slope[0] + miss, slope[1] + miss * x];
                curve = [curve[0] + weight, curve[1] + weight * x, curve[2] + weight * x * x];
            }
            let determinant = curve[0] * curve[2] - curve[1] * curve[1];
            if determinant.is_nan() || determinant <= 1e-12 * curve[0] * curve[2] {
                return None;
            }
            let step = [
                (curve[2] * slope[0] - curve[1] * slope[1]) / determinant,
                (curve[0] * slope[1] - curve[1] * slope[0]) / determinant,
            ];
            found.intercept += step[0];
            found.slope += step[1];
            if !(found.intercept.abs() < FARTHEST && found.slope.abs() < FARTHEST) {
                return None;
            }
            if step.iter().all(|step| step.abs() < LEAST_STEP) {
                return Some(found);
            }
        }
        None
    }

    /// The expected score, from 0 to 1, of the side for which 1 is a sure win. A sure value stays sure.
    pub fn score(self, value: f64) -> f64 {
        if value.abs() >= 1.0 {
            return (1.0 + value.signum()) / 2.0;
        }
        share_of(self.intercept + self.slope * odds(value))
    }

    /// The same from −1 to 1.
    pub fn expected(self, value: f32) -> f32 {
        (2.0 * self.score(f64::from(value)) - 1.0) as f32
    }
}

/// The mean distance between what is expected and what comes true, each group with the weight of its games (Naeini and
/// others 2015, *expected calibration error*); `None` without games.
pub fn calibration_error(calibration: Calibration, groups: &[Foretold]) -> Option<f64> {
    let games: u64 = groups.iter().map(|group| group.games).sum();
    let miss = |group: &Foretold| {
        group.games as f64 * (calibration.score(group.value) - group.score).abs()
    };
    (games > 0).then(|| groups.iter().map(miss).sum::<f64>() / games as f64)
}

/// The log-odds of a value from −1 to 1.
fn odds(value: f64) -> f64 {
    let value = value.clamp(-SUREST, SUREST);
    ((1.0 + value) / (1.0 - value)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn groups(truth: Calibration) -> Vec<Foretold> {
        let values = (-19..20).map(|tenth| f64::from(tenth) / 20.0);
        values.map(|value| Foretold { value, score: truth.score(value), games: 100 }).collect()
    }

    #[test]
    fn the_truth_is_found_again() {
        let truth = Calibration { intercept: -0.3, slope: 1.6 };
        let found = Calibration::fit(&groups(truth)).expect("they can tell");
        assert!((found.intercept - truth.intercept).abs() < 1e-9, "{found:?}");
        assert!((found.slope - truth.slope).abs() < 1e-9, "{found:?}");
        assert!(calibration_error(found, &groups(truth)).expect("games") < 1e-9);
        assert!(calibration_error(Calibration::AS_IS, &groups(truth)).expect("games") > 0.05);
    }

    #[test]
    fn it_agrees_with_statsmodels() {
        // GLM(score, [1, log((1 + v) / (1 - v))], family=Binomial(), freq_weights=games).fit().params
        let row = |(value, score, games)| Foretold { value, score, games };
        let groups =
            [(-0.8, 0.05, 40), (-0.3, 0.25, 60), (0.1, 0.6, 50), (0.5, 0.8, 30), (0.9, 0.95, 80)];
        let found = Calibration::fit(&groups.map(row)).expect("they can tell");
        assert!((found.intercept - -0.125_815_65).abs() < 1e-6, "{found:?}");
        assert!((found.slope - 1.201_980_85).abs() < 1e-6, "{found:?}");
    }

    #[test]
    fn values_as_they_are_stay_and_sure_ones_are_sure() {
        for value in [-1.0, -0.5, 0.0, 0.25, 1.0] {
            assert!((Calibration::AS_IS.expected(value) - value).abs() < 1e-6);
        }
        let bold = Calibration { intercept: 0.2, slope: 3.0 };
        assert_eq!([bold.expected(1.0), bold.expected(-1.0)], [1.0, -1.0]);
        assert!(bold.expected(0.9) < 1.0);
    }

    #[test]
    fn scores_that_do_not_tell_give_nothing() {
        let all_won = |value| Foretold { value, score: 1.0, games: 10 };
        assert_eq!(Calibration::fit(&[-0.5, 0.1, 0.5].map(all_won)), None);
        assert_eq!(Calibration::fit(&[all_won(0.3)]), None);
        assert_eq!(Calibration::fit(&[]), None);
        assert_eq!(calibration_error(Calibration::AS_IS, &[]), None);
    }
}
