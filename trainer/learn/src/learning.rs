//! From recorded games to a network.

mod course;
mod games;
mod lessons;
mod losses;
mod origin;

pub use course::{Course, Plan};
pub use games::{GamesFile, Taught, files_of_games};
pub use lessons::{Aim, samples_of};
pub use origin::{Origin, Settings, Source};
