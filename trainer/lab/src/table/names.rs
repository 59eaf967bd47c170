//! Agents' names, short and no two alike.

use crate::BalanceReport;
use crate::text::{shortened, shortened_apart};

/// Longest name of an agent that is shown in full.
const NAME: usize = 20;

/// The agents' names as the tables show them: short, and no two alike.
pub(super) struct Names<'a> {
    agents: Vec<&'a str>,
    shown: Vec<String>,
}

impl<'a> Names<'a> {
    pub fn new(report: &'a BalanceReport) -> Self {
        let agents: Vec<&str> = report.agents.iter().map(|agent| agent.name.as_str()).collect();
        let shown = shortened_apart(&agents, NAME);
        Self { agents, shown }
    }

    pub fn of(&self, agent: &str) -> String {
        let place = self.agents.iter().position(|known| *known == agent);
        place.map_or_else(|| shortened(agent, NAME), |place| self.shown[place].clone())
    }
}
