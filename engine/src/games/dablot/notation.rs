//! Moves and positions as text.
//!
//! A step is `c3-d4`, a capture names its captives by rank and file, `c3-e5xd4`. An ambush is
//! `c5-e7+e5-c7xd6`, its jumps by where they start. `end` hands over before all actions are taken. A position is
//! `BOARD SIDE STATE QUIET PLIES`, where the state is `-` at the start of a turn, else the actions that are left.

use super::compiled::Dablot;
use super::moves::{DablotMove, Form};
use super::points::Points;
use super::position::Position;
use super::setup::{read_board, write_board};
use crate::games::texts::{offer, read_clocks, read_side};
use crate::{Game, MoveError, PositionError, Side};

/// A move as it was written, not yet looked for among the legal ones.
enum Wanted {
    End,
    Walk { from: u8, to: u8, taken: Option<Points> },
    Ambush { starts: Points, text: String },
}

impl Dablot {
    pub(super) fn write_move(&self, mv: DablotMove) -> String {
        let name = |point| self.board.name(point);
        match mv.form {
            Form::End => "end".to_owned(),
            Form::Walk { .. } => {
                let captives: String =
                    mv.points.iter().map(|point| format!("x{}", name(point))).collect();
                format!("{}-{}{captives}", name(mv.from), name(mv.to))
            }
            Form::Ambush => {
                let jump = |from: u8| {
                    // The side does not matter: both jump alike.
                    let end = self.past(Side::Attackers, from, mv.from);
                    format!("{}-{}", name(from), end.map_or_else(String::new, |(to, _)| name(to)))
                };
                let jumps: Vec<String> = mv.points.iter().map(jump).collect();
                format!("{}x{}", jumps.join("+"), name(mv.from))
            }
        }
    }

    pub(super) fn read_move(
        &self,
        position: &Position,
        text: &str,
    ) -> Result<DablotMove, MoveError> {
        let fail = |reason: String| MoveError::new(text, reason);
        let wanted = self.split_move(text).map_err(fail)?;
        if position.is_decided() {
            return Err(fail("the game is over".to_owned()));
        }
        let mut moves = Vec::new();
        self.list_moves(position, &mut moves);
        self.find(position, &wanted, moves).map_err(fail)
    }

    fn find(
        &self,
        position: &Position,
        wanted: &Wanted,
        mut moves: Vec<DablotMove>,
    ) -> Result<DablotMove, String> {
        let (from, to, taken) = match wanted {
            Wanted::End => {
                let end = moves.iter().find(|mv| mv.form == Form::End);
                return end.copied().ok_or_else(|| self.explain_no_end());
            }
            Wanted::Ambush { starts, text } => {
                let is_meant = |mv: &&DablotMove| {
                    mv.form == Form::Ambush
                        && mv.points == *starts
                        && self.write_move(**mv) == *text
                };
                let found = moves.iter().find(is_meant).copied();
                return found.ok_or_else(|| self.explain_no_ambush(position));
            }
            Wanted::Walk { from, to, taken } => (*from, *to, *taken),
        };
        let walks = |mv: &DablotMove| matches!(mv.form, Form::Walk { .. });
        moves.retain(|mv| walks(mv) && mv.from == from && mv.to == to);
        match (&moves[..], taken) {
            ([], _) => Err(self.explain_illegal(position, from, to)),
            ([mv], None) => Ok(*mv),
            (_, taken) => {
                let taken = taken.unwrap_or_default();
                let found = moves.iter().find(|mv| mv.points == taken);
                found.copied().ok_or_else(|| offer(&moves, |mv| self.write_move(mv)))
            }
        }
    }

