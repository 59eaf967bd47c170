//! The alpha-beta search of a position, and what any agent has found there.

use imperial_play::agent::AlphaBeta;
use imperial_play::analysis::{Certain, Searched, Setup, line_of};

use crate::trouble::Trouble;

/// What an agent has found.
#[derive(Clone, Debug, PartialEq)]
pub struct Thought {
    /// The move that it plays.
    pub mv: String,
    /// Expected result: −1 the defenders win, 1 the attackers win.
    pub value: f32,
    /// The certain result, if it was found.
    pub proof: Option<Certain>,
    /// The best move and what follows.
    pub line: Vec<String>,
    /// Playouts, or positions looked at.
    pub playouts: u32,
    /// Whether it ended early, as its memory was full.
    pub full: bool,
}

/// What `player` sees where `setup` stands, and the move that it plays. `stop` is asked now and then whether to end.
///
/// # Errors
/// When the game is over, or it is none of these rules.
pub fn look_ahead<G: Searched>(
    game: &G,
    setup: &Setup,
    player: AlphaBeta,
    seed: u64,
    mut stop: impl FnMut() -> bool,
) -> Result<Thought, Trouble> {
    let position = setup.position(game)?;
    let result = game.look_ahead(&position, player, seed, &mut stop)?;
    Ok(Thought {
        mv: game.format_move(&position, result.best),
        value: result.value.0,
        proof: result.proof.map(Certain::from),
        line: line_of(game, &position, &result.line),
        playouts: result.playouts,
        full: false,
    })
}
