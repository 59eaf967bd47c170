//! Squares, moves and positions as text.

use std::iter;

use super::compiled::Tafl;
use super::geometry::{DIRECTIONS, Geometry, NORTH};
use super::layout::Layout;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::Piece;
use super::square::{Square, SquareSet};
use crate::games::ranks;
use crate::games::texts::{read_clocks, read_side};
use crate::{MoveError, PositionError};

impl<const W: usize> Geometry<W> {
    pub fn format_square(&self, square: Square) -> String {
        let mut text = String::new();
        self.write_square(square, &mut text);
        text
    }

    /// Appends a square. (Records and searches write many moves; formatting is several times slower.)
    fn write_square(&self, square: Square, text: &mut String) {
        let (file, rank) = self.coordinates(square);
        let number = rank as u8 + 1;
        text.push(char::from(b'a' + file as u8));
        if number >= 10 {
            text.push(char::from(b'0' + number / 10));
        }
        text.push(char::from(b'0' + number % 10));
    }

    fn parse_square(&self, text: &str) -> Option<Square> {
        let mut letters = text.chars();
        let file = (letters.next()? as usize).checked_sub('a' as usize)?;
        let digits = letters.as_str();
        if digits.starts_with(['0', '+']) {
            return None;
        }
        let rank = digits.parse::<usize>().ok()?.checked_sub(1)?;
        (file < self.size && rank < self.size).then(|| self.square(file, rank))
    }
}

impl<const W: usize> Tafl<W> {
    pub(super) fn write_move(&self, position: &Position<W>, mv: TaflMove) -> String {
        let mut text = String::with_capacity(16);
        self.geometry.write_square(mv.from, &mut text);
        text.push('-');
        self.geometry.write_square(mv.to, &mut text);
        if let Some(piece) = position.board.piece_at(mv.from) {
            let victims = self.taken(&position.board, piece, mv);
            let mut write = |victim| {
                text.push('x');
                self.geometry.write_square(victim, &mut text);
            };
            victims.as_slice().iter().copied().for_each(&mut write);
            if !victims.rows.is_empty() {
                self.by_file_and_rank(victims.rows).for_each(write);
            }
        }
        text
    }

    /// The order in which the men of rows are written.
    fn by_file_and_rank(&self, squares: SquareSet<W>) -> impl Iterator<Item = Square> {
        let along: Vec<Square> = squares.iter().map(|s| self.geometry.along(s)[NORTH]).collect();
        let ordered: SquareSet<W> = along.into_iter().collect();
        ordered.iter().map(|number| self.geometry.back(NORTH, number))
    }

