//! Boards as text.

use super::board::{Board, Letter, read, written};
use super::squares::Squares;
use crate::games::ranks;
use crate::{BoardShape, Side};

/// Reads `rnbqkbnr/pppppppp/8/8/8/8/8/4M3`: ranks from the top. `royal` tells the royal kinds as bits, `known`
/// which letters are pieces.
pub(super) fn read_board(
    text: &str,
    shape: BoardShape,
    royal: u32,
    known: impl Fn(Letter) -> bool,
) -> Result<Board, String> {
    let ranks: Vec<&str> = text.split('/').collect();
    let height = shape.height;
    if ranks.len() != height {
        return Err(format!("the board has {height} ranks, here are {}", ranks.len()));
    }
    let mut board = Board::empty(royal);
    for (rank, letters) in ranks.iter().rev().enumerate() {
        read_rank(letters, rank, shape, &known, &mut board)?;
    }
    for side in Side::ALL {
        let is_royal = |square: &u8| royal >> board.letter(*square) & 1 != 0;
        let count = board.of(side).iter().filter(is_royal).count();
        if count > 1 {
            return Err(format!("there are {count} royal pieces of the {side}"));
        }
    }
    Ok(board)
}

fn read_rank(
    letters: &str,
    rank: usize,
    shape: BoardShape,
    known: &impl Fn(Letter) -> bool,
    board: &mut Board,
) -> Result<(), String> {
    let width = shape.width;
    let wrong = || format!("rank {} has {width} squares, not as many as `{letters}`", rank + 1);
    let (mut file, mut run) = (0, 0);
    for letter in letters.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = (10 * run + digit as usize).min(Squares::MOST);
            continue;
        }
        let piece = read(letter).filter(|(_, kind)| known(*kind));
        if piece.is_none() && letter != '.' {
            return Err(format!("`{letter}` is no piece of these rules"));
        }
        file += std::mem::take(&mut run);
        if file >= width {
            return Err(wrong());
        }
        if let Some((side, kind)) = piece {
            board.put(side, kind, (rank * width + file) as u8);
        }
        file += 1;
    }
    if file + run == width { Ok(()) } else { Err(wrong()) }
}

/// Writes a board as [`read_board`] reads it.
pub(super) fn write_board(board: &Board, shape: BoardShape) -> String {
    ranks::write((shape.width, shape.height), |file, rank| {
        let piece = board.on((rank * shape.width + file) as u8);
        piece.map(|(side, letter)| written(side, letter))
    })
}
