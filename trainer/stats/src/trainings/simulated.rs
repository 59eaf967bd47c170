//! Trainings with known truth: what one is off by is alike under all rule sets and strengths, and some rule sets
//! spread them more than others. `IMPERIAL_DEEP=10` simulates ten times as many.

use imperial_engine::game_stream;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt};
use rayon::prelude::*;

use super::{Apart, Decided, Pooled, Shares, pooled, share_of};
use crate::{Confidence, Sample};

/// A world: trainings, rule sets (each at two strengths), and how far trainings are apart.
#[derive(Clone, Copy, Debug)]
struct World {
    trainings: usize,
    rule_sets: usize,
    /// Middle of τ over rule sets, and the standard deviation of its logarithm.
    spread: f64,
    unequal: f64,
    /// Correlation of what a training is off by under two rule sets.
    alike: f64,
    /// Around which log-odds the middle trainings lie, under every second rule set and under the others.
    level: f64,
    other: f64,
}

/// The same between two strengths under one rule set.
const STRENGTHS_ALIKE: f64 = 0.9;

/// What was seen of one figure: whether the interval held the truth, and how much wider it is than that of an oracle
/// who knows how far trainings are apart.
#[derive(Clone, Copy)]
struct Seen {
    held: bool,
    wider: f64,
    /// How far the figure is above the truth.
    off: f64,
}

fn normal(rng: &mut impl Rng) -> f64 {
    let (u, v): (f64, f64) = (1.0 - rng.random::<f64>(), rng.random());
    (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
}

/// A condition, and what its games show of the score.
type Figure<'a> = (&'a Condition, Option<Shares>);

/// One condition: the truth, the trainings' scores by games, and the errors of each that the oracle knows.
struct Condition {
    truth: f64,
    seen: Vec<Decided>,
    spread: f64,
    blur: Vec<f64>,
}

impl World {
    fn play(&self, rng: &mut ChaCha8Rng) -> Vec<Condition> {
        let common: Vec<f64> = (0..self.trainings).map(|_| normal(rng)).collect();
        let rules = |level: f64, rng: &mut ChaCha8Rng| {
            let spread = self.spread * (self.unequal * normal(rng)).exp();
            let truth = level + normal(rng);
            let mix = |share: f64, one: f64, other: f64| {
                share.sqrt() * one + (1.0 - share).sqrt() * other
            };
            let own: Vec<f64> = common.iter().map(|c| mix(self.alike, *c, normal(rng))).collect();
            let strength = |step: f64, rng: &mut ChaCha8Rng| {
                let off = own.iter().map(|own| mix(STRENGTHS_ALIKE, *own, normal(rng)));
                let off: Vec<f64> = off.collect();
                condition(truth + step, spread, &off, rng)
            };
            [strength(0.0, rng), strength(0.2, rng)]
        };
        let level = |at: usize| if at.is_multiple_of(2) { self.level } else { self.other };
        (0..self.rule_sets).flat_map(|at| rules(level(at), rng)).collect()
    }

    /// Figures of scores, and of differences between rule sets at one strength.
    fn run(&self, rng: &mut ChaCha8Rng) -> [Vec<Seen>; 2] {
        let all = self.play(rng);
        let known: Vec<Vec<Decided>> = all.iter().map(|one| one.seen.clone()).collect();
        let found = pooled(&known);
        let score = |(one, found): (&Condition, &Option<Pooled>)| {
            let logit = found.as_ref()?.middle(Confidence::P95);
            let [low, high] = [logit.low, logit.high].map(share_of);
            let oracle = 1.96 / one.precision().sqrt();
            let width = share_of(one.truth + oracle) - share_of(one.truth - oracle);
            let held = (low..=high).contains(&share_of(one.truth));
            let off = share_of(logit.value) - share_of(one.truth);
            Some(Seen { held, wider: (high - low) / width, off })
        };
        let scores = all.iter().zip(&found).filter_map(score).collect();
        let found = found.iter().map(|found| found.as_ref().map(Shares::of_middle));
        let strong: Vec<Figure> = all.iter().zip(found).step_by(2).collect();
        let pairs: Vec<[&Figure; 2]> = (0..strong.len())
            .flat_map(|i| (0..i).map(move |j| (i, j)))
            .map(|(i, j)| [&strong[i], &strong[j]])
            .collect();
        [scores, self.differences(&pairs)]
    }

