//! From recorded games to a network.

mod games;
mod held_out;
mod learning_run;
mod losses;
mod origin;
mod samples;

pub(crate) use games::with_way_on;
pub use games::{GamesFile, Taught, files_of_games};
pub use held_out::HeldOut;
pub use learning_run::{LearningRun, Plan};
pub use origin::{Origin, Settings, Source};
pub use samples::{Target, samples_of};
