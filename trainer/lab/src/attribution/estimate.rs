//! From the games of the coalitions to the effects of the switches, with intervals.

use std::collections::HashMap;

use super::{Attribution, Coalition, Interaction, Orders, Refused, SwitchEffect};
use crate::summary::{UNKNOWN, score};
use crate::{Comparison, Looks, Options};
use imperial_stats::shapley::{Coalitions, Design, members};
use imperial_stats::{Contrast, Estimate, Interval, Measured, Sample, holm};
use imperial_watch::GameSummary;

/// Interactions that are reported.
const REPORTED: usize = 5;
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

impl Experiment<'_> {
    /// The effects with their intervals, which come from the spread of the games of each
    /// coalition and, where orders were drawn, of the pairs of orders. Coalitions without games are
    /// left out.
    pub fn attribute(&self, options: &Options) -> Attribution {
        let sample = |played: &Played| {
            Some((
                played.coalition,
                Sample::new(played.games.iter().map(|game| game.result.score()))?,
            ))
        };
        let coalitions = Coalitions::new(self.design, self.played.iter().filter_map(sample));
        let scored = self
            .played
            .iter()
            .filter_map(|played| Some((played.coalition, score(&played.games, options)?)));
        let figures = Figures { scored: scored.collect(), options };
        let full = self.full();
        Attribution {
            agent: self.agent.clone(),
            knowledge: None,
            from: self.names[0].clone(),
            to: self.names[1].clone(),
            from_score: figures.score(0),
            to_score: figures.score(full),
            total: figures.step(full, 0).unwrap_or(UNKNOWN_CHANGE),
            orders: self.design.drawn().map_or(Orders::All, |n| Orders::Sampled(n as u64)),
            switches: self.switches(&coalitions, &figures),
            interactions: self.interactions(&coalitions, &figures),
            coalitions: self.played.iter().map(|played| self.coalition(played, &figures)).collect(),
            refused: self.refused.iter().map(|(set, why)| self.refusal(*set, why)).collect(),
            games: self.played.iter().map(|played| played.games.len() as u64).sum(),
        }
    }

    fn full(&self) -> u32 {
        ((1_u64 << self.switches.len()) - 1) as u32
    }

    /// Largest effect first.
    fn switches(&self, coalitions: &Coalitions<'_>, figures: &Figures<'_>) -> Vec<SwitchEffect> {
        let effects = coalitions.effects();
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

    /// The largest interactions, largest first.
    fn interactions(&self, coalitions: &Coalitions<'_>, figures: &Figures<'_>) -> Vec<Interaction> {
        let indices = coalitions.interactions();
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
        all.truncate(REPORTED);
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
    scored: HashMap<u32, Measured>,
    options: &'a Options,
}

impl Figures<'_> {
    fn score(&self, coalition: u32) -> Estimate {
        self.scored.get(&coalition).map_or(UNKNOWN, |score| score.estimate)
    }

    /// The change from one coalition to another; `None` unless both were played.
    fn step(&self, after: u32, before: u32) -> Option<Estimate> {
        let [after, before] = [self.scored.get(&after)?, self.scored.get(&before)?];
        Some(Comparison::between(after, before, self.options).difference)
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

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;
    use imperial_engine::{Cause, Side};
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, RngExt, SeedableRng};

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
    fn effects_add_up_and_stand_in_order() {
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
}
