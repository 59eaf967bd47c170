//! Intervals and tests that hold however often one looks, for values between 0 and 1.
//!
//! Whoever stops when a result is precise or significant enough needs an interval that holds at
//! *all* numbers of games at once, a *confidence sequence*. The ones here come from betting
//! (Waudby-Smith and Ramdas 2024, *Estimating means of bounded random variables by betting*,
//! Journal of the Royal Statistical Society B 86:1): a gambler who stakes the share θ of what he
//! has on each game, at odds that are fair if the mean is m, has after n games
//!
//! ```text
//! K(m) = Π ((1 − θ) + θ·xᵢ / m)
//! ```
//!
//! If the mean is at most m, K never grows on average, so that it ever reaches 1/α with a
//! probability of at most α (Ville 1939). Every m at which he has become that rich is ruled out.
//! His capital is spread over many θ, evenly on a logarithmic scale, which is fair too. So the
//! intervals are exact for any distribution on [0, 1], adapt to its variance, and depend on how
//! often each value occurred but not on the order.
//!
//! The price of looking at any time: intervals are about 1.7 times as wide as those of a number of
//! games that was fixed beforehand.

mod difference;

use super::{Confidence, Estimate, Interval};

/// Stakes among which the capital is divided.
const STAKES: usize = 40;
/// The smallest stake. It suits intervals of ±0.2 points; narrower ones lose a little.
const SMALLEST_STAKE: f64 = 0.004;
/// The largest stake. With 1 the first game lost would end the betting.
const LARGEST_STAKE: f64 = 0.98;
/// Halvings in the search for an end of an interval: a precision of 10⁻⁹.
const HALVINGS: u32 = 30;

/// How often each value occurred among values from 0 to 1, such as the scores of games.
///
/// The values must have come one after the other, each with the same mean whatever came before.
/// Results of games from streams of their own are such values.
///
/// ```
/// use imperial_stats::{Anytime, Confidence};
///
/// let scores = Anytime::new([(1.0, 583.0), (0.5, 26.0), (0.0, 391.0)]);
/// let interval = scores.interval(Confidence::P95);
/// assert!(interval.contains(0.6) && !interval.contains(0.5));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Anytime {
    /// Values, ascending, with their numbers.
    counts: Vec<(f64, f64)>,
}

/// Which side of a figure the gambler bets on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bet {
    /// The mean is larger.
    Above,
    /// The mean is smaller.
    Below,
}

impl Anytime {
    /// Values from 0 to 1, each with how often it occurred. Values outside count as the nearer
    /// end.
    pub fn new(values: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let mut counts: Vec<(f64, f64)> = Vec::new();
        for (value, number) in values {
            let value = value.clamp(0.0, 1.0);
            match counts.iter_mut().find(|(known, _)| *known == value) {
                Some((_, known)) => *known += number,
                None => counts.push((value, number)),
            }
        }
        counts.retain(|(_, number)| *number > 0.0);
        counts.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        Self { counts }
    }

    /// Number of values.
    pub fn size(&self) -> f64 {
        self.counts.iter().map(|(_, number)| number).sum()
    }

    /// Their mean; one half without values.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.counts.iter().map(|(value, number)| value * number).sum();
        if self.size() > 0.0 { sum / self.size() } else { 0.5 }
    }

    /// The interval of the mean. The chance that it ever leaves out the true mean, at whatever
    /// number of values, is at most [`Confidence::alpha`].
    pub fn interval(&self, confidence: Confidence) -> Interval {
        let ruin = (2.0 / confidence.alpha()).ln();
        let (mean, halve) = (self.mean(), HALVINGS);
        let low = last_refuted(0.0, mean, halve, |m| self.capital(Bet::Above, m) >= ruin);
        let high = last_refuted(1.0, mean, halve, |m| self.capital(Bet::Below, m) >= ruin);
        Interval { low: low.unwrap_or(0.0), high: high.unwrap_or(1.0) }
    }

    /// The mean with its [`interval`](Self::interval).
    pub fn estimate(&self, confidence: Confidence) -> Estimate {
        Estimate::new(self.mean(), self.interval(confidence))
    }

    /// The two-sided probability of evidence as strong as this, ever, if `expected` were the true
    /// mean.
    pub fn test(&self, expected: f64) -> f64 {
        let above = self.capital(Bet::Above, expected);
        two_sided(above, self.capital(Bet::Below, expected))
    }

    /// The probability of evidence as strong as this, ever, if the true mean were `margin` or more
    /// away from `expected`: two one-sided tests (Schuirmann 1987, *Journal of Pharmacokinetics and
    /// Biopharmaceutics* 15:657).
    pub fn equivalence_test(&self, expected: f64, margin: f64) -> f64 {
        let above = self.capital(Bet::Above, expected - margin);
        one_sided(above.min(self.capital(Bet::Below, expected + margin)))
    }

    /// Logarithm of the gambler's capital who began with 1 and bets against the mean `m`. It falls
    /// with rising `m` for bets on [`Bet::Above`] and rises for the others; it is convex in `m`.
    fn capital(&self, bet: Bet, m: f64) -> f64 {
        let (odds, turned) = match bet {
            Bet::Above => (m, false),
            Bet::Below => (1.0 - m, true),
        };
        // A mean of less than nothing is impossible, and refuted if there is any value at all.
        if odds < 0.0 || self.counts.is_empty() {
            return if odds < 0.0 { f64::INFINITY } else { 0.0 };
        }
        let gain = |value: f64| {
            let value = if turned { 1.0 - value } else { value };
            if value > 0.0 { value / odds } else { 0.0 }
        };
        let gains: Vec<(f64, f64)> = self.counts.iter().map(|(v, n)| (gain(*v), *n)).collect();
        let logs = stakes()
            .map(|stake| gains.iter().map(|(gain, n)| n * (1.0 - stake + stake * gain).ln()).sum());
        log_mean_exp(&logs.collect::<Vec<f64>>())
    }
}