    /// Splits `c3-e5xd4`; no captives are those that there are.
    fn split_move(&self, text: &str) -> Result<Wanted, String> {
        let point = |name: &str| {
            self.board.find(name).ok_or_else(|| format!("`{name}` is not a point of the board"))
        };
        if text == "end" {
            return Ok(Wanted::End);
        }
        if text.contains('+') {
            let (jumps, victim) =
                text.split_once('x').ok_or("expected an ambush such as `c5-e7+e5-c7xd6`")?;
            point(victim)?;
            let mut pairs = Vec::new();
            for jump in jumps.split('+') {
                let (from, to) =
                    jump.split_once('-').ok_or("expected an ambush such as `c5-e7+e5-c7xd6`")?;
                pairs.push((point(from)?, point(to)?));
            }
            pairs.sort_unstable();
            let starts = pairs.iter().map(|(from, _)| *from).collect();
            let name = |point| self.board.name(point);
            let jump = |(from, to): &(u8, u8)| format!("{}-{}", name(*from), name(*to));
            let jumps: Vec<String> = pairs.iter().map(jump).collect();
            return Ok(Wanted::Ambush { starts, text: format!("{}x{victim}", jumps.join("+")) });
        }
        let (from, rest) =
            text.split_once('-').ok_or("expected a move such as `c3-d4`, `c3-e5xd4` or `end`")?;
        let mut parts = rest.split('x');
        let to = point(parts.next().unwrap_or_default())?;
        let taken = parts.map(point).collect::<Result<Points, _>>()?;
        let taken = (!taken.is_empty()).then_some(taken);
        Ok(Wanted::Walk { from: point(from)?, to, taken })
    }

    fn explain_no_end(&self) -> String {
        match self.actions {
            1 => "a turn of these rules is one move".to_owned(),
            _ => "a turn has one action at least".to_owned(),
        }
    }

    fn explain_no_ambush(&self, position: &Position) -> String {
        if !self.rules.ambush {
            "these rules know no ambush"
        } else if self.is_in_turn(position) {
            "an ambush is a whole turn, and this one has begun"
        } else {
            "an ambush needs pieces of lower rank than the victim, just enough of them to reach its rank \
             together, each with an empty point behind it"
        }
        .to_owned()
    }

    /// Why nothing goes from `from` to `to`.
    fn explain_illegal(&self, position: &Position, from: u8, to: u8) -> String {
        let name = |point| self.board.name(point);
        let (pieces, side) = (&position.pieces, position.side);
        if !pieces.side(side).has(from) {
            return match pieces.all().has(from) {
                true => self.side_name(side).does("are to move"),
                false => format!("{} is empty", name(from)),
            };
        }
        if pieces.all().has(to) && from != to {
            return format!("{} is occupied", name(to));
        }
        let mut moves = Vec::new();
        self.list_moves(position, &mut moves);
        let takes = |mv: &DablotMove| mv.form == Form::End || !mv.points.is_empty();
        if self.rules.compulsory && moves.iter().all(takes) {
            return "a man can capture, so a man must".to_owned();
        }
        format!("no step or jump of these rules leads from {} to {}", name(from), name(to))
    }

    pub(super) fn write_position(&self, position: &Position) -> String {
        let board = write_board(&position.pieces, &self.board);
        let side = position.side.letter();
        let state = match self.is_in_turn(position) {
            true => position.left.to_string(),
            false => "-".to_owned(),
        };
        format!("{board} {side} {state} {} {}", position.quiet, position.ply)
    }

    pub(super) fn read_position(&self, text: &str) -> Result<Position, PositionError> {
        let fail = |reason: String| PositionError::new(text, reason);
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [board, side, state, ref clocks @ ..] = fields[..] else {
            let form = "expected a board, `a` or `d`, the actions left (`-` at the start of a turn), and \
                        optionally two clocks";
            return Err(fail(form.to_owned()));
        };
        let pieces = read_board(board, &self.board, self.rules.promotion).map_err(fail)?;
        let side = read_side(side).map_err(fail)?;
        let left = self.read_state(state).map_err(fail)?;
        let clocks = read_clocks(clocks).map_err(fail)?;
        Ok(self.position(pieces, side, left, clocks))
    }

    /// Reads `-`, `2` or `1`.
    fn read_state(&self, text: &str) -> Result<u8, String> {
        if text == "-" {
            return Ok(self.actions);
        }
        let known = (1..self.actions).find(|left| left.to_string() == text);
        known.ok_or_else(|| match self.actions {
            1 => format!("a turn of these rules is one move, so `-` stands here, not `{text}`"),
            2 => format!("the actions left are `-` at the start of a turn or `1`, not `{text}`"),
            _ => {
                format!("the actions left are `-` at the start of a turn, `2` or `1`, not `{text}`")
            }
        })
    }
}
