//! From the games of the coalitions to the effects of the switches, with intervals.

use std::collections::{BTreeMap, HashMap};

use super::design::{Design, Sum, members};
use super::{Attribution, Coalition, Interaction, Orders, Refused, SwitchEffect};
use crate::measure::{Measured, UNKNOWN};
use crate::{Comparison, GameSummary, Looks, Options};
use imperial_stats::{Contrast, Estimate, Interval, Sample, holm};

/// Interactions that are told.
const TOLD: usize = 5;
/// What no games tell of a change of a score.
const UNKNOWN_CHANGE: Estimate = Estimate::new(0.0, Interval { low: -1.0, high: 1.0 });

/// A switch, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchGroup {
    /// What it is, in words.
    pub name: String,
    /// The keys of the rule file.
    pub keys: Vec<String>,
    /// What the first and the second rule set say of them.
    pub values: [String; 2],
}

/// The games of one coalition.
#[derive(Clone, Debug)]
pub struct Played {
    /// The switches that are on, one bit each.
    pub coalition: u32,
    /// Name of the rule set.
    pub rules: String,
    /// The games.
    pub games: Vec<GameSummary>,
}

/// What an attribution is computed from.
#[derive(Debug)]
pub struct Experiment<'a> {
    /// Who played.
    pub agent: String,
    /// The rule sets at both ends.
    pub names: [String; 2],
    /// What can be switched.
    pub switches: &'a [SwitchGroup],
    /// Which coalitions are played.
    pub design: &'a Design,
    /// The games of each coalition.
    pub played: Vec<Played>,
    /// Coalitions that are no rule set, and why.
    pub refused: Vec<(u32, String)>,
}

/// The scores of one coalition.
#[derive(Clone, Debug)]
struct Scored {
    sample: Sample,
    measured: Measured,
}

impl Experiment<'_> {
    /// The effects with their intervals, which come from the spread of the games of each
    /// coalition and, where orders were drawn, of the pairs of orders. Coalitions without games are
    /// left out.
    pub fn attribute(&self, options: &Options) -> Attribution {
        let scored = self.played.iter().filter_map(|played| {
            let sample = Sample::new(played.games.iter().map(GameSummary::score))?;
            let measured = Measured::score(&played.games, options)?;
            Some((played.coalition, Scored { sample, measured }))
        });
        let figures = Figures { scored: scored.collect(), options };
        let full = self.full();
        Attribution {
            agent: self.agent.clone(),
            from: self.names[0].clone(),
            to: self.names[1].clone(),
            from_score: figures.score(0),
            to_score: figures.score(full),
            total: figures.step(full, 0).unwrap_or(UNKNOWN_CHANGE),
            orders: self.design.drawn().map_or(Orders::All, |n| Orders::Sampled(n as u64)),
            switches: self.switches(&figures),
            interactions: self.interactions(&figures),
            coalitions: self.played.iter().map(|played| self.coalition(played, &figures)).collect(),
            refused: self.refused.iter().map(|(set, why)| self.refusal(*set, why)).collect(),
            games: self.played.iter().map(|played| played.games.len() as u64).sum(),
        }
    }

    fn full(&self) -> u32 {
        ((1_u64 << self.switches.len()) - 1) as u32
    }

    /// Largest effect first.
    fn switches(&self, figures: &Figures<'_>) -> Vec<SwitchEffect> {
        let effects = self.effects(figures);
        let tests: Vec<f64> = effects.iter().map(|effect| figures.test(*effect)).collect();
        let corrected = holm(&tests);
        let full = self.full();
        let all = self.switches.iter().zip(effects).zip(tests.iter().zip(corrected)).enumerate();
        let mut switches: Vec<_> = all
            .map(|(switch, ((group, effect), (p, p_holm)))| SwitchEffect {
                name: group.name.clone(),
                keys: group.keys.clone(),
                from: group.values[0].clone(),
                to: group.values[1].clone(),
                effect: figures.estimate(effect),
                first: figures.step(1 << switch, 0),
                last: figures.step(full, full & !(1 << switch)),
                p: *p,
                p_holm,
            })
            .collect();
        switches.sort_by(|a, b| b.effect.value.abs().total_cmp(&a.effect.value.abs()));
        switches
    }

    /// The effect of each switch, with the error of the orders where they were drawn.
    fn effects(&self, figures: &Figures<'_>) -> Vec<Contrast> {
        let pairs = self.design.drawn().map_or(0, |orders| orders / 2);
        let of_pair: Vec<Vec<Sum>> =
            (0..pairs).map(|pair| self.design.effects(Some(&[pair]))).collect();
        let sums = self.design.effects(None);
        let effect = |(switch, sum): (usize, &Sum)| {
            let pairs: Vec<&Sum> = of_pair.iter().map(|effects| &effects[switch]).collect();
            figures.contrast(sum).with_variance(figures.spread_of_orders(&pairs))
        };
        sums.iter().enumerate().map(effect).collect()
    }

    /// The largest interactions, largest first.
    fn interactions(&self, figures: &Figures<'_>) -> Vec<Interaction> {
        let number = self.switches.len();
        let pairs = (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b)));
        let indices: Vec<_> = pairs
            .filter_map(|(a, b)| Some((a, b, figures.contrast(&self.design.interaction(a, b)?))))
            .collect();
        let tests: Vec<f64> = indices.iter().map(|(.., index)| figures.test(*index)).collect();
        let name = |switch: usize| self.switches[switch].name.clone();
        let tested = indices.into_iter().zip(tests.iter().zip(holm(&tests)));
        let mut all: Vec<_> = tested
            .map(|((a, b, index), (p, p_holm))| Interaction {
                first: name(a),
                second: name(b),
                effect: figures.estimate(index),
                p: *p,
                p_holm,
            })
            .collect();
        all.sort_by(|a, b| b.effect.value.abs().total_cmp(&a.effect.value.abs()));
        all.truncate(TOLD);
        all
    }

    fn coalition(&self, played: &Played, figures: &Figures<'_>) -> Coalition {
        Coalition {
            flipped: self.names_of(played.coalition),
            rules: played.rules.clone(),
            games: played.games.len() as u64,
            score: figures.score(played.coalition),
        }
    }

    fn refusal(&self, coalition: u32, reason: &str) -> Refused {
        Refused { flipped: self.names_of(coalition), reason: reason.to_owned() }
    }

    fn names_of(&self, coalition: u32) -> Vec<String> {
        members(coalition).map(|switch| self.switches[switch].name.clone()).collect()
    }
}

