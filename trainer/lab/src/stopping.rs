//! When the games were stopped.

use imperial_data::GameResult;
use serde::{Deserialize, Serialize};

use super::summary::{score, share};
use super::{Looks, Options};
use imperial_stats::Measured;
use imperial_watch::GameSummary;

/// How it was decided that the games are enough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    /// The half-width that every interval of the attackers' score and share of wins should have, as
    /// a share.
    pub precision: f64,
    /// What ended the games.
    pub reason: StopReason,
    /// How often the results were looked at, the last time included.
    pub looks: u32,
}

/// What ended the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopReason {
    /// Every interval is narrow enough.
    Precise,
    /// As many games as allowed were played.
    Games,
    /// The time allowed was spent.
    Time,
}

/// Half the width of the wider one of two intervals that hold however often one looks: that of the
/// attackers' score and that of their share of wins. 1 without games.
pub fn half_width(games: &[GameSummary], options: &Options) -> f64 {
    let options = Options { looks: Looks::Any, ..*options };
    let half = |figure: Option<Measured>| figure.map_or(1.0, |figure| figure.estimate.half_width());
    let won = |game: &GameSummary| game.result == GameResult::Attackers;
    half(share(games, won, &options)).max(half(score(games, &options)))
}
