//! Moves: which there are, listed, counted or drawn.

use rand::{Rng, RngExt};

use super::compiled::{Hunt, Leap};
use super::points::Points;
use super::position::Position;
use super::rules::Chain;
use super::setup::Pieces;
use crate::{PerSide, Side};

/// Most captures in one turn that are listed for one piece. Games of the sources never come near it; on a
/// board of one's own the shorter chains come first.
const MOST_CHAINS: usize = 4096;

/// A step, a capture or a placement.
///
/// Two ways round to the same end with the same captives are one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct HuntMove {
    /// The point that the piece leaves; of a placement the point where it is put.
    pub(super) from: u8,
    /// The point where it ends.
    pub(super) to: u8,
    /// What it takes.
    pub(super) taken: Points,
}

impl HuntMove {
    const fn placement(point: u8) -> Self {
        Self { from: point, to: point, taken: Points::NONE }
    }

    /// Whether a piece is put on the board. (A piece that jumps in a circle takes something.)
    pub(super) const fn is_placement(self) -> bool {
        self.from == self.to && self.taken.is_empty()
    }
}

impl Leap {
    /// Where such jumps end, with all captives that `many` offer and on the points of `empty`.
    #[inline]
    pub(super) fn ends(self, few: Points, many: Points, empty: Points) -> Points {
        ((few & self.from).shifted(self.over) & many).shifted(self.on) & empty
    }
}

impl Hunt {
    /// Adds the legal moves of an undecided position.
    pub(super) fn list_moves(&self, position: &Position, moves: &mut Vec<HuntMove>) {
        let Position { pieces, side, .. } = *position;
        let empty = self.empty(pieces);
        if position.places() {
            moves.extend(empty.iter().map(HuntMove::placement));
            return;
        }
        if side == Side::Attackers {
            self.list_steps(side, pieces.many, empty, moves);
            return;
        }
        if self.can_capture(pieces) {
            self.list_captures(pieces, moves);
            if self.must_capture {
                return;
            }
        }
        self.list_steps(side, pieces.few, empty, moves);
    }

    fn list_steps(&self, side: Side, own: Points, empty: Points, moves: &mut Vec<HuntMove>) {
        for shift in &self.steps[side] {
            let ends = (own & shift.from).shifted(shift.by) & empty;
            moves.extend(ends.iter().map(|to| shift.step_to(to)));
        }
    }

    fn list_captures(&self, pieces: Pieces, moves: &mut Vec<HuntMove>) {
        for piece in pieces.few.iter() {
            self.list_chains(pieces, piece, moves);
        }
    }

    /// The captures of one piece, those with fewer jumps first. Each is told by its end and its captives,
    /// which also tell how it can go on, so each is looked at once.
    fn list_chains(&self, pieces: Pieces, from: u8, moves: &mut Vec<HuntMove>) {
        let first = moves.len();
        let start = HuntMove { from, to: from, taken: Points::NONE };
        self.jump_on(pieces, start, first, moves);
        if !self.has_chains {
            return;
        }
        let is_forced = self.rules.chain == Chain::Forced;
        let (mut next, mut kept) = (first, first);
        while next < moves.len() {
            let mv = moves[next];
            let goes_on = self.jump_on(pieces, mv, first, moves);
            // Those that must go on are only kept until all are found, so that none is found twice.
            if !(is_forced && goes_on) {
                moves.swap(kept, next);
                kept += 1;
            }
            next += 1;
        }
        if kept == first && kept < moves.len() {
            // All that were found must go on, farther than the list does: one is followed to its end.
            while let Some(further) = self.jumps(pieces, moves[first]).next() {
                moves[first] = further;
            }
            kept += 1;
        }
        moves.truncate(kept);
    }

    /// The captures that have one jump more than `mv`.
    fn jumps(&self, pieces: Pieces, mv: HuntMove) -> impl Iterator<Item = HuntMove> {
        let many = pieces.many & !mv.taken;
        let others = pieces.few & !Points::only(mv.from);
        let empty = self.graph.points & !many & !others;
        let piece = Points::only(mv.to);
        self.leaps.iter().filter_map(move |leap| {
            let end = leap.ends(piece, many, empty);
            let taken = mv.taken | end.shifted_back(leap.on);
            (!end.is_empty()).then(|| HuntMove { from: mv.from, to: end.first(), taken })
        })
    }

    /// Adds the captures that have one jump more than `mv`, as long as there is room; gives whether there are any.
    fn jump_on(
        &self,
        pieces: Pieces,
        mv: HuntMove,
        first: usize,
        moves: &mut Vec<HuntMove>,
    ) -> bool {
        let mut goes_on = false;
        for further in self.jumps(pieces, mv) {
            goes_on = true;
            if moves.len() < first + MOST_CHAINS && !moves[first..].contains(&further) {
                moves.push(further);
            }
        }
        goes_on
    }

    /// Whether any of the few can jump.
    #[inline]
    pub(super) fn can_capture(&self, pieces: Pieces) -> bool {
        let empty = self.empty(pieces);
        self.leaps.iter().any(|leap| !leap.ends(pieces.few, pieces.many, empty).is_empty())
    }

    /// Those of the few that can jump.
    pub(super) fn capturers(&self, pieces: Pieces) -> Points {
        let empty = self.empty(pieces);
        self.leaps.iter().fold(Points::NONE, |found, leap| {
            let ends = leap.ends(pieces.few, pieces.many, empty);
            found | ends.shifted_back(leap.on).shifted_back(leap.over)
        })
    }

    /// Those of the few that have neither step nor jump.
    pub(super) fn shut_in(&self, pieces: Pieces) -> Points {
        let empty = self.empty(pieces);
        let steps = self.steps[Side::Defenders].iter().fold(Points::NONE, |found, shift| {
            found | ((pieces.few & shift.from).shifted(shift.by) & empty).shifted_back(shift.by)
        });
        pieces.few & !steps & !self.capturers(pieces)
    }

