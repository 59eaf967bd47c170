//! An agent of a pool.

use crate::agent::Agent;

/// An agent of the pool.
#[derive(Clone, Debug)]
pub struct NamedAgent {
    /// What it is called: the text that describes it. No two agents have the same.
    pub name: String,
    /// Ready to play.
    pub agent: Agent,
}
