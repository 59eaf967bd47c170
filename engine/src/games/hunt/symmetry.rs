//! Which turns and mirrors of a board keep its lines, its laws and the pieces at the start.

use std::collections::BTreeSet;

use super::compiled::{Hunt, Leap, Shift};
use super::graph::Edge;
use super::points::Points;
use crate::Side;
use crate::games::lines::turns;

/// The symmetries as permutations of the squares of the board's rectangle, the identity first.
pub(super) fn symmetries(game: &Hunt) -> Vec<Vec<u16>> {
    let shape = game.graph.shape;
    let laws = Laws::new(game);
    let mut found: Vec<Vec<u16>> = Vec::new();
    // A map of the whole rectangle is nothing else than one that moves the same points.
    let same = |one: &[u16], other: &[u16]| {
        game.graph.points.iter().all(|point| one[usize::from(point)] == other[usize::from(point)])
    };
    for map in turns(shape).into_iter().chain([ranks_reversed(game)]) {
        if laws.are_kept(game, &map) && !found.iter().any(|known| same(known, &map)) {
            found.push(map);
        }
    }
    found
}

/// Left and right exchanged on each rank, among the points that it has: the mirror of boards whose points
/// do not lie in a rectangle, such as the triangle.
fn ranks_reversed(game: &Hunt) -> Vec<u16> {
    let shape = game.graph.shape;
    let mut map: Vec<u16> = (0..shape.squares() as u16).collect();
    for rank in 0..shape.height {
        let points: Vec<u8> = (game.graph.points & game.graph.rank(rank)).iter().collect();
        for (one, other) in points.iter().zip(points.iter().rev()) {
            map[usize::from(*one)] = u16::from(*other);
        }
    }
    map
}

/// All that a symmetry must keep, point by point.
struct Laws {
    edges: BTreeSet<Edge>,
    many: BTreeSet<Edge>,
    few: BTreeSet<Edge>,
    jumps: BTreeSet<[u8; 3]>,
}

impl Laws {
    fn new(game: &Hunt) -> Self {
        let steps = |side| game.steps[side].iter().flat_map(|shift| shift.edges()).collect();
        Self {
            edges: game.graph.edges.clone(),
            many: steps(Side::Attackers),
            few: steps(Side::Defenders),
            jumps: game.leaps.iter().flat_map(|leap| leap.rows()).collect(),
        }
    }

    fn are_kept(&self, game: &Hunt, map: &[u16]) -> bool {
        let turned = |point: u8| map[usize::from(point)] as u8;
        let set = |points: Points| points.iter().map(turned).collect::<Points>() == points;
        let edges = |edges: &BTreeSet<Edge>| edges.iter().all(|e| edges.contains(&e.map(turned)));
        let kinds = self.edges.iter().all(|edge| {
            game.graph.is_orthogonal(*edge) == game.graph.is_orthogonal(edge.map(turned))
        });
        [game.graph.points, game.start.many, game.start.few, game.few_goal, game.many_goal]
            .into_iter()
            .all(set)
            && [&self.edges, &self.many, &self.few].into_iter().all(edges)
            && kinds
            && self.jumps.iter().all(|row| self.jumps.contains(&row.map(turned)))
    }
}

impl Shift {
    fn edges(self) -> impl Iterator<Item = Edge> {
        self.from.iter().map(move |from| [from, on(from, self.by)])
    }
}

impl Leap {
    fn rows(self) -> impl Iterator<Item = [u8; 3]> {
        self.from.iter().map(move |from| {
            let over = on(from, self.over);
            [from, over, on(over, self.on)]
        })
    }
}

/// The point so many squares on, round the end of the numbers.
const fn on(point: u8, by: u32) -> u8 {
    point.wrapping_add(by as u8) & 63
}
