//! What games of one training tell of a figure in log-odds: how likely they are for each value of it.

use super::logit::{Decided, Logit};
use crate::log_odds::ln_share_of;

/// What games tell of a training's figure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seen {
    /// An estimate whose error is normal.
    Normal(Logit),
    /// The share of games that are won.
    Games(Decided),
    /// How far the first share is above the second.
    Apart(Decided, Decided),
}

impl From<Logit> for Seen {
    fn from(logit: Logit) -> Self {
        Self::Normal(logit)
    }
}

impl From<Decided> for Seen {
    fn from(games: Decided) -> Self {
        Self::Games(games)
    }
}

/// Log-odds beyond these are no shares of games.
pub(super) const FARTHEST: f64 = 18.0;
/// With so many wins and losses the likelihood of log-odds is a normal one.
const MANY: f64 = 50.0;
/// How unlikely log-odds are left out, as a logarithm.
const FAINT: f64 = 14.0;
/// Points of a likelihood.
const POINTS: usize = 32;
/// Points are blurred by so much of their distance, so that no figure falls between them.
const BLUR: f64 = 0.5;
/// Curves are left out that are so many standard deviations away.
const NEAR: f64 = 9.0;

/// A likelihood as a sum of normal curves of one width, times a constant.
#[derive(Clone, Debug)]
pub(super) struct Likelihood {
    /// Middles of the curves and their weights.
    pub points: Vec<(f64, f64)>,
    /// Their variance.
    pub variance: f64,
}

impl Seen {
    /// Whether games are counted, and not only an estimate.
    pub(super) const fn is_counted(&self) -> bool {
        !matches!(self, Self::Normal(_) | Self::Apart(..))
    }

    pub(super) fn likelihood(&self) -> Likelihood {
        match self {
            Self::Normal(logit) => Likelihood::normal(*logit),
            Self::Games(games) => Likelihood::of(*games),
            Self::Apart(one, other) if one.is_many() && other.is_many() => {
                Likelihood::normal(one.logit().above(other.logit()))
            }
            Self::Apart(one, other) => Likelihood::of(*one).above(&Likelihood::of(*other)),
        }
    }
}

impl Decided {
    fn is_many(&self) -> bool {
        self.games * self.share.min(1.0 - self.share) >= MANY
    }
}

impl Likelihood {
    fn normal(Logit { value, variance }: Logit) -> Self {
        Self { points: vec![(value, 1.0)], variance }
    }

    /// Of a share of games, as each log-odds of it has them (the binomial distribution).
    fn of(games: Decided) -> Self {
        if games.is_many() {
            return Self::normal(games.logit());
        }
        let [won, lost] = [games.share, 1.0 - games.share].map(|share| share * games.games);
        let log = |logit: f64| won * ln_share_of(logit) + lost * ln_share_of(-logit);
        let best = (won / lost).ln().clamp(-FARTHEST, FARTHEST);
        let most = log(best);
        let end = |farthest: f64| {
            if log(farthest) > most - FAINT {
                return farthest;
            }
            let (mut near, mut far) = (best, farthest);
            for _ in 0..40 {
                let middle = (near + far) / 2.0;
                *(if log(middle) > most - FAINT { &mut near } else { &mut far }) = middle;
            }
            far
        };
        let (low, high) = (end(-FARTHEST), end(FARTHEST));
        let step = (high - low) / (POINTS - 1) as f64;
        let point = |place: usize| {
            let logit = low + step * place as f64;
            (logit, (log(logit) - most).exp())
        };
        Self { points: (0..POINTS).map(point).collect(), variance: square(BLUR * step) }
    }

    /// Of a difference of two figures. What lies between the two is not known, and has the prior of a share.
    fn above(&self, other: &Self) -> Self {
        let both = |&(a, of_a): &(f64, f64)| {
            let pair =
                move |&(b, of_b): &(f64, f64)| (a - b, of_a * of_b * jeffreys((a + b) / 2.0));
            other.points.iter().map(pair)
        };
        let all: Vec<(f64, f64)> = self.points.iter().flat_map(both).collect();
        let most = all.iter().fold(0.0, |most: f64, (_, weight)| most.max(*weight));
        let all: Vec<_> =
            all.into_iter().filter(|(_, weight)| *weight > most * (-FAINT).exp()).collect();
        let low = all.iter().fold(f64::INFINITY, |low, (apart, _)| low.min(*apart));
        let high = all.iter().fold(f64::NEG_INFINITY, |high, (apart, _)| high.max(*apart));
        let step = (high - low) / (POINTS - 1) as f64;
        let mut points: Vec<(f64, f64)> =
            (0..POINTS).map(|place| (low + step * place as f64, 0.0)).collect();
        for (apart, weight) in all {
            // Between two points each has its part.
            let place = ((apart - low) / step).clamp(0.0, (POINTS - 1) as f64);
            let below = (place as usize).min(POINTS - 2);
            let part = place - below as f64;
            points[below].1 += weight * (1.0 - part);
            points[below + 1].1 += weight * part;
        }
        Self { points, variance: self.variance + other.variance + square(BLUR * step) }
    }

