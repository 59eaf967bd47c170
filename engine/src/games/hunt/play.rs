//! Making a move, and when the game is over.

use super::compiled::Hunt;
use super::moves::HuntMove;
use super::points::Points;
use super::position::Position;
use super::setup::Pieces;
use crate::games::rule_text::Stuck;
use crate::{Cause, Outcome, PerSide, Side};

impl Hunt {
    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&self, position: &mut Position, mv: HuntMove) {
        let side = position.side;
        let mut lasts = self.forward_lasts && side == Side::Attackers && self.is_forward(mv);
        let falls = self.put(&mut position.pieces, &mut position.hands, side, mv);
        if falls {
            position.quiet = 0;
            lasts = true;
        } else {
            position.quiet += 1;
        }
        position.side = !side;
        position.ply += 1;
        position.last = Some((mv.from, mv.to));
        if lasts {
            // Nothing before such a ply can recur.
            position.history.clear();
        }
        position.history.push(position.pieces);
        position.outcome = self.find_outcome(position);
    }

    /// Moves the pieces; gives whether there are other pieces on the board than before.
    #[inline]
    fn put(&self, pieces: &mut Pieces, hands: &mut PerSide<u8>, side: Side, mv: HuntMove) -> bool {
        let (from, to) = (Points::only(mv.from), Points::only(mv.to));
        let before = *pieces;
        let is_placement = mv.is_placement();
        let mut falls = is_placement || !mv.taken.is_empty();
        if is_placement {
            hands[side] -= 1;
        }
        match side {
            Side::Attackers => {
                pieces.many = (pieces.many & !from) | to;
                if self.removes_trapped {
                    let shut_in = self.shut_in(*pieces);
                    pieces.few &= !shut_in;
                    falls |= !shut_in.is_empty();
                }
            }
            Side::Defenders => {
                pieces.few = (pieces.few & !from) | to;
                pieces.many &= !mv.taken;
                if self.has_huffing && !falls {
                    let huffed = self.capturers(before);
                    pieces.few &= !huffed;
                    falls |= !huffed.is_empty();
                    if huffed.has(mv.from) {
                        pieces.few &= !to;
                    }
                }
            }
        }
        falls
    }

    /// Replaces `moves` by those that win at once; the game must go on.
    pub(super) fn list_wins(&self, position: &Position, moves: &mut Vec<HuntMove>) {
        moves.clear();
        self.list_moves(position, moves);
        let mover = position.side;
        moves.retain(|mv| {
            let (mut pieces, mut hands) = (position.pieces, position.hands);
            self.put(&mut pieces, &mut hands, mover, *mv);
            match self.decided(pieces, hands) {
                Some(outcome) => outcome.winner == Some(mover),
                None => self.rules.stuck == Stuck::Loss && !self.can_move(pieces, hands, !mover),
            }
        });
    }

    /// Whether a step leads to a higher rank.
    fn is_forward(&self, mv: HuntMove) -> bool {
        self.graph.place(mv.to).1 > self.graph.place(mv.from).1
    }

    /// How the game ended, or `None` while it goes on.
    #[inline]
    pub(super) fn find_outcome(&self, position: &Position) -> Option<Outcome> {
        if let Some(outcome) = self.decided(position.pieces, position.hands) {
            return Some(outcome);
        }
        if !self.can_move(position.pieces, position.hands, position.side) {
            return Some(self.rules.stuck.outcome(position.side));
        }
        let count = self.rules.repetition.count;
        // From one occurrence to the next each side needs at least two plies.
        if position.history.len() > 4 * (count as usize - 1) && position.occurrences() >= count {
            return Some(Outcome::draw(Cause::Repetition));
        }
        (position.ply >= self.rules.ply_limit).then_some(Outcome::draw(Cause::PlyLimit))
    }

    /// What the board and the hands decide, in the order of the laws.
    #[inline]
    fn decided(&self, pieces: Pieces, hands: PerSide<u8>) -> Option<Outcome> {
        if pieces.few.is_empty() && hands.defenders == 0 {
            return Some(Outcome::win(Side::Attackers, Cause::FewGone));
        }
        if !self.many_goal.is_empty() && (self.many_goal & !pieces.many).is_empty() {
            return Some(Outcome::win(Side::Attackers, Cause::Goal));
        }
        let wanted = self.rules.few_win_captures;
        if wanted > 0 && self.captured(pieces, hands) >= wanted {
            return Some(Outcome::win(Side::Defenders, Cause::Captures));
        }
        let at_goal = !(self.few_goal & pieces.few).is_empty();
        at_goal.then_some(Outcome::win(Side::Defenders, Cause::Goal))
    }

    /// How many of the many are gone.
    pub(super) fn captured(&self, pieces: Pieces, hands: PerSide<u8>) -> u32 {
        self.totals.attackers - pieces.many.count() - u32::from(hands.attackers)
    }
}
