//! From games to the stated intervals: trainings with known biases play, the report is made as for any games, and what
//! it states is compared with the truth. `IMPERIAL_DEEP=10` makes ten times as many reports.

use imperial_engine::game_stream;
use imperial_stats::Estimate;
use imperial_stats::trainings::share_of;
use rand::RngExt;

use super::{cell, games, normal, taught};
use crate::{
    AgentChoice, BalanceReport, Cell, Ensemble, Experience, Hypothesis, Material, Options,
    Predicate, Verdict,
};
use imperial_engine::Side;

/// A world of rule sets, whose middle trainings have these log-odds for the attackers.
struct World {
    trainings: u32,
    middles: &'static [f64],
    /// Standard deviation of what a training is off by, in log-odds; two thirds of its square are alike under all
    /// rule sets.
    spread: f64,
    /// Share of games that are drawn.
    drawn: f64,
    games: u64,
}

impl World {
    fn report(&self, run: u64) -> BalanceReport {
        let rng = &mut game_stream(1855, run);
        let mut cells: Vec<Cell> = Vec::new();
        let common: Vec<f64> = (0..self.trainings).map(|_| normal(rng)).collect();
        for (number, middle) in self.middles.iter().enumerate() {
            for (training, common) in (0..self.trainings).zip(&common) {
                let off = (2.0_f64 / 3.0).sqrt() * common + (1.0_f64 / 3.0).sqrt() * normal(rng);
                let score = share_of(middle + self.spread * off);
                let agent = taught(
                    &format!("network:64@{training}"),
                    training,
                    Experience::Network(training.to_string()),
                );
                let [mut won, mut drawn] = [0; 2];
                for _ in 0..self.games {
                    // A drawn game is worth half, so what is decided makes up for it.
                    let is_drawn = rng.random::<f64>() < self.drawn * 2.0 * score.min(1.0 - score);
                    let decided = self.drawn * 2.0 * score.min(1.0 - score);
                    let wins = (score - decided / 2.0) / (1.0 - decided);
                    drawn += u64::from(is_drawn);
                    won += u64::from(!is_drawn && rng.random::<f64>() < wins);
                }
                cells.push(cell(
                    &rules(number),
                    agent,
                    games(won, drawn, 0, self.games - won - drawn),
                ));
            }
        }
        let hypotheses = vec![Hypothesis {
            name: "wrong".to_owned(),
            statement: "the defenders are favoured".to_owned(),
            source: "nobody".to_owned(),
            rules: vec![rules(0)],
            agents: AgentChoice::All,
            predicate: Predicate::Favours(Side::Defenders),
        }];
        let options = Options { resamples: 10, ..Options::default() };
        BalanceReport::of(Material { cells, hypotheses, ..Material::default() }, &options)
    }

    /// The shares of scores and of differences that the intervals hold, and of reports that support what is false.
    fn stated(&self) -> [f64; 3] {
        let deep =
            std::env::var("IMPERIAL_DEEP").ok().and_then(|times| times.parse().ok()).unwrap_or(1);
        let runs: u64 = 150 * deep;
        let (mut scores, mut differences, mut fooled) = (Vec::new(), Vec::new(), 0);
        for run in 0..runs {
            let report = self.report(run);
            let [Ensemble { scores: own, differences: pairs, .. }] = &report.ensembles[..] else {
                panic!("one recipe at one strength");
            };
            for (score, middle) in own.iter().zip(self.middles) {
                scores.push(holds(score.score, share_of(*middle)));
            }
            for pair in pairs {
                let truth = |name: &str| {
                    let place = (0..self.middles.len()).find(|number| rules(*number) == name);
                    share_of(self.middles[place.expect("a rule set")])
                };
                let found = pair.difference.as_ref().map(|difference| difference.difference);
                differences.push(holds(found, truth(&pair.first) - truth(&pair.second)));
            }
            fooled += u64::from(report.hypotheses[0].verdict == Verdict::Supported);
        }
        let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len() as f64;
        [mean(&scores), mean(&differences), fooled as f64 / runs as f64]
    }
}

fn rules(number: usize) -> String {
    format!("rules-{number}")
}

fn holds(found: Option<Estimate>, truth: f64) -> f64 {
    f64::from(u8::from(found.expect("three trainings").interval().contains(truth)))
}

#[test]
fn what_a_report_states_is_so() {
    let world = World {
        trainings: 3,
        middles: &[0.0, -0.8, 1.2, -2.2],
        spread: 0.5,
        drawn: 0.2,
        games: 200,
    };
    let worlds = [
        World { trainings: 5, ..world },
        World { games: 400, spread: 0.7, ..world },
        World { middles: &[0.0, -0.4], spread: 0.4, drawn: 0.6, ..world },
        world,
    ];
    let all: Vec<[f64; 3]> = worlds.iter().map(World::stated).collect();
    for (world, [scores, differences, fooled]) in worlds.iter().zip(&all) {
        let World { trainings, spread, .. } = world;
        println!(
            "{trainings} trainings, spread {spread}: {scores:.3} {differences:.3}, fooled {fooled:.3}"
        );
        assert!(*scores > 0.92 && *differences > 0.91, "{scores} {differences}");
        assert!(*fooled < 0.08, "{fooled}");
    }
    // Even rules are called the defenders' by chance at 2.5 %, and a little more where trainings are far apart; the
    // error of 600 reports is 0.7 points.
    let fooled = all.iter().map(|found| found[2]).sum::<f64>() / all.len() as f64;
    assert!(fooled < 0.055, "{fooled}");
    for figure in 0..2 {
        let mean = all.iter().map(|found| found[figure]).sum::<f64>() / all.len() as f64;
        assert!((0.93..0.98).contains(&mean), "{mean}");
    }
}
