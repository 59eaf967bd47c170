//! Ratings from games between agents, and the curve of balance over them.

use imperial_data::GameResult;
use imperial_engine::derive_seed;

use super::lead::leads;
use super::{MatchGame, StrengthCurve, StrengthPoint};
use crate::{Cell, CellReport, Options};
use imperial_stats::{
    AgentRating, Elo, Estimate, JointData, JointError, JointFit, JointModel, RatedGame, Uncertain,
};

/// More resamples than this do not make the joint model's intervals better, and take their time.
const RESAMPLES: u32 = 1000;

/// Resamples of the joint model's bootstrap.
pub(crate) fn resamples(options: &Options) -> u32 {
    options.resamples.min(RESAMPLES)
}

/// The curves of all rule sets under which agents played each other, in the order of `cells`.
pub(crate) fn curves(
    cells: &[Cell],
    reports: &[CellReport],
    matches: &[MatchGame],
    options: &Options,
) -> Vec<StrengthCurve> {
    let mut names: Vec<&str> = cells.iter().map(|cell| cell.rules.as_str()).collect();
    names.dedup();
    names.into_iter().filter_map(|rules| curve(rules, cells, reports, matches, options)).collect()
}

/// The curve of one rule set; `None` where fewer than two agents played each other.
fn curve(
    rules: &str,
    cells: &[Cell],
    reports: &[CellReport],
    matches: &[MatchGame],
    options: &Options,
) -> Option<StrengthCurve> {
    let matches: Vec<_> = matches.iter().filter(|game| game.rules == rules).collect();
    let met = |name: &str| matches.iter().any(|m| m.attackers == name || m.defenders == name);
    // Ordered by strength, since the cells are.
    let figures: Vec<&CellReport> =
        reports.iter().filter(|cell| cell.rules == rules && met(&cell.agent)).collect();
    if figures.len() < 2 {
        return None;
    }
    let names: Vec<&str> = figures.iter().map(|cell| cell.agent.as_str()).collect();
    let own: Vec<&Cell> = cells.iter().filter(|cell| cell.rules == rules).collect();
    // Games between known agents always have ratings.
    let fit = fit(&names, &rated(&names, own.iter().copied(), &matches), options).ok()?;
    let anchored = fit.ratings(options.confidence);
    let mut points: Vec<StrengthPoint> = (0..names.len())
        .map(|agent| StrengthPoint {
            lean: fit.lean(agent, options.confidence).ok().map(Uncertain::estimate),
            ..point(figures[agent], &anchored.agents[agent])
        })
        .collect();
    points.sort_by(|a, b| a.elo.value.total_cmp(&b.elo.value));
    Some(StrengthCurve {
        rules: rules.to_owned(),
        points,
        leads: leads(&fit, &names, options.confidence),
        pool_mean: anchored.rules[0].advantage.estimate(),
        draw_margin: anchored.rules[0].margin.estimate(),
        games: matches.len() as u64,
    })
}

/// All games that tell of the agents: those between them, and each one's games against itself, which
/// tell of its attack against its defence.
fn rated<'a>(
    names: &[&str],
    own: impl Iterator<Item = &'a Cell>,
    matches: &[&MatchGame],
) -> Vec<RatedGame> {
    let number = |name: &str| names.iter().position(|known| *known == name);
    let game = |attackers, defenders, opening, result: GameResult| RatedGame {
        rules: 0,
        attackers,
        defenders,
        opening,
        result,
    };
    let between = matches.iter().filter_map(|m| {
        Some(game(number(&m.attackers)?, number(&m.defenders)?, m.opening, m.result))
    });
    let alone = own.flat_map(|cell| {
        let agent = number(&cell.agent.name);
        cell.games.iter().filter_map(move |one| Some(game(agent?, agent?, one.game, one.result)))
    });
    between.chain(alone).collect()
}

/// The ratings with the mean of all at 0, whose intervals do not hold the first agent's error.
fn fit(names: &[&str], games: &[RatedGame], options: &Options) -> Result<JointFit, JointError> {
    let data = JointData::new(names.len(), 1, games.iter().copied())?;
    let seed = derive_seed(options.seed, "ratings");
    JointModel::default().fit(&data, resamples(options), seed)
}

/// What the attackers' score is in Elo. It is that of games from drawn openings, whose advantages differ: the score
/// beside it says the same.
fn marginal(cell: &CellReport) -> Estimate {
    let [value, low, high] = [cell.elo.value, cell.elo.low, cell.elo.high].map(Elo::points);
    Estimate { value, low, high }
}

