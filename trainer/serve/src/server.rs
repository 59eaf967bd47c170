//! What all answers share.

use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::caps;
use crate::players::SharedPlayers;
use crate::public::Public;
use crate::queue::Queue;
use crate::rules::{Shelf, Wanted};
use crate::trouble::Trouble;

/// What all answers share.
#[derive(Debug)]
pub struct Server {
    /// Compiled rule sets.
    pub shelf: Shelf,
    /// Agents and networks.
    pub players: SharedPlayers,
    /// Searches.
    pub queue: Queue,
    /// Room for the questions that wait for a short answer, in KiB.
    pub room: Arc<Semaphore>,
    /// Threads of one search.
    pub threads: u16,
    /// What clients may ask, where everybody may come.
    pub public: Option<Public>,
    /// Names of this machine that browsers may use.
    pub hosts: Vec<String>,
    /// The rule set that is shown first.
    pub first: Wanted,
}

/// Room that a question takes until it has its short answer, even where nobody waits for that any more.
pub type Room = OwnedSemaphorePermit;

impl Server {
    /// All the room that there is.
    pub fn all_room() -> Arc<Semaphore> {
        Arc::new(Semaphore::new(caps::SHORT_KIB))
    }

    /// Room for a question of so many bytes.
    ///
    /// # Errors
    /// When too much waits.
    pub fn room_for(&self, bytes: usize) -> Result<Room, Trouble> {
        let kib = u32::try_from(bytes / 1024 + 1).unwrap_or(u32::MAX);
        Arc::clone(&self.room)
            .try_acquire_many_owned(kib)
            .map_err(|_| Trouble::busy("the server has too much to do; try again in a few seconds"))
    }
}

/// The server, as answers hold it.
pub type Shared = Arc<Server>;
