//! Which turns and mirrors of a board keep its laws and the pieces at the start.

use super::compiled::Chess;
use crate::games::lines::turns;

/// The symmetries as permutations of the squares of the board, the identity first.
pub(super) fn symmetries(game: &Chess) -> Vec<Vec<u16>> {
    let mut maps = turns(game.lines.shape);
    if tells_files_apart(game) {
        maps.truncate(1);
    }
    maps.retain(|map| keeps(game, map));
    maps
}

/// Whether laws or position strings name squares: castling to one side, the first of the squares at home, files
/// one after the other, squares that pawns have gone over.
fn tells_files_apart(game: &Chess) -> bool {
    let rules = &game.rules;
    !rules.castling.is_empty()
        || !rules.replacement.is_empty()
        || rules.deployment
        || rules.charge > 0
        || rules.in_passing
        || rules.succession.is_some()
}

/// Whether a map turns the start into itself, and where pawns go and what counts as the last rank.
fn keeps(game: &Chess, map: &[u16]) -> bool {
    let image = |square: u8| map[usize::from(square)] as u8;
    let all = || 0..game.lines.shape.squares() as u8;
    if !all().all(|square| game.start.on(square) == game.start.on(image(square))) {
        return false;
    }
    // Leaps, slides and walks look alike in all directions; pawns and the last rank do not.
    let looks_ahead = game.kinds.iter().any(|kind| kind.is_pawn || kind.brings != 0);
    let width = game.lines.shape.width as u8;
    !looks_ahead || all().all(|square| square / width == image(square) / width)
}
