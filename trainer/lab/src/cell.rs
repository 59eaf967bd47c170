//! The figures of one cell.

use std::collections::BTreeSet;

use imperial_data::GameResult;
use imperial_engine::Cause;
use serde::{Deserialize, Serialize};

use super::endings::endings;
use super::{Cell, Ending, FirstMover, Lengths, Options, Results, summary};
use imperial_stats::{BalanceNumber, Comparison, EloEstimate, Estimate, Knowledge, Measured};
use imperial_watch::GameSummary;

/// Distinct games that are enough, whatever share of the games they are.
const MANY_DISTINCT: u64 = 100;

/// Everything that the report says about one rule set and agent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CellReport {
    /// Name of the rule set.
    pub rules: String,
    /// Name of the agent that played both sides.
    pub agent: String,
    /// The agent's place in the order of strength.
    pub strength: u32,
    /// What the agent's network knows of these rules; `None` without a network.
    #[serde(default)]
    pub knowledge: Option<Knowledge>,
    /// Number of games.
    pub games: u64,
    /// Number of games that differ in a move or in who moved first.
    pub distinct_games: u64,
    /// Number of different openings; games played from the start count one each.
    pub openings: u64,
    /// Who won how often.
    pub results: Results,
    /// The attackers' score: wins and half the draws, per game.
    pub score: Estimate,
    /// The attackers' advantage in Elo, from their score.
    pub elo: EloEstimate,
    /// The attackers' score minus one half, with what may be said about it.
    pub advantage: Comparison,
    /// Nielsen's balance number.
    pub balance: BalanceNumber,
    /// How long the games lasted.
    pub lengths: Lengths,
    /// What ended the games.
    pub endings: Vec<Ending>,
    /// Whether it matters who moves first; only where both sides did.
    pub first_mover: Option<FirstMover>,
}

impl CellReport {
    /// The figures of a cell whose games stand in a fixed order; `None` without games.
    pub(super) fn of(cell: &Cell, bin: u32, options: &Options) -> Option<Self> {
        let (games, confidence) = (cell.games.as_slice(), options.confidence);
        let reliable = are_distinct(games);
        let score = summary::score(games, options)?.reliable(reliable);
        Some(Self {
            rules: cell.rules.clone(),
            agent: cell.agent.name.clone(),
            strength: cell.agent.strength,
            knowledge: cell.knowledge,
            games: games.len() as u64,
            distinct_games: count_distinct(games.iter().map(|game| game.line)),
            openings: count_distinct(games.iter().map(|game| game.opening.unwrap_or(game.game))),
            results: Results::of(games, options),
            score: score.estimate,
            elo: EloEstimate::from_score(score.estimate),
            advantage: Comparison::with(&score, 0.5, options),
            balance: balance_number(games, options),
            lengths: Lengths::of(games, bin, confidence)?,
            endings: endings(games),
            first_mover: FirstMover::of(games, reliable, options),
        })
    }

    /// The attackers' share of wins as comparisons need it.
    pub(super) fn measured_share(&self) -> Measured {
        let (won, games) = (self.results.attackers.games as f64, self.games as f64);
        let counts = [(1.0, won), (0.0, games - won)];
        Measured::from_counts(self.results.attackers.share, &counts).reliable(self.is_reliable())
    }

    /// The attackers' score as comparisons need it.
    pub(super) fn measured_score(&self) -> Measured {
        let Results { attackers, draws, defenders, .. } = &self.results;
        let counts = [(1.0, attackers), (0.5, draws), (0.0, defenders)];
        let counts = counts.map(|(value, counted)| (value, counted.games as f64));
        Measured::from_counts(self.score, &counts).reliable(self.is_reliable())
    }

    /// Whether enough games are distinct for the score to be that of the game and not of a few lines.
    pub fn is_reliable(&self) -> bool {
        enough_distinct(self.games, self.distinct_games)
    }

    /// Number of games that ended by `cause`.
    pub fn ended_by(&self, cause: Cause) -> u64 {
        self.endings.iter().filter(|ending| ending.cause == cause).map(Ending::games).sum()
    }

    /// The range of the attackers' share that would be possible had the cut-off games been played
    /// on: all of them lost, all of them won.
    pub fn share_if_played_on(&self) -> (f64, f64) {
        let (won, open) = (self.results.attackers.games, self.results.cut_off.games);
        (won as f64 / self.games as f64, (won + open) as f64 / self.games as f64)
    }
}

/// Whether enough of `games` are distinct.
pub(super) fn are_distinct(games: &[GameSummary]) -> bool {
    enough_distinct(games.len() as u64, count_distinct(games.iter().map(|game| game.line)))
}

/// Too few distinct games: fewer than half of the games differ, and fewer than a hundred.
fn enough_distinct(games: u64, distinct: u64) -> bool {
    2 * distinct >= games || distinct >= MANY_DISTINCT
}

fn balance_number(games: &[GameSummary], options: &Options) -> BalanceNumber {
    let won = |side| games.iter().filter(|game| game.result == side).count() as u64;
    let (attackers, defenders) = (won(GameResult::Attackers), won(GameResult::Defenders));
    let decided = games.iter().filter(|game| game.result != GameResult::Draw);
    let share = summary::share(decided, |game| game.result == GameResult::Defenders, options);
    BalanceNumber::new(attackers, defenders, share.map(|share| share.estimate))
}

fn count_distinct(names: impl Iterator<Item = u64>) -> u64 {
    names.collect::<BTreeSet<_>>().len() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_thousand_copies_of_a_few_games_are_not_enough() {
        assert!(!enough_distinct(1000, 2));
        assert!(!enough_distinct(150, 74));
        assert!(enough_distinct(150, 75));
        assert!(enough_distinct(1000, 100), "many games, some of them twice");
        assert!(enough_distinct(4, 4), "few games, but each its own: the interval is wide");
    }
}
