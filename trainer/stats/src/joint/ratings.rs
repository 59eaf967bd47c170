//! What comes out: ratings, advantages and margins in Elo, each with its intervals.

use serde::{Deserialize, Serialize};

use super::bootstrap::bootstrap;
use super::curve::Counts;
use super::data::{JointData, JointError, known};
use super::layout::{Layout, Sum};
use super::newton::{Maximum, Posterior, value_of};
use super::openings::Alike;
use super::{ELO_PER_LOGIT, JointModel};
use crate::{Confidence, Estimate, Interval, quantile};

/// A figure in Elo with two intervals of different making.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Uncertain {
    /// The most likely value.
    pub value: f64,
    /// From the observed information, as if all games were independent.
    pub information: Interval,
    /// From the bootstrap over openings; `None` where none was made.
    pub bootstrap: Option<Interval>,
}

impl Uncertain {
    /// The figure with the wider end of both intervals on each side: the first takes games of one
    /// opening for independent, the second has nothing to draw from where all games ended alike.
    pub fn estimate(self) -> Estimate {
        let Interval { low, high } = self.information;
        let bootstrap = self.bootstrap.unwrap_or(self.information);
        let interval = Interval { low: low.min(bootstrap.low), high: high.max(bootstrap.high) };
        Estimate::new(self.value, interval)
    }
}

/// An agent's ratings in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AgentRating {
    /// The mean of attack and defence.
    pub rating: Uncertain,
    /// As attacker; the same as `rating` where roles are tied.
    pub attack: Uncertain,
    /// As defender; the same as `rating` where roles are tied.
    pub defence: Uncertain,
}

/// What a rule set does, in Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RulesRating {
    /// The attackers' lead between agents that attack and defend as the pool does on average; negative
    /// where the defenders have the better side. It belongs to this pool: with other agents it is
    /// another.
    pub advantage: Uncertain,
    /// The draw margin θ.
    pub margin: Uncertain,
}

/// All results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct JointRatings {
    /// Per agent, in the order of their numbers.
    pub agents: Vec<AgentRating>,
    /// Per rule set, in the order of their numbers.
    pub rules: Vec<RulesRating>,
}

/// The most likely parameters for some data, from which every result is read.
#[derive(Clone, Debug)]
pub struct JointFit {
    model: JointModel,
    layout: Layout,
    agents: usize,
    rules: usize,
    /// The parameters are stretched, the information is not.
    maximum: Maximum,
    /// What the random effect of the opening stretches ratings by.
    stretch: f64,
    /// Parameters of each resample.
    resamples: Vec<Vec<f64>>,
}

impl JointModel {
    /// Fits the model and gives all results; `resamples` (0 for none, 1000 for reports) and `seed` are
    /// those of the bootstrap.
    ///
    /// # Errors
    /// As [`fit`](Self::fit).
    pub fn rate(
        &self,
        data: &JointData,
        confidence: Confidence,
        resamples: u32,
        seed: u64,
    ) -> Result<JointRatings, JointError> {
        Ok(self.fit(data, resamples, seed)?.ratings(confidence))
    }

    /// Finds the most likely parameters, and those of the bootstrap's resamples.
    ///
    /// # Errors
    /// When the anchor is none of the agents, or numbers overflow.
    pub fn fit(&self, data: &JointData, resamples: u32, seed: u64) -> Result<JointFit, JointError> {
        if let Some(anchor) = self.anchor {
            known("agent", anchor, data.agents)?;
        }
        let layout = Layout::new(self, data);
        let posterior = Posterior::new(layout, &data.cells);
        let counts: Vec<Counts> = data.cells.iter().map(|cell| cell.counts).collect();
        let mut maximum = posterior.maximise(&counts, None)?;
        let resamples = bootstrap(&posterior, data, self.openings, &maximum, (resamples, seed))?;
        let mut alike = Alike::default();
        data.strata.iter().flatten().for_each(|opening| alike.add(opening));
        let stretch = alike.stretch(self.openings, &posterior.cells, &maximum.parameters);
        maximum.parameters.iter_mut().for_each(|parameter| *parameter *= stretch);
        let (agents, rules) = (data.agents, data.rules);
        Ok(JointFit { model: *self, layout, agents, rules, maximum, stretch, resamples })
    }
}

