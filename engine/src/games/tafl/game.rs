//! Tafl as a [`Game`].

use rand::Rng;
use rand::seq::IndexedRandom;

use super::compiled::Tafl;
use super::moves::TaflMove;
use super::position::Position;
use super::rules::Starter;
use super::sampling::TooMany;
use crate::{First, Game, MoveError, Outcome, PositionError, Side};

impl<const W: usize> Game for Tafl<W> {
    type Position = Position<W>;
    type Move = TaflMove;

    fn name(&self) -> &str {
        &self.rules.name
    }

    fn first(&self) -> First {
        match self.rules.first {
            Starter::Attackers => First::Side(Side::Attackers),
            Starter::Defenders => First::Side(Side::Defenders),
            Starter::Lot => First::Lot,
        }
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
        if position.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board()) {
            return;
        }
        let board = &position.board;
        for (piece, from) in board.pieces(position.side) {
            self.movement.for_each_destination(&self.geometry, board, piece, from, |to| {
                self.push_choices(board, piece, from, to, moves);
            });
        }
    }

    fn play(&self, position: &mut Position<W>, mv: TaflMove) {
        self.make(position, mv);
    }

    fn outcome(&self, position: &Position<W>) -> Option<Outcome> {
        position.outcome
    }

    fn random_move(
        &self,
        position: &Position<W>,
        rng: &mut impl Rng,
        moves: &mut Vec<TaflMove>,
    ) -> Option<TaflMove> {
        if position.outcome.is_some_and(|outcome| outcome.cause.is_on_the_board()) {
            return None;
        }
        self.draw_move(position, rng, moves).unwrap_or_else(|TooMany| {
            self.legal_moves(position, moves);
            moves.choose(rng).copied()
        })
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
}
