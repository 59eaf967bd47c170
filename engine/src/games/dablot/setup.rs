//! Boards as text.

use super::board::Board;
use super::pieces::{Kind, Pieces};
use super::points::Points;
use super::rules::Promotion;
use crate::Side;

/// Reads `mmmm/mmm/mmmm/p2/k2K/2P/MMMM/MMM/MMMM`: ranks from the top, each with the points that exist. `N` is a
/// piece only where it matters that a man has gone back.
pub(super) fn read_board(
    text: &str,
    board: &Board,
    promotion: Promotion,
) -> Result<Pieces, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    let height = board.shape.height;
    if ranks.len() != height {
        return Err(format!("the board has {height} ranks, here are {}", ranks.len()));
    }
    let mut pieces = Pieces::default();
    for (rank, letters) in ranks.iter().rev().enumerate() {
        read_rank(letters, rank, board.rank(rank), &mut pieces)?;
    }
    for side in Side::ALL {
        let count = |kind| pieces.of(side, kind).count();
        if count(Kind::Leader) > 1 {
            let letter = Kind::Leader.letter(side);
            return Err(format!(
                "there are {} `{letter}`, and a side has one",
                count(Kind::Leader)
            ));
        }
        if count(Kind::Backed) > 0 && promotion != Promotion::Unbacked {
            let letter = Kind::Backed.letter(side);
            return Err(format!("`{letter}` is a piece only with promotion = \"unbacked\""));
        }
    }
    Ok(pieces)
}

fn read_rank(
    letters: &str,
    rank: usize,
    points: Points,
    pieces: &mut Pieces,
) -> Result<(), String> {
    let wrong =
        || format!("rank {} has {} points, not as many as `{letters}`", rank + 1, points.count());
    let mut at = 0;
    let mut run = 0;
    for letter in letters.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = (10 * run + digit).min(Points::MOST as u32);
            continue;
        }
        let piece = Kind::read(letter);
        if piece.is_none() && letter != '.' {
            return Err(format!(
                "`{letter}` is not one of `M`, `N`, `O`, `P`, `K`, the same in lower case, `.` and digits"
            ));
        }
        at += std::mem::take(&mut run);
        if at >= points.count() {
            return Err(wrong());
        }
        if let Some((side, kind)) = piece {
            pieces.toggle(side, kind, points.nth(at));
        }
        at += 1;
    }
    if at + run == points.count() { Ok(()) } else { Err(wrong()) }
}

/// Writes a board as [`read_board`] reads it.
pub(super) fn write_board(pieces: &Pieces, board: &Board) -> String {
    let rank = |rank: usize| {
        let (mut text, mut run) = (String::new(), 0);
        for point in board.rank(rank).iter() {
            match pieces.on(point) {
                None => run += 1,
                Some((side, kind)) => {
                    if run > 0 {
                        text += &run.to_string();
                    }
                    run = 0;
                    text.push(kind.letter(side));
                }
            }
        }
        if run > 0 {
            text += &run.to_string();
        }
        text
    };
    (0..board.shape.height).rev().map(rank).collect::<Vec<_>>().join("/")
}
