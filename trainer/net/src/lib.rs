//! The network: one for all rule sets and board sizes of a family of games.
//!
//! burn learns it ([`Learner`]) and our own code plays it on the CPU ([`CpuNet`]); the two agree
//! to rounding. In dependency order:
//!
//! - `config`, `known`: sizes of a network, which games it fits, and inputs that it does not know.
//! - `device`: where burn computes.
//! - `model`: the network as a burn module.
//! - `sample`, `pack`, `batch`, `move_targets`: what it learns from.
//! - `learn`, `schedule`, `loss`, `gradients`, `optimiser`, `average`, `parameters`: how it learns.
//! - `checkpoint`, `file`, `export`: what is kept on disk, and a format for other programs.
//! - `cpu`: our own code for the CPU.
//! - `evaluate`: both as evaluators of the search.

// burn's types nest deeply.
#![recursion_limit = "512"]

mod average;
mod batch;
pub mod bench;
mod checkpoint;
mod config;
mod cpu;
mod device;
mod evaluate;
mod export;
mod file;
mod gradients;
mod known;
mod learn;
mod loss;
mod model;
mod move_targets;
mod optimiser;
mod pack;
mod parameters;
mod sample;
mod schedule;

pub use batch::Batch;
/// Where burn computes.
pub use burn::tensor::Device;
pub use checkpoint::Progress;
pub use config::{MismatchError, NetConfig};
pub use cpu::{CpuNet, Kernel};
pub use device::{DEVICE_NAMES, DeviceError, device_named};
pub use evaluate::{BurnEvaluator, CpuEvaluator};
pub use export::Safetensors;
pub use file::{NetFile, NetFileError};
pub use learn::{LearnConfig, Learner};
pub use loss::Losses;
pub use model::{Network, Outputs, PolicyScores};
pub use move_targets::MoveTargets;
pub use sample::{MoveShares, Sample, SampleSource, move_shares, occupancy};
pub use schedule::Schedule;

#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
