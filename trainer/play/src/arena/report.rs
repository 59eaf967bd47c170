//! What is made of a match, and how it is told: in the words of cutechess and fastchess, which players
//! of engines know.

use std::collections::BTreeMap;
use std::fmt;

use imperial_engine::{Cause, PerSide, Side};
use serde::Serialize;

use super::count::{MatchCounts, Tally};
use imperial_stats::{
    Confidence, Elo, EloEstimate, Estimate, JointData, JointModel, LogLikelihoodRatio, Proportion,
    Roles, Sprt,
};

/// Resamples of the side advantage's bootstrap.
const RESAMPLES: u32 = 1000;
/// The level of every interval.
const LEVEL: Confidence = Confidence::P95;

/// What is said of the intervals where a test decided when to stop.
const AFTER_A_TEST: &str = "The interval of Elo holds however often you look. The others hold for a number \
                            of pairs that was fixed beforehand.";

/// The result of a match under one rule set, seen by the first agent. All intervals are of 95 %.
#[derive(Clone, Debug, Serialize)]
pub struct MatchReport {
    /// Name of the rule set.
    pub rules: String,
    /// The agent whose score this is.
    pub agent: String,
    /// Its opponent.
    pub against: String,
    /// Pairs of games.
    pub pairs: u64,
    /// All games of the agent.
    pub games: Tally,
    /// Pairs in which the agent scored 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
    /// Points per game, from 0 to 1, with an interval over pairs; with a sequential test one that holds
    /// however often one looks.
    pub score: Estimate,
    /// The lead in Elo.
    pub elo: EloEstimate,
    /// The lead in normalised Elo; none where all pairs are alike.
    pub normalised_elo: Option<Estimate>,
    /// Probability that the agent is the better one, from 0 to 1.
    pub superiority: f64,
    /// Share of the pairs that gave both one point.
    pub drawn_pairs: f64,
    /// Pairs won for each pair lost; none where none was lost.
    pub pairs_ratio: Option<f64>,
    /// The agent on each side.
    pub sides: PerSide<RoleReport>,
    /// The agent's lead in Elo when what the sides give is taken out: what it would lead by if both
    /// sides were equally good. Where one side mostly wins most pairs are shared, and `elo` is small
    /// however strong the agent is.
    pub strength: Estimate,
    /// The attackers' lead in Elo that remains when the agents' strength is taken out: what they gain
    /// whichever of the two attacks.
    pub side_advantage: Estimate,
    /// Number of draws by what ended the game.
    pub draws_by_cause: BTreeMap<Cause, u64>,
    /// Games that differ in a move; a result from few of them means little.
    pub distinct_games: u64,
    /// The sequential test, if one was asked for.
    pub sprt: Option<TestReport>,
}

/// An agent's games on one side. Score and Elo hold what the side gives, too.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct RoleReport {
    /// The games.
    pub games: Tally,
    /// Points per game, with Wilson's interval, which is cautious where there are draws.
    pub score: Estimate,
    /// The same in Elo.
    pub elo: EloEstimate,
}

/// Where a sequential test stands or ended.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TestReport {
    /// The hypotheses.
    pub test: Sprt,
    /// The ratio and its bounds.
    pub ratio: LogLikelihoodRatio,
}

impl MatchReport {
    /// The report of a match of `agent` against `against`, and its test, if there is one.
    ///
    /// # Errors
    /// When there are no games.
    pub fn new(
        rules: &str,
        [agent, against]: [&str; 2],
        counts: &MatchCounts,
        sprt: Option<Sprt>,
    ) -> anyhow::Result<Self> {
        let pairs = counts.pairs;
        let nothing = || anyhow::anyhow!("no games were played");
        let score = match sprt {
            Some(_) => pairs.anytime_score(LEVEL),
            None => pairs.score(LEVEL),
        };
        let score = score.ok_or_else(nothing)?;
        let (strength, side_advantage) = apart(counts)?;
        Ok(Self {
            rules: rules.to_owned(),
            agent: agent.to_owned(),
            against: against.to_owned(),
            pairs: pairs.pairs(),
            games: counts.total(),
            pentanomial: pairs.0,
            score,
            elo: EloEstimate::from_score(score),
            normalised_elo: pairs.normalised_elo(LEVEL),
            superiority: pairs.superiority().ok_or_else(nothing)?,
            drawn_pairs: pairs.drawn_share().ok_or_else(nothing)?,
            pairs_ratio: pairs.ratio(),
            sides: PerSide {
                attackers: RoleReport::new(counts.sides.attackers).ok_or_else(nothing)?,
                defenders: RoleReport::new(counts.sides.defenders).ok_or_else(nothing)?,
            },
            strength,
            side_advantage,
            draws_by_cause: counts.draws.clone(),
            distinct_games: counts.distinct_games,
            sprt: sprt.map(|test| TestReport { test, ratio: test.ratio(pairs) }),
        })
    }
}