fn point(cell: &CellReport, rating: &AgentRating) -> StrengthPoint {
    StrengthPoint {
        agent: cell.agent.clone(),
        elo: rating.rating.estimate(),
        attack: rating.attack.estimate(),
        defence: rating.defence.estimate(),
        side_advantage: Some(marginal(cell)),
        lean: None,
        share: cell.results.attackers.share,
        score: cell.score,
        games: cell.games,
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::Lead;
    use super::*;
    use crate::tests::{agent, cell, games};
    use crate::{BalanceReport, Ensemble, Material};
    use imperial_stats::Confidence;

    /// Games between neighbours of three agents 200 Elo apart, the attackers' side worth 100 Elo.
    fn matches(rng: &mut ChaCha8Rng) -> Vec<MatchGame> {
        let game = |attackers: usize, defenders: usize, opening, rng: &mut ChaCha8Rng| {
            let lead = 200.0 * (attackers as f64 - defenders as f64) + 100.0;
            let won = rng.random::<f64>() < 1.0 / (1.0 + 10_f64.powf(-lead / 400.0));
            MatchGame {
                rules: "tablut".to_owned(),
                attackers: format!("agent {attackers}"),
                defenders: format!("agent {defenders}"),
                opening,
                result: if won { GameResult::Attackers } else { GameResult::Defenders },
            }
        };
        let mut all = Vec::new();
        for (lower, opening) in (0..2).flat_map(|lower| (0..400).map(move |o| (lower, o))) {
            all.push(game(lower, lower + 1, opening, rng));
            all.push(game(lower + 1, lower, opening, rng));
        }
        all
    }

    /// Agents in this order, and how many of 1000 games against itself each wins as attackers.
    fn material(order: [u32; 3], wins: [u64; 3]) -> Material {
        let cells = order.into_iter().zip(0..).zip(wins).map(|((name, at), wins)| {
            cell("tablut", agent(&format!("agent {name}"), at), games(wins, 0, 0, 1000 - wins))
        });
        let matches = matches(&mut ChaCha8Rng::seed_from_u64(1732));
        Material { cells: cells.collect(), matches, ..Material::default() }
    }

    fn given(order: [u32; 3], wins: [u64; 3]) -> BalanceReport {
        let options = Options { resamples: 400, ..Options::default() };
        BalanceReport::of(material(order, wins), &options)
    }

    fn report(wins: [u64; 3]) -> BalanceReport {
        given([0, 1, 2], wins)
    }

    #[test]
    fn strength_and_side_are_separated() {
        // 64 % is what 100 Elo are worth.
        let report = report([640, 640, 640]);
        let curve = &report.curves[0];
        for side in curve.points.iter().map(|point| point.side_advantage.expect("rated")) {
            assert!(side.interval().contains(100.0), "{side:?}");
            assert!(side.low > 60.0 && side.high < 140.0, "{side:?}");
        }
        for (point, elo) in curve.points.iter().zip([-200.0, 0.0, 200.0]) {
            assert!(point.elo.interval().contains(elo), "{point:?}");
        }
        assert_eq!(curve.games, 1600);
        assert_eq!(curve.contradictions(Confidence::P95).count(), 0);
    }

    #[test]
    fn a_side_advantage_is_that_of_an_agent_and_not_of_its_company() {
        let [alone, joined] = [[640, 640, 640], [640, 640, 950]].map(report);
        let own = |report: &BalanceReport, agent: &str| {
            let point = report.curves[0].points.iter().find(|point| point.agent == agent);
            point.and_then(|point| point.side_advantage).expect("rated").value
        };
        assert!((own(&alone, "agent 0") - own(&joined, "agent 0")).abs() < 30.0);
        let [before, after] = [&alone, &joined].map(|report| report.curves[0].pool_mean.value);
        assert!(after > before + 60.0, "{before} {after}");
        assert!(own(&joined, "agent 2") > 400.0, "19 of 20 are 512 Elo");
    }

    #[test]
    fn an_order_that_the_games_contradict_is_a_caution() {
        let report = given([2, 1, 0], [640, 640, 640]);
        let curve = &report.curves[0];
        assert_eq!(curve.contradictions(Confidence::P95).count(), 3, "every pair");
        let found = |lead: &&Lead| lead.weaker == "agent 2" && lead.stronger == "agent 0";
        let lead = curve.leads.iter().find(found).expect("a pair").elo;
        assert!(lead.interval().contains(-400.0) && lead.high < -200.0, "{lead:?}");
        let cautions = |report: &BalanceReport| {
            report.findings.iter().filter(|finding| finding.topic == "order").count()
        };
        assert_eq!(cautions(&report), 1);
        assert_eq!(cautions(&given([0, 1, 2], [640, 640, 640])), 0);
        // Trainings of one recipe stand in no order.
        let mut equals = report;
        let agents = equals.agents.iter().map(|agent| agent.name.clone()).collect();
        let (strength, scores, differences) = ("agent".to_owned(), Vec::new(), Vec::new());
        equals.ensembles.push(Ensemble { recipe: None, strength, agents, scores, differences });
        let found = crate::find(crate::KINDS, &equals);
        assert!(found.iter().all(|finding| finding.topic != "order"), "{found:?}");
    }

    #[test]
    fn agents_that_met_nobody_have_no_place() {
        let cells = vec![
            cell("tablut", agent("agent 0", 0), games(5, 0, 0, 5)),
            cell("tablut", agent("stranger", 1), games(5, 0, 0, 5)),
        ];
        let matches = matches(&mut ChaCha8Rng::seed_from_u64(1));
        let material = Material { cells, matches, ..Material::default() };
        assert!(BalanceReport::of(material, &Options::default()).curves.is_empty());
    }
}
