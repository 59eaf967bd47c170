//! The alpha-beta search of a position.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use imperial_engine::Encode;
use imperial_play::agent::AlphaBeta;
use imperial_play::analysis::{Setup, line_of};

use crate::caps;
use crate::searching::Certain;
use crate::trouble::Trouble;

/// What such a search has seen.
pub struct Seen {
    /// Expected result: −1 the defenders win, 1 the attackers win.
    pub value: f32,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
    /// The best move and what follows.
    pub line: Vec<String>,
    /// Positions looked at.
    pub positions: u32,
}

/// What `player` sees where `setup` stands, and the move that it plays.
///
/// # Errors
/// When the game is over, or it is none of these rules.
pub fn look_ahead<G: Encode>(
    game: &G,
    setup: &Setup,
    player: AlphaBeta,
    seed: u64,
    mut stop: impl FnMut() -> bool,
) -> Result<(Seen, String), Trouble> {
    let position = setup.position(game)?;
    let result = player.think(game, &position, seed, &mut stop)?;
    let line = line_of(game, &position, &result.line);
    let proof = result.proof.map(Certain::from);
    let seen = Seen { value: result.value.0, proof, line, positions: result.playouts };
    Ok((seen, game.format_move(&position, result.best)))
}

/// Says when a search has to end: nobody waits for it, or it has taken too long.
pub fn stopper(cancelled: &AtomicBool) -> impl FnMut() -> bool {
    let started = Instant::now();
    move || cancelled.load(Ordering::Relaxed) || started.elapsed() > caps::MOVE_TIME
}
