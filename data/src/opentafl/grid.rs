//! Boards: OpenTafl's position records, our position strings, and the drawings of rule files.

use imperial_engine::games::tafl::Piece;
use imperial_engine::{PositionError, Side};

use super::squares::At;
use super::text::shorten;

/// Longest position record that is read, in bytes: more than a full 19x19 board.
pub const MAX_POSITION_BYTES: usize = 1024;

/// Largest board.
pub(super) const MAX_SIZE: usize = 19;

/// How attackers, defenders and the king are written.
type Letters = [char; 3];

pub(super) const OPENTAFL: Letters = ['t', 'T', 'K'];
const FIELD: Letters = ['a', 'd', 'k'];
const DRAWN: Letters = ['A', 'D', 'K'];

const NO_PIECE: &str = "it is no piece";

/// Reads a position record as a position string. The record has neither the side to move nor the
/// plies since the last capture (`quiet`) nor those played (`plies`): say them.
///
/// # Errors
/// When the rows are not of a square board with an odd number of files from 5 to 19, a piece is not
/// one of ours, or there are two kings.
///
/// ```
/// use imperial_data::opentafl::read_position;
/// use imperial_engine::Side;
///
/// let position = read_position("/5/2t2/1tKt1/2T2/5/", Side::Attackers, 0, 12)?;
/// assert_eq!(position, "5/2d2/1aka1/2a2/5 a 0 12");
/// # Ok::<(), imperial_engine::PositionError>(())
/// ```
pub fn read_position(
    record: &str,
    side: Side,
    quiet: u32,
    plies: u32,
) -> Result<String, PositionError> {
    let grid = Grid::from_record(record)?;
    Ok(format!("{} {} {quiet} {plies}", grid.field(), side.letter()))
}

/// Writes the board of a position string as a position record. Side to move and clocks have no
/// place in it.
///
/// # Errors
/// When the text is no position of a tafl game.
pub fn write_position(position: &str) -> Result<String, PositionError> {
    Ok(Grid::from_position(position)?.record())
}

/// A square board: pieces by file and rank, from a1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    pub size: usize,
    squares: Vec<Option<Piece>>,
}

impl Grid {
    /// Reads `/3ttt3/4t4/…/`, the first row being rank 1.
    pub fn from_record(record: &str) -> Result<Self, PositionError> {
        let rows: Vec<&str> = record.trim().split('/').filter(|row| !row.is_empty()).collect();
        Self::read(record, rows.into_iter(), OPENTAFL, |letter| match letter.to_ascii_lowercase() {
            'k' => "attackers have no king here",
            'n' => "knights are not known here",
            'c' => "commanders are not known here",
            'm' => "mercenaries are not known here",
            'g' => "guards are not known here",
            _ => NO_PIECE,
        })
    }

    /// Reads the board of a position string, the first row being the highest rank.
    pub fn from_position(position: &str) -> Result<Self, PositionError> {
        let field = position.split_whitespace().next().unwrap_or_default();
        Self::read(position, field.split('/').rev(), FIELD, |_| NO_PIECE)
    }

    /// Reads the drawing of a rule file.
    pub fn from_drawing(drawing: &str) -> Result<Self, PositionError> {
        let rows = drawing.lines().filter(|line| !line.trim().is_empty()).rev();
        let rows: Vec<String> = rows.map(|row| row.split_whitespace().collect()).collect();
        Self::read(drawing, rows.iter().map(String::as_str), DRAWN, |_| NO_PIECE)
    }

    /// Reads rows from rank 1 on.
    fn read<'a>(
        text: &str,
        rows: impl Iterator<Item = &'a str> + Clone,
        letters: Letters,
        refusal: impl Fn(char) -> &'static str,
    ) -> Result<Self, PositionError> {
        let fail = |reason: String| PositionError::new(&shorten(text.trim()), reason);
        if text.len() > MAX_POSITION_BYTES {
            return Err(fail(format!("it has more than {MAX_POSITION_BYTES} bytes")));
        }
        let size = rows.clone().count();
        if size.is_multiple_of(2) || !(5..=MAX_SIZE).contains(&size) {
            return Err(fail(format!(
                "it has {size} rows, not an odd number from 5 to {MAX_SIZE}"
            )));
        }
        let piece = |letter| match letters.iter().position(|known| *known == letter) {
            Some(kind) => Ok(Piece::ALL[kind]),
            None => Err(format!("`{letter}`: {}", refusal(letter))),
        };
        let mut squares = Vec::with_capacity(size * size);
        for (rank, row) in (1..).zip(rows) {
            read_row(row, size, &piece, &mut squares)
                .map_err(|reason| fail(format!("rank {rank}: {reason}")))?;
        }
        match squares.iter().filter(|piece| **piece == Some(Piece::King)).count() {
            0 | 1 => Ok(Self { size, squares }),
            kings => Err(fail(format!("there are {kings} kings"))),
        }
    }

    /// The piece on a square.
    pub fn at(&self, (file, rank): At) -> Option<Piece> {
        self.squares.get(rank * self.size + file).copied().flatten()
    }

    /// Number of pieces.
    pub fn pieces(&self) -> usize {
        self.squares.iter().flatten().count()
    }

    /// The same board seen from the other end: rank 1 becomes the last.
    pub fn inverted(&self) -> Self {
        let squares = self.squares.chunks(self.size).rev().flatten().copied().collect();
        Self { size: self.size, squares }
    }

    /// The position record, with a slash at both ends.
    pub fn record(&self) -> String {
        let rows = self.squares.chunks(self.size).map(|row| run_lengths(row, OPENTAFL) + "/");
        ["/".to_owned()].into_iter().chain(rows).collect()
    }

    /// The board of a position string.
    pub fn field(&self) -> String {
        let rows = self.squares.chunks(self.size).rev().map(|row| run_lengths(row, FIELD));
        rows.collect::<Vec<_>>().join("/")
    }

    /// The drawing for a rule file, a blank between squares.
    pub fn drawing(&self) -> String {
        let letter =
            |square: &Option<Piece>| square.map_or('.', |piece| DRAWN[piece as usize]).to_string();
        let rows = self.squares.chunks(self.size).rev();
        rows.map(|row| row.iter().map(letter).collect::<Vec<_>>().join(" ") + "\n").collect()
    }
}

/// Appends the squares of a row of exactly `size`.
fn read_row(
    row: &str,
    size: usize,
    piece: &impl Fn(char) -> Result<Piece, String>,
    squares: &mut Vec<Option<Piece>>,
) -> Result<(), String> {
    let end = squares.len() + size;
    let mut run = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = run * 10 + digit as usize;
            if run > size {
                return Err(format!("it has more than {size} squares"));
            }
            continue;
        }
        squares.extend(std::iter::repeat_n(None, run));
        run = 0;
        squares.push(match letter {
            '.' => None,
            letter => Some(piece(letter)?),
        });
    }
    squares.extend(std::iter::repeat_n(None, run));
    match squares.len() {
        len if len == end => Ok(()),
        len => Err(format!("it has {} squares instead of {size}", len + size - end)),
    }
}

/// `3ttt3`: a number for each run of empty squares.
fn run_lengths(row: &[Option<Piece>], letters: Letters) -> String {
    let mut text = String::new();
    for squares in row.chunk_by(|a, b| a.is_none() && b.is_none()) {
        match squares {
            [Some(piece)] => text.push(letters[*piece as usize]),
            empty => text += &empty.len().to_string(),
        }
    }
    text
}
