//! A rule set compiled: the moves of whole sets of pieces as shifts.

use std::collections::BTreeMap;

use super::graph::Graph;
use super::points::Points;
use super::rules::{Chain, Compulsory, HuntRules, Lines, Trapped, Way};
use super::setup::Pieces;
use crate::PerSide;
use crate::games::lines::{Edge, Row};
use crate::games::rule_text::RuleSetError;

/// Steps of all pieces that go the same number of squares on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shift {
    pub by: u32,
    /// Where such a step begins.
    pub from: Points,
}

impl Shift {
    /// Where the steps of `pieces` end, on whatever stands there.
    #[inline]
    pub(super) fn ends(self, pieces: Points) -> Points {
        (pieces & self.from).shifted(self.by)
    }
}

/// Jumps of all pieces that go the same numbers of squares on: to the captive, and from there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Leap {
    pub over: u32,
    pub on: u32,
    /// Where such a jump begins.
    pub from: Points,
}

/// A hunt game, compiled from its rules.
#[derive(Clone, Debug)]
pub struct Hunt {
    pub(super) rules: HuntRules,
    pub(super) graph: Graph,
    /// The steps of each side.
    pub(super) steps: PerSide<Vec<Shift>>,
    /// The jumps of the few.
    pub(super) leaps: Vec<Leap>,
    pub(super) few_goal: Points,
    pub(super) many_goal: Points,
    /// The points of `many_goal`, those from which the many get there with one step, and so on.
    pub(super) approach: Vec<Points>,
    /// The pieces at the start.
    pub(super) start: Pieces,
    /// All pieces of each side, in hand too.
    pub(super) totals: PerSide<u32>,
    /// Whether the few can jump more than once in a turn.
    pub(super) has_chains: bool,
    pub(super) has_huffing: bool,
    pub(super) must_capture: bool,
    pub(super) removes_trapped: bool,
    /// Whether a step of the many to a higher rank can never be undone.
    pub(super) forward_lasts: bool,
    /// The points from which 1, 2, 3 or 4 lines go at least: along rank and file, and others.
    pub(super) line_counts: [[Points; 4]; 2],
}

impl Hunt {
    /// Compiles a rule set.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`HuntRules::check`]).
    pub fn new(rules: &HuntRules) -> Result<Self, RuleSetError> {
        rules.check()?;
        let graph = rules.graph()?;
        let start = rules.pieces(&graph)?;
        let [few_goal, many_goal] = rules.goals(&graph)?;
        let allows = |lines: Lines, edge: Edge| lines == Lines::All || graph.is_orthogonal(edge);
        let many = |edge: Edge| {
            allows(rules.many_lines, edge) && rules.many_ways.contains(&way(&graph, edge))
        };
        let few = |edge: Edge| allows(rules.few_lines, edge);
        let steps = PerSide {
            attackers: shifts(graph.edges.iter().filter(|edge| many(**edge))),
            defenders: shifts(graph.edges.iter().filter(|edge| few(**edge))),
        };
        let jumps = |[a, b, c]: &&Row| few([*a, *b]) && few([*b, *c]);
        let leaps =
            if rules.few_capture { leaps(graph.rows.iter().filter(jumps)) } else { Vec::new() };
        let totals = PerSide {
            attackers: start.many.count() + rules.hand_many,
            defenders: start.few.count() + rules.hand_few,
        };
        Ok(Self {
            has_chains: rules.chain != Chain::Single && !leaps.is_empty(),
            has_huffing: rules.compulsory == Compulsory::Huff,
            must_capture: rules.compulsory == Compulsory::Yes,
            removes_trapped: rules.trapped == Trapped::Removed,
            forward_lasts: !rules.many_ways.contains(&Way::Backward),
            line_counts: [true, false].map(|orthogonal| line_counts(&graph, orthogonal)),
            rules: rules.clone(),
            graph,
            leaps,
            few_goal,
            many_goal,
            approach: approach(&steps.attackers, many_goal),
            start,
            steps,
            totals,
        })
    }

    /// The rules that it was compiled from.
    pub fn rules(&self) -> &HuntRules {
        &self.rules
    }

    /// The points where nothing stands.
    #[inline]
    pub(super) fn empty(&self, pieces: Pieces) -> Points {
        self.graph.points & !pieces.all()
    }
}

/// The points from which 1, 2, 3 or 4 lines go at least.
fn line_counts(graph: &Graph, orthogonal: bool) -> [Points; 4] {
    let edges: Vec<&Edge> =
        graph.edges.iter().filter(|edge| graph.is_orthogonal(**edge) == orthogonal).collect();
    let lines = |point: u8| edges.iter().filter(|edge| edge[0] == point).count();
    [1, 2, 3, 4].map(|least| graph.points.iter().filter(|point| lines(*point) >= least).collect())
}

/// The way of a step.
fn way(graph: &Graph, [from, to]: Edge) -> Way {
    let [from, to] = [from, to].map(|point| graph.place(point).1);
    match to.cmp(&from) {
        std::cmp::Ordering::Greater => Way::Forward,
        std::cmp::Ordering::Equal => Way::Sideways,
        std::cmp::Ordering::Less => Way::Backward,
    }
}

/// How far it is from one point to another, round the end of the numbers.
const fn distance(from: u8, to: u8) -> u32 {
    (to.wrapping_sub(from) & 63) as u32
}

fn shifts<'a>(edges: impl Iterator<Item = &'a Edge>) -> Vec<Shift> {
    let mut found: BTreeMap<u32, Points> = BTreeMap::new();
    for [from, to] in edges {
        *found.entry(distance(*from, *to)).or_default() |= Points::only(*from);
    }
    found.into_iter().map(|(by, from)| Shift { by, from }).collect()
}

/// The points of `goal`, those a step of `steps` away from them, and so on.
fn approach(steps: &[Shift], goal: Points) -> Vec<Points> {
    let mut layers = Vec::new();
    let (mut seen, mut next) = (Points::NONE, goal);
    while !next.is_empty() {
        layers.push(next);
        seen |= next;
        let before = |shift: &Shift| next.shifted_back(shift.by) & shift.from;
        next = steps.iter().map(before).fold(Points::NONE, |all, one| all | one) & !seen;
    }
    layers
}

fn leaps<'a>(rows: impl Iterator<Item = &'a Row>) -> Vec<Leap> {
    let mut found: BTreeMap<(u32, u32), Points> = BTreeMap::new();
    for [from, over, to] in rows {
        let way = (distance(*from, *over), distance(*over, *to));
        *found.entry(way).or_default() |= Points::only(*from);
    }
    found.into_iter().map(|((over, on), from)| Leap { over, on, from }).collect()
}
