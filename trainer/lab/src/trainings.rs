//! How far networks of different trainings are apart: an error that no number of games makes smaller.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF, StudentsT};

use super::cell::Analysed;
use super::{AgentLabel, Options};
use imperial_stats::Confidence;

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

/// A score with its variance over the games that might have been played.
#[derive(Clone, Copy, Debug)]
struct Score {
    value: f64,
    variance: f64,
}

/// The spread at every playing strength at which networks of two trainings or more played, weakest
/// first. Of agents whose networks come from one training the strongest counts.
pub(super) fn spreads(
    agents: &[AgentLabel],
    analysed: &[Analysed],
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
    trained.filter_map(|agents: Vec<&AgentLabel>| spread(&agents, analysed, options)).collect()
}

/// The spread of the scores of `agents`, one for each training.
fn spread(
    agents: &[&AgentLabel],
    analysed: &[Analysed],
    options: &Options,
) -> Option<TrainingSpread> {
    let score = |cell: &Analysed| {
        let moments = cell.score.moments;
        let variance = (moments.mean_square - moments.mean * moments.mean) / moments.size;
        Score { value: cell.report.score.value, variance: variance.max(0.0) }
    };
    let is_theirs = |cell: &&Analysed| agents.iter().any(|agent| agent.name == cell.report.agent);
    let of_rules = analysed.chunk_by(|a, b| a.report.rules == b.report.rules).filter_map(|group| {
        let scores: Vec<Score> = group.iter().filter(is_theirs).map(score).collect();
        (scores.len() > 1).then(|| (group[0].report.rules.as_str(), scores))
    });
    let (names, scores): (Vec<&str>, Vec<Vec<Score>>) = of_rules.unzip();
    let (deviation, freedom) = between(&scores)?;
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

/// The standard deviation between trainings with its degrees of freedom, from a row of scores for each
/// rule set: the mean square around the rows' means, less what games alone would cause. `None` where
/// there is nothing to compare.
fn between(rows: &[Vec<Score>]) -> Option<(f64, u32)> {
    let (mut squares, mut by_games, mut freedom) = (0.0, 0.0, 0);
    for row in rows.iter().filter(|row| row.len() > 1) {
        let size = row.len() as f64;
        let mean = row.iter().map(|score| score.value).sum::<f64>() / size;
        squares += row.iter().map(|score| (score.value - mean).powi(2)).sum::<f64>();
        by_games += row.iter().map(|score| score.variance).sum::<f64>() * (size - 1.0) / size;
        freedom += row.len() as u32 - 1;
    }
    (freedom > 0).then(|| (((squares - by_games) / f64::from(freedom)).max(0.0).sqrt(), freedom))
}

/// Half the widths of the intervals of another training's score around the mean of `trainings`, and of
/// a difference between two rule sets seen by one network.
fn half_widths(
    deviation: f64,
    freedom: u32,
    trainings: usize,
    confidence: Confidence,
) -> Option<[f64; 2]> {
    let student = StudentsT::new(0.0, 1.0, f64::from(freedom)).ok()?;
    let t = student.inverse_cdf(1.0 - confidence.alpha() / 2.0);
    let another = (1.0 + 1.0 / trainings as f64).sqrt();
    Some([another, 2.0_f64.sqrt()].map(|factor| t * deviation * factor))
}

#[cfg(test)]
mod tests {
    use imperial_engine::game_stream;
    use rand::{Rng, RngExt};
    use statrs::distribution::Normal;

    use super::super::tests::{cell, games, taught};
    use super::super::{BalanceReport, Cell, Experience, Titles};
    use super::*;

    fn normal(rng: &mut impl Rng) -> f64 {
        Normal::standard().inverse_cdf(rng.random_range(1e-12..1.0))
    }

    /// Scores of `trainings` networks under eight rule sets: between trainings they vary by `deviation`,
    /// and 400 games blur each of them by 2.5 points.
    fn simulated(deviation: f64, trainings: usize, rng: &mut impl Rng) -> Vec<Vec<Score>> {
        let blur = 0.025;
        let score = |rng: &mut _| Score {
            value: 0.5 + deviation * normal(rng) + blur * normal(rng),
            variance: blur * blur,
        };
        (0..8).map(|_| (0..trainings).map(|_| score(rng)).collect()).collect()
    }

    #[test]
    fn the_deviation_between_trainings_is_found_whatever_the_games_blur() {
        for truth in [0.02, 0.06] {
            let mut rng = game_stream(1855, 0);
            let runs = 400;
            let found = (0..runs).filter_map(|_| between(&simulated(truth, 3, &mut rng)));
            let mean = found.map(|(s, _)| s * s).sum::<f64>() / f64::from(runs);
            assert!((mean.sqrt() / truth - 1.0).abs() < 0.05, "{} instead of {truth}", mean.sqrt());
        }
    }

    #[test]
    fn another_training_is_within_the_half_width_as_often_as_promised() {
        let (truth, runs) = (0.06, 1000);
        let mut rng = game_stream(1732, 0);
        let held = (0..runs).filter(|_| {
            let rows = simulated(truth, 3, &mut rng);
            let (deviation, freedom) = between(&rows).expect("three trainings");
            assert_eq!(freedom, 16);
            let [another, difference] =
                half_widths(deviation, freedom, 3, Confidence::P95).expect("freedom");
            assert!((difference / another - (2.0_f64 / (4.0 / 3.0)).sqrt()).abs() < 1e-12);
            let mean: f64 = (0..3).map(|_| truth * normal(&mut rng)).sum::<f64>() / 3.0;
            (truth * normal(&mut rng) - mean).abs() < another
        });
        let share = held.count() as f64 / f64::from(runs);
        assert!((0.925..0.975).contains(&share), "{share}");
    }

    #[test]
    fn scores_that_only_games_tell_apart_have_no_deviation() {
        let row = [0.5, 0.51].map(|value| Score { value, variance: 0.000_6 });
        assert_eq!(between(&[row.to_vec()]), Some((0.0, 1)));
        assert_eq!(between(&[vec![row[0]]]), None, "one training is compared with none");
        // Without blur: 0.02 around the mean, 0.04 apart.
        let row = [0.4, 0.44].map(|value| Score { value, variance: 0.0 });
        let (deviation, _) = between(&[row.to_vec()]).expect("two");
        assert!((deviation - 0.02 * 2.0_f64.sqrt()).abs() < 1e-12);
        // scipy.stats.t.ppf(0.975, 16) = 2.1199
        let [another, _] = half_widths(0.1, 16, 3, Confidence::P95).expect("freedom");
        assert!((another - 2.119_905 * 0.1 * (4.0_f64 / 3.0).sqrt()).abs() < 1e-6, "{another}");
    }

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
                "Another training would score within ±12.9 points of these 3, and ±15.8 in differences \
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
        assert!(words([300, 700]).contains("2 trainings are too few to say"));
        assert!(words([500, 501]).contains("no more than chance in their games"));
    }
}
