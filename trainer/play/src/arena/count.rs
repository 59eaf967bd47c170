//! The games of a match, counted.

use std::collections::{BTreeMap, BTreeSet};

use imperial_data::{GameRecord, GameResult, read_games};
use imperial_engine::{Cause, PerSide, Side};
use serde::Serialize;

use crate::play::PlayJob;
use imperial_stats::{PairCounts, RatedGame};

/// Wins, draws and losses of an agent.
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
    pub(super) fn add(&mut self, points: f64) {
        if points > 0.5 {
            self.wins += 1;
        } else if points < 0.5 {
            self.losses += 1;
        } else {
            self.draws += 1;
        }
    }

    /// All games.
    pub const fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// A point for a win, half a point for a draw.
    pub fn points(self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game, from 0 to 1; `None` without games.
    pub fn share(self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }
}

/// What happened in the first pairs of a match. The first agent is the one that attacks in even games.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchCounts {
    /// Points of the first agent per pair.
    pub pairs: PairCounts,
    /// The first agent's games on each side.
    pub sides: PerSide<Tally>,
    /// How the drawn games ended.
    pub draws: BTreeMap<Cause, u64>,
    /// Number of different games.
    pub distinct_games: u64,
    /// Every game, for the joint model: agent 0 is the first agent, rule set 0 the match's.
    pub games: Vec<RatedGame>,
}

impl MatchCounts {
    /// Counts the first `pairs` pairs of a paired job.
    ///
    /// # Errors
    /// When the games cannot be read or one is missing.
    pub fn read(job: &PlayJob<'_>, pairs: u64) -> anyhow::Result<Self> {
        let wanted = job.first_game..job.first_game + 2 * pairs;
        let mut records = BTreeMap::new();
        for game in read_games(&job.path()) {
            let (_, record) = game?;
            if wanted.contains(&record.game) && record.rules == job.rules.game.name() {
                records.insert(record.game, record);
            }
        }
        if let Some(game) = wanted.clone().find(|game| !records.contains_key(game)) {
            anyhow::bail!("`{}` lacks game {game}", job.path().display());
        }
        let mut counts = Self::default();
        let records: Vec<GameRecord> = records.into_values().collect();
        for pair in records.chunks(2) {
            let points: Vec<f64> = pair.iter().map(|record| counts.add(job, record)).collect();
            if let [first, second] = points[..] {
                counts.pairs.add(first, second);
            }
        }
        counts.distinct_games = records.iter().map(moves).collect::<BTreeSet<_>>().len() as u64;
        Ok(counts)
    }

    /// Counts a game and gives the first agent's points.
    fn add(&mut self, job: &PlayJob<'_>, record: &GameRecord) -> f64 {
        // Whoever sits in the attackers' seat changes sides with every game.
        let side = job.seat(record.game, Side::Attackers);
        let points = record.result.points(side);
        self.sides[side].add(points);
        if record.result == GameResult::Draw {
            *self.draws.entry(record.cause).or_default() += 1;
        }
        let attackers = usize::from(side == Side::Defenders);
        let opening = job.stream(record.game);
        let (rules, defenders, result) = (0, 1 - attackers, record.result);
        self.games.push(RatedGame { rules, attackers, defenders, opening, result });
        points
    }

    /// The first agent's games on both sides.
    pub fn total(&self) -> Tally {
        let PerSide { attackers: a, defenders: d } = self.sides;
        Tally { wins: a.wins + d.wins, draws: a.draws + d.draws, losses: a.losses + d.losses }
    }
}

fn moves(record: &GameRecord) -> Vec<&str> {
    record.plies.iter().map(|ply| ply.mv.as_str()).collect()
}