    /// Between which figures it lies, but for very little.
    pub fn ends(&self) -> (f64, f64) {
        let far = (2.0 * FAINT * self.variance).sqrt();
        (self.points[0].0 - far, self.points[self.points.len() - 1].0 + far)
    }

    /// Its narrowest part: the standard deviation around its best value.
    pub fn width(&self) -> f64 {
        let all: f64 = self.points.iter().map(|(_, weight)| weight).sum();
        let most = self.points.iter().fold(0.0, |most: f64, (_, weight)| most.max(*weight));
        // A normal curve of that height and area; its points are `step` apart.
        let step = if self.points.len() > 1 { self.points[1].0 - self.points[0].0 } else { 0.0 };
        (all / most * step / std::f64::consts::TAU.sqrt()).hypot(self.variance.sqrt())
    }

    /// How likely it makes each figure of some, when trainings lie around it with this variance.
    pub fn around(&self, figures: &[f64], variance: f64) -> Vec<f64> {
        let variance = self.variance + variance;
        let (scale, near) = (variance.sqrt().recip(), NEAR * variance.sqrt());
        let one = |figure: &f64| {
            let curve = |(middle, weight): &(f64, f64)| {
                weight * (-square(figure - middle) / (2.0 * variance)).exp()
            };
            // Points rise, and those far away add nothing.
            let from = self.points.partition_point(|(middle, _)| *middle < figure - near);
            let to = self.points.partition_point(|(middle, _)| *middle <= figure + near);
            scale * self.points[from..to].iter().map(curve).sum::<f64>()
        };
        figures.iter().map(one).collect()
    }
}

pub(super) fn square(x: f64) -> f64 {
    x * x
}

/// The prior of a share's log-odds (Jeffreys 1946): half a win and half a loss.
pub(super) fn jeffreys(logit: f64) -> f64 {
    ((ln_share_of(logit) + ln_share_of(-logit)) / 2.0).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Mean and standard deviation of what is likely, with the prior of a share.
    fn moments(likelihood: &Likelihood, prior: bool) -> (f64, f64) {
        let figures: Vec<f64> = (-4000..=4000).map(|place| f64::from(place) * 0.005).collect();
        let weights = likelihood.around(&figures, 0.0);
        let weights: Vec<f64> = weights
            .iter()
            .zip(&figures)
            .map(|(weight, figure)| if prior { weight * jeffreys(*figure) } else { *weight })
            .collect();
        let all: f64 = weights.iter().sum();
        let mean = weights.iter().zip(&figures).map(|(w, x)| w * x).sum::<f64>() / all;
        let square = weights.iter().zip(&figures).map(|(w, x)| w * square(x - mean)).sum::<f64>();
        (mean, (square / all).sqrt())
    }

    /// The log-odds of a share that has the beta distribution have these moments: ψ(a) − ψ(b), and ψ′(a) + ψ′(b).
    #[test]
    fn games_have_the_moments_of_the_beta_distribution() {
        // scipy: digamma(3.5) - digamma(97.5), sqrt(polygamma(1, 3.5) + polygamma(1, 97.5))
        let few = Seen::from(Decided { share: 0.03, games: 100.0 });
        let (mean, error) = moments(&few.likelihood(), true);
        assert!((mean + 3.472_0).abs() < 0.01, "{mean}");
        assert!((error - 0.583_7).abs() < 0.015, "{error}");
    }

    #[test]
    fn many_games_and_fewer_are_of_one_piece() {
        let of = |games: f64| {
            let seen = Seen::Games(Decided { share: 0.1, games });
            moments(&seen.likelihood(), false)
        };
        let ((mean, error), (next, smaller)) = (of(499.0), of(501.0));
        let alike = (mean - next).abs() < 0.03 && (error / smaller - 1.0).abs() < 0.03;
        assert!(alike, "{mean} {next} {error} {smaller}");
    }

    #[test]
    fn differences_add_the_errors_of_both() {
        let [one, other] = [0.2, 0.4].map(|share| Decided { share, games: 100.0 });
        let (mean, error) = moments(&Seen::Apart(one, other).likelihood(), false);
        let normal = one.logit().above(other.logit());
        assert!((mean - normal.value).abs() < 0.05, "{mean}");
        assert!((error / normal.variance.sqrt() - 1.0).abs() < 0.06, "{error}");
    }

    #[test]
    fn likelihoods_end_where_log_odds_do() {
        let none = Seen::from(Decided { share: 0.0, games: 80.0 }).likelihood();
        let (low, high) = none.ends();
        assert!(low < -FARTHEST && (-2.5..0.5).contains(&high), "{low} {high}");
        assert!(none.width() > 1.0);
    }
}
