//! What only some reports have: strength in Elo, hypotheses, effects of rules, handicaps and bids.

use imperial_engine::{PerSide, Side};

use super::super::{
    AgentChoice, Attribution, BalanceReport, Bid, BidPoint, Case, Coalition, Fairness, Handicap,
    HandicapPoint, Hypothesis, Interaction, JudgedHypothesis, Lead, OfTrainings, Orders, Predicate,
    Quantity, Refused, Skill, SkillPoint, StrengthCurve, StrengthPoint, Surface, SurfaceCell,
    SwitchEffect, Verdict, findings,
};
use imperial_stats::{Estimate, Interval, Knowledge};

const fn estimate(value: f64, low: f64, high: f64) -> Estimate {
    Estimate::new(value, Interval { low, high })
}

/// The report with figures of every kind, with `name` for every name; one rating has no bounds.
pub(crate) fn filled(mut report: BalanceReport, name: &str) -> BalanceReport {
    let strongest = report.agents.last().map(|agent| agent.name.clone()).unwrap_or_default();
    let point = |elo: f64, games| StrengthPoint {
        agent: name.to_owned(),
        elo: estimate(elo, f64::NEG_INFINITY, f64::INFINITY),
        attack: estimate(elo - 50.0, elo - 90.0, elo),
        defence: estimate(elo + 50.0, elo, elo + 90.0),
        side_advantage: Some(estimate(-220.0, -300.0, -140.0)),
        lean: Some(estimate(-100.0, -180.0, -20.0)),
        share: estimate(0.3, 0.2, 0.4),
        score: estimate(0.35, 0.25, 0.45),
        games,
    };
    report.curves.push(StrengthCurve {
        rules: name.to_owned(),
        points: vec![point(0.0, 10), point(f64::NAN, 20), point(310.0, 30)],
        leads: vec![lead(name)],
        pool_mean: estimate(-120.0, -200.0, -40.0),
        draw_margin: estimate(30.0, 10.0, 50.0),
        games: 60,
    });
    report.hypotheses.push(hypothesis(name));
    report.attributions.push(attribution(name));
    report.fairness = vec![fairness(name, &strongest)];
    report.surfaces.push(surface(name));
    report.findings = findings::find(findings::KINDS, &report);
    report
}

fn hypothesis(name: &str) -> JudgedHypothesis {
    let [rules, agent] = [name, name].map(str::to_owned);
    let score = estimate(0.4, 0.3, 0.5);
    JudgedHypothesis {
        hypothesis: Hypothesis {
            name: name.to_owned(),
            statement: name.to_owned(),
            source: name.to_owned(),
            rules: vec![name.to_owned()],
            agents: AgentChoice::Strongest,
            predicate: Predicate::Favours(Side::Defenders),
        },
        verdict: Verdict::Open,
        p: 0.04,
        p_holm: 0.08,
        cases: vec![Case {
            rules,
            agent,
            trainings: 0,
            provisional: false,
            of: Quantity::Score,
            score,
            difference: estimate(-0.1, -0.2, 0.0),
        }],
    }
}

fn lead(name: &str) -> Lead {
    let [weaker, stronger] = [name, name].map(str::to_owned);
    Lead { weaker, stronger, elo: estimate(310.0, 200.0, f64::INFINITY), p: 0.01, p_holm: 0.02 }
}

fn attribution(name: &str) -> Attribution {
    let switch = |effect: f64| SwitchEffect {
        name: name.to_owned(),
        keys: vec![name.to_owned()],
        from: name.to_owned(),
        to: name.to_owned(),
        effect: estimate(effect, effect - 0.05, effect + 0.05),
        first: Some(estimate(effect / 2.0, 0.0, effect)),
        last: None,
        p: 0.01,
        p_holm: 0.02,
    };
    Attribution {
        agent: name.to_owned(),
        knowledge: None,
        from: name.to_owned(),
        to: name.to_owned(),
        from_score: estimate(0.3, 0.2, 0.4),
        to_score: estimate(0.5, 0.4, 0.6),
        total: estimate(0.2, 0.1, 0.3),
        orders: Orders::Sampled(12),
        switches: vec![switch(0.3), switch(-0.1)],
        interactions: vec![Interaction {
            first: name.to_owned(),
            second: name.to_owned(),
            effect: estimate(0.02, -0.03, 0.07),
            p: 0.4,
            p_holm: 0.4,
        }],
        coalitions: [Vec::new(), vec![name.to_owned()]]
            .map(|flipped| Coalition {
                flipped,
                rules: name.to_owned(),
                games: 100,
                score: estimate(0.3, 0.2, 0.4),
            })
            .into(),
        refused: vec![Refused { flipped: vec![name.to_owned()], reason: name.to_owned() }],
        games: 400,
    }
}

fn fairness(rules: &str, agent: &str) -> Fairness {
    let score = estimate(0.4, 0.3, 0.5);
    Fairness {
        rules: rules.to_owned(),
        agent: agent.to_owned(),
        handicap: Some(Handicap {
            weakened: Side::Defenders,
            playouts: 64,
            ratio: None,
            points: [1, 8, 64].map(|playouts| HandicapPoint { playouts, games: 20, score }).into(),
        }),
        bid: Some(Bid {
            plies: Some(40),
            low: Some(30),
            high: None,
            points: [20, 40, 80].map(|plies| BidPoint { plies, score }).into(),
        }),
    }
}

/// Two levels, two trainings, and an interaction without bounds.
fn surface(name: &str) -> Surface {
    let of = |value: f64| OfTrainings {
        each: vec![estimate(value, value - 0.1, value + 0.1); 2],
        together: None,
    };
    let cell = |[attackers, defenders]: [u32; 2]| SurfaceCell {
        attackers,
        defenders,
        games: vec![20; 2],
        score: of(f64::from(attackers) / f64::from(attackers + defenders)),
    };
    let point = |playouts: f64| SkillPoint {
        attackers: playouts,
        defenders: 1.5 * playouts,
        score: of(0.4),
    };
    Surface {
        rules: name.to_owned(),
        recipe: Some(name.to_owned()),
        agents: vec![name.to_owned(); 2],
        knowledge: Knowledge::Settled,
        playouts: vec![4, 16],
        cells: [[4, 4], [4, 16], [16, 4], [16, 16]].map(cell).into(),
        equal_skill: of(0.4),
        advantage: None,
        line: [4.0, 10.0].map(point).into(),
        skills: [4, 16]
            .map(|playouts| Skill { playouts, attack: of(-80.0), defence: of(80.0) })
            .into(),
        gains: PerSide { attackers: of(60.0), defenders: of(20.0) },
        gain_apart: of(40.0),
        interaction: OfTrainings {
            each: vec![estimate(f64::NAN, f64::NEG_INFINITY, 0.0); 2],
            together: None,
        },
        misfit_p: 0.4,
    }
}
