//! Moves: which there are, listed, counted or drawn.

use rand::{Rng, RngExt};

use super::compiled::{Dablot, Shift};
use super::pieces::Kind;
use super::points::Points;
use super::position::Position;

/// A step, a capture, an ambush, or the end of a turn.
///
/// Two ways round to the same end with the same captives are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DablotMove {
    /// The point that the piece leaves; of an ambush the victim's point, of the end of a turn the leader's.
    pub(super) from: u8,
    /// The point where it ends; in the last two cases the same.
    pub(super) to: u8,
    pub(super) form: Form,
    /// What is taken; of an ambush the points where its pieces start.
    pub(super) points: Points,
}

/// What sort of a move it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Form {
    /// A piece steps or jumps.
    Walk {
        /// Whether it is a man that cannot get there without going to a lower rank, where that matters.
        goes_back: bool,
    },
    /// Several pieces jump over one.
    Ambush,
    /// The turn is over.
    End,
}

impl Dablot {
    /// Adds the legal moves of an undecided position.
    pub(super) fn list_moves(&self, position: &Position, moves: &mut Vec<DablotMove>) {
        if !self.list_captures(position, moves) {
            self.list_steps(position, moves);
        }
        if self.is_in_turn(position) {
            moves.push(end_of_turn(position));
        }
    }

    /// Adds all captures; gives whether one of them must be made, so that there are no steps.
    fn list_captures(&self, position: &Position, moves: &mut Vec<DablotMove>) -> bool {
        let first = moves.len();
        self.list_jumps(position, &[Kind::Man, Kind::Backed], moves);
        if self.rules.ambush {
            self.list_ambushes(position, moves);
        }
        if self.rules.compulsory {
            // Other pieces than men are not obliged, nor do they do what is due.
            let mut next = first;
            while next < moves.len() {
                match moves[next].form == Form::Ambush && !has_man(position, moves[next].points) {
                    true => drop(moves.swap_remove(next)),
                    false => next += 1,
                }
            }
            if moves.len() > first {
                return true;
            }
            if self.rules.ambush {
                self.list_ambushes(position, moves);
            }
        }
        self.list_jumps(position, &[Kind::Officer, Kind::Son, Kind::Leader], moves);
        false
    }

    fn list_steps(&self, position: &Position, moves: &mut Vec<DablotMove>) {
        for group in self.groups(position) {
            for shift in &self.shifts {
                let ends = group.ends(shift);
                moves.extend(ends.iter().map(|to| self.step(position, shift, to)));
            }
        }
    }

    /// The pieces that step, in groups that step alike.
    #[inline]
    fn groups(&self, position: &Position) -> impl Iterator<Item = Group> + use<> {
        let (pieces, side) = (&position.pieces, position.side);
        let (own, empty) = (pieces.side(side), self.empty(pieces));
        let held = if self.holds_men() { pieces.men(side) } else { Points::NONE };
        let free = Group { pieces: own & !held, empty, holds: None };
        let held = Group { pieces: held, empty, holds: Some(side) };
        [free, held].into_iter().filter(|group| !group.pieces.is_empty())
    }

    fn step(&self, position: &Position, shift: &Shift, to: u8) -> DablotMove {
        let from = to.wrapping_sub(shift.by as u8) & 127;
        let goes_back = self.marks_backed
            && shift.back[position.side].has(from)
            && position.pieces.men(position.side).has(from);
        DablotMove { from, to, form: Form::Walk { goes_back }, points: Points::NONE }
    }

    /// Whether the side to move can move where nothing is decided.
    #[inline]
    pub(super) fn can_move(&self, position: &Position) -> bool {
        self.is_in_turn(position)
            || self
                .groups(position)
                .any(|group| self.shifts.iter().any(|shift| !group.ends(shift).is_empty()))
            || Kind::ALL.into_iter().any(|kind| !self.jumpers(position, kind).is_empty())
            || (self.rules.ambush && {
                let mut found = Vec::new();
                self.list_ambushes(position, &mut found);
                !found.is_empty()
            })
    }

    /// How many moves there are; `list` is scratch space.
    pub(super) fn number_of_moves(&self, position: &Position, list: &mut Vec<DablotMove>) -> u64 {
        if position.is_decided() {
            return 0;
        }
        list.clear();
        let must_capture = self.list_captures(position, list);
        let steps = if must_capture { 0 } else { self.number_of_steps(position) };
        list.len() as u64 + u64::from(steps) + u64::from(self.is_in_turn(position))
    }

    /// A uniformly drawn legal move; `list` is scratch space.
    #[inline]
    pub(super) fn draw_move(
        &self,
        position: &Position,
        rng: &mut impl Rng,
        list: &mut Vec<DablotMove>,
    ) -> Option<DablotMove> {
        if position.is_decided() {
            return None;
        }
        list.clear();
        let must_capture = self.list_captures(position, list);
        if self.is_in_turn(position) {
            list.push(end_of_turn(position));
        }
        let others = list.len() as u32;
        let steps = if must_capture { 0 } else { self.number_of_steps(position) };
        if others + steps == 0 {
            return None;
        }
        let drawn = rng.random_range(0..others + steps);
        match list.get(drawn as usize) {
            Some(mv) => Some(*mv),
            None => self.nth_step(position, drawn - others),
        }
    }

    #[inline]
    fn number_of_steps(&self, position: &Position) -> u32 {
        let count = |group: Group| -> u32 {
            self.shifts.iter().map(|shift| group.ends(shift).count()).sum()
        };
        self.groups(position).map(count).sum()
    }

    #[inline]
    fn nth_step(&self, position: &Position, mut number: u32) -> Option<DablotMove> {
        for group in self.groups(position) {
            for shift in &self.shifts {
                let ends = group.ends(shift);
                let count = ends.count();
                if number < count {
                    return Some(self.step(position, shift, ends.nth(number)));
                }
                number -= count;
            }
        }
        None
    }
}

/// Pieces that step alike.
#[derive(Clone, Copy)]
struct Group {
    pieces: Points,
    empty: Points,
    /// The side whose men these are, if they may not go back.
    holds: Option<crate::Side>,
}

impl Group {
    /// Where their steps of one sort end.
    #[inline]
    fn ends(&self, shift: &Shift) -> Points {
        let from = match self.holds {
            None => shift.from,
            Some(side) => shift.from & !shift.back[side],
        };
        (self.pieces & from).shifted(shift.by) & self.empty
    }
}

/// The move that hands over before all actions are taken. The leader stands for it: there is always one.
fn end_of_turn(position: &Position) -> DablotMove {
    let leader = position.pieces.of(position.side, Kind::Leader).first();
    DablotMove { from: leader, to: leader, form: Form::End, points: Points::NONE }
}

fn has_man(position: &Position, points: Points) -> bool {
    !(points & position.pieces.men(position.side)).is_empty()
}
