//! What attacks a square, and which moves would leave a royal piece in check.

use super::board::Board;
use super::compiled::Chess;
use super::kinds::{Kind, RISES};
use super::squares::Squares;
use crate::Side;

/// The pieces as they stand, or as they would after a move: a side's enemies and all that is occupied. What each
/// enemy is does not change.
#[derive(Clone, Copy)]
pub(super) struct View<'a> {
    pub board: &'a Board,
    pub enemies: Squares,
    pub occupied: Squares,
}

/// What a side must mind about its royal piece in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Guard {
    /// Where the royal piece stands, if there is one.
    pub throne: Option<u8>,
    /// Whether it is attacked.
    pub is_check: bool,
    /// Pieces that may move to any square without harm to it.
    pub free: Squares,
}

impl Chess {
    /// Whether a piece of `side`, whose pieces are the enemies of the view, attacks a square.
    #[inline]
    pub(super) fn is_attacked(&self, view: View<'_>, side: Side, square: u8) -> bool {
        let at = usize::from(square);
        let leapers = self.leapers[at] & view.enemies;
        let leaps = |from: u8| {
            let kind = self.kind(view.board.letter(from));
            kind.attacks() && kind.leaps[usize::from(from)].has(square)
        };
        if leapers.iter().any(leaps) || self.is_attacked_by_pawns(view, side, square) {
            return true;
        }
        for (way, rays) in self.lines.rays.iter().enumerate() {
            let ray = rays[at];
            if (ray & view.enemies).is_empty() {
                continue;
            }
            let first = self.lines.first_on(ray, way, view.occupied);
            if first.is_some_and(|first| view.enemies.has(first) && self.slides(view, first, way)) {
                return true;
            }
        }
        let shooters = self.shooters[at] & view.enemies;
        if shooters.iter().any(|from| self.shots(view.board.letter(from), from).has(square)) {
            return true;
        }
        self.walkers(view, square)
            .any(|(kind, from)| self.reached(kind, from, view.occupied).has(square))
    }

    /// Whether the piece on a square attacks along a line, seen either way.
    #[inline]
    fn slides(&self, view: View<'_>, from: u8, way: usize) -> bool {
        let kind = self.kind(view.board.letter(from));
        kind.slides >> way & 1 != 0 && kind.attacks()
    }

    #[inline]
    fn is_attacked_by_pawns(&self, view: View<'_>, side: Side, square: u8) -> bool {
        // Seen from the square, a pawn of the one side stands where one of the other would take.
        let pawns = self.pawns.takes[!side][usize::from(square)] & view.enemies;
        pawns.iter().any(|from| self.kind(view.board.letter(from)).is_pawn)
    }

    /// Enemies that walk, and would come to a square if nothing stood in their way.
    #[inline]
    fn walkers<'a>(&'a self, view: View<'a>, square: u8) -> impl Iterator<Item = (&'a Kind, u8)> {
        let near = self.walks[usize::from(square)] & view.enemies;
        let kinds = near.iter().map(move |from| (self.kind(view.board.letter(from)), from));
        kinds.filter(|(kind, _)| kind.walk > 0 && kind.attacks())
    }

    /// The squares of some that the pieces of `side`, the enemies of the view, do not attack: all at once, for a piece
    /// that may go to many.
    pub(super) fn unattacked(&self, view: View<'_>, side: Side, squares: Squares) -> Squares {
        let mut left = squares;
        for from in view.enemies.iter() {
            let letter = view.board.letter(from);
            let kind = self.kind(letter);
            left = left & !self.shots(letter, from);
            if kind.is_pawn {
                left = left & !self.pawns.takes[side][usize::from(from)];
            } else if kind.takes {
                left = left & !self.reached(kind, from, view.occupied);
            }
            if left.is_empty() {
                break;
            }
        }
        left
    }

    /// What `side` must mind.
    #[inline]
    pub(super) fn guard(&self, board: &Board, side: Side) -> Guard {
        let own = board.of(side);
        let Some(throne) = board.throne(side) else {
            return Guard { throne: None, is_check: false, free: own };
        };
        let is_check = self.is_check(board, side, throne);
        // Who steps out of a walk's way may open it.
        let view = View { board, enemies: board.of(!side), occupied: board.all() };
        let held = is_check || self.walkers(view, throne).next().is_some();
        let free = if held { Squares::NONE } else { own & !self.shields(board, side, throne) };
        Guard { throne: Some(throne), is_check, free: free.without(throne) }
    }

    #[inline]
    fn is_check(&self, board: &Board, side: Side, throne: u8) -> bool {
        let view = View { board, enemies: board.of(!side), occupied: board.all() };
        self.is_attacked(view, !side, throne)
    }

    /// Whether the royal piece of `side` is attacked.
    pub(super) fn is_in_check(&self, board: &Board, side: Side) -> bool {
        board.throne(side).is_some_and(|throne| self.is_check(board, side, throne))
    }

    /// The pieces of `side` that stand alone between its royal piece and an enemy that slides.
    #[inline]
    fn shields(&self, board: &Board, side: Side, throne: u8) -> Squares {
        let (own, enemies, occupied) = (board.of(side), board.of(!side), board.all());
        let view = View { board, enemies, occupied };
        let mut shields = Squares::NONE;
        for (way, rays) in self.lines.rays.iter().enumerate() {
            let blockers = rays[usize::from(throne)] & occupied;
            if (blockers & enemies).is_empty() {
                continue;
            }
            let next = |set: Squares| if RISES[way] { set.first() } else { set.last() };
            let Some(shield) = next(blockers).filter(|square| own.has(*square)) else { continue };
            let behind = next(blockers.without(shield));
            if behind.is_some_and(|from| enemies.has(from) && self.slides(view, from, way)) {
                shields.insert(shield);
            }
        }
        shields
    }
}
