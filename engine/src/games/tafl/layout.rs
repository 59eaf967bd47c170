//! Which piece stands where, as texts say it.

use super::board::Board;
use super::geometry::Geometry;
use super::rules::Piece;

/// Anything one can write down: pieces on squares, not checked against any rule.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// Piece, file and rank, from 0.
    pub pieces: Vec<(Piece, usize, usize)>,
}

impl Layout {
    /// Reads a drawing: ranks from the top, squares separated by spaces.
    pub fn from_drawing(drawing: &str, size: usize) -> Result<Self, String> {
        let rows: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().filter(|c| !c.is_whitespace()).collect())
            .filter(|row: &Vec<char>| !row.is_empty())
            .collect();
        Self::from_rows(&rows, size, ['A', 'D', 'K'])
    }

    /// Reads the board field of a position string: `3aaa3/4a4/…`.
    pub fn from_field(field: &str, size: usize) -> Result<Self, String> {
        let rows =
            field.split('/').map(|row| expand_digits(row, size)).collect::<Result<Vec<_>, _>>()?;
        Self::from_rows(&rows, size, ['a', 'd', 'k'])
    }

    /// `letters` stand for the kinds of pieces, in their order.
    fn from_rows(rows: &[Vec<char>], size: usize, letters: [char; 3]) -> Result<Self, String> {
        if rows.len() != size {
            return Err(format!("the board has {size} ranks, this has {}", rows.len()));
        }
        let mut pieces = Vec::new();
        for (rank, row) in rows.iter().rev().enumerate() {
            let number = rank + 1;
            if row.len() != size {
                return Err(format!("rank {number} has {} squares instead of {size}", row.len()));
            }
            for (file, letter) in row.iter().enumerate() {
                match letters.iter().position(|known| known == letter) {
                    Some(kind) => pieces.push((Piece::ALL[kind], file, rank)),
                    None if *letter == '.' => {}
                    None => return Err(format!("`{letter}` in rank {number} is no piece")),
                }
            }
        }
        match pieces.iter().filter(|(piece, ..)| *piece == Piece::King).count() {
            0 | 1 => Ok(Self { pieces }),
            kings => Err(format!("there are {kings} kings")),
        }
    }

    pub fn count(&self, wanted: Piece) -> usize {
        self.pieces.iter().filter(|(piece, ..)| *piece == wanted).count()
    }

    pub fn board<const W: usize>(&self, geometry: &Geometry<W>) -> Board<W> {
        let mut board = Board::EMPTY;
        for (piece, file, rank) in &self.pieces {
            board.put(geometry, *piece, geometry.square(*file, *rank));
        }
        board
    }
}

/// `3aaa3` as nine characters; `.` is an empty square.
fn expand_digits(row: &str, size: usize) -> Result<Vec<char>, String> {
    let mut squares = Vec::new();
    let mut run = 0_usize;
    for letter in row.chars().chain([' ']) {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            if run > size {
                return Err(format!("`{row}` is wider than {size} squares"));
            }
        } else {
            squares.extend(std::iter::repeat_n('.', run));
            run = 0;
            squares.extend((letter != ' ').then_some(letter));
        }
    }
    Ok(squares)
}
