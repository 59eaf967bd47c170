//! Tafl as a [`Game`].

use rand::Rng;

use super::compiled::Tafl;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::{Goal, RepetitionResult};
use super::square::Square;
use crate::{Advantage, Estimate, First, Game, MoveError, Outcome, PositionError, Side};

impl<const W: usize> Game for Tafl<W> {
    type Position = Position<W>;
    type Move = TaflMove;

    fn name(&self) -> &str {
        &self.rules.name
    }

    fn first(&self) -> First {
        self.rules.first.into()
    }

    fn start(&self, first: Side) -> Position<W> {
        self.start_position(first)
    }

    fn side_to_move(&self, position: &Position<W>) -> Side {
        position.side
    }

    fn ply(&self, position: &Position<W>) -> u32 {
        position.ply
    }

    fn legal_moves(&self, position: &Position<W>, moves: &mut Vec<TaflMove>) {
        moves.clear();
        if !position.is_decided() {
            self.list_moves(position, moves);
        }
    }

    fn forget_past(&self, position: &mut Position<W>) {
        position.begin_history();
    }

    fn call(&self, position: &Position<W>) -> Option<&'static str> {
        self.players_call(position)
    }

    fn count_moves(&self, position: &Position<W>, moves: &mut Vec<TaflMove>) -> u64 {
        u64::from(self.number_of_moves(position, moves))
    }

    fn play(&self, position: &mut Position<W>, mv: TaflMove) {
        self.make(position, mv);
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.outcome
    }

    fn winning_moves(&self, position: &Position<W>, moves: &mut Vec<TaflMove>) {
        self.list_wins(position, moves);
    }

    fn can_win(&self, position: &Position<W>, _moves: &mut Vec<TaflMove>) -> bool {
        self.can_win(position)
    }

    fn threatens(&self, position: &Position<W>) -> bool {
        self.threatens_king_win(&position.board, !position.side)
    }

    fn is_lost(&self, position: &Position<W>) -> bool {
        self.is_too_late(position)
    }

    fn repetition_value(&self, position: &Position<W>) -> Option<Advantage> {
        self.value_of_repeating(position)
    }

    fn estimate(&self, position: &Position<W>) -> Estimate {
        self.guess(&position.board)
    }

    fn is_in_danger(&self, position: &Position<W>) -> bool {
        self.threatens_king_win(&position.board, !position.side)
    }

    fn key(&self, position: &Position<W>) -> Option<u64> {
        Some(position.key ^ position.repeated())
    }

    fn horizon(&self, position: &Position<W>) -> u32 {
        self.plies_without_history(position)
    }

    fn has_exact_values(&self) -> bool {
        self.rules.goal != Goal::EdgeRun && self.rules.repetition.result == RepetitionResult::Draw
    }

    fn board_key(&self, position: &Position<W>) -> Option<u64> {
        Some(position.key)
    }

    fn plies_left(&self, position: &Position<W>) -> u32 {
        self.plies_to_a_limit(position)
    }

    fn random_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        moves: &mut Vec<TaflMove>,
    ) -> Option<TaflMove> {
        self.draw_move(position, rng, moves)
    }

    fn format_move(&self, position: &Position<W>, mv: TaflMove) -> String {
        self.write_move(position, mv)
    }

    fn parse_move(&self, position: &Position<W>, text: &str) -> Result<TaflMove, MoveError> {
        self.read_move(position, text)
    }

    fn format_position(&self, position: &Position<W>) -> String {
        self.write_position(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position<W>, PositionError> {
        self.read_position(text)
    }

    fn draw(&self, position: &Position<W>) -> String {
        self.draw_board(position)
    }

    fn draw_signs(&self, position: &Position<W>) -> String {
        self.draw_signs(position)
    }
}

impl<const W: usize> Tafl<W> {
    /// Adds the moves of the side to move, whether or not the game is over.
    pub(super) fn list_moves(&self, position: &Position<W>, moves: &mut Vec<TaflMove>) {
        let board = &position.board;
        let arrivals = self.movement.arrivals(&self.geometry, board, position.side);
        for (piece, from) in board.pieces(position.side) {
            arrivals.for_each_from(&self.geometry, board, from, |to| {
                self.push_choices(board, piece, from, to, moves);
            });
        }
        if self.has_bans(position) {
            moves.retain(|mv| !self.is_banned(position, *mv));
        }
    }

    /// Those of them from one square to another: several where the mover may choose what to take.
    pub(super) fn moves_between(
        &self,
        position: &Position<W>,
        from: Square,
        to: Square,
    ) -> Vec<TaflMove> {
        let mut moves = Vec::new();
        let board = &position.board;
        let own = board.piece_at(from).filter(|piece| piece.side() == position.side);
        if let Some(piece) = own {
            let arrivals = self.movement.arrivals(&self.geometry, board, position.side);
            arrivals.for_each_from(&self.geometry, board, from, |square| {
                if square == to {
                    self.push_choices(board, piece, from, to, &mut moves);
                }
            });
        }
        if self.has_bans(position) {
            moves.retain(|mv| !self.is_banned(position, *mv));
        }
        moves
    }
}
