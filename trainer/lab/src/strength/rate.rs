//! Ratings from games between agents, and the curve of balance over them.

use imperial_data::GameResult;
use imperial_engine::derive_seed;

use super::lead::leads;
use super::line::{Point, Points};
use super::{Line, MatchGame, Misfit, StrengthCurve, StrengthPoint};
use crate::cell::Analysed;
use crate::{Cell, Comparison, Options};
use imperial_stats::{
    AgentRating, Estimate, JointData, JointError, JointFit, JointModel, RatedGame, Uncertain,
};

/// Resamples of the joint model's bootstrap.
const RESAMPLES: u32 = 1000;

/// The curves of all rule sets under which agents played each other, in the order of `cells`.
pub(crate) fn curves(
    cells: &[Cell],
    analysed: &[Analysed],
    matches: &[MatchGame],
    options: &Options,
) -> Vec<StrengthCurve> {
    let mut names: Vec<&str> = cells.iter().map(|cell| cell.rules.as_str()).collect();
    names.dedup();
    names.into_iter().filter_map(|rules| curve(rules, cells, analysed, matches, options)).collect()
}

/// The curve of one rule set; `None` where fewer than two agents played each other.
fn curve(
    rules: &str,
    cells: &[Cell],
    analysed: &[Analysed],
    matches: &[MatchGame],
    options: &Options,
) -> Option<StrengthCurve> {
    let matches: Vec<_> = matches.iter().filter(|game| game.rules == rules).collect();
    let met = |name: &str| matches.iter().any(|m| m.attackers == name || m.defenders == name);
    // Ordered by strength, since the cells are.
    let figures: Vec<&Analysed> = analysed
        .iter()
        .filter(|cell| cell.report.rules == rules && met(&cell.report.agent))
        .collect();
    if figures.len() < 2 {
        return None;
    }
    let names: Vec<&str> = figures.iter().map(|cell| cell.report.agent.as_str()).collect();
    let own: Vec<&Cell> = cells.iter().filter(|cell| cell.rules == rules).collect();
    // Games between known agents always have ratings.
    let fit = fit(&names, &rated(&names, own.iter().copied(), &matches), options).ok()?;
    let anchored = fit.anchored(Some(0)).ok()?.ratings(options.confidence);
    let mut points: Vec<StrengthPoint> = (0..names.len())
        .map(|agent| StrengthPoint {
            side_advantage: estimate(fit.side_advantage(agent, 0, options.confidence)),
            lean: estimate(fit.lean(agent, options.confidence)),
            ..point(figures[agent], &anchored.agents[agent])
        })
        .collect();
    points.sort_by(|a, b| a.elo.value.total_cmp(&b.elo.value));
    let everyone: Vec<(usize, usize)> = (0..names.len()).map(|agent| (agent, 0)).collect();
    let (Line { slope, misfit, .. }, rise) = line(&figures, &fit, &everyone, options, rules);
    let learned = learned(&names, &own);
    Some(StrengthCurve {
        rules: rules.to_owned(),
        points,
        leads: leads(&fit, &names, options.confidence),
        pool_mean: anchored.rules[0].advantage.estimate(),
        draw_margin: anchored.rules[0].margin.estimate(),
        slope,
        misfit,
        rise: Some(rise),
        learned: learned.map(|chosen| line(&figures, &fit, &chosen, options, rules).0),
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
    JointModel::default().fit(&data, RESAMPLES.min(options.resamples), seed)
}

fn estimate(found: Result<Uncertain, JointError>) -> Option<Estimate> {
    found.ok().map(Uncertain::estimate)
}

fn point(cell: &Analysed, rating: &AgentRating) -> StrengthPoint {
    StrengthPoint {
        agent: cell.report.agent.clone(),
        elo: rating.rating.estimate(),
        attack: rating.attack.estimate(),
        defence: rating.defence.estimate(),
        side_advantage: None,
        lean: None,
        share: cell.report.results.attackers.share,
        score: cell.report.score,
        games: cell.report.games,
    }
}

/// The agents whose networks played at more than one strength, each with the number of its training;
/// `None` where heights for all of these and a slope leave no more to test.
fn learned(names: &[&str], own: &[&Cell]) -> Option<Vec<(usize, usize)>> {
    let network =
        |name: &str| own.iter().find(|cell| cell.agent.name == name)?.agent.experience.network();
    let networks: Vec<Option<&str>> = names.iter().map(|name| network(name)).collect();
    let mut trainings: Vec<&str> = Vec::new();
    let mut chosen = Vec::new();
    for (agent, network) in networks.iter().enumerate() {
        let Some(network) = network else { continue };
        if networks.iter().filter(|other| **other == Some(network)).count() > 1 {
            let known = trainings.iter().position(|training| training == network);
            let number = known.unwrap_or(trainings.len());
            if known.is_none() {
                trainings.push(network);
            }
            chosen.push((agent, number));
        }
    }
    (chosen.len() > trainings.len() + 1).then_some(chosen)
}

/// The change of the attackers' score per 100 Elo over the agents whose numbers are `chosen`, each with
/// the number of the height that it has, and from the lowest rating to the highest of one height.
fn line(
    figures: &[&Analysed],
    fit: &JointFit,
    chosen: &[(usize, usize)],
    options: &Options,
    rules: &str,
) -> (Line, Estimate) {
    let z = options.confidence.z();
    let error = |estimate: Estimate| (estimate.high - estimate.low) / (2.0 * z);
    let (ratings, correlations) = (fit.ratings(options.confidence), fit.correlations());
    let point = |&(agent, _): &(usize, usize)| {
        let (elo, score) = (ratings.agents[agent].rating.estimate(), figures[agent].report.score);
        Point {
            x: elo.value / 100.0,
            x_error: error(elo) / 100.0,
            y: score.value,
            y_error: error(score),
        }
    };
    let points: Vec<Point> = chosen.iter().map(point).collect();
    let heights: Vec<usize> = chosen.iter().map(|(_, height)| *height).collect();
    let trainings = heights.iter().max().map_or(0, |last| *last as u32 + 1);
    let correlation = |a: usize, b: usize| correlations[chosen[a].0][chosen[b].0];
    let points = Points::new(points, correlation).with_heights(heights);
    let seed = derive_seed(options.seed, &format!("slope {rules}"));
    let found = points.slope(options.equivalence, options, seed);
    let misfit = points.misfit();
    let said = Misfit::allows(misfit)
        && chosen.iter().all(|&(agent, _)| figures[agent].report.is_reliable());
    let slope = Comparison::unjudged(found.estimate, found.p, found.negligible, said);
    (Line { agents: chosen.len() as u32, trainings, slope, misfit }, found.rise)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::super::Lead;
    use super::*;
    use crate::tests::{agent, cell, games, taught};
    use crate::{BalanceReport, Evidence, Experience, Material, Topic};
    use imperial_stats::Confidence;

    /// Games between neighbours of three agents 200 Elo apart, the attackers' side worth 100 Elo.
    fn matches(rng: &mut ChaCha8Rng) -> Vec<MatchGame> {
        matches_of(3, rng)
    }

    /// The same of so many agents.
    fn matches_of(agents: usize, rng: &mut ChaCha8Rng) -> Vec<MatchGame> {
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
        for (lower, opening) in (0..agents - 1).flat_map(|lower| (0..400).map(move |o| (lower, o)))
        {
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
    fn strength_and_side_are_told_apart() {
        // 64 % is what 100 Elo are worth.
        let report = report([640, 640, 640]);
        let curve = &report.curves[0];
        for side in curve.points.iter().map(|point| point.side_advantage.expect("rated")) {
            assert!(side.interval().contains(100.0), "{side:?}");
            assert!(side.low > 60.0 && side.high < 140.0, "{side:?}");
        }
        for (point, elo) in curve.points.iter().zip([0.0, 200.0, 400.0]) {
            assert!(point.elo.interval().contains(elo), "{point:?}");
        }
        assert_eq!(curve.slope.evidence, Evidence::Equivalent);
        assert_eq!(curve.games, 1600);
        assert_eq!(curve.contradictions(Confidence::P95).count(), 0);
        let rise = curve.rise.expect("several agents");
        assert!(rise.interval().contains(0.0) && rise.high < 0.05, "{rise:?}");
    }

    #[test]
    fn the_slope_is_that_of_the_scores_over_elo() {
        let report = report([540, 640, 740]);
        let slope = &report.curves[0].slope;
        assert_eq!(slope.evidence, Evidence::Shown);
        // 20 points over 400 Elo.
        assert!(slope.difference.interval().contains(0.05), "{slope:?}");
        assert!(slope.text.contains("points for each 100 Elo"), "{}", slope.text);
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
    fn a_score_that_rises_and_falls_has_no_slope() {
        let report = report([400, 800, 500]);
        let curve = &report.curves[0];
        assert!(!curve.fits(), "{:?}", curve.misfit);
        assert_eq!(curve.slope.evidence, Evidence::Withheld);
        assert!(
            curve.slope.text.contains(
                "does not change steadily with strength: 40.0 % with agent 0, 50.0 % with agent 2, a \
                 change of +10.0 points"
            ),
            "{}",
            curve.slope.text
        );
        let table = report.more_tables().expect("tables").remove(0);
        let mut reader = ::csv::Reader::from_reader(table.1.as_slice());
        let header = reader.headers().expect("a header").clone();
        let row = reader.records().next().expect("a row").expect("whole");
        let value = |name: &str| row[header.iter().position(|c| c == name).expect(name)].to_owned();
        assert!(value("misfit_p").parse::<f64>().expect("a number") < 0.01);
        assert!(!value("slope").is_empty() && !value("own_side_advantage").is_empty());
        assert_eq!(value("learned_slope") + &value("learned_misfit_p"), "", "no networks");
    }

    #[test]
    fn networks_have_a_line_of_their_own() {
        let wins = [640, 640, 640];
        let mut material = material([0, 1, 2], wins);
        for cell in &mut material.cells {
            cell.agent.experience = Experience::Network("a".to_owned());
        }
        let beginner = Cell {
            agent: taught("beginner", 9, Experience::None),
            ..cell("tablut", agent("beginner", 9), games(20, 0, 0, 980))
        };
        material.cells.push(beginner);
        let options = Options { resamples: 400, ..Options::default() };
        let game = |attackers: &str, defenders: &str, opening| MatchGame {
            rules: "tablut".to_owned(),
            attackers: attackers.to_owned(),
            defenders: defenders.to_owned(),
            opening,
            result: if attackers == "beginner" {
                GameResult::Defenders
            } else {
                GameResult::Attackers
            },
        };
        material.matches.extend((0..50).flat_map(|opening| {
            [game("beginner", "agent 0", opening), game("agent 0", "beginner", opening)]
        }));
        let report = BalanceReport::of(material, &options);
        let curve = &report.curves[0];
        let line = curve.learned.as_ref().expect("three networks");
        assert_eq!((curve.points.len(), line.agents), (4, 3));
        assert!(curve.slope.difference.value > 0.01, "the beginner tilts the line: {curve:?}");
        assert!(line.slope.difference.interval().contains(0.0) && line.fits(), "{line:?}");
        assert_eq!(report.learned_trends[0].weakest, "agent 0");
        assert_eq!(report.trends[0].strongest, "beginner", "named the strongest");
    }

    #[test]
    fn each_training_has_its_own_height_in_the_line_through_networks() {
        // Two trainings, 30 points apart, both with 2.5 points for each 100 Elo.
        let cells = [(400, "a"), (725, "b"), (500, "a"), (825, "b")].into_iter().zip(0..);
        let cells = cells.map(|((wins, network), at)| {
            let experience = Experience::Network(network.to_owned());
            let agent = taught(&format!("agent {at}"), at, experience);
            cell("tablut", agent, games(wins, 0, 0, 1000 - wins))
        });
        let matches = matches_of(4, &mut ChaCha8Rng::seed_from_u64(1855));
        let material = Material { cells: cells.collect(), matches, ..Material::default() };
        let options = Options { resamples: 400, ..Options::default() };
        let report = BalanceReport::of(material, &options);
        let curve = &report.curves[0];
        assert!(!curve.fits(), "one line for both: {:?}", curve.misfit);
        let line = curve.learned.as_ref().expect("four networks");
        assert_eq!((line.agents, line.trainings), (4, 2));
        assert!(line.fits() && line.misfit.is_some_and(|misfit| misfit.freedom == 1), "{line:?}");
        assert!(line.slope.difference.interval().contains(0.025), "{line:?}");
        assert!(line.slope.difference.high < 0.04, "{line:?}");
        let text = &curve.slope.text;
        assert!(
            text.contains("4 agents with networks, each training at its own height,"),
            "{text}"
        );
        // The ends of both are told, one by one.
        assert!(
            text.contains("40.0 % with agent 0, 50.0 % with agent 2, a change of +10.0"),
            "{text}"
        );
        assert!(text.contains("; 72.5 % with agent 1, 82.5 % with agent 3, a change"), "{text}");
    }

    #[test]
    fn a_crooked_change_within_the_margin_hardly_is_one() {
        let report = report([6, 30, 7]);
        let curve = &report.curves[0];
        assert!(!curve.fits(), "{:?}", curve.misfit);
        let told = report.headlines.iter().find(|line| line.topic == Topic::Strength);
        let told = told.expect("a headline");
        assert_eq!(told.evidence, Some(Evidence::Equivalent), "{}", told.text);
        assert!(
            told.text.contains("hardly changes with strength: 0.6 % with agent 0"),
            "{}",
            told.text
        );
        // Not where it only comes back to where it began.
        let report = self::report([400, 800, 400]);
        let text = &report.curves[0].slope.text;
        assert!(text.contains("does not change steadily with strength"), "{text}");
        let told = report.headlines.iter().find(|line| line.topic == Topic::Strength);
        assert_ne!(told.expect("a headline").evidence, Some(Evidence::Equivalent), "{text}");
        // So does one that a line describes.
        let report = self::report([640, 640, 640]);
        let slope = &report.curves[0].slope;
        assert!(slope.equivalence.shown, "{slope:?}");
        assert!(slope.text.contains("hardly changes with strength, by "), "{}", slope.text);
    }

    #[test]
    fn an_order_that_the_games_contradict_is_told() {
        let report = given([2, 1, 0], [640, 640, 640]);
        let curve = &report.curves[0];
        assert_eq!(curve.contradictions(Confidence::P95).count(), 3, "every pair");
        let found = |lead: &&Lead| lead.weaker == "agent 2" && lead.stronger == "agent 0";
        let lead = curve.leads.iter().find(found).expect("a pair").elo;
        assert!(lead.interval().contains(-400.0) && lead.high < -200.0, "{lead:?}");
        let warned = |report: &BalanceReport| {
            let told = report.headlines.iter().filter(|line| line.topic == Topic::Caution);
            told.filter(|line| line.text.contains("order")).map(|line| line.text.clone()).next()
        };
        let text = warned(&report).expect("a caution");
        assert!(text.contains("where agent 0 was given as stronger than agent 2"), "{text}");
        assert_eq!(warned(&given([0, 1, 2], [640, 640, 640])), None);
    }

    #[test]
    fn agents_of_equal_rating_say_nothing_of_strength() {
        // Both win half of their games against each other, but fare very differently alone.
        let cells = [(200, 0), (600, 1)].map(|(wins, at)| {
            cell("tablut", agent(&format!("agent {at}"), at), games(wins, 0, 0, 1000 - wins))
        });
        let game = |number: u64| MatchGame {
            rules: "tablut".to_owned(),
            attackers: format!("agent {}", number % 2),
            defenders: format!("agent {}", 1 - number % 2),
            opening: number / 2,
            result: [GameResult::Attackers, GameResult::Defenders][(number / 2 % 2) as usize],
        };
        let matches = (0..20).map(game).collect();
        let material = Material { cells: cells.to_vec(), matches, ..Material::default() };
        let report = BalanceReport::of(material, &Options::default());
        let slope = &report.curves[0].slope;
        assert!(!slope.equivalence.shown && slope.equivalence.p > 0.3, "{slope:?}");
        assert!(!slope.text.contains("less than"), "{}", slope.text);
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
