//! A player.

use std::io::{Read, Write};

use anyhow::bail;
use imperial_engine::{Encode, Side};
use imperial_play::analysis::Setup;

use super::message::{Action, Pawn, State, Turn, board, receive, send};

/// Plays one game as `side`, by the moves that `choose` finds, and says how it ended.
///
/// # Errors
/// When the server goes, or plays by other rules; when no move is found.
pub fn play<G: Encode>(
    game: &G,
    stream: &mut (impl Read + Write),
    (side, name): (Side, &str),
    mut choose: impl FnMut(&Setup) -> anyhow::Result<String>,
) -> anyhow::Result<Turn> {
    send(stream, &name)?;
    let mut setup = Setup::default();
    loop {
        let state: State = receive(stream)?;
        catch_up(game, &mut setup, &state.board)?;
        if state.turn.winner().is_some() {
            return Ok(state.turn);
        }
        if state.turn == Turn::of(side) {
            let text = choose(&setup)?;
            send(stream, &Action::new(&text, side)?)?;
        }
    }
}

/// Adds the move that leads to what the server shows.
fn catch_up<G: Encode>(game: &G, setup: &mut Setup, shown: &[Vec<Pawn>]) -> anyhow::Result<()> {
    let position = setup.position(game)?;
    if board(game, &position) == shown {
        return Ok(());
    }
    let leads_there = |mv: &G::Move| {
        let mut next = position.clone();
        game.play(&mut next, *mv);
        board(game, &next) == shown
    };
    let Some(mv) = game.moves(&position).into_iter().find(leads_there) else {
        bail!(
            "the server shows a board that no move leads to after {} plies; does it play by other rules?",
            setup.moves.len()
        );
    };
    setup.moves.push(game.format_move(&position, mv));
    Ok(())
}
