//! Random positions and random rule sets that reach the rare laws.
#![allow(dead_code, reason = "every test file uses a part of it")]

mod formations;
mod positions;
mod rule_sets;

#[allow(unused_imports, reason = "every test file uses a part of it")]
pub use positions::{position, scene};
pub use rule_sets::rule_set;
