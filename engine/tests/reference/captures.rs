//! What a move captures.
//!
//! Everything is judged on one board: after the piece has moved, before anything is removed.

use super::board::{Board, DIRECTIONS, Piece, Square};
use super::movement::{is_camp, is_middle_of_side};
use super::rows::rows;
use super::rules::{Camps, Hostile, KingCapture, LinnaeanCapture, Rules};

/// What a move could take.
#[derive(Clone, Debug)]
pub struct Captures {
    /// Whether the king falls; the mover cannot decline that.
    pub king: bool,
    /// The men, those beside the destination first (north, east, south, west), then the others.
    pub men: Vec<Square>,
    /// The men of each row along the edge, in the order of the sides of the destination (north, east,
    /// south, west) where the row is.
    pub rows: Vec<Vec<Square>>,
}

/// What the move of the piece on `from` to `to` could take.
pub fn captures(rules: &Rules, before: &Board, from: Square, to: Square) -> Captures {
    let after = moved(before, from, to);
    let mover = after.get(to).expect("a piece moves").side();
    let is_victim = |square: Square, piece: Piece| {
        piece.is_man()
            && piece.side() != mover
            && (is_flanked(rules, &after, to, square)
                || is_linnaean_victim(rules, &after, to, square)
                || becomes_immobilised(rules, before, &after, square))
    };
    let beside: Vec<Square> = to
        .neighbours()
        .into_iter()
        .filter(|square| after.get(*square).is_some_and(|piece| is_victim(*square, piece)))
        .collect();
    let mut men = beside;
    // A flanked man is beside the piece that moved; other laws may reach further.
    if rules.immobilisation || rules.linnaean_capture != LinnaeanCapture::Off {
        let distant = after
            .pieces()
            .filter(|(square, piece)| is_victim(*square, *piece) && !square.is_beside(to))
            .map(|(square, _)| square);
        men.extend(distant);
    }
    let rows = rows(rules, &after, to);
    Captures { king: is_king_captured(rules, before, &after, to), men, rows }
}

/// The board after the bare move.
pub fn moved(before: &Board, from: Square, to: Square) -> Board {
    let mut after = *before;
    after.set(to, before.get(from));
    after.set(from, None);
    after
}

/// Whether the square acts as an enemy against `victim`.
pub fn is_hostile(rules: &Rules, board: &Board, square: Square, victim: Piece) -> bool {
    let throne = square == board.throne()
        && rules.throne_hostile.iter().any(|(whose, when)| {
            *whose == victim && (*when == Hostile::Always || board.get(square).is_none())
        });
    let corner = board.is_corner(square) && rules.corner_hostile.contains(&victim);
    throne || corner || is_hostile_camp(rules, square, victim)
}

fn is_hostile_camp(rules: &Rules, square: Square, victim: Piece) -> bool {
    if !is_camp(rules, square) {
        return false;
    }
    if victim == Piece::Attacker && rules.camps_fear_enemies_only {
        return false;
    }
    match rules.camps {
        Camps::None => false,
        Camps::Home => victim != Piece::Attacker || !is_middle_of_side(square),
        Camps::Sealed => true,
    }
}

fn holds_enemy(board: &Board, square: Square, of: Piece) -> bool {
    board.get(square).is_some_and(|piece| piece.side() != of.side())
}

/// Whether the man on `victim` stands between the piece that moved to `hammer` and something
/// hostile opposite.
fn is_flanked(rules: &Rules, board: &Board, hammer: Square, victim: Square) -> bool {
    let armed = board.get(hammer) != Some(Piece::King) || rules.king_is_hammer;
    let Some(direction) = direction_between(hammer, victim) else { return false };
    let anvil = victim.step(direction, 1);
    armed && board.contains(anvil) && is_anvil(rules, board, anvil, victim)
}

fn is_anvil(rules: &Rules, board: &Board, anvil: Square, victim: Square) -> bool {
    let Some(man) = board.get(victim) else { return false };
    let armed = board.get(anvil) != Some(Piece::King) || rules.king_is_anvil;
    is_hostile(rules, board, anvil, man) || (holds_enemy(board, anvil, man) && armed)
}

/// The direction in which `to` lies beside `from`.
fn direction_between(from: Square, to: Square) -> Option<(i32, i32)> {
    DIRECTIONS.into_iter().find(|direction| from.step(*direction, 1) == to)
}

/// Jaques' eleventh law: king on the throne, attackers on three sides, a man on the fourth and an
/// attacker behind that man; the attackers' move ended on one of those four squares.
fn is_linnaean_victim(rules: &Rules, board: &Board, moved_to: Square, man: Square) -> bool {
    let throne = board.throne();
    let last_man_only = match rules.linnaean_capture {
        LinnaeanCapture::Off => return false,
        LinnaeanCapture::AnyMan => false,
        LinnaeanCapture::LastMan => true,
    };
    let Some(direction) = direction_between(throne, man) else { return false };
    let others = throne.neighbours().into_iter().filter(|square| *square != man);
    let captors: Vec<Square> = others.chain([man.step(direction, 1)]).collect();
    board.get(throne) == Some(Piece::King)
        && board.get(man) == Some(Piece::Defender)
        && captors.iter().all(|square| board.get(*square) == Some(Piece::Attacker))
        && captors.contains(&moved_to)
        && (!last_man_only || board.count(Piece::Defender) == 1)
}