/// What all figures are computed from.
struct Figures<'a> {
    scored: HashMap<u32, Scored>,
    options: &'a Options,
}

impl Figures<'_> {
    fn score(&self, coalition: u32) -> Estimate {
        self.scored.get(&coalition).map_or(UNKNOWN, |scored| scored.measured.estimate)
    }

    /// The change from one coalition to another; `None` unless both were played.
    fn step(&self, after: u32, before: u32) -> Option<Estimate> {
        let [after, before] = [self.scored.get(&after)?, self.scored.get(&before)?];
        Some(Comparison::between(&after.measured, &before.measured, self.options).difference)
    }

    fn contrast(&self, sum: &Sum) -> Contrast {
        let weights = gathered(sum).into_iter();
        Contrast::of(weights.filter_map(|(set, weight)| Some((weight, self.sample(set)?))))
    }

    fn sample(&self, coalition: u32) -> Option<&Sample> {
        self.scored.get(&coalition).map(|scored| &scored.sample)
    }

    /// The squared error of an effect that other orders would have changed, from the spread of the
    /// effects along each pair of drawn orders. What the errors of the scores contribute to that spread
    /// is taken off, since the effect has them already (two-stage sampling: Cochran 1977, *Sampling
    /// Techniques*, section 11.2).
    fn spread_of_orders(&self, pairs: &[&Sum]) -> f64 {
        let number = pairs.len() as f64;
        if number < 2.0 {
            return 0.0;
        }
        let mut weights: BTreeMap<u32, (f64, f64)> = BTreeMap::new();
        let mut values = (0.0, 0.0);
        for pair in pairs {
            let mut value = 0.0;
            for (set, weight) in gathered(pair) {
                value += weight * self.sample(set).map_or(0.0, Sample::mean);
                add(weights.entry(set).or_default(), weight);
            }
            add(&mut values, value);
        }
        let spread = |(sum, squares): (f64, f64)| (squares - sum * sum / number) / (number - 1.0);
        let error = |set| self.sample(set).and_then(Sample::squared_error).unwrap_or(0.0);
        let noise: f64 = weights.iter().map(|(set, sums)| error(*set) * spread(*sums)).sum();
        (spread(values) - noise).max(0.0) / number
    }

    fn estimate(&self, contrast: Contrast) -> Estimate {
        match self.options.looks {
            Looks::Once => contrast.estimate(self.options.confidence),
            Looks::Any => contrast.anytime_estimate(self.options.confidence),
        }
        .clamp(-1.0, 1.0)
    }

    fn test(&self, contrast: Contrast) -> f64 {
        match self.options.looks {
            Looks::Once => contrast.test(),
            Looks::Any => contrast.anytime_test(),
        }
    }
}

