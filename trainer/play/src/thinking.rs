//! Searching one position at a time, as the engine protocol, a game with a person and an analysis do.
//!
//! - `setup`: where a game stands, as text.
//! - `mind`: a search of that position, which may know something from the moves before.

mod mind;
mod setup;

pub use mind::{MOST_LEAVES, Means, Mind, MindError, all_cores, leaves_at_once};
pub use setup::{Setup, SetupError, line_of};
