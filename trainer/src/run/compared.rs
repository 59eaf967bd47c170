//! What a comparison found, whoever played its games.

use imperial_lab::page::NetworkNote;
use imperial_lab::{BalanceReport, GameStatistics};

/// What a comparison found.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The figures.
    pub report: BalanceReport,
    /// How the games of each agent under each rule set went.
    pub statistics: Vec<GameStatistics>,
    /// The networks of the agents that have one.
    pub networks: Vec<NetworkNote>,
    /// How the games began and came to differ, in sentences.
    pub opening: String,
    /// The files of recorded games beside those that were played, and the hash of each.
    pub recorded: Vec<(String, String)>,
}
