//! For people: a game against the program on a terminal, and one position looked at.
//!
//! - `duel`: a person against an agent.
//! - `colours`: boards on a terminal that has them.
//! - `command`: what the person types.
//! - `save`, `unfinished`: finished games kept as records, and the one that was left.
//! - `summary`: a game gone through after its end.
//! - `exact`: what a table of exact values says about it.

mod colours;
mod command;
mod duel;
mod exact;
mod save;
mod summary;
#[cfg(test)]
mod tests;
mod unfinished;

pub(crate) use colours::drawn;
pub(crate) use duel::{Duel, Keep, Over};
pub(crate) use exact::{Known, words};
pub(crate) use save::Archive;
pub(crate) use summary::Review;
pub(crate) use unfinished::Unfinished;
