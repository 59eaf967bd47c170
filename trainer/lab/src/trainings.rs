//! How far networks of different trainings are apart: an error that no number of games makes smaller.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{AgentLabel, CellReport, Options};
use imperial_stats::{Score, deviation_between, half_widths};

/// What networks of several trainings score that play at one strength, each against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSpread {
    /// The playing strength, without the network: `network:64`.
    pub strength: String,
    /// The agents, one for each training.
    pub agents: Vec<String>,
    /// Their scores under each rule set that two or more of them played.
    pub scores: Vec<ScoreRange>,
    /// Standard deviation of the score between trainings, as a share: what is left of the variance
    /// between these when that of their games is taken off, over all rule sets together.
    pub deviation: f64,
    /// Degrees of freedom of that.
    pub freedom: u32,
    /// How far the score of another training may lie from the mean of these, as a share: half the width
    /// of its interval.
    pub another: f64,
    /// The same for a difference between two rule sets that one network played.
    pub difference: f64,
}

/// The attackers' scores of several agents under one rule set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScoreRange {
    /// The rule set.
    pub rules: String,
    /// Number of agents that played it.
    pub agents: u32,
    /// The lowest score, 0 to 1.
    pub lowest: f64,
    /// The highest.
    pub highest: f64,
}

impl ScoreRange {
    fn of(rules: &str, scores: &[Score]) -> Self {
        let values = || scores.iter().map(|score| score.value);
        Self {
            rules: rules.to_owned(),
            agents: scores.len() as u32,
            lowest: values().fold(f64::INFINITY, f64::min),
            highest: values().fold(f64::NEG_INFINITY, f64::max),
        }
    }
}

/// The spread at every playing strength at which networks of two trainings or more played, weakest
/// first. Of agents whose networks come from one training the strongest counts.
pub(super) fn spreads(
    agents: &[AgentLabel],
    cells: &[CellReport],
    options: &Options,
) -> Vec<TrainingSpread> {
    let mut strengths: Vec<(&str, BTreeMap<&str, &AgentLabel>)> = Vec::new();
    for agent in agents {
        let Some(training) = agent.experience.network() else { continue };
        let strength = agent.without_network();
        let place = strengths.iter().position(|(known, _)| *known == strength);
        let place = place.unwrap_or_else(|| {
            strengths.push((strength, BTreeMap::new()));
            strengths.len() - 1
        });
        strengths[place].1.insert(training, agent);
    }
    let trained = strengths.into_iter().map(|(_, trained)| trained.into_values().collect());
    trained.filter_map(|agents: Vec<&AgentLabel>| spread(&agents, cells, options)).collect()
}

/// The spread of the scores of `agents`, one for each training.
fn spread(
    agents: &[&AgentLabel],
    cells: &[CellReport],
    options: &Options,
) -> Option<TrainingSpread> {
    let score = |cell: &CellReport| {
        let moments = cell.measured_score().moments;
        let variance = (moments.mean_square - moments.mean * moments.mean) / moments.size;
        Score { value: cell.score.value, variance: variance.max(0.0) }
    };
    let is_theirs = |cell: &&CellReport| agents.iter().any(|agent| agent.name == cell.agent);
    let of_rules = cells.chunk_by(|a, b| a.rules == b.rules).filter_map(|group| {
        let scores: Vec<Score> = group.iter().filter(is_theirs).map(score).collect();
        (scores.len() > 1).then(|| (group[0].rules.as_str(), scores))
    });
    let (names, scores): (Vec<&str>, Vec<Vec<Score>>) = of_rules.unzip();
    let (deviation, freedom) = deviation_between(&scores)?;
    let [another, difference] = half_widths(deviation, freedom, agents.len(), options.confidence)?;
    Some(TrainingSpread {
        strength: agents[0].without_network().to_owned(),
        agents: agents.iter().map(|agent| agent.name.clone()).collect(),
        scores: names.iter().zip(&scores).map(|(rules, own)| ScoreRange::of(rules, own)).collect(),
        deviation,
        freedom,
        another,
        difference,
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{cell, games, taught};
    use super::super::{BalanceReport, Cell, Experience, Titles};
    use super::*;

    /// The agent `search@network`, which wins so many of 1000 games under a rule set.
    fn played(rules: &str, place: u32, [search, network]: [&str; 2], wins: u64) -> Cell {
        let experience = Experience::Network(network.to_owned());
        let agent = taught(&format!("{search}@{network}"), place, experience);
        cell(rules, agent, games(wins, 0, 0, 1000 - wins))
    }

    #[test]
    fn a_report_tells_how_far_trainings_are_apart() {
        let cells = ["tablut", "brandub"].into_iter().zip([[300, 420, 360], [500, 520, 510]]);
        let cells = cells.flat_map(|(rules, wins)| {
            let strong = ["a", "b", "c"].into_iter().zip(1..).zip(wins);
            let strong = strong
                .map(move |((name, place), wins)| played(rules, place, ["net:64", name], wins));
            strong.chain([played(rules, 0, ["net:4", "a"], 900)])
        });
        let report = BalanceReport::new(cells.collect(), &Options::default());
        let [spread] = &report.trainings[..] else { panic!("{:?}", report.trainings) };
        assert_eq!(spread.strength, "net:64");
        assert_eq!(spread.agents, ["net:64@a", "net:64@b", "net:64@c"]);
        assert_eq!(spread.freedom, 4);
        let ranges: Vec<_> = spread.scores.iter().map(|one| (one.lowest, one.highest)).collect();
        assert_eq!(ranges, [(0.3, 0.42), (0.5, 0.52)]);
        // ((0.0072 + 0.0002) - (0.2269 + 0.2499) / 1000 * 2) / 4, each row's mean variance doubled
        assert!((spread.deviation - 0.040_15).abs() < 1e-4, "{}", spread.deviation);
        let finding = report.findings.iter().find(|finding| finding.topic == "trainings");
        let words = finding.and_then(|finding| finding.words(&Titles::default()));
        assert_eq!(
            words.as_deref(),
            Some(
                "Another training run would score within ±12.9 points of these 3, and ±15.8 in differences \
                 between rule sets."
            )
        );
        let again: BalanceReport =
            serde_json::from_str(&report.to_json().expect("JSON")).expect("the report");
        assert_eq!(again.trainings, report.trainings);
    }

    #[test]
    fn two_trainings_under_one_rule_set_show_next_to_nothing() {
        let words = |wins: [u64; 2]| {
            let cells = [("a", 0), ("b", 1)].into_iter().zip(wins);
            let cells =
                cells.map(|((name, at), wins)| played("tablut", at, ["net:64", name], wins));
            let report = BalanceReport::new(cells.collect(), &Options::default());
            let finding = report.findings.into_iter().find(|finding| finding.topic == "trainings");
            finding.and_then(|finding| finding.words(&Titles::default())).expect("words")
        };
        assert!(words([300, 700]).contains("2 training runs are too few to say"));
        assert!(words([500, 501]).contains("no more than chance in their games"));
    }
}
