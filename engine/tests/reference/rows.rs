//! Rows along the edge: the shieldwall.

use super::board::{Board, Piece, Square};
use super::captures::is_hostile;
use super::rules::{Rules, Shieldwall};

/// A first square, the direction along the side and the one inwards.
type Side = (Square, (i32, i32), (i32, i32));

/// The four sides of the board.
fn sides(size: i32) -> [Side; 4] {
    let last = size - 1;
    [
        (Square::new(0, last), (1, 0), (0, -1)),
        (Square::new(last, 0), (0, 1), (-1, 0)),
        (Square::new(0, 0), (1, 0), (0, 1)),
        (Square::new(0, 0), (0, 1), (1, 0)),
    ]
}

/// The men of each row that the move to `to` takes, on the board after the bare move. They are told in
/// the order of the side of `to` on which they stand: north, east, south, west.
pub fn rows(rules: &Rules, after: &Board, to: Square) -> Vec<Vec<Square>> {
    if rules.shieldwall == Shieldwall::Off {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (first, along, inwards) in sides(after.size) {
        let line: Vec<Square> = (0..after.size).map(|count| first.step(along, count)).collect();
        // An end of the row lies on this line, a front beside it.
        if !line.iter().any(|square| *square == to || square.is_beside(to)) {
            continue;
        }
        for run in runs_of_enemies(after, &line, to) {
            let row: Vec<Square> = line[run.0..run.1].to_vec();
            let ends = [row[0].step(along, -1), row[row.len() - 1].step(along, 1)];
            let fronts: Vec<Square> = row.iter().map(|square| square.step(inwards, 1)).collect();
            if is_taken(rules, after, to, &row, &ends, &fronts) {
                let beside = to.neighbours().into_iter().position(|next| row.contains(&next));
                let is_man = |square: &Square| after.get(*square).is_some_and(Piece::is_man);
                let men = row.into_iter().filter(is_man).collect();
                found.push((beside.expect("the mover stands beside the row"), men));
            }
        }
    }
    found.sort_by_key(|(direction, _)| *direction);
    found.into_iter().map(|(_, men)| men).collect()
}

/// First place and the place after the last of every longest run of the mover's enemies in the line.
fn runs_of_enemies(board: &Board, line: &[Square], to: Square) -> Vec<(usize, usize)> {
    let mover = board.get(to).expect("a piece has moved").side();
    let is_enemy = |place: usize| board.get(line[place]).is_some_and(|p| p.side() != mover);
    let mut runs = Vec::new();
    for start in 0..line.len() {
        for end in start + 1..=line.len() {
            let all = (start..end).all(is_enemy);
            let longer = (start > 0 && is_enemy(start - 1)) || (end < line.len() && is_enemy(end));
            if all && !longer {
                runs.push((start, end));
            }
        }
    }
    runs
}

fn is_taken(
    rules: &Rules,
    board: &Board,
    to: Square,
    row: &[Square],
    ends: &[Square],
    fronts: &[Square],
) -> bool {
    let helps = |square: &Square| helps(rules, board, to, *square);
    let closed = |square: &Square| helps(square) || is_corner_end(rules, board, to, *square);
    let arrives = match rules.shieldwall {
        Shieldwall::Off => false,
        Shieldwall::Flank => ends.contains(&to),
        Shieldwall::Any => ends.contains(&to) || fronts.contains(&to),
    };
    row.len() >= 2
        && fronts.iter().all(helps)
        && ends.iter().all(|end| board.contains(*end) && closed(end))
        && ends.iter().any(helps)
        && arrives
}

/// Whether a piece of the mover's side stands there that may help.
fn helps(rules: &Rules, board: &Board, to: Square, square: Square) -> bool {
    let mover = board.get(to).expect("a piece has moved").side();
    match board.get(square) {
        Some(Piece::King) if square == to => mover == Piece::King.side() && rules.king_is_hammer,
        Some(Piece::King) => mover == Piece::King.side() && rules.king_is_anvil,
        Some(man) => man.side() == mover,
        None => false,
    }
}

/// Whether this is an empty corner hostile to the men of the row.
fn is_corner_end(rules: &Rules, board: &Board, to: Square, square: Square) -> bool {
    let victim = match board.get(to) {
        Some(Piece::Attacker) => Piece::Defender,
        _ => Piece::Attacker,
    };
    rules.shieldwall_corner
        && board.is_corner(square)
        && board.get(square).is_none()
        && is_hostile(rules, board, square, victim)
}
