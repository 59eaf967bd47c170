//! From games to a network.
//!
//! | module | what it does |
//! |---|---|
//! | [`training`] | generations of self-play and learning, for hours |
//! | [`learning`] | from recorded games to a network |
//! | [`connect_four`] | a network for Connect Four in some minutes |
//! | [`settings`] | settings from a file and from `--set key=value` |

// burn's types nest deeply.
#![recursion_limit = "512"]

pub mod connect_four;
pub mod learning;
pub mod settings;
mod shape;
pub mod training;

pub use shape::{NetworkSize, common_shape, shape_for};

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
