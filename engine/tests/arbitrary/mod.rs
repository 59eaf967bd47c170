//! Random positions and random rule sets that reach the rare laws.
mod formations;
mod positions;
mod rule_sets;

pub use positions::{position, scene};
pub use rule_sets::rule_set;