impl JointFit {
    /// All results.
    pub fn ratings(&self, confidence: Confidence) -> JointRatings {
        let Self { layout, model, .. } = self;
        let of = |sum: &Sum| self.uncertain(sum, confidence);
        let agent = |agent| AgentRating {
            rating: of(&layout.rating(agent, model.anchor)),
            attack: of(&layout.role(agent, model.anchor, 1.0)),
            defence: of(&layout.role(agent, model.anchor, -1.0)),
        };
        let rules = |rules| {
            let margin = of(&vec![(layout.margin(rules), 1.0)]);
            RulesRating {
                advantage: of(&layout.mean_side_advantage(rules)),
                margin: positive(margin),
            }
        };
        JointRatings {
            agents: (0..self.agents).map(agent).collect(),
            rules: (0..self.rules).map(rules).collect(),
        }
    }

    /// How far agent `a` is ahead of agent `b`. Its interval is not that of two ratings, which share
    /// the anchor's error.
    ///
    /// # Errors
    /// When one of them is not in the pool.
    pub fn lead(
        &self,
        a: usize,
        b: usize,
        confidence: Confidence,
    ) -> Result<Uncertain, JointError> {
        for agent in [a, b] {
            known("agent", agent, self.agents)?;
        }
        Ok(self.uncertain(&vec![(a, 1.0), (b, -1.0)], confidence))
    }

    /// The attackers' lead under a rule set between two copies of an agent: attack − defence + A. How
    /// much of it the rules give, and how much the agent's own one-sidedness, no games can tell.
    ///
    /// # Errors
    /// When there is no such agent or rule set.
    pub fn side_advantage(
        &self,
        agent: usize,
        rules: usize,
        confidence: Confidence,
    ) -> Result<Uncertain, JointError> {
        known("agent", agent, self.agents)?;
        known("rule set", rules, self.rules)?;
        Ok(self.uncertain(&self.layout.own_side_advantage(agent, rules), confidence))
    }

    /// By how much an agent attacks better than it defends, less the pool's mean of that. Its interval
    /// is not that of two ratings, which err together.
    ///
    /// # Errors
    /// When the agent is not in the pool.
    pub fn lean(&self, agent: usize, confidence: Confidence) -> Result<Uncertain, JointError> {
        known("agent", agent, self.agents)?;
        Ok(self.uncertain(&self.layout.lean(agent), confidence))
    }

    fn uncertain(&self, sum: &Sum, confidence: Confidence) -> Uncertain {
        let elo = |parameters: &[f64]| ELO_PER_LOGIT * value_of(sum, parameters);
        let value = elo(&self.maximum.parameters);
        let half = confidence.z() * ELO_PER_LOGIT * self.error(sum);
        let information = Interval { low: value - half, high: value + half };
        let mut drawn: Vec<f64> = self.resamples.iter().map(|parameters| elo(parameters)).collect();
        drawn.sort_unstable_by(f64::total_cmp);
        let tail = confidence.alpha() / 2.0;
        let bootstrap = quantile(&drawn, tail)
            .zip(quantile(&drawn, 1.0 - tail))
            .map(|(low, high)| Interval { low, high });
        Uncertain { value, information, bootstrap }
    }

    /// Standard error of a sum from the inverse of the observed information, in log-odds.
    fn error(&self, sum: &Sum) -> f64 {
        let mut weights = vec![0.0; self.layout.size()];
        sum.iter().for_each(|&(parameter, weight)| weights[parameter] += weight);
        let solved = self.maximum.information.solve(&weights);
        let square = weights.iter().zip(&solved).map(|(a, b)| a * b).sum::<f64>();
        self.stretch * square.max(0.0).sqrt()
    }
}

/// A margin is never below 0.
fn positive(margin: Uncertain) -> Uncertain {
    let Interval { low, high } = margin.information;
    Uncertain { information: Interval { low: low.max(0.0), high }, ..margin }
}
