//! By whose games a rule set is judged first.

use super::{AgentLabel, BalanceReport, CellReport, Ensemble, EnsembleScore, Experience};

/// Trainings that are enough for an interval; more do not make a weaker search the better judge.
const ENOUGH: usize = 3;

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

    /// The trainings that a cell is one of, with what they score under its rule set.
    pub(crate) fn together(&self, cell: &CellReport) -> Option<(&Ensemble, &EnsembleScore)> {
        self.ensembles.iter().find_map(|one| {
            let own = one.scores.iter().find(|own| own.rules == cell.rules)?;
            own.trainings.iter().any(|training| training.agent == cell.agent).then_some((one, own))
        })
    }

    /// Whether none but agents that have learned nothing played a rule set: random moves, or random games.
    pub fn only_beginners(&self, rules: &str) -> bool {
        let learned_nothing = |cell: &CellReport| {
            let agent = self.agents.iter().find(|agent| agent.name == cell.agent);
            agent.is_some_and(|agent| agent.experience == Experience::None)
        };
        let mut cells = self.cells_of(rules).peekable();
        cells.peek().is_some() && cells.all(learned_nothing)
    }

    /// Whether the networks of the headline have learned the rules; `None` without networks, or where nobody knows.
    pub fn headline_learned(&self, rules: &str) -> Option<bool> {
        let Headline::Trainings(_, own) = self.headline(rules)? else { return None };
        let learned = |agent: &str| self.cell(rules, agent)?.learned;
        let all: Option<Vec<bool>> =
            own.trainings.iter().map(|training| learned(&training.agent)).collect();
        Some(all?.into_iter().all(|learned| learned))
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

    #[test]
    fn one_network_that_never_learned_the_rules_makes_it_provisional() {
        let learned = |all: [Option<bool>; 2]| {
            let cells = ["a", "b"].into_iter().zip(all).zip(0..);
            let cells = cells.map(|((name, learned), place)| Cell {
                learned,
                ..network(&format!("n:4@{name}"), name, place)
            });
            BalanceReport::new(cells.collect(), &Options::default()).headline_learned("tablut")
        };
        assert_eq!(learned([Some(true), Some(true)]), Some(true));
        assert_eq!(learned([Some(true), Some(false)]), Some(false));
        assert_eq!(learned([Some(true), None]), None);
    }
}
