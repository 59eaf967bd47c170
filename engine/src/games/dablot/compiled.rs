//! A rule set compiled: the moves of whole sets of pieces as shifts.

use std::collections::BTreeMap;

use super::board::Board;
use super::pieces::{Kind, Pieces};
use super::points::Points;
use super::rules::{DablotRules, Promotion};
use crate::games::lines::Row;
use crate::games::rule_text::RuleSetError;
use crate::{PerSide, Side};

/// Steps of all pieces that go the same number of points on.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shift {
    pub by: u32,
    /// Where such a step begins.
    pub from: Points,
    /// Where such a step leads to a lower rank, as each side sees it.
    pub back: PerSide<Points>,
}

/// Jumps of all pieces that go the same numbers of points on: to the captive, and from there.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Leap {
    pub over: u32,
    pub on: u32,
    /// Where such a jump begins.
    pub from: Points,
    /// Where such a jump leads to a lower rank, as each side sees it.
    pub back: PerSide<Points>,
}

/// A game of Dablot, compiled from its rules.
#[derive(Clone, Debug)]
pub struct Dablot {
    pub(super) rules: DablotRules,
    pub(super) board: Board,
    pub(super) shifts: Vec<Shift>,
    pub(super) leaps: Vec<Leap>,
    /// The pieces at the start.
    pub(super) start: Pieces,
    /// The rank of each kind in the ladder.
    pub(super) ladder: [u8; Kind::ALL.len()],
    /// Where men of each side become officers.
    pub(super) far_rank: PerSide<Points>,
    /// Actions of a whole turn.
    pub(super) actions: u8,
    /// Whether a piece may jump more than once in a move.
    pub(super) has_chains: bool,
    /// Whether men that have gone back are marked.
    pub(super) marks_backed: bool,
}

impl Dablot {
    /// Compiles a rule set.
    ///
    /// # Errors
    /// When the rules contradict themselves ([`DablotRules::check`]).
    pub fn new(rules: &DablotRules) -> Result<Self, RuleSetError> {
        rules.check()?;
        let board = rules.board()?;
        let start = rules.pieces(&board)?;
        let last = board.shape.height - 1;
        let far_rank = match rules.promotion {
            Promotion::None => PerSide::default(),
            Promotion::FarRank | Promotion::Unbacked => {
                PerSide { attackers: board.rank(last), defenders: board.rank(0) }
            }
        };
        Ok(Self {
            shifts: shifts(&board),
            leaps: leaps(&board),
            start,
            ladder: if rules.ladder == 4 { [1, 1, 2, 3, 4] } else { [1, 1, 2, 2, 3] },
            far_rank,
            actions: rules.actions as u8,
            has_chains: rules.actions == 1,
            marks_backed: rules.marks_backed(),
            rules: rules.clone(),
            board,
        })
    }

    /// The rules that it was compiled from.
    pub fn rules(&self) -> &DablotRules {
        &self.rules
    }

    /// The points where nothing stands.
    #[inline]
    pub(super) fn empty(&self, pieces: &Pieces) -> Points {
        self.board.points & !pieces.all()
    }

    /// The pieces of a side whose rank is at most `rank`.
    #[inline]
    pub(super) fn up_to(&self, pieces: &Pieces, side: Side, rank: u8) -> Points {
        let fitting = Kind::ALL.into_iter().filter(|kind| self.ladder[*kind as usize] <= rank);
        fitting.fold(Points::NONE, |all, kind| all | pieces.of(side, kind))
    }

    /// Whether men keep to their rank and those before it.
    pub(super) const fn holds_men(&self) -> bool {
        !self.rules.men_back
    }
}

/// How far it is from one point to another, round the end of the numbers.
const fn distance(from: u8, to: u8) -> u32 {
    (to.wrapping_sub(from) & 127) as u32
}

/// Adds a point to those from where the way leads back, for the side that sees it so.
fn note_back(back: &mut PerSide<Points>, board: &Board, from: u8, to: u8) {
    match board.rank_of(to).cmp(&board.rank_of(from)) {
        std::cmp::Ordering::Less => back.attackers |= Points::only(from),
        std::cmp::Ordering::Equal => {}
        std::cmp::Ordering::Greater => back.defenders |= Points::only(from),
    }
}

fn shifts(board: &Board) -> Vec<Shift> {
    let mut found: BTreeMap<u32, Shift> = BTreeMap::new();
    for [from, to] in board.edges.iter().copied() {
        let by = distance(from, to);
        let shift = found.entry(by).or_default();
        shift.by = by;
        shift.from |= Points::only(from);
        note_back(&mut shift.back, board, from, to);
    }
    found.into_values().collect()
}

fn leaps(board: &Board) -> Vec<Leap> {
    let mut found: BTreeMap<(u32, u32), Leap> = BTreeMap::new();
    for [from, over, to] in board.rows.iter().copied() {
        let way = (distance(from, over), distance(over, to));
        let leap = found.entry(way).or_default();
        (leap.over, leap.on) = way;
        leap.from |= Points::only(from);
        note_back(&mut leap.back, board, from, to);
    }
    found.into_values().collect()
}

impl Leap {
    /// Where such jumps of some pieces end, with all captives that `victims` offer and on the points of `empty`.
    #[inline]
    pub(super) fn ends(self, movers: Points, victims: Points, empty: Points) -> Points {
        (movers.shifted(self.over) & victims).shifted(self.on) & empty
    }

    /// The point that a jump to `end` passes over.
    #[inline]
    pub(super) const fn captive(self, end: Points) -> Points {
        end.shifted_back(self.on)
    }

    /// Such a jump from a point.
    pub(super) fn row(self, from: u8) -> Row {
        let over = Points::only(from).shifted(self.over);
        [from, over.first(), over.shifted(self.on).first()]
    }
}
