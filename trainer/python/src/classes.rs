//! Rule sets and positions as Python holds them. Each leads to the other, so they stand together; what they do is in
//! `rules` and `position`.

use std::sync::Arc;

use imperial_data::LoadedRules;
use pyo3::prelude::*;

use crate::errors;
use crate::play::Held;

/// A rule set: the laws of a game, its board, and what a network sees of it.
///
/// Args:
///     rules: the name of a rule set (`rule_sets()` lists them), or the path of a `.toml` file.
///
/// Raises:
///     ValueError: there is no such rule set, or the file has a mistake; the message has line and key.
#[pyclass(frozen, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Rules(pub Arc<LoadedRules>);

/// A position with its history, which never changes: `play` makes a new one.
///
/// `Rules.start` and `Rules.position` make the first. `str(position)` is the position string.
#[pyclass(frozen, module = "imperial_tafl")]
#[derive(Debug)]
pub struct Position {
    pub rules: Arc<LoadedRules>,
    pub held: Held,
}

impl Position {
    /// Checks that it is of the rule set `rules`.
    pub fn check_rules(&self, rules: &Arc<LoadedRules>) -> PyResult<()> {
        if Arc::ptr_eq(&self.rules, rules) || self.rules.text == rules.text {
            return Ok(());
        }
        let (own, other) = (self.rules.game.name(), rules.game.name());
        Err(errors::value(format!("the position is of {own}, not of {other}")))
    }
}
