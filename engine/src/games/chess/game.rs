//! Chess as a [`Game`].

use super::compiled::Chess;
use super::moves::ChessMove;
use super::position::Position;
use crate::{Advantage, Estimate, First, Game, MoveError, Outcome, PositionError, Side, SideName};

impl Game for Chess {
    type Position = Position;
    type Move = ChessMove;

    fn name(&self) -> &str {
        &self.rules.name
    }

    fn side_name(&self, side: Side) -> SideName<'_> {
        SideName::of_pieces(&self.rules.sides[side], self.start.of(side).count())
    }

    fn first(&self) -> First {
        self.rules.first.into()
    }

    fn start(&self, first: Side) -> Position {
        self.start_position(first)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn turn_goes_on(&self, position: &Position) -> bool {
        position.charge.is_some()
    }

    fn ply(&self, position: &Position) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        moves.clear();
        if !position.is_decided() {
            self.list_moves(position, moves);
        }
    }

    fn count_moves(&self, position: &Position, moves: &mut Vec<ChessMove>) -> u64 {
        self.number_of_moves(position, moves)
    }

    fn play(&self, position: &mut Position, mv: ChessMove) {
        self.make(position, mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    fn winning_moves(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        moves.clear();
        if position.outcome.is_none() {
            self.list_wins(position, moves);
        }
    }

    /// All positions that repeat end in a draw.
    fn repetition_value(&self, position: &Position) -> Option<Advantage> {
        (position.occurrences() > 1).then_some(Advantage(0.0))
    }

    fn estimate(&self, position: &Position) -> Estimate {
        self.guess(position)
    }

    fn board_key(&self, position: &Position) -> Option<u64> {
        Some(position.key())
    }

    fn plies_left(&self, position: &Position) -> u32 {
        let left = |limit: u32, played: u32| limit - played.min(limit);
        let quiet = self.rules.quiet_limit.map_or(u32::MAX, |limit| left(limit, position.quiet));
        quiet.min(left(self.rules.ply_limit, position.ply))
    }

    fn forget_past(&self, position: &mut Position) {
        position.history.clear();
        position.history.push(position.key());
    }

    fn format_move(&self, _position: &Position, mv: ChessMove) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<ChessMove, MoveError> {
        self.read_move(position, text)
    }

    fn format_position(&self, position: &Position) -> String {
        self.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, PositionError> {
        self.read_position(text)
    }

    fn draw(&self, position: &Position) -> String {
        self.drawing(position)
    }
}
