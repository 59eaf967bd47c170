//! Pictures of boards: a starting position, or a map of how often something happened where.

/// Largest board that is drawn.
const LARGEST: usize = 19;

/// A board to draw. Squares are counted from the top left, row by row, as position strings are
/// read: on a 9x9 board, square 0 is a9, square 8 is i9 and square 80 is i1.
#[derive(Clone, Debug, PartialEq)]
pub struct BoardPicture {
    /// What it shows.
    pub title: String,
    /// A sentence below it; may be empty.
    pub note: String,
    /// Squares along a side, from 1 to 19.
    size: usize,
    /// What stands on each square: `Some` of `a`, `d` or `k`.
    pieces: Vec<Option<char>>,
    marks: Vec<Mark>,
    heat: Vec<f32>,
}

/// What is special about a square.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Mark {
    pub(super) throne: bool,
    pub(super) corner: bool,
    pub(super) goal: bool,
    pub(super) camp: bool,
}

/// A board that cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoardError {
    /// The ranks are not as many as the squares of each, or there are none, or more than 19.
    #[error("`{0}` is not a square board of at most 19x19: rank {1} from the top has {2} squares")]
    Shape(String, usize, usize),
    /// A letter that is no piece.
    #[error("`{1}` in `{0}` is no piece; expected `a`, `d`, `k` or a number of empty squares")]
    Piece(String, char),
    /// A number of values that is not the number of squares.
    #[error("{given} values do not fit a board of {squares} squares")]
    Heat {
        /// Values given.
        given: usize,
        /// Squares of the board.
        squares: usize,
    },
}

impl BoardPicture {
    /// A board with the pieces of a position string, of which only the first field is read:
    /// `3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a`.
    ///
    /// # Errors
    /// When the text is no square board.
    pub fn new(title: impl Into<String>, position: &str) -> Result<Self, BoardError> {
        let board = position.split_whitespace().next().unwrap_or_default();
        let ranks = board.split('/').map(rank).collect::<Result<Vec<_>, _>>();
        let ranks = ranks.map_err(|letter| BoardError::Piece(board.to_owned(), letter))?;
        let size = ranks.len();
        let wrong = |rank: &Vec<_>| rank.len() != size || size > LARGEST;
        if let Some(index) = ranks.iter().position(wrong) {
            return Err(BoardError::Shape(board.to_owned(), index + 1, ranks[index].len()));
        }
        let pieces = ranks.concat();
        let marks = vec![Mark::default(); pieces.len()];
        Ok(Self { title: title.into(), note: String::new(), size, pieces, marks, heat: Vec::new() })
    }

    /// An empty board.
    ///
    /// # Errors
    /// When `size` is not between 1 and 19.
    pub fn empty(title: impl Into<String>, size: usize) -> Result<Self, BoardError> {
        let rank = size.to_string();
        let ranks = vec![rank.as_str(); size.clamp(1, LARGEST + 1)];
        Self::new(title, &ranks.join("/"))
    }

    /// The same board and special squares without pieces, with another title.
    #[must_use]
    pub fn emptied(&self, title: impl Into<String>) -> Self {
        let pieces = vec![None; self.pieces.len()];
        let (note, heat) = (String::new(), Vec::new());
        Self { title: title.into(), note, pieces, heat, size: self.size, marks: self.marks.clone() }
    }

    /// The same with a sentence below.
    #[must_use]
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// The same with the throne in the middle marked.
    #[must_use]
    pub fn with_throne(mut self) -> Self {
        if self.size % 2 == 1 {
            let middle = self.pieces.len() / 2;
            self.marks[middle].throne = true;
        }
        self
    }

    /// The same with the four corners marked as special squares.
    #[must_use]
    pub fn with_corners(mut self) -> Self {
        for square in self.corners() {
            self.marks[square].corner = true;
        }
        self
    }

    /// The same with goal squares of the king marked; squares off the board are ignored.
    #[must_use]
    pub fn with_goals(mut self, squares: impl IntoIterator<Item = usize>) -> Self {
        for square in squares {
            if let Some(mark) = self.marks.get_mut(square) {
                mark.goal = true;
            }
        }
        self
    }

