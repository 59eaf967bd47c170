//! Comparisons, and what may be said about them.

use serde::{Deserialize, Serialize};

use crate::stats::{
    Confidence, Estimate, Interval, Moments, difference, holm, mean_test, pooled_test,
};

/// A difference between two figures, with what it shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Comparison {
    /// First minus second, as a share (0.12 is 12 percentage points).
    pub difference: Estimate,
    /// Probability of a difference this large by chance alone.
    pub p: f64,
    /// The same after Holm's correction for all comparisons of its kind in the report.
    pub p_holm: f64,
    /// What may be said.
    pub evidence: Evidence,
    /// The same in a sentence.
    pub text: String,
}

/// How far the games support a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Evidence {
    /// The interval leaves out "no difference", also after the correction for many comparisons.
    Shown,
    /// The interval leaves out "no difference", but among so many comparisons that may be chance.
    Suggested,
    /// The whole interval lies within the margin of equivalence: there is no difference that
    /// matters.
    Equivalent,
    /// The games leave both signs possible.
    Open,
    /// Too few distinct games, so nothing is said.
    Withheld,
}

/// A figure as the comparisons need it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) estimate: Estimate,
    pub(super) moments: Moments,
    /// Whether enough of the games are distinct.
    pub(super) reliable: bool,
}

impl Comparison {
    /// `a` minus `b`, not yet judged.
    pub(super) fn between(a: Measured, b: Measured) -> Self {
        let difference = difference(a.estimate, b.estimate).clamp(-1.0, 1.0);
        let p = pooled_test(a.moments, b.moments);
        Self::unjudged(difference, p, a.reliable && b.reliable)
    }

    /// `a` minus the fixed figure `expected`, not yet judged.
    pub(super) fn with(a: Measured, expected: f64) -> Self {
        let [value, low, high] =
            [a.estimate.value, a.estimate.low, a.estimate.high].map(|share| share - expected);
        let difference = Estimate::new(value, Interval { low, high });
        Self::unjudged(difference, mean_test(a.moments, expected), a.reliable)
    }

    fn unjudged(difference: Estimate, p: f64, reliable: bool) -> Self {
        let evidence = if reliable { Evidence::Open } else { Evidence::Withheld };
        Self { difference, p, p_holm: p, evidence, text: String::new() }
    }

    /// Whether the second figure is the larger one.
    pub(super) fn is_negative(&self) -> bool {
        self.difference.value < 0.0
    }
}

/// Judges the comparisons of one kind together: Holm's correction, then the evidence.
pub(super) fn judge(family: &mut [&mut Comparison], confidence: Confidence, margin: f64) {
    let tested: Vec<f64> = family.iter().map(|comparison| comparison.p).collect();
    for (comparison, p_holm) in family.iter_mut().zip(holm(&tested)) {
        comparison.p_holm = p_holm;
        if comparison.evidence != Evidence::Withheld {
            comparison.evidence = evidence(comparison, confidence, margin);
        }
    }
}

fn evidence(comparison: &Comparison, confidence: Confidence, margin: f64) -> Evidence {
    let interval = comparison.difference.interval();
    let apart = !interval.contains(0.0);
    if apart && comparison.p_holm < confidence.alpha() {
        Evidence::Shown
    } else if -margin < interval.low && interval.high < margin {
        Evidence::Equivalent
    } else if apart {
        Evidence::Suggested
    } else {
        Evidence::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Sample;

    fn measured(wins: u64, games: u64) -> Measured {
        let values = (0..games).map(|game| (game, f64::from(u8::from(game < wins))));
        let sample = Sample::new(values).expect("there are games");
        let estimate = sample.proportion().expect("a share").estimate(Confidence::P95);
        Measured { estimate, moments: sample.moments(), reliable: true }
    }

    fn judged(pairs: &[(Measured, Measured)]) -> Vec<Evidence> {
        let mut all: Vec<_> = pairs.iter().map(|&(a, b)| Comparison::between(a, b)).collect();
        judge(&mut all.iter_mut().collect::<Vec<_>>(), Confidence::P95, 0.05);
        all.iter().map(|comparison| comparison.evidence).collect()
    }

    #[test]
    fn only_what_the_games_show_is_called_shown() {
        assert_eq!(judged(&[(measured(583, 1000), measured(450, 1000))]), [Evidence::Shown]);
        assert_eq!(judged(&[(measured(52, 100), measured(48, 100))]), [Evidence::Open]);
        let alike = (measured(10_000, 20_000), measured(10_050, 20_000));
        assert_eq!(judged(&[alike]), [Evidence::Equivalent]);
    }

    #[test]
    fn among_many_comparisons_a_weak_one_is_only_suggested() {
        // On its own p = 0.02, with ten more comparisons it is 0.22.
        let weak = (measured(550, 1000), measured(498, 1000));
        let open = (measured(500, 1000), measured(500, 1000));
        assert_eq!(judged(&[weak]), [Evidence::Shown]);
        let mut many = vec![weak];
        many.extend([open; 10]);
        assert_eq!(judged(&many)[0], Evidence::Suggested);
    }

    #[test]
    fn too_few_distinct_games_say_nothing() {
        let unreliable = Measured { reliable: false, ..measured(990, 1000) };
        assert_eq!(judged(&[(unreliable, measured(10, 1000))]), [Evidence::Withheld]);
    }
}
