//! Agents against each other, in pairs of games with the same opening and sides swapped.
//!
//! - `count`: the games of a match, counted.
//! - `report`: what is made of the counts, and how it is told.
//! - `contest`: playing until the number of pairs is reached or a sequential test ends.
//! - `pool`: many agents that play each other.
//! - `ratings`: their ratings, and how these are told.

mod contest;
mod count;
mod named_agent;
mod pool;
mod ratings;
mod report;

pub use contest::{Contest, Limit};
pub use count::{MatchCounts, Tally};
pub use named_agent::NamedAgent;
pub use pool::{Pairing, Pool};
pub use ratings::{AgentReport, RatingReport, RulesReport};
pub use report::{MatchReport, RoleReport, TestReport};