/// The stakes, evenly spread on a logarithmic scale.
fn stakes() -> impl Iterator<Item = f64> {
    let ratio = (LARGEST_STAKE / SMALLEST_STAKE).powf(1.0 / (STAKES - 1) as f64);
    std::iter::successors(Some(SMALLEST_STAKE), move |stake| Some(stake * ratio)).take(STAKES)
}

/// ln of the mean of e to the power of each.
fn log_mean_exp(logs: &[f64]) -> f64 {
    let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    if largest.is_infinite() {
        return largest;
    }
    let sum: f64 = logs.iter().map(|log| (log - largest).exp()).sum();
    largest + (sum / logs.len() as f64).ln()
}

/// The figure nearest to `safe` that is refuted, searched between `end` and `safe`; `None` when
/// not even `end` is.
fn last_refuted(
    end: f64,
    safe: f64,
    halvings: u32,
    mut refuted: impl FnMut(f64) -> bool,
) -> Option<f64> {
    if !refuted(end) {
        return None;
    }
    let (mut bad, mut good) = (end, safe);
    for _ in 0..halvings {
        let middle = f64::midpoint(bad, good);
        if refuted(middle) { bad = middle } else { good = middle }
    }
    Some(bad)
}

/// From the logarithms of two gamblers' capitals, each of whom began with one half.
fn two_sided(above: f64, below: f64) -> f64 {
    one_sided(log_mean_exp(&[above, below]))
}

/// The probability that a gambler ever has so much (logarithm) by luck.
fn one_sided(capital: f64) -> f64 {
    (-capital).exp().min(1.0)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;

    fn wins(wins: f64, games: f64) -> Anytime {
        Anytime::new([(1.0, wins), (0.0, games - wins)])
    }

    #[test]
    fn the_interval_is_less_than_twice_as_wide_as_a_fixed_one() {
        // Wilson's half-widths at one half: 0.0312 for 1000 games, 0.0139 for 5000.
        for (games, wilson) in [(1000.0, 0.030_93), (5000.0, 0.013_85), (50_000.0, 0.004_382)] {
            let interval = wins(games / 2.0, games).interval(Confidence::P95);
            let ratio = (interval.high - interval.low) / 2.0 / wilson;
            assert!((1.5..1.8).contains(&ratio), "{games} games: {ratio}");
        }
    }

    #[test]
    fn draws_narrow_the_interval() {
        let width = |values: &Anytime| {
            let interval = values.interval(Confidence::P95);
            interval.high - interval.low
        };
        let decided = wins(500.0, 1000.0);
        let drawn = Anytime::new([(1.0, 200.0), (0.5, 600.0), (0.0, 200.0)]);
        assert!(width(&drawn) < 0.7 * width(&decided));
    }

    #[test]
    fn ends_are_safe() {
        let none = Anytime::new([]);
        assert_eq!(none.interval(Confidence::P95), Interval { low: 0.0, high: 1.0 });
        assert_eq!((none.test(0.5), none.mean()), (1.0, 0.5));
        let lost = wins(0.0, 200.0).interval(Confidence::P95);
        assert!(lost.low == 0.0 && lost.high > 0.015 && lost.high < 0.05, "{lost:?}");
        let won = wins(200.0, 200.0).interval(Confidence::P95);
        assert!((won.low - (1.0 - lost.high)).abs() < 1e-9 && won.high == 1.0);
        assert_eq!(wins(0.0, 200.0).test(0.0), 1.0);
        assert_eq!(wins(1.0, 200.0).test(0.0), 0.0);
    }

    #[test]
    fn test_and_interval_agree() {
        let values = wins(583.0, 1000.0);
        let interval = values.interval(Confidence::P95);
        assert!(values.test(interval.low - 1e-6) < 0.05);
        assert!(values.test(interval.low + 0.002) > 0.05);
        // Equivalence at 5 % is the 90 % interval within the margin.
        let ninety = values.interval(Confidence::new(0.9).expect("valid"));
        let margin = ninety.high - 0.5;
        assert!(values.equivalence_test(0.5, margin + 1e-6) < 0.05);
        assert!(values.equivalence_test(0.5, margin - 1e-3) > 0.05);
    }

    /// The share of simulated players whose interval ever left out the truth, when looked at after
    /// every 25 games up to 1500.
    fn ever_wrong(won: f64, drawn: f64) -> f64 {
        let mean = won + drawn / 2.0;
        let wrong = (0..1000_u64).filter(|run| {
            let mut rng = ChaCha8Rng::seed_from_u64(*run);
            let mut counts = [0.0; 3];
            (0..60).any(|_| {
                for _ in 0..25 {
                    let lot: f64 = rng.random();
                    counts[usize::from(lot >= won) + usize::from(lot >= won + drawn)] += 1.0;
                }
                let [wins, draws, losses] = counts;
                let values = Anytime::new([(1.0, wins), (0.5, draws), (0.0, losses)]);
                values.test(mean) < 0.05
            })
        });
        wrong.count() as f64 / 1000.0
    }

    #[test]
    fn looking_all_the_time_does_not_make_it_wrong() {
        for (won, drawn) in [(0.5, 0.0), (0.65, 0.0), (0.02, 0.0), (0.3, 0.5)] {
            let wrong = ever_wrong(won, drawn);
            assert!(wrong <= 0.05 && wrong > 0.0, "{won} won, {drawn} drawn: {wrong}");
        }
    }
}
