//! Jumps, and what jumps can follow them in one move.

use super::compiled::{Dablot, Leap};
use super::moves::{DablotMove, Form};
use super::pieces::Kind;
use super::points::Points;
use super::position::Position;

/// Most captures in one move that are listed for one piece. Games of the sources never come near it; on a
/// board of one's own the shorter chains come first.
const MOST_CHAINS: usize = 4096;

/// A piece that jumps, and what it may jump over.
struct Jumper {
    from: u8,
    is_man: bool,
    /// Enemies of its rank or lower ones.
    victims: Points,
    /// What blocks the way beside those: everything else that stands there.
    others: Points,
}

impl Dablot {
    /// Adds the captures by pieces of these kinds.
    pub(super) fn list_jumps(
        &self,
        position: &Position,
        kinds: &[Kind],
        moves: &mut Vec<DablotMove>,
    ) {
        for kind in kinds {
            let jumpers = self.jumpers(position, *kind);
            if jumpers.is_empty() {
                continue;
            }
            let (pieces, side) = (&position.pieces, position.side);
            let victims = self.up_to(pieces, !side, self.ladder[*kind as usize]);
            for from in jumpers.iter() {
                let others = pieces.all() & !victims & !Points::only(from);
                let jumper = Jumper { from, is_man: kind.is_man(), victims, others };
                self.list_chains(position, &jumper, moves);
            }
        }
    }

    /// The pieces of one kind of the side to move that can jump.
    #[inline]
    pub(super) fn jumpers(&self, position: &Position, kind: Kind) -> Points {
        let (pieces, side) = (&position.pieces, position.side);
        let movers = pieces.of(side, kind);
        if movers.is_empty() {
            return Points::NONE;
        }
        let victims = self.up_to(pieces, !side, self.ladder[kind as usize]);
        let empty = self.empty(pieces);
        self.leaps.iter().fold(Points::NONE, |found, leap| {
            let movers = movers & self.starts(leap, position, kind.is_man());
            let ends = leap.ends(movers, victims, empty);
            found | leap.captive(ends).shifted_back(leap.over)
        })
    }

    /// Where such jumps of the side to move may begin.
    #[inline]
    pub(super) fn starts(&self, leap: &Leap, position: &Position, is_man: bool) -> Points {
        match is_man && self.holds_men() {
            true => leap.from & !leap.back[position.side],
            false => leap.from,
        }
    }

    /// The captures of one piece, those with fewer jumps first. Each is told by its end and its captives,
    /// which also tell how it can go on, so each is looked at once.
    fn list_chains(&self, position: &Position, jumper: &Jumper, moves: &mut Vec<DablotMove>) {
        let first = moves.len();
        let form = Form::Walk { goes_back: false };
        let start = DablotMove { from: jumper.from, to: jumper.from, form, points: Points::NONE };
        self.jump_on(position, jumper, start, first, moves);
        let mut next = first;
        while self.has_chains && next < moves.len() {
            self.jump_on(position, jumper, moves[next], first, moves);
            next += 1;
        }
    }

    /// Adds the captures that have one jump more than `mv`.
    fn jump_on(
        &self,
        position: &Position,
        jumper: &Jumper,
        mv: DablotMove,
        first: usize,
        moves: &mut Vec<DablotMove>,
    ) {
        let victims = jumper.victims & !mv.points;
        let empty = self.board.points & !victims & !jumper.others;
        let piece = Points::only(mv.to);
        for leap in &self.leaps {
            let from = piece & self.starts(leap, position, jumper.is_man);
            let end = leap.ends(from, victims, empty);
            if end.is_empty() {
                continue;
            }
            let goes_back = mv.form == Form::Walk { goes_back: true }
                || (self.marks_backed && jumper.is_man && leap.back[position.side].has(mv.to));
            let (to, points) = (end.first(), mv.points | leap.captive(end));
            let form = Form::Walk { goes_back };
            let further = DablotMove { from: jumper.from, to, form, points };
            let same = |known: &DablotMove| known.to == to && known.points == points;
            match moves[first..].iter().position(same) {
                // One way round that does not go back is enough. All ways have as many jumps, so all are known
                // before the move is gone on from.
                Some(known) if !goes_back => moves[first + known].form = form,
                None if moves.len() < first + MOST_CHAINS => moves.push(further),
                _ => {}
            }
        }
    }
}
