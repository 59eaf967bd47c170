//! What stands in the picture of strength: an agent, or three and more trainings of one recipe together.

use imperial_plot::scatter::{Series, Spot};
use imperial_stats::{Estimate, Interval};

use crate::grouped::grouped;
use crate::text::percent_with_range;
use crate::{AgentLabel, BalanceReport, CellReport, Ensemble, EnsembleScore, Experience};

/// A mark of one rule set.
pub(super) struct Mark {
    /// What it is called: an agent, or `network:64 ×4`.
    pub name: String,
    /// What an own line belongs to: a network, or a recipe; nothing for those that learned nothing.
    learned: Option<String>,
    /// Whether it has a place among the others.
    is_ranked: bool,
    /// The rating, or the place.
    x: Estimate,
    y: Estimate,
    filled: bool,
    /// The single trainings.
    dots: Vec<(f64, f64, String)>,
}

/// The marks of a rule set in the order of its cells; `x` of an agent is its place across, if it has one.
pub(super) fn marks(
    report: &BalanceReport,
    rules: &str,
    x: &dyn Fn(&str) -> Option<Estimate>,
) -> Vec<Mark> {
    let of = |cell: &CellReport| match report.together(cell) {
        Some((one, own)) if own.score.is_some() => {
            let is_first = own.trainings[0].agent == cell.agent;
            is_first.then(|| of_trainings(one, own, x)).flatten()
        }
        _ => of_agent(report, cell, x),
    };
    report.cells_of(rules).filter_map(of).collect()
}

/// What the marks of all rule sets are called, in the order given.
pub(super) fn names(report: &BalanceReport) -> Vec<String> {
    let nowhere = |_: &str| Some(Estimate::exactly(0.0));
    let all = report.rule_sets.iter().flat_map(|rules| marks(report, rules, &nowhere));
    let named = grouped(all.map(|mark| mark.name), |a, b| a == b);
    let mut names: Vec<String> = named.into_iter().map(|mut same| same.swap_remove(0)).collect();
    let place = |name: &String| {
        let is_it = |agent: &AgentLabel| called(report, &agent.name).contains(name);
        report.agents.iter().position(is_it)
    };
    names.sort_by_key(place);
    names
}

/// What the marks of an agent are called: its own name, or those of its trainings together.
fn called(report: &BalanceReport, agent: &str) -> Vec<String> {
    let own = report.cells.iter().filter(|cell| cell.agent == agent);
    let name = |cell: &CellReport| match report.together(cell) {
        Some((one, own)) if own.score.is_some() => together(one, own),
        _ => agent.to_owned(),
    };
    own.map(name).collect()
}

fn together(one: &Ensemble, own: &EnsembleScore) -> String {
    format!("{} ×{}", one.strength, own.trainings.len())
}

fn of_agent(
    report: &BalanceReport,
    cell: &CellReport,
    x: &dyn Fn(&str) -> Option<Estimate>,
) -> Option<Mark> {
    let agent = report.agents.iter().find(|agent| agent.name == cell.agent)?;
    Some(Mark {
        name: cell.agent.clone(),
        learned: agent.experience.network().map(str::to_owned),
        is_ranked: agent.experience != Experience::Elsewhere,
        x: x(&cell.agent)?,
        y: cell.score,
        filled: cell.is_reliable(),
        dots: Vec::new(),
    })
}

/// At the mean of their ratings, from the lowest to the highest.
fn of_trainings(
    one: &Ensemble,
    own: &EnsembleScore,
    x: &dyn Fn(&str) -> Option<Estimate>,
) -> Option<Mark> {
    let at = own.trainings.iter().map(|training| Some(x(&training.agent)?.value));
    let at: Vec<f64> = at.collect::<Option<_>>()?;
    let (low, high) = at
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(*at), high.max(*at)));
    let mean = at.iter().sum::<f64>() / at.len() as f64;
    let dots = own.trainings.iter().zip(&at).map(|(training, at)| {
        let tip = format!("{}: {}", training.agent, percent_with_range(training.score));
        (*at, training.score.value, tip)
    });
    Some(Mark {
        name: together(one, own),
        learned: Some(format!("recipe {}", one.recipe.as_deref().unwrap_or_default())),
        is_ranked: true,
        x: Estimate::new(mean, Interval { low, high }),
        y: own.score?,
        filled: true,
        dots: dots.collect(),
    })
}

