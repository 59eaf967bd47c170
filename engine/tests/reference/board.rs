//! Squares, pieces and the board as a table.

use std::fmt;

use imperial_engine::Side;
use serde::Deserialize;

/// Most files or ranks of a board.
const MAX_SIZE: i32 = 19;

/// A step north, east, south or west as (files, ranks), in the order in which captures are told.
pub const DIRECTIONS: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// File and rank, both counted from zero at `a1`. It may lie off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Square {
    pub file: i32,
    pub rank: i32,
}

impl Square {
    pub fn new(file: i32, rank: i32) -> Self {
        Self { file, rank }
    }

    /// The square `count` steps away.
    pub fn step(self, (files, ranks): (i32, i32), count: i32) -> Self {
        Self::new(self.file + files * count, self.rank + ranks * count)
    }

    /// The four squares beside this one, on the board or not.
    pub fn neighbours(self) -> [Self; 4] {
        DIRECTIONS.map(|direction| self.step(direction, 1))
    }

    pub fn is_beside(self, other: Self) -> bool {
        self.neighbours().contains(&other)
    }

    /// Whether this is the square called, say, `e5`.
    pub fn is_named(self, name: &str) -> bool {
        Self::parse(name) == Some(self)
    }

    /// Reads `e5`.
    pub fn parse(text: &str) -> Option<Self> {
        let file = text.chars().next().filter(char::is_ascii_lowercase)?;
        let rank: i32 = text[1..].parse().ok()?;
        Some(Self::new(file as i32 - 'a' as i32, rank - 1))
    }

    /// Appends `e5`. (The tests write many millions of them; formatting is several times slower.)
    pub fn write(self, text: &mut String) {
        let number = self.rank as u8 + 1;
        text.push(char::from(b'a' + self.file as u8));
        if number >= 10 {
            text.push(char::from(b'0' + number / 10));
        }
        text.push(char::from(b'0' + number % 10));
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Piece {
    #[serde(rename = "attackers")]
    Attacker,
    #[serde(rename = "defenders")]
    Defender,
    King,
}

impl Piece {
    pub const ALL: [Self; 3] = [Self::Attacker, Self::Defender, Self::King];

    pub fn side(self) -> Side {
        match self {
            Self::Attacker => Side::Attackers,
            Self::Defender | Self::King => Side::Defenders,
        }
    }

    pub fn is_man(self) -> bool {
        self != Self::King
    }

    pub fn letter(self) -> char {
        match self {
            Self::Attacker => 'a',
            Self::Defender => 'd',
            Self::King => 'k',
        }
    }

    /// Reads `a`, `D`, `k`; nothing else is a piece.
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|piece| piece.letter() == letter.to_ascii_lowercase())
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Board {
    pub size: i32,
    /// Those of a smaller board come first, rank by rank.
    squares: [Option<Piece>; (MAX_SIZE * MAX_SIZE) as usize],
}

impl Board {
    pub fn empty(size: i32) -> Self {
        assert!((1..=MAX_SIZE).contains(&size));
        Self { size, squares: [None; (MAX_SIZE * MAX_SIZE) as usize] }
    }

    /// Reads a drawing: ranks from the top, squares separated by spaces, `.` for an empty square.
    /// Rank numbers and the line of file letters may be there.
    pub fn from_drawing(drawing: &str) -> Option<Self> {
        let is_square = |word: &&str| *word == "." || matches!(*word, "A" | "D" | "K");
        let ranks: Vec<Vec<&str>> = drawing
            .lines()
            .map(|line| line.split_whitespace().filter(is_square).collect())
            .filter(|squares: &Vec<&str>| !squares.is_empty())
            .collect();
        let size = ranks.len();
        let mut board = Self::empty(size as i32);
        for (row, squares) in ranks.iter().enumerate() {
            if squares.len() != size {
                return None;
            }
            for (file, word) in squares.iter().enumerate() {
                let square = Square::new(file as i32, (size - 1 - row) as i32);
                board.set(square, word.chars().next().and_then(Piece::from_letter));
            }
        }
        Some(board)
    }

    /// Reads the first field of a position string.
    pub fn from_ranks(text: &str) -> Option<Self> {
        let ranks: Vec<&str> = text.split('/').collect();
        let mut board = Self::empty(ranks.len() as i32);
        for (row, rank) in ranks.iter().enumerate() {
            let (mut file, mut run) = (0, 0);
            for letter in rank.chars() {
                if let Some(digit) = letter.to_digit(10) {
                    run = run * 10 + digit as i32;
                    continue;
                }
                file += run;
                run = 0;
                let square = Square::new(file, board.size - 1 - row as i32);
                board.contains(square).then_some(())?;
                board.set(square, Some(Piece::from_letter(letter)?));
                file += 1;
            }
            if file + run != board.size {
                return None;
            }
        }
        Some(board)
    }

    pub fn contains(&self, square: Square) -> bool {
        (0..self.size).contains(&square.file) && (0..self.size).contains(&square.rank)
    }

    /// Number of the square, from `a1`, rank by rank.
    pub fn index(&self, square: Square) -> usize {
        (square.rank * self.size + square.file) as usize
    }

    /// What stands on the square; nothing stands off the board.
    pub fn get(&self, square: Square) -> Option<Piece> {
        if self.contains(square) { self.squares[self.index(square)] } else { None }
    }

    pub fn set(&mut self, square: Square, piece: Option<Piece>) {
        let index = self.index(square);
        self.squares[index] = piece;
    }

    /// All squares, `a1` first, rank by rank.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let size = self.size;
        (0..size).flat_map(move |rank| (0..size).map(move |file| Square::new(file, rank)))
    }

    /// All pieces with their squares, in the order of [`squares`](Self::squares).
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.squares().zip(&self.squares).filter_map(|(square, piece)| Some((square, (*piece)?)))
    }

    pub fn king(&self) -> Option<Square> {
        self.pieces().find(|(_, piece)| *piece == Piece::King).map(|(square, _)| square)
    }

    pub fn count(&self, piece: Piece) -> usize {
        self.squares.iter().filter(|square| **square == Some(piece)).count()
    }

    pub fn throne(&self) -> Square {
        Square::new(self.size / 2, self.size / 2)
    }

    pub fn is_edge(&self, square: Square) -> bool {
        let last = self.size - 1;
        [0, last].contains(&square.file) || [0, last].contains(&square.rank)
    }

    pub fn is_corner(&self, square: Square) -> bool {
        let last = self.size - 1;
        [0, last].contains(&square.file) && [0, last].contains(&square.rank)
    }

    /// The first field of a position string.
    pub fn ranks(&self) -> String {
        let mut text = String::new();
        for rank in (0..self.size).rev() {
            let mut run = 0;
            for file in 0..self.size {
                match self.get(Square::new(file, rank)) {
                    None => run += 1,
                    Some(piece) => {
                        if run > 0 {
                            text += &run.to_string();
                        }
                        run = 0;
                        text.push(piece.letter());
                    }
                }
            }
            if run > 0 {
                text += &run.to_string();
            }
            if rank > 0 {
                text.push('/');
            }
        }
        text
    }
}

impl fmt::Display for Board {
    /// A drawing with rank numbers and file letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.size).rev() {
            write!(f, "{:2}", rank + 1)?;
            for file in 0..self.size {
                let letter = self.get(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, " {}", letter.to_ascii_uppercase())?;
            }
            writeln!(f)?;
        }
        write!(f, "  ")?;
        for file in 0..self.size {
            write!(f, " {}", char::from(b'a' + file as u8))?;
        }
        writeln!(f)
    }
}