/// A sum in which every coalition stands once.
fn gathered(sum: &Sum) -> BTreeMap<u32, f64> {
    let mut weights = BTreeMap::new();
    for (set, weight) in sum {
        *weights.entry(*set).or_insert(0.0) += weight;
    }
    weights
}

/// Adds to a sum and a sum of squares.
fn add(sums: &mut (f64, f64), value: f64) {
    *sums = (sums.0 + value, sums.1 + value * value);
}

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;
    use imperial_engine::{Cause, Side};
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, RngExt, SeedableRng};
    use rayon::prelude::*;

    use super::*;

    fn groups(number: usize) -> Vec<SwitchGroup> {
        let group = |at| SwitchGroup {
            name: format!("switch {at}"),
            keys: vec![format!("key_{at}")],
            values: ["off".to_owned(), "on".to_owned()],
        };
        (0..number).map(group).collect()
    }

    /// `number` games that the attackers win with probability `share`.
    fn games(share: f64, number: u64, rng: &mut impl Rng) -> Vec<GameSummary> {
        let game = |game| {
            let attackers = rng.random::<f64>() < share;
            GameSummary {
                game,
                opening: None,
                first: Side::Attackers,
                result: if attackers { GameResult::Attackers } else { GameResult::Defenders },
                cause: if attackers { Cause::KingCaptured } else { Cause::KingEscaped },
                plies: 30,
                line: game,
            }
        };
        (0..number).map(game).collect()
    }

    /// The true share of a coalition: switch 0 adds 20 points, switch 1 takes 10, together they add
    /// 16 more, switch 2 does nothing.
    fn share(set: u32) -> f64 {
        let bit = |switch: u32| f64::from(set >> switch & 1);
        0.3 + 0.2 * bit(0) - 0.1 * bit(1) + 0.16 * bit(0) * bit(1)
    }

    /// An attribution of `number` games for each coalition, which the attackers win with its
    /// probability.
    fn played(
        seed: u64,
        number: u64,
        share: impl Fn(u32) -> f64,
        design: &Design,
        looks: Looks,
    ) -> Attribution {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let played = design.coalitions().into_iter().map(|coalition| Played {
            coalition,
            rules: format!("mix-{coalition}"),
            games: games(share(coalition), number, &mut rng),
        });
        let switches = groups(design.effects(None).len());
        let experiment = Experiment {
            agent: "a".to_owned(),
            names: ["from".to_owned(), "to".to_owned()],
            switches: &switches,
            design,
            played: played.collect(),
            refused: Vec::new(),
        };
        experiment.attribute(&Options { looks, ..Options::default() })
    }

    fn all(switches: usize) -> Design {
        Design::all(switches, |_| true).expect("all orders")
    }

    #[test]
    fn effects_add_up_and_are_told_in_order() {
        let found = played(1, 2000, share, &all(3), Looks::Once);
        assert_eq!(found.switches[0].name, "switch 0");
        assert!(found.switches[0].p_holm < 1e-6 && found.switches[2].p_holm > 0.05);
        let sum: f64 = found.switches.iter().map(|switch| switch.effect.value).sum();
        assert!((sum - found.total.value).abs() < 1e-9);
        assert!((found.total.value - (found.to_score.value - found.from_score.value)).abs() < 1e-9);
        let pair = &found.interactions[0];
        assert_eq!((pair.first.as_str(), pair.second.as_str()), ("switch 0", "switch 1"));
        assert!(pair.effect.interval().contains(0.16) && !pair.effect.interval().contains(0.0));
        assert!(pair.p < 0.01 && (pair.p_holm - 3.0 * pair.p).abs() < 1e-12, "of three pairs");
        let first = found.switches[0].first.expect("played");
        assert!(first.interval().contains(0.2), "alone it adds 20 points: {first:?}");
        assert_eq!((found.coalitions.len(), found.games), (8, 16_000));
    }

    #[test]
    fn a_certain_effect_is_shown_and_nothing_is_certain() {
        // Switch 0 alone decides every game; switch 1 does nothing.
        let decides = |set: u32| f64::from(set & 1);
        let found = played(1, 40, decides, &all(2), Looks::Once);
        let [decisive, idle] = &found.switches[..] else { panic!("two switches") };
        assert_eq!((decisive.effect.value, idle.effect.value), (1.0, 0.0));
        assert!(decisive.p_holm < 1e-6 && idle.p > 0.99);
        assert!(decisive.effect.low > 0.8 && decisive.effect.low < 0.99, "{decisive:?}");
        assert!(idle.effect.low < -0.01 && idle.effect.high > 0.01, "{idle:?}");
        for estimate in found.coalitions.iter().map(|coalition| coalition.score).chain([
            found.total,
            found.interactions[0].effect,
            idle.first.expect("played"),
            idle.last.expect("played"),
        ]) {
            assert!(estimate.high - estimate.low > 0.02, "{estimate:?}");
        }
    }

    #[test]
    fn whoever_looks_again_needs_more() {
        let [once, again] =
            [Looks::Once, Looks::Any].map(|looks| played(3, 60, share, &all(3), looks));
        for (once, again) in once.switches.iter().zip(&again.switches) {
            assert_eq!(once.effect.value, again.effect.value);
            assert!(again.effect.low < once.effect.low && again.effect.high > once.effect.high);
            assert!(again.p >= once.p);
        }
        assert!(again.from_score.low < once.from_score.low && again.total.low < once.total.low);
    }

    /// The share of the effects of 300 attributions whose interval holds the truth.
    fn coverage(design: &Design, number: u64, share: impl Fn(u32) -> f64 + Sync) -> f64 {
        let switches = design.effects(None).len();
        let truth: Vec<f64> = all(switches)
            .effects(None)
            .iter()
            .map(|sum| sum.iter().map(|(set, weight)| weight * share(*set)).sum())
            .collect();
        let covered = (0..300_u64).into_par_iter().map(|seed| {
            let found = played(seed, number, &share, design, Looks::Once);
            let covers = |switch: &&SwitchEffect| {
                let at: usize = switch.name[7..].parse().expect("a number");
                switch.effect.interval().contains(truth[at])
            };
            found.switches.iter().filter(covers).count()
        });
        covered.sum::<usize>() as f64 / (300 * switches) as f64
    }

    #[test]
    fn intervals_cover_the_truth_at_the_nominal_rate() {
        let found = coverage(&all(3), 40, share);
        println!("coverage at shares from 0.2 to 0.56: {found}");
        assert!((0.93..=0.98).contains(&found), "{found}");
        let found = coverage(&all(3), 12, share);
        assert!((0.93..=0.99).contains(&found), "few games err on the wide side: {found}");
    }

    #[test]
    fn rare_wins_and_losses_are_covered_too() {
        let mut found = Vec::new();
        for number in [21, 75] {
            for share in [0.001, 0.01, 0.05, 0.99] {
                let one = move |set: u32| if set == 1 { share } else { 0.0 };
                found.push((
                    coverage(&all(3), number, move |_| share),
                    number,
                    share,
                    "everywhere",
                ));
                found.push((coverage(&all(3), number, one), number, share, "in one coalition"));
            }
            let decisive = |set: u32| [0.01, 0.99][(set & 1) as usize];
            found.push((coverage(&all(3), number, decisive), number, 0.99, "by one switch"));
        }
        let least = found.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).expect("cases");
        println!("least coverage (share, games, attackers' score, where): {least:?}");
        assert!(least.0 >= 0.93, "{least:?}");
    }

    /// Many switches, of which no two orders agree what they do: each does more the more others are
    /// flipped.
    fn growing(set: u32) -> f64 {
        0.05 + 0.9 * (f64::from(set.count_ones()) / 9.0).powi(2)
    }

    #[test]
    fn drawn_orders_add_their_own_error() {
        let covered = (0..30_u64).map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let design = Design::sampled(9, 10, |_| true, &mut rng).expect("orders");
            let found = played(seed, 200, growing, &design, Looks::Once);
            // All switches are alike, and together they make the score rise by 0.9.
            let holds = |switch: &&SwitchEffect| switch.effect.interval().contains(0.1);
            found.switches.iter().filter(holds).count()
        });
        let found = covered.sum::<usize>() as f64 / 270.0;
        println!("coverage over drawn orders: {found}");
        assert!(found >= 0.9, "{found}");
    }
}
