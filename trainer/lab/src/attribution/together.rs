//! What the trainings of a recipe show together of the switches between two rule sets.

use imperial_stats::trainings::{Logit, pooled};
use imperial_stats::{Comparison, Estimate, Knowledge, Options, judge};
use serde::{Deserialize, Serialize};

use super::Attribution;
use crate::AgentLabel;
use crate::ensembles::{by_recipe, compared};
use crate::grouped::grouped;

/// Effects near a score of nothing or all are not blown up by more than this: the slope of the logistic curve at
/// about 11 %.
const LEAST_SLOPE: f64 = 0.1;

/// The effects that the networks of one recipe found at one strength. They differ in the seed of their training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectsTogether {
    /// The playing strength, without the network: `network:16`.
    pub strength: String,
    /// The agents, one for each training.
    pub agents: Vec<String>,
    /// The first rule set.
    pub from: String,
    /// The second rule set.
    pub to: String,
    /// What the networks know of the rule sets that were played: as much as the one that knows least.
    pub knowledge: Knowledge,
    /// The whole difference, second minus first.
    pub total: EffectTogether,
    /// The effect of each switch, largest first.
    pub switches: Vec<EffectTogether>,
}

/// One effect, in attackers' score.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EffectTogether {
    /// The switch; empty for the whole difference.
    pub name: String,
    /// The effect that each training found, in the order of the agents, with an interval of its games alone.
    pub trainings: Vec<Estimate>,
    /// That of the middle training, with an interval that holds games and trainings. `None` for fewer than three.
    pub effect: Option<Comparison>,
}

impl EffectTogether {
    /// The effect, or without one the mean of the trainings.
    pub fn value(&self) -> f64 {
        let mean = || {
            self.trainings.iter().map(|one| one.value).sum::<f64>() / self.trainings.len() as f64
        };
        self.effect.as_ref().map_or_else(mean, |effect| effect.difference.value)
    }
}

/// The effects of each recipe and strength, weakest first; of two stages of one training the later one counts.
pub(crate) fn together(
    agents: &[AgentLabel],
    all: &[Attribution],
    options: &Options,
) -> Vec<EffectsTogether> {
    let of = |(first, members): (&AgentLabel, Vec<&AgentLabel>)| {
        let theirs = |one: &&Attribution| members.iter().any(|agent| agent.name == one.agent);
        let pairs = grouped(all.iter().filter(theirs), |a, b| (&a.from, &a.to) == (&b.from, &b.to));
        let effects = |own: Vec<&Attribution>| effects(first.without_network(), &own, options);
        pairs.into_iter().map(effects).collect::<Vec<_>>()
    };
    by_recipe(agents).into_iter().flat_map(of).collect()
}

fn effects(strength: &str, own: &[&Attribution], options: &Options) -> EffectsTogether {
    let first = own[0];
    let names: Vec<&str> = first.switches.iter().map(|switch| switch.name.as_str()).collect();
    let total: Vec<Estimate> = own.iter().map(|one| one.total).collect();
    let of = |name: &&str| -> Vec<Estimate> {
        let switches = own.iter().flat_map(|one| &one.switches);
        switches.filter(|switch| switch.name == *name).map(|switch| switch.effect).collect()
    };
    let all: Vec<Vec<Estimate>> = names.iter().map(of).chain([total]).collect();
    let scale = Scale::of(own);
    let logits =
        |effects: &Vec<Estimate>| effects.iter().map(|one| scale.logit(*one, options)).collect();
    let found = pooled(&all.iter().map(logits).collect::<Vec<Vec<Logit>>>());
    let end = options.equivalence / scale.slope;
    let effect = |(name, (trainings, found)): (&str, (Vec<Estimate>, Option<_>))| EffectTogether {
        name: name.to_owned(),
        trainings,
        effect: found.map(|found: imperial_stats::trainings::Pooled| {
            let points = scale.points(found.middle(options.confidence));
            compared(|logit| found.below(logit), points, end, true)
        }),
    };
    let mut effects: Vec<EffectTogether> =
        names.into_iter().chain([""]).zip(all.into_iter().zip(found)).map(effect).collect();
    judge(
        &mut effects.iter_mut().filter_map(|one| one.effect.as_mut()).collect::<Vec<_>>(),
        options,
    );
    let knowledge = Knowledge::least(own.iter().map(|one| one.knowledge));
    if knowledge < Knowledge::Settled {
        effects.iter_mut().filter_map(|one| one.effect.as_mut()).for_each(Comparison::hold_back);
    }
    let total = effects.pop().unwrap_or(EffectTogether {
        name: String::new(),
        trainings: Vec::new(),
        effect: None,
    });
    effects.sort_by(|a, b| b.value().abs().total_cmp(&a.value().abs()));
    EffectsTogether {
        strength: strength.to_owned(),
        agents: own.iter().map(|one| one.agent.clone()).collect(),
        from: first.from.clone(),
        to: first.to.clone(),
        knowledge,
        total,
        switches: effects,
    }
}

/// How points of the score are log-odds between the two rule sets: a straight line, so that the effects of a training
/// still add up.
struct Scale {
    slope: f64,
}

