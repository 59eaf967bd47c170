//! Moves: which there are, listed or counted.

use super::board::Letter;
use super::compiled::Chess;
use super::danger::{Guard, View};
use super::position::Position;
use super::squares::Squares;

/// So many squares are looked at one by one; of more it is quicker to ask what the enemies attack.
const FEW: u32 = 8;

/// A move of a piece, or of a whole rank, or the sign to charge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChessMove {
    /// The square that the piece leaves; of a rank its first square, of the sign to charge the board's.
    pub(super) from: u8,
    /// The square where it ends, or that it shoots at; of a rank the square ahead of its first one.
    pub(super) to: u8,
    pub(super) form: Form,
}

/// What sort of a move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Form {
    /// A piece goes to a square and takes what stands there.
    Go,
    /// The same, and becomes a piece of this kind, or brings one back.
    Into(Letter),
    /// A pawn takes another that has gone over the square.
    Passing,
    /// A king and a rook move; the place among the castlings.
    Castle(u8),
    /// A piece goes, and takes along the one on this square.
    Carry(u8),
    /// A piece takes from afar.
    Shoot,
    /// A whole rank goes ahead.
    Deploy,
    /// The pieces of all files are about to move.
    Charge,
}

impl Chess {
    /// Adds the legal moves of an undecided position.
    pub(super) fn list_moves(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        let guard = self.guard(&position.board, position.side);
        for from in self.movers(position).iter() {
            let letter = position.board.letter(from);
            let targets = self.goes(position, guard, letter, from);
            moves.extend(targets.iter().map(|to| ChessMove { from, to, form: Form::Go }));
            self.list_special(position, guard, letter, from, moves);
        }
        self.list_together(position, guard, moves);
    }

    /// How many moves there are; `list` is scratch space.
    #[inline]
    pub(super) fn number_of_moves(&self, position: &Position, list: &mut Vec<ChessMove>) -> u64 {
        list.clear();
        if position.is_decided() {
            return 0;
        }
        let guard = self.guard(&position.board, position.side);
        let mut count = 0;
        for from in self.movers(position).iter() {
            let letter = position.board.letter(from);
            count += self.goes(position, guard, letter, from).count();
            self.list_special(position, guard, letter, from, list);
        }
        self.list_together(position, guard, list);
        u64::from(count) + list.len() as u64
    }

    /// Whether the side to move can move where nothing is decided, and whether it is in check.
    #[inline]
    pub(super) fn can_move(&self, position: &Position) -> (bool, Guard) {
        let guard = self.guard(&position.board, position.side);
        let mut list = Vec::new();
        for from in self.movers(position).iter() {
            if self.piece_can_move(position, guard, from, &mut list) {
                return (true, guard);
            }
        }
        self.list_together(position, guard, &mut list);
        (!list.is_empty(), guard)
    }

    /// Whether the piece on a square can move; `list` is scratch space and empty.
    pub(super) fn piece_can_move(
        &self,
        position: &Position,
        guard: Guard,
        from: u8,
        list: &mut Vec<ChessMove>,
    ) -> bool {
        let letter = position.board.letter(from);
        if !self.goes(position, guard, letter, from).is_empty() {
            return true;
        }
        self.list_special(position, guard, letter, from, list);
        !list.is_empty()
    }

    /// The pieces that may move: in a charge those of one file that have not.
    #[inline]
    fn movers(&self, position: &Position) -> Squares {
        let own = position.board.of(position.side);
        match position.charge {
            None => own,
            Some(charge) => own & self.lines.file(charge.file) & !charge.moved,
        }
    }

    /// Where a piece may go and stay what it is.
    #[inline]
    fn goes(&self, position: &Position, guard: Guard, letter: Letter, from: u8) -> Squares {
        let (board, side) = (&position.board, position.side);
        let mut targets = self.targets(board, side, letter, from);
        if self.must_change(letter) {
            targets = targets & !self.last_rank[side];
        }
        self.safe(position, guard, from, targets)
    }

    /// Those of a piece's targets that leave its royal piece unharmed.
    pub(super) fn safe(
        &self,
        position: &Position,
        guard: Guard,
        from: u8,
        targets: Squares,
    ) -> Squares {
        let Some(throne) = guard.throne.filter(|_| !guard.free.has(from)) else { return targets };
        let (board, side) = (&position.board, position.side);
        if from == throne && targets.count() > FEW {
            let (enemies, occupied) = (board.of(!side), board.all().without(from));
            return self.unattacked(View { board, enemies, occupied }, !side, targets);
        }
        let is_safe = |to: &u8| {
            let throne = if from == throne { *to } else { throne };
            let enemies = board.of(!side).without(*to);
            let occupied = board.all().without(from).with(*to);
            !self.is_attacked(View { board, enemies, occupied }, !side, throne)
        };
        targets.iter().filter(is_safe).collect()
    }

    /// Whether a piece that arrives on the last rank must become another.
    #[inline]
    pub(super) fn must_change(&self, letter: Letter) -> bool {
        self.kind(letter).is_pawn && !self.promotes_to.is_empty()
    }
}