    pub(super) fn read_move(
        &self,
        position: &Position<W>,
        text: &str,
    ) -> Result<TaflMove, MoveError> {
        let fail = |reason: String| MoveError::new(text, reason);
        let (from, to, victims) = self.split_move(text).map_err(fail)?;
        if position.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board()) {
            return Err(fail("the game is over".to_owned()));
        }
        let moves = self.moves_between(position, from, to);
        if moves.is_empty() {
            return Err(fail(self.explain_illegal(position, from, to)));
        }
        self.pick(position, &moves, victims.as_deref()).map_err(fail)
    }

    /// Splits `d4-d7xd8xe7`; the victims come in ascending order, `None` where no `x` is written.
    fn split_move(&self, text: &str) -> Result<(Square, Square, Option<Vec<Square>>), String> {
        let unknown = |name: &str| {
            let last = self.geometry.format_square(Square((self.geometry.size.pow(2) - 1) as u16));
            format!("`{name}` is not a square from a1 to {last}")
        };
        let square = |name: &str| self.geometry.parse_square(name).ok_or_else(|| unknown(name));
        let (from, rest) =
            text.split_once('-').ok_or("expected a move such as `e4-e6` or `d4-d7xd8`")?;
        let mut parts = rest.split('x');
        let to = parts.next().unwrap_or_default();
        let mut victims = parts.map(square).collect::<Result<Vec<_>, _>>()?;
        victims.sort();
        Ok((square(from)?, square(to)?, (!victims.is_empty()).then_some(victims)))
    }

    /// The one of several moves between the same squares that takes `victims`.
    fn pick(
        &self,
        position: &Position<W>,
        moves: &[TaflMove],
        victims: Option<&[Square]>,
    ) -> Result<TaflMove, String> {
        if let (None, [only]) = (victims, moves) {
            return Ok(*only);
        }
        let takes = |mv: &TaflMove| {
            let piece = position.board.piece_at(mv.from).unwrap_or(Piece::Attacker);
            let victims = self.taken(&position.board, piece, *mv);
            let mut taken = victims.as_slice().to_vec();
            taken.extend(victims.rows.iter());
            taken.sort();
            taken
        };
        let wanted = victims.unwrap_or_default();
        match (moves.iter().find(|mv| takes(mv) == wanted), victims, moves) {
            (Some(mv), ..) => Ok(*mv),
            (.., [_]) => Err(format!("by the rules it is {}", self.list(position, moves))),
            _ => Err(format!("here it is one of {}", self.list(position, moves))),
        }
    }

    fn list(&self, position: &Position<W>, moves: &[TaflMove]) -> String {
        let texts: Vec<_> = moves.iter().map(|mv| self.write_move(position, *mv)).collect();
        texts.join(", ")
    }

    /// Why no piece goes from `from` to `to`.
    fn explain_illegal(&self, position: &Position<W>, from: Square, to: Square) -> String {
        let name = |square| self.geometry.format_square(square);
        let Some(piece) = position.board.piece_at(from) else {
            return format!("{} is empty", name(from));
        };
        if piece.side() != position.side {
            return format!("the {} are to move", position.side);
        }
        if position.board.piece_at(to).is_some() {
            return format!("{} is occupied", name(to));
        }
        let (file, rank) = self.geometry.coordinates(from);
        let (to_file, to_rank) = self.geometry.coordinates(to);
        if file != to_file && rank != to_rank {
            return "pieces move along ranks and files".to_owned();
        }
        let reach = match piece {
            Piece::King => self.rules.king_reach,
            Piece::Attacker | Piece::Defender => self.rules.men_reach,
        };
        let distance = file.abs_diff(to_file) + rank.abs_diff(to_rank);
        match reach {
            Some(reach) if distance > reach as usize => {
                format!("this piece moves at most {reach} squares at once")
            }
            _ if !self.movement.may_stop(piece, from, to) => {
                format!("this piece may not stop on {}", name(to))
            }
            _ if self.may_go(position, from, to) => {
                "this brings back an earlier position, which the defenders may not".to_owned()
            }
            _ => match self.closed_between(position, from, to) {
                Some(closed) => format!("this piece may not pass over {}", name(closed)),
                None => "the way is not free".to_owned(),
            },
        }
    }

    /// The first square on a free way over which this piece may not pass.
    fn closed_between(&self, position: &Position<W>, from: Square, to: Square) -> Option<Square> {
        let passes = self.movement.open_to(position.board.piece_at(from)?).1;
        let way = |direction| {
            let next = move |square: &Square| self.geometry.next(*square, direction);
            iter::successors(next(&from), next)
        };
        let direction = (0..DIRECTIONS).find(|d| way(*d).any(|square| square == to))?;
        let between = || way(direction).take_while(|square| *square != to);
        let is_free = between().all(|square| position.board.piece_at(square).is_none());
        between().find(|square| is_free && !passes.contains(*square))
    }

    /// Whether the piece on `from` of the side to move can go to `to`, were nothing forbidden.
    fn may_go(&self, position: &Position<W>, from: Square, to: Square) -> bool {
        let (board, mut found) = (&position.board, false);
        let arrivals = self.movement.arrivals(&self.geometry, board, position.side);
        arrivals.for_each_from(&self.geometry, board, from, |square| found |= square == to);
        found
    }

    pub(super) fn write_position(&self, position: &Position<W>) -> String {
        let size = self.geometry.size;
        let board = ranks::write((size, size), |file, rank| {
            let piece = position.board.piece_at(self.geometry.square(file, rank))?;
            Some(letter(piece).to_ascii_lowercase())
        });
        let side = position.side.letter();
        let notice = if position.notice { " notice" } else { "" };
        format!("{board} {side} {} {}{notice}", position.quiet, position.ply)
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position<W>, PositionError> {
        let fail = |reason: String| PositionError::new(text, reason);
        let mut fields: Vec<&str> = text.split_whitespace().collect();
        let notice = fields.pop_if(|last| *last == "notice").is_some();
        let (board, side, clocks) = match fields[..] {
            [board, side, ref clocks @ ..] if clocks.len() <= 2 => (board, side, clocks),
            _ => {
                let form = "expected a board, `a` or `d`, and optionally two clocks";
                return Err(fail(form.to_owned()));
            }
        };
        let layout = Layout::from_field(board, self.geometry.size).map_err(fail)?;
        let side = read_side(side).map_err(fail)?;
        let clocks = read_clocks(clocks).map_err(fail)?;
        let board = layout.board(&self.geometry);
        let position = self.position(board, side, notice, clocks);
        match self.refuse_notice(&position).filter(|_| notice) {
            Some(reason) => Err(fail(format!("`notice`: {reason}"))),
            None => Ok(position),
        }
    }
}

/// The capital letter of a piece.
pub(super) const fn letter(piece: Piece) -> char {
    match piece {
        Piece::Attacker => 'A',
        Piece::Defender => 'D',
        Piece::King => 'K',
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::AnyGame;
    use crate::{Game as _, with_game};

    #[test]
    fn what_stands_in_the_way_is_named() {
        let game = AnyGame::by_name("tablut-linnaeus").expect("embedded");
        let refused = |mv: &str| {
            with_game!(&game, |game| {
                let position = game.parse_position("9/3k5/4a4/9/9/9/9/1a2d4/9 a 0 0");
                game.parse_move(&position.expect("a position"), mv).expect_err(mv).to_string()
            })
        };
        for (mv, words) in [
            ("e7-e4", "this piece may not pass over e5"),
            ("e7-e5", "this piece may not stop on e5"),
            ("b2-g2", "the way is not free"),
            ("e7-b4", "pieces move along ranks and files"),
        ] {
            assert!(refused(mv).contains(words), "{}", refused(mv));
        }
    }
}
