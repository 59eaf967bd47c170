//! Playing many games at once.
//!
//! - `job`: what is to be played and where it is kept.
//! - `effort`: which plies are chosen about in earnest.
//! - `game_run`: one game in progress, which stops whenever it wants a position evaluated.
//! - `trees`: what the agents of a game keep from move to move.
//! - `scheduler`: many game runs on all cores.
//! - `time_left`: how long the games take that are missing.
//! - `evaluator`: who answers the game runs' questions.

mod effort;
mod evaluator;
mod game_run;
mod job;
mod scheduler;
mod time_left;
mod trees;

pub use effort::{DECIDED_PLIES, DECIDED_SHARE, Effort, Lead};
pub use game_run::rounded;
pub use job::{Detail, Line, MOST_GAMES, Opening, OtherPlayers, OtherSeed, PlayJob};
pub use scheduler::{Played, accept, play, play_before};