impl Mark {
    /// Its rating, or its place.
    pub const fn across(&self) -> f64 {
        self.x.value
    }

    /// Puts it and its trainings at a place.
    pub fn put(&mut self, place: f64) {
        self.x = Estimate::exactly(place);
        self.dots.iter_mut().for_each(|(at, ..)| *at = place);
    }

    /// In the picture, with the number by which the key names it, if there is one.
    fn spot(&self, number: Option<usize>) -> Spot {
        Spot {
            x: self.x,
            y: self.y,
            filled: self.filled,
            label: number.map_or_else(String::new, |number| number.to_string()),
            tip: format!("{}: {}", self.name, percent_with_range(self.y)),
        }
    }
}

/// A series of these marks; `number` of a name stands beside its mark.
pub(super) fn series<'a>(
    (rules, name): (&'a str, &'a str),
    marks: &[Mark],
    number: impl Fn(&str) -> Option<usize>,
) -> Series<'a> {
    Series {
        rules,
        name,
        spots: marks.iter().map(|mark| mark.spot(number(&mark.name))).collect(),
        dots: marks.iter().flat_map(|mark| mark.dots.iter().cloned()).collect(),
        paths: paths(marks),
        people: Vec::new(),
        proven: Vec::new(),
    }
}

/// The lines that join marks, as their places: one for each network, through those that never learned and then its
/// own, in the order given. Those of the second network and the following begin at the last that never learned.
/// Without networks one line joins all. Agents of whom nobody knows how strong they are stand alone.
fn paths(marks: &[Mark]) -> Vec<Vec<usize>> {
    let learned = |place: &usize| marks[*place].learned.as_deref();
    let ranked = (0..marks.len()).filter(|place| marks[*place].is_ranked);
    let (own, others): (Vec<usize>, Vec<usize>) = ranked.partition(|at| learned(at).is_some());
    let networks = grouped(own, |a, b| learned(a) == learned(b));
    let of = |(index, own): (usize, &Vec<usize>)| {
        let from = if index == 0 { 0 } else { others.len().saturating_sub(1) };
        others[from..].iter().chain(own).copied().collect()
    };
    if networks.is_empty() { vec![others] } else { networks.iter().enumerate().map(of).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::tests::{cell, games, taught};

    fn mark(learned: Option<&str>) -> Mark {
        Mark {
            name: String::new(),
            learned: learned.map(str::to_owned),
            is_ranked: true,
            x: Estimate::exactly(0.0),
            y: Estimate::exactly(0.5),
            filled: true,
            dots: Vec::new(),
        }
    }

    #[test]
    fn each_network_has_a_line_of_its_own() {
        let marks = [None, None, Some("a"), Some("b"), Some("a")].map(mark);
        assert_eq!(paths(&marks), [vec![0, 1, 2, 4], vec![1, 3]]);
        assert_eq!(paths(&marks[..2]), [[0, 1]]);
        assert_eq!(paths(&marks[2..]), [vec![0, 2], vec![1]]);
    }

    #[test]
    fn three_trainings_are_one_mark_and_three_dots() {
        let network = |name: &str| taught(name, 1, Experience::Network(name.to_owned()));
        let of = |trainings: &[&str]| {
            let random = cell("tablut", taught("random", 0, Experience::None), games(9, 0, 0, 9));
            let own = trainings.iter().map(|name| cell("tablut", network(name), games(5, 0, 0, 9)));
            let cells = std::iter::once(random).chain(own).collect();
            let report = BalanceReport::new(cells, &Options::default());
            let place = |name: &str| {
                let place = report.agents.iter().position(|agent| agent.name == name)?;
                Some(Estimate::exactly(place as f64))
            };
            let marks = marks(&report, "tablut", &place);
            let at = marks.iter().map(|mark| (mark.x.value, mark.dots.len())).collect::<Vec<_>>();
            (names(&report), at)
        };
        let (names, at) = of(&["n:4@a", "n:4@b", "n:4@c"]);
        assert_eq!(names, ["random", "n:4 ×3"]);
        assert_eq!(at, [(0.0, 0), (2.0, 3)]);
        let (names, at) = of(&["n:4@a", "n:4@b"]);
        assert_eq!(names, ["random", "n:4@a", "n:4@b"], "two have no figure together");
        assert_eq!(at, [(0.0, 0), (1.0, 0), (2.0, 0)]);
    }
}
