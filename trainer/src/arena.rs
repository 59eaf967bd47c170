//! Two agents against each other, in pairs of games with the same opening and sides swapped.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use imperial_data::{GameRecord, GameResult, read_games};
use imperial_engine::{PerSide, Side};
use serde::Serialize;

use crate::play::PlayJob;
use crate::stats::{Confidence, EloEstimate, Estimate, PairCounts};

/// The result of a match under one rule set, seen by the first agent.
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
    /// Pairs in which the agent scored 0, ½, 1, 1½ and 2 points.
    pub pentanomial: [u64; 5],
    /// Points per game, from 0 to 1, with a 95 % interval over pairs.
    pub score: Estimate,
    /// The lead in Elo.
    pub elo: EloEstimate,
    /// The agent's games on each side.
    pub sides: PerSide<Tally>,
    /// Games that differ in a move; a result from few of them means little.
    pub distinct_games: u64,
}

/// Wins, draws and losses of the agent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn, those that were cut off included.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Tally {
    fn add(&mut self, points: f64) {
        if points > 0.5 {
            self.wins += 1;
        } else if points < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }
}

/// Counts the games of a finished, paired job. In even games the first agent attacks.
///
/// # Errors
/// When the games cannot be read or one is missing.
pub fn score_pairs(job: &PlayJob<'_>, agent: &str, against: &str) -> anyhow::Result<MatchReport> {
    let games = read_games(&job.path())
        .map(|game| Ok(game?.1))
        .collect::<anyhow::Result<Vec<GameRecord>>>()?;
    let mut sides = PerSide::<Tally>::default();
    let mut points = BTreeMap::new();
    let mut lines = BTreeSet::new();
    for record in &games {
        // Whoever sits in the attackers' seat changes sides with every game.
        let side = job.seat(record.game, Side::Attackers);
        let scored = score(record.result, side);
        sides[side].add(scored);
        points.insert(record.game, scored);
        lines.insert(record.plies.iter().map(|ply| ply.mv.as_str()).collect::<Vec<_>>());
    }
    let mut pairs = PairCounts::default();
    for pair in 0..job.games / 2 {
        match (points.get(&(2 * pair)), points.get(&(2 * pair + 1))) {
            (Some(first), Some(second)) => pairs.add(*first, *second),
            _ => anyhow::bail!("`{}` lacks a game of pair {pair}", job.path().display()),
        }
    }
    let nothing = || anyhow::anyhow!("no games were played");
    Ok(MatchReport {
        rules: job.rules.game.name().to_owned(),
        agent: agent.to_owned(),
        against: against.to_owned(),
        pairs: pairs.pairs(),
        pentanomial: pairs.0,
        score: pairs.score(Confidence::P95).ok_or_else(nothing)?,
        elo: pairs.elo(Confidence::P95).ok_or_else(nothing)?,
        sides,
        distinct_games: lines.len() as u64,
    })
}

/// Points of whoever played `side`.
fn score(result: GameResult, side: Side) -> f64 {
    match (result, side) {
        (GameResult::Draw, _) => 0.5,
        (GameResult::Attackers, Side::Attackers) | (GameResult::Defenders, Side::Defenders) => 1.0,
        (GameResult::Attackers, Side::Defenders) | (GameResult::Defenders, Side::Attackers) => 0.0,
    }
}

impl fmt::Display for MatchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { rules, agent, against, pairs, score, elo, .. } = self;
        writeln!(f, "{agent} against {against} under {rules}: {pairs} pairs")?;
        let percent = |share: f64| 100.0 * share;
        let (value, low, high) = (percent(score.value), percent(score.low), percent(score.high));
        writeln!(f, "  score         {value:.1} % (95 %: {low:.1} to {high:.1}), Elo {elo}")?;
        for side in Side::ALL {
            let Tally { wins, draws, losses } = self.sides[side];
            writeln!(f, "  as {side:<10} {wins} won, {draws} drawn, {losses} lost")?;
        }
        let [lost, behind, even, ahead, won] = self.pentanomial;
        writeln!(f, "  pairs 0-2     {lost} {behind} {even} {ahead} {won}")?;
        write!(f, "  distinct      {} of {} games", self.distinct_games, 2 * pairs)
    }
}
