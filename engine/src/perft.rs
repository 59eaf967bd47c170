//! Counting move sequences, the standard check of a move generator.

use crate::catalog::AnyGame;
use crate::{Game, PositionError, with_game};

/// Number of sequences of exactly `depth` legal plies.
///
/// A game decided on the board contributes nothing further; repetition and limits are ignored.
///
/// ```
/// use imperial_engine::{Game, Side, games::tic_tac_toe::TicTacToe, perft::perft};
///
/// assert_eq!(perft(&TicTacToe, &TicTacToe.start(Side::Attackers), 2), 72);
/// ```
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut position = position.clone();
    game.forget_past(&mut position);
    count(game, &position, depth, &mut vec![Vec::new(); depth as usize])
}

/// Counts with a list of moves for each ply left, at least one.
fn count<G: Game>(game: &G, position: &G::Position, depth: u32, lists: &mut [Vec<G::Move>]) -> u64 {
    let Some((moves, lists)) = lists.split_first_mut() else { return 1 };
    if depth == 1 {
        return game.count_moves(position, moves);
    }
    game.legal_moves(position, moves);
    let mut next = position.clone();
    let mut nodes = 0;
    for &mv in &*moves {
        next.clone_from(position);
        game.play(&mut next, mv);
        game.forget_past(&mut next);
        nodes += count(game, &next, depth - 1, lists);
    }
    nodes
}

/// The perft of each legal move of a position, all as texts, in a game of whatever type; `depth` is at least one.
///
/// # Errors
/// When the position is none of the game.
pub fn divide_text(
    game: &AnyGame,
    position: &str,
    depth: u32,
) -> Result<Vec<(String, u64)>, PositionError> {
    with_game!(game, |game| {
        let position = game.parse_position(position)?;
        let moves = divide(game, &position, depth).into_iter();
        Ok(moves.map(|(mv, nodes)| (game.format_move(&position, mv), nodes)).collect())
    })
}

/// The perft of each legal move on its own, in the order of [`Game::legal_moves`].
pub fn divide<G: Game>(game: &G, position: &G::Position, depth: u32) -> Vec<(G::Move, u64)> {
    let mut moves = Vec::new();
    if depth == 0 {
        return Vec::new();
    }
    let mut position = position.clone();
    game.forget_past(&mut position);
    game.legal_moves(&position, &mut moves);
    moves
        .into_iter()
        .map(|mv| {
            let mut next = position.clone();
            game.play(&mut next, mv);
            (mv, perft(game, &next, depth - 1))
        })
        .collect()
}
