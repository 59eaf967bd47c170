//! By whose games a rule set is judged first.

use std::iter;

use imperial_stats::Knowledge;

use super::{AgentLabel, BalanceReport, CellReport, Ensemble, EnsembleScore, Experience, Fairness};

/// Trainings that are enough for an interval; more do not make a weaker search the better judge.
pub(crate) const ENOUGH: usize = imperial_stats::trainings::FEWEST;

/// The games that say most of a rule set.
#[derive(Clone, Copy, Debug)]
pub enum Headline<'a> {
    /// Those of the trainings of one recipe.
    Trainings(&'a Ensemble, &'a EnsembleScore),
    /// Those of one agent, where no network played.
    Alone(&'a AgentLabel, &'a CellReport),
}

impl BalanceReport {
    /// The headline of a rule set: of the strengths that most trainings played (three are as good as many) the
    /// greatest; without networks, the strongest agent. `None` without games.
    pub fn headline(&self, rules: &str) -> Option<Headline<'_>> {
        let played = self.ensembles.iter().filter_map(|one| {
            let own = one.scores.iter().find(|score| score.rules == rules)?;
            Some((own.trainings.len().min(ENOUGH), one, own))
        });
        // The last of equal ones is the strongest.
        let trained = played.max_by_key(|(number, ..)| *number);
        if let Some((_, one, own)) = trained {
            return Some(Headline::Trainings(one, own));
        }
        let cell = self.cells.iter().rfind(|cell| cell.rules == rules)?;
        let agent = self.agents.iter().find(|agent| agent.name == cell.agent)?;
        Some(Headline::Alone(agent, cell))
    }

    /// The cell whose games stand for a rule set where only one agent's can: of the headline's trainings the highest
    /// rated one, or else the last.
    pub fn champion(&self, rules: &str) -> Option<&CellReport> {
        match self.headline(rules)? {
            Headline::Alone(_, cell) => Some(cell),
            Headline::Trainings(_, own) => {
                let is_own = |agent: &str| own.trainings.iter().any(|one| one.agent == agent);
                let curve = self.curves.iter().find(|curve| curve.rules == rules);
                let mut rated = curve.into_iter().flat_map(|curve| &curve.points);
                // Points rise.
                let best = rated.rfind(|point| is_own(&point.agent));
                let last = || own.trainings.last().map(|one| one.agent.as_str());
                self.cell(rules, best.map(|point| point.agent.as_str()).or_else(last)?)
            }
        }
    }

    /// What would even a rule set for its [`champion`](Self::champion), and then for the other trainings that stand for
    /// it: one of them plays handicaps. Nothing where the trainings disagree on who is ahead.
    pub(crate) fn remedies(&self, rules: &str) -> Vec<&Fairness> {
        let Some(cell) = self.champion(rules) else { return Vec::new() };
        let own = self.together(cell).map(|(_, own)| own);
        if own.is_some_and(|own| own.disagree) {
            return Vec::new();
        }
        let others = own.iter().flat_map(|own| &own.trainings).map(|one| &one.agent);
        let of = |agent: &String| {
            self.fairness.iter().find(|one| one.rules == cell.rules && one.agent == *agent)
        };
        iter::once(&cell.agent).chain(others).filter_map(of).collect()
    }

    /// The trainings that a cell is one of, with what they score under its rule set.
    pub(crate) fn together(&self, cell: &CellReport) -> Option<(&Ensemble, &EnsembleScore)> {
        self.ensembles.iter().find_map(|one| {
            let own = one.scores.iter().find(|own| own.rules == cell.rules)?;
            own.trainings.iter().any(|training| training.agent == cell.agent).then_some((one, own))
        })
    }

    /// Whether an agent stands for people whose games were recorded elsewhere, or another player of unknown strength.
    pub(crate) fn is_elsewhere(&self, agent: &str) -> bool {
        self.has(agent, &Experience::Elsewhere)
    }

    /// Whether an agent has learned nothing.
    pub(crate) fn is_beginner(&self, agent: &str) -> bool {
        self.has(agent, &Experience::None)
    }

    fn has(&self, agent: &str, experience: &Experience) -> bool {
        let agent = self.agents.iter().find(|known| known.name == agent);
        agent.is_some_and(|agent| agent.experience == *experience)
    }

    /// Whether none but agents that have learned nothing played a rule set: random moves, or random games.
    pub fn only_beginners(&self, rules: &str) -> bool {
        let mut cells = self.cells_of(rules).peekable();
        cells.peek().is_some() && cells.all(|cell| self.is_beginner(&cell.agent))
    }

    /// What the networks of the headline know of the rules: as much as the one that knows least. `None` without
    /// networks.
    pub fn headline_knowledge(&self, rules: &str) -> Option<Knowledge> {
        match self.headline(rules)? {
            Headline::Trainings(_, own) => Some(own.knowledge),
            Headline::Alone(..) => None,
        }
    }

    /// Whether the headline is provisional: one of its networks has not learned the rules to the end.
    pub fn is_provisional(&self, rules: &str) -> bool {
        self.headline_knowledge(rules).is_some_and(|least| least < Knowledge::Settled)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, games, taught};
    use super::super::{Cell, Options};
    use super::*;

    fn network(name: &str, training: &str, place: u32) -> Cell {
        let agent = taught(name, place, Experience::Network(training.to_owned()));
        cell("tablut", agent, games(50, 0, 0, 50))
    }

    fn strength(cells: Vec<Cell>) -> String {
        let report = BalanceReport::new(cells, &Options::default());
        match report.headline("tablut").expect("games") {
            Headline::Trainings(one, own) => format!("{} of {}", one.strength, own.trainings.len()),
            Headline::Alone(agent, _) => agent.name.clone(),
        }
    }

    #[test]
    fn more_trainings_come_before_more_search() {
        let beginner = cell("tablut", taught("random", 0, Experience::None), games(50, 0, 0, 50));
        let mut cells = vec![beginner.clone()];
        assert_eq!(strength(cells.clone()), "random");
        assert!(BalanceReport::new(cells.clone(), &Options::default()).only_beginners("tablut"));
        cells.extend([
            network("n:4@a", "a", 1),
            network("n:4@b", "b", 2),
            network("n:64@a", "a", 3),
        ]);
        assert_eq!(strength(cells.clone()), "n:4 of 2");
        cells.push(network("n:64@b", "b", 4));
        assert_eq!(strength(cells.clone()), "n:64 of 2");
        assert!(!BalanceReport::new(cells, &Options::default()).only_beginners("tablut"));
    }

    /// Handicaps are played by one of the trainings, which need not be the champion.
    #[test]
    fn another_training_may_have_the_remedy() {
        let names = ["a", "b", "c"].map(|name| format!("n:4@{name}"));
        let cells = names.iter().zip(0..).map(|(name, place)| network(name, name, place));
        let mut report = BalanceReport::new(cells.collect(), &Options::default());
        let champion = report.champion("tablut").expect("games").agent.clone();
        let other = names.iter().find(|name| **name != champion).expect("three").clone();
        let one = Fairness {
            rules: "tablut".to_owned(),
            agent: other.clone(),
            handicap: None,
            bid: None,
        };
        report.fairness = vec![Fairness { rules: "other".to_owned(), ..one.clone() }, one];
        let agents: Vec<&str> =
            report.remedies("tablut").iter().map(|one| one.agent.as_str()).collect();
        assert_eq!(agents, [other]);
        report.ensembles[0].scores[0].disagree = true;
        assert!(report.remedies("tablut").is_empty());
    }

    #[test]
    fn the_network_that_knows_least_decides_whether_it_is_provisional() {
        use Knowledge::{Board, Moving, Nothing, Settled, Unknown};
        let knowledge = |all: [Option<Knowledge>; 2]| {
            let cells = ["a", "b"].into_iter().zip(all).zip(0..);
            let cells = cells.map(|((name, knowledge), place)| Cell {
                knowledge,
                ..network(&format!("n:4@{name}"), name, place)
            });
            let report = BalanceReport::new(cells.collect(), &Options::default());
            (
                report.headline_knowledge("tablut").expect("networks"),
                report.is_provisional("tablut"),
            )
        };
        assert_eq!(knowledge([Some(Settled); 2]), (Settled, false));
        for least in [Moving, Board, Nothing, Unknown] {
            assert_eq!(knowledge([Some(Settled), Some(least)]), (least, true));
        }
        assert_eq!(knowledge([Some(Settled), None]), (Unknown, true), "nobody has said");
        let report = BalanceReport::new(
            vec![cell("tablut", taught("random", 0, Experience::None), games(50, 0, 0, 50))],
            &Options::default(),
        );
        assert_eq!(report.headline_knowledge("tablut"), None);
        assert!(!report.is_provisional("tablut"), "no network played");
    }
}
