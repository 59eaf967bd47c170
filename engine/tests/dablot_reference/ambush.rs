//! Ambushes: every group of pieces is tried.

use super::boards::{Point, name};
use super::laws::{Laws, is_man, side_of};
use super::state::State;

/// One piece of an ambush.
#[derive(Clone, Copy)]
struct Jump {
    from: Point,
    to: Point,
    letter: char,
}

impl State {
    /// Every ambush as text, what stands on the board after it, and whether a man takes part.
    pub(super) fn ambushes(&self, laws: &Laws) -> Vec<(String, Self, bool)> {
        let mut found = Vec::new();
        for (victim, letter) in self.pieces(1 - self.turn) {
            let wanted = laws.rank(letter);
            let jumps: Vec<Jump> = self.jumps_over(laws, victim, wanted);
            for group in 0_u32..1 << jumps.len() {
                let chosen = (0..jumps.len()).filter(|nth| group >> nth & 1 == 1);
                let chosen: Vec<Jump> = chosen.map(|nth| jumps[nth]).collect();
                if chosen.len() >= 2 && is_just_enough(laws, &chosen, wanted) {
                    found.push(self.carried_out(laws, victim, chosen));
                }
            }
        }
        found
    }

    /// Jumps of lower pieces over the victim, each to an empty point.
    fn jumps_over(&self, laws: &Laws, victim: Point, rank: usize) -> Vec<Jump> {
        let over = laws.ways.jumps.iter().filter(|(_, over, _)| *over == victim);
        let jump = |(from, _, to): &(Point, Point, Point)| {
            let letter = *self.board.get(from)?;
            let may = side_of(letter) == self.turn
                && laws.rank(letter) < rank
                && self.is_empty(*to)
                && self.may_go(laws, letter, *from, *to);
            may.then_some(Jump { from: *from, to: *to, letter })
        };
        over.filter_map(jump).collect()
    }

    fn carried_out(
        &self,
        laws: &Laws,
        victim: Point,
        mut jumps: Vec<Jump>,
    ) -> (String, Self, bool) {
        jumps.sort_by_key(|jump| (jump.from.1, jump.from.0));
        let mut next = self.clone();
        next.board.remove(&victim);
        for jump in &jumps {
            next.board.remove(&jump.from);
        }
        for jump in &jumps {
            let back = (jump.to.1 - jump.from.1) * if self.turn == 0 { 1 } else { -1 } < 0;
            next.arrive(laws, jump.letter, jump.to, back);
        }
        let texts: Vec<String> =
            jumps.iter().map(|jump| format!("{}-{}", name(jump.from), name(jump.to))).collect();
        let has_man = jumps.iter().any(|jump| is_man(jump.letter));
        (format!("{}x{}", texts.join("+"), name(victim)), next, has_man)
    }
}

/// Whether the pieces reach the rank together, no two the same point, and none can be left out.
fn is_just_enough(laws: &Laws, jumps: &[Jump], wanted: usize) -> bool {
    let ranks = jumps.iter().map(|jump| laws.rank(jump.letter));
    let sum: usize = ranks.clone().sum();
    let distinct = |of: fn(&Jump) -> Point| {
        let points: std::collections::BTreeSet<Point> = jumps.iter().map(of).collect();
        points.len() == jumps.len()
    };
    sum >= wanted
        && ranks.clone().all(|rank| sum - rank < wanted)
        && distinct(|jump| jump.from)
        && distinct(|jump| jump.to)
}
