//! Making a move, and when the game is over.

use super::compiled::Dablot;
use super::moves::{DablotMove, Form};
use super::pieces::{Kind, Pieces};
use super::position::Position;
use crate::games::rule_text::Stuck;
use crate::{Cause, Outcome, Side};

impl Dablot {
    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&self, position: &mut Position, mv: DablotMove) {
        self.put(&mut position.pieces, position.side, mv);
        if mv.takes() {
            // Nothing before a capture can recur.
            position.history.clear();
            position.quiet = 0;
        } else {
            position.quiet += 1;
        }
        self.pass_on(position, mv);
        position.ply += 1;
        position.last = Some((mv.from, mv.to));
        position.history.push(position.key());
        position.outcome = self.find_outcome(position);
    }

    /// Whose turn it is after a move.
    #[inline]
    fn pass_on(&self, position: &mut Position, mv: DablotMove) {
        if position.left > 1 && matches!(mv.form, Form::Walk { .. }) {
            position.left -= 1;
        } else {
            position.side = !position.side;
            position.left = self.actions;
        }
    }

    /// Moves the pieces.
    #[inline]
    fn put(&self, pieces: &mut Pieces, side: Side, mv: DablotMove) {
        match mv.form {
            Form::End => {}
            Form::Walk { goes_back } => {
                for point in mv.points.iter() {
                    take(pieces, !side, point);
                }
                self.walk(pieces, side, (mv.from, mv.to), goes_back);
            }
            Form::Ambush => {
                for from in mv.points.iter() {
                    if let Some((to, goes_back)) = self.past(side, from, mv.from) {
                        self.walk(pieces, side, (from, to), goes_back);
                    }
                }
                take(pieces, !side, mv.from);
            }
        }
    }

    /// Moves one piece, which may become another.
    #[inline]
    fn walk(&self, pieces: &mut Pieces, side: Side, (from, to): (u8, u8), goes_back: bool) {
        let Some(kind) = pieces.kind(side, from) else { return };
        pieces.toggle(side, kind, from);
        let becomes = match kind {
            Kind::Man if goes_back && self.marks_backed => Kind::Backed,
            Kind::Man if self.far_rank[side].has(to) => Kind::Officer,
            other => other,
        };
        pieces.toggle(side, becomes, to);
    }

    /// Where a jump from `from` over `victim` ends, and whether that is on a lower rank.
    pub(super) fn past(&self, side: Side, from: u8, victim: u8) -> Option<(u8, bool)> {
        let leaps = self.leaps.iter().filter(|leap| leap.from.has(from));
        let leap = leaps.copied().find(|leap| leap.row(from)[1] == victim)?;
        Some((leap.row(from)[2], leap.back[side].has(from)))
    }

    /// Replaces `moves` by those that win at once; the game must go on.
    pub(super) fn list_wins(&self, position: &Position, moves: &mut Vec<DablotMove>) {
        moves.clear();
        self.list_moves(position, moves);
        let mover = position.side;
        let loses_stuck = self.rules.stuck == Stuck::Loss;
        moves.retain(|mv| {
            let mut next = Position { history: Vec::new(), ..*position };
            self.put(&mut next.pieces, mover, *mv);
            self.pass_on(&mut next, *mv);
            match decided(&next.pieces) {
                Some(outcome) => outcome.winner == Some(mover),
                None => loses_stuck && next.side != mover && !self.can_move(&next),
            }
        });
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub(super) fn find_outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = decided(&position.pieces) {
            return Some(outcome);
        }
        if !self.can_move(position) {
            return Some(self.rules.stuck.outcome(position.side));
        }
        let count = self.rules.repetition.count;
        if position.history.len() >= count as usize && position.occurrences() >= count {
            return Some(Outcome::draw(Cause::Repetition));
        }
        if self.rules.quiet_limit.is_some_and(|limit| position.quiet >= limit) {
            return Some(Outcome::draw(Cause::QuietLimit));
        }
        (position.ply >= self.rules.ply_limit).then_some(Outcome::draw(Cause::PlyLimit))
    }
}

/// What the board decides: a side has lost whose leader is gone or alone, the attackers first.
#[inline]
fn decided(pieces: &Pieces) -> Option<Outcome> {
    Side::ALL.into_iter().find_map(|side| {
        let leader = pieces.of(side, Kind::Leader);
        if leader.is_empty() {
            return Some(Outcome::win(!side, Cause::LeaderTaken));
        }
        (pieces.side(side) == leader).then_some(Outcome::win(!side, Cause::LeaderAlone))
    })
}

fn take(pieces: &mut Pieces, side: Side, point: u8) {
    if let Some(kind) = pieces.kind(side, point) {
        pieces.toggle(side, kind, point);
    }
}

impl DablotMove {
    /// Whether something is taken.
    const fn takes(self) -> bool {
        match self.form {
            Form::Walk { .. } => !self.points.is_empty(),
            Form::Ambush => true,
            Form::End => false,
        }
    }
}
