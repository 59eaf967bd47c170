//! Monte Carlo tree search over any [`Game`](crate::Game).

mod evaluate;

pub use evaluate::{Evaluate, Evaluation, Request};
