//! Where each parameter stands, and which sums of parameters are the results.

use super::data::{Cell, JointData};
use super::{JointModel, Roles};

/// A weighted sum of parameters.
pub(super) type Sum = Vec<(usize, f64)>;

/// The parameters in one row: ratings, half the differences of attack and defence where these are
/// apart, advantages, margins. All in log-odds.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout {
    agents: usize,
    rules: usize,
    roles: Roles,
}

impl Layout {
    pub fn new(model: &JointModel, data: &JointData) -> Self {
        Self { agents: data.agents, rules: data.rules, roles: model.roles }
    }

    /// Number of parameters.
    pub fn size(&self) -> usize {
        self.first_margin() + self.rules
    }

    /// Number of the first margin; all parameters from here on are margins.
    pub fn first_margin(&self) -> usize {
        self.advantage(self.rules)
    }

    /// Number of the margin of a rule set.
    pub fn margin(&self, rules: usize) -> usize {
        self.first_margin() + rules
    }

    fn advantage(&self, rules: usize) -> usize {
        let roles = if self.roles == Roles::Apart { self.agents } else { 0 };
        self.agents + roles + rules
    }

    /// The attackers' lead in the games of a cell.
    pub fn lead(&self, cell: &Cell) -> Sum {
        let Cell { rules, attackers, defenders, .. } = *cell;
        let mut sum = vec![(attackers, 1.0), (defenders, -1.0), (self.advantage(rules), 1.0)];
        if self.roles == Roles::Apart {
            sum.extend([(self.agents + attackers, 1.0), (self.agents + defenders, 1.0)]);
        }
        sum
    }

    /// An agent's rating above the anchor or the mean.
    pub fn rating(&self, agent: usize, anchor: Option<usize>) -> Sum {
        let mut sum = vec![(agent, 1.0)];
        match anchor {
            Some(anchor) => sum.push((anchor, -1.0)),
            None => sum.extend(self.mean(0, -1.0)),
        }
        sum
    }

    /// An agent's rating as attacker (`sign` 1) or defender (−1).
    pub fn role(&self, agent: usize, anchor: Option<usize>, sign: f64) -> Sum {
        let mut sum = self.rating(agent, anchor);
        if self.roles == Roles::Apart {
            sum.push((self.agents + agent, sign));
            sum.extend(self.mean(self.agents, -sign));
        }
        sum
    }

    /// An agent's rating as attacker less that as defender; no parameter where roles are tied.
    pub fn lean(&self, agent: usize) -> Sum {
        match self.roles {
            Roles::Tied => Sum::new(),
            Roles::Apart => {
                let mut sum = vec![(self.agents + agent, 2.0)];
                sum.extend(self.mean(self.agents, -2.0));
                sum
            }
        }
    }

    /// The attackers' lead under a rule set between two copies of an agent.
    pub fn own_side_advantage(&self, agent: usize, rules: usize) -> Sum {
        let mut sum = vec![(self.advantage(rules), 1.0)];
        if self.roles == Roles::Apart {
            sum.push((self.agents + agent, 2.0));
        }
        sum
    }

    /// The mean of that over all agents: the attackers' lead between agents that attack and defend as
    /// the pool does.
    pub fn mean_side_advantage(&self, rules: usize) -> Sum {
        let mut sum = vec![(self.advantage(rules), 1.0)];
        if self.roles == Roles::Apart {
            sum.extend(self.mean(self.agents, 2.0));
        }
        sum
    }

    /// `weight` times the mean of the agents' parameters that start at `first`.
    fn mean(&self, first: usize, weight: f64) -> Sum {
        let share = weight / self.agents as f64;
        (first..first + self.agents).map(|parameter| (parameter, share)).collect()
    }
}
