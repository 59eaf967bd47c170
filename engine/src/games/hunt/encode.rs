//! What a network sees of a hunt game.

use std::ops::RangeInclusive;

use super::compiled::Hunt;
use super::moves::HuntMove;
use super::points::Points;
use super::position::Position;
use super::rules::{Chain, Compulsory, HuntRules, Lines, Trapped, Way};
use super::symmetry::symmetries;
use crate::games::inputs::{Number, flag, names, share};
use crate::games::rule_text::Stuck;
use crate::games::texts::timeless;
use crate::{Action, BoardShape, Choice, Encode, Game as _, Naming, PieceKind, Side, SquareSet};

/// Names of the input planes. New ones are added at the end: a network that knows fewer knows the first
/// ones.
const PLANES: [&str; 24] = [
    "the many",
    "the few",
    "points of the board",
    "1 or more lines along rank and file",
    "2 or more lines along rank and file",
    "3 or more lines along rank and file",
    "4 or more lines along rank and file",
    "1 or more other lines",
    "2 or more other lines",
    "3 or more other lines",
    "4 or more other lines",
    "goal of the many",
    "goal of the few",
    "many in hand",
    "few in hand",
    "captives that the few still need",
    "last move from",
    "last move to",
    "seen once before",
    "seen twice before",
    "quiet plies",
    "plies",
    "the many to move",
    "a piece must be placed",
];

/// Every switch as numbers from 0 to 1, each under its name. Board, start and goals are seen on the board.
/// New ones come at the end: networks know the first ones.
const NUMBERS: [Number<HuntRules>; 19] = [
    ("hand_many", |r| share(r.hand_many, MOST)),
    ("hand_few", |r| share(r.hand_few, MOST)),
    ("many_lines = orthogonal", |r| flag(r.many_lines == Lines::Orthogonal)),
    ("few_lines = orthogonal", |r| flag(r.few_lines == Lines::Orthogonal)),
    ("many_ways: forward", |r| flag(r.many_ways.contains(&Way::Forward))),
    ("many_ways: sideways", |r| flag(r.many_ways.contains(&Way::Sideways))),
    ("many_ways: backward", |r| flag(r.many_ways.contains(&Way::Backward))),
    ("few_capture", |r| flag(r.few_capture)),
    ("chain = single", |r| flag(r.chain == Chain::Single)),
    ("chain = optional", |r| flag(r.chain == Chain::Optional)),
    ("chain = forced", |r| flag(r.chain == Chain::Forced)),
    ("compulsory = no", |r| flag(r.compulsory == Compulsory::No)),
    ("compulsory = yes", |r| flag(r.compulsory == Compulsory::Yes)),
    ("compulsory = huff", |r| flag(r.compulsory == Compulsory::Huff)),
    ("few_win_captures", |r| share(r.few_win_captures, MOST)),
    ("trapped = removed", |r| flag(r.trapped == Trapped::Removed)),
    ("repetition.count", |r| 1.0 / r.repetition.count as f32),
    ("ply_limit", |r| share(r.ply_limit, 1024)),
    ("stuck = draw", |r| flag(r.stuck == Stuck::Draw)),
];

/// The names of [`NUMBERS`] alone.
const RULE_NAMES: [&str; NUMBERS.len()] = names(&NUMBERS);

const PIECE_KINDS: [PieceKind; 2] = [
    PieceKind {
        letter: 'g',
        name: "one of the many",
        side: Side::Attackers,
        is_royal: false,
        mark: None,
    },
    PieceKind {
        letter: 'f',
        name: "one of the few",
        side: Side::Defenders,
        is_royal: false,
        mark: None,
    },
];

/// Most pieces that a board holds.
const MOST: u32 = Points::MOST as u32;

/// Quiet plies that fill their plane.
const MANY_QUIET_PLIES: u32 = 100;

