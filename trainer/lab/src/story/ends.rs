//! How long games last, by how they end.

use imperial_data::GameResult;
use imperial_engine::Cause;
use serde::{Deserialize, Serialize};

use super::super::GameSummary;

/// How a game ended, as the pictures tell it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// The attackers won.
    Attackers,
    /// A draw by the rules of the game.
    Draw,
    /// Cut off at the limit of plies.
    CutOff,
    /// The defenders won.
    Defenders,
}

impl Fate {
    /// All fates, in the order of pictures.
    pub const ALL: [Self; 4] = [Self::Attackers, Self::Draw, Self::CutOff, Self::Defenders];

    /// The fate of a game.
    pub const fn of(result: GameResult, cause: Cause) -> Self {
        match result {
            GameResult::Attackers => Self::Attackers,
            GameResult::Draw if cause.is_cut_off() => Self::CutOff,
            GameResult::Draw => Self::Draw,
            GameResult::Defenders => Self::Defenders,
        }
    }
}

/// Lengths of games in plies, by fate; each list from short to long.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ends {
    /// Games that the attackers won.
    pub attackers: Vec<u32>,
    /// Draws, without cut-off games.
    pub draws: Vec<u32>,
    /// Games cut off at the limit of plies.
    pub cut_off: Vec<u32>,
    /// Games that the defenders won.
    pub defenders: Vec<u32>,
}

impl Ends {
    pub(super) fn of<'a>(games: impl IntoIterator<Item = &'a GameSummary>) -> Self {
        let mut ends = Self::default();
        for game in games {
            ends.list_mut(Fate::of(game.result, game.cause)).push(game.plies);
        }
        for fate in Fate::ALL {
            ends.list_mut(fate).sort_unstable();
        }
        ends
    }

    /// The lengths of the games with this fate, from short to long.
    pub fn list(&self, fate: Fate) -> &[u32] {
        match fate {
            Fate::Attackers => &self.attackers,
            Fate::Draw => &self.draws,
            Fate::CutOff => &self.cut_off,
            Fate::Defenders => &self.defenders,
        }
    }

    fn list_mut(&mut self, fate: Fate) -> &mut Vec<u32> {
        match fate {
            Fate::Attackers => &mut self.attackers,
            Fate::Draw => &mut self.draws,
            Fate::CutOff => &mut self.cut_off,
            Fate::Defenders => &mut self.defenders,
        }
    }

    /// How many games of this fate were over after `plies` plies.
    pub fn over_by(&self, fate: Fate, plies: u32) -> u64 {
        self.list(fate).partition_point(|&length| length <= plies) as u64
    }

    /// The longest game; 0 without games.
    pub fn longest(&self) -> u32 {
        Fate::ALL.iter().filter_map(|&fate| self.list(fate).last()).copied().max().unwrap_or(0)
    }
}
