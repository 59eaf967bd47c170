//! Games and positions as text, out and in.

mod read;
mod write;

pub use read::{Texts, read};
pub use write::{Wish, write};
