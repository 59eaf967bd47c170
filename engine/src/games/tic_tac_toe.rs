//! Three in a row: the smallest complete game. It keeps the [`Game`] trait honest and the tests
//! of search and learning quick.

use crate::games::ranks;
use crate::{
    Action, BoardShape, Cause, Choice, Encode, First, Game, MoveError, Outcome, PieceKind,
    PositionError, Side, SideName,
};

/// The rules; there is nothing to choose. Crosses are the attackers and start.
#[derive(Clone, Copy, Debug)]
pub struct TicTacToe;

/// Marks on the nine squares, as bits from `a1` to `c3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    crosses: u16,
    noughts: u16,
}

const LINES: [u16; 8] =
    [0b111, 0b111_000, 0b111_000_000, 0b1_001_001, 0b10_010_010, 0b100_100_100, 0x111, 0x54];
const FULL: u16 = 0x1ff;

/// The marks, in the order of [`Side::ALL`].
const PIECE_KINDS: [PieceKind; 2] = [
    PieceKind { letter: 'x', name: "cross", side: Side::Attackers, is_royal: false, mark: None },
    PieceKind { letter: 'o', name: "nought", side: Side::Defenders, is_royal: false, mark: None },
];

impl Grid {
    const EMPTY: Self = Self { crosses: 0, noughts: 0 };

    fn marks(self, side: Side) -> u16 {
        match side {
            Side::Attackers => self.crosses,
            Side::Defenders => self.noughts,
        }
    }

    fn has_line(self, side: Side) -> bool {
        LINES.iter().any(|line| self.marks(side) & line == *line)
    }

    fn letter(self, square: u16) -> Option<char> {
        let bit = 1 << square;
        match (self.crosses & bit != 0, self.noughts & bit != 0) {
            (true, _) => Some('x'),
            (_, true) => Some('o'),
            _ => None,
        }
    }
}

impl Game for TicTacToe {
    type Position = Grid;
    type Move = u16;

    fn name(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn side_name(&self, side: Side) -> SideName<'_> {
        SideName::many(match side {
            Side::Attackers => "crosses",
            Side::Defenders => "noughts",
        })
    }

    fn first(&self) -> First {
        First::Side(Side::Attackers)
    }

    fn start(&self, _first: Side) -> Grid {
        Grid::EMPTY
    }

    fn side_to_move(&self, position: &Grid) -> Side {
        if self.ply(position).is_multiple_of(2) { Side::Attackers } else { Side::Defenders }
    }

    fn ply(&self, position: &Grid) -> u32 {
        (position.crosses | position.noughts).count_ones()
    }

    fn legal_moves(&self, position: &Grid, moves: &mut Vec<u16>) {
        moves.clear();
        if self.outcome(position).is_none() {
            let taken = position.crosses | position.noughts;
            moves.extend((0..9).filter(|square| taken & (1 << square) == 0));
        }
    }

    fn play(&self, position: &mut Grid, square: u16) {
        match self.side_to_move(position) {
            Side::Attackers => position.crosses |= 1 << square,
            Side::Defenders => position.noughts |= 1 << square,
        }
    }

    fn outcome(&self, position: &Grid) -> Option<Outcome> {
        let line = Side::ALL.into_iter().find(|side| position.has_line(*side));
        match line {
            Some(side) => Some(Outcome::win(side, Cause::Line)),
            None if position.crosses | position.noughts == FULL => {
                Some(Outcome::draw(Cause::BoardFull))
            }
            None => None,
        }
    }

    fn key(&self, position: &Grid) -> Option<u64> {
        Some(u64::from(position.crosses) << 9 | u64::from(position.noughts))
    }

    fn format_move(&self, _position: &Grid, square: u16) -> String {
        format!("{}{}", ['a', 'b', 'c'][usize::from(square % 3)], square / 3 + 1)
    }

    fn parse_move(&self, position: &Grid, text: &str) -> Result<u16, MoveError> {
        let square = match text.as_bytes() {
            [file @ b'a'..=b'c', rank @ b'1'..=b'3'] => {
                u16::from(rank - b'1') * 3 + u16::from(file - b'a')
            }
            _ => return Err(MoveError::new(text, "expected a square from a1 to c3")),
        };
        let moves = self.moves(position);
        if moves.contains(&square) {
            Ok(square)
        } else if self.outcome(position).is_some() {
            Err(MoveError::new(text, "the game is over"))
        } else {
            Err(MoveError::new(text, "the square is taken"))
        }
    }

    fn format_position(&self, position: &Grid) -> String {
        let rank = |r: u16| -> String {
            (0..3).map(|f| position.letter(r * 3 + f).unwrap_or('.')).collect()
        };
        format!("{}/{}/{}", rank(2), rank(1), rank(0))
    }

    fn parse_position(&self, text: &str) -> Result<Grid, PositionError> {
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != 3 || ranks.iter().any(|rank| rank.chars().count() != 3) {
            return Err(PositionError::new(text, "expected three ranks of three squares"));
        }
        let mut grid = Grid::EMPTY;
        for (square, letter) in (0..).zip(ranks.iter().rev().flat_map(|rank| rank.chars())) {
            match letter {
                '.' => {}
                'x' => grid.crosses |= 1 << square,
                'o' => grid.noughts |= 1 << square,
                other => {
                    let reason = format!("`{other}` is not one of `x`, `o` and `.`");
                    return Err(PositionError::new(text, reason));
                }
            }
        }
        let lead = grid.crosses.count_ones().wrapping_sub(grid.noughts.count_ones());
        if lead > 1 {
            return Err(PositionError::new(text, "crosses have made as many marks or one more"));
        }
        Ok(grid)
    }

    fn draw(&self, position: &Grid) -> String {
        let letter = |file, rank| position.letter((rank * 3 + file) as u16).unwrap_or('.');
        ranks::draw((3, 3), 1, letter)
    }
}

impl Encode for TicTacToe {
    fn family(&self) -> &'static str {
        "tic-tac-toe"
    }

    fn board(&self) -> BoardShape {
        BoardShape { width: 3, height: 3 }
    }

    fn planes(&self) -> &'static [&'static str] {
        &["crosses", "noughts", "crosses to move"]
    }

    fn encode(&self, position: &Grid, planes: &mut [f32]) {
        assert_eq!(planes.len(), 27, "three planes");
        let to_move = f32::from(u8::from(self.side_to_move(position) == Side::Attackers));
        for square in 0..9 {
            planes[square] = f32::from(position.crosses >> square & 1);
            planes[9 + square] = f32::from(position.noughts >> square & 1);
            planes[18 + square] = to_move;
        }
    }

    fn action(&self, square: u16) -> Action {
        Action { from: square, to: square, choice: Choice::Plain }
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        crate::encode::dihedral(3)
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    fn piece_on(&self, position: &Grid, square: u16) -> Option<usize> {
        Side::ALL.into_iter().position(|side| position.marks(side) & (1 << square) != 0)
    }
}
