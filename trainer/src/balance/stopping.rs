//! When the games were stopped.

use serde::{Deserialize, Serialize};

/// How it was decided that the games are enough.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Stopping {
    /// The half-width that every interval of the attackers' score should have, as a share.
    pub precision: f64,
    /// What ended the games.
    pub reason: StopReason,
    /// How often the results were looked at, the last time included.
    pub looks: u32,
    /// Cells whose interval is still wider than that: rule set and agent.
    pub wide: Vec<(String, String)>,
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
