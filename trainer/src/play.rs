//! Playing many games at once.
//!
//! - `job`: what is to be played and where it is kept.
//! - `table`: one game in progress, which stops whenever it wants a position evaluated.
//! - `hall`: many tables on all cores.
//! - `evaluator`: who answers the tables' questions.

mod evaluator;
mod hall;
mod job;
mod table;

pub use hall::play;
pub use job::{Detail, GAMES_FILE, Opening, OtherPlayers, PlayJob};
