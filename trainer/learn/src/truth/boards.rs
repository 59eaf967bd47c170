//! Tafl on boards that are small enough to be solved.

use imperial_engine::catalog::{AnyGame, GameError};

/// Rule sets on 5x5 as TOML texts.
const TEXTS: [&str; 3] = [
    include_str!("rules/imperial-5x5.toml"),
    include_str!("rules/corner-5x5.toml"),
    include_str!("rules/step-5x5.toml"),
];

/// The rule sets, each a king against some attackers.
///
/// # Errors
/// Never: they are part of the program.
pub fn boards() -> Result<Vec<AnyGame>, GameError> {
    TEXTS.into_iter().map(AnyGame::from_toml).collect()
}
