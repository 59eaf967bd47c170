//! Which squares a piece can reach, and what the special squares do to that.

use super::board::{Board, DIRECTIONS, Piece, Square};
use super::rules::{Camps, Goal, Rules};

/// The squares that the piece on `from` can move to.
pub fn destinations(rules: &Rules, board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board.get(from) else { return Vec::new() };
    let reach = if piece.is_man() { rules.men_reach } else { rules.king_reach };
    let reach = reach.unwrap_or(board.size);
    let mut found = Vec::new();
    for direction in DIRECTIONS {
        for count in 1..=reach {
            let to = from.step(direction, count);
            if !board.contains(to) || board.get(to).is_some() {
                break;
            }
            if may_stop(rules, board, piece, from, to) {
                found.push(to);
            }
            if !may_pass(rules, board, piece, from, to) {
                break;
            }
        }
    }
    found
}

/// Whether a move of `piece` from `from` may end on the empty square `to`.
pub fn may_stop(rules: &Rules, board: &Board, piece: Piece, from: Square, to: Square) -> bool {
    if to == board.throne() && !rules.throne_stop.allows(piece) {
        return false;
    }
    if board.is_corner(to) && !rules.corner_stop.allows(piece) {
        return false;
    }
    may_be_in_camp(rules, piece, from, to)
}

/// Whether a move of `piece` from `from` may slide over the empty square `over`.
fn may_pass(rules: &Rules, board: &Board, piece: Piece, from: Square, over: Square) -> bool {
    if over == board.throne() && !rules.throne_pass.allows(piece) {
        return false;
    }
    let own_camp = rules.camps_pass_own && piece == Piece::Attacker;
    own_camp || may_be_in_camp(rules, piece, from, over)
}

fn may_be_in_camp(rules: &Rules, piece: Piece, from: Square, square: Square) -> bool {
    match rules.camps {
        Camps::None => true,
        Camps::Home => match camp_group(square) {
            Some(group) => piece == Piece::Attacker && camp_group(from) == Some(group),
            None => true,
        },
        Camps::Sealed => camp_group(square).is_none(),
    }
}

/// The sixteen camp squares of the 9x9 board, in their four groups.
const CAMP_GROUPS: [[&str; 4]; 4] = [
    ["d9", "e9", "f9", "e8"],
    ["i6", "i5", "i4", "h5"],
    ["d1", "e1", "f1", "e2"],
    ["a6", "a5", "a4", "b5"],
];

/// The camp squares in the middle of a side.
const MIDDLES: [&str; 4] = ["a5", "e1", "i5", "e9"];

/// The group of camp squares that this square of the 9x9 board belongs to.
fn camp_group(square: Square) -> Option<usize> {
    CAMP_GROUPS.iter().position(|group| group.iter().any(|name| square.is_named(name)))
}

/// Whether the square is a camp square under these rules.
pub fn is_camp(rules: &Rules, square: Square) -> bool {
    rules.camps != Camps::None && camp_group(square).is_some()
}

/// Whether the square is a camp square in the middle of a side.
pub fn is_middle_of_side(square: Square) -> bool {
    MIDDLES.iter().any(|name| square.is_named(name))
}

/// Whether the king wins on this square. Home camps are no goal. Of sealed ones the rules do not say
/// so; the king can stand on one only in a position that is given.
pub fn is_goal(rules: &Rules, board: &Board, square: Square) -> bool {
    let home = rules.camps == Camps::Home && is_camp(rules, square);
    match rules.goal {
        Goal::Edge | Goal::EdgeHeld => board.is_edge(square) && !home,
        Goal::Corner => board.is_corner(square),
        // No square is enough: the king must run along the edge.
        Goal::EdgeRun => false,
    }
}
