//! How recorded games went: what a table of results does not say of them.
//!
//! [`watch_games`] replays recorded games on all cores, and gathers [`GameStatistics`]: how long games last and who wins
//! them when, what the sides lose, what pieces are worth, how often special moves are made, where pieces go, where the
//! royal piece escapes and is captured, how games open, and a few whole games to look at. It knows the game by
//! [`Encode`](imperial_engine::Encode) alone: pieces are kinds with a side, and squares are numbers. Of each game it
//! gives a [`GameSummary`], too.

mod board;
mod choose;
mod ends;
mod example;
mod foretold;
mod losses;
mod openings;
mod places;
mod special;
mod statistics;
mod summary;
mod uses;
mod watched;
mod watcher;
mod worth;

pub use board::{BoardFacts, PieceFacts};
pub use choose::Why;
pub use ends::{Ended, Ends};
pub use example::{Example, ExamplePly};
pub use foretold::Forecasts;
pub use losses::Losses;
pub use openings::{Branch, OpeningStats, Tally};
pub use places::{KindPlaces, Places};
pub use special::SpecialMove;
pub use statistics::GameStatistics;
pub use summary::GameSummary;
pub use uses::Use;
pub use watcher::{Records, watch_games};
pub use worth::PieceWorth;

/// Its example is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
mod tests;
