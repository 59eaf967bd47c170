//! Comparisons, and what may be said about them.

use serde::{Deserialize, Serialize};

use crate::{
    Estimate, Grade, Looks, Measured, Options, difference, difference_equivalence, difference_test,
    holm, mean_equivalence, mean_test,
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
    /// Whether the difference is negligible, which is a claim of its own.
    pub equivalence: Equivalence,
    /// What it shows.
    #[serde(alias = "evidence")]
    pub grade: Grade,
}

/// The test of the claim that a difference is smaller than the margin that matters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Equivalence {
    /// Twice the probability of a difference this small by chance alone, if it were as large as the
    /// margin (the worse of two one-sided tests), so that it is below 5 % where the 95 % interval lies
    /// within the margin.
    pub p: f64,
    /// The same after Holm's correction for all comparisons of its kind in the report.
    pub p_holm: f64,
    /// Whether that is shown.
    pub shown: bool,
}

impl Comparison {
    /// `a` minus `b`, not yet judged.
    pub fn between(a: &Measured, b: &Measured, options: &Options) -> Self {
        let margin = options.equivalence;
        let (difference, p, negligible) = match options.looks {
            Looks::Once => (
                difference(a.estimate, b.estimate).clamp(-1.0, 1.0),
                difference_test(a.moments, b.moments),
                difference_equivalence(a.moments, b.moments, margin),
            ),
            Looks::Any => (
                a.counts.difference(&b.counts, options.confidence),
                a.counts.test_equal(&b.counts),
                a.counts.test_equivalent(&b.counts, margin),
            ),
        };
        let negligible = two_sided(negligible, difference, options);
        Self::unjudged(difference, p, negligible, a.reliable && b.reliable)
    }

    /// `a` minus the fixed figure `expected`, not yet judged.
    pub fn with(a: &Measured, expected: f64, options: &Options) -> Self {
        let difference = a.estimate.above(expected);
        let margin = options.equivalence;
        let (p, negligible) = match options.looks {
            Looks::Once => {
                (mean_test(a.moments, expected), mean_equivalence(a.moments, expected, margin))
            }
            Looks::Any => (a.counts.test(expected), a.counts.equivalence_test(expected, margin)),
        };
        let negligible = two_sided(negligible, difference, options);
        Self::unjudged(difference, p, negligible, a.reliable)
    }

    /// A comparison with the probabilities of no difference and of one beyond the margin.
    pub fn unjudged(difference: Estimate, p: f64, negligible: f64, reliable: bool) -> Self {
        let grade = if reliable { Grade::Open } else { Grade::Withheld };
        let equivalence = Equivalence { p: negligible, p_holm: negligible, shown: false };
        Self { difference, p, p_holm: p, equivalence, grade }
    }

    /// What it comes to: equivalent where a difference is shown to be too small to matter, whether or not it
    /// is also shown to be one.
    pub fn conclusion(&self) -> Grade {
        if self.equivalence.shown { Grade::Equivalent } else { self.grade }
    }

    /// The same where those who played may all err in one way: what they show of themselves is at most suggested of the
    /// rules.
    pub fn hold_back(&mut self) {
        self.equivalence.shown = false;
        self.grade = match self.grade {
            Grade::Shown => Grade::Suggested,
            Grade::Equivalent => Grade::Open,
            other => other,
        };
    }

    /// Whether the second figure is the larger one.
    pub fn is_negative(&self) -> bool {
        self.difference.value < 0.0
    }
}

/// What [`Equivalence::p`] holds, from the worse of two one-sided tests. The interval of `difference` is
/// not quite the test turned round; one that sticks out of the margin never counts as negligible.
fn two_sided(one_sided: f64, difference: Estimate, options: &Options) -> f64 {
    let within = difference.low.min(-difference.high) >= -options.equivalence;
    let least = if within { 0.0 } else { options.confidence.alpha() };
    (2.0 * one_sided).clamp(least, 1.0)
}

/// Judges the comparisons of one kind together: Holm's correction of both kinds of tests, then the
/// grade.
pub fn judge(family: &mut [&mut Comparison], options: &Options) {
    let alpha = options.confidence.alpha();
    let differ = holm(&family.iter().map(|comparison| comparison.p).collect::<Vec<_>>());
    let same = holm(&family.iter().map(|comparison| comparison.equivalence.p).collect::<Vec<_>>());
    for ((comparison, p_holm), same) in family.iter_mut().zip(differ).zip(same) {
        comparison.p_holm = p_holm;
        comparison.equivalence.p_holm = same;
        if comparison.grade != Grade::Withheld {
            comparison.equivalence.shown = same < alpha;
            let (difference, negligible) = (comparison.difference, comparison.equivalence.shown);
            comparison.grade = grade(difference, p_holm, negligible, alpha);
        }
    }
}

