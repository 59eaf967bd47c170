//! Which switch causes how much: Shapley values of switches, from samples of combinations of them.

mod design;
mod effects;

pub use design::{Design, MOST_EXACT, Sum, members};
pub use effects::Coalitions;
