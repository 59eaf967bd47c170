//! From recorded games to a network.

mod games;
mod held_out;
mod known;
mod learning_run;
mod losses;
mod origin;
mod parts;
mod samples;

pub use games::{GamesFile, files_of_games, with_way_on};
pub use held_out::HeldOut;
pub use known::{Keys, KeysOf, LeftOut};
pub use learning_run::{LearningRun, Plan};
pub use origin::{Origin, Settings, Source};
pub use parts::{Lessons, Parts};
pub use samples::{Target, samples_of};
