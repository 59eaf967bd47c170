//! Who counts as a beginner and who may be an expert.

use super::told;
use crate::summary::strongest_of_networks;
use crate::{BalanceReport, CellReport, Experience, Trend};

/// The agents that played a rule set, each against itself, weakest first.
pub(super) struct Players<'a> {
    /// All of them.
    pub all: Vec<&'a CellReport>,
    /// Those that never learned.
    pub beginners: Vec<&'a CellReport>,
    /// The strongest agent of each network, whose stages count as one: the only ones that may be experts.
    pub champions: Vec<&'a CellReport>,
    /// The strongest agent against the weakest of each network that played at more than one strength.
    pub trends: Vec<&'a Trend>,
}

impl<'a> Players<'a> {
    /// Those of a rule set; `None` where it was not played.
    pub fn of(report: &'a BalanceReport, rules: &'a str) -> Option<Self> {
        let all: Vec<&CellReport> = report.cells_of(rules).collect();
        let experience = |cell: &CellReport| {
            let agent = report.agents.iter().find(|agent| agent.name == cell.agent);
            agent.map_or(&Experience::Unknown, |agent| &agent.experience)
        };
        let champions = strongest_of_networks(&all, |cell| experience(cell).network());
        let unlearned = |cell: &&&CellReport| *experience(cell) == Experience::None;
        let beginners = all.iter().filter(unlearned).copied().collect();
        let trends = report.learned_trends.iter().filter(|trend| trend.rules == rules).collect();
        (!all.is_empty()).then_some(Self { all, beginners, champions, trends })
    }

    /// `from network:4 25.5 % (23.9 to 27.0) to network:64 13.9 % (12.4 to 15.5)` of each trend.
    pub fn ends(&self, trends: &[&Trend]) -> String {
        let score = |agent: &str| {
            let cell = self.all.iter().find(|cell| cell.agent == agent);
            cell.map_or_else(|| agent.to_owned(), |cell| told(cell))
        };
        let ends = |trend: &&Trend| {
            format!("from {} to {}", score(&trend.weakest), score(&trend.strongest))
        };
        trends.iter().map(ends).collect::<Vec<_>>().join(" and ")
    }

    /// What stands in the way of any word about experts: networks of two trainings have to agree.
    pub fn lacking(&self) -> Option<&'static str> {
        match self.champions.len() {
            0 => Some("no network played"),
            1 => Some("one network is not enough, since another training may play otherwise"),
            _ => None,
        }
    }
}
