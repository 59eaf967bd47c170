//! From the games of the coalitions to the effects of the switches, with intervals.

use std::collections::{BTreeMap, HashMap};

use imperial_engine::{derive_seed, game_stream};
use rand::{Rng, RngExt};
use rayon::prelude::*;
use statrs::distribution::{ContinuousCDF, Normal};

use super::design::{Design, Sum, members};
use super::{Attribution, Coalition, Interaction, Orders, Refused, SwitchEffect};
use crate::balance::{GameSummary, Options};
use crate::stats::{Estimate, Interval, holm, quantile};

/// Interactions that are told.
const TOLD: usize = 5;

/// A switch, or a group of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SwitchGroup {
    /// What it is, in words.
    pub name: String,
    /// The keys of the rule file.
    pub keys: Vec<String>,
    /// Their values in the first and in the second rule set.
    pub values: [String; 2],
}

/// The games of one coalition.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub coalition: u32,
    pub rules: String,
    pub games: Vec<GameSummary>,
}

/// What an attribution is computed from.
#[derive(Debug)]
pub(crate) struct Experiment<'a> {
    pub agent: String,
    pub names: [String; 2],
    pub switches: &'a [SwitchGroup],
    pub design: &'a Design,
    pub played: Vec<Played>,
    pub refused: Vec<(u32, String)>,
}

/// The scores of one coalition's openings.
#[derive(Clone, Debug)]
struct Scores {
    /// Sum of scores and number of games of each opening.
    units: Vec<(f64, f64)>,
}

impl Scores {
    fn of(games: &[GameSummary]) -> Self {
        let mut units: BTreeMap<u64, (f64, f64)> = BTreeMap::new();
        for game in games {
            let unit = units.entry(game.unit()).or_default();
            *unit = (unit.0 + game.score(), unit.1 + 1.0);
        }
        Self { units: units.into_values().collect() }
    }

    fn mean(&self) -> f64 {
        mean(self.units.iter())
    }

    /// The mean of one opening less than there are, drawn with replacement: that one makes the
    /// spread as large as it is between independent openings, however few (Rao and Wu 1988, *Journal of
    /// the American Statistical Association* 83:231).
    fn resampled(&self, rng: &mut impl Rng) -> f64 {
        let number = self.units.len();
        if number < 2 {
            return self.mean();
        }
        mean((1..number).map(|_| &self.units[rng.random_range(0..number)]))
    }
}

fn mean<'a>(units: impl Iterator<Item = &'a (f64, f64)>) -> f64 {
    let (sum, games) = units.fold((0.0, 0.0), |(s, g), (score, games)| (s + score, g + games));
    sum / games
}

/// Scores of all coalitions in the order of [`Experiment::played`]: as observed, or as in a resample.
type Scored = Vec<f64>;

/// A figure with its interval, and the probability of one as large by chance alone.
#[derive(Clone, Copy, Debug)]
struct Summary {
    estimate: Estimate,
    p: f64,
}