impl Encode for Hunt {
    fn family(&self) -> &'static str {
        "hunt"
    }

    fn board(&self) -> BoardShape {
        self.graph.shape
    }

    fn is_point(&self, square: u16) -> bool {
        self.graph.points.has(square as u8)
    }

    fn lines(&self) -> Vec<[u16; 2]> {
        let once = self.graph.edges.iter().filter(|[from, to]| from < to);
        once.map(|edge| edge.map(u16::from)).collect()
    }

    fn planes(&self) -> &'static [&'static str] {
        &PLANES
    }

    fn encode(&self, position: &Position, planes: &mut [f32]) {
        let squares = self.graph.shape.squares();
        assert_eq!(planes.len(), PLANES.len() * squares, "{} planes", PLANES.len());
        planes.fill(0.0);
        let mut planes = planes.chunks_exact_mut(squares);
        let mut next = || planes.next().expect("as many planes as named");
        mark(next(), position.pieces.many);
        mark(next(), position.pieces.few);
        mark(next(), self.graph.points);
        self.line_counts.iter().flatten().for_each(|points| mark(next(), *points));
        mark(next(), self.many_goal);
        mark(next(), self.few_goal);
        next().fill(share(position.hands.attackers.into(), MOST));
        next().fill(share(position.hands.defenders.into(), MOST));
        let wanted = self.rules.few_win_captures;
        let missing = wanted.saturating_sub(self.captured(position.pieces, position.hands));
        next().fill(share(missing, MOST));
        let only = |point: Option<u8>| point.map_or(Points::NONE, Points::only);
        mark(next(), only(position.last.map(|(from, _)| from)));
        mark(next(), only(position.last.map(|(_, to)| to)));
        let occurrences = position.occurrences();
        next().fill(flag(occurrences >= 2));
        next().fill(flag(occurrences >= 3));
        next().fill(share(position.quiet, MANY_QUIET_PLIES));
        next().fill(share(position.ply, self.rules.ply_limit));
        next().fill(flag(position.side == Side::Attackers));
        next().fill(flag(position.places()));
    }

    /// The pieces, the hands, the last move and the clocks.
    fn fingerprint(&self, position: &Position, see: &mut impl FnMut(u64)) {
        let last =
            position.last.map_or(u64::MAX, |(from, to)| u64::from(from) << 8 | u64::from(to));
        let hands = u64::from(position.hands.attackers) << 8 | u64::from(position.hands.defenders);
        see(position.pieces.many.0);
        see(position.pieces.few.0);
        see(hands << 8 | u64::from(position.occurrences().min(3)) << 1 | position.side as u64);
        see(last);
        see(u64::from(position.quiet) << 32 | u64::from(position.ply));
    }

    fn rule_vector(&self) -> Vec<f32> {
        NUMBERS.map(|(_, number)| number(&self.rules)).to_vec()
    }

    fn rule_names(&self) -> &'static [&'static str] {
        &RULE_NAMES
    }

    fn action(&self, mv: HuntMove) -> Action {
        let choice = match mv.taken.count() {
            0 => Choice::Plain,
            1 => Choice::Square(u16::from(mv.taken.first())),
            _ => Choice::Squares(SquareSet::from_bits(mv.taken.0)),
        };
        Action { from: u16::from(mv.from), to: u16::from(mv.to), choice }
    }

    fn symmetries(&self) -> Vec<Vec<u16>> {
        symmetries(self)
    }

    fn piece_kinds(&self) -> &'static [PieceKind] {
        &PIECE_KINDS
    }

    /// All of them, less what can be captured or taken off, or is in hand.
    fn piece_counts(&self) -> Vec<RangeInclusive<u32>> {
        let rules = &self.rules;
        let [many, few] = [self.totals.attackers, self.totals.defenders];
        let capturable = match (self.leaps.is_empty(), rules.few_win_captures) {
            (true, _) => 0,
            (false, 0) => many,
            (false, wanted) => (wanted + self.longest_chain()).min(many),
        };
        let least_many = many - (capturable + rules.hand_many).min(many);
        let are_taken_off = self.has_huffing || self.removes_trapped;
        let least_few = if are_taken_off { 0 } else { few - rules.hand_few };
        vec![least_many..=many, least_few..=few]
    }

    fn state(&self, position: &Position) -> u32 {
        let hands = position.hands;
        u32::from(hands.attackers) * (self.rules.hand_few + 1) + u32::from(hands.defenders)
    }

    fn states(&self) -> u32 {
        (self.rules.hand_many + 1) * (self.rules.hand_few + 1)
    }

    fn format_timeless(&self, position: &Position) -> String {
        timeless(&self.write_position(position))
    }

    /// By the names of the sides: one of the geese, but the fox where it is alone.
    fn kind_name(&self, kind: usize) -> String {
        let name = self.side_name(PIECE_KINDS[kind].side);
        match name.naming {
            Naming::One => name.name.to_owned(),
            Naming::Many => format!("one of {}", name.the()),
            Naming::Player => format!("one of {}'s", name.the()),
        }
    }

    fn piece_on(&self, position: &Position, square: u16) -> Option<usize> {
        let pieces = position.pieces;
        [pieces.many, pieces.few].iter().position(|points| points.has(square as u8))
    }
}

impl Hunt {
    /// More captures than a turn needs for a win.
    const fn longest_chain(&self) -> u32 {
        if self.has_chains { self.totals.attackers } else { 0 }
    }
}

/// Sets some points of a plane of zeros.
fn mark(plane: &mut [f32], points: Points) {
    for point in points.iter() {
        plane[usize::from(point)] = 1.0;
    }
}
