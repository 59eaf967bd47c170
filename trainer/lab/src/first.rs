//! Whether it matters who moves first, where the lot decides.

use imperial_data::GameResult;
use imperial_engine::Side;
use serde::{Deserialize, Serialize};

use super::summary::share;
use super::{Options, Results};
use imperial_stats::{Comparison, Measured};
use imperial_watch::GameSummary;

/// The games of a cell, split by who moved first.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMover {
    /// Games in which the attackers moved first.
    pub attackers_first: FirstMoverHalf,
    /// Games in which the defenders moved first.
    pub defenders_first: FirstMoverHalf,
    /// The attackers' share when they move first, minus their share when they do not.
    pub effect: Comparison,
}

/// The games in which one side moved first.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct FirstMoverHalf {
    /// How many games.
    pub games: u64,
    /// Who won them.
    pub results: Results,
}

impl FirstMover {
    /// Splits `games`; `None` when the same side began them all.
    pub(super) fn of(games: &[GameSummary], reliable: bool, options: &Options) -> Option<Self> {
        let begun_by = |side| -> Vec<GameSummary> {
            games.iter().filter(|game| game.first == side).cloned().collect()
        };
        let (attackers, defenders) = (begun_by(Side::Attackers), begun_by(Side::Defenders));
        let effect = Comparison::between(
            &attackers_share(&attackers, reliable, options)?,
            &attackers_share(&defenders, reliable, options)?,
            options,
        );
        let half = |games: &[GameSummary]| FirstMoverHalf {
            games: games.len() as u64,
            results: Results::of(games, options),
        };
        Some(Self { attackers_first: half(&attackers), defenders_first: half(&defenders), effect })
    }
}

/// The attackers' share as the comparisons need it; `None` without games.
pub(super) fn attackers_share(
    games: &[GameSummary],
    reliable: bool,
    options: &Options,
) -> Option<Measured> {
    let share = share(games, |game| game.result == GameResult::Attackers, options)?;
    Some(share.reliable(reliable))
}
