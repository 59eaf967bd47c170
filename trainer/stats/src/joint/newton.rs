//! The most likely parameters: Newton's method on a concave function.

use super::curve::{Counts, slope};
use super::data::{Cell, JointError};
use super::layout::{Layout, Sum};
use super::{ELO_PER_LOGIT, PRIOR_MARGIN, PRIOR_SPREAD};
use crate::linear::Matrix;

/// Steps that are far more than ever needed.
const MOST_STEPS: u32 = 200;
/// Gain in log-likelihood that is no longer worth a step.
const LEAST_GAIN: f64 = 1e-10;
/// A margin may lose at most this share of itself in one step, so that it stays above 0.
const LARGEST_LOSS: f64 = 0.9;
/// Share of the gain that the slope promises which a step must bring (Armijo's rule).
const PROMISE: f64 = 1e-4;
/// Margin to start from, in log-odds.
const START_MARGIN: f64 = 0.5;
/// Shape of the margins' gamma prior, less one.
const MARGIN_SHAPE: f64 = 0.5;

/// The posterior log-density as a function of the parameters.
pub(super) struct Posterior {
    layout: Layout,
    /// Per cell: its lead as a sum, its margin's number.
    pub cells: Vec<(Sum, usize)>,
}

/// Value, gradient and negated second derivatives at one point.
struct Point {
    value: f64,
    gradient: Vec<f64>,
    curvature: Matrix,
}

/// The maximum, with the Cholesky factor of the negated second derivatives there.
#[derive(Clone, Debug)]
pub(super) struct Maximum {
    pub parameters: Vec<f64>,
    pub information: Matrix,
}

impl Posterior {
    pub fn new(layout: Layout, cells: &[Cell]) -> Self {
        let cells = cells.iter().map(|cell| (layout.lead(cell), layout.margin(cell.rules)));
        Self { layout, cells: cells.collect() }
    }

    /// Climbs to the maximum for these counts per cell, from `start` or from nowhere in particular.
    ///
    /// # Errors
    /// When numbers overflow.
    pub fn maximise(
        &self,
        counts: &[Counts],
        start: Option<&[f64]>,
    ) -> Result<Maximum, JointError> {
        let mut parameters = start.map_or_else(|| self.start(), <[f64]>::to_vec);
        let mut point = self.at(counts, &parameters);
        for _ in 0..MOST_STEPS {
            let information = point.curvature.cholesky().ok_or(JointError::NotConverged)?;
            let step = information.solve(&point.gradient);
            let promised = dot(&point.gradient, &step);
            if promised < LEAST_GAIN {
                return Ok(Maximum { parameters, information });
            }
            let mut share = self.longest_step(&parameters, &step);
            loop {
                let next = moved(&parameters, &step, share);
                let there = self.at(counts, &next);
                if there.value >= point.value + PROMISE * share * promised {
                    (parameters, point) = (next, there);
                    break;
                }
                // Closer than numbers can tell.
                if share * promised < LEAST_GAIN {
                    return Ok(Maximum { parameters, information });
                }
                share /= 2.0;
            }
        }
        Err(JointError::NotConverged)
    }

    fn start(&self) -> Vec<f64> {
        let mut parameters = vec![0.0; self.layout.size()];
        parameters[self.layout.first_margin()..].fill(START_MARGIN);
        parameters
    }

    /// The share of a step, at most 1, that keeps every margin above 0.
    fn longest_step(&self, parameters: &[f64], step: &[f64]) -> f64 {
        (self.layout.first_margin()..self.layout.size())
            .filter(|&margin| step[margin] < 0.0)
            .map(|margin| LARGEST_LOSS * parameters[margin] / -step[margin])
            .fold(1.0, f64::min)
    }

    fn at(&self, counts: &[Counts], parameters: &[f64]) -> Point {
        let size = self.layout.size();
        let mut point =
            Point { value: 0.0, gradient: vec![0.0; size], curvature: Matrix::new(size) };
        self.add_prior(parameters, &mut point);
        for ((lead, margin), counts) in self.cells.iter().zip(counts) {
            if counts.games() > 0 {
                point.add_cell(lead, *margin, *counts, parameters);
            }
        }
        point
    }

    fn add_prior(&self, parameters: &[f64], point: &mut Point) {
        let first_margin = self.layout.first_margin();
        for (number, &value) in parameters.iter().enumerate() {
            let (log_density, slope, bend) = if number < first_margin {
                let weight = (PRIOR_SPREAD / ELO_PER_LOGIT).powi(-2);
                (-weight * value * value / 2.0, -weight * value, weight)
            } else {
                let rate = MARGIN_SHAPE * ELO_PER_LOGIT / PRIOR_MARGIN;
                let log_density = MARGIN_SHAPE * value.ln() - rate * value;
                (log_density, MARGIN_SHAPE / value - rate, MARGIN_SHAPE / (value * value))
            };
            point.value += log_density;
            point.gradient[number] += slope;
            point.curvature.add(number, number, bend);
        }
    }
}

impl Point {
    fn add_cell(&mut self, lead: &Sum, margin: usize, counts: Counts, parameters: &[f64]) {
        let found = slope(counts, value_of(lead, parameters), parameters[margin]);
        self.value += found.value;
        self.gradient[margin] += found.by_margin;
        self.curvature.add(margin, margin, found.margin_margin);
        for &(row, weight) in lead {
            self.gradient[row] += weight * found.by_lead;
            self.curvature.add(row, margin, weight * found.lead_margin);
            self.curvature.add(margin, row, weight * found.lead_margin);
            for &(column, other) in lead {
                self.curvature.add(row, column, weight * other * found.lead_lead);
            }
        }
    }
}

/// What a sum comes to.
pub(super) fn value_of(sum: &Sum, parameters: &[f64]) -> f64 {
    sum.iter().map(|&(parameter, weight)| weight * parameters[parameter]).sum()
}

fn moved(parameters: &[f64], step: &[f64], share: f64) -> Vec<f64> {
    parameters.iter().zip(step).map(|(parameter, step)| parameter + share * step).collect()
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