impl Experiment<'_> {
    /// The effects with their intervals, which come from a bootstrap over the openings of each
    /// coalition and, where orders were drawn, over pairs of orders.
    pub fn attribute(&self, options: &Options) -> Attribution {
        let scores: Vec<Scores> =
            self.played.iter().map(|played| Scores::of(&played.games)).collect();
        let seed = derive_seed(options.seed, &format!("attribution by {}", self.agent));
        let resamples = (0..u64::from(options.resamples.max(2)))
            .into_par_iter()
            .map(|number| self.resample(&scores, &mut game_stream(seed, number)))
            .collect();
        let observed = scores.iter().map(Scores::mean).collect();
        let places = self.played.iter().enumerate().map(|(at, played)| (played.coalition, at));
        let figures = Figures { places: places.collect(), observed, resamples, options };
        self.report(&figures)
    }

    /// Scores as they might have been, with effects over orders as they might have been drawn.
    fn resample(&self, scores: &[Scores], rng: &mut impl Rng) -> (Scored, Option<Vec<Sum>>) {
        let drawn = scores.iter().map(|scores| scores.resampled(rng)).collect();
        let effects = self.design.drawn().map(|orders| {
            let pairs = orders / 2;
            let pairs: Vec<_> = (0..pairs).map(|_| rng.random_range(0..pairs)).collect();
            self.design.effects(Some(&pairs))
        });
        (drawn, effects)
    }

    fn report(&self, figures: &Figures<'_>) -> Attribution {
        let full = self.full();
        let score = |set| figures.of(&vec![(set, 1.0)]).estimate.clamp(0.0, 1.0);
        Attribution {
            agent: self.agent.clone(),
            from: self.names[0].clone(),
            to: self.names[1].clone(),
            from_score: score(0),
            to_score: score(full),
            total: figures.of(&vec![(full, 1.0), (0, -1.0)]).estimate,
            orders: self.design.drawn().map_or(Orders::All, |n| Orders::Sampled(n as u64)),
            switches: self.switches(figures),
            interactions: self.interactions(figures),
            coalitions: self.played.iter().map(|played| self.coalition(played, figures)).collect(),
            refused: self.refused.iter().map(|(set, why)| self.refusal(*set, why)).collect(),
            games: self.played.iter().map(|played| played.games.len() as u64).sum(),
        }
    }

    fn full(&self) -> u32 {
        ((1_u64 << self.switches.len()) - 1) as u32
    }

    /// Largest effect first.
    fn switches(&self, figures: &Figures<'_>) -> Vec<SwitchEffect> {
        let sums = self.design.effects(None);
        let effects: Vec<Summary> =
            sums.iter().enumerate().map(|(switch, sum)| figures.effect(switch, sum)).collect();
        let corrected = holm(&effects.iter().map(|effect| effect.p).collect::<Vec<_>>());
        let full = self.full();
        let all = self.switches.iter().zip(effects).zip(corrected).enumerate();
        let mut switches: Vec<_> = all
            .map(|(switch, ((group, effect), p_holm))| SwitchEffect {
                name: group.name.clone(),
                keys: group.keys.clone(),
                from: group.values[0].clone(),
                to: group.values[1].clone(),
                effect: effect.estimate,
                first: figures.step(1 << switch, 0),
                last: figures.step(full, full & !(1 << switch)),
                p: effect.p,
                p_holm,
            })
            .collect();
        switches.sort_by(|a, b| b.effect.value.abs().total_cmp(&a.effect.value.abs()));
        switches
    }

    /// The largest interactions, largest first.
    fn interactions(&self, figures: &Figures<'_>) -> Vec<Interaction> {
        let number = self.switches.len();
        let pairs = (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b)));
        let mut all: Vec<_> = pairs
            .filter_map(|(a, b)| {
                let effect = figures.of(&self.design.interaction(a, b)?).estimate;
                let name = |switch: usize| self.switches[switch].name.clone();
                Some(Interaction { first: name(a), second: name(b), effect })
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
            score: figures.of(&vec![(played.coalition, 1.0)]).estimate.clamp(0.0, 1.0),
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
    /// Where the score of a coalition stands.
    places: HashMap<u32, usize>,
    observed: Scored,
    /// Resampled scores, and the effects where orders were drawn.
    resamples: Vec<(Scored, Option<Vec<Sum>>)>,
    options: &'a Options,
}

impl Figures<'_> {
    fn value(&self, sum: &Sum, scores: &Scored) -> f64 {
        sum.iter().map(|(set, weight)| weight * scores[self.places[set]]).sum()
    }

    fn of(&self, sum: &Sum) -> Summary {
        let drawn = self.resamples.iter().map(|(scores, _)| self.value(sum, scores));
        self.summary(self.value(sum, &self.observed), drawn.collect())
    }

    /// The effect of a switch, over orders drawn anew where they were drawn.
    fn effect(&self, switch: usize, sum: &Sum) -> Summary {
        let drawn = self.resamples.iter().map(|(scores, effects)| {
            self.value(effects.as_ref().map_or(sum, |effects| &effects[switch]), scores)
        });
        self.summary(self.value(sum, &self.observed), drawn.collect())
    }

    /// The change from one coalition to another; `None` unless both were played.
    fn step(&self, after: u32, before: u32) -> Option<Estimate> {
        let played = [after, before].iter().all(|set| self.places.contains_key(set));
        played.then(|| self.of(&vec![(after, 1.0), (before, -1.0)]).estimate)
    }

    /// The percentile interval of the bootstrap, and the normal test with its spread.
    fn summary(&self, value: f64, mut drawn: Vec<f64>) -> Summary {
        drawn.sort_unstable_by(f64::total_cmp);
        let tail = self.options.confidence.alpha() / 2.0;
        let end = |share| quantile(&drawn, share).unwrap_or(value);
        let interval = Interval { low: end(tail), high: end(1.0 - tail) };
        let mean = drawn.iter().sum::<f64>() / drawn.len() as f64;
        let variance =
            drawn.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / (drawn.len() - 1) as f64;
        let p = if variance > 1e-18 {
            2.0 * Normal::standard().sf(value.abs() / variance.sqrt())
        } else {
            1.0
        };
        Summary { estimate: Estimate::new(value, interval), p: p.min(1.0) }
    }
}

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;
    use imperial_engine::{Cause, Side};
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;

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

    fn attribution(seed: u64, number: u64, resamples: u32, design: &Design) -> Attribution {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let played = design.coalitions().into_iter().map(|coalition| Played {
            coalition,
            rules: format!("mix-{coalition}"),
            games: games(share(coalition), number, &mut rng),
        });
        let switches = groups(3);
        let experiment = Experiment {
            agent: "a".to_owned(),
            names: ["from".to_owned(), "to".to_owned()],
            switches: &switches,
            design,
            played: played.collect(),
            refused: Vec::new(),
        };
        experiment.attribute(&Options { seed, resamples, ..Options::default() })
    }

    /// The true effects of the three switches.
    const TRUE: [f64; 3] = [0.28, -0.02, 0.0];

    #[test]
    fn effects_add_up_and_are_told_in_order() {
        let design = Design::all(3, |_| true).expect("all orders");
        let found = attribution(1, 2000, 500, &design);
        assert_eq!(found.switches[0].name, "switch 0");
        assert!(found.switches[0].p_holm < 1e-6 && found.switches[2].p_holm > 0.05);
        let sum: f64 = found.switches.iter().map(|switch| switch.effect.value).sum();
        assert!((sum - found.total.value).abs() < 1e-9);
        assert!((found.total.value - (found.to_score.value - found.from_score.value)).abs() < 1e-9);
        let pair = &found.interactions[0];
        assert_eq!((pair.first.as_str(), pair.second.as_str()), ("switch 0", "switch 1"));
        assert!(pair.effect.interval().contains(0.16) && !pair.effect.interval().contains(0.0));
        let first = found.switches[0].first.expect("played");
        assert!(first.interval().contains(0.2), "alone it adds 20 points: {first:?}");
        assert_eq!((found.coalitions.len(), found.games), (8, 16_000));
    }

    fn coverage(design: &Design) -> f64 {
        let covered = (0..300_u64).into_par_iter().map(|seed| {
            let found = attribution(seed, 12, 200, design);
            let covers = |switch: &&SwitchEffect| {
                let at: usize = switch.name[7..].parse().expect("a number");
                switch.effect.interval().contains(TRUE[at])
            };
            found.switches.iter().filter(covers).count()
        });
        covered.sum::<usize>() as f64 / 900.0
    }

    #[test]
    fn intervals_cover_the_truth_at_the_nominal_rate() {
        let all = coverage(&Design::all(3, |_| true).expect("all orders"));
        assert!((0.925..=0.98).contains(&all), "{all}");
    }
}
