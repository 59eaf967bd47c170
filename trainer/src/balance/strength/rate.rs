//! Ratings from games between agents, and the curve of balance over them.

use imperial_data::GameResult;
use imperial_engine::derive_seed;

use super::line::{Point, slope};
use super::{MatchGame, StrengthCurve, StrengthPoint};
use crate::balance::cell::Analysed;
use crate::balance::{Cell, Comparison, Options};
use crate::stats::{Estimate, JointData, JointError, JointModel, JointRatings, RatedGame};

/// Resamples of the joint model's bootstrap.
const RESAMPLES: u32 = 1000;

/// The curves of all rule sets under which agents played each other, in the order of `cells`.
pub(in crate::balance) fn curves(
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
    let own = cells.iter().filter(|cell| cell.rules == rules);
    let rated = rated(&names, own, &matches);
    // Games between known agents always have ratings.
    let [anchored, free] = ratings(&names, &rated, options).ok()?;
    let mut points: Vec<StrengthPoint> =
        figures.iter().zip(&anchored.agents).map(|(cell, rating)| point(cell, rating)).collect();
    let rating = free.agents.iter().map(|agent| agent.rating.estimate());
    let (slope, rise) = fitted(&figures, rating, options, rules);
    points.sort_by(|a, b| a.elo.value.total_cmp(&b.elo.value));
    Some(StrengthCurve {
        rules: rules.to_owned(),
        points,
        side_advantage: anchored.rules[0].advantage.estimate(),
        draw_margin: anchored.rules[0].margin.estimate(),
        slope,
        rise: Some(rise),
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
        cell.games.iter().filter_map(move |one| Some(game(agent?, agent?, one.unit(), one.result)))
    });
    between.chain(alone).collect()
}

/// The ratings with the first agent at 0, and with the mean of all at 0, whose intervals do not hold
/// the first one's error.
fn ratings(
    names: &[&str],
    games: &[RatedGame],
    options: &Options,
) -> Result<[JointRatings; 2], JointError> {
    let data = JointData::new(names.len(), 1, games.iter().copied())?;
    let seed = derive_seed(options.seed, "ratings");
    let rate = |anchor| {
        let model = JointModel { anchor, ..JointModel::default() };
        model.rate(&data, options.confidence, RESAMPLES.min(options.resamples), seed)
    };
    Ok([rate(Some(0))?, rate(None)?])
}

fn point(cell: &Analysed, rating: &crate::stats::AgentRating) -> StrengthPoint {
    StrengthPoint {
        agent: cell.report.agent.clone(),
        elo: rating.rating.estimate(),
        attack: rating.attack.estimate(),
        defence: rating.defence.estimate(),
        share: cell.report.results.attackers.share,
        score: cell.report.score,
        games: cell.report.games,
    }
}

/// The change of the attackers' score per 100 Elo, and over all agents.
fn fitted(
    figures: &[&Analysed],
    ratings: impl Iterator<Item = Estimate>,
    options: &Options,
    rules: &str,
) -> (Comparison, Estimate) {
    let z = options.confidence.z();
    let error = |estimate: Estimate| (estimate.high - estimate.low) / (2.0 * z);
    let points: Vec<Point> = figures
        .iter()
        .zip(ratings)
        .map(|(cell, elo)| Point {
            x: elo.value / 100.0,
            x_error: error(elo) / 100.0,
            y: cell.report.score.value,
            y_error: error(cell.report.score),
        })
        .collect();
    let seed = derive_seed(options.seed, &format!("slope {rules}"));
    let found = slope(&points, options.equivalence, options, seed);
    let reliable = figures.iter().all(|cell| cell.report.is_reliable());
    let slope = Comparison::unjudged(found.estimate, found.p, found.negligible, reliable);
    (slope, found.rise)
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt, SeedableRng};

    use super::*;
    use crate::balance::tests::{agent, cell, games};
    use crate::balance::{BalanceReport, Evidence, Material, Topic};

    /// Games between neighbours of agents 200 Elo apart, the attackers' side worth 100 Elo.
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

    fn report(wins: [u64; 3]) -> BalanceReport {
        given([0, 1, 2], wins)
    }

    /// The same with the agents given in another order.
    fn given(order: [u32; 3], wins: [u64; 3]) -> BalanceReport {
        let cells = order.into_iter().zip(0..).zip(wins).map(|((name, at), wins)| {
            cell("tablut", agent(&format!("agent {name}"), at), games(wins, 0, 0, 1000 - wins))
        });
        let matches = matches(&mut ChaCha8Rng::seed_from_u64(1732));
        let material = Material { cells: cells.collect(), matches, ..Material::default() };
        BalanceReport::of(material, &Options { resamples: 400, ..Options::default() })
    }

    #[test]
    fn strength_and_side_are_told_apart() {
        // 64 % is what 100 Elo are worth.
        let report = report([640, 640, 640]);
        let curve = &report.curves[0];
        assert!(curve.side_advantage.interval().contains(100.0), "{:?}", curve.side_advantage);
        assert!(curve.side_advantage.low > 60.0 && curve.side_advantage.high < 140.0);
        for (point, elo) in curve.points.iter().zip([0.0, 200.0, 400.0]) {
            assert!(point.elo.interval().contains(elo), "{point:?}");
        }
        assert_eq!(curve.slope.evidence, Evidence::Equivalent);
        assert_eq!(curve.games, 1600);
        assert_eq!(curve.contradiction(&report.agents), None);
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
    fn an_order_that_the_games_contradict_is_told() {
        let report = given([2, 1, 0], [640, 640, 640]);
        let (stronger, weaker, lead) =
            report.curves[0].contradiction(&report.agents).expect("the other way round");
        assert_eq!((stronger.agent.as_str(), weaker.agent.as_str()), ("agent 2", "agent 0"));
        assert!(lead.interval().contains(400.0) && lead.low > 200.0, "{lead:?}");
        let warned = |report: &BalanceReport| {
            let told = report.headlines.iter().filter(|line| line.topic == Topic::Caution);
            told.filter(|line| line.text.contains("order")).map(|line| line.text.clone()).next()
        };
        let text = warned(&report).expect("a caution");
        assert!(text.contains("agent 0 was given as stronger than agent 2"), "{text}");
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