impl Scale {
    fn of(own: &[&Attribution]) -> Self {
        let scores = own.iter().flat_map(|one| [one.from_score.value, one.to_score.value]);
        let share = scores.sum::<f64>() / (2 * own.len()) as f64;
        Self { slope: (share * (1.0 - share)).max(LEAST_SLOPE) }
    }

    fn logit(&self, effect: Estimate, options: &Options) -> Logit {
        let error = effect.standard_error(options.confidence);
        Logit { value: effect.value / self.slope, variance: (error / self.slope).powi(2) }
    }

    fn points(&self, logit: Estimate) -> Estimate {
        logit.map(|one| one * self.slope)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::{cell, games, taught};
    use crate::{BalanceReport, Experience, Grade, Material, Orders, SwitchEffect};

    use super::*;

    fn sure(value: f64, half: f64) -> Estimate {
        Estimate { value, low: value - half, high: value + half }
    }

    /// The effects of two switches that each of some trainings found, by many games.
    fn report(found: &[[f64; 2]], knowledge: Knowledge) -> BalanceReport {
        let sure = |value: f64| sure(value, 0.02);
        let name = |at: usize| format!("network:16@{at}");
        let switch = |(name, effect): (&str, f64)| SwitchEffect {
            name: name.to_owned(),
            keys: Vec::new(),
            from: String::new(),
            to: String::new(),
            effect: sure(effect),
            first: None,
            last: None,
            p: 1e-9,
            p_holm: 1e-9,
        };
        let one = |(at, [throne, king]): (usize, &[f64; 2])| Attribution {
            agent: name(at),
            knowledge: Some(knowledge),
            from: "a".to_owned(),
            to: "b".to_owned(),
            from_score: sure(0.4),
            to_score: sure(0.4 + throne + king),
            total: sure(throne + king),
            orders: Orders::All,
            switches: vec![switch(("throne", *throne)), switch(("king", *king))],
            interactions: Vec::new(),
            coalitions: Vec::new(),
            refused: Vec::new(),
            games: 100,
        };
        let agent = |at: usize| taught(&name(at), at as u32, Experience::Network(at.to_string()));
        let cells = (0..found.len()).map(|at| cell("a", agent(at), games(40, 0, 0, 60)));
        let attributions = found.iter().enumerate().map(one).collect();
        let material = Material { cells: cells.collect(), attributions, ..Material::default() };
        BalanceReport::of(material, &Options::default())
    }

    fn grades(report: &BalanceReport) -> Vec<Option<Grade>> {
        let [one] = &report.effects[..] else { panic!("{:?}", report.effects) };
        let effects = one.switches.iter().chain([&one.total]);
        effects.map(|one| one.effect.as_ref().map(|effect| effect.grade)).collect()
    }

    #[test]
    fn three_trainings_show_what_they_agree_on_and_fewer_show_nothing() {
        let agreed = [[0.30, 0.20], [0.32, -0.20], [0.31, 0.01]];
        let three = report(&agreed, Knowledge::Settled);
        let one = &three.effects[0];
        assert_eq!((one.strength.as_str(), one.agents.len()), ("network:16", 3));
        assert_eq!(one.switches[0].name, "throne");
        let [throne, king] =
            [0, 1].map(|at| one.switches[at].effect.as_ref().expect("three").difference);
        assert!((throne.value - 0.31).abs() < 0.01 && throne.low > 0.0, "{throne:?}");
        assert!(king.low < -0.1 && king.high > 0.1, "the trainings disagree: {king:?}");
        assert_eq!(grades(&three)[..2], [Some(Grade::Shown), Some(Grade::Open)]);
        for fewer in [1, 2] {
            let report = report(&agreed[..fewer], Knowledge::Settled);
            assert_eq!(grades(&report), [None; 3]);
            assert_eq!(report.effects[0].total.trainings.len(), fewer);
            let shown = report.findings.iter().filter(|found| found.grade == Grade::Shown);
            assert_eq!(shown.count(), 0, "{:?}", report.findings);
        }
    }

    /// Where one side hardly wins, points of the score stay points: 7 are more than a margin of 5.
    #[test]
    fn the_margin_is_of_points_near_the_end_too() {
        let of = |effect: f64| {
            let mut report = report(&[[effect, 0.0]; 3], Knowledge::Settled);
            let mut own = std::mem::take(&mut report.attributions);
            for one in &mut own {
                (one.from_score, one.to_score) = (sure(0.02, 0.01), sure(0.02 + effect, 0.01));
                one.switches.iter_mut().for_each(|one| one.effect = sure(one.effect.value, 0.01));
                one.total = sure(effect, 0.01);
            }
            let options = Options { equivalence: 0.05, ..Options::default() };
            let found = together(&report.agents, &own, &options).swap_remove(0);
            let effect = found.total.effect.expect("three trainings");
            (effect.equivalence.p, effect.difference)
        };
        let (p, difference) = of(0.07);
        assert!(difference.high > 0.05 && p > 0.05, "{p} {difference:?}");
    }

    #[test]
    fn networks_that_do_not_know_the_rules_between_show_nothing() {
        let report = report(&[[0.30, 0.20], [0.32, 0.21], [0.31, 0.22]], Knowledge::Board);
        assert_eq!(grades(&report), [Some(Grade::Suggested); 3]);
        let found = report.findings.iter().find(|found| found.topic == "switches").expect("one");
        assert_eq!(found.grade, Grade::Suggested);
    }
}
