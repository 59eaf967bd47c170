//! What openings give to one side, and what that does to ratings.
//!
//! The curve describes games from one opening. Over openings whose advantages differ by a standard deviation σ the
//! share of wins is flatter: leads that are fitted as if all openings were alike are too small by about
//! √(1 + c²σ²) with c = 16√3 / (15π), in log-odds (Zeger, Liang and Albert 1988, *Biometrics* 44:1049). A random
//! effect of the opening puts that right: σ follows from how much alike the games of one opening end, beyond what the
//! agents explain, and stretches all ratings.

use std::collections::BTreeMap;

use super::Openings;
use super::data::OpeningResults;
use super::layout::Sum;
use super::newton::value_of;
use crate::log_odds::share_of;

/// 16√3 / (15π).
const FLATTER: f64 = 0.588_084_2;
/// The largest σ that is believed, in log-odds: about 870 Elo.
const LARGEST: f64 = 5.0;
/// Points at which a normal distribution is summed, from −4 to 4 standard deviations.
const POINTS: i32 = 24;

/// Games of one opening in two cells: how many, and the sums of their scores and of the products of these.
#[derive(Clone, Copy, Debug, Default)]
struct Products {
    number: f64,
    first: f64,
    second: f64,
    both: f64,
}

/// How often two games of one opening ended alike.
#[derive(Clone, Debug, Default)]
pub(super) struct Alike(BTreeMap<(usize, usize), Products>);

/// The attackers' score at a lead with a draw margin.
fn expected(lead: f64, margin: f64) -> f64 {
    (1.0 + share_of(lead - margin) - share_of(-lead - margin)) / 2.0
}

impl Alike {
    /// Adds every two games of an opening.
    pub fn add(&mut self, opening: &OpeningResults) {
        for (place, (first, one)) in opening.iter().enumerate() {
            for (second, other) in &opening[place + 1..] {
                let (one, other) = (one.score(), other.score());
                let products = self.0.entry((*first, *second)).or_default();
                products.number += 1.0;
                products.first += one;
                products.second += other;
                products.both += one * other;
            }
        }
    }

    /// By how much all parameters are to be stretched that were fitted as if openings were alike; `cells` are the
    /// leads and margins of the cells.
    pub fn stretch(&self, openings: Openings, cells: &[(Sum, usize)], parameters: &[f64]) -> f64 {
        if openings == Openings::Averaged {
            return 1.0;
        }
        let at = |cell: usize| {
            let (lead, margin) = &cells[cell];
            (value_of(lead, parameters), parameters[*margin])
        };
        let pairs: Vec<_> =
            self.0.iter().map(|((a, b), found)| ([at(*a), at(*b)], *found)).collect();
        let seen: f64 = pairs.iter().map(|(at, found)| found.beyond(at)).sum();
        let explained = |spread: f64| -> f64 {
            pairs.iter().map(|(at, found)| found.number * covariance(at, spread)).sum()
        };
        let (mut low, mut high) = (0.0, LARGEST);
        if seen <= 0.0 {
            return 1.0;
        }
        for _ in 0..40 {
            let middle = (low + high) / 2.0;
            *(if explained(middle) < seen { &mut low } else { &mut high }) = middle;
        }
        stretched(high)
    }
}

fn stretched(spread: f64) -> f64 {
    (1.0 + (FLATTER * spread).powi(2)).sqrt()
}

impl Products {
    /// The sum of the products of what both games deviate by from what the agents explain.
    fn beyond(&self, at: &[(f64, f64); 2]) -> f64 {
        let [a, b] = at.map(|(lead, margin)| expected(lead, margin));
        self.both - b * self.first - a * self.second + self.number * a * b
    }
}

/// The covariance of two games' scores from an opening, whose advantage has this spread.
fn covariance(at: &[(f64, f64); 2], spread: f64) -> f64 {
    let stretch = stretched(spread);
    let points = (-POINTS..=POINTS).map(|point| 4.0 * f64::from(point) / f64::from(POINTS));
    let (mut all, mut sums, mut both) = (0.0, [0.0; 2], 0.0);
    for z in points {
        let weight = (-z * z / 2.0).exp();
        let [a, b] =
            at.map(|(lead, margin)| expected(stretch * lead + spread * z, stretch * margin));
        all += weight;
        sums[0] += weight * a;
        sums[1] += weight * b;
        both += weight * a * b;
    }
    both / all - sums[0] * sums[1] / (all * all)
}

#[cfg(test)]
mod tests {
    use imperial_data::GameResult;

    use super::*;

    #[test]
    fn what_all_openings_give_alike_stretches_nothing() {
        let cells = vec![(vec![(0, 1.0)], 1)];
        let mut alike = Alike::default();
        for (one, other) in [(1.0, 0.0), (0.0, 1.0), (1.0, 1.0), (0.0, 0.0)] {
            let result = |score: f64| {
                if score > 0.5 { GameResult::Attackers } else { GameResult::Defenders }
            };
            alike.add(&vec![(0, result(one)), (0, result(other))]);
        }
        assert!((alike.stretch(Openings::Apart, &cells, &[0.0, 0.01]) - 1.0).abs() < 1e-6);
    }

    #[test]
    fn openings_that_decide_stretch_and_the_flatter_curve_is_as_in_the_paper() {
        let cells = vec![(vec![(0, 1.0)], 1)];
        let mut alike = Alike::default();
        for result in [GameResult::Attackers, GameResult::Defenders] {
            alike.add(&vec![(0, result), (0, result)]);
        }
        assert!(
            (alike.stretch(Openings::Apart, &cells, &[0.0, 0.01]) - stretched(LARGEST)).abs()
                < 0.01
        );
        // Without draws the mean score over openings is that of a lead divided by the stretch.
        for (lead, spread) in [(0.5, 1.0), (1.5, 1.5), (-1.0, 0.7)] {
            let points = (-100..=100).map(|point| f64::from(point) / 25.0);
            let weights: f64 = points.clone().map(|z| (-z * z / 2.0).exp()).sum();
            let mean = points
                .map(|z| (-z * z / 2.0).exp() * expected(lead + spread * z, 0.0))
                .sum::<f64>()
                / weights;
            assert!(
                (mean - expected(lead / stretched(spread), 0.0)).abs() < 0.01,
                "{lead} {spread}"
            );
        }
    }
}