    fn differences(&self, pairs: &[[&Figure; 2]]) -> Vec<Seen> {
        let both: Vec<Vec<super::Seen>> = pairs
            .iter()
            .map(|[(a, _), (b, _)]| {
                a.seen.iter().zip(&b.seen).map(|(a, b)| super::Seen::Apart(*a, *b)).collect()
            })
            .collect();
        let seen = |([(a, first), (b, second)], found): (&[&Figure; 2], Option<Pooled>)| {
            let found = found?;
            let points = Apart::of_middle(first.as_ref()?, second.as_ref()?, &found);
            let points = points.estimate(Confidence::P95);
            // In points a score moves by so much for each log-odds.
            let [of_a, of_b] = [a, b].map(|one| share_of(one.truth) * (1.0 - share_of(one.truth)));
            let [by_a, by_b] = [of_a * a.spread, of_b * b.spread];
            let common = 2.0 * self.alike * STRENGTHS_ALIKE * by_a * by_b;
            let variance = by_a * by_a + by_b * by_b - common;
            let blur = a.blur.iter().zip(&b.blur).map(|(a, b)| of_a * of_a * a + of_b * of_b * b);
            let oracle = 1.96 / blur.map(|blur| 1.0 / (variance + blur)).sum::<f64>().sqrt();
            let truth = share_of(a.truth) - share_of(b.truth);
            let held = points.interval().contains(truth);
            let off = (points.value - truth) * truth.signum();
            Some(Seen { held, wider: points.half_width() / oracle, off })
        };
        pairs.iter().zip(pooled(&both)).filter_map(seen).collect()
    }
}

impl Condition {
    fn precision(&self) -> f64 {
        self.blur.iter().map(|blur| 1.0 / (self.spread * self.spread + blur)).sum()
    }
}

/// 200 or 400 games of each training, which is off by so many τ.
fn condition(truth: f64, spread: f64, off: &[f64], rng: &mut ChaCha8Rng) -> Condition {
    let training = |off: &f64| {
        let share = share_of(truth + spread * off);
        let games = 200 * (1 + u32::from(rng.random::<bool>()));
        let values = (0..games).map(|_| f64::from(u8::from(rng.random::<f64>() < share)));
        let sample = Sample::new(values.collect::<Vec<_>>()).expect("games");
        (Decided::of(sample.moments()), 1.0 / (f64::from(games) * share * (1.0 - share)))
    };
    let (seen, blur) = off.iter().map(training).unzip();
    Condition { truth, seen, spread, blur }
}

/// What many figures show.
#[derive(Clone, Copy, Debug)]
struct Summary {
    /// The share whose interval held the truth.
    held: f64,
    /// The median width in widths of the oracle's.
    wider: f64,
    /// By how much they are too large, as a mean: those of a pair turned so that the truth is positive.
    off: f64,
}

impl Summary {
    fn of(mut seen: Vec<Seen>) -> Self {
        seen.sort_by(|a, b| a.wider.total_cmp(&b.wider));
        let (number, held) = (seen.len(), seen.iter().filter(|one| one.held).count());
        let off = seen.iter().map(|one| one.off).sum::<f64>() / number.max(1) as f64;
        let wider = seen.get(number / 2).map_or(1.0, |one| one.wider);
        Self { held: held as f64 / number as f64, wider, off }
    }
}

/// Rule sets of all runs of a world, and three times as many where there is but one difference in a run.
const RUNS: usize = 800;

