//! What all answers share.

use std::sync::Arc;

use crate::players::SharedPlayers;
use crate::public::Public;
use crate::queue::Queue;
use crate::rules::{Shelf, Wanted};

/// What all answers share.
#[derive(Debug)]
pub struct Server {
    /// Compiled rule sets.
    pub shelf: Shelf,
    /// Agents and networks.
    pub players: SharedPlayers,
    /// Searches.
    pub queue: Queue,
    /// Threads of one search.
    pub threads: u16,
    /// What clients may ask, where everybody may come.
    pub public: Option<Public>,
    /// Names of this machine that browsers may use.
    pub hosts: Vec<String>,
    /// The rule set that is shown first.
    pub first: Wanted,
}

/// The server, as answers hold it.
pub type Shared = Arc<Server>;
