//! The protocol of the Tablut competition of the University of Bologna, as client and as server.
//!
//! The defenders (white) speak to port 5800, the attackers (black) to 5801. Each message is a length of four bytes,
//! the largest first, and as many bytes of JSON. A player first sends its name as a string. Then it is sent the
//! board before the first and after every move, and whose turn it is; on its turn it answers with a move.
//!
//! - `message`: what is sent, and how.
//! - `client`: a player.
//! - `server`: who lets two of them play.

mod client;
mod message;
mod server;
#[cfg(test)]
mod tests;

use imperial_engine::Side;

pub use client::enter;
#[cfg(any(test, fuzzing))]
pub(crate) use client::play;
pub use message::Turn;
pub use server::{Hosted, host};

/// What a server says in the first plies of a game.
#[cfg(fuzzing)]
pub(crate) fn told<G: imperial_engine::Encode>(game: &G, plies: usize) -> Vec<String> {
    let mut position = game.start(Side::Defenders);
    let mut told = Vec::new();
    for _ in 0..plies {
        let state = message::State::new(game, &position, None);
        told.push(serde_json::to_string(&state).expect("a state has a JSON form"));
        let Some(mv) = game.moves(&position).first().copied() else { break };
        game.play(&mut position, mv);
    }
    told
}

/// The rules of the competition.
pub const RULES: &str = "tablut-unibo";

/// The port of a side.
pub const fn port(side: Side) -> u16 {
    match side {
        Side::Defenders => 5800,
        Side::Attackers => 5801,
    }
}
