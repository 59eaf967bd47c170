//! Evaluators around other evaluators.
//!
//! - [`cache`]: remembers answers.
//! - [`crew`]: threads that evaluate the leaves of one search.

pub mod cache;
pub mod crew;

pub use cache::{Answers, Cached};
pub use crew::Crew;
