//! What a position has beside pieces, as text: `AJaj:e3` for castling rights and squares to take on in passing,
//! `charge:d:b4,c7` for a charge, `-` for nothing.

use super::board::written;
use super::compiled::{Castling, Chess};
use super::position::{Charge, Passed, Position};
use super::squares::Squares;
use crate::Side;

const NOTHING: &str = "-";
const CHARGE: &str = "charge:";

impl Chess {
    pub(super) fn write_state(&self, position: &Position) -> String {
        if let Some(charge) = position.charge {
            let file = char::from(b'a' + charge.file);
            return format!("{CHARGE}{file}:{}", self.write_squares(charge.moved));
        }
        let letter = |castling: &Castling| {
            written(castling.side, castling.rook.0 % self.lines.shape.width as u8)
        };
        let had = (0..).zip(&self.castlings).filter(|(place, _)| position.rights >> place & 1 != 0);
        let mut text: String = had.map(|(_, castling): (u8, _)| letter(castling)).collect();
        if !position.passed.squares.is_empty() {
            text = format!("{text}:{}", self.write_squares(position.passed.squares));
        }
        if text.is_empty() { NOTHING.to_owned() } else { text }
    }

    fn write_squares(&self, squares: Squares) -> String {
        squares.iter().map(|square| self.name(square)).collect::<Vec<_>>().join(",")
    }

    /// Reads the state of a position whose pieces and side stand.
    pub(super) fn read_state(&self, position: &mut Position, text: &str) -> Result<(), String> {
        if let Some(rest) = text.strip_prefix(CHARGE) {
            position.charge = Some(self.read_charge(position, rest)?);
            return Ok(());
        }
        if text == NOTHING {
            return Ok(());
        }
        let (rights, passed) = match text.split_once(':') {
            Some((rights, passed)) => (rights, Some(passed)),
            None => (text, None),
        };
        position.rights = self.read_rights(position, rights)?;
        if let Some(passed) = passed {
            position.passed = self.read_passed(position, passed)?;
        }
        Ok(())
    }

    fn read_rights(&self, position: &Position, letters: &str) -> Result<u8, String> {
        let mut rights = 0;
        for letter in letters.chars() {
            let width = self.lines.shape.width as u8;
            let is_meant =
                |castling: &Castling| written(castling.side, castling.rook.0 % width) == letter;
            let Some(place) = self.castlings.iter().position(is_meant) else {
                return Err(format!(
                    "`{letter}` is not the file of a rook that castles under these rules"
                ));
            };
            let Castling { king, rook, .. } = self.castlings[place];
            let stands = |square: u8| position.board.on(square) == self.start.on(square);
            if !stands(king.0) || !stands(rook.0) {
                let (king, rook) = (self.name(king.0), self.name(rook.0));
                return Err(format!(
                    "`{letter}` says that king and rook have not moved, but they do not stand on {king} and \
                     {rook}"
                ));
            }
            if rights >> place & 1 != 0 {
                return Err(format!("`{letter}` stands there twice"));
            }
            rights |= 1 << place;
        }
        Ok(rights)
    }

    /// Reads squares such as `e3,e4`.
    fn read_squares(&self, text: &str) -> Result<Squares, String> {
        let mut squares = Squares::NONE;
        for name in text.split(',').filter(|_| !text.is_empty()) {
            let square = self.find(name).ok_or_else(|| format!("`{name}` is not on the board"))?;
            if squares.has(square) {
                return Err(format!("`{name}` stands there twice"));
            }
            squares.insert(square);
        }
        Ok(squares)
    }

    /// The squares must be all those that a pawn has just gone over and where an enemy pawn is ready.
    fn read_passed(&self, position: &Position, text: &str) -> Result<Passed, String> {
        let squares = self.read_squares(text)?;
        let wrong = || {
            format!(
                "`{text}` are not the squares that a pawn has just gone over and where a pawn is ready to take it"
            )
        };
        if !self.rules.in_passing {
            return Err("these rules know no capture in passing".to_owned());
        }
        let first = squares.first().ok_or_else(wrong)?;
        let mover = !position.side;
        let board = &position.board;
        let next = |square: u8| self.pawns.ahead[mover][usize::from(square)];
        let mut pawn = first;
        while board.on(pawn).is_none() {
            pawn = next(pawn).ok_or_else(wrong)?;
        }
        let start = self.lines.file(first % self.lines.shape.width as u8) & self.pawns.start[mover];
        let start = start.first().ok_or_else(wrong)?;
        let (mut way, mut steps) = (start, 0);
        while way != pawn {
            if board.on(way).is_some() || steps == self.pawns.first {
                return Err(wrong());
            }
            (way, steps) = (next(way).ok_or_else(wrong)?, steps + 1);
        }
        let passed = self.passed_by(board, mover, (start, pawn));
        let fits = board.on(pawn).is_some_and(|(side, _)| side == mover);
        if fits && passed.squares == squares { Ok(passed) } else { Err(wrong()) }
    }

    /// Reads `d:b4,c7`.
    fn read_charge(&self, position: &Position, text: &str) -> Result<Charge, String> {
        if self.rules.charge == 0 {
            return Err("these rules know no charge".to_owned());
        }
        let form = || format!("`{CHARGE}{text}` is not a file and squares: `charge:d:b4,c7`");
        let (file, squares) = text.split_once(':').ok_or_else(form)?;
        let files: Vec<char> = file.chars().collect();
        let [file @ 'a'..='z'] = files[..] else { return Err(form()) };
        let file = file as u8 - b'a';
        if usize::from(file) >= self.lines.shape.width {
            return Err(form());
        }
        let moved = self.read_squares(squares)?;
        if !(moved & !position.board.of(position.side)).is_empty() {
            return Err("a piece that has moved in the charge must be one of its side".to_owned());
        }
        let charge = Charge { file, moved };
        match self.goes_on(position, charge) {
            true => Ok(charge),
            false => Err(format!("no piece can move on file {}", char::from(b'a' + file))),
        }
    }

    /// The side whose royal piece could be taken at once though it is not to move.
    pub(super) fn capturable(&self, position: &Position) -> Option<Side> {
        Some(!position.side).filter(|side| self.is_in_check(&position.board, *side))
    }
}
