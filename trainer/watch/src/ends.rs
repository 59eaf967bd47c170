//! How long games last, by how they end.

use imperial_data::GameResult;
use imperial_engine::Cause;
use serde::{Deserialize, Serialize};

use super::summary::GameSummary;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ended {
    /// The attackers won.
    Attackers,
    /// A draw by the rules of the game.
    Draw,
    /// Cut off: at the limit of plies, or broken off where it was recorded.
    CutOff,
    /// The defenders won.
    Defenders,
}

impl Ended {
    /// All ways, in the order of pictures.
    pub const ALL: [Self; 4] = [Self::Attackers, Self::Draw, Self::CutOff, Self::Defenders];

    /// How a game ended.
    pub const fn of(result: GameResult, cause: Cause) -> Self {
        match result {
            GameResult::Attackers => Self::Attackers,
            GameResult::Draw if cause.is_cut_off() => Self::CutOff,
            GameResult::Draw => Self::Draw,
            GameResult::Defenders => Self::Defenders,
        }
    }
}

/// Lengths of games in plies, by how they ended; each list from short to long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ends {
    /// Games that the attackers won.
    pub attackers: Vec<u32>,
    /// Draws, without cut-off games.
    pub draws: Vec<u32>,
    /// Games that were cut off: at the limit of plies, or broken off where they were recorded.
    pub cut_off: Vec<u32>,
    /// Games that the defenders won.
    pub defenders: Vec<u32>,
}

impl Ends {
    pub(super) fn of(games: &[GameSummary]) -> Self {
        let lengths = |ended| {
            let own = games.iter().filter(|game| Ended::of(game.result, game.cause) == ended);
            let mut plies: Vec<u32> = own.map(|game| game.plies).collect();
            plies.sort_unstable();
            plies
        };
        Self {
            attackers: lengths(Ended::Attackers),
            draws: lengths(Ended::Draw),
            cut_off: lengths(Ended::CutOff),
            defenders: lengths(Ended::Defenders),
        }
    }

    /// The lengths of the games that ended so, from short to long.
    pub fn list(&self, ended: Ended) -> &[u32] {
        match ended {
            Ended::Attackers => &self.attackers,
            Ended::Draw => &self.draws,
            Ended::CutOff => &self.cut_off,
            Ended::Defenders => &self.defenders,
        }
    }
}