    /// Whether `side` has a move where nothing is decided.
    #[inline]
    pub(super) fn can_move(&self, pieces: Pieces, hands: PerSide<u8>, side: Side) -> bool {
        let empty = self.empty(pieces);
        if hands[side] > 0 {
            return !empty.is_empty();
        }
        let own = if side == Side::Attackers { pieces.many } else { pieces.few };
        let steps = |shift: &super::compiled::Shift| {
            !((own & shift.from).shifted(shift.by) & empty).is_empty()
        };
        self.steps[side].iter().any(steps) || (side == Side::Defenders && self.can_capture(pieces))
    }

    /// How many moves there are; `list` is scratch space.
    pub(super) fn number_of_moves(&self, position: &Position, list: &mut Vec<HuntMove>) -> u64 {
        if position.is_decided() {
            return 0;
        }
        if self.needs_list(position) {
            list.clear();
            self.list_moves(position, list);
            return list.len() as u64;
        }
        let empty = self.empty(position.pieces);
        match position.places() {
            true => u64::from(empty.count()),
            false => u64::from(self.number_of_steps(position.side, position.pieces, empty)),
        }
    }

    /// A uniformly drawn legal move; `list` is scratch space.
    #[inline]
    pub(super) fn draw_move(
        &self,
        position: &Position,
        rng: &mut impl Rng,
        list: &mut Vec<HuntMove>,
    ) -> Option<HuntMove> {
        if position.is_decided() {
            return None;
        }
        if self.needs_list(position) {
            list.clear();
            self.list_moves(position, list);
            return list.get(rng.random_range(0..list.len())).copied();
        }
        let empty = self.empty(position.pieces);
        if position.places() {
            let number = empty.count();
            return (number > 0)
                .then(|| HuntMove::placement(empty.nth(rng.random_range(0..number))));
        }
        let number = self.number_of_steps(position.side, position.pieces, empty);
        if number == 0 {
            return None;
        }
        self.nth_step(position, empty, rng.random_range(0..number))
    }

    /// Whether the moves are more than placements or steps.
    #[inline]
    fn needs_list(&self, position: &Position) -> bool {
        position.side == Side::Defenders && !position.places() && self.can_capture(position.pieces)
    }

    #[inline]
    fn number_of_steps(&self, side: Side, pieces: Pieces, empty: Points) -> u32 {
        let own = if side == Side::Attackers { pieces.many } else { pieces.few };
        let count =
            |shift: &super::compiled::Shift| ((own & shift.from).shifted(shift.by) & empty).count();
        self.steps[side].iter().map(count).sum()
    }

    #[inline]
    fn nth_step(&self, position: &Position, empty: Points, mut number: u32) -> Option<HuntMove> {
        let Position { pieces, side, .. } = *position;
        let own = if side == Side::Attackers { pieces.many } else { pieces.few };
        for shift in &self.steps[side] {
            let ends = (own & shift.from).shifted(shift.by) & empty;
            let count = ends.count();
            if number < count {
                return Some(shift.step_to(ends.nth(number)));
            }
            number -= count;
        }
        None
    }
}

impl super::compiled::Shift {
    #[inline]
    fn step_to(self, to: u8) -> HuntMove {
        HuntMove { from: to.wrapping_sub(self.by as u8) & 63, to, taken: Points::NONE }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rules::HuntRules;
    use super::*;
    use crate::Game;

    /// Jumps lead from every second point of 8x8 points to all others of them, in thousands of ways.
    fn crowd() -> Hunt {
        let name =
            |file: i32, rank: i32| crate::games::lines::point_name((file as usize, rank as usize));
        let mut lines = Vec::new();
        for (file, rank) in (0..8).flat_map(|file| (0..8).map(move |rank| (file, rank))) {
            for (right, up) in [(1, 0), (0, 1), (1, 1), (1, -1)] {
                let row = [0, 1, 2].map(|step| (file + step * right, rank + step * up));
                if row.iter().all(|(file, rank)| (0..8).contains(file) && (0..8).contains(rank)) {
                    lines.push(row.map(|(file, rank)| name(file, rank)).join(" "));
                }
            }
        }
        let text = format!(
            "game = 'hunt'\nname = 'crowd'\ntitle = 'Crowd'\nsource = 'a test'\nlines = {lines:?}\n\
             setup = '8/1g1g1g2/ggggggg1/1g1g1g2/ggggggg1/1g1g1g2/ggggggg1/fg1g1g2'\nfirst = 'defenders'\n\
             chain = 'forced'\ncompulsory = 'yes'\nrepetition = {{ count = 3, result = 'draw' }}\nply_limit = 99\n"
        );
        Hunt::new(&HuntRules::from_toml(&text).expect("rules")).expect("rules")
    }

    #[test]
    fn forced_chains_are_no_shorter_for_being_many() {
        let game = crowd();
        let start = game.start(Side::Defenders);
        let moves = game.moves(&start);
        assert!(!moves.is_empty());
        for mv in &moves {
            let mut after = start.clone();
            game.play(&mut after, *mv);
            let stands = HuntMove { from: mv.to, to: mv.to, taken: Points::NONE };
            assert_eq!(game.jumps(after.pieces, stands).next(), None, "{}", game.write_move(*mv));
        }
        let mut scratch = Vec::new();
        assert_eq!(game.count_moves(&start, &mut scratch), moves.len() as u64);
        let drawn = game.random_move(&start, &mut crate::game_stream(1, 1), &mut scratch);
        assert!(drawn.is_some_and(|mv| moves.contains(&mv)));
    }
}
