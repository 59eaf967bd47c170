//! A game being played, as the threads see it that play many.

use imperial_data::GameRecord;
use imperial_engine::search::{Evaluation, SearchError};
use imperial_net::Asked;

use crate::net_player::NetPlayer;

/// One game, without the type of its rules.
pub(super) trait Run: Send {
    /// Plays until a network has to judge positions (`None`), or to the end.
    fn advance(&mut self) -> anyhow::Result<Option<GameRecord>>;

    /// The network that has to judge.
    fn network(&self) -> Option<&NetPlayer>;

    /// Adds the positions that it has to judge.
    fn ask<'s>(&'s self, asked: &mut Vec<Box<dyn Asked + 's>>);

    /// Takes the answers to all of them.
    fn supply(&mut self, answers: &mut dyn Iterator<Item = Evaluation>) -> Result<(), SearchError>;

    /// Plies so far.
    fn plies(&self) -> usize;

    /// Number of positions that the agents' searches evaluated.
    fn evaluations(&self) -> u64;
}