    /// The same with camps marked; squares off the board are ignored.
    #[must_use]
    pub fn with_camps(mut self, squares: impl IntoIterator<Item = usize>) -> Self {
        for square in squares {
            if let Some(mark) = self.marks.get_mut(square) {
                mark.camp = true;
            }
        }
        self
    }

    /// The same with a value for each square, drawn as a heat map. Values below zero and values
    /// that are no numbers count as zero.
    ///
    /// # Errors
    /// When there are not as many values as squares.
    pub fn with_heat(mut self, values: Vec<f32>) -> Result<Self, BoardError> {
        if values.len() != self.pieces.len() {
            return Err(BoardError::Heat { given: values.len(), squares: self.pieces.len() });
        }
        let clean = |value: f32| if value.is_finite() { value.max(0.0) } else { 0.0 };
        self.heat = values.into_iter().map(clean).collect();
        Ok(self)
    }

    /// Squares along a side.
    pub const fn size(&self) -> usize {
        self.size
    }

    /// The four corner squares, for [`with_goals`](Self::with_goals).
    pub fn corners(&self) -> [usize; 4] {
        let (side, all) = (self.size, self.pieces.len());
        [0, side - 1, all - side, all - 1]
    }

    pub(super) fn piece(&self, square: usize) -> Option<char> {
        self.pieces[square]
    }

    pub(super) fn mark(&self, square: usize) -> Mark {
        self.marks[square]
    }

    /// The marks of all squares.
    pub(super) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Whether the same stands on it, and the same squares are special.
    pub(super) fn looks_like(&self, other: &Self) -> bool {
        self.pieces == other.pieces && self.marks == other.marks
    }

    pub(super) fn heat(&self) -> &[f32] {
        &self.heat
    }

    /// The name of a square: `e5`.
    pub(super) fn name(&self, square: usize) -> String {
        let file = char::from(b'a' + (square % self.size) as u8);
        format!("{file}{}", self.size - square / self.size)
    }
}

/// One rank of a position string; the letter that is no piece where there is one.
fn rank(text: &str) -> Result<Vec<Option<char>>, char> {
    let mut squares = Vec::new();
    let mut run = 0_usize;
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = (10 * run + digit as usize).min(LARGEST + 1);
            continue;
        }
        if !matches!(letter, 'a' | 'd' | 'k') {
            return Err(letter);
        }
        squares.extend(std::iter::repeat_n(None, std::mem::take(&mut run)));
        squares.push(Some(letter));
    }
    squares.extend(std::iter::repeat_n(None, run));
    Ok(squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "3aaa3/4a4/4d4/a3d3a/aaddkddaa/a3d3a/4d4/4a4/3aaa3 a 0 0";

    #[test]
    fn positions_become_pictures() {
        let board = BoardPicture::new("start", START).expect("a board").with_throne();
        assert_eq!(board.size(), 9);
        assert_eq!(board.piece(40), Some('k'));
        assert!(board.mark(40).throne);
        assert_eq!(board.name(40), "e5");
        assert_eq!((board.name(0), board.name(80)), ("a9".to_owned(), "i1".to_owned()));
        assert_eq!(board.corners(), [0, 8, 72, 80]);
        assert_eq!(BoardPicture::new("wide", &["11"; 11].join("/")).expect("a board").size(), 11);
    }

    #[test]
    fn boards_look_alike_by_pieces_and_special_squares() {
        let board = BoardPicture::new("one", START).expect("a board");
        let other = BoardPicture::new("two", START).expect("a board").with_note("a note");
        assert!(board.looks_like(&other));
        assert!(!board.looks_like(&other.with_camps([3])));
        assert!(!board.looks_like(&board.emptied("one")));
    }

    #[test]
    fn what_is_no_board_is_refused() {
        for text in ["", "3/3", "3/3/4", "3/2x/3", "99999999999999999999999999"] {
            assert!(BoardPicture::new("", text).is_err(), "{text}");
        }
        assert!(BoardPicture::empty("", 0).is_err());
        assert!(BoardPicture::empty("", 20).is_err());
        let board = BoardPicture::empty("", 3).expect("a board");
        assert!(board.clone().with_heat(vec![0.0; 8]).is_err());
        let heat = board.with_heat(vec![f32::NAN; 9]).expect("nine values");
        assert_eq!(heat.heat(), [0.0; 9]);
    }
}
