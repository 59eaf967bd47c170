//! Which turns and mirrors of a board keep its lines, its laws and the pieces at the start.

use std::collections::BTreeSet;

use super::compiled::{Hunt, Leap, Shift};
use super::points::Points;
use crate::Side;
use crate::games::lines::{self, Edge, Row};

/// The symmetries as permutations of the squares of the board's rectangle, the identity first.
pub(super) fn symmetries(game: &Hunt) -> Vec<Vec<u16>> {
    let laws = Laws::new(game);
    let points: Vec<u16> = game.graph.points.iter().map(u16::from).collect();
    lines::symmetries(game.graph.shape, &points, |map| laws.are_kept(game, map))
}

/// All that a symmetry must keep, point by point.
struct Laws {
    edges: BTreeSet<Edge>,
    many: BTreeSet<Edge>,
    few: BTreeSet<Edge>,
    jumps: BTreeSet<Row>,
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
    fn rows(self) -> impl Iterator<Item = Row> {
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
