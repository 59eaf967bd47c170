//! The handicap that evens a game, from those that were played.

use imperial_engine::{Side, derive_seed, game_stream};
use rand::{Rng, RngExt};
use statrs::distribution::{ContinuousCDF, Normal};

use super::{Handicap, HandicapPoint};
use crate::{Options, summary};
use imperial_stats::{Estimate, Interval, crossing, quantile};
use imperial_watch::GameSummary;

/// Games of one agent in which one side thought less.
#[derive(Clone, Debug)]
pub struct HandicapGames {
    /// The rule set.
    pub rules: String,
    /// The agent, with all its playouts.
    pub agent: String,
    /// Its playouts.
    pub playouts: u32,
    /// The side that thinks less.
    pub weakened: Side,
    /// Its playouts and the games, the agent's own playouts among them.
    pub played: Vec<(u32, Vec<GameSummary>)>,
}

impl HandicapPoint {
    /// The attackers' score when one side has so many playouts; `None` without games.
    pub fn of(playouts: u32, games: &[GameSummary], options: &Options) -> Option<Self> {
        let score = summary::score(games, options)?.estimate;
        Some(Self { playouts, games: games.len() as u64, score })
    }
}

impl Handicap {
    /// Finds the ratio of playouts at which the attackers score one half.
    pub(crate) fn of(games: &HandicapGames, options: &Options) -> Self {
        let mut points: Vec<HandicapPoint> = games
            .played
            .iter()
            .filter_map(|(playouts, played)| HandicapPoint::of(*playouts, played, options))
            .collect();
        points.sort_by_key(|point| point.playouts);
        let seed = format!("handicap {} {}", games.rules, games.agent);
        let seed = derive_seed(options.seed, &seed);
        Self {
            weakened: games.weakened,
            playouts: games.playouts,
            ratio: ratio(&points, games.weakened, games.playouts, options, seed),
            points,
        }
    }
}

/// The ratio with an interval over scores drawn anew from their errors. `None` where the scores do
/// not cross one half.
fn ratio(
    points: &[HandicapPoint],
    weakened: Side,
    playouts: u32,
    options: &Options,
    seed: u64,
) -> Option<Estimate> {
    let places: Vec<f64> = points.iter().map(|point| f64::from(point.playouts).log2()).collect();
    let own = |score: f64| if weakened == Side::Attackers { score } else { 1.0 - score };
    let scores: Vec<f64> = points.iter().map(|point| own(point.score.value)).collect();
    let ratio = |place: f64| place.exp2() / f64::from(playouts);
    let value = crossing(&places, &scores).ok()?;
    let mut rng = game_stream(seed, 0);
    let mut drawn: Vec<f64> = (0..resamples(options))
        .map(|_| {
            let scores: Vec<f64> =
                points.iter().map(|p| own(redrawn(p.score, options, &mut rng))).collect();
            // Where the scores do not cross one half, it lies at the end that is nearer to it.
            crossing(&places, &scores).unwrap_or_else(|end| end)
        })
        .collect();
    drawn.sort_unstable_by(f64::total_cmp);
    let tail = options.confidence.alpha() / 2.0;
    let end = |share| ratio(quantile(&drawn, share).unwrap_or(value));
    Some(Estimate::new(ratio(value), Interval { low: end(tail), high: end(1.0 - tail) }))
}

/// How often the scores are drawn anew: with fewer, the ends of an interval are chance.
pub(crate) fn resamples(options: &Options) -> u32 {
    options.resamples.max(100)
}

fn redrawn(score: Estimate, options: &Options, rng: &mut impl Rng) -> f64 {
    let error = score.standard_error(options.confidence);
    score.value + error * Normal::standard().inverse_cdf(rng.random_range(1e-12..1.0))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Looks;
    use crate::tests::games;

    fn of(weakened: Side, wins: &[(u32, u64)]) -> Handicap {
        of_options(weakened, wins, &Options { resamples: 400, ..Options::default() })
    }

    fn of_options(weakened: Side, wins: &[(u32, u64)], options: &Options) -> Handicap {
        let played =
            wins.iter().map(|(playouts, wins)| (*playouts, games(*wins, 0, 0, 1000 - wins)));
        let games = HandicapGames {
            rules: "tablut".to_owned(),
            agent: "rollouts:64".to_owned(),
            playouts: 64,
            weakened,
            played: played.collect(),
        };
        Handicap::of(&games, options)
    }

    #[test]
    fn the_ratio_lies_between_the_points_around_one_half() {
        // Defenders weakened to 16 playouts: 40 % for the attackers at 32, 60 % at 8.
        let found = of(Side::Defenders, &[(64, 300), (32, 400), (8, 600)]);
        let ratio = found.ratio.expect("it crosses one half");
        assert!((ratio.value - 0.25).abs() < 1e-9, "{ratio:?}");
        assert!(ratio.low > 0.2 && ratio.high < 0.31, "{ratio:?}");
        assert_eq!(found.points[0].playouts, 8, "fewest first");
        let attackers = of(Side::Attackers, &[(64, 700), (32, 600), (8, 400)]);
        assert!((attackers.ratio.expect("crosses").value - 0.25).abs() < 1e-9);
    }

    #[test]
    fn whoever_looks_again_knows_less() {
        let wins = [(64, 300), (32, 400), (8, 600)];
        let [once, again] = [Looks::Once, Looks::Any].map(|looks| {
            of_options(Side::Defenders, &wins, &Options { looks, ..Options::default() })
        });
        for (once, again) in once.points.iter().zip(&again.points) {
            assert!(again.score.low < once.score.low && again.score.high > once.score.high);
        }
        let [once, again] = [once, again].map(|found| found.ratio.expect("it crosses one half"));
        assert!(again.low < once.low && again.high > once.high, "{once:?} {again:?}");
    }

    #[test]
    fn where_nothing_evens_the_game_there_is_no_ratio() {
        assert_eq!(of(Side::Defenders, &[(64, 100), (8, 200), (1, 300)]).ratio, None);
        assert_eq!(of(Side::Defenders, &[]).ratio, None);
    }
}
