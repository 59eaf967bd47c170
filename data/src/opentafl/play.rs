//! Playing a move that another program has written.

use imperial_engine::{Cause, Encode};

use super::grid::{Grid, MAX_SIZE};
use super::moves::read_move;

/// Plays the move `text`, in OpenTafl's notation or ours; gives it in our notation, or the reason why it
/// cannot be played. The position is left alone then.
pub(crate) fn play_written<G: Encode>(
    game: &G,
    position: &mut G::Position,
    text: &str,
) -> Result<String, String> {
    let board =
        Grid::from_position(&game.format_position(position)).map_err(|error| error.to_string())?;
    let written = read_move(text, board.size)?;
    let (ours, takes_king) = written.ours(&board)?;
    let mv = game.parse_move(position, &ours).map_err(|error| error.reason)?;
    let ours = game.format_move(position, mv);
    let mut next = position.clone();
    game.play(&mut next, mv);
    let taken = game.outcome(&next).is_some_and(|end| end.cause == Cause::KingCaptured);
    if takes_king && !taken {
        return Err("by the rules it does not take the king".to_owned());
    }
    *position = next;
    Ok(ours)
}

/// Whether the text has the form of a move on the largest board.
pub(crate) fn looks_like_a_move(text: &str) -> bool {
    read_move(text, MAX_SIZE).is_ok()
}
