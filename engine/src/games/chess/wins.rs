//! Moves that win at once. Most moves can be seen not to win without being made.

use super::board::Board;
use super::compiled::Chess;
use super::moves::{ChessMove, Form};
use super::position::Position;
use super::squares::Squares;
use crate::Side;

/// A plain move disturbs two replies at most, if they have no square in common.
const ENOUGH: usize = 3;

/// What a plain move must do if it is to win.
struct Hints {
    /// From these squares the enemy's royal piece could be attacked.
    near: Squares,
    /// What stands first on each line from there: a line may open behind it.
    screens: Squares,
    /// Moves that the enemy has, by the two squares of each: one of them is left if neither is disturbed. `None`
    /// where nobody wins by leaving the other without a move.
    replies: Option<Vec<Squares>>,
}

impl Chess {
    /// Replaces `moves` by those that win at once; the game must go on.
    pub(super) fn list_wins(&self, position: &Position, moves: &mut Vec<ChessMove>) {
        moves.clear();
        let hints = self.hints(position);
        if hints.as_ref().is_some_and(|hints| self.is_hopeless(position, hints)) {
            return;
        }
        self.list_moves(position, moves);
        let mover = position.side;
        moves.retain(|mv| {
            if hints.as_ref().is_some_and(|hints| !self.may_win(hints, *mv)) {
                return false;
            }
            let mut next = Position { history: Vec::new(), ..*position };
            self.make(&mut next, *mv);
            next.outcome.is_some_and(|outcome| outcome.winner == Some(mover))
        });
    }

    /// What must be true of plain moves that win; `None` where nothing is known.
    fn hints(&self, position: &Position) -> Option<Hints> {
        let (board, enemy) = (&position.board, !position.side);
        let count = |letter: &u8| u32::from(board.count(enemy, *letter));
        let imperials: u32 = self.imperials.iter().map(count).sum();
        // A capture of the last imperial piece wins; and the last plies of a charge are another matter.
        if position.charge.is_some() || !self.imperials.is_empty() && imperials < 2 {
            return None;
        }
        let (near, screens) = match board.throne(enemy) {
            None => (Squares::NONE, Squares::NONE),
            Some(throne) => self.approaches(board, enemy, throne),
        };
        let loses = self.rules.stuck.outcome(enemy).winner.is_some();
        let replies = loses.then(|| self.replies(board, enemy, screens));
        Some(Hints { near, screens, replies })
    }

    /// Squares from which the royal piece of `side` on its throne might be attacked, and what screens it from there.
    fn approaches(&self, board: &Board, side: Side, throne: u8) -> (Squares, Squares) {
        let at = usize::from(throne);
        let occupied = board.all();
        let mut near = self.leapers[at] | self.shooters[at] | self.walks[at];
        near |= self.pawns.takes[side][at] | Squares::only(throne);
        let mut screens = Squares::NONE;
        for (way, rays) in self.lines.rays.iter().enumerate() {
            near |= self.lines.slide(throne, way, occupied);
            if let Some(first) = self.lines.first_on(rays[at], way, occupied) {
                screens.insert(first);
            }
        }
        // Whoever leaves the way of a piece that walks may open it.
        let walks = |from: u8| self.kind(board.letter(from)).walk > 0;
        if (self.walks[at] & board.of(!side)).iter().any(walks) {
            screens = Squares::ALL;
        }
        (near, screens)
    }

    /// Some moves of `side` that stay legal while nothing happens on their two squares, and no line to its royal
    /// piece opens: by a piece that screens nothing, to an empty square that it needs no way to.
    fn replies(&self, board: &Board, side: Side, screens: Squares) -> Vec<Squares> {
        let free = self.guard(board, side).free & !screens;
        let mut replies: Vec<Squares> = Vec::with_capacity(ENOUGH);
        let mut used = Squares::NONE;
        for from in free.iter() {
            let letter = board.letter(from);
            let kind = self.kind(letter);
            if kind.is_pawn {
                continue;
            }
            let near =
                if kind.walk > 0 { kind.steps[usize::from(from)] } else { self.lines.around(from) };
            let close = near | kind.leaps[usize::from(from)];
            let to = self.targets(board, side, letter, from) & close & !board.all() & !used;
            let Some(to) = to.first().filter(|_| !used.has(from)) else { continue };
            let reply = Squares::only(from).with(to);
            used |= reply;
            replies.push(reply);
            if replies.len() == ENOUGH {
                break;
            }
        }
        replies
    }

    /// Whether no move at all can win: there is no royal piece to attack, and whatever moves, the enemy has a reply. A
    /// rank that advances disturbs what lies ahead of it, and any other move two squares.
    fn is_hopeless(&self, position: &Position, hints: &Hints) -> bool {
        let Some(replies) = &hints.replies else { return hints.near.is_empty() };
        let leaves_one = |ahead| replies.iter().any(|reply| (*reply & ahead).is_empty());
        hints.near.is_empty()
            && replies.len() == ENOUGH
            && (!self.rules.deployment
                || self.deployments(position).all(|(_, to)| leaves_one(self.lines.rank(to))))
    }

    /// Whether a move could win, at first sight.
    fn may_win(&self, hints: &Hints, mv: ChessMove) -> bool {
        let (left, reached) = match mv.form {
            Form::Go => (Squares::only(mv.from), Squares::only(mv.to)),
            Form::Shoot => (Squares::only(mv.to), Squares::only(mv.to)),
            Form::Carry(rider) => {
                let seat = self.seat(rider, (mv.from, mv.to)).unwrap_or(rider);
                (Squares::only(mv.from).with(rider), Squares::only(mv.to).with(seat))
            }
            _ => return true,
        };
        let checks = !(left & hints.screens).is_empty() || !(reached & hints.near).is_empty();
        let is_untouched = |reply: &Squares| (*reply & reached).is_empty();
        checks || hints.replies.as_ref().is_some_and(|replies| !replies.iter().any(is_untouched))
    }
}