/// What an estimate shows whose probability by chance alone is `p_holm`, corrected for all of its kind;
/// `negligible` where it is shown to be too small to matter.
pub fn grade(difference: Estimate, p_holm: f64, negligible: bool, alpha: f64) -> Grade {
    let apart = !difference.interval().contains(0.0);
    if apart && p_holm < alpha {
        Grade::Shown
    } else if negligible {
        Grade::Equivalent
    } else if apart {
        Grade::Suggested
    } else {
        Grade::Open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(wins: u64, games: u64, options: &Options) -> Measured {
        Measured::share((0..games).map(|game| game < wins), options).expect("there are games")
    }

    fn measured(wins: u64, games: u64) -> Measured {
        share(wins, games, &Options::default())
    }

    fn all_judged(pairs: &[(Measured, Measured)], options: &Options) -> Vec<Comparison> {
        let between = |(a, b): &(Measured, Measured)| Comparison::between(a, b, options);
        let mut all: Vec<_> = pairs.iter().map(between).collect();
        judge(&mut all.iter_mut().collect::<Vec<_>>(), options);
        all
    }

    fn judged(pairs: &[(Measured, Measured)]) -> Vec<Grade> {
        let all = all_judged(pairs, &Options::default());
        all.iter().map(|comparison| comparison.grade).collect()
    }

    #[test]
    fn only_what_the_games_show_is_called_shown() {
        assert_eq!(judged(&[(measured(583, 1000), measured(450, 1000))]), [Grade::Shown]);
        assert_eq!(judged(&[(measured(52, 100), measured(48, 100))]), [Grade::Open]);
        let alike = (measured(10_000, 20_000), measured(10_050, 20_000));
        assert_eq!(judged(&[alike]), [Grade::Equivalent]);
    }

    #[test]
    fn among_many_comparisons_a_weak_one_is_only_suggested() {
        // On its own p = 0.02, with ten more comparisons it is 0.22.
        let weak = (measured(550, 1000), measured(498, 1000));
        let open = (measured(500, 1000), measured(500, 1000));
        assert_eq!(judged(std::slice::from_ref(&weak)), [Grade::Shown]);
        let mut many = vec![weak];
        many.extend(vec![open; 10]);
        assert_eq!(judged(&many)[0], Grade::Suggested);
    }

    #[test]
    fn a_difference_can_be_shown_and_negligible() {
        let pair = (measured(51_000, 100_000), measured(50_000, 100_000));
        let judged = all_judged(&[pair], &Options::default());
        assert_eq!(judged[0].grade, Grade::Shown);
        assert!(judged[0].equivalence.shown);
    }

    #[test]
    fn what_is_balanced_lies_within_the_margin_with_its_whole_interval() {
        for options in
            [Looks::Once, Looks::Any].map(|looks| Options { looks, ..Options::default() })
        {
            for games in [400, 1500, 1600, 3000, 20_000] {
                let of = |share: u64| {
                    let share = self::share(games * share / 100, games, &options);
                    Comparison::with(&share, 0.5, &options)
                };
                let mut all: Vec<Comparison> = (50..60).map(of).collect();
                all.iter_mut().for_each(|comparison| judge(&mut [comparison], &options));
                let within =
                    |one: &&Comparison| one.difference.low.min(-one.difference.high) > -0.05;
                let shown = all.iter().filter(|one| one.equivalence.shown);
                assert!(shown.clone().all(|one| within(&one)), "{games}: {all:?}");
                let number = all.iter().filter(within).count();
                assert!(number - shown.count() <= 1, "{games}: {number} lie within");
            }
        }
    }

    #[test]
    fn whoever_looks_again_and_again_needs_more() {
        let pair = [(measured(550, 1000), measured(490, 1000))];
        let any = Options { looks: Looks::Any, ..Options::default() };
        let (once, again) =
            (&all_judged(&pair, &Options::default())[0], &all_judged(&pair, &any)[0]);
        assert_eq!((once.grade, again.grade), (Grade::Shown, Grade::Open));
        assert!(again.difference.low < once.difference.low && again.p > once.p);
    }

    #[test]
    fn too_few_distinct_games_say_nothing() {
        let unreliable = Measured { reliable: false, ..measured(990, 1000) };
        assert_eq!(judged(&[(unreliable, measured(10, 1000))]), [Grade::Withheld]);
    }
}
