//! Who won how often.

use imperial_data::GameResult;
use serde::{Deserialize, Serialize};

use super::Options;
use super::summary::{UNKNOWN, share};
use imperial_stats::Estimate;
use imperial_watch::GameSummary;

/// A number of games, and their share of the cell with its interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counted {
    /// How many games.
    pub games: u64,
    /// Their share of all games of the cell.
    pub share: Estimate,
}

/// The results of a cell. Attackers', draws' and defenders' games add up to all games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Games that the attackers won.
    pub attackers: Counted,
    /// Games without a winner, cut-off games among them.
    pub draws: Counted,
    /// Games that the defenders won.
    pub defenders: Counted,
    /// Games that were cut off at the ply limit or broken off. They count as draws, but nobody knows how
    /// they would have ended.
    pub cut_off: Counted,
}

impl Results {
    /// Counts the results of `games`.
    pub(super) fn of(games: &[GameSummary], options: &Options) -> Self {
        let count = |test: &dyn Fn(&GameSummary) -> bool| counted(games, test, options);
        Self {
            attackers: count(&|game| game.result == GameResult::Attackers),
            draws: count(&|game| game.result == GameResult::Draw),
            defenders: count(&|game| game.result == GameResult::Defenders),
            cut_off: count(&|game| game.cause.is_cut_off()),
        }
    }
}

fn counted(
    games: &[GameSummary],
    test: &dyn Fn(&GameSummary) -> bool,
    options: &Options,
) -> Counted {
    let share = share(games, test, options).map_or(UNKNOWN, |share| share.estimate);
    Counted { games: games.iter().filter(|game| test(game)).count() as u64, share }
}
