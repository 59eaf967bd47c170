//! For people: a game against the program on a terminal, and one position looked at.
//!
//! - `playing_agent`: an agent that is asked for one move at a time.
//! - `duel`: a person against it.
//! - `command`: what the person types.
//! - `save`: finished games kept as records.
//! - `exact`: what a table of exact values says about it.

mod command;
mod duel;
mod exact;
mod playing_agent;
mod save;
#[cfg(test)]
mod tests;

pub(crate) use duel::Duel;
pub(crate) use exact::{Known, words};
pub(crate) use playing_agent::PlayingAgent;
pub(crate) use save::Archive;
