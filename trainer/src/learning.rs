//! From recorded games to a network.

mod course;
mod lessons;
mod losses;

pub use course::{Course, Plan};
pub use lessons::{Aim, samples, samples_of};
pub use losses::{LossRow, read_losses};
