//! Games and positions as text, out and in.

mod read;
mod write;

pub use read::{Found, GameText, MOST_GAMES, Texts, read};
pub use write::{Wish, write};