/// Scores and differences of many worlds, printed as a table row.
fn simulate(world: World) -> [Summary; 2] {
    let deep: usize =
        std::env::var("IMPERIAL_DEEP").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
    let times = if world.rule_sets == 2 { 3 * deep } else { deep };
    let runs = times * RUNS / world.rule_sets;
    let all: Vec<[Vec<Seen>; 2]> = (0..runs)
        .into_par_iter()
        .map(|run| world.run(&mut game_stream(1732, run as u64)))
        .collect();
    let (mut scores, mut differences) = (Vec::new(), Vec::new());
    for [some, more] in all {
        scores.extend(some);
        differences.extend(more);
    }
    let found = [scores, differences].map(Summary::of);
    println!("{world:?}: scores {:?}, differences {:?}", found[0], found[1]);
    found
}

/// Worlds in which trainings are about as far apart as ours are.
fn worlds(rule_sets: usize, spreads: [f64; 3]) -> impl Iterator<Item = World> {
    let all = [3, 4].into_iter().flat_map(move |k| spreads.map(|spread| (k, spread)));
    all.map(move |(trainings, spread)| World {
        trainings,
        rule_sets,
        spread,
        unequal: 0.4,
        alike: 0.5,
        level: 0.0,
        other: 0.0,
    })
}

/// In every world, not on average.
#[test]
fn intervals_hold_games_and_trainings() {
    let worlds = [2, 8].into_iter().flat_map(|rule_sets| worlds(rule_sets, [0.2, 0.4, 0.8]));
    let is_wrong = |found: &Summary| found.held < 0.93 || found.wider > 1.5;
    let wrong = worlds.flat_map(|world| simulate(world).map(|found| (world, found)));
    let wrong: Vec<_> = wrong.filter(|(_, found)| is_wrong(found)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Nor where one side hardly ever wins: shares of 0.3, 1 and 4 percent, give or take a factor of two or three. There
/// an interval may hold the truth too often.
#[test]
fn intervals_hold_what_hardly_ever_happens() {
    let levels = [-5.8, -4.6, -3.2, 3.2];
    let worlds = levels.into_iter().flat_map(|level| {
        [(3, 0.4), (4, 0.8)].map(|(trainings, spread)| World {
            trainings,
            rule_sets: 3,
            spread,
            unequal: 0.4,
            alike: 0.5,
            level,
            other: level,
        })
    });
    let wrong = worlds.flat_map(|world| simulate(world).map(|found| (world, found)));
    let wrong: Vec<_> = wrong.filter(|(_, found)| found.held < 0.93).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// Nor where one rule set is nearly decided and another is even: there the distance is as large as the scores say.
#[test]
fn distances_from_what_hardly_ever_happens_are_true() {
    let worlds = [-6.0, -4.0, 4.0].into_iter().flat_map(|level| {
        [(3, 0.3), (4, 0.6)].map(|(trainings, spread)| World {
            trainings,
            rule_sets: 4,
            spread,
            unequal: 0.4,
            alike: 0.5,
            level,
            other: 0.0,
        })
    });
    let found: Vec<_> = worlds.map(|world| (world, simulate(world)[1])).collect();
    let is_wrong = |found: &Summary| found.held < 0.93 || found.off.abs() > 0.015;
    let wrong: Vec<_> = found.iter().filter(|(_, found)| is_wrong(found)).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
}

/// An interval that leaves the trainings out does not hold them, however many games there are.
#[test]
fn games_alone_do_not_hold_other_trainings() {
    let world = World {
        trainings: 3,
        rule_sets: 4,
        spread: 0.4,
        unequal: 0.4,
        alike: 0.5,
        level: 0.0,
        other: 0.0,
    };
    let held = (0..100).flat_map(|run| world.play(&mut game_stream(7, run))).map(|one| {
        let logits = one.seen.iter().map(Decided::logit);
        let all: f64 = logits.clone().map(|seen| 1.0 / seen.variance).sum();
        let mean = logits.map(|seen| seen.value / seen.variance).sum::<f64>() / all;
        f64::from(u8::from((mean - one.truth).abs() < 1.96 / all.sqrt()))
    });
    let held: Vec<f64> = held.collect();
    let share = held.iter().sum::<f64>() / held.len() as f64;
    assert!(share < 0.75, "{share}");
}
