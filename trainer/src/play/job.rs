//! What is to be played and where it is kept.

use std::fs;
use std::path::PathBuf;

use imperial_data::{Existing, GameLog, Job, LoadedRules};
use imperial_engine::{PerSide, Side};
use serde::{Deserialize, Serialize};

use crate::agent::Agent;
use crate::files::write_atomically;

/// Name of a file of games.
pub const GAMES_FILE: &str = "games.jsonl";

/// The folder of a job holds games of other players.
#[derive(Clone, Debug, thiserror::Error)]
#[error(
    "`{}` holds games that were played otherwise; choose another folder.\nThere: {before}Here: {now}",
    .folder.display()
)]
pub struct OtherPlayers {
    folder: PathBuf,
    before: String,
    now: String,
}

/// Name of the file beside it that says who plays.
const JOB_FILE: &str = "job.json";

/// What all games of a log have in common beside rules and seed.
#[derive(Serialize)]
struct Players {
    attackers: String,
    defenders: String,
    paired: bool,
    opening: Opening,
}

/// How games of one job come to differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Opening {
    /// Plies at the start that are drawn uniformly; they belong to no agent.
    pub random_plies: u32,
    /// Plies after those that the agents draw from their search's policy instead of playing the
    /// best move.
    pub sampled_plies: u32,
}

/// How much of the search is recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Root values, visits and policies: what a network learns from.
    Learning,
    /// Root values only.
    Values,
}

/// A number of games between two agents under one rule set.
///
/// Game `g` is played from the random stream `g` of `seed`, so it is the same game whichever thread
/// plays it and whatever was played before.
#[derive(Clone, Debug)]
pub struct PlayJob<'a> {
    /// The rules.
    pub rules: &'a LoadedRules,
    /// The agent of each side.
    pub agents: PerSide<&'a Agent>,
    /// In pairs of games both have the same opening and the agents change sides: games `2k` and
    /// `2k + 1` draw from stream `k`, and in the odd one `agents` are swapped.
    pub paired: bool,
    /// Number of games.
    pub games: u64,
    /// Seed of all streams.
    pub seed: u64,
    /// How the games come to differ.
    pub opening: Opening,
    /// What is recorded.
    pub detail: Detail,
    /// The folder of the game log.
    pub folder: PathBuf,
}

impl PlayJob<'_> {
    /// Which of the two agents plays `side` in game number `game`, named after the side that it
    /// has in even games.
    pub fn seat(&self, game: u64, side: Side) -> Side {
        if self.paired && !game.is_multiple_of(2) { !side } else { side }
    }

    /// The agent that plays `side` in game number `game`.
    pub fn agent(&self, game: u64, side: Side) -> &Agent {
        self.agents[self.seat(game, side)]
    }

    /// Games that one thread plays in step, so that their positions are evaluated together.
    pub(super) fn games_in_step(&self) -> usize {
        let wanted = |side| match self.agents[side] {
            Agent::Random | Agent::Rollouts(_) => 1,
            Agent::Network(_, net) => net.games_in_step(),
        };
        wanted(Side::Attackers).max(wanted(Side::Defenders))
    }

    /// The file of the game log.
    pub fn path(&self) -> PathBuf {
        self.folder.join(GAMES_FILE)
    }

    /// Opens the game log, with what it holds already.
    pub(super) fn open_log(&self) -> anyhow::Result<(GameLog, Existing)> {
        self.settle()?;
        let job = Job::new(self.seed).with_rules(self.rules.game.name(), &self.rules.text);
        Ok(GameLog::open(&self.path(), job)?)
    }

    /// Writes down who plays and how, or compares it with what was written down before: a log
    /// must not mix games of different agents.
    fn settle(&self) -> anyhow::Result<()> {
        let path = self.folder.join(JOB_FILE);
        let players = Players {
            attackers: self.agents.attackers.label(),
            defenders: self.agents.defenders.label(),
            paired: self.paired,
            opening: self.opening,
        };
        let text = serde_json::to_string_pretty(&players)? + "\n";
        match fs::read_to_string(&path) {
            Ok(before) if before == text => Ok(()),
            Ok(before) => {
                let folder = self.folder.clone();
                Err(OtherPlayers { folder, before, now: text }.into())
            }
            Err(_) => write_atomically(&path, text.as_bytes()),
        }
    }

    /// The random stream of game number `game`.
    pub fn stream(&self, game: u64) -> u64 {
        if self.paired { game / 2 } else { game }
    }
}
