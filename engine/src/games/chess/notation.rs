//! Moves and positions as text.
//!
//! A move is `e2-e4`, captures and castling alike; `a9-a10=Q` becomes a queen or brings one back, `c3xc7` shoots,
//! `f6-g8+f5-g7` takes a rider along, `rank3` is a rank that advances, `charge` the sign to charge. A position is
//! `BOARD SIDE STATE QUIET PLIES`; `state` reads the state.

use super::board::written;
use super::compiled::Chess;
use super::moves::{ChessMove, Form};
use super::position::Position;
use super::setup::{read_board, write_board};
use crate::games::texts::{read_clocks, read_side};
use crate::{Game, MoveError, PositionError, Side};

const FORMS: &str =
    "expected a move such as `e2-e4`, `a9-a10=Q`, `c3xc7`, `f6-g8+f5-g7`, `rank3` or `charge`";

impl Chess {
    pub(super) fn write_move(&self, mv: ChessMove) -> String {
        let name = |square| self.name(square);
        let goes = format!("{}-{}", name(mv.from), name(mv.to));
        match mv.form {
            Form::Go | Form::Passing | Form::Castle(_) => goes,
            Form::Into(letter) => format!("{goes}={}", written(Side::Attackers, letter)),
            Form::Shoot => format!("{}x{}", name(mv.from), name(mv.to)),
            Form::Carry(rider) => {
                let seat = self.seat(rider, (mv.from, mv.to)).map_or_else(String::new, name);
                format!("{goes}+{}-{seat}", name(rider))
            }
            Form::Deploy => format!("rank{}", 1 + usize::from(mv.from) / self.lines.shape.width),
            Form::Charge => "charge".to_owned(),
        }
    }

