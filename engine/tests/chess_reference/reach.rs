//! Where pieces may go, whatever becomes of the king.

use std::collections::BTreeSet;

use super::laws::{Board, Laws, Point, side_of};

/// Where the piece on a square may go, captures in passing left aside.
pub fn goes(laws: &Laws, board: &Board, from: Point) -> BTreeSet<Point> {
    let piece = board[&from];
    let kind = laws.kind(piece);
    if kind.pawn {
        return pawn_goes(laws, board, from);
    }
    let mut found = BTreeSet::new();
    for way in &kind.slides {
        let mut at = from;
        loop {
            at = (at.0 + way.0, at.1 + way.1);
            if !laws.has(at) {
                break;
            }
            found.insert(at);
            if board.contains_key(&at) {
                break;
            }
        }
    }
    found.extend(kind.leaps.iter().map(|way| (from.0 + way.0, from.1 + way.1)));
    walks(laws, board, &kind.steps, kind.walk, &mut vec![from], &mut found);
    found.retain(|to| {
        let may_take = |victim: &char| kind.takes && side_of(*victim) != side_of(piece);
        laws.has(*to) && board.get(to).is_none_or(may_take)
    });
    found
}

/// Goes every path of a walk.
fn walks(
    laws: &Laws,
    board: &Board,
    steps: &[Point],
    left: i64,
    path: &mut Vec<Point>,
    found: &mut BTreeSet<Point>,
) {
    if left == 0 {
        return;
    }
    let at = *path.last().expect("a start");
    for way in steps {
        let next = (at.0 + way.0, at.1 + way.1);
        if !laws.has(next) || path.contains(&next) {
            continue;
        }
        found.insert(next);
        if !board.contains_key(&next) {
            path.push(next);
            walks(laws, board, steps, left - 1, path, found);
            path.pop();
        }
    }
}

fn pawn_goes(laws: &Laws, board: &Board, from: Point) -> BTreeSet<Point> {
    let side = side_of(board[&from]);
    let up = if side == 0 { 1 } else { -1 };
    let mut found = BTreeSet::new();
    let at_start = from.1 == laws.rank(side, laws.number("pawn_rank", 2) as i32);
    let far = if at_start { laws.number("pawn_first", 2) as i32 } else { 1 };
    for step in 1..=far {
        let to = (from.0, from.1 + step * up);
        if !laws.has(to) || board.contains_key(&to) {
            break;
        }
        found.insert(to);
    }
    let takes = laws.words("pawn_takes").unwrap_or_else(|| vec!["diagonal".to_owned()]);
    for aside in [-1, 0, 1] {
        let how = if aside == 0 { "ahead" } else { "diagonal" };
        let to = (from.0 + aside, from.1 + up);
        let is_enemy = board.get(&to).is_some_and(|piece| side_of(*piece) != side);
        if takes.iter().any(|word| word == how) && is_enemy {
            found.insert(to);
        }
    }
    found
}

/// The enemies that the piece on a square can shoot.
pub fn shots(laws: &Laws, board: &Board, from: Point) -> BTreeSet<Point> {
    let far = laws.kind(board[&from]).shoots;
    let enemies = board.iter().filter(|(_, piece)| side_of(**piece) != side_of(board[&from]));
    let places = enemies.map(|(to, _)| *to);
    places
        .filter(|to| {
            let (right, up) = ((to.0 - from.0).abs(), (to.1 - from.1).abs());
            (right == 0 || up == 0 || right == up) && right.max(up) <= far
        })
        .collect()
}

/// Whether some enemy could take the piece on a square.
pub fn can_be_taken(laws: &Laws, board: &Board, at: Point) -> bool {
    let enemies = board.iter().filter(|(_, piece)| side_of(**piece) != side_of(board[&at]));
    enemies.into_iter().any(|(from, _)| {
        goes(laws, board, *from).contains(&at) || shots(laws, board, *from).contains(&at)
    })
}

/// Whether a side's king could be taken.
pub fn in_check(laws: &Laws, board: &Board, side: usize) -> bool {
    let mut royal = board.iter().filter(|(_, p)| side_of(**p) == side && laws.kind(**p).royal);
    royal.any(|(at, _)| can_be_taken(laws, board, *at))
}
