//! Hunt as a [`Game`].

use rand::Rng;

use super::compiled::Hunt;
use super::moves::HuntMove;
use super::position::Position;
use crate::{
    Advantage, Estimate, First, Game, MoveError, Outcome, PerSide, PositionError, Side, SideName,
};

impl Game for Hunt {
    type Position = Position;
    type Move = HuntMove;

    fn name(&self) -> &str {
        &self.rules.name
    }

    fn side_name(&self, side: Side) -> SideName<'_> {
        SideName::of_pieces(&self.rules.sides[side], self.totals[side])
    }

    fn first(&self) -> First {
        self.rules.first.into()
    }

    fn hands(&self, position: &Position) -> PerSide<u8> {
        position.hands
    }

    fn start(&self, first: Side) -> Position {
        self.start_position(first)
    }

    fn side_to_move(&self, position: &Position) -> Side {
        position.side
    }

    fn ply(&self, position: &Position) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<HuntMove>) {
        moves.clear();
        if !position.is_decided() {
            self.list_moves(position, moves);
        }
    }

    fn count_moves(&self, position: &Position, moves: &mut Vec<HuntMove>) -> u64 {
        self.number_of_moves(position, moves)
    }

    fn play(&self, position: &mut Position, mv: HuntMove) {
        self.make(position, mv);
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        position.outcome
    }

    fn winning_moves(&self, position: &Position, moves: &mut Vec<HuntMove>) {
        moves.clear();
        if position.outcome.is_none() {
            self.list_wins(position, moves);
        }
    }

    /// All positions that repeat end in a draw.
    fn repetition_value(&self, position: &Position) -> Option<Advantage> {
        let repeats = position.history.len() > 4 && position.occurrences() > 1;
        repeats.then_some(Advantage(0.0))
    }

    fn estimate(&self, position: &Position) -> Estimate {
        self.guess(position)
    }

    fn random_move(
        &self,
        position: &Position,
        rng: &mut impl Rng,
        moves: &mut Vec<HuntMove>,
    ) -> Option<HuntMove> {
        self.draw_move(position, rng, moves)
    }

    fn board_key(&self, position: &Position) -> Option<u64> {
        Some(position.key())
    }

    fn plies_left(&self, position: &Position) -> u32 {
        self.rules.ply_limit - position.ply.min(self.rules.ply_limit)
    }

    fn forget_past(&self, position: &mut Position) {
        position.history.clear();
        position.history.push(position.pieces);
    }

    fn format_move(&self, _position: &Position, mv: HuntMove) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<HuntMove, MoveError> {
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

    fn draw_signs(&self, position: &Position) -> String {
        self.signed_drawing(position)
    }
}
