//! Evaluators around other evaluators.
//!
//! - [`cache`]: remembers answers.
//! - [`parallel`]: shares the requests of a batch among threads.

pub mod cache;
pub mod parallel;

pub use cache::Cached;
pub use parallel::Parallel;
