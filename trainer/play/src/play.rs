//! Playing many games at once.
//!
//! - `job`: what is to be played and where it is kept.
//! - `effort`: which plies are thought about in earnest.
//! - `table`: one game in progress, which stops whenever it wants a position evaluated.
//! - `trees`: what the agents of a game keep from move to move.
//! - `hall`: many tables on all cores.
//! - `evaluator`: who answers the tables' questions.

mod effort;
mod evaluator;
mod hall;
mod job;
mod table;
mod trees;

pub use effort::{DECIDED_PLIES, DECIDED_SHARE, Effort, Lead};
pub use hall::{Played, accept, play, play_before};
pub use job::{Detail, Line, MOST_GAMES, Opening, OtherPlayers, OtherSeed, PlayJob};
pub use table::rounded;