    pub(super) fn read_move(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<ChessMove, MoveError> {
        let fail = |reason: String| MoveError::new(text, reason);
        let squares = self.split_move(text).map_err(fail)?;
        if position.is_decided() {
            return Err(fail("the game is over".to_owned()));
        }
        let mut moves = Vec::new();
        self.list_moves(position, &mut moves);
        if let Some(found) = moves.iter().find(|mv| self.write_move(**mv) == text) {
            return Ok(*found);
        }
        let Some((from, to)) = squares else {
            return Err(fail(self.explain_no_turn(position, text)));
        };
        let alike: Vec<String> = moves
            .iter()
            .filter(|mv| (mv.from, mv.to) == (from, to) && !matches!(mv.form, Form::Deploy))
            .take(8)
            .map(|mv| self.write_move(*mv))
            .collect();
        Err(fail(match alike.is_empty() {
            true => self.explain_illegal(position, from, to),
            false => format!("here it is one of {}", alike.join(", ")),
        }))
    }

    /// The squares of a move that has some.
    fn split_move(&self, text: &str) -> Result<Option<(u8, u8)>, String> {
        let is_rank = text.strip_prefix("rank").is_some_and(|rank| rank.parse::<u8>().is_ok());
        if text == "charge" || is_rank {
            return Ok(None);
        }
        let square = |name: &str| {
            self.find(name).ok_or_else(|| format!("`{name}` is not a square of the board"))
        };
        let (from, rest) = text.split_once(['-', 'x']).ok_or(FORMS)?;
        let to = rest.split(['=', '+']).next().unwrap_or_default();
        if from.is_empty() || to.is_empty() {
            return Err(FORMS.to_owned());
        }
        Ok(Some((square(from)?, square(to)?)))
    }

    fn explain_no_turn(&self, position: &Position, text: &str) -> String {
        let in_charge = position.charge.is_some();
        match (text == "charge", self.rules.charge, self.rules.deployment) {
            _ if in_charge => "in a charge one piece of each file moves".to_owned(),
            (true, 0, _) => "these rules know no charge".to_owned(),
            (true, least, _) => format!("a charge needs {least} pieces that can capture"),
            (false, _, false) => "these rules let no whole rank advance".to_owned(),
            (false, ..) => {
                "a rank advances when it is full of own pieces and the next is empty".to_owned()
            }
        }
    }

    /// Why nothing goes from `from` to `to`.
    fn explain_illegal(&self, position: &Position, from: u8, to: u8) -> String {
        let (board, side) = (&position.board, position.side);
        let letter = match board.on(from) {
            None => return format!("{} is empty", self.name(from)),
            Some((owner, _)) if owner != side => return self.side_name(side).does("are to move"),
            Some((_, letter)) => letter,
        };
        if let Some(charge) = position.charge {
            if charge.moved.has(from) {
                return "this piece has moved in this charge".to_owned();
            }
            if !self.lines.file(charge.file).has(from) {
                let file = char::from(b'a' + charge.file);
                return format!("in this charge a piece of file {file} moves now");
            }
        }
        let targets = self.targets(board, side, letter, from);
        let name = &self.kind(letter).name;
        let changes = targets.has(to) && self.must_change(letter) && self.last_rank[side].has(to);
        if changes && !self.promotes_to.iter().any(|kind| self.is_lost(board, side, *kind)) {
            return format!("no piece is lost that the {name} could become");
        }
        let royal = board.throne(side).map(|at| &self.kind(board.letter(at)).name);
        match (targets.has(to), self.is_in_check(board, side)) {
            (true, true) => "the check goes on".to_owned(),
            (true, false) => {
                format!("the {} would be in check", royal.map_or("royal piece", String::as_str))
            }
            (false, _) => {
                format!("the {name} does not go from {} to {} here", self.name(from), self.name(to))
            }
        }
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        let board = write_board(&position.board, self.lines.shape);
        let (side, state) = (position.side.letter(), self.write_state(position));
        format!("{board} {side} {state} {} {}", position.quiet, position.ply)
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let fail = |reason: String| PositionError::new(text, reason);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, state, ref clocks @ ..] = fields[..] else {
            let form = "expected a board, `a` or `d`, a state (`-` for nothing), and optionally two clocks";
            return Err(fail(form.to_owned()));
        };
        let known = |letter| self.rules.is_piece(letter);
        let board = read_board(board, self.lines.shape, self.rules.royal(), known).map_err(fail)?;
        for side in Side::ALL {
            if board.throne(side).is_some() != self.start.throne(side).is_some() {
                return Err(fail(
                    self.side_name(side).does("need as many royal pieces as at the start"),
                ));
            }
        }
        let side = read_side(side).map_err(fail)?;
        let clocks = read_clocks(clocks).map_err(fail)?;
        let mut wrong = None;
        let position = self.position(board, side, clocks, |position| {
            wrong = self.read_state(position, state).err();
        });
        if let Some(reason) = wrong {
            return Err(fail(reason));
        }
        match self.capturable(&position) {
            Some(side) => {
                let name = self.side_name(side);
                let (moved, check) = (name.does("have moved"), name.verb("are in check"));
                Err(fail(format!("{moved} and {check}")))
            }
            None => Ok(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::ChessRules;
    use super::*;
    use crate::catalog;

    #[test]
    fn refusals_call_pieces_by_their_names() {
        let text = catalog::text("emperors-game").expect("embedded");
        let text = text.replace("name = \"pawn\"", "name = \"serf\"");
        let text = text.replace("name = \"king\"", "name = \"chief\"");
        let game = Chess::new(&ChessRules::from_toml(&text).expect("rules")).expect("rules");
        for (position, mv, expected) in [
            (
                "1nbaqkgbnr/Pppppppppp/10/10/10/10/10/10/1PPPPPPPPP/RNBGKQABNR a -",
                "a9-a10",
                "no piece is lost that the serf could become",
            ),
            ("5k4/10/10/10/10/4r5/10/4R5/10/4K5 a -", "e3-d3", "the chief would be in check"),
        ] {
            let position = game.parse_position(position).expect(position);
            let error = game.parse_move(&position, mv).expect_err(mv);
            assert_eq!(error.reason, expected);
        }
    }
}