/// Whether every neighbour of the piece is an enemy, hostile to it or off the board. A piece of
/// its own side keeps it safe, whatever that one stands on.
fn is_immobilised(rules: &Rules, board: &Board, square: Square) -> bool {
    let Some(piece) = board.get(square) else { return false };
    square.neighbours().into_iter().all(|neighbour| match board.get(neighbour) {
        _ if !board.contains(neighbour) => true,
        Some(other) => other.side() != piece.side(),
        None => is_hostile(rules, board, neighbour, piece),
    })
}

fn becomes_immobilised(rules: &Rules, before: &Board, after: &Board, square: Square) -> bool {
    rules.immobilisation
        && !is_immobilised(rules, before, square)
        && is_immobilised(rules, after, square)
}

/// Whether the attackers' move to `to` captures the king.
fn is_king_captured(rules: &Rules, before: &Board, after: &Board, to: Square) -> bool {
    let beside = to.neighbours().into_iter().find(|square| after.get(*square) == Some(Piece::King));
    let Some(king) = beside else { return false };
    if after.get(to) != Some(Piece::Attacker) {
        return false;
    }
    let surrounded = match rules.king_capture {
        KingCapture::Two => is_king_between_two(rules, after, king, to),
        KingCapture::Four => {
            king.neighbours().into_iter().all(|square| is_king_enemy(rules, after, square))
        }
        KingCapture::Linnaean => is_captured_as_by_linnaeus(rules, after, king, to),
        KingCapture::Enclosed => king.neighbours().into_iter().all(|square| {
            let empty_throne = square == after.throne() && after.get(square).is_none();
            after.get(square) == Some(Piece::Attacker) || empty_throne || !after.contains(square)
        }),
    };
    surrounded || becomes_immobilised(rules, before, after, king)
}

/// Whether the king is held where he stands as one who is captured, whichever piece moved last: by the
/// law of his capture with any attacker beside him as the one that moved, or shut in where that counts.
pub fn is_king_held(rules: &Rules, board: &Board) -> bool {
    let Some(king) = board.king() else { return false };
    // No move came before: only the law of capture is asked, not what a move has changed.
    let without_change = Rules { immobilisation: false, ..rules.clone() };
    let beside = king.neighbours().into_iter();
    let mut hammers = beside.filter(|square| board.get(*square) == Some(Piece::Attacker));
    hammers.any(|hammer| is_king_captured(&without_change, board, board, hammer))
        || (rules.immobilisation && is_immobilised(rules, board, king))
}

/// An attacker, or a square hostile to the king. The rim is neither.
fn is_king_enemy(rules: &Rules, board: &Board, square: Square) -> bool {
    board.contains(square)
        && (board.get(square) == Some(Piece::Attacker)
            || is_hostile(rules, board, square, Piece::King))
}

fn is_king_between_two(rules: &Rules, board: &Board, king: Square, hammer: Square) -> bool {
    direction_between(hammer, king)
        .is_some_and(|direction| is_king_enemy(rules, board, king.step(direction, 1)))
}

/// Four attackers on the throne, three beside it, two anywhere else.
fn is_captured_as_by_linnaeus(rules: &Rules, board: &Board, king: Square, to: Square) -> bool {
    let throne = board.throne();
    let is_attacker = |square: Square| board.get(square) == Some(Piece::Attacker);
    if king == throne {
        king.neighbours().into_iter().all(is_attacker)
    } else if king.is_beside(throne) {
        king.neighbours()
            .into_iter()
            .all(|square| is_attacker(square) || (square == throne && board.get(throne).is_none()))
    } else {
        is_king_between_two(rules, board, king, to)
    }
}

/// Whether the man on `square` has enemies on two opposite sides; hostile squares do not count.
pub fn is_between_enemies(board: &Board, square: Square) -> bool {
    let Some(man) = board.get(square) else { return false };
    let enemy = |direction| holds_enemy(board, square.step(direction, 1), man);
    man.is_man() && ((enemy((0, 1)) && enemy((0, -1))) || (enemy((1, 0)) && enemy((-1, 0))))
}

/// The sets of men among which the mover chooses; each is a move of its own. The men of rows come after
/// the others, by files, then by ranks.
pub fn choices(rules: &Rules, taken: &Captures) -> Vec<Vec<Square>> {
    let nothing = Vec::new();
    if taken.men.is_empty() && taken.rows.is_empty() {
        return vec![nothing];
    }
    let in_order = |mut row: Vec<Square>| {
        row.sort_by_key(|square| (square.file, square.rank));
        row
    };
    let mut choices: Vec<Vec<Square>> = if rules.one_capture {
        let men = taken.men.iter().map(|man| vec![*man]);
        men.chain(taken.rows.iter().cloned().map(in_order)).collect()
    } else {
        vec![[taken.men.clone(), in_order(taken.rows.concat())].concat()]
    };
    if rules.capture_optional {
        choices.push(nothing);
    }
    choices
}