impl RoleReport {
    fn new(games: Tally) -> Option<Self> {
        let score = Proportion::of_share(games.share()?, games.games() as f64)?.estimate(LEVEL);
        Some(Self { games, score, elo: EloEstimate::from_score(score) })
    }
}

/// What the first agent's strength gives and what attacking gives, by the joint model of two agents
/// with one rating each.
fn apart(counts: &MatchCounts) -> anyhow::Result<(Estimate, Estimate)> {
    let data = JointData::new(2, 1, counts.games.iter().copied())?;
    let model = JointModel { roles: Roles::Tied, anchor: Some(1), ..JointModel::default() };
    let ratings = model.rate(&data, LEVEL, RESAMPLES, 0)?;
    Ok((ratings.agents[0].rating.estimate(), ratings.rules[0].advantage.estimate()))
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, agent, against, pairs, games, .. } = self;
        let percent = |share: f64| 100.0 * share;
        writeln!(f, "Results of {agent} vs {against} under {rules}, seen by {agent} (95 %):")?;
        write!(f, "Elo: {}", EloText(self.elo))?;
        if let Some(Estimate { value, high, .. }) = self.normalised_elo {
            write!(f, ", nElo: {value:.2} +/- {:.2}", high - value)?;
        }
        writeln!(f)?;
        let (superiority, drawn) = (percent(self.superiority), percent(self.drawn_pairs));
        write!(f, "LOS: {superiority:.2} %, DrawRatio: {drawn:.2} % of pairs, PairsRatio: ")?;
        match self.pairs_ratio {
            Some(ratio) => writeln!(f, "{ratio:.2}")?,
            None => writeln!(f, "no pair lost")?,
        }
        let (number, points, score) = (games.games(), games.points(), percent(self.score.value));
        let Tally { wins, draws, losses } = games;
        write!(f, "Games: {number}, Wins: {wins}, Losses: {losses}, Draws: {draws}, ")?;
        writeln!(f, "Points: {points:.1} ({score:.2} %)")?;
        writeln!(f, "Ptnml(0-2): {:?}, Pairs: {pairs}", self.pentanomial)?;
        for side in Side::ALL {
            writeln!(f, "As {side}: {}", self.sides[side])?;
        }
        let Estimate { value, low, high } = self.strength;
        writeln!(f, "Strength without the sides: {value:.2} Elo ({low:.2} to {high:.2})")?;
        let Estimate { value, low, high } = self.side_advantage;
        writeln!(f, "Side advantage of the attackers: {value:.2} Elo ({low:.2} to {high:.2})")?;
        if !self.draws_by_cause.is_empty() {
            let causes =
                self.draws_by_cause.iter().map(|(cause, count)| format!("{cause} {count}"));
            writeln!(f, "Draws by: {}", causes.collect::<Vec<_>>().join(", "))?;
        }
        write!(f, "Distinct games: {} of {number}", self.distinct_games)?;
        self.sprt.iter().try_for_each(|test| write!(f, "\n{test}\n{AFTER_A_TEST}"))
    }
}

impl fmt::Display for RoleReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { wins, draws, losses } = self.games;
        let score = 100.0 * self.score.value;
        let elo = EloText(self.elo);
        write!(f, "Wins: {wins}, Losses: {losses}, Draws: {draws} ({score:.2} %), Elo: {elo}")
    }
}

impl fmt::Display for TestReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogLikelihoodRatio { value, lower, upper, accepted } = self.ratio;
        writeln!(f, "LLR: {value:.2} ({lower:.2}, {upper:.2}) {}", self.test)?;
        match accepted {
            Some(accepted) => write!(f, "SPRT {} completed - {accepted} was accepted", self.test),
            None => write!(f, "SPRT {} not decided", self.test),
        }
    }
}

/// A lead as `18.04 +/- 8.23`, or with both ends where one of them is only a bound.
struct EloText(EloEstimate);

impl fmt::Display for EloText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EloEstimate { value, low, high } = self.0;
        if let (Elo::Exact(value), Elo::Exact(low), Elo::Exact(high)) = (value, low, high) {
            return write!(f, "{value:.2} +/- {:.2}", (high - low) / 2.0);
        }
        write!(f, "{} ({} to {})", Bound(value), Bound(low), Bound(high))
    }
}

/// A number of points, or that it is beyond.
struct Bound(Elo);

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Elo::Below(points) => write!(f, "below {points:.2}"),
            Elo::Exact(points) => write!(f, "{points:.2}"),
            Elo::Above(points) => write!(f, "above {points:.2}"),
        }
    }
}

#[cfg(test)]
mod tests;
