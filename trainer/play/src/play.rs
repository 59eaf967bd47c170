//! Playing many games at once.
//!
//! - `opening`: how games begin; `effort`: which plies are searched in earnest.
//! - `job`: what is to be played; `log`: where it is kept, and who played.
//! - `game_run`: one game in progress, which stops whenever it wants positions judged.
//! - `trees`: what the agents of a game keep from move to move.
//! - `lane`: a game run without the type of its game; `queue`: all that are left, shared by the threads.
//! - `worker`: a thread that plays some in step; `scheduler`: all threads.
//! - `time_left`: how long the games take that are missing.

mod effort;
mod game_run;
mod job;
mod lane;
mod log;
mod opening;
mod queue;
mod run;
mod scheduler;
mod shard;
#[cfg(test)]
mod tests;
mod time_left;
mod trees;
mod worker;

pub use effort::{DECIDED_PLIES, DECIDED_SHARE, Effort, Winning};
pub use game_run::rounded;
pub use job::{Detail, FirstMoves, MOST_GAMES, PlayJob};
pub use log::{OtherPlayers, OtherSeed};
pub use opening::OpeningPlies;
pub use scheduler::{Played, accept, play, play_before};
pub use shard::{OtherProgram, OtherShare, Shard, ShardError, ShareIsPlayed};
pub use time_left::{Trial, on_trial, seconds_a_game};
