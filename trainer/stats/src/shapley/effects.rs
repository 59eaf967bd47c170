//! Effects and interactions of switches from samples of the coalitions, with their errors.

use std::collections::{BTreeMap, HashMap};

use super::design::{Design, Sum};
use crate::{Contrast, Sample};

/// What was observed of each coalition of a [`Design`]. Coalitions without a sample count as 0 without error.
#[derive(Clone, Debug)]
pub struct Coalitions<'a> {
    design: &'a Design,
    samples: HashMap<u32, Sample>,
}

impl<'a> Coalitions<'a> {
    /// The coalitions of `design` with their samples.
    pub fn new(design: &'a Design, samples: impl IntoIterator<Item = (u32, Sample)>) -> Self {
        Self { design, samples: samples.into_iter().collect() }
    }

    /// The effect of each switch: its Shapley value, with the error of the orders where they were drawn.
    pub fn effects(&self) -> Vec<Contrast> {
        let pairs = self.design.drawn().map_or(0, |orders| orders / 2);
        let of_pair: Vec<Vec<Sum>> =
            (0..pairs).map(|pair| self.design.effects(Some(&[pair]))).collect();
        let sums = self.design.effects(None);
        let effect = |(switch, sum): (usize, &Sum)| {
            let pairs: Vec<&Sum> = of_pair.iter().map(|effects| &effects[switch]).collect();
            self.contrast(sum).with_variance(self.spread_of_orders(&pairs))
        };
        sums.iter().enumerate().map(effect).collect()
    }

    /// The Shapley interaction index of each pair of switches that has one.
    pub fn interactions(&self) -> Vec<(usize, usize, Contrast)> {
        let number = self.design.switches();
        let pairs = (0..number).flat_map(|a| (a + 1..number).map(move |b| (a, b)));
        let index = |(a, b)| Some((a, b, self.contrast(&self.design.interaction(a, b)?)));
        pairs.filter_map(index).collect()
    }

    fn contrast(&self, sum: &Sum) -> Contrast {
        let weights = gathered(sum).into_iter();
        Contrast::of(weights.filter_map(|(set, weight)| Some((weight, self.samples.get(&set)?))))
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
                value += weight * self.samples.get(&set).map_or(0.0, Sample::mean);
                add(weights.entry(set).or_default(), weight);
            }
            add(&mut values, value);
        }
        let spread = |(sum, squares): (f64, f64)| (squares - sum * sum / number) / (number - 1.0);
        let error =
            |set: &u32| self.samples.get(set).and_then(Sample::squared_error).unwrap_or(0.0);
        let noise: f64 = weights.iter().map(|(set, sums)| error(set) * spread(*sums)).sum();
        (spread(values) - noise).max(0.0) / number
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
    use rand::rngs::ChaCha8Rng;
    use rand::{Rng, RngExt, SeedableRng};
    use rayon::prelude::*;

    use super::*;
    use crate::Confidence;

    /// `number` results that are 1 with probability `share`, or else 0.
    fn results(share: f64, number: u64, rng: &mut impl Rng) -> Sample {
        let one = |_| f64::from(u8::from(rng.random::<f64>() < share));
        Sample::new((0..number).map(one)).expect("results")
    }

    fn effects(
        seed: u64,
        number: u64,
        share: impl Fn(u32) -> f64,
        design: &Design,
    ) -> Vec<Contrast> {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let samples = design.coalitions().into_iter();
        let samples = samples.map(|set| (set, results(share(set), number, &mut rng)));
        Coalitions::new(design, samples).effects()
    }

    fn all(switches: usize) -> Design {
        Design::all(switches, |_| true).expect("all orders")
    }

    /// The true share of a coalition: switch 0 adds 20 points, switch 1 takes 10, together they add
    /// 16 more, switch 2 does nothing.
    fn share(set: u32) -> f64 {
        let bit = |switch: u32| f64::from(set >> switch & 1);
        0.3 + 0.2 * bit(0) - 0.1 * bit(1) + 0.16 * bit(0) * bit(1)
    }

    /// The share of the effects of 300 experiments whose interval holds the truth.
    fn coverage(design: &Design, number: u64, share: impl Fn(u32) -> f64 + Sync) -> f64 {
        let truth: Vec<f64> = all(design.switches())
            .effects(None)
            .iter()
            .map(|sum| sum.iter().map(|(set, weight)| weight * share(*set)).sum())
            .collect();
        let covered = (0..300_u64).into_par_iter().map(|seed| {
            let found = effects(seed, number, &share, design);
            let holds = |(effect, truth): &(&Contrast, &f64)| {
                effect.estimate(Confidence::P95).interval().contains(**truth)
            };
            found.iter().zip(&truth).filter(holds).count()
        });
        covered.sum::<usize>() as f64 / (300 * design.switches()) as f64
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
        println!("least coverage (share, results, mean, where): {least:?}");
        assert!(least.0 >= 0.93, "{least:?}");
    }

    #[test]
    fn drawn_orders_add_their_own_error() {
        // Each switch does more the more others are flipped; all are alike, together they add 0.9.
        let growing = |set: u32| 0.05 + 0.9 * (f64::from(set.count_ones()) / 9.0).powi(2);
        let covered = (0..30_u64).map(|seed| {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let design = Design::sampled(9, 10, |_| true, &mut rng).expect("orders");
            let found = effects(seed, 200, growing, &design);
            let holds = |one: &&Contrast| one.estimate(Confidence::P95).interval().contains(0.1);
            found.iter().filter(holds).count()
        });
        let found = covered.sum::<usize>() as f64 / 270.0;
        println!("coverage over drawn orders: {found}");
        assert!(found >= 0.9, "{found}");
    }
}
