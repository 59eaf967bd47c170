//! What ended the games.

use imperial_data::GameResult;
use imperial_engine::Cause;
use imperial_watch::GameSummary;
use serde::{Deserialize, Serialize};

/// One way in which games of a cell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ending {
    /// What ended the games.
    pub cause: Cause,
    /// How many of them the attackers won.
    pub attackers: u64,
    /// How many of them nobody won.
    pub draws: u64,
    /// How many of them the defenders won.
    pub defenders: u64,
}

impl Ending {
    /// All games that ended so.
    pub const fn games(&self) -> u64 {
        self.attackers + self.draws + self.defenders
    }
}

/// The endings that occurred, in the order of [`Cause::ALL`].
pub(super) fn endings(games: &[GameSummary]) -> Vec<Ending> {
    let count = |cause, result| {
        games.iter().filter(|game| game.cause == cause && game.result == result).count() as u64
    };
    Cause::ALL
        .into_iter()
        .map(|cause| Ending {
            cause,
            attackers: count(cause, GameResult::Attackers),
            draws: count(cause, GameResult::Draw),
            defenders: count(cause, GameResult::Defenders),
        })
        .filter(|ending| ending.games() > 0)
        .collect()
}

/// A cause in plain words.
pub(super) const fn describe(cause: Cause) -> &'static str {
    match cause {
        Cause::KingEscaped => "king escaped",
        Cause::KingCaptured => "king captured",
        Cause::TwoRoads => "two roads open",
        Cause::ExitFort => "exit fort",
        Cause::Encircled => "encircled",
        Cause::Stuck => "no legal move",
        Cause::Repetition => "repetition",
        Cause::QuietLimit => "too long without a capture",
        Cause::PlyLimit => "cut off at the ply limit",
        Cause::Line => "line of stones",
        Cause::BoardFull => "board full",
        Cause::FewGone => "none of the few left",
        Cause::Goal => "goal reached",
        Cause::Captures => "enough captured",
        Cause::LeaderTaken => "leader taken",
        Cause::LeaderAlone => "leader alone",
        Cause::Checkmate => "checkmate",
        Cause::ImperialsGone => "imperial pieces gone",
        Cause::Given => "resigned, on time or agreed",
        Cause::Unfinished => "broken off",
    }
}
