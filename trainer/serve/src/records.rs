//! Games and positions as text, out and in.

mod game_text;
mod lists;
mod read;
mod write;

pub use game_text::{GameText, MOST_GAMES, chosen};
pub use read::{Found, Texts, read};
pub use write::{Wish, write};
