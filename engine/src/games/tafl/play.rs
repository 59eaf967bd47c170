//! Making a move: the order in which the laws apply.

use super::board::Board;
use super::capture::{Moved, Victims};
use super::compiled::Tafl;
use super::geometry::DIRECTIONS;
use super::moves::{TaflMove, Take};
use super::position::Position;
use super::rules::{Captures, Entering, Piece};
use super::square::Square;
use super::zobrist;
use crate::{Cause, Outcome, Side};

impl<const W: usize> Tafl<W> {
    /// Moves the piece, removes what it takes, and asks whether the game is over.
    #[inline]
    pub(super) fn make(&self, position: &mut Position<W>, mv: TaflMove) {
        if self.has_rare_moves {
            self.make_rare(position, mv);
        } else {
            self.make_as::<false>(position, mv);
        }
    }

    /// The same where the rules have rows, notice or runs along the edge.
    #[inline(never)]
    fn make_rare(&self, position: &mut Position<W>, mv: TaflMove) {
        self.make_as::<true>(position, mv);
    }

    /// The same; what only rare rules have is left out where they do not have it.
    #[inline(always)]
    fn make_as<const RARE: bool>(&self, position: &mut Position<W>, mv: TaflMove) {
        let side = position.side;
        let piece = match side {
            Side::Attackers => Piece::Attacker,
            Side::Defenders if position.board.king == Some(mv.from) => Piece::King,
            Side::Defenders => Piece::Defender,
        };
        let victims = self.taken(&position.board, piece, mv);
        let moved = Moved { board: &position.board, piece, from: mv.from, to: mv.to };
        let besieged = self.king_falls(&moved).then_some(position.board.king).flatten();

        self.take(position, piece, mv.from);
        self.put(position, piece, mv.to);
        for &square in victims.as_slice() {
            self.take(position, Piece::man_of(!side), square);
        }
        if RARE {
            victims.rows.for_each(|square| self.take(position, Piece::man_of(!side), square));
        }
        let suicide = match besieged {
            Some(king) => {
                if !(RARE && self.rules.king_notice) {
                    self.take(position, Piece::King, king);
                }
                false
            }
            None => self.is_suicide(&position.board, piece, mv.to),
        };
        if suicide {
            self.take(position, piece, mv.to);
        }
        let took_men = !victims.as_slice().is_empty() || (RARE && !victims.rows.is_empty());
        let took_king = besieged.is_some() && !(RARE && self.rules.king_notice);
        let mut fell = took_men || took_king || suicide;
        if RARE {
            fell |= self.follow_notice(position, piece, besieged.is_some());
        }
        self.pass_turn(position, mv, fell);
        if RARE && piece == Piece::King && self.is_edge_run(mv.from, mv.to) {
            position.outcome = Some(Outcome::win(Side::Defenders, Cause::KingEscaped));
        }
    }

    /// What the move takes, its choice included.
    pub(super) fn taken(&self, board: &Board<W>, piece: Piece, mv: TaflMove) -> Victims<W> {
        match mv.take {
            // With one to be taken at most, it would be named.
            Take::Every if self.rules.captures == Captures::One => Victims::NONE,
            Take::Every => self.victims(board, piece, mv.from, mv.to),
            Take::Nothing => Victims::NONE,
            Take::One(square) if self.row_places.contains(mv.to) => {
                self.one_capture(&Moved { board, piece, from: mv.from, to: mv.to }, square)
            }
            Take::One(square) => Victims::only(square),
        }
    }

    /// A man that has moved between two enemies and has not freed itself by capturing.
    fn is_suicide(&self, board: &Board<W>, piece: Piece, to: Square) -> bool {
        if self.rules.entering == Entering::Safe || piece == Piece::King {
            return false;
        }
        let side = piece.side();
        let is_enemy = |square: Option<Square>| {
            square.and_then(|square| board.piece_at(square)).is_some_and(|p| p.side() != side)
        };
        let beside = self.geometry.neighbours(to);
        (0..DIRECTIONS / 2).any(|d| is_enemy(beside[d]) && is_enemy(beside[d + DIRECTIONS / 2]))
    }

    #[inline]
    fn put(&self, position: &mut Position<W>, piece: Piece, square: Square) {
        position.board.put(&self.geometry, piece, square);
        position.key ^= zobrist::key(piece, square);
    }

    #[inline]
    pub(super) fn take(&self, position: &mut Position<W>, piece: Piece, square: Square) {
        position.board.take(&self.geometry, piece, square);
        position.key ^= zobrist::key(piece, square);
    }

    #[inline(always)]
    fn pass_turn(&self, position: &mut Position<W>, mv: TaflMove, captured: bool) {
        position.side = !position.side;
        position.key ^= zobrist::SIDE;
        position.ply += 1;
        position.last = Some((mv.from, mv.to));
        if captured {
            // Pieces never come back, so nothing before a capture can recur.
            position.quiet = 0;
            position.begin_history();
        } else {
            position.quiet += 1;
            position.prolong_history();
        }
        position.outcome = self.find_outcome(position);
    }
}
