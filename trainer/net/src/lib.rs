#![doc = include_str!("../README.md")]
// burn's types nest deeply.
#![recursion_limit = "512"]

mod adam;
mod arch;
mod arrays;
mod asked;
mod backend;
mod batch;
pub mod bench;
mod bits;
mod burn_evaluator;
mod checkpoint;
mod config;
mod cpu;
mod device;
mod evaluate;
mod exp;
mod file;
mod file_error;
#[cfg(fuzzing)]
pub mod fuzzing;
mod gradients;
mod halves;
mod heads;
mod known;
mod layer;
mod learn;
mod learn_config;
mod loss;
mod model;
mod modules;
mod move_targets;
mod onnx;
mod pack;
mod progress;
mod safetensors;
mod sample;
mod schedule;
mod shared_evaluator;

pub use adam::Diverged;
pub use asked::{Asked, EvaluateMixed, Leaf, evaluate_requests};
pub use backend::{Backend, BackendError};
pub use batch::Batch;
pub use burn_evaluator::BurnEvaluator;
pub use config::{MismatchError, NetConfig};
pub use cpu::{CpuNet, Kernel, KernelError, Precision};
pub use device::{DEVICE_NAMES, Device, DeviceError, device_named};
pub use evaluate::CpuEvaluator;
pub use file::NetFile;
pub use file_error::NetFileError;
pub use heads::PolicyScores;
pub use learn::Learner;
pub use learn_config::{LearnConfig, MOST_BATCH};
pub use loss::Losses;
pub use model::{Network, Outputs};
pub use move_targets::MoveTargets;
pub use progress::LearnProgress;
pub use safetensors::Safetensors;
pub use sample::{MoveShares, Sample, SampleSource, move_shares, occupancy};
pub use schedule::Schedule;
pub use shared_evaluator::SharedEvaluator;

#[cfg(test)]
mod test_game;
#[cfg(test)]
mod tests;
